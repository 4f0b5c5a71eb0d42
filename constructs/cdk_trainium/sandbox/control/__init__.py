"""What a test, or ``trnctl sandbox``, may tell the simulated account beyond AWS's own API."""
