"""Signing: keys made once, files refused, and commands that sign, fail, wait or lie."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from tablectl.keyfile import KeyFileError
from tablectl.signing import (
    CommandSigner,
    KeyExists,
    KeyFileSigner,
    KeyUnreadable,
    SignerFailed,
    SignerSilent,
    SignerWrong,
    new_key,
    public_key,
)

MESSAGE = b"what is signed\n"


@pytest.fixture
def key(tmp_path: Path) -> Path:
    new_key(tmp_path / "audit.key")
    return tmp_path / "audit.key"


def test_what_a_key_signs_its_public_key_knows(key: Path) -> None:
    signature = KeyFileSigner(key).sign(MESSAGE)

    public = public_key(key.with_name("audit.key.pub"))

    assert public == KeyFileSigner(key).public
    assert public.signed(MESSAGE, signature)
    assert not public.signed(b"something else", signature)
    assert not public.signed(MESSAGE, b"short")


def test_the_private_key_is_for_its_owner_alone(key: Path) -> None:
    assert stat.S_IMODE(key.stat().st_mode) == 0o600


@pytest.mark.parametrize("taken", ["audit.key", "audit.key.pub"])
def test_no_key_is_ever_written_over(tmp_path: Path, taken: str) -> None:
    (tmp_path / taken).write_text("precious")

    with pytest.raises(KeyExists, match=f"{taken}: .*name another"):
        new_key(tmp_path / "audit.key")

    assert [each.name for each in tmp_path.iterdir()] == [taken]
    assert (tmp_path / taken).read_text() == "precious"


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
def test_a_key_that_others_can_read_is_refused(key: Path, mode: int) -> None:
    key.chmod(mode)

    with pytest.raises(KeyFileError, match=f"mode {mode:04o}.*sign with this one no more"):
        KeyFileSigner(key)


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    path.chmod(0o600)
    return path


def pem(key: Ed25519PrivateKey | X25519PrivateKey, under: KeySerializationEncryption) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, under)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "no private key of Ed25519"),
        (b"k" * 32, "no private key of Ed25519"),
        (pem(X25519PrivateKey.generate(), NoEncryption()), "no private key of Ed25519"),
        (
            pem(Ed25519PrivateKey.generate(), BestAvailableEncryption(b"secret")),
            "under a password.*external signer",
        ),
    ],
    ids=["empty", "raw", "another kind", "password"],
)
def test_a_file_without_a_key_to_sign_with_is_refused(
    tmp_path: Path, content: bytes, problem: str
) -> None:
    with pytest.raises(KeyUnreadable, match=problem):
        KeyFileSigner(written(tmp_path / "some.key", content))


def test_a_file_without_a_public_key_is_refused(key: Path, tmp_path: Path) -> None:
    other = X25519PrivateKey.generate().public_key()
    content = other.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)

    for path in (key, written(tmp_path / "other.pub", content)):
        with pytest.raises(KeyUnreadable, match="no public key of Ed25519"):
            public_key(path)


# ---------------------------------------------------------------- commands

SIGNS = """
import sys
from cryptography.hazmat.primitives.serialization import load_pem_private_key
key = load_pem_private_key(open(sys.argv[1], "rb").read(), None)
sys.stdout.buffer.write(key.sign(sys.stdin.buffer.read()))
"""
SIGNS_ANOTHER = SIGNS.replace("sys.stdin.buffer.read()", "b'something else'")


def command(key: Path, program: str, patience: float = 60.0) -> CommandSigner:
    script = written(key.with_name("sign it.py"), program.encode())
    words = f"{sys.executable} '{script}' {key}"
    return CommandSigner(words, public_key(key.with_name("audit.key.pub")), patience)


def test_a_command_signs_what_it_is_given(key: Path) -> None:
    signer = command(key, SIGNS)

    assert signer.sign(MESSAGE) == KeyFileSigner(key).sign(MESSAGE)


@pytest.mark.parametrize(
    ("program", "error", "problem"),
    [
        ("import sys; sys.exit('no card')", SignerFailed, "ended with 1 and said: no card"),
        ("print('signature')", SignerWrong, "wrote 10 bytes, and a signature has 64"),
        ("pass", SignerWrong, "wrote 0 bytes"),
        ("print('x' * 63)", SignerWrong, "not one of the public key"),
        (SIGNS_ANOTHER, SignerWrong, "not one of the public key"),
    ],
    ids=["fails", "too short", "silent", "noise", "signs another text"],
)
def test_a_command_that_does_not_sign_is_told(
    key: Path, program: str, error: type[Exception], problem: str
) -> None:
    with pytest.raises(error, match=problem):
        command(key, program).sign(MESSAGE)


def test_a_command_that_does_not_answer_is_given_up(key: Path) -> None:
    signer = command(key, "import time; time.sleep(3600)", patience=0.05)

    with pytest.raises(SignerSilent, match=r"within 0.05 seconds"):
        signer.sign(MESSAGE)


@pytest.mark.parametrize(
    ("words", "problem"),
    [("", "empty"), ("a 'quote", "quotation"), ("/no/such/signer", "No such file")],
)
def test_a_command_that_cannot_be_run_is_told(key: Path, words: str, problem: str) -> None:
    with pytest.raises(SignerFailed, match=problem):
        CommandSigner(words, public_key(key.with_name("audit.key.pub"))).sign(MESSAGE)
