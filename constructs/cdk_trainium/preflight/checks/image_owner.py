"""The image comes from Amazon or from this account."""

from __future__ import annotations

from ..check import Check, Examination, ask, left_to, ok, warn
from ..image import IMAGE_ACTIONS, image_of, with_image
from ..plan import Plan
from .reservation_owner import WHO


def examine(plan: Plan, subject: str) -> Examination:
    """Judge the owner of the image of one group."""
    image = yield from image_of(plan, subject)
    if image is None:
        return left_to("image-exists", "the image does not exist")
    alias, owner = image.text("ImageOwnerAlias", ""), image.text("OwnerId")
    if alias == "amazon":
        return ok("owned by Amazon")
    who = yield from ask(WHO)
    if owner == who.row.text("Account"):
        return ok("owned by this account")
    text = f"{image.text('ImageId')} belongs to account {owner}, which is neither Amazon nor this account"
    return warn(text, "make sure that you trust the owner; anyone can publish an image under any name", owner=owner)


CHECK = Check(
    id="image-owner",
    title="The image comes from Amazon or from this account",
    why="Anyone can publish an image under any name; a look-up by name alone may find a stranger's.",
    passes="The owner alias is amazon, or the owner is this account.",
    fails="Warns for any other owner.",
    command="aws ec2 describe-images --image-ids ami-… --query 'Images[].[OwnerId,ImageOwnerAlias]'",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/sharing-amis.html",
    inputs=("groups[].image_id", "groups[].image_parameter"),
    actions=(*IMAGE_ACTIONS, "sts:GetCallerIdentity"),
    subjects=with_image,
    examine=examine,
)
