"""Offline review of any CloudFormation template."""
