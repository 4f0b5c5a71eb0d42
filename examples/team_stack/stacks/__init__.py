"""The team's stacks; the wheel of cdk-trainium brings no package of this name."""
