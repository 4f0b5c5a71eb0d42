"""Reads CloudFormation templates and cloud assemblies."""
