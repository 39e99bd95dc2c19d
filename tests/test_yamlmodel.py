"""Models of YAML files: what is accepted, and what people are told when it is not."""

import enum
from typing import Annotated, Literal

import pytest
import yaml
from hypothesis import given
from pydantic import BaseModel, Field, RootModel, field_validator, model_validator

from tablectl.yamlfile import FileErrors, parse
from tablectl.yamlmodel import Strict, validated
from tests.yaml_values import NoAliases, values


class Colour(enum.Enum):
    RED = "red"
    GREEN = "green"


class Whole(Strict):
    kind: Literal["whole"]
    max: int = Field(ge=1, le=10)
    min: int = 0


class Choice(Strict):
    kind: Literal["choice"]
    choice: tuple[str, ...]
    mix: bool = False


class Command(Strict):
    name: str = Field(min_length=2)
    args: tuple[Annotated[Whole | Choice, Field(discriminator="kind")], ...] = ()
    timeout: float | None = None


class Device(Strict):
    vendor: str
    commands: tuple[Command, ...] = Field(min_length=1, max_length=3)
    colour: Colour = Colour.RED
    mode: Literal["fast", "slow"] = "fast"
    enabled: bool = True
    labels: dict[str, Command] = Field(default_factory=dict)
    ports: dict[int, str] = Field(default_factory=dict)
    limit: int | list[int] = 0
    alias: str = Field(default="", alias="also-known-as")


HEAD = "vendor: Acme\ncommands:\n- name: open\n"


def complaints(text: str, model: type[BaseModel] = Device) -> list[str]:
    with pytest.raises(FileErrors) as caught:
        validated(parse(text, "f.yaml"), model)
    return str(caught.value).splitlines()


def test_a_valid_file_becomes_its_model() -> None:
    text = HEAD + (
        "  args:\n  - {kind: choice, choice: [a, b]}\n  timeout: 3\n"
        "colour: green\nports: {1: x}\nalso-known-as: A\n"
    )
    device = validated(parse(text, "f.yaml"), Device)
    assert device.colour is Colour.GREEN
    assert device.commands[0].args == (Choice(kind="choice", choice=("a", "b")),)
    assert device.ports == {1: "x"}
    assert device.alias == "A"


def test_four_planted_errors_are_reported_in_one_pass_in_the_order_of_the_file() -> None:
    text = (
        "vendor: Acme\n"
        "modee: slow\n"
        "commands:\n"
        "  - name: open\n"
        "    args:\n"
        "      - kind: whole\n"
        "        max: eight\n"
        "  - timeout: 1.5\n"
        "colour: gren\n"
    )
    assert complaints(text) == [
        "f.yaml:2:1: modee: the key 'modee' is not known here (did you mean 'mode'?)",
        "f.yaml:7:14: commands.0.args.0.max: expected a whole number, got 'eight'",
        "f.yaml:8:5: commands.1: the required key 'name' is missing (add it here)",
        "f.yaml:9:9: colour: expected 'red' or 'green', got 'gren' (did you mean 'green'?)",
    ]


