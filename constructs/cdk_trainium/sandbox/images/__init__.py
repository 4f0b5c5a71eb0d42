"""Public images and the parameters that name them."""

from __future__ import annotations


def install() -> None:
    """Let moto's DescribeImages and public SSM parameters know Neuron, EKS and ECS images."""
    from . import amis, parameters

    amis.install()
    parameters.install()
