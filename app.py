"""The CDK app: `cdk synth -c cluster=clusters/x.yaml` (several: `a.yaml,b.yaml`); by default the headline example."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "constructs")]  # a checkout runs without being installed

from cdk_trainium.errors import TrainiumError
from cdk_trainium.node import use_packaged_node
from cdk_trainium.shadows import refuse_shadows

use_packaged_node()
try:
    for folder in (HERE, Path.cwd()):
        if str(folder) in sys.path:
            refuse_shadows(folder)  # a folder named constructs would hide the package
except TrainiumError as error:
    print(f"error: {error}", file=sys.stderr)
    sys.exit(2)

from cdk_trainium import TrainiumReview  # before aws_cdk: what it needs besides loads while Node starts

# isort: split
import aws_cdk as cdk

from stacks.cluster_stack import ClusterStack, clusters_of

review = TrainiumReview()  # first: its rules load while Node makes the app
app = cdk.App()
cdk.Validations.of(app).add_plugins(review)
try:
    for cluster in clusters_of(app, default=HERE / "clusters" / "trn2-block.yaml"):
        ClusterStack(app, cluster)
except TrainiumError as error:
    print(f"error: {error}", file=sys.stderr)
    sys.exit(2)  # as trnctl: could not run
app.synth()
