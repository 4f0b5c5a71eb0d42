import pytest

from cdk_trainium import catalog
from cdk_trainium.constraints import Interface, check_interfaces

TYPES = catalog.default().types
PRIMARY = Interface(0, 0, "efa")


@pytest.mark.parametrize(
    ("name", "interfaces", "codes"),
    [
        ("trn2.48xlarge", [PRIMARY, Interface(16, 1, "efa")], ["TRN101"]),
        ("trn2.48xlarge", [PRIMARY, Interface(2, 2, "efa")], ["TRN102"]),
        ("trn1n.32xlarge", [PRIMARY, Interface(2, 2, "efa")], []),
        ("trn2.48xlarge", [PRIMARY, Interface(1, 1, "interface"), Interface(1, 1, "interface")], ["TRN103"]),
        ("trn2.48xlarge", [PRIMARY, Interface(0, 1, "efa")], ["TRN104"]),
        ("trn2.3xlarge", [PRIMARY, Interface(0, 1, "efa")], ["TRN104", "TRN105"]),
        ("trn2.48xlarge", [Interface(0, 0, "efa-only")], ["TRN106"]),
        ("trn1.2xlarge", [PRIMARY], ["TRN107"]),
        ("p6-b300.48xlarge", [PRIMARY], ["TRN107"]),
        ("trn2.48xlarge", [Interface(0, 0, "effa")], ["TRN108"]),
        ("trn2.48xlarge", [Interface(1, 1, "efa")], ["TRN109"]),
        ("trn2.48xlarge", [PRIMARY, Interface(1, None, "efa")], ["TRN121"]),
        ("trn2.48xlarge", [Interface(0, None, "efa")], ["TRN121"]),
        ("trn2.48xlarge", [Interface(1, None, "efa")], ["TRN121", "TRN109"]),
        ("trn2.48xlarge", [Interface(0, None, "efa"), Interface(0, None, "efa")], ["TRN121", "TRN121", "TRN104"]),
        ("trn3-gen1", [Interface(99, 99, "efa")], []),
    ],
)
def test_refusals(name: str, interfaces: list[Interface], codes: list[str]) -> None:
    assert [problem.code for problem in check_interfaces(TYPES[name], interfaces)] == codes
