"""Command that opens a match."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from referee.analysis.bots import registry
from referee.cli.arguments import OptionalRules, ScenarioName, complete_pack, one_of, word_option
from referee.cli.faults import CommandFault
from referee.cli.groups import SessionCommand
from referee.cli.render import opening_text
from referee.cli.session import Session
from referee.faults import Complaint, Misuse, NotFound
from referee.i18n.translator import Offered
from referee.matches import opening, viewer_languages
from referee.packs import loading
from referee.packs.families import GAME
from referee.packs.faults import PackFault
from referee.platform.files import is_path

app = typer.Typer(rich_markup_mode=None)

DiceThrower = Annotated[
    str,
    word_option("sealed|spoken", help="Roller of the dice: this program (sealed) or people (spoken)."),
]
PolicyName = Annotated[
    str,
    typer.Option(
        metavar="POLICY", help="Policy for errors found late: a name from `help evidence`, or a file."
    ),
]
Chance = Annotated[
    str,
    typer.Option(
        metavar="keys|beacon[:MINUTES]",
        help="Source of public dice: keys, or keys and a later round of the beacon drand.",
        autocompletion=one_of("keys", "beacon"),
    ),
]
PhraseRule = Annotated[
    str,
    word_option("required|allowed|none|committed", help="Phrases of the sides in the dice."),
]
"""Options of `new` with a fixed set of values."""


@app.command(cls=SessionCommand)
def new(
    context: typer.Context,
    match: Annotated[str, typer.Argument(metavar="MATCH", help="Name of the new match.")],
    pack: Annotated[
        str | None,
        typer.Argument(metavar="PACK", help="Name or folder of the pack.", autocompletion=complete_pack),
    ] = None,
    folder: Annotated[
        str | None, typer.Option("--pack", metavar="PACK", help="Same as PACK, as an option.")
    ] = None,
    scenario: ScenarioName = None,
    option: OptionalRules = None,
    dice: DiceThrower = "sealed",
    policy: PolicyName = "sealed-by-dice",
    phrases: PhraseRule = "allowed",
    chance: Chance = "keys",
    language: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[SIDE=]CODE", help="Language of all answers, or of one side's: german=fr. Repeatable."
        ),
    ] = None,
    secret_until: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="Time at which the beacon drand opens the hidden secret without the moderator.",
        ),
    ] = None,
    odds: Annotated[
        bool, typer.Option("--odds/--no-odds", help="Allow or forbid odds for battles of this match.")
    ] = True,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SIDE=BOT",
            help="Bot for a side: random, greedy, planner, defender, raider or garrison. Repeatable.",
        ),
    ] = None,
) -> int:
    """Open a match.

    Examples:
        referee new verdun ttlm
        referee new verdun ttlm --scenario 1915 --with fortify
        referee new solo ttlm --bot entente=greedy
        referee new trench ./my-war --language german=de
    """
    session: Session = context.obj
    game = _choose_pack(match, pack, folder)
    with _noticing_order(match, game):
        seats, rules, languages = _seat_bots(bot or (), game), option or (), language or ()
        request = opening.Wanted(
            match, game, scenario, rules, dice, policy, languages, phrases, seats, odds, chance, secret_until
        )
        result = opening.open_new(session.root, request, at=session.at())
    session.let_bots_answer(match)
    tongue = viewer_languages.of_author(session.root, match, None)
    return session.answer(result, lambda: opening_text.word_opening(result, tongue))


EXAMPLE = "verdun"
"""Name of a match in a remedy, if the typed name is that of a pack."""


def _choose_pack(match: str, *names: str | None) -> str:
    """Return the pack that an argument or an option names. Raises Misuse for none, or for two packs."""
    sources = {one for one in names if one is not None}
    if len(sources) > 1:
        raise Misuse(CommandFault.TWO_PACKS)
    if not sources:
        packs = Offered(one.name for one in (*loading.shelf(), *loading.list_installed()))
        is_pack = match in packs or _holds_pack(match)
        nearest = match if is_pack else next(iter(packs), "PACK")
        example = EXAMPLE if is_pack else match
        raise Misuse(Complaint.of(CommandFault.NO_PACK, packs=packs, match=example, pack=nearest))
    return sources.pop()


def _holds_pack(path: str) -> bool:
    """Return True if a path leads to the folder of a pack."""
    return is_path(path) and (Path(path) / GAME).is_file()


@contextmanager
def _noticing_order(match: str, game: str) -> Generator[None]:
    """Raise `NotFound` for an unknown pack if the match has the name or the path of a pack."""
    if _holds_pack(match) and not is_path(game) and all(one.name != game for one in loading.shelf()):
        raise NotFound(Complaint.of(CommandFault.MATCH_BEFORE_PACK, match=match, pack=game))
    try:
        yield
    except NotFound as fault:
        is_unknown = fault.complaints[0].code == PackFault.PACK_UNKNOWN.code
        if is_unknown and any(one.name == match for one in loading.shelf()):
            raise NotFound(Complaint.of(CommandFault.MATCH_BEFORE_PACK, match=match, pack=game)) from None
        raise


def _seat_bots(bots: Sequence[str], pack: str) -> Mapping[str, str]:
    """Return the bots by side, with their versions."""
    if not bots:
        return {}

    return registry.read_seats(bots, loading.load(pack).pack.game.system)
