"""Signed notes and checkpoints (C2SP signed-note, tlog-checkpoint, tlog-cosignature), with Ed25519 keys.

PyNaCl, of the extra `club`, makes and checks the signatures. It is imported where a signature is needed.
"""

from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from referee.faults import Complaint, Misuse
from referee.matches.club_log.faults import ClubFault

ED25519 = b"\x01"
"""Type byte of the key of a log."""

COSIGNATURE = b"\x04"
"""Type byte of the key of a witness, whose signatures state a time (tlog-cosignature)."""

ID_BYTES = 4
"""Number of bytes of a key id, before each signature."""

SEED_BYTES = 32
"""Number of bytes of the secret of a key."""

TIME_BYTES = 8
"""Number of bytes of the time in a cosignature: seconds since 1970, the highest byte first."""


class Checkpoint(NamedTuple):
    """A state of a log: its name, its number of leaves and its root."""

    origin: str
    size: int
    root: bytes

    def text(self) -> str:
        """Return the text of the note, which ends with a line end."""
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n"


class VerifierKey(NamedTuple):
    """The public key of a log or a witness, with its name."""

    name: str
    kind: bytes
    public: bytes

    @property
    def id(self) -> bytes:
        """The id of the key: the first bytes of a digest of name, type and key."""
        return sha256(self.name.encode() + b"\n" + self.kind + self.public).digest()[:ID_BYTES]

    def __str__(self) -> str:
        """Return the key as C2SP writes it: name, id and key."""
        return f"{self.name}+{self.id.hex()}+{b64encode(self.kind + self.public).decode()}"


def read_key(text: str) -> VerifierKey:
    """Read a verifier key. Raises `Misuse` if the text is not one, or its id does not fit."""
    name, _, rest = text.strip().partition("+")
    id_text, _, key_text = rest.partition("+")
    data = _from_base64(key_text)
    key = VerifierKey(name, data[:1], data[1:])
    if (
        not is_name(name)
        or key.kind not in {ED25519, COSIGNATURE}
        or len(key.public) != 32
        or key.id.hex() != id_text
    ):
        raise Misuse(Complaint.of(ClubFault.KEY_WRONG, key=text))
    return key


def is_name(text: str) -> bool:
    """Return True if a text can name a key: printable, without blanks and plus signs."""
    return bool(text) and text.isprintable() and not any(sign.isspace() or sign == "+" for sign in text)


def public_key(seed: bytes) -> bytes:
    """Return the public key of an Ed25519 seed of 32 bytes. Raises `Misuse` without PyNaCl."""
    try:
        from nacl.signing import SigningKey  # noqa: PLC0415 - of an extra
    except ImportError as error:
        raise Misuse(ClubFault.LIBRARY_MISSING) from error
    return bytes(SigningKey(seed).verify_key)


def sign(checkpoint: Checkpoint, seed: bytes) -> str:
    """Return a checkpoint as a note that the key of the log signed."""
    return sign_text(checkpoint.origin, checkpoint.text(), seed)


def sign_text(name: str, text: str, seed: bytes) -> str:
    """Return a text, which ends with a line end, as a note that the key of a name signed."""
    from nacl.signing import SigningKey  # noqa: PLC0415 - of an extra

    signature = SigningKey(seed).sign(text.encode()).signature
    key = VerifierKey(name, ED25519, public_key(seed))
    return f"{text}\n— {key.name} {b64encode(key.id + signature).decode()}\n"


def read_checkpoint(note: str) -> Checkpoint:
    """Read the checkpoint of a note. Its signatures are not checked. Raises `Misuse` if it is none."""
    origin, size, root, *_ = [*note.split("\n"), "", "", ""]
    hash_ = _from_base64(root)
    if (
        not is_name(origin)
        or not size.isdecimal()
        or not size.isascii()
        or str(int(size)) != size
        or len(hash_) != 32
    ):
        raise Misuse(Complaint.of(ClubFault.CHECKPOINT_WRONG))
    return Checkpoint(origin, int(size), hash_)


def signed_by(note: str, keys: Iterable[VerifierKey]) -> tuple[VerifierKey, ...]:
    """Return the keys that signed a note, in their order. A wrong signature counts as none."""
    text, _, lines = note.partition("\n\n")
    signatures = [line.split(" ") for line in lines.splitlines() if line.startswith("— ")]
    pairs = [(parts[1], _from_base64(parts[2])) for parts in signatures if len(parts) == 3]
    return tuple(
        key
        for key in keys
        if any(name == key.name and _holds(key, data, f"{text}\n".encode()) for name, data in pairs)
    )


def _holds(key: VerifierKey, data: bytes, text: bytes) -> bool:
    """Return True if the data of a signature line fit a key and a text."""
    from nacl.exceptions import BadSignatureError  # noqa: PLC0415 - of an extra
    from nacl.signing import VerifyKey  # noqa: PLC0415 - of an extra

    signature = data[ID_BYTES:]
    if key.kind == COSIGNATURE:
        time = int.from_bytes(signature[:TIME_BYTES], "big")
        signature = signature[TIME_BYTES:]
        text = f"cosignature/v1\ntime {time}\n".encode() + text
    if data[:ID_BYTES] != key.id or len(signature) != 64:
        return False
    try:
        VerifyKey(key.public).verify(text, signature)
    except BadSignatureError:
        return False
    return True


def _from_base64(text: str) -> bytes:
    """Return the bytes of a base64 text, b"" if it is not canonical base64."""
    try:
        data = b64decode(text, validate=True)
    except (NotBase64, ValueError):
        return b""
    return data if b64encode(data).decode() == text else b""
