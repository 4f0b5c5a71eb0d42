"""Service Quotas of the simulated account."""
