"""The page without a browser: nothing from elsewhere, nothing inline, every word in the catalogue,
colours that can be read, and vendored files as they were published."""

import hashlib
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tablectl import console
from tablectl.texts.console import WORDS
from tablectl.words.bases import Role
from tablectl.words.rulings import Scope

STATIC = Path(console.__file__).resolve().parent / "static"
VENDOR = STATIC / "vendor"
OURS = sorted(p for p in STATIC.iterdir() if p.suffix in {".js", ".css", ".html", ".svg"})
SCRIPTS = [p for p in OURS if p.suffix == ".js"]
STYLES = [p for p in OURS if p.suffix == ".css"]
NAMESPACE = "http://www.w3.org/2000/svg"
LEAST_CONTRAST = 4.5
LEAST_OF_A_RING = 3


def named(path: Path) -> str:
    return path.name


@pytest.mark.parametrize("path", [*OURS, VENDOR / "preact-htm.js"], ids=named)
def test_the_page_takes_nothing_from_another_host(path: Path) -> None:
    found = re.findall(r"(?:https?:|wss?:)?//[\w.-]+\.\w+[^\s\"'`)]*", path.read_text())
    assert [each for each in found if each != NAMESPACE] == []


@pytest.mark.parametrize("path", [*SCRIPTS, VENDOR / "preact-htm.js"], ids=named)
def test_a_script_makes_no_script_and_no_markup_of_strings(path: Path) -> None:
    text = path.read_text()
    forbidden = r"\beval\(|new Function|document\.write|insertAdjacentHTML|\.outerHTML"
    assert re.search(forbidden, text) is None
    if path in SCRIPTS:
        assert "innerHTML" not in text.replace("dangerouslySetInnerHTML", "innerHTML")


def test_the_document_has_no_inline_script_style_or_handler() -> None:
    text = (STATIC / "index.html").read_text()
    assert re.findall(r"<script(?![^>]*\bsrc=)[^>]*>", text) == []
    assert re.findall(r"<style|\sstyle=|\son\w+=|javascript:", text) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=named)
def test_no_markup_of_a_script_has_a_style_as_a_string(path: Path) -> None:
    assert re.findall(r"\sstyle=[\"']", path.read_text()) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=named)
def test_every_module_that_is_imported_is_there(path: Path) -> None:
    for wanted in re.findall(r"(?:from|import\()\s*\"([^\"]+)\"", path.read_text()):
        assert (STATIC / wanted).is_file(), wanted


def test_every_part_that_the_document_names_is_there() -> None:
    text = (STATIC / "index.html").read_text()
    wanted = re.findall(r"(?:href|src)=\"/static/([^\"]+)\"", text)
    assert wanted
    assert [name for name in wanted if not (STATIC / name).is_file()] == []


def test_what_is_vendored_is_as_it_was_published() -> None:
    listed = re.findall(r"^\| `([\w.-]+)` \|.*\| `([0-9a-f]{64})` \|$", readme(), re.MULTILINE)
    there = {p.name for p in VENDOR.iterdir() if p.suffix == ".js"}
    assert {name for name, _ in listed} == there
    for name, digest in listed:
        assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == digest


def test_every_licence_that_the_vendored_files_name_is_beside_them() -> None:
    named_there = set(re.findall(r"`(LICENSE\.\w+)`", readme()))
    assert named_there == {p.name for p in VENDOR.glob("LICENSE.*")}


def readme() -> str:
    return (VENDOR / "README.md").read_text()


