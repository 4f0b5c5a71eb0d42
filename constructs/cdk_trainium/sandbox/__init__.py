"""The simulated account."""
