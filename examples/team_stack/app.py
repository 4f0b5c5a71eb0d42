"""The team's app."""

import aws_cdk as cdk

from stacks.network import NetworkStack
from stacks.training import TrainingStack

app = cdk.App()
env = cdk.Environment(region="us-east-2")  # the account is the one that the CLI deploys to
network = NetworkStack(app, "Network", env=env)
TrainingStack(app, "Training", network=network, env=env)
cdk.Tags.of(app).add("team", "language-models")
app.synth()
