"""The same examples each time in `make test` and `make long`; others each time with NIGHTBOX_EXAMPLES=soak."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "fixed", deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
settings.register_profile("soak", parent=settings.get_profile("fixed"), derandomize=False, print_blob=True)
settings.load_profile("soak" if os.environ.get("NIGHTBOX_EXAMPLES") == "soak" else "fixed")