@pytest.mark.parametrize(
    ("added", "complaint"),
    [
        ("mode: Slow", "4:7: mode: expected 'fast' or 'slow', got 'Slow' (did you mean 'slow'?)"),
        ("mode: xyz", "4:7: mode: expected 'fast' or 'slow', got 'xyz'"),
        ("mode: 3", "4:7: mode: expected 'fast' or 'slow', got 3"),
        ("enabled: 'true'", "4:10: enabled: expected true or false, got 'true' "
         "(write true or false, without quotes)"),
        ("enabled:", "4:9: enabled: expected true or false, got nothing "
         "(write a value after the colon)"),
        ("also-know-as: x", "4:1: also-know-as: the key 'also-know-as' is not known here "
         "(did you mean 'also-known-as'?)"),
        ("labels: [1]", "4:9: labels: expected a mapping (key: value), got a list of 1 item"),
        ("labels: {a: {name: open, nme: x}}", "4:26: labels.a.nme: the key 'nme' is not known here "
         "(did you mean 'name'?)"),
        ("labels: {a: {name: 5}}", "4:20: labels.a.name: expected text, got 5 (put it in quotes)"),
        ("labels: {name: 5}", "4:16: labels.name: expected a mapping (key: value), got 5"),
        ("ports: {1: 2}", "4:12: ports.1: expected text, got 2 (put it in quotes)"),
        ("ports: {1: a, b: c}", "4:15: ports.b: expected a whole number, got 'b'"),
        ("qqq: 1", "4:1: qqq: the key 'qqq' is not known here (the keys known here: "
         "also-known-as, colour, commands, enabled, labels, limit, mode, ports, vendor)"),
        ("  timeout: '5'", "4:12: commands.0.timeout: expected a number, got '5' "
         "(remove the quotes)"),
        ("- name: x", "4:9: commands.1.name: expected text of 2 or more characters, got 'x'"),
        ("- open", "4:3: commands.1: expected a mapping (key: value), got 'open'"),
        ("- name: yy\n- name: yy\n- name: yy", "3:1: commands: expected 3 or fewer items, "
         "got a list of 4 items"),
        ("  args: {}", "4:9: commands.0.args: expected a list, got a mapping of 0 keys "
         "(write each item on its own line after '- ')"),
        ("  args: [{kind: whole, max: 0}]",
         "4:29: commands.0.args.0.max: expected a number of at least 1, got 0"),
        ("  args: [{kind: whole, max: 11}]",
         "4:29: commands.0.args.0.max: expected a number of at most 10, got 11"),
        ("  args: [{kind: whole, max: 1.5}]", "4:29: commands.0.args.0.max: expected a whole "
         "number, got 1.5 (remove the fraction)"),
        ("  args: [{kind: hole}]", "4:17: commands.0.args.0.kind: expected one of 'whole', "
         "'choice', got 'hole' (did you mean 'whole'?)"),
        ("  args: [{max: 1}]", "4:10: commands.0.args.0: the required key 'kind' is missing "
         "(add it here)"),
    ],
)  # fmt: skip
def test_complaints_are_plain_sentences_at_the_right_place(added: str, complaint: str) -> None:
    assert complaints(HEAD + added + "\n") == [f"f.yaml:{complaint}"]


def test_a_missing_field_points_at_the_mapping_that_lacks_it() -> None:
    assert complaints("# a comment\ncommands:\n- name: open\n") == [
        "f.yaml:2:1: the required key 'vendor' is missing (add it here)"
    ]


def test_a_file_that_is_no_mapping_is_told_so() -> None:
    assert complaints("- a\n- b\n") == [
        "f.yaml:1:1: expected a mapping (key: value), got a list of 2 items"
    ]


def test_a_union_tag_that_is_also_a_key_does_not_mislead_the_position() -> None:
    text = HEAD + "  args:\n  - kind: choice\n    choice: [x]\n    mix: 1\n"
    assert complaints(text) == ["f.yaml:7:10: commands.0.args.0.mix: expected true or false, got 1"]
    text = HEAD + "  args:\n  - kind: choice\n    choice: [x, 3]\n"
    assert complaints(text) == [
        "f.yaml:6:17: commands.0.args.0.choice.1: expected text, got 3 (put it in quotes)"
    ]


def test_a_field_missing_beside_a_union_tag_points_at_the_mapping() -> None:
    text = HEAD + "  args:\n  - kind: choice\n"
    assert complaints(text) == [
        "f.yaml:5:5: commands.0.args.0: the required key 'choice' is missing (add it here)"
    ]


def test_a_near_miss_is_sought_only_in_the_union_branch_that_is_meant() -> None:
    text = HEAD + "  args: [{kind: whole, max: 1, mx: 2}, {kind: choice, choice: [], mx: true}]\n"
    assert complaints(text) == [
        "f.yaml:4:32: commands.0.args.0.mx: the key 'mx' is not known here (did you mean 'max'?)",
        "f.yaml:4:67: commands.0.args.1.mx: the key 'mx' is not known here (did you mean 'mix'?)",
    ]


