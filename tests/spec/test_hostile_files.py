"""What a cluster file may not say, although it has the right types."""

import pytest

from cdk_trainium.spec import ClusterFileError, parse_cluster

HEAD = "name: llama\nregion: us-east-2\n"
ZONE = "zone: us-east-2b\n"
IMAGE = "image: {family: neuron-multi-framework, floating: true}\n"
TRN2 = "name: train, instance_type: trn2.48xlarge"
GROUP = f"groups: [{{{TRN2}, capacity: {{kind: spot}}}}]\n"
GOOD = HEAD + ZONE + IMAGE + GROUP.replace("trn2.48xlarge", "trn1.32xlarge")


def codes(text: str) -> list[str]:
    """Return the codes of what is wrong with ``text``, none for a good file."""
    try:
        parse_cluster(text, where="x.yaml")
    except ClusterFileError as error:
        return error.codes
    return []


def test_the_base_of_these_tests_is_good() -> None:
    assert codes(GOOD) == []


@pytest.mark.parametrize("depth", [60, 900, 5000])
@pytest.mark.parametrize(("opening", "closing"), [("{a: ", "}"), ("[", "]")])
def test_deep_nesting_is_one_clear_error(depth: int, opening: str, closing: str) -> None:
    text = "x: " + opening * depth + "1" + closing * depth
    assert codes(text) in (["TRN025"], ["TRN022"])


def block(number: int = 0, start: str = "2026-12-07T11:30:00Z", end: str = "2026-12-14T11:30:00Z") -> str:
    return f'{{reservation_id: cr-{number:017x}, start: "{start}", end: "{end}"}}'


def blocks(*items: str, more: str = "") -> str:
    return f"{{kind: capacity-block, blocks: [{', '.join(items)}]{more}}}"


def groups(*capacities: str) -> str:
    """Return the start of a file with one group of trn2.48xlarge for each of ``capacities``."""
    made = ", ".join(
        f"{{name: g{at}, instance_type: trn2.48xlarge, capacity: {item}}}" for at, item in enumerate(capacities)
    )
    return HEAD + ZONE + IMAGE + f"groups: [{made}]\n"


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("2026-12-07T11:30:00Z", "2026-12-14T11:30:00Z", []),
        ("2020-01-01T00:00:00Z", "2020-01-02T11:30:00Z", []),
        ("2100-12-30T11:30:00Z", "2100-12-31T11:30:00Z", []),
        ("2020-01-01T00:00:00Z", "2100-12-31T23:59:59+14:00", ["TRN324", "TRN324"]),
        ("0001-01-01T00:00:00+14:00", "2026-12-14T11:30:00Z", ["TRN001"]),
        ("2019-12-31T23:59:59Z", "2026-12-14T11:30:00Z", ["TRN001"]),
        ("2026-12-07T11:30:00Z", "9999-12-31T23:59:59-14:00", ["TRN001"]),
        ("0001-01-01T00:00:00Z", "2101-01-01T00:00:00Z", ["TRN001", "TRN001"]),
    ],
)
def test_dates_at_the_ends_of_the_calendar(start: str, end: str, expected: list[str]) -> None:
    assert codes(groups(blocks(block(0, start, end)))) == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (HEAD, HEAD + 'account: "11112222333\u0663"\n'),
        (ZONE, "zone: us-east-\u0662b\n"),
        (ZONE, "zone_id: use2-az\u0661\n"),
        (ZONE, "zone_id: use\u0662-az1\n"),
        ("region: us-east-2", "region: us-east-\u0662"),
        (HEAD, HEAD + 'kms_key_arn: "arn:aws:kms:us-east-2:11112222333\u0663:key/1234abcd"\n'),
        (HEAD, HEAD + 'kms_key_arn: "arn:aws:kms:us-east-2:111122223333:key/1234abc\u0663"\n'),
        ("floating: true", 'kubernetes: "1.3\u0664", floating: true'),
        ("floating: true", "id: ami-0000000\u0661"),
        ("{kind: spot}", "{kind: reservation, reservation_id: cr-0123456\u0667}"),
        ("{kind: spot}", "{kind: spot}, node_count: \u0662"),
    ],
)
def test_only_ascii_digits_are_digits(old: str, new: str) -> None:
    assert "TRN001" in codes(GOOD.replace(old, new))


def test_a_key_of_strange_digits_has_a_position() -> None:
    assert codes(GOOD + '"\u00b2": 1\n') == ["TRN002"]


