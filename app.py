"""The CDK app: `cdk synth -c cluster=clusters/x.yaml` (several: `a.yaml,b.yaml`); by default the headline example."""

import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "constructs")]  # a checkout runs without being installed

from cdk_trainium.errors import TrainiumError
from cdk_trainium.node import cdk_beside
from cdk_trainium.shadows import refuse_shadows

try:
    for folder in (HERE, Path.cwd()):
        if str(folder) in sys.path:
            refuse_shadows(folder)  # a folder named constructs would hide the package
except TrainiumError as error:
    print(f"error: {error}", file=sys.stderr)
    sys.exit(2)

with cdk_beside():  # specs load while Node starts
    import_module("cdk_trainium.spec")

import aws_cdk as cdk

with ThreadPoolExecutor(max_workers=1) as beside:  # the constructs load while Node makes the app
    made = beside.submit(cdk.App)
    from cdk_trainium import TrainiumReview
    from stacks.cluster_stack import ClusterStack, clusters_of

app = made.result()
try:
    for cluster in clusters_of(app, default=HERE / "clusters" / "trn2-block.yaml"):
        ClusterStack(app, cluster)
except TrainiumError as error:
    print(f"error: {error}", file=sys.stderr)
    sys.exit(2)  # as trnctl: could not run
cdk.Validations.of(app).add_plugins(TrainiumReview())  # its rules load while Node writes the templates
app.synth()
