"""The auditor's part of the page, read as text: its words and colours are the catalogue's."""

from __future__ import annotations

import re
from pathlib import Path

from tablectl.texts.console import WORDS
from tablectl.texts.console_records import RECORD_WORDS

STATIC = Path(__file__).resolve().parents[2] / "tablectl" / "console" / "static"
SCRIPT = (STATIC / "auditor.js").read_text(encoding="utf-8")
STYLE = (STATIC / "auditor.css").read_text(encoding="utf-8")
MADE_UP = {
    "audit_${name}": (
        *("timeline", "search", "round", "verify"),
        *("person", "device", "kind", "clause", "text", "since", "until"),
        *("first", "previous", "next", "last"),
    ),
    "audit_source_${it.source}": ("person", "device", "controller"),
}
"""Codes that the script puts together, and of what."""


def written() -> set[str]:
    return set(re.findall(r'"(audit_\w+)"', SCRIPT))


def put_together() -> set[str]:
    return {
        re.sub(r"\$\{.*\}", name, template) for template, names in MADE_UP.items() for name in names
    }


def test_every_word_of_the_script_is_in_the_catalogue() -> None:
    assert all(f"`{template}`" in SCRIPT for template in MADE_UP)
    assert written() | put_together() <= WORDS.keys()


def test_every_word_of_the_catalogue_is_used() -> None:
    assert RECORD_WORDS.keys() <= written() | put_together()


def test_the_script_has_no_sentence_of_its_own() -> None:
    markup = re.sub(r"\$\{[^{}]*\}", "", SCRIPT.partition("function auditor")[2])
    assert not re.findall(r">\s*([A-Z][a-z]+ [a-z]+[^<$`]*)<", markup)


def test_every_colour_is_one_of_the_page() -> None:
    known = set(re.findall(r"(--[\w-]+):", (STATIC / "colours.css").read_text(encoding="utf-8")))
    assert set(re.findall(r"var\((--[\w-]+)\)", STYLE)) <= known
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b|rgba?\(", STYLE)
