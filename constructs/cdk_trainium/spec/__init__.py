"""The cluster file and the pure-data props of the constructs."""
