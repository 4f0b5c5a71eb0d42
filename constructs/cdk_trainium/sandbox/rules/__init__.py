"""EC2's refusals, one file each: the rule with its source, and the check that raises it."""
