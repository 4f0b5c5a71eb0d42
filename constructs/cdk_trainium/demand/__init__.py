"""What a plan asks of an account."""
