"""`tablectl journal key`, `checkpoint` and `verify --checkpoint`: from a key to a cut tail."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import Result

from tablectl.games.catalogue import rules_for
from tablectl.journal.sqlite import SqliteJournal
from tablectl.kernel import Kernel
from tablectl.words.acts import Act, Confirm
from tests.cli.shell import tablectl
from tests.journal.books import tampering
from tests.tables import NOON, settings_for


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a journal, a key and a checkpoint."""
    run = ("run", "--virtual", "--rounds", "1", "--quiet", "--journal", tmp_path / "table.db")
    assert tablectl(*run).exit_code == 0
    assert tablectl("journal", "key", "new", tmp_path / "audit.key").exit_code == 0
    assert checkpoint(tmp_path, "--key", tmp_path / "audit.key").exit_code == 0
    return tmp_path


def checkpoint(folder: Path, *words: str | Path, output: str = "kept") -> Result:
    return tablectl(
        "journal", "checkpoint", folder / "table.db", "--output", folder / output, *words
    )


def verify(folder: Path, *checkpoints: str, key: str = "audit.key.pub") -> Result:
    given = [word for name in checkpoints for word in ("--checkpoint", folder / name)]
    return tablectl("journal", "verify", folder / "table.db", *given, "--public-key", folder / key)


def cut(folder: Path) -> None:
    with tampering(folder / "table.db") as db:
        db.execute("DELETE FROM snapshot")
        db.execute("DELETE FROM record WHERE kind = 'snapshot' OR seq > 40")


def test_a_checkpoint_that_matches_is_told(folder: Path) -> None:
    done = verify(folder, "kept")

    assert done.exit_code == 0
    assert "kept of " in done.output
    assert "matches: record " in done.output


def test_a_cut_tail_is_named_with_what_to_do(folder: Path) -> None:
    cut(folder)

    done = verify(folder, "kept")

    assert done.exit_code == 1
    assert "NOT SOUND" in done.output
    assert "NOT USABLE" not in done.output
    assert "finding: record 41: checkpoint_beyond: the journal ends at record 40" in done.output
    assert "do: checkpoint_beyond: the end was cut off" in done.output
    assert "matches" not in done.output


def test_a_checkpoint_of_an_unknown_key_makes_a_sound_journal_fail(folder: Path) -> None:
    tablectl("journal", "key", "new", folder / "other.key")

    done = verify(folder, "kept", key="other.key.pub")

    assert done.exit_code == 1
    assert "table.db: sound\n" in done.output
    assert "checkpoint: NOT USABLE" in done.output
    assert "finding: file: checkpoint_key: " in done.output
    assert "do: checkpoint_key: give the public key" in done.output


def test_checkpoints_of_an_old_and_a_new_key_are_verified_together(folder: Path) -> None:
    tablectl("journal", "key", "new", folder / "new.key")
    checkpoint(folder, "--key", folder / "new.key", output="kept2")

    done = tablectl(
        *("journal", "verify", folder / "table.db"),
        *("--checkpoint", folder / "kept", "--checkpoint", folder / "kept2"),
        *("--public-key", folder / "audit.key.pub", "--public-key", folder / "new.key.pub"),
    )

    assert done.exit_code == 0
    assert done.output.count("matches: record ") == 2


def test_a_checkpoint_is_never_written_over(folder: Path) -> None:
    before = (folder / "kept").read_bytes()

    done = checkpoint(folder, "--key", folder / "audit.key")

    assert done.exit_code == 2
    assert "name another file" in done.stderr
    assert (folder / "kept").read_bytes() == before


def test_a_journal_with_a_fault_gets_no_checkpoint(folder: Path) -> None:
    with tampering(folder / "table.db") as db:
        db.execute("UPDATE record SET time = time + 1 WHERE seq = 7")

    done = checkpoint(folder, "--key", folder / "audit.key", output="kept2")

    assert done.exit_code == 1
    assert "record 7" in done.stderr
    assert not (folder / "kept2").exists()


def test_a_key_is_never_written_over(folder: Path) -> None:
    before = (folder / "audit.key").read_bytes()

    done = tablectl("journal", "key", "new", folder / "audit.key")

    assert done.exit_code == 2
    assert "no key is written over" in done.stderr
    assert (folder / "audit.key").read_bytes() == before


