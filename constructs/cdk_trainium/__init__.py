"""Infrastructure as code for AWS Trainium."""

__version__ = "0.1.0"
