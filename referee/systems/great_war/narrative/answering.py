"""Facts that a reader needs to answer the open question: places, payments, prices and rules of battles."""

from collections.abc import Iterator, Mapping, Sequence

from referee.i18n.translator import forms, message
from referee.systems.great_war.combat import card_effects, losses, removals
from referee.systems.great_war.facts import pool
from referee.systems.great_war.flow import judgement
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.season import arrivals, calendar
from referee.systems.great_war.state import tasks
from referee.systems.great_war.state.position import Position
from schemas.great_war.orders import Place
from schemas.record import Side
from schemas.reports import Inline, Text

Item = tuple[Inline, ...]

BATTLES = message(
    "Any number of battles, in the order of your lines `battle AREA`; newly disputed areas are fought anyway."
)
ONE_BATTLE = message("One battle in all: in a newly disputed area, or elsewhere with a line `battle AREA`.")
EXTRA_DICE = message("A line `bonus AREA` gives a battle the extra dice.")
CRISIS = message(
    "A crisis card comes first, in a letter of its own. The other side answers it, then you are asked again."
)
NO_CRISIS = message("Your crisis card cannot be played this turn.")
"""Rules for a side that attacks or moves."""

PAYING: Mapping[bool, str] = {
    False: message("The next hit can fall on {pieces}."),
    True: message("The next hit can fall on {pieces}, or on any card of your hand."),
}
"""Pieces of the strongest unit, which take the next hit, by whether the side has cards."""

NEVER_RETREATS = message("Guns that never retreat, and are lost if their army goes: {pieces}.")
"""Pieces that the possible retreats leave out."""

OUT_OF_SUPPLY = message("{army} in {area}: {pieces}.")

INTO_OR_ALONE = message("{piece}: into {armies}, or alone in {areas}.")
INTO = message("{piece}: into {armies}.")
ALONE = message("{piece}: {areas}.")
NO_ROOM = message("{piece}: no room now.")
"""Places of a reinforcement."""

MORE_AREAS = forms("{areas} and one more area", "{areas} and {count} more areas")

MOST_PLACES = 4
"""Highest number of listed areas."""

MOST_PIECES = 8
"""Highest number of listed pieces that can pay."""

PRICES = message(
    "A card costs {card}, a rebuilt army {army}, {trenches} trenches {trench}. Pieces go to supplied areas of"
    " yours, armies to those at home. Kinds do as well as ids: {line}."
)
"""Prices that the table of pieces does not hold, and the areas of new pieces."""

BY_KIND = "build 2 infantry in AREA"
"""Example of an order that names a kind of piece."""


def tell_rules(narrator: GreatWarLanguage, position: Position, side: Side) -> Iterator[Item]:
    """Yield the rules of the current player turn for the side that attacks or moves."""
    match position.task:
        case tasks.MovePieces() if position.now is not None:
            yield narrator.sentence(ONE_BATTLE if position.now.kind == "limited" else BATTLES)
            extra = card_effects.bonus(narrator.game, position)
            if extra is not None and extra.dice:
                yield narrator.sentence(EXTRA_DICE)
        case tasks.ChooseOffensive():
            if may_attack(narrator, position, side):
                yield narrator.sentence(BATTLES)
            if crises := tuple(removals.crisis_options(narrator.game, position, side)):
                is_playable = any(judgement.is_legal(narrator.game, position, order) for order in crises)
                yield narrator.sentence(CRISIS if is_playable else NO_CRISIS)
        case _:
            pass


def list_items(narrator: GreatWarLanguage, position: Position, side: Side) -> Iterator[Item]:
    """Yield payments and places for the side that is asked."""
    match position.task:
        case tasks.PayHits() as task if task.side == side:
            ids = losses.candidates(narrator.game, position, task)
            paying = PAYING[position.hand(side).size > 0]
            yield narrator.sentence(paying, pieces=_shorten([piece.id for piece in ids]))
        case tasks.StandOrRetreat() | tasks.RetreatAfter() as task if task.side == side:
            if guns := _list_guns(narrator, position, task):
                yield narrator.sentence(NEVER_RETREATS, pieces=" ".join(guns))
        case tasks.MakePlans(phase="reinforcements"):
            yield from _list_arrivals(narrator, position, side)
        case tasks.MakePlans(phase="attrition"):
            yield from _list_unsupplied(narrator, position, side)
        case _:
            pass


PURSES = message("Each nation pays for its own pieces and trenches, and any of them for cards.")
CARDS_OF = message("Each nation pays for its own pieces and trenches, and for cards: {nations}.")
MOST_CARDS = forms("{nation} for one at most", "{nation} for {count} at most")
ANY_CARDS = message("{nation} for any number")
"""Payment of cards where each nation has its own build points."""