def test_aliases_under_one_key_do_not_unfold_without_end() -> None:
    layers = "".join(f"a{at + 1}: &a{at + 1} {{x: *a{at}, x: *a{at}, x: *a{at}, x: *a{at}}}\n" for at in range(20))
    assert "TRN023" in codes("a0: &a0 1\n" + layers)


TOKEN = '"${Token[AWS.Region.1]}"'


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (ZONE, f"zone: {TOKEN}\n"),
        (ZONE, f"zone_id: {TOKEN}\n"),
        ("floating: true", f"id: {TOKEN}"),
        ("floating: true", f"ids: {{us-east-2: {TOKEN}}}"),
        ("{kind: spot}", f"{{kind: reservation, reservation_id: {TOKEN}}}"),
        ("{kind: spot}", f"{{kind: spot}}, user_data: {TOKEN}"),
        ("{kind: spot}", f"{{kind: spot}}, placement_group: {TOKEN}"),
        ("{kind: spot}", "{kind: spot}, node_count: -1.8881545897087626e+289"),
        (HEAD, HEAD + f"tags: {{team: {TOKEN}}}\n"),
        (HEAD, HEAD + f"tags: {{{TOKEN}: a}}\n"),
        (HEAD, HEAD + f"network: {{imported: {{vpc_id: {TOKEN}, subnet_ids: [subnet-00000001]}}}}\n"),
    ],
)
def test_text_of_a_file_is_no_token(old: str, new: str) -> None:
    assert codes(GOOD.replace(old, new)) == ["TRN004"]


RESERVED = f"{{kind: reservation, reservation_id: cr-{1:017x}}}"
NEXT = ("2026-12-14T11:30:00Z", "2026-12-21T11:30:00Z")


