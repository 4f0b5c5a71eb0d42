"""What EKS, Batch and PCS take of a group and its launch template."""
