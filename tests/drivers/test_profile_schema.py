"""The JSON Schema of profiles: it takes what is right and sees what an editor can see."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest

from drivers.families import FAMILIES
from drivers.profile_schema import profile_schema
from drivers.profiles import SHIPPED, SUFFIX
from tablectl.yamlfile import parse
from tests.cli.shell import tablectl
from tests.drivers.json_schema import Validator
from tests.drivers.test_profiles import SHOE

SHIPPED_FILES = sorted(
    place.name for place in files(SHIPPED).iterdir() if place.name.endswith(SUFFIX)
)


@pytest.fixture(scope="module")
def schema() -> Validator:
    return Validator(json.loads(tablectl("profile", "schema").output))


def plain(text: str | bytes) -> Any:
    return parse(text, "profile.yaml").value


@pytest.mark.parametrize("name", SHIPPED_FILES)
def test_every_shipped_profile_is_as_the_schema_says(name: str, schema: Validator) -> None:
    assert schema.misses(plain((files(SHIPPED) / name).read_bytes())) == []


def test_every_protocol_has_its_form_in_it() -> None:
    forms = profile_schema()["allOf"]
    assert [form["then"]["properties"]["protocol"] for form in forms] == [
        {"const": protocol} for protocol in FAMILIES
    ]


@pytest.mark.parametrize(
    ("change", "at"),
    [
        (("reference/1", "reference/2"), "/protocol"),
        (("model: S-1\n", ""), "/"),
        (("kind: shoe", "kind: shoebox"), "/kind"),
        (("title: My", "titel: X\ntitle: My"), "/titel"),
        (("count, ", "count, sing, "), "/can/1"),
        (("model: S-1", "model: S-1\ntiming: {beat: -1}"), "/timing/beat"),
        (("model: S-1", "model: S-1\nusb: [04D8:F5FE]"), "/usb/0"),
        (("model: S-1", "model: S-1\nvariants: [{can: [count]}]"), "/variants/0"),
        (("model: S-1", 'model: S-1\nvariants: [{firmware: ["2"], kind: x}]'), "/variants/0/kind"),
        (("model: S-1", "model: S-1\nframing: {kind: lines}"), "/framing"),
    ],
)
def test_what_an_editor_can_see_is_seen(
    change: tuple[str, str], at: str, schema: Validator
) -> None:
    assert change[0] in SHOE
    assert schema.misses(plain(SHOE)) == []
    found = schema.misses(plain(SHOE.replace(*change)))
    assert [each.partition(":")[0] for each in found] == [at]


def test_a_variant_may_have_the_keys_of_its_family(schema: Validator) -> None:
    text = (files(SHIPPED) / "plain_sensing_shoe.yaml").read_text()
    more = 'variants: [{firmware: ["9.x"], alive: {ask: "?", answer: "!"}, timing: {beat: 400}}]\n'
    assert schema.misses(plain(text + more)) == []
    assert schema.misses(plain(SHOE + more)) == ["/variants/0/alive: unknown"]
