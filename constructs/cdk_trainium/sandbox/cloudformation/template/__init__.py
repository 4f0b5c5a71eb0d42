"""Templates of the simulated CloudFormation: read, check, evaluate."""
