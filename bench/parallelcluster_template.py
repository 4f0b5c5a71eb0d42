"""Writes the template of a ParallelCluster of N queues, run in ParallelCluster's own environment.

Reads the queues, the subnet and the image from the command line and asks the account that the environment names. Its
uploads to S3 are left out: ours are not timed either.
"""

import sys

from pcluster.models.s3_bucket import S3Bucket
from pcluster.schemas.cluster_schema import ClusterSchema
from pcluster.templates.cdk_builder import CDKTemplateBuilder

NAME = "bench"


def queue(at: int, subnet: str) -> dict:
    """Return one queue of two nodes with EFA in a placement group."""
    return {
        "Name": f"q{at}",
        "CapacityType": "ONDEMAND",
        "Networking": {"SubnetIds": [subnet], "PlacementGroup": {"Enabled": True}},
        "ComputeResources": [
            {"Name": "c", "InstanceType": "trn2.48xlarge", "MinCount": 0, "MaxCount": 2, "Efa": {"Enabled": True}}
        ],
    }


def main() -> None:
    """Load the configuration and build the template."""
    queues, subnet, image = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    config = {
        "Region": "us-east-2",
        "Image": {"Os": "alinux2023", "CustomAmi": image},
        "HeadNode": {"InstanceType": "c5.xlarge", "Networking": {"SubnetId": subnet}, "Ssh": {}},
        "Scheduling": {"Scheduler": "slurm", "SlurmQueues": [queue(at, subnet) for at in range(queues)]},
    }
    cluster = ClusterSchema(cluster_name=NAME).load(config)
    S3Bucket.upload_cfn_asset = lambda *_, **__: None
    bucket = S3Bucket(service_name=NAME, stack_name=NAME, artifact_directory="bench", is_custom_bucket=False)
    template, _ = CDKTemplateBuilder().build_cluster_template(cluster, bucket, NAME)
    if not template["Resources"]:
        sys.exit("error: no resources")


main()
