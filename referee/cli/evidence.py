"""Commands for whoever doubts: prove, compare, judge again, explain an entry, weigh the dice."""

from typing import Annotated

import typer

from referee.cli.exits import DONE, NO
from referee.cli.session import Session, command

app = typer.Typer()

Copy = Annotated[str, typer.Argument(metavar="MATCH|FILE", help="A match, or a journal's file.")]


@command(app)
def verify(
    session: Session,
    match: Annotated[
        str | None, typer.Argument(metavar="MATCH|FILE", help="A match, or a journal's file.")
    ] = None,
    head: Annotated[
        str | None, typer.Option(metavar="SEQ:SEAL", help="A head that somebody kept, from a report.")
    ] = None,
    rejudge: Annotated[
        bool, typer.Option("--rejudge", help="Judge every entry by today's rules, too.")
    ] = False,
    repair: Annotated[
        bool, typer.Option("--repair", help="First set a line aside that was never finished.")
    ] = False,
    standalone: Annotated[
        bool, typer.Option("--standalone", help="Print a verifier that needs nothing but Python.")
    ] = False,
) -> int:
    """Prove that nothing was changed and that the dice were honest."""
    from referee.cli import evidence_wording
    from referee.core.faults import Misuse
    from referee.desk import places, rejudging

    if standalone:
        return session.say(places.standalone_verifier())
    if match is None:
        raise Misuse("nobody says what is to be proved: name a match, or the file of a journal")
    kept = places.head(head) if head else None
    path = places.journal(session.root, match)
    aside = rejudging.repair(path) if repair else None
    verified = rejudging.verify(path, kept, rejudge=rejudge)
    verified = verified.model_copy(update={"set_aside": str(aside or "")})
    session.warn(verified.warnings)
    code = NO if verified.differences else DONE
    return session.answer(verified, lambda: evidence_wording.verified(verified), code)


@command(app)
def compare(session: Session, first: Copy, second: Copy) -> int:
    """Show whether two copies of a journal tell the same game, and where they part."""
    from referee.cli import evidence_wording
    from referee.desk import places
    from referee.desk.evidence import comparing

    paths = (places.journal(session.root, name) for name in (first, second))
    compared = comparing.compare(*paths)
    return session.answer(
        compared, lambda: evidence_wording.compared(compared), NO if compared.parted else DONE
    )
