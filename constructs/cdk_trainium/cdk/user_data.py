"""What a node runs at first boot."""

from __future__ import annotations

from ..constraints.user_data import check_user_data_size
from ..errors import PropsError
from ..spec import is_late

__all__ = ["MOUNT_POINT", "boot_script", "check_size"]

MOUNT_POINT = "/local_nvme"
"""Where the instance-store disks are mounted."""

_SHEBANG = "#!/bin/bash"
_BOUNDARY = "==cdk-trainium=="

# Disks that the image has already taken into use are left alone. RAID 0: the data is gone at stop anyway.
_MOUNT = f"""\
# Instance-store disks become one XFS volume at {MOUNT_POINT}.
disks=()
for disk in $(readlink -f /dev/disk/by-id/nvme-Amazon_EC2_NVMe_Instance_Storage_* 2>/dev/null | sort -u); do
  [ -b "$disk" ] && [ -z "$(lsblk -n -o FSTYPE,MOUNTPOINT "$disk" | tr -d '[:space:]')" ] && disks+=("$disk")
done
volume="${{disks[0]:-}}"
if [ "${{#disks[@]}}" -gt 1 ]; then
  command -v mdadm >/dev/null || dnf install -y mdadm || apt-get install -y mdadm
  mdadm --create /dev/md/local --force --run --level=0 --raid-devices="${{#disks[@]}}" "${{disks[@]}}"
  volume=/dev/md/local
fi
if [ -n "$volume" ]; then
  mkfs.xfs -f "$volume"
  mkdir -p {MOUNT_POINT}
  echo "UUID=$(blkid -s UUID -o value "$volume") {MOUNT_POINT} xfs noatime,nofail 0 2" >> /etc/fstab
  mount {MOUNT_POINT} && chmod 1777 {MOUNT_POINT}
fi
"""


def boot_script(*, nvme_disks: int | None, commands: str | None = None) -> str | None:
    """Return the user data of a node, None when it has nothing to do.

    Args:
        nvme_disks: instance-store disks of the type; when some, or unknown, they are mounted at `MOUNT_POINT`.
        commands: what the user adds. Shell lines follow the mount; a script with its own ``#!`` becomes a second
            part; a MIME document (EKS ``nodeadm``) is taken as it is. Default: - nothing
    """
    mount = _MOUNT if nvme_disks != 0 else ""
    if commands is None:
        return f"{_SHEBANG}\n{mount}" if mount else None
    if commands.startswith(("MIME-Version:", "Content-Type:")) or (commands.startswith("#!") and not mount):
        return commands
    if commands.startswith("#!"):
        return _parts(f"{_SHEBANG}\n{mount}", commands)
    return f"{_SHEBANG}\n{mount}{commands}\n"


def _parts(*scripts: str) -> str:
    head = f'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="{_BOUNDARY}"\n\n'
    parts = (f'--{_BOUNDARY}\nContent-Type: text/x-shellscript; charset="utf-8"\n\n{text}\n' for text in scripts)
    return f"{head}{''.join(parts)}--{_BOUNDARY}--\n"


def check_size(where: str, script: str) -> None:
    """Refuse user data that EC2 would refuse; of a script with tokens only the known part is counted.

    Raises:
        PropsError: more bytes than EC2 takes before base64.
    """
    problem = check_user_data_size(script, at_least=is_late(script))
    if problem is not None:
        raise PropsError(where, [problem])
