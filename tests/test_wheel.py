"""The wheel works on its own.

Builds the wheel from a clean copy of the source tree, installs it with the locked runtime
requirements into an empty virtual environment, and runs it from a folder that is not the
source tree. What passes here is what a table gets: code, package data and console script.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.cli.test_coverage import JAM

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("tablectl", "drivers", "device_profiles", "simulators")

# Notes beside the code are for its readers; everything else in a package is part of it.
NOT_SHIPPED = {".md"}

WHERE_MODULES_LIE = """
import device_profiles, drivers, simulators, tablectl
print(tablectl.__file__)
print(drivers.__file__)
print(device_profiles.__file__)
print(simulators.__file__)
"""

A_PROFILE = """
from drivers.profiles import find
print(find("reference_stack_shoe").stack_size)
"""

WHERE_PACKAGES_LIE = "import sysconfig; print(sysconfig.get_path('purelib'))"


def environment_of_a_stranger() -> dict[str, str]:
    """The environment without anything that could lead Python back to the source tree."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("PYTHON") and name != "VIRTUAL_ENV"
    }
    return kept | {"PYTHONNOUSERSITE": "1"}


def run(
    command: Sequence[str | Path], cwd: Path, env: Mapping[str, str] | None = None, code: int = 0
) -> subprocess.CompletedProcess[str]:
    """Run a command and insist that it ends as it should, showing all it said when it does not."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment_of_a_stranger() if env is None else env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, (
        f"{' '.join(map(str, command))}\nended with {done.returncode}\n"
        f"--- stdout\n{done.stdout}\n--- stderr\n{done.stderr}"
    )
    return done


def source_files() -> list[Path]:
    """The files of the source tree, relative to its root, without what tools left behind."""
    listed = run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        env=os.environ,
    )
    names = {Path(name) for name in listed.stdout.split("\0") if name}
    # A file deleted but not yet committed is still listed.
    return sorted(name for name in names if (ROOT / name).is_file())


def shipped_files(source: Path) -> list[Path]:
    """The files of a source tree, relative to its root, that the wheel owes its user."""
    return [
        path.relative_to(source)
        for package in PACKAGES
        for path in sorted((source / package).rglob("*"))
        if path.is_file() and path.suffix not in NOT_SHIPPED
    ]


def copy_source_tree(to: Path) -> Path:
    for name in source_files():
        target = to / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)
    return to


def build_wheel(source: Path, into: Path) -> Path:
    wheel = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation"]
    run([*wheel, "--wheel-dir", into, source], cwd=source)
    wheels = list(into.glob("*.whl"))
    assert len(wheels) == 1, f"expected one wheel, found {wheels}"
    return wheels[0]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean copy of the source tree, so that building leaves nothing behind in the real one."""
    return copy_source_tree(tmp_path_factory.mktemp("source"))


@pytest.fixture(scope="module")
def venv(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty virtual environment holding the locked requirements and the wheel only."""
    work = tmp_path_factory.mktemp("wheel")
    wheel = build_wheel(source, into=work / "dist")
    empty = work / "venv"
    run([sys.executable, "-m", "venv", "--without-pip", empty], cwd=work)
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", empty / "bin" / "python"]
    install = [*pip, "install", "--no-compile"]
    run([*install, "--require-hashes", "-r", source / "requirements.txt"], cwd=work)
    run([*install, "--no-deps", wheel], cwd=work)
    return empty


def test_the_installed_modules_come_from_the_wheel(venv: Path, tmp_path: Path) -> None:
    done = run([venv / "bin" / "python", "-I", "-c", WHERE_MODULES_LIE], cwd=tmp_path)
    outside = [line for line in done.stdout.splitlines() if not Path(line).is_relative_to(venv)]
    assert not outside, f"imported from outside {venv}: {outside}"


def test_every_file_of_the_packages_is_installed_unchanged(
    venv: Path, source: Path, tmp_path: Path
) -> None:
    done = run([venv / "bin" / "python", "-I", "-c", WHERE_PACKAGES_LIE], cwd=tmp_path)
    site = Path(done.stdout.strip())
    shipped = shipped_files(source)
    missing = [str(name) for name in shipped if not (site / name).is_file()]
    assert not missing, f"the wheel lacks: {missing}"
    changed = [
        str(name) for name in shipped if (site / name).read_bytes() != (source / name).read_bytes()
    ]
    assert not changed, f"the wheel alters: {changed}"


def test_the_console_script_explains_itself(venv: Path, tmp_path: Path) -> None:
    done = run([venv / "bin" / "tablectl", "--help"], cwd=tmp_path)
    assert "Usage" in done.stdout, f"no usage in the help: {done.stdout!r}"


def test_the_profiles_are_found_where_the_wheel_put_them(
    venv: Path, source: Path, tmp_path: Path
) -> None:
    found = run([venv / "bin" / "python", "-I", "-c", A_PROFILE], cwd=tmp_path)
    assert found.stdout.strip() == "3"
    listed = run([venv / "bin" / "tablectl", "profile", "list"], cwd=tmp_path).stdout
    shipped = sorted(path.stem for path in (source / "device_profiles").glob("*.yaml"))
    assert shipped
    assert [line.split()[0] for line in listed.splitlines()] == shipped
    run([venv / "bin" / "tablectl", "profile", "lint"], cwd=tmp_path)


def test_clauses_and_coverage_need_nothing_but_the_wheel(venv: Path, tmp_path: Path) -> None:
    (tmp_path / "jam.yaml").write_text(JAM)
    tablectl = venv / "bin" / "tablectl"
    asked = ("--game", "three_card_poker", "--json")
    listed = run([tablectl, "clauses", *asked], cwd=tmp_path).stdout
    hows = {each["id"]: each["how"] for each in json.loads(listed)}
    assert hows["19:47-20.12(f)"] == "row"
    played: list[str | Path] = [tablectl, "coverage", *asked, "--scenarios", tmp_path]
    shown = run(played, cwd=tmp_path, code=1).stdout  # most cells are empty
    assert [cell["preset"] for cell in json.loads(shown) if cell["scenarios"]] == ["counting"]


def test_the_console_script_plays_two_rounds(venv: Path, tmp_path: Path) -> None:
    done = run([venv / "bin" / "tablectl", "run", "--rounds", "2", "--pace", "0.05"], cwd=tmp_path)
    assert done.stdout.strip(), f"two rounds left no output; stderr: {done.stderr}"
