"""What people may write in a YAML file, and where the errors point when they do not."""

import string
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tablectl import yamlfile
from tablectl.yamlfile import FileError, FileErrors, load, parse
from tests.yaml_values import NoAliases, values


def refused(text: str | bytes) -> tuple[FileError, ...]:
    with pytest.raises(FileErrors) as caught:
        parse(text, "f.yaml")
    return caught.value.errors


@pytest.fixture(params=["libyaml", "pure Python"])
def either_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "pure Python":
        monkeypatch.setattr(yamlfile, "_LOADER", yaml.SafeLoader)


both_parsers = pytest.mark.usefixtures("either_parser")


# Reading


@both_parsers
def test_values_and_keys_have_their_own_positions() -> None:
    document = parse("a:\n  - x: 1\n    é: [true, ~]\n", "f.yaml")
    assert document.value == {"a": [{"x": 1, "é": [True, None]}]}
    assert document.marks[("a", 0, "é", 1)] == (3, 15)
    assert document.key_marks[("a", 0, "é")] == (3, 5)
    assert document.where(("a", 0, "x")) == "f.yaml:2:8"
    assert document.where(("a", 0, "x"), key=True) == "f.yaml:2:5"
    assert document.where(("a", 0), key=True) == "f.yaml:2:5"


def test_where_falls_back_to_the_deepest_node_that_exists() -> None:
    document = parse("a:\n  b: 1\n", "f.yaml")
    assert document.where(("a", "c", "d")) == "f.yaml:2:3"
    assert document.where(("z",)) == "f.yaml:1:1"
    assert document.where(()) == "f.yaml:1:1"


@both_parsers
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0x1F", 31),
        ("-7", -7),
        ("+7", 7),
        ("0", 0),
        ("1.5e+3", 1500.0),
        (".5", 0.5),
        ("-.INF", float("-inf")),
        ("!!float 3", 3.0),
        ("!!str 017", "017"),
        ("! 5", 5),
        ("'yes'", "yes"),
        ('"12:30:00"', "12:30:00"),
        ("08:30", "08:30"),
        ("null", None),
        ('""', ""),
        ("&unused 1", 1),
        ("!!map {}", {}),
        ("!!seq []", []),
        ("{1: a}", {1: "a"}),
    ],
)
def test_plain_values_are_read_as_they_look(text: str, value: object) -> None:
    read = parse(text, "f.yaml").value
    assert read == value
    assert type(read) is type(value)


def test_a_number_as_a_key_leaves_the_marks_of_similar_text_alone() -> None:
    assert parse("'+1': a\n+1: b\n", "f").marks == {(): (1, 1), ("+1",): (1, 7), (1,): (2, 5)}


def test_a_byte_order_mark_does_not_shift_the_columns() -> None:
    assert parse(b"\xef\xbb\xbfa: 1", "f").marks[("a",)] == (1, 4)
    assert parse("\ufeffa: 1", "f").value == {"a": 1}


# Refusals of YAML


