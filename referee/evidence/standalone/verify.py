"""Verification of a journal file: python3 verify.py JOURNAL [HEAD]."""

import sys
from pathlib import Path

from referee.evidence.standalone.journal import Journal
from referee.evidence.standalone.lines import demand, read_line
from referee.evidence.standalone.shapes import TRUST

INVALID, UNREADABLE = 65, 66
"""Exit codes for a journal with a fault, and for a file that cannot be read."""

BEGINNINGS = {
    b"PK\3\4": "it is a ZIP archive: unpack it",
    b"\x1f\x8b": "it is packed with gzip: unpack it",
    b"\xff\xfe": "a program saved it as UTF-16: ask for the file again, unchanged",
    b"\xfe\xff": "a program saved it as UTF-16: ask for the file again, unchanged",
    b"\xef\xbb\xbf": "a program put a mark before it: ask for the file again, unchanged",
    b">": "it is quoted in a mail: ask for it as an attached file",
}
"""Remedies for files that other programs changed, by their first bytes."""

LINE_ENDS = "a program changed its line ends to CR LF: ask for the file again, unchanged"

Fault = tuple[int, str]


def split_lines(data: bytes) -> tuple[list[bytes], bytes]:
    """Return the lines of a journal, and an unfinished line at its end, which was never filed."""
    # A power loss may leave zeros at the end of a file.
    *lines, torn = b"".join(data.partition(b"\n\0")[:2]).split(b"\n")
    if len(lines) > 1 and b"\0" in lines[-1] and not torn:
        return lines[:-1], lines[-1]
    return lines, torn


def verified(
    path: str, head: str = "", journal: Journal | None = None
) -> tuple[Journal | None, list[Fault], bytes]:
    """Return the journal at a path as far as it is valid, the fault in it, and the unfinished end.

    The file may continue a `journal`.
    """
    lines, torn = split_lines(Path(path).read_bytes())
    heads = [f"{seq}:" + line[9:73].decode("latin-1") for seq, line in enumerate(lines)]
    seq = -1
    try:
        # An unfinished header counts as absent, but its first bytes may tell of a packed file.
        for line in lines or [torn[:4]]:
            seq += 1
            for start, remedy in BEGINNINGS.items():
                demand(not line.startswith(start), remedy)
            demand(not line.endswith(b"\r"), LINE_ENDS)
            seal, body, parts = read_line(line)
            if journal is None:
                demand("sides" in body, "the first line is not a header: the beginning is missing")
                journal = Journal(seal, body)
            else:
                demand("prev" in body, "another journal begins here")
                journal.take(seal, body, parts)
        assert journal is not None
        demand(not head or head in heads, "history was rewritten, or cut off before that seal")
        demand(not journal.lacks_parts, "private parts are left out")
        for claim in journal.claims.list_proved():
            seq = claim.seq
            is_proved = claim.derive(journal.claims.hidden) == claim.stated
            demand(is_proved, f"the hidden secret gives another {claim.what}")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        # Nor can later lines.
        return journal, [(seq, f"entry {seq} cannot be believed: {fault}")], torn
    return journal, [], torn


def report(path: str, head: str = "") -> int:
    """Print the verdict on a journal, and return the exit code."""
    try:
        journal, faults, torn = verified(path, head)
    except OSError as error:
        print(f"{path}: {error.strerror}")
        return UNREADABLE
    for seq, fault in faults:
        print(f"{path}:{seq + 1}: {fault}")
    if journal is not None and not faults:
        dice = journal.dice
        print(
            f"every seal holds; dice: {dice.header} from the header, {dice.own_keys} from keys of their own,"
            f" {dice.trust} on trust; head {journal.seq}:{journal.seal}"
        )
        print("not judged by this program:")
        for kind in journal.kinds:
            if kind in TRUST:
                print(f"{kind}: {','.join(TRUST[kind])}")
    if torn:
        print("the last line was never finished: it does not count")
    return INVALID if faults else 0


if __name__ == "__main__":
    sys.exit(report(*sys.argv[1:]) if len(sys.argv) in (2, 3) else __doc__)