@pytest.mark.parametrize("path", SCRIPTS, ids=named)
def test_every_module_is_understood_by_a_javascript_parser(path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine")
    command = [node, "--input-type=module", "--check"]
    done = subprocess.run(
        command, input=path.read_text(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


# ------------------------------------------------------------------ words

KINDS: Mapping[str, tuple[str, ...]] = {
    "role_": tuple(role.value for role in Role),
    "rank_": tuple("AKQJT98765432"),
    "suit_": tuple("SHDC"),
    "does_": ("take", "pay", "return", "judge"),
    "crew_": ("playing", "paused", "none"),
    "step_": ("done", "now", "later"),
    "holds_": tuple(scope.value for scope in Scope),
    "theme_": ("system", "light", "dark"),
    "audit_": (
        *("timeline", "search", "round", "verify"),
        *("person", "device", "kind", "clause", "text", "since", "until"),
        *("first", "previous", "next", "last"),
    ),
    "audit_source_": ("person", "device", "controller"),
    "tab_": ("table", "house", "devices", "people", "record"),
}
"""What the page puts behind the beginning of a code."""
NAMED_BY_DATA = ("corrections", "reports", "changes")


def codes(text: str) -> Iterator[str]:
    """Every code that a script asks for: as it stands, by a choice, or with a name behind it."""
    for call in re.findall(r"\bword\(((?:[^()]|\([^()]*\))*)\)", text):
        first = re.split(r", \{|,\s*$", call)[0]
        yield from re.findall(r"\"([a-z_A-Z0-9]+)\"", first)
        for start in re.findall(r"`(\w+_)\$\{", first):
            yield from (start + rest for rest in KINDS[start])
    yield from re.findall(r"(?:hint|label): \"(audit_\w+)\"", text)
    if re.search(r"prefix=\"tab_\"", text):
        yield from (f"tab_{each}" for each in KINDS["tab_"])


def all_codes() -> set[str]:
    return {code for path in SCRIPTS for code in codes(path.read_text())} | {*NAMED_BY_DATA}


def test_every_word_of_the_page_is_in_the_catalogue() -> None:
    assert all_codes() - {*WORDS} == set()


def test_every_text_for_the_page_is_used_by_it() -> None:
    assert {*WORDS} - all_codes() == set()


@pytest.mark.parametrize("path", SCRIPTS, ids=named)
def test_no_markup_has_a_sentence_of_its_own(path: Path) -> None:
    markup = re.findall(r">\s*([A-Za-z][a-z]+(?: [a-z]+)+)\s*<", path.read_text())
    assert markup == []


# ------------------------------------------------------------------ colours


def themes() -> dict[str, dict[str, str]]:
    """The colours of each theme by name."""
    text = (STATIC / "colours.css").read_text()
    blocks = dict(re.findall(r"(:root[^{]*)\{([^}]*)\}", text))
    made = {}
    for selector, body in blocks.items():
        made[selector.strip()] = dict(re.findall(r"--([\w-]+):\s*([^;]+);", body))
    return made


LIGHT = themes()[":root"]
DARK = themes()[':root[data-theme="dark"]']


def test_both_ways_into_the_dark_theme_lead_to_the_same_colours() -> None:
    assert themes()[':root:not([data-theme="light"])'] == DARK


def test_both_themes_name_the_same_colours() -> None:
    assert {*LIGHT} == {*DARK}


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_computed_as_the_guideline_says() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


PAIRS = [(name, name.partition("on-")[2]) for name in LIGHT if re.match(r"(\w+-)?on-", name)]
ALSO = [
    ("on-sim", "sim-stripe"),
    ("on-felt", "felt-far"),
    ("quiet-on-felt", "felt-far"),
    ("on-alarm", "alarm-stripe"),
]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), [*PAIRS, *ALSO], ids=lambda name: name)
def test_text_stands_out_from_what_it_is_written_on(
    theme: Mapping[str, str], text: str, ground: str
) -> None:
    assert contrast(theme[text], theme[ground]) >= LEAST_CONTRAST


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("ring", "ground"),
    [
        *(("focus", ground) for ground in ("page", "panel", "bar", "sim-panel")),
        *(("on-felt", ground) for ground in ("felt", "felt-far", "plate")),
        ("on-refusal", "refusal"),
        ("page", "on-page"),
    ],
)
def test_what_has_the_focus_is_seen(theme: Mapping[str, str], ring: str, ground: str) -> None:
    assert contrast(theme[ring], theme[ground]) >= LEAST_OF_A_RING


@pytest.mark.parametrize("path", STYLES, ids=named)
def test_only_the_file_of_colours_has_colours(path: Path) -> None:
    text = path.read_text()
    if path.name != "colours.css":
        assert re.findall(r"#[0-9a-fA-F]{3,8}\b(?![^{]*\{)|rgba?\(|hsla?\(", text) == []
    assert set(re.findall(r"var\(--([a-z-]+)\)", text)) - OWN_SIZES <= {*LIGHT}


OWN_SIZES = {"card", "cards", "seats", "drop", "deep", "room", "step"}
"""Variables that are lengths and numbers."""


@pytest.mark.parametrize("path", STYLES, ids=named)
def test_fonts_are_those_of_the_system(path: Path) -> None:
    assert re.findall(r"@font-face|@import|url\(", path.read_text()) == []


def test_what_moves_stands_still_for_those_who_ask_for_it() -> None:
    text = (STATIC / "frame.css").read_text()
    (asked,) = re.findall(
        r"@media \(prefers-reduced-motion: reduce\) \{\s*(.*?)\n\}", text, re.DOTALL
    )
    assert re.match(r"\*, \*::before, \*::after \{ animation: none !important;", asked)