@both_parsers
@pytest.mark.parametrize(
    ("text", "line", "column", "path", "problem"),
    [
        ("a: 1\nb:\n  c: 1\n  c: 2\n", 4, 3, ("b", "c"), "'c' was already used on line 3"),
        ("1: a\n'1': b\n", 2, 1, ("1",), "'1' was already used on line 1"),
        ("a: &x [1]\nb: *x\n", 2, 4, ("b",), "the alias *x"),
        ("a: &x\n  - *x\n", 2, 5, ("a", 0), "the alias *x"),
        ("a: &x k\n*x : 1\n", 2, 1, ("?",), "the alias *x"),
        ("a: *nobody\n", 1, 4, ("a",), "the alias *nobody"),
        ("a: !!python/name:os.system x\n", 1, 4, ("a",), "'!!python/name:os.system'"),
        ("a: !!python/object/apply:os.system [x]\n", 1, 4, ("a",), "'!!python/object/apply"),
        ("a:\n- !mine {b: 1}\n", 2, 3, ("a", 0), "the tag '!mine'"),
        ("a: !!set {b}\n", 1, 4, ("a",), "the tag '!!set'"),
        ("a: !!str [b]\n", 1, 4, ("a",), "the tag '!!str'"),
        ("a: !!binary aGk=\n", 1, 4, ("a",), "the tag '!!binary'"),
        ("a: !<int> 5\n", 1, 4, ("a",), "the tag 'int'"),
        ("a: !!int five\n", 1, 4, ("a",), "'five' is not a plain whole number"),
        ("a: !!null x\n", 1, 4, ("a",), "'x' is not null"),
        ("a: 1\nb:\n  <<: {c: 1}\n", 3, 3, ("b", "<<"), "the merge key <<"),
        ("a:\n  1.5: x\n", 2, 3, ("a", "1.5"), "a key must be text or a whole number, not 1.5"),
        ("true: x\n", 1, 1, ("true",), "a key must be text or a whole number, not true"),
        ("~: x\n", 1, 1, ("~",), "a key must be text or a whole number, not nothing"),
        ("? [a]\n: x\n", 1, 3, ("?",), "a key must be text or a whole number, not a list"),
        ("on: x\n", 1, 1, ("on",), "'on' is not a boolean"),
        ("a: 1\n---\nb: 1\n", 2, 1, (), "a second document"),
        ("", 1, 1, (), "the file is empty"),
        ("# only a comment\n", 1, 1, (), "the file is empty"),
        ("---\n", 1, 1, (), "the file is empty"),
        ("a: [1, 2\nb: 3\n", 2, 2, ("a",), "invalid YAML: "),
        ("a: 1\n b: 2\n", 2, 3, (), "invalid YAML: mapping values are not allowed"),
        ("a: 12:30:00\n", 1, 4, ("a",), "'12:30:00' as a number in base 60"),
        ("a: 1:30.5\n", 1, 4, ("a",), "'1:30.5' as a number in base 60"),
        ("a: 017\n", 1, 4, ("a",), "'017' as an octal number"),
        ("a: 1_000\n", 1, 4, ("a",), "'1_000' is not a plain whole number"),
        ("a: 0b11\n", 1, 4, ("a",), "'0b11' is not a plain whole number"),
        ("a: 1_0.5\n", 1, 4, ("a",), "'1_0.5' is not a plain number"),
        ("a: 2024-01-31\n", 1, 4, ("a",), "'2024-01-31' as a date"),
        ("a: =\n", 1, 4, ("a",), "'=' has a special meaning"),
        ("a: b\nc: \x07\n", 2, 4, (), "the control character '\\x07'"),
        ("a: b\nc: é\ud800\n", 2, 5, (), "the byte 0xed is not valid UTF-8"),
        (b"a: b\nc: \xff\n", 2, 4, (), "the byte 0xff is not valid UTF-8"),
        ("a: 1\n".encode("utf-16"), 1, 1, (), "the byte 0xff is not valid UTF-8"),
        (f"a: {'9' * 301}", 1, 4, ("a",), "is not a plain whole number"),
    ],
)
def test_each_refusal_names_its_place(
    text: str | bytes, line: int, column: int, path: yamlfile.Loc, problem: str
) -> None:
    (error,) = refused(text)
    assert (error.file, error.line, error.column, error.path) == ("f.yaml", line, column, path)
    assert problem in error.problem
    assert error.hint


@both_parsers
@pytest.mark.parametrize("word", ["yes", "No", "on", "OFF", "True", "FALSE"])
def test_only_true_and_false_are_booleans(word: str) -> None:
    (error,) = refused(f"a: {word}")
    assert error.problem == f"{word!r} is not a boolean here"
    assert error.hint == "put it in quotes if it is text, or write true or false"


@pytest.mark.parametrize("text", ["017", "12:30:00", "2024-01-31"])
def test_refused_scalars_come_with_the_advice_to_quote(text: str) -> None:
    (error,) = refused(f"a: {text}")
    assert "put it in quotes" in error.hint


@both_parsers
def test_a_tab_gets_its_own_hint() -> None:
    (error,) = refused("a:\n\t- b\n")
    assert (error.line, error.column, error.hint) == (2, 1, "use spaces here, not a tab")


@both_parsers
def test_a_broken_escape_is_refused() -> None:
    assert refused('a: "\\UFFFFFFFF"')
    assert refused('a: "\\ud800"')


@both_parsers
def test_all_yaml_errors_are_reported_together_up_to_a_syntax_error() -> None:
    errors = refused("a: yes\na: &x 1\nb: *x\nc: !t 1\nd: [017, ]]\n")
    assert [(error.line, error.column) for error in errors] == [
        (1, 4),
        (2, 1),
        (3, 4),
        (4, 4),
        (5, 5),
        (5, 11),
    ]


