"""Commands for disputed entries: explain, resolve, amend."""

from itertools import chain
from typing import Annotated

import typer
from msgspec.structs import replace

from referee.analysis import hindsight
from referee.cli.arguments import Consents, Language, MatchName, MatchOrFile, Viewer
from referee.cli.exits import DONE, NO
from referee.cli.faults import CommandFault
from referee.cli.groups import SessionCommand
from referee.cli.render import odds_text
from referee.cli.render.rulings import word_amendment, word_resolution
from referee.cli.session import Session
from referee.evidence import disputes, resolution_policy, rulings
from referee.evidence.disputed_case import EvidenceFault
from referee.faults import Complaint, Misuse
from referee.matches import command_files, matches
from schemas.record import REFEREE

app = typer.Typer(rich_markup_mode=None)


@app.command(cls=SessionCommand)
def dispute(
    context: typer.Context,
    match: MatchOrFile,
    entries: Annotated[
        list[int],
        typer.Argument(metavar="ENTRY", help="Number of the entry. Several numbers need --resolve."),
    ],
    viewer: Viewer = None,
    resolve: Annotated[
        bool, typer.Option("--resolve", help="Apply the policy of the match and print the ruling.")
    ] = False,
    error: Annotated[
        str, typer.Option(metavar="TEXT", help="Description of an error that the rules cannot find.")
    ] = "",
    agreed: Annotated[
        list[str] | None,
        typer.Option(metavar="SIDE", help="Side that consents to a takeback. Repeatable."),
    ] = None,
    file: Annotated[bool, typer.Option("--file", help="With --resolve: file the ruling.")] = False,
    language: Language = None,
) -> int:
    """Explain one entry completely, or resolve errors in entries.

    Examples:
        referee dispute verdun 44
        referee dispute copy.jsonl 44
        referee dispute verdun 44 --resolve --error "the wrong piece moved"
        referee dispute verdun 44 --resolve --file
    """
    session: Session = context.obj
    if (file or error or agreed) and not resolve:
        raise Misuse(CommandFault.RESOLVE_MISSING)
    if resolve and viewer is not None:
        raise Misuse(CommandFault.RESOLVED_FOR_SIDE)
    if resolve and command_files.is_copy(match):
        raise Misuse(CommandFault.RESOLVED_COPY)
    if len(entries) > 1 and not resolve:
        raise Misuse(Complaint.of(EvidenceFault.ONE_AT_A_TIME))
    if not resolve:
        spoken, side = session.open_match(match, viewer, language)
        explanation = disputes.dispute(spoken, entries[0], side)
        changes = hindsight.weigh_order(spoken, entries[0], side)
        return session.page(odds_text.add_changes(explanation, changes, spoken.tongue))
    plea = resolution_policy.Plea(tuple(entries), error, tuple(agreed or ()))
    found_match = matches.find(session.root, match)
    localised_match = session.localise(found_match, REFEREE, language)
    if file:
        ruling = rulings.file(session.root, match, plea, at=session.at(), language=language)
    else:
        ruling = rulings.resolve(found_match, plea, localised_match)
    changes_by_entry = (
        hindsight.weigh_order(localised_match, one.entry, REFEREE) for one in ruling.decisions
    )
    ruling = replace(ruling, changed=tuple(chain.from_iterable(changes_by_entry)))
    return session.answer(ruling, lambda: word_resolution(ruling, localised_match.tongue))


@app.command(cls=SessionCommand)
def amend(
    context: typer.Context,
    match: MatchName,
    lines: Annotated[
        list[str],
        typer.Argument(
            metavar="LINE",
            help="Change: exchange PIECE with PIECE; put PIECE in AREA; put PIECE into ARMY.",
        ),
    ],
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Reason, shown in every log.")] = "",
    agreed: Consents = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Validate only; file nothing.")] = False,
    language: Language = None,
) -> int:
    """Change the position by a ruling that both sides agreed to.

    Examples:
        referee amend verdun "put fr-i8 in verdun" --reason "typing error" --agreed german --agreed entente
    """
    session: Session = context.obj
    # A single line may be given without quotes.
    new_orders = tuple(lines) if any(" " in line for line in lines) else (" ".join(lines),)
    request = rulings.Request(new_orders, reason, tuple(agreed or ()))
    found_match = matches.find(session.root, match)
    localised_match = session.localise(found_match, REFEREE, language)
    at = session.at()
    amendment = rulings.amend(session.root, match, request, at=at, dry=dry_run, language=language)
    code = NO if amendment.refused else DONE
    return session.answer(amendment, lambda: word_amendment(amendment, localised_match.tongue), code)
