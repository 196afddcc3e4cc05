"""Text that OpenPGP (RFC 9580, section 7) or `ssh-keygen` has signed, without the marks of its signature.

The signature itself is not verified here.
"""

from collections.abc import Iterable, Iterator, Sequence

from referee.matches.letters.faults import LetterFault
from referee.matches.letters.signs import Numbered, Remarks

_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_END = "-----END PGP SIGNATURE-----"
_SSH_SIGNATURE = "-----BEGIN SSH SIGNATURE-----"
_SSH_END = "-----END SSH SIGNATURE-----"
_ENCRYPTED = "-----BEGIN PGP MESSAGE-----"


def open_signed(page: Sequence[Numbered], remarks: Remarks) -> tuple[Numbered, ...]:
    """The lines of a letter without the marks of a signature; an encrypted letter is refused."""
    typed = [line.typed.rstrip() for line in page]
    if _ENCRYPTED in typed:
        line = page[typed.index(_ENCRYPTED)].number
        remarks.complain(LetterFault.MAIL_ENCRYPTED, line, kind="OpenPGP")
        remarks.settle()
    return tuple(_strip_marks(page)) if {_SIGNED, _SSH_SIGNATURE} & {*typed} else tuple(page)


def _strip_marks(page: Iterable[Numbered]) -> Iterator[Numbered]:
    """The lines of the text; those of its headers and of the signature are left out."""
    rows = iter(page)
    signed = False
    for row in rows:
        mark = row.typed.rstrip()
        if mark == _SIGNED:
            signed = True
            _skip_past(rows, "")
        elif signed and mark == _SIGNATURE:
            signed = False
            _skip_past(rows, _END)
        elif mark == _SSH_SIGNATURE:
            _skip_past(rows, _SSH_END)
        elif signed:
            yield row._replace(typed=row.typed.removeprefix("- "))
        else:
            yield row


def _skip_past(rows: Iterator[Numbered], end: str) -> None:
    for row in rows:
        if row.typed.strip() == end:
            return