def tell_prices(narrator: GreatWarLanguage, position: Position, side: Side) -> Item:
    """Return the prices during production, and the areas of new pieces; empty in other phases."""
    task = position.task
    if not isinstance(task, tasks.MakePlans) or task.phase != "production":
        return ()
    game = narrator.game
    prices = narrator.sentence(
        PRICES,
        card=game.limits.card_cost,
        army=game.units["army"].cost,
        trenches=game.limits.entrenched_per_point,
        trench=pool.trenches(game, 1),
        line=BY_KIND,
    )
    payers = _tell_payers(narrator, position, side)
    return (*prices, Text(text=" "), *payers) if payers else prices


def _tell_payers(narrator: GreatWarLanguage, position: Position, side: Side) -> Item:
    """Return the nations whose build points buy cards; empty if the nations of a side share their points."""
    purses = [purse for purse in pool.side_budget(narrator.game, position, side) if purse.points]
    if len(purses) < 2:
        return ()
    if all(purse.most_cards >= purse.points for purse in purses):
        return narrator.sentence(PURSES)
    return narrator.sentence(
        CARDS_OF, nations=narrator.listed([_tell_payer(narrator, one) for one in purses])
    )


def _tell_payer(narrator: GreatWarLanguage, purse: pool.Purse) -> str:
    nation = narrator.nations[purse.holder].name
    if purse.most_cards >= purse.points:
        return narrator.say(ANY_CARDS, nation=nation)
    return narrator.say(*MOST_CARDS, nation=nation, count=purse.most_cards)


def may_attack(narrator: GreatWarLanguage, position: Position, side: Side) -> bool:
    """Return True if a side has a card for an offensive."""
    kinds = (narrator.card_kind(number) for number in position.hand(side).cards)
    return any(kind is not None and kind.offensive is not None for kind in kinds)


def _shorten(ids: Sequence[str]) -> str:
    return " ".join(ids[:MOST_PIECES]) + (" …" if len(ids) > MOST_PIECES else "")


def _list_guns(
    narrator: GreatWarLanguage, position: Position, task: tasks.StandOrRetreat | tasks.RetreatAfter
) -> list[str]:
    """Return the pieces in the armies of a battle that cannot retreat with them."""
    units = narrator.game.units
    standing = position.map.standing(task.area, task.side)
    return [piece.id for piece in standing if piece.army is not None and not units[piece.kind].retreats]


def _list_unsupplied(narrator: GreatWarLanguage, position: Position, side: Side) -> Iterator[Item]:
    """Yield the armies that lose a piece, with the pieces that they may lose."""
    for army in calendar.open_armies(narrator.game, position, side):
        yield narrator.sentence(
            OUT_OF_SUPPLY,
            army=army.id,
            area=narrator.area_name(army.area),
            pieces=" ".join(piece.id for piece in calendar.removable(narrator.game, position, army)),
        )


def _list_arrivals(narrator: GreatWarLanguage, position: Position, side: Side) -> Iterator[Item]:
    """Yield the places of each reinforcement; of pieces after the armies have arrived."""
    due = arrivals.list_left(narrator.game, position, side)
    for army in due.armies:
        places = _find_places(narrator, position, side, army)
        yield _tell_places(narrator, narrator.army_name(army), places)
        if places:
            position = judgement.follow(narrator.game, position, places[0])
    for (nation, kind), count in due.pieces.items():
        name = narrator.several(kind, count, nation)
        coming = next(iter(pool.coming(narrator.game, position.map, nation, kind)), "")
        yield _tell_places(narrator, name, _find_places(narrator, position, side, coming))


def _find_places(narrator: GreatWarLanguage, position: Position, side: Side, id: str) -> list[Place]:
    groups = arrivals.option_groups(narrator.game, position, side)
    return [one for group in groups for one in group if one.piece == id]


def _tell_places(narrator: GreatWarLanguage, piece: str, places: Sequence[Place]) -> Item:
    armies = ", ".join(f"{one.into} ({narrator.area_name(one.area)})" for one in places if one.into)
    names = [narrator.area_name(one.area) for one in places if not one.into]
    areas = ", ".join(names[:MOST_PLACES])
    if len(names) > MOST_PLACES:
        areas = narrator.say(*MORE_AREAS, areas=areas, count=len(names) - MOST_PLACES)
    match bool(armies), bool(areas):
        case True, True:
            return narrator.sentence(INTO_OR_ALONE, piece=piece, armies=armies, areas=areas)
        case True, False:
            return narrator.sentence(INTO, piece=piece, armies=armies)
        case False, True:
            return narrator.sentence(ALONE, piece=piece, areas=areas)
        case _:
            return narrator.sentence(NO_ROOM, piece=piece)
