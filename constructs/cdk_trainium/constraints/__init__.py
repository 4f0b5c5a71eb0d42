"""What EC2 accepts, as pure functions on plain data: used by spec, review and preflight alike."""
