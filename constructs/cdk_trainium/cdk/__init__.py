"""The CDK constructs.

Services of the CDK that few clusters need are imported where they are used: each costs every synthesis milliseconds.
"""

from __future__ import annotations

from importlib import import_module

from ..node import cdk_beside

with cdk_beside():
    import_module("..spec", __package__)
