"""Hypothesis for every test: no deadline, since a busy machine is no fault of the code; `make bench` has the speed."""

from hypothesis import HealthCheck, settings

settings.register_profile("nightbox", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("nightbox")
