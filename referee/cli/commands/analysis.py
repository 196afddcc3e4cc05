"""Commands that compute odds and analyse finished battles."""

from collections.abc import Mapping, Sequence
from typing import Annotated, NamedTuple

import typer

from referee.analysis import hindsight, policies, skirmish_odds
from referee.analysis import odds as weighing
from referee.analysis.policies import Written
from referee.cli import arguments
from referee.cli.faults import CommandFault
from referee.cli.groups import SessionCommand
from referee.cli.render import odds_text
from referee.cli.session import Session
from referee.faults import Complaint, Misuse
from referee.matches import command_files
from referee.packs import rulesets
from referee.packs.rulesets import Ruleset
from referee.reports import documents, maps
from referee.reports.pictures import result_charts
from referee.texts import language_choice
from schemas.answers.odds import Odds
from schemas.record import REFEREE

app = typer.Typer(rich_markup_mode=None)


@app.command(cls=SessionCommand)
def odds(
    context: typer.Context,
    match: arguments.MaybeMatch = None,
    area: Annotated[
        str | None,
        typer.Argument(metavar="AREA", help="Area of the battle (default: every open or possible battle)."),
    ] = None,
    given: Annotated[
        str | None,
        typer.Option(
            metavar="SET-UP", help="Set-up instead of a match: an area and its pieces, or a skirmish scene."
        ),
    ] = None,
    pack: Annotated[
        str | None, typer.Option(metavar="PACK", help="With --given: pack of the pieces.")
    ] = None,
    season: Annotated[
        str | None, typer.Option(metavar="SEASON", help="With --given: season, such as SPRING 1916.")
    ] = None,
    viewer: arguments.Viewer = None,
    policy: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="File of standing orders for both sides; - reads standard input."),
    ] = None,
    card: Annotated[
        list[str] | None,
        typer.Option(metavar="CARD", help="Card to play on the battle first, or SIDE: CARD. Repeatable."),
    ] = None,
    orders: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Letter of --as to apply first; - reads standard input."),
    ] = None,
    choices: Annotated[
        bool, typer.Option("--choices", help="Compare cards, further battles and the moment to stop.")
    ] = False,
    deals: Annotated[
        int,
        typer.Option(metavar="N", min=0, max=1000, help="Hidden armies: mean over N deals that fit --as."),
    ] = 0,
    drawn: Annotated[
        str | None,
        typer.Option("--chart", metavar="FILE", help="Draw the odds of each battle into an SVG or PNG file."),
    ] = None,
    force: arguments.Force = False,
    at: arguments.AtEntry = None,
    language: arguments.Language = None,
) -> int:
    """Compute the exact odds of a battle.

    Examples:
        referee odds verdun metz --as german
        referee odds --pack ttlm --given "metz: ge-1 [4I 1A], 2 fr-i"
    """
    session: Session = context.obj
    policy_source = None if policy is None else policies.open_file(policy)
    if given is not None or match is None:
        _check_set_up({"MATCH": match, "--at": at, "--as": viewer, "--orders": orders}, given, pack)
        request = _SetUp(pack or "", given or "", season, policy_source, card or (), choices)
        return _weigh_set_up(session, request, drawn, language, force=force)
    spoken, side = session.open_match(match, viewer, language)
    first, cards = None if orders is None else policies.open_file(orders), card or ()
    result = weighing.odds(spoken, side, area, policy_source, at, cards, first, choices=choices, deals=deals)
    _draw_odds(drawn, result, spoken.bound, secret=side == REFEREE, force=force)
    return session.answer(result, lambda: odds_text.word_odds(result, spoken.tongue))


def _check_set_up(of_match: Mapping[str, object], given: str | None, pack: str | None) -> None:
    """Raise Misuse unless the battle is given by exactly one of a match and a set-up."""
    if given is None:
        raise Misuse(CommandFault.NOTHING_TO_WEIGH)
    if extra_options := tuple(option for option, value in of_match.items() if value is not None):
        raise Misuse(Complaint.of(CommandFault.SET_UP_HAS_MATCH, options=extra_options))
    if pack is None:
        raise Misuse(CommandFault.SET_UP_WITHOUT_PACK)


class _SetUp(NamedTuple):
    """A request for the odds of a battle outside a match."""

    pack: str
    text: str
    season: str | None
    policy: "Written | None"
    cards: Sequence[str]
    choices: bool


def _weigh_set_up(
    session: Session, request: _SetUp, drawn: str | None, language: str | None, *, force: bool
) -> int:
    """Print the odds of a battle outside a match, and return the exit code."""
    bound = rulesets.bind(request.pack, None, {}).speaking(language_choice.find_tongue(language).language)
    if bound.pack.game.system == "skirmish":
        if drawn is not None:
            raise Misuse(CommandFault.SCENE_UNDRAWN)
        scene = skirmish_odds.find_scene_odds(bound, request.text, bound.tongue)
        return session.answer(scene, lambda: odds_text.word_scene(scene, bound.tongue))
    result = weighing.setup_odds(
        bound, request.text, request.season, request.policy, request.cards, choices=request.choices
    )
    _draw_odds(drawn, result, bound, secret=False, force=force)
    return session.answer(result, lambda: odds_text.word_odds(result, bound.tongue))


def _draw_odds(file: str | None, chances: Odds, bound: Ruleset, *, secret: bool, force: bool) -> None:
    if file is None:
        return

    sides = documents.list_sides(bound, tuple(chances.sides))
    _write_drawing(
        file, result_charts.write_chances(chances, sides, bound.tongue), secret=secret, force=force
    )


def _write_drawing(file: str, svg_text: str, *, secret: bool, force: bool) -> None:
    """Write a drawing as SVG or PNG, by the extension of the file."""
    form = arguments.choose_form(file, arguments.PICTURES, CommandFault.PICTURE_ENDING_UNKNOWN)
    picture = maps.convert(svg_text, form, width=maps.CHART_WIDTH)
    command_files.write(file, picture, secret=secret, force=force)


@app.command(cls=SessionCommand)
def analyse(
    context: typer.Context,
    match: arguments.MatchOrFile,
    viewer: arguments.Viewer = None,
    drawn: Annotated[
        str | None,
        typer.Option("--chart", metavar="FILE", help="Draw the luck of all battles into an SVG or PNG file."),
    ] = None,
    force: arguments.Force = False,
    at: arguments.AtEntry = None,
    language: arguments.Language = None,
) -> int:
    """Show the luck in each battle and the effect of each order.

    Examples:
        referee analyse verdun --as german
        referee analyse verdun --chart luck.svg --as referee
    """
    session: Session = context.obj
    spoken, side = session.open_match(match, viewer, language)
    result = hindsight.analyse(spoken, side, at)
    if drawn:
        if result.secret and viewer is None:
            raise Misuse(Complaint.of(CommandFault.SECRETS_UNNAMED, file=drawn))
        picture = result_charts.write_luck(result, documents.sides(spoken), spoken.tongue)
        _write_drawing(drawn, picture, secret=result.secret, force=force)
    return session.answer(result, lambda: odds_text.word_hindsight(result, spoken.tongue))
