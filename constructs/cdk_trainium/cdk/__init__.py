"""The constructs: the only package that imports aws_cdk."""