def test_a_key_that_others_can_read_signs_nothing(folder: Path) -> None:
    (folder / "audit.key").chmod(0o644)

    done = checkpoint(folder, "--key", folder / "audit.key", output="kept2")

    assert done.exit_code == 2
    assert "others can get at the key" in done.stderr
    assert not (folder / "kept2").exists()


def test_a_public_key_in_place_of_the_private_one_is_called_so(folder: Path) -> None:
    done = checkpoint(folder, "--key", folder / "audit.key.pub", output="other")

    assert done.exit_code == 2
    assert "it is a public key" in done.stderr
    assert "make a new key" not in done.stderr


def test_a_checkpoint_of_a_journal_that_began_alike_may_be_of_another(folder: Path) -> None:
    other = folder / "other"
    other.mkdir()
    run = ("run", "--virtual", "--rounds", "1", "--quiet", "--seed", "8")
    assert tablectl(*run, "--journal", other / "table.db").exit_code == 0

    done = tablectl(
        *("journal", "verify", other / "table.db", "--checkpoint", folder / "kept"),
        *("--public-key", folder / "audit.key.pub"),
    )

    assert done.exit_code == 1
    assert "another journal that begins with the same record" in done.output


def test_a_signer_that_fails_is_trouble_of_the_environment(folder: Path) -> None:
    signer = ("--signer", "false", "--public-key", folder / "audit.key.pub")

    done = checkpoint(folder, *signer, output="kept2")

    assert done.exit_code == 3
    assert "signer_failed" in done.stderr
    assert not (folder / "kept2").exists()


@pytest.mark.parametrize(
    "words",
    [(), ("--signer", "true"), ("--public-key", "k"), ("--key", "k", "--signer", "true")],
    ids=" ".join,
)
def test_a_checkpoint_has_one_signer_whose_key_is_known(
    folder: Path, words: tuple[str, ...]
) -> None:
    done = checkpoint(folder, *words, output="kept2")

    assert done.exit_code == 2
    assert "give --key, or --signer with --public-key" in done.stderr


@pytest.mark.parametrize("given", ["--checkpoint", "--public-key"])
def test_a_checkpoint_without_a_key_proves_nothing(folder: Path, given: str) -> None:
    done = tablectl("journal", "verify", folder / "table.db", given, folder / "kept")

    assert done.exit_code == 2
    assert "together" in done.stderr


# ------------------------------------------------------------------ keys that are exchanged


def test_a_new_key_takes_over_with_both_signatures(folder: Path) -> None:
    done = tablectl(
        "journal", "key", "rotate", folder / "audit.key", folder / "second.key",
        "--journal", folder / "table.db",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert (folder / "second.key").stat().st_mode & 0o777 == 0o600
    assert "matches" in verify(folder, "second.key.old-checkpoint").output
    assert "matches" in verify(folder, "second.key.checkpoint", key="second.key.pub").output


def test_a_new_key_that_cannot_vouch_with_the_old_one_is_not_made(folder: Path) -> None:
    done = tablectl(
        "journal", "key", "rotate", folder / "none.key", folder / "second.key",
        "--journal", folder / "table.db",
    )  # fmt: skip
    assert done.exit_code != 0
    assert not (folder / "second.key").exists()


def test_the_seal_key_of_a_closed_table_is_exchanged_and_the_old_one_kept(folder: Path) -> None:
    key = folder / "table.db.sealkey"
    key.write_bytes(b"k" * 32)
    key.chmod(0o600)
    done = tablectl("journal", "key", "new-seal", folder / "table.db")
    assert done.exit_code == 0, done.output
    (old,) = folder.glob("table.db.sealkey.until-*")
    assert old.read_bytes() == b"k" * 32
    assert key.read_bytes() != b"k" * 32
    assert {each.stat().st_mode & 0o777 for each in (old, key)} == {0o600}


def test_the_seal_key_of_an_open_table_stays(tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    left_open(file)
    done = tablectl("journal", "key", "new-seal", file)
    assert done.exit_code == 2
    assert "close the table first" in done.stderr
    assert not list(tmp_path.glob("*.until-*"))


def left_open(file: Path) -> None:
    """The record of a table that was opened and not closed."""
    journal = SqliteJournal(file)
    kernel = Kernel(journal, rules_for)
    kernel.start(settings_for(), NOON)
    kernel.post(Act(Confirm("open_table"), "s1", "k1"))
    kernel.cycle(NOON + 1)
    journal.close()
