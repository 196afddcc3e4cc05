"""Verifies the club log and the receipts in a player's mails: python3 verify_log.py KEY MAIL... (text files)."""
import re  # proofs and receipts have a form
import sys  # the arguments and the exit code
from base64 import b64decode  # hashes, keys and signatures in text
from hashlib import sha256, sha512  # the tree of RFC 6962, and Ed25519
from itertools import pairwise  # each checkpoint continues the one before it
from pathlib import Path  # mails are files

P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493  # the field and the order of Ed25519 (RFC 8032)
D, ROOT = -121665 * pow(121666, -1, P) % P, pow(2, (P - 1) // 4, P)  # the curve, and a root of -1
PROOF = re.compile(
    r"referee club log, leaf (\d+), head (\S+)\n((\S+)\n(\d+)\n(\S+)\n)\n((?:— .*\n)*)leaf(.*)((?:\nsince .*)*)"
)
RECEIPT = re.compile(r"(referee receipt of \S+\nletter ([0-9a-f]{64})\nhead \S+\nat \S+\n)\n((?:— .*\n)+)")
UNCHECKED = "not checked by this program: the journal (verify.py does), that a copy has these heads and letters"

Point = tuple[int, int, int, int]  # a point of the curve in extended coordinates

def node(left: bytes, right: bytes) -> bytes:
    """Return the hash of an inner node."""
    return sha256(b"\1" + left + right).digest()
def cut(text: str) -> list[bytes]:
    """Return the hashes in a base64 text."""
    data = b64decode(text)
    return [data[at : at + 32] for at in range(0, len(data), 32)]
def climb(at: int, last: int, path: list[bytes], first: bytes, second: bytes) -> tuple[bool, bytes, bytes]:
    """Return the two roots to which a path leads, of an older tree and of the whole (RFC 9162, 2.1)."""
    for step in path:
        if at & 1 or at == last:
            first, second = node(step, first), node(step, second)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            second = node(second, step)
        at, last = at >> 1, last >> 1
    return last == 0, first, second
def extends(old: int, size: int, steps: list[bytes], older: bytes, root: bytes) -> bool:
    """Return True if a tree continues an older one."""
    at, last = old - 1, size - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    start, *rest = steps if old.bit_count() > 1 else [older, *steps]
    return 0 < old < size and climb(at, last, rest, start, start) == (True, older, root)
def add(p: Point, q: Point) -> Point:
    """Return the sum of two points in extended coordinates."""
    a, b, c, d = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0]), 2 * p[3] * q[3] * D, 2 * p[2] * q[2]
    e, f, g, h = (b - a) % P, (d - c) % P, (d + c) % P, (b + a) % P
    return e * f % P, g * h % P, f * g % P, e * h % P
def times(number: int, point: Point) -> Point:
    """Return a multiple of a point."""
    total = (0, 1, 1, 0)
    while number:
        total, point, number = add(total, point) if number & 1 else total, add(point, point), number >> 1
    return total
def point(data: bytes) -> Point:
    """Return the point with these bytes. Raises ValueError if there is none."""
    y, odd = int.from_bytes(data, "little") % 2**255, data[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * ROOT % P
    if y >= P or x * x % P != square or (x == 0 and odd):
        raise ValueError("no point")
    x = x if x & 1 == odd else P - x
    return x, y, 1, x * y % P
BASE = point(b"\x58" + b"\x66" * 31)
def is_signed(public: bytes, text: bytes, signature: bytes) -> bool:
    """Return True if an Ed25519 key signed a text."""
    try:
        s, r, key = int.from_bytes(signature[32:], "little"), point(signature[:32]), point(public)
    except (ValueError, IndexError):
        return False
    h = int.from_bytes(sha512(signature[:32] + public + text).digest(), "little") % L
    one, two = times(s, BASE), add(r, times(h, key))
    same = (one[0] * two[2] - two[0] * one[2]) % P == (one[1] * two[2] - two[1] * one[2]) % P == 0
    return len(signature) == 64 and s < L and same
def holds(key: str, text: str, lines: str) -> bool:
    """Return True if a note bears a signature of a key, as C2SP writes both."""
    name, _, data = key.split("+", 2)
    public, kind = b64decode(data)[1:], b64decode(data)[:1]
    number = sha256(name.encode() + b"\n" + kind + public).digest()[:4]
    signatures = [b64decode(parts[2]) for line in lines.splitlines() if len(parts := line.split(" ")) == 3]
    return any(it[:4] == number and is_signed(public, text.encode(), it[4:]) for it in signatures)
def judge(key: str, mails: dict[str, str]) -> tuple[list[str], int, int]:
    """Return the faults in some mails, and the numbers of checkpoints and receipts."""
    wrong, roots, links, ends, receipts = list[str](), dict[int, bytes](), set[tuple[int, int]](), set[int](), 0
    for name, mail in mails.items():
        text = re.sub(r"^[> ]*> ?", "", mail.replace("\r", ""), flags=re.M).replace("\n  ", "")
        for number, head, note, origin, size, root, signatures, path, since in PROOF.findall(text):
            leaf, now, last = sha256(b"\0" + head.encode()).digest(), b64decode(root), int(size)
            good = climb(int(number), last - 1, cut(path), leaf, leaf)[::2] == (True, now)
            ends.add(last)
            good = good and int(number) < last and roots.setdefault(last, now) == now
            for old, older, steps in re.findall(r"since (\d+):(\S*?):(\S*)", since):
                links.add((int(old), last))
                start = b64decode(older)
                good = good and roots.setdefault(int(old), start) == start
                good = good and extends(int(old), last, cut(steps), start, now)
            wrong += [f"{name}: the proof of size {size} does not hold"] * (not good)
            good_note = origin == key.split("+", maxsplit=1)[0] and holds(key, note, signatures)
            wrong += [f"{name}: the checkpoint of size {size} is not signed"] * (not good_note)
        for note, letter, signatures in RECEIPT.findall(text):
            receipts += 1
            wrong += [f"{name}: the receipt of {letter} is not signed"] * (not holds(key, note, signatures))
    sizes = sorted(ends)
    wrong += [f"nothing links size {new} to {old}" for old, new in pairwise(sizes) if (old, new) not in links]
    return wrong, len(sizes), receipts
if __name__ == "__main__":
    faults, sizes, notes = judge(sys.argv[1], {name: Path(name).read_text(encoding="utf-8") for name in sys.argv[2:]})
    fine = f"one log: {sizes} checkpoints and {notes} receipts hold" if sizes or notes else "no proof was found"
    print(*(faults or [fine]), UNCHECKED, sep="\n")
    sys.exit(65 if faults or not (sizes or notes) else 0)
