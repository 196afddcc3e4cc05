"""Verifies the club log and the receipts in a player's mails: python3 verify_log.py KEY MAIL... (text files).

It needs only Python 3.11. Each mail holds a checkpoint of the log, signed with the key of the club, a proof
that the head of the player's match is one of its leaves, and proofs that it continues older checkpoints.
"""

import re
import sys
from base64 import b64decode
from dataclasses import dataclass, field
from hashlib import sha256, sha512
from itertools import pairwise
from pathlib import Path

PROOF = re.compile(
    r"referee club log, leaf (?P<leaf>\d+), head (?P<head>\S+)\n"
    r"(?P<note>(?P<origin>\S+)\n(?P<size>\d+)\n(?P<root>\S+)\n)\n"
    r"(?P<signatures>(?:— .*\n)*)leaf(?P<path>.*)(?P<since>(?:\nsince .*)*)"
)
SINCE = re.compile(r"since (?P<size>\d+):(?P<root>\S*?):(?P<steps>\S*)")
RECEIPT = re.compile(
    r"(?P<note>referee receipt of \S+\nletter (?P<letter>[0-9a-f]{64})\nhead \S+\nat \S+\n)\n"
    r"(?P<signatures>(?:— .*\n)+)"
)

UNCHECKED = (
    "not checked by this program: the journal (verify.py does), that a copy has these heads and letters"
)

# ------------------------------------------------------------------------------
# Signatures: Ed25519 (RFC 8032), on notes as C2SP writes them.
# ------------------------------------------------------------------------------

PRIME = 2**255 - 19
"""The prime of the field."""

ORDER = 2**252 + 27742317777372353535851937790883648493
"""The order of the base point."""

CURVE = -121665 * pow(121666, -1, PRIME) % PRIME
"""The constant of the curve, d."""

