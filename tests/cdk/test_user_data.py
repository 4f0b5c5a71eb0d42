"""What a node runs at first boot."""

import subprocess
from email import message_from_string

import pytest

from cdk_trainium import PropsError
from cdk_trainium.cdk.user_data import MOUNT_POINT, boot_script, check_size
from cdk_trainium.constraints.user_data import USER_DATA_BYTES


def shell_accepts(script: str) -> bool:
    return subprocess.run(["bash", "-n"], input=script, text=True, check=False).returncode == 0


@pytest.mark.parametrize("disks", [4, None])
def test_instance_store_is_mounted(disks: int | None) -> None:
    script = boot_script(nvme_disks=disks)
    assert script is not None
    assert script.startswith("#!/bin/bash\n")
    assert f"mount {MOUNT_POINT}" in script
    assert shell_accepts(script)


def test_a_type_without_disks_and_commands_has_no_user_data() -> None:
    assert boot_script(nvme_disks=0) is None


def test_shell_lines_follow_the_mount() -> None:
    script = boot_script(nvme_disks=4, commands="echo ready")
    assert script is not None
    assert script.index(MOUNT_POINT) < script.index("echo ready")
    assert shell_accepts(script)


def test_a_script_with_its_own_interpreter_is_a_part_of_its_own() -> None:
    script = boot_script(nvme_disks=4, commands="#!/usr/bin/env python3\nprint(1)\n")
    assert script is not None
    parts = [part.get_payload() for part in message_from_string(script).walk() if not part.is_multipart()]
    assert [str(part).splitlines()[0] for part in parts] == ["#!/bin/bash", "#!/usr/bin/env python3"]


@pytest.mark.parametrize("text", ["MIME-Version: 1.0\n\n--x", 'Content-Type: multipart/mixed; boundary="x"\n\n'])
def test_a_mime_document_stands_alone(text: str) -> None:
    assert boot_script(nvme_disks=4, commands=text) == text


def test_a_script_stands_alone_where_there_is_nothing_to_mount() -> None:
    assert boot_script(nvme_disks=0, commands="#!/bin/sh\n") == "#!/bin/sh\n"


def test_16_kib_and_not_a_byte_more() -> None:
    check_size("x", "a" * USER_DATA_BYTES)
    with pytest.raises(PropsError) as caught:
        check_size("x", "a" * (USER_DATA_BYTES - 1) + "ü")
    assert caught.value.codes == ["TRN510"]
    assert "16384" in str(caught.value)
    assert "user data" in str(caught.value)