def test_every_branch_of_a_plain_union_is_explained_at_the_same_place() -> None:
    assert complaints(HEAD + "limit: many\n") == [
        "f.yaml:4:8: limit: expected a whole number, got 'many'",
        "f.yaml:4:8: limit: expected a list, got 'many' "
        "(write each item on its own line after '- ')",
    ]


def test_a_class_name_in_the_loc_of_a_union_is_passed_over() -> None:
    class Plain(Strict):
        either: Whole | Command

    text = "either:\n  name: open\n  timeout: soon\n"
    assert complaints(text, Plain)[-1] == (
        "f.yaml:3:12: either.timeout: expected a number, got 'soon'"
    )


def test_checks_of_the_model_itself_speak_in_their_own_words() -> None:
    class Range(Strict):
        low: int
        high: int

        @field_validator("low")
        @classmethod
        def even(cls, low: int) -> int:
            if low % 2:
                raise ValueError("low must be even")
            return low

        @model_validator(mode="after")
        def ordered(self) -> "Range":
            if self.low > self.high:
                raise ValueError("low is above\nhigh")
            return self

    class Ranges(RootModel[list[Range]]):
        pass

    assert complaints("- {low: 4, high: 2}\n- {low: 1, high: 2}\n", Ranges) == [
        "f.yaml:1:3: 0: low is above high",
        "f.yaml:2:9: 1.low: low must be even",
    ]
    assert complaints("- {low: 2, high: 2, hihg: 3}\n", Ranges) == [
        "f.yaml:1:21: 0.hihg: the key 'hihg' is not known here (did you mean 'high'?)"
    ]


def test_a_bad_key_of_a_mapping_points_at_the_key() -> None:
    class Named(Strict):
        by_name: dict[Annotated[str, Field(pattern="^[a-z]+$")], int]

    assert complaints("by_name:\n  Abc: 1\n", Named) == [
        "f.yaml:2:3: by_name.Abc: expected text that matches ^[a-z]+$, got 'Abc'"
    ]


def test_a_list_is_called_too_short_only_when_it_is() -> None:
    assert complaints("vendor: Acme\ncommands: []\n") == [
        "f.yaml:2:11: commands: expected 1 or more items, got a list of 0 items"
    ]
    assert complaints("vendor: Acme\ncommands: [1]\n") == [
        "f.yaml:2:12: commands.0: expected a mapping (key: value), got 1"
    ]


def test_an_item_missing_from_a_fixed_list_is_numbered() -> None:
    class Pair(Strict):
        pair: tuple[int, int]

    assert complaints("pair: [1]\n", Pair) == [
        "f.yaml:1:7: pair: item 2 of the list is missing (add it)"
    ]


def test_errors_unknown_to_us_keep_the_words_of_pydantic() -> None:
    class Timed(Strict):
        at: Annotated[int, Field(multiple_of=5)]
        blob: bytes

    assert complaints("at: 7\nblob: 3\n", Timed) == [
        "f.yaml:1:5: at: expected a multiple of 5, got 7",
        "f.yaml:2:7: blob: Input should be a valid bytes",
    ]


def test_an_error_stays_on_one_line_whatever_the_text_holds() -> None:
    text = HEAD + '"a\\nb": 1\nmode: "' + "x\\n" * 100 + '"\n'
    first, second = complaints(text)
    assert first.startswith(r"f.yaml:4:1: 'a\nb': the key 'a\nb' is not known here")
    assert len(second) < 200


@given(values)
def test_validation_of_anything_ends_in_a_model_or_file_errors(value: object) -> None:
    wanting = {"commands": value, "labels": value, "limit": value}
    document = parse(yaml.dump(wanting, Dumper=NoAliases), "f.yaml")
    with pytest.raises(FileErrors, match="the required key 'vendor' is missing"):
        validated(document, Device)
