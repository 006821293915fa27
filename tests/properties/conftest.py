"""Profiles of Hypothesis: the default for `make test`, and NIGHTBOX_PROFILE=long for the long run."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "default", deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
settings.register_profile("long", parent=settings.get_profile("default"), derandomize=False, print_blob=True)
settings.load_profile(os.environ.get("NIGHTBOX_PROFILE", "default"))
