"""Commands for programs: one process that answers all others."""

from referee.cli.lines.declaring import Book, command
from referee.cli.session import Session

book = Book()


@command(book)
def serve(session: Session) -> int:
    """Answer commands as JSON lines, one process for all of them."""
    import sys

    from referee.cli import serving
    from referee.matches import inputs

    return serving.serve(session, inputs.standard_input(), sys.stdout.buffer)
