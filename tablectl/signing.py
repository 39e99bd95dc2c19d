"""Signing: who vouches for a text, by Ed25519.

A signer has a public key and signs bytes. There are two: one with its private key in a file, and
one that asks a command, behind which there may be a card, a token or another computer. Neither
knows what is signed. Files are PEM as openssl writes and reads them.
"""

from __future__ import annotations

import hashlib
import shlex
import subprocess
from pathlib import Path
from typing import Protocol

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from tablectl import keyfile
from tablectl.words.errors import TablectlError
from tablectl.words.values import value

SIGNATURE_BYTES = 64
PATIENCE = 30.0
"""Seconds that an external signer has; a person may have to touch a token."""
_MOST = 16_384


class SigningError(TablectlError):
    """There is no signature, or no key to check one with."""

    code = "signing"

    def __init__(self, where: object, problem: str, hint: str) -> None:
        super().__init__(f"{where}: {problem}; {hint}")


class KeyUnreadable(SigningError):
    """A file that should hold a key holds none that signs or checks by Ed25519."""

    code = "signing_key"


class KeyExists(SigningError):
    """A new key was asked for under a name that is taken. Nothing was written."""

    code = "signing_key_exists"


class SignerFailed(SigningError):
    """The external signer could not be started, or ended with an error."""

    code = "signer_failed"


class SignerSilent(SigningError):
    """The external signer did not answer in time."""

    code = "signer_silent"


class SignerWrong(SigningError):
    """The external signer answered with what is no signature by its key."""

    code = "signer_wrong"


@value
class PublicKey:
    """Who has signed: the 32 bytes of an Ed25519 public key."""

    raw: bytes

    @property
    def pem(self) -> bytes:
        return self._key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)

    @property
    def fingerprint(self) -> str:
        """sha256 of the key as DER, in hexadecimal."""
        der = self._key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        return hashlib.sha256(der).hexdigest()

    def signed(self, message: bytes, signature: bytes) -> bool:
        """Whether the signature is one of this key, over this message."""
        try:
            self._key.verify(signature, message)
        except InvalidSignature:
            return False
        return True

    @property
    def _key(self) -> Ed25519PublicKey:
        return Ed25519PublicKey.from_public_bytes(self.raw)


class Signer(Protocol):
    """Somebody who vouches for bytes."""

    @property
    def public(self) -> PublicKey:
        """The key that the signatures are checked with."""

    def sign(self, message: bytes) -> bytes:
        """64 bytes of signature, or a SigningError."""


class KeyFileSigner:
    """The private key is in a file that nobody but its owner can read."""

    def __init__(self, path: Path) -> None:
        self._key = _private_key(path)

    @property
    def public(self) -> PublicKey:
        return _public(self._key)

    def sign(self, message: bytes) -> bytes:
        return self._key.sign(message)


class CommandSigner:
    """A command that reads the message and writes the bare signature.

    Its answer is checked with the public key before anybody relies on it.
    """

    def __init__(self, command: str, public: PublicKey, patience: float = PATIENCE) -> None:
        self._words = _words(command)
        self._command = command
        self._public = public
        self._patience = patience

    @property
    def public(self) -> PublicKey:
        return self._public

    def sign(self, message: bytes) -> bytes:
        signature = self._answer(message)
        if len(signature) != SIGNATURE_BYTES:
            raise SignerWrong(
                self._command,
                f"it wrote {len(signature)} bytes, and a signature has {SIGNATURE_BYTES}",
                "let it write the bare signature and nothing else to its standard output",
            )
        if not self._public.signed(message, signature):
            raise SignerWrong(
                self._command,
                "its signature is not one of the public key that was named",
                "name the public key of this signer, and let it sign exactly what it is given",
            )
        return signature

    def _answer(self, message: bytes) -> bytes:
        try:
            done = subprocess.run(
                self._words, input=message, capture_output=True, timeout=self._patience, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise SignerSilent(
                self._command,
                f"it did not answer within {self._patience:g} seconds",
                "see what it waits for, and try again",
            ) from error
        except OSError as error:
            raise SignerFailed(
                self._command, error.strerror or str(error), "name a command that can be run"
            ) from error
        if done.returncode != 0:
            said = done.stderr.decode(errors="replace").strip()
            raise SignerFailed(
                self._command,
                f"it ended with {done.returncode}" + (f" and said: {said}" if said else ""),
                "run it by hand to see why",
            )
        return done.stdout


def new_key(path: Path) -> tuple[Path, PublicKey]:
    """Make a key pair: the private key at `path`, the public one beside it with `.pub` added.

    Neither file is ever written over.
    """
    beside = path.with_name(f"{path.name}.pub")
    key = Ed25519PrivateKey.generate()
    for taken in (path, beside):
        if taken.exists() or taken.is_symlink():
            raise _taken(taken)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    public = _public(key)
    try:
        keyfile.make(path, pem)
        with beside.open("xb") as file:
            file.write(public.pem)
    except FileExistsError as error:
        raise _taken(Path(error.filename2 or error.filename)) from error
    return beside, public


def public_key(path: Path) -> PublicKey:
    """The public key in this file."""
    try:
        with path.open("rb") as file:
            key = load_pem_public_key(file.read(_MOST))
    except (ValueError, UnsupportedAlgorithm) as error:
        raise _unreadable(path, "public") from error
    if not isinstance(key, Ed25519PublicKey):
        raise _unreadable(path, "public")
    return PublicKey(key.public_bytes(Encoding.Raw, PublicFormat.Raw))


def _private_key(path: Path) -> Ed25519PrivateKey:
    if path.is_file() and _holds_public_key(path):
        raise KeyUnreadable(
            path,
            "it is a public key, and only the private one signs",
            "name the private key: `tablectl journal key new` made it beside, without .pub",
        )
    pem = keyfile.load(
        path, if_known="take it for known: make a new key, and sign with this one no more"
    )
    try:
        key = load_pem_private_key(pem, password=None)
    except TypeError as error:  # what the library raises for a key under a password
        raise KeyUnreadable(
            path, "it is under a password", "take the password off, or use an external signer"
        ) from error
    except (ValueError, UnsupportedAlgorithm) as error:
        raise _unreadable(path, "private") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise _unreadable(path, "private")
    return key


def _holds_public_key(path: Path) -> bool:
    try:
        public_key(path)
    except (KeyUnreadable, PermissionError):
        return False
    return True


def _public(key: Ed25519PrivateKey) -> PublicKey:
    return PublicKey(key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw))


def _unreadable(path: Path, which: str) -> KeyUnreadable:
    return KeyUnreadable(
        path,
        f"it is no {which} key of Ed25519 in PEM",
        "make one with `tablectl journal key new FILE`, or with `openssl genpkey`",
    )


def _taken(path: Path) -> KeyExists:
    return KeyExists(path, "it is there already, and no key is written over", "name another file")


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SignerFailed(command, str(error), "quote it as for a shell") from error
    if not words:
        raise SignerFailed("the signer", "the command is empty", "name a command")
    return words
