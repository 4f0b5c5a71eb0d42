"""``make demo``: two clusters' lives in the simulated account, driven by the real CDK CLI.

Nothing here can reach a real account: the environment of every command is the sandbox's (dummy credentials, no
profile, no configuration file, an endpoint on this machine), and any other endpoint is refused.
"""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from coming import coming_week, stamp
from stage import ROOT, Stage, say, stage

from cdk_trainium.node import use_packaged_node
from cdk_trainium.spec import load_cluster

ODCR = ROOT / "clusters" / "trn2-odcr.yaml"
BLOCK = ROOT / "clusters" / "trn2-block.yaml"
MORE_NODES = 18


def scenario(cluster: Path) -> dict[str, object]:
    """Return an account that holds the block of ``cluster``; its clock stands two hours before the start."""
    spec = load_cluster(cluster)
    (group,) = spec.groups
    (block,) = group.capacity.blocks  # type: ignore[union-attr]
    purchased = {
        "count": group.node_count,
        "zone_id": spec.zone_id,
        "start": block.start.isoformat(),
        "end": block.end.isoformat(),
        "reservation_id": block.reservation_id,
    }
    return {"now": (block.start - timedelta(hours=2)).isoformat(), "blocks": [purchased]}


def in_the_coming_week(here: Stage, cluster: Path) -> Path:
    """Return a copy of ``cluster`` whose block starts in a week: the days that the file shows may be far or past."""
    start, end = coming_week(datetime.now(UTC))
    return here.changed(
        here.changed(cluster, r"start: \S+", f"start: {stamp(start)}"), r"end: \S+", f"end: {stamp(end)}"
    )


def reservation_story(here: Stage) -> None:
    """A reservation in a placement group: deploy, deploy again, more nodes, destroy."""
    say(f"Deploy {ODCR.relative_to(ROOT)}: 16 nodes in a placement group, on a reservation made with the stack")
    here.deploy(ODCR)
    say("Deploy again: nothing changes")
    here.deploy(ODCR)
    say(f"Update the node count to {MORE_NODES}")
    larger = here.changed(ODCR, r"node_count: \d+", f"node_count: {MORE_NODES}")
    here.deploy(larger)
    say("Destroy")
    here.destroy(larger)


def block_story(here: Stage) -> None:
    """A Capacity Block: deployed before its start, run, changed while it runs, emptied before reclaim, expired."""
    block = in_the_coming_week(here, BLOCK)
    here.apply(scenario(block))
    say(f"Deploy {BLOCK.relative_to(ROOT)}, its block moved to next week, before the start: desired 0")
    here.deploy(block)
    say("The block starts: the group fills itself")
    here.advance("2h10m")
    nodes = here.account.node_ids()
    say("Deploy an unrelated change while the block runs: no node is lost")
    here.deploy(here.changed(block, "project: llama", "project: llama-2"))
    if here.account.node_ids() != nodes:
        sys.exit("error: the deployment lost nodes of a paid block")
    say("The last day: the group is emptied before EC2 reclaims, then EC2 warns, then the block expires")
    here.advance("6d23h10m")
    here.advance("1h")
    say("Update and destroy still succeed after the block is gone")
    expired = here.changed(block, "phase: scheduled", "phase: expired")
    here.deploy(expired)
    here.destroy(expired)


def main() -> None:
    """Tell both stories."""
    use_packaged_node()
    began = time.perf_counter()
    print("This account is SIMULATED. Nothing below reaches AWS; no real capacity, price or quota is involved.")
    with stage() as here:
        say("Bootstrap the account")
        here.bootstrap()
        reservation_story(here)
        block_story(here)
        whole = time.perf_counter() - began
        ours = f"{here.synthesis_seconds:.0f} s in synthesis and {here.sandbox_seconds:.0f} s in the sandbox"
        print(f"\nDone in {whole:.0f} s: {here.cli_seconds:.0f} s in the CDK CLI, which spent {ours}.")
        print("All of it was simulated.")


if __name__ == "__main__":
    main()