ROOT_OF_MINUS_ONE = pow(2, (PRIME - 1) // 4, PRIME)

Point = tuple[int, int, int, int]
"""Point of the curve in extended coordinates X, Y, Z, T."""


def add(p: Point, q: Point) -> Point:
    """Return the sum of two points (RFC 8032, 5.1.4)."""
    a = (p[1] - p[0]) * (q[1] - q[0])
    b = (p[1] + p[0]) * (q[1] + q[0])
    c = 2 * p[3] * q[3] * CURVE
    d = 2 * p[2] * q[2]
    e, f, g, h = (b - a) % PRIME, (d - c) % PRIME, (d + c) % PRIME, (b + a) % PRIME
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def times(number: int, point: Point) -> Point:
    """Return a multiple of a point."""
    total: Point = (0, 1, 1, 0)
    while number:
        if number & 1:
            total = add(total, point)
        point, number = add(point, point), number >> 1
    return total


def decode_point(data: bytes) -> Point:
    """Return the point with these bytes. Raises ValueError if there is none (RFC 8032, 5.1.3)."""
    y, is_odd = int.from_bytes(data, "little") % 2**255, data[31] >> 7
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if x * x % PRIME != square:
        x = x * ROOT_OF_MINUS_ONE % PRIME
    if y >= PRIME or x * x % PRIME != square or (x == 0 and is_odd):
        raise ValueError("no point has these bytes")
    if x & 1 != is_odd:
        x = PRIME - x
    return x, y, 1, x * y % PRIME


BASE = decode_point(b"\x58" + b"\x66" * 31)


def is_signed(public: bytes, text: bytes, signature: bytes) -> bool:
    """Return True if the holder of an Ed25519 key signed a text."""
    try:
        key, commitment = decode_point(public), decode_point(signature[:32])
    except (ValueError, IndexError):
        return False
    scalar = int.from_bytes(signature[32:], "little")
    challenge = int.from_bytes(sha512(signature[:32] + public + text).digest(), "little") % ORDER
    one, other = times(scalar, BASE), add(commitment, times(challenge, key))
    has_same_x = (one[0] * other[2] - other[0] * one[2]) % PRIME == 0
    has_same_y = (one[1] * other[2] - other[1] * one[2]) % PRIME == 0
    return len(signature) == 64 and scalar < ORDER and has_same_x and has_same_y


def is_note_signed(key: str, note: str, signatures: str) -> bool:
    """Return True if a note bears a signature of a verifier key, `name+id+key`."""
    name, _, data = key.split("+", 2)
    kind, public = b64decode(data)[:1], b64decode(data)[1:]
    key_id = sha256(name.encode() + b"\n" + kind + public).digest()[:4]
    for line in signatures.splitlines():
        words = line.split(" ")
        signature = b64decode(words[2]) if len(words) == 3 else b""
        if signature[:4] == key_id and is_signed(public, note.encode(), signature[4:]):
            return True
    return False


# ------------------------------------------------------------------------------
# The log: a tree of hashes (RFC 6962, RFC 9162).
# ------------------------------------------------------------------------------


def hash_leaf(head: str) -> bytes:
    """Return the hash of a leaf."""
    return sha256(b"\0" + head.encode()).digest()


def hash_node(left: bytes, right: bytes) -> bytes:
    """Return the hash of an inner node."""
    return sha256(b"\1" + left + right).digest()


def decode_hashes(text: str) -> list[bytes]:
    """Return the hashes in a base64 text."""
    data = b64decode(text)
    return [data[at : at + 32] for at in range(0, len(data), 32)]


def climb(at: int, last: int, path: list[bytes], first: bytes, second: bytes) -> tuple[bool, bytes, bytes]:
    """Return True if a path ends at the root, the root of an older tree, and that of the whole (RFC 9162)."""
    for step in path:
        if at & 1 or at == last:
            first, second = hash_node(step, first), hash_node(step, second)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            second = hash_node(second, step)
        at, last = at >> 1, last >> 1
    return last == 0, first, second


def includes(size: int, root: bytes, number: int, leaf: bytes, path: list[bytes]) -> bool:
    """Return True if a tree has a leaf at this number."""
    is_whole, _, top = climb(number, size - 1, path, leaf, leaf)
    return number < size and is_whole and top == root


def extends(old: int, size: int, steps: list[bytes], older: bytes, root: bytes) -> bool:
    """Return True if a tree continues an older one."""
    at, last = old - 1, size - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    # The root of an older tree of 2, 4, 8 ... leaves is a node of the tree.
    start, *rest = steps if old.bit_count() > 1 else [older, *steps]
    return 0 < old < size and climb(at, last, rest, start, start) == (True, older, root)


# ------------------------------------------------------------------------------
# The mails of a player.
# ------------------------------------------------------------------------------


@dataclass
class Verdict:
    """Faults, the roots of checkpoints by their sizes, and the sizes that a proof links."""

    faults: list[str] = field(default_factory=list[str])
    roots: dict[int, bytes] = field(default_factory=dict[int, bytes])
    links: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    sizes: set[int] = field(default_factory=set[int])
    receipts: int = 0

    def is_known(self, size: int, root: bytes) -> bool:
        """Return True unless another root of this size was seen."""
        return self.roots.setdefault(size, root) == root

    def check_proof(self, name: str, key: str, proof: re.Match[str]) -> None:
        """Check a checkpoint, the leaf of the player's match, and the checkpoints before it."""
        size, root = int(proof["size"]), b64decode(proof["root"])
        leaf, path = hash_leaf(proof["head"]), decode_hashes(proof["path"])
        self.sizes.add(size)
        holds = includes(size, root, int(proof["leaf"]), leaf, path) and self.is_known(size, root)
        for since in SINCE.finditer(proof["since"]):
            old, older = int(since["size"]), b64decode(since["root"])
            self.links.add((old, size))
            is_older = self.is_known(old, older)
            holds = holds and is_older and extends(old, size, decode_hashes(since["steps"]), older, root)
        if not holds:
            self.faults.append(f"{name}: the proof of size {size} does not hold")
        is_of_club = proof["origin"] == key.split("+", maxsplit=1)[0]
        if not (is_of_club and is_note_signed(key, proof["note"], proof["signatures"])):
            self.faults.append(f"{name}: the checkpoint of size {size} is not signed")

    def check_receipt(self, name: str, key: str, receipt: re.Match[str]) -> None:
        """Check the signature of a receipt."""
        self.receipts += 1
        if not is_note_signed(key, receipt["note"], receipt["signatures"]):
            self.faults.append(f"{name}: the receipt of {receipt['letter']} is not signed")


def judge(key: str, mails: dict[str, str]) -> tuple[list[str], int, int]:
    """Return the faults in some mails, and the numbers of checkpoints and receipts."""
    verdict = Verdict()
    for name, mail in mails.items():
        # Lines may be quoted, and long ones are folded.
        text = re.sub(r"^[> ]*> ?", "", mail.replace("\r", ""), flags=re.MULTILINE).replace("\n  ", "")
        for proof in PROOF.finditer(text):
            verdict.check_proof(name, key, proof)
        for receipt in RECEIPT.finditer(text):
            verdict.check_receipt(name, key, receipt)
    for old, new in pairwise(sorted(verdict.sizes)):
        if (old, new) not in verdict.links:
            verdict.faults.append(f"nothing links size {new} to {old}")
    return verdict.faults, len(verdict.sizes), verdict.receipts


def report(key: str, names: list[str]) -> int:
    """Print the verdict on some mails, and return the exit code."""
    try:
        mails = {name: Path(name).read_text(encoding="utf-8") for name in names}
    except OSError as error:
        print(f"{error.filename}: {error.strerror}")
        return 66
    faults, sizes, receipts = judge(key, mails)
    has_proof = bool(sizes or receipts)
    summary = (
        f"one log: {sizes} checkpoints and {receipts} receipts hold" if has_proof else "no proof was found"
    )
    print(*(faults or [summary]), UNCHECKED, sep="\n")
    return 65 if faults or not has_proof else 0


if __name__ == "__main__":
    sys.exit(report(sys.argv[1], sys.argv[2:]) if len(sys.argv) > 2 else __doc__)
