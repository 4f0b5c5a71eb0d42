"""Images, disks and boot."""
