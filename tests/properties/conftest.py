"""The same examples each time in `make test`; others each time where NIGHTBOX_EXAMPLES asks for many."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "short", deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
settings.register_profile("long", parent=settings.get_profile("short"), derandomize=False, print_blob=True)
settings.load_profile("long" if os.environ.get("NIGHTBOX_EXAMPLES") else "short")
