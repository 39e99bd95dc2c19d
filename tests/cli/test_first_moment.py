"""Ctrl-C before anything has begun: a quiet end."""

from __future__ import annotations

import tomllib

import pytest

from tablectl import __main__ as entry
from tests.cli.shell import ROOT


def test_an_interrupt_in_the_midst_of_the_imports_is_a_quiet_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(entry, "import_module", interrupted)
    with pytest.raises(SystemExit) as ended:
        entry.main()

    assert ended.value.code == 130
    assert capsys.readouterr() == ("", "")


def test_the_console_script_begins_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["scripts"]["tablectl"] == "tablectl.__main__:main"