def ultraservers(*capacities: str) -> str:
    listed = ", ".join(capacities)
    return HEAD + ZONE + IMAGE + f"ultraservers: [{{name: pod, capacity: [{listed}]}}]\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (groups(blocks(block(1)), blocks(block(2))), []),
        (groups(blocks(block(1)), blocks(block(1))), ["TRN321"]),
        (groups(blocks(block(1)), blocks(block(1)), blocks(block(1))), ["TRN321", "TRN321"]),
        (groups(blocks(block(1), block(2, *NEXT))), []),
        (groups(blocks(block(1), block(1, *NEXT))), ["TRN321"]),
        (groups(RESERVED, RESERVED), ["TRN321"]),
        (groups(RESERVED, blocks(block(1))), ["TRN321"]),
        (groups("{kind: reservation}", "{kind: reservation}"), []),
        (ultraservers(blocks(block(1)), blocks(block(2))), []),
        (ultraservers(blocks(block(1)), blocks(block(1))), ["TRN321"]),
    ],
)
def test_a_reservation_serves_one_group(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


@pytest.mark.parametrize(
    ("zone_id", "expected"),
    [("use2-az1", []), ("xyz9-az1", []), ("usw2-az1", ["TRN602"]), ("use1-az6", ["TRN602"]), ("aps2-az1", ["TRN602"])],
)
def test_the_zone_id_is_of_the_region(zone_id: str, expected: list[str]) -> None:
    assert codes(GOOD.replace(ZONE, f"zone_id: {zone_id}\n")) == expected


@pytest.mark.parametrize(
    ("cidr", "expected"),
    [
        ("10.1.0.0/16", []),
        ("100.64.0.0/16", []),
        ("10.0.0.0/255.255.0.0", ["TRN001"]),
        ("10.0.0.0/0.0.255.255", ["TRN001"]),
        ("10.0.0.0/016", ["TRN001"]),
        ("127.0.0.0/16", ["TRN001"]),
        ("0.0.0.0/16", ["TRN001"]),
        ("224.0.0.0/16", ["TRN001"]),
        ("169.254.0.0/16", ["TRN001"]),
        ("240.0.0.0/16", ["TRN001"]),
    ],
)
def test_a_network_for_hosts(cidr: str, expected: list[str]) -> None:
    assert codes(GOOD + f'network: {{cidr: "{cidr}"}}\n') == expected


NVIDIA = "{family: nvidia-base, floating: true}"
NEURON = "{family: neuron-base, floating: true}"


@pytest.mark.parametrize("gib", [475, 8])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{kind: spot}", "{kind: spot}, root_volume_gib: GIB"),
        ("{kind: spot}", f"{{kind: spot}}, image: {NEURON}, root_volume_gib: GIB"),
    ],
)
def test_the_root_volume_holds_the_image(gib: int, old: str, new: str) -> None:
    text = GOOD.replace(old, new)
    assert codes(text.replace("GIB", str(gib))) == ["TRN513"]
    assert codes(text.replace("GIB", "476")) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (GOOD.replace("trn1.32xlarge", "p5.48xlarge"), ["TRN506"]),
        (GOOD.replace(IMAGE, f"image: {NVIDIA}\n"), ["TRN506"]),
        (GOOD.replace("{kind: spot}", f"{{kind: spot}}, image: {NVIDIA}"), ["TRN506"]),
        (GOOD.replace("trn1.32xlarge", f"p5.48xlarge, image: {NVIDIA}, root_volume_gib: 100"), []),
        (ultraservers(blocks(block(1))).replace(IMAGE, f"image: {NVIDIA}\n"), ["TRN506"]),
        (ultraservers(blocks(block(1))).replace("name: pod", f"name: pod, image: {NVIDIA}"), ["TRN506"]),
        (ultraservers(blocks(block(1))).replace("name: pod", "name: pod, root_volume_gib: 100"), ["TRN513"]),
        (GOOD.replace("{kind: spot}", "{kind: spot}, image: {id: ami-00000001}, root_volume_gib: 8"), []),
        (GOOD.replace(IMAGE, "image: {ids: {us-east-2: ami-00000001}}\n"), []),
        (GOOD.replace(IMAGE, "image: {ids: {us-west-2: ami-00000001}}\n"), ["TRN505"]),
        (GOOD.replace("{kind: spot}", "{kind: spot}, image: {ids: {us-west-2: ami-00000001}}"), ["TRN505"]),
    ],
)
def test_the_image_suits_the_group(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


def reserved(theirs: str, own: str) -> str:
    capacity = f"{{kind: reservation, reservation_id: cr-{1:017x}, placement_group: {theirs}}}"
    return groups(f"{capacity}, placement_group: {own}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (reserved("a", "a"), []),
        (reserved("a", "b"), ["TRN320"]),
        (reserved("a", "null"), []),
        (reserved('""', "null"), ["TRN001"]),
        (groups("{kind: reservation}, placement_group: my group"), []),
        (groups('{kind: reservation}, placement_group: ""'), ["TRN001"]),
        (groups('{kind: reservation}, placement_group: " "'), ["TRN001"]),
        (groups("{kind: reservation}, placement_group: gr\u00fcn"), ["TRN001"]),
        (groups(f"{{kind: reservation}}, placement_group: {'a' * 255}"), []),
        (groups(f"{{kind: reservation}}, placement_group: {'a' * 256}"), ["TRN001"]),
    ],
)
def test_names_of_placement_groups(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


def key(region: str) -> str:
    return GOOD + f"kms_key_arn: arn:aws:kms:{region}:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab\n"


@pytest.mark.parametrize(("region", "expected"), [("us-east-2", []), ("us-west-2", ["TRN001"])])
def test_the_key_is_of_the_region(region: str, expected: list[str]) -> None:
    assert codes(key(region)) == expected


@pytest.mark.parametrize(
    ("email", "expected"),
    [
        ("oncall@example.com", []),
        ("oncall", ["TRN001"]),
        ('"a@b@c"', ["TRN001"]),
        ("on call@example.com", ["TRN001"]),
        ('""', ["TRN001"]),
        ('"@example.com"', ["TRN001"]),
    ],
)
def test_an_address_looks_like_one(email: str, expected: list[str]) -> None:
    assert codes(groups(blocks(block(), more=f", notify_email: {email}"))) == expected


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        ("{ssm_parameter: /golden/neuron, floating: true}", []),
        ("{ssm_parameter: golden, floating: true}", ["TRN001"]),
        ('{ssm_parameter: "", floating: true}', ["TRN001"]),
        ("{ssm_parameter: /golden/neuron}", ["TRN501"]),
        ("{ssm_parameter: /golden/neuron, id: ami-00000001}", ["TRN502"]),
        ("{ssm_parameter: /golden/neuron, ids: {us-east-2: ami-00000001}}", ["TRN502"]),
    ],
)
def test_a_parameter_is_a_path_and_floats(image: str, expected: list[str]) -> None:
    assert codes(GOOD.replace(IMAGE, f"image: {image}\n")) == expected


@pytest.mark.parametrize("text", ["name: !foo x\n", "name: x\ngroups: !list []\n", "!cluster {name: x}\n"])
def test_a_tag_that_nothing_takes_is_told(text: str) -> None:
    with pytest.raises(ClusterFileError) as caught:
        parse_cluster(text, where="c.yaml")
    assert "TRN022" in caught.value.codes
