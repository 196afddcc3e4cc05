"""Commands that work out what may come of a position."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

from referee.cli.arguments import AtEntry, Force, Language, MatchOrFile, Viewer, complete_match
from referee.cli.lines.declaring import Argument, Book, Option, command
from referee.cli.session import Session

if TYPE_CHECKING:
    from referee.analysis.policies import Written
    from referee.packs.binding import Ruleset
    from schemas.answers.odds import Odds

book = Book()


@command(book)
def odds(
    session: Session,
    match: Annotated[
        str | None,
        Argument(
            metavar="MATCH|FILE", help="A match, or a copy of its journal.", autocompletion=complete_match
        ),
    ] = None,
    area: Annotated[
        str | None,
        Argument(help="Where the battle is; without it, each that is fought or can be declared."),
    ] = None,
    given: Annotated[
        str | None,
        Option(metavar="SET-UP", help="Without a match: an area and its pieces, or what is done on a table."),
    ] = None,
    pack: Annotated[str | None, Option(metavar="PACK", help="With --given: whose pieces these are.")] = None,
    season: Annotated[
        str | None, Option(metavar="SEASON", help="With --given: when it is, such as SPRING 1916.")
    ] = None,
    viewer: Viewer = None,
    policy: Annotated[
        str | None,
        Option(metavar="FILE", help="What the sides answer, as orders in advance; - is standard input."),
    ] = None,
    card: Annotated[
        list[str] | None,
        Option(metavar="CARD", help="Play it on the battle first; a side may stand before it: SIDE: CARD."),
    ] = None,
    orders: Annotated[
        str | None,
        Option(metavar="FILE", help="A letter of --as that is carried out first; - is standard input."),
    ] = None,
    drawn: Annotated[
        str | None, Option("--chart", metavar="FILE", help="Draw the chances of each battle, as SVG or PNG.")
    ] = None,
    force: Force = False,
    at: AtEntry = None,
    language: Language = None,
) -> int:
    """Work out how a battle may end, with exact chances."""
    from referee.analysis import odds as weighing
    from referee.analysis import policies
    from referee.cli.words import odds_wording
    from schemas.record import REFEREE

    written = None if policy is None else policies.open_file(policy)
    if given is not None or match is None:
        _check_set_up({"MATCH": match, "--at": at, "--as": viewer, "--orders": orders}, given, pack)
        asked = _SetUp(pack or "", given or "", season, written, card or ())
        return _weigh_set_up(session, asked, drawn, language, force=force)
    spoken, side = session.told(match, viewer, language)
    first = None if orders is None else policies.open_file(orders)
    weighed = weighing.odds(spoken, side, area, written, at, card or (), first)
    _draw_odds(drawn, weighed, spoken.bound, secret=side == REFEREE, force=force)
    return session.answer(weighed, lambda: odds_wording.word_odds(weighed, spoken.tongue))


def _check_set_up(of_match: Mapping[str, object], given: str | None, pack: str | None) -> None:
    """Raise unless it is clear what is to be weighed: the battle of a match, or one that is given."""
    from referee.cli.faults import CommandFault
    from referee.engine.faults import Complaint, Misuse

    if given is None:
        raise Misuse(CommandFault.NOTHING_TO_WEIGH)
    if named := tuple(option for option, value in of_match.items() if value is not None):
        raise Misuse(Complaint.of(CommandFault.SET_UP_HAS_MATCH, options=named))
    if pack is None:
        raise Misuse(CommandFault.SET_UP_WITHOUT_PACK)


class _SetUp(NamedTuple):
    """A battle that no match has, as it is asked for."""

    pack: str
    given: str
    season: str | None
    policy: "Written | None"
    cards: Sequence[str]


def _weigh_set_up(
    session: Session, asked: _SetUp, drawn: str | None, language: str | None, *, force: bool
) -> int:
    """Odds of a battle that no match has."""
    from referee.analysis import scene_odds, set_ups
    from referee.cli.faults import CommandFault
    from referee.cli.words import odds_wording
    from referee.engine.faults import Misuse
    from referee.i18n import languages
    from referee.packs import binding

    bound = binding.bind(asked.pack, None, {}).speaking(languages.find_tongue(language).language)
    if bound.pack.game.system == "skirmish":
        if drawn is not None:
            raise Misuse(CommandFault.SCENE_UNDRAWN)
        scene = scene_odds.weigh(bound, asked.given, bound.tongue)
        return session.answer(scene, lambda: odds_wording.word_scene(scene, bound.tongue))
    weighed = set_ups.weigh(bound, asked.given, asked.season, asked.policy, asked.cards)
    _draw_odds(drawn, weighed, bound, secret=False, force=force)
    return session.answer(weighed, lambda: odds_wording.word_odds(weighed, bound.tongue))


def _draw_odds(file: str | None, weighed: "Odds", bound: "Ruleset", *, secret: bool, force: bool) -> None:
    """Draw the chances into a file, if one is named."""
    if file is None:
        return
    from referee.reports import documents
    from referee.reports.pictures.charts import chances

    sides = documents.list_sides(bound, tuple(weighed.sides))
    _write_drawing(file, chances.write(weighed, sides, bound.tongue), secret=secret, force=force)


def _write_drawing(file: str, drawn: str, *, secret: bool, force: bool) -> None:
    """Write a drawing as SVG, or as PNG where the name of its file says so."""
    from referee.matches import inputs
    from referee.reports import maps

    text = maps.paint(drawn, width=2000) if file.endswith(".png") else drawn.encode()
    inputs.write(file, text, secret=secret, force=force)


@command(book)
def analyse(
    session: Session,
    match: MatchOrFile,
    viewer: Viewer = None,
    drawn: Annotated[
        str | None, Option("--chart", metavar="FILE", help="Draw the luck of all battles, as SVG or PNG.")
    ] = None,
    force: Force = False,
    at: AtEntry = None,
    language: Language = None,
) -> int:
    """Say what luck did in each battle, and what orders changed."""
    from referee.analysis.hindsight import analysing
    from referee.cli.faults import CommandFault
    from referee.cli.words import hindsight_wording
    from referee.engine.faults import Complaint, Misuse
    from referee.reports import documents
    from referee.reports.pictures.charts import luck

    spoken, side = session.told(match, viewer, language)
    told = analysing.analyse(spoken, side, at)
    if drawn:
        if told.secret and viewer is None:
            raise Misuse(Complaint.of(CommandFault.SECRETS_UNNAMED, file=drawn))
        picture = luck.write(told, documents.sides(spoken), spoken.tongue)
        _write_drawing(drawn, picture, secret=told.secret, force=force)
    return session.answer(told, lambda: hindsight_wording.word_hindsight(told, spoken.tongue))