@both_parsers
def test_billion_laughs_is_refused_without_being_expanded() -> None:
    lines = ["a0: &a0 [lol]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]
    errors = refused("\n".join(lines))
    assert len(errors) == 81
    assert (errors[0].line, errors[0].column, errors[0].path) == (2, 10, ("a1", 0))


@both_parsers
def test_nesting_is_permitted_up_to_the_limit_only() -> None:
    depth = yamlfile.MAX_DEPTH
    parse("[" * depth + "]" * depth, "f.yaml")
    (error,) = refused("[" * (depth + 1) + "]" * (depth + 1))
    assert (error.line, error.column, error.path) == (1, depth + 1, (0,) * depth)
    assert error.problem == "nested deeper than 40 levels"


@both_parsers
@pytest.mark.parametrize("text", ["[" * 500_000, "{a: " * 200_000, "- " * 500_000, "? " * 500_000])
def test_very_deep_nesting_is_refused_and_does_not_crash(text: str) -> None:
    (error,) = refused(text)
    assert error.problem == "nested deeper than 40 levels"


def test_files_over_the_limit_are_refused() -> None:
    fits = "a" * yamlfile.MAX_BYTES
    assert parse(fits, "f.yaml").value == fits
    (error,) = refused(fits + "a")
    assert str(error) == ("f.yaml:1:1: the file is larger than 1048576 bytes (split or shorten it)")


# Files


def test_load_reads_a_file_and_names_it(tmp_path: Path) -> None:
    file = tmp_path / "device.yaml"
    file.write_text("a: é\n", encoding="utf-8")
    document = load(file)
    assert document.value == {"a": "é"}
    assert document.where(("a",)) == f"{file}:1:4"


def test_files_that_cannot_be_read_are_file_errors(tmp_path: Path) -> None:
    for path, problem in [
        (tmp_path / "none.yaml", "the file does not exist"),
        (tmp_path, "this is a directory, not a file"),
        (tmp_path / "nul\0.yaml", "the file cannot be read: "),
    ]:
        with pytest.raises(FileErrors) as caught:
            load(path)
        (error,) = caught.value.errors
        assert error.file == str(path)
        assert error.problem.startswith(problem)


def test_a_forbidden_file_is_a_file_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbid(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", forbid)
    with pytest.raises(FileErrors, match="no permission to read the file"):
        load(tmp_path / "secret.yaml")


def test_a_large_file_is_not_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "large.yaml"
    file.write_bytes(b"a" * (yamlfile.MAX_BYTES + 100))
    with pytest.raises(FileErrors, match="larger than 1048576 bytes"):
        load(file)


def test_reading_a_file_does_not_import_pydantic() -> None:
    script = (
        "import sys; from tablectl import yamlfile; yamlfile.parse('a: 1', 'f'); "
        "raise SystemExit('pydantic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


# Invariants


def paths(value: object, path: yamlfile.Loc = ()) -> Iterator[yamlfile.Loc]:
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
    if isinstance(value, list):
        for index, inner in enumerate(value):
            yield from paths(inner, (*path, index))


@given(values, st.sampled_from([True, False, None]))
def test_what_pyyaml_writes_is_read_back_unchanged(value: object, flow: bool | None) -> None:
    text = yaml.dump(value, Dumper=NoAliases, default_flow_style=flow)
    read = parse(text, "f.yaml").value
    assert read == value
    assert repr(read) == repr(yaml.safe_load(text))


@given(values)
def test_every_value_has_a_mark_inside_the_text(value: object) -> None:
    text = yaml.dump(value, Dumper=NoAliases)
    document = parse(text, "f.yaml")
    assert set(document.marks) == set(paths(document.value))
    lines = text.count("\n") + 1
    assert all(1 <= line <= lines and column >= 1 for line, column in document.marks.values())
    assert set(document.key_marks) <= set(document.marks)


@given(st.binary(max_size=200))
def test_random_bytes_are_read_or_refused(data: bytes) -> None:
    read_or_refuse(data)


@given(st.text("ab01.:-?[]{},&*!|>'\"%@`#~=<\\\n\t yesno_xuU" + string.digits, max_size=60))
def test_random_yaml_is_read_or_refused_whichever_parser_reads_it(text: str) -> None:
    read_or_refuse(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yamlfile, "_LOADER", yaml.SafeLoader)
        read_or_refuse(text)


def read_or_refuse(text: str | bytes) -> None:
    try:
        parse(text, "f.yaml")
    except FileErrors as refusal:
        errors, printed = refusal.errors, str(refusal)
    else:
        return
    assert errors
    assert len(printed.splitlines()) == len(errors)
