"""Asks an account whether it can hold a plan."""
