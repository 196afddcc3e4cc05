"""Facts that a reader needs to answer the open question: places, payments, prices and rules of battles."""

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from referee.i18n.translator import forms, message, upper
from referee.systems.great_war.combat import card_effects, losses, removals
from referee.systems.great_war.facts import pool
from referee.systems.great_war.flow import judgement
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.season import arrivals, calendar, production
from referee.systems.great_war.state import tasks
from referee.systems.great_war.state.position import Position
from schemas.great_war.names import Crisis
from schemas.great_war.orders import Build, Place, Play
from schemas.great_war.plan_events import Planned
from schemas.record import Side, Value
from schemas.reports import Inline, Text

Item = tuple[Inline, ...]

BATTLES = message(
    "Any number of battles: your lines `battle AREA` in order, then other newly disputed areas."
)
ONE_BATTLE = message("One battle in all: in a newly disputed area, or elsewhere with a line `battle AREA`.")
EXTRA_DICE = message("A line `bonus AREA` gives a battle the extra dice.")
CRISIS = message(
    "A crisis card comes first, in a letter of its own. The other side answers it, then you are asked again."
)
NO_CRISIS = message("Your crisis card cannot be played this turn.")
OWN_CRISIS = message("Your crisis card only pays hits: it is a crisis of your own.")
NO_CRISIS_IN = message("Your crisis card brings no crisis in {year}.")
ONE_MOVE = message("The one piece moves, or joins or leaves an army.")
HAS_MOVED = message("Your one piece has moved: {piece}.")
"""Rules for a side that attacks or moves."""

POINTS_LEFT = forms(
    "Your sealed plan leaves one build point{shares}.",
    "Your sealed plan leaves {count} build points{shares}.",
)
MOST_OF = message("{nation} at most {count}")
STILL_TO_PLACE = message("Your sealed plan has the others; still to place: {pieces}.")
ALL_PLACED = message("Your sealed plan places all of them.")
"""Rest of a plan. The question names the whole: both sides see it, and it reveals nothing of a plan."""

PAYING: Mapping[tuple[bool, bool], str] = {
    (False, False): message("The strongest unit takes the next hit: {pieces}."),
    (False, True): message("The strongest unit takes the next hit: {pieces}; or any card."),
    (True, False): message("The fort takes the next hit, of a siege gun: {pieces}."),
    (True, True): message("The fort takes the next hit, of a siege gun: {pieces}; or any card."),
}
"""Pieces that take the next hit, by whether it is a siege gun's, and whether the side has cards."""

NEVER_RETREATS = message("Guns that never retreat, and are lost if their army goes: {pieces}.")
"""Pieces that the possible retreats leave out."""

OUT_OF_SUPPLY = message("{army} in {area}: {pieces}.")

INTO_OR_ALONE = message("{piece}: into {armies}, or alone in {areas}.")
INTO = message("{piece}: into {armies}.")
ALONE = message("{piece}: in {areas}.")
NO_ROOM = message("{piece}: no room now.")
"""Places of a new piece."""

OPEN_AREAS = message("Supplied areas with room: {areas}.")
OPEN_TO_INFANTRY = message("Supplied areas with room for infantry: {areas}.")
LISTED = message("one of these areas")
LISTED_WITHOUT = message("one of these areas, but not {areas}")
"""Areas that are listed once for all new pieces, and a reference to them."""

MOST_MISSING = 3
"""Highest number of listed areas that are closed to a piece; for more its areas are listed again."""

MOST_PIECES = 8
"""Highest number of listed pieces that can pay."""

PRICES = message(
    "A card costs {card}, a rebuilt army {army}, {trenches} trenches {trench}. Pieces go to supplied areas of"
    " yours, armies to those at home. Kinds do as well as ids: {line}."
)
"""Prices that the table of pieces does not hold, and the areas of new pieces."""

BY_KIND = message("build 2 infantry in AREA")
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
            yield from _tell_crises(narrator, position, side)
        case tasks.PassMove() if position.now is not None:
            mover = position.map.pieces.get(position.now.mover)
            if mover is None:
                yield narrator.sentence(ONE_MOVE)
            else:
                yield narrator.sentence(HAS_MOVED, piece=narrator.piece_name(mover))
        case tasks.MakePlans(phase=phase) if position.plan(side).planned:
            yield from _tell_rest(narrator, position, side, phase)
        case _:
            pass


def _tell_crises(narrator: GreatWarLanguage, position: Position, side: Side) -> Iterator[Item]:
    """Yield a sentence on the crisis cards of a hand: how they are played, or the reason against it."""
    crises = tuple(removals.crisis_options(narrator.game, position, side))
    if not crises:
        return
    turn = position.map.turn
    if any(judgement.is_legal(narrator.game, position, order) for order in crises):
        yield narrator.sentence(CRISIS)
    elif all(crisis is not None and crisis.by != side for crisis in _list_crises(narrator, crises)):
        yield narrator.sentence(OWN_CRISIS)
    elif all(narrator.game.demand(order.card, turn) is None for order in crises):
        yield narrator.sentence(NO_CRISIS_IN, year=narrator.turns[turn].year)
    else:
        yield narrator.sentence(NO_CRISIS)


def _list_crises(narrator: GreatWarLanguage, orders: Sequence[Play]) -> list[Crisis | None]:
    return [narrator.cards[order.card - 1].crisis for order in orders]


def _tell_rest(narrator: GreatWarLanguage, position: Position, side: Side, phase: Planned) -> Iterator[Item]:
    """Yield the build points that a plan leaves, or the pieces that it does not place yet."""
    game = narrator.game
    match phase:
        case "production":
            most = [
                (purse.holder, pool.count_budget_left(game, position, side, purse.holder))
                for purse in pool.side_budget(game, position, side)
                if purse.points and purse.holder in game.nations
            ]
            each = [
                narrator.say(MOST_OF, nation=narrator.nations[id].name, count=count) for id, count in most
            ]
            shares = f" ({narrator.listed(each)})" if len(each) > 1 else ""
            yield narrator.sentence(*POINTS_LEFT, count=production.leave(game, position, side), shares=shares)
        case "reinforcements":
            due = arrivals.list_left(game, position, side)
            pieces = [*map(narrator.army_name, due.armies)]
            pieces += (
                narrator.several(kind, count, nation)
                for (nation, kind), count in (*due.pieces.items(), *due.swaps.items())
            )
            whole = arrivals.due(game, position.map, side)
            if pieces:
                yield narrator.sentence(STILL_TO_PLACE, pieces=narrator.listed(pieces))
            elif not whole.nothing:
                yield narrator.sentence(ALL_PLACED)
        case "initiative" | "attrition":
            pass
        case _:
            assert_never(phase)


def list_items(narrator: GreatWarLanguage, position: Position, side: Side) -> Iterator[Item]:
    """Yield payments and places for the side that is asked."""
    match position.task:
        case tasks.PayHits() as task if task.side == side:
            ids = [piece.id for piece in losses.candidates(narrator.game, position, task)]
            paying = PAYING[task.siege > 0, position.hand(side).size > 0]
            yield narrator.sentence(paying, pieces=_shorten(narrator, ids))
        case tasks.StandOrRetreat() | tasks.RetreatAfter() as task if task.side == side:
            if guns := _list_guns(narrator, position, task):
                yield narrator.sentence(NEVER_RETREATS, pieces=" ".join(guns))
        case tasks.MakePlans(phase="reinforcements"):
            yield from _list_arrivals(narrator, position, side)
        case tasks.MakePlans(phase="production"):
            yield from _list_building_places(narrator, position, side)
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
        line=narrator.say(BY_KIND),
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


def _shorten(narrator: GreatWarLanguage, ids: Sequence[str]) -> str:
    """Return ids as a choice; many of them end with a sign of omission."""
    return narrator.tongue.choice(ids) if len(ids) <= MOST_PIECES else f"{', '.join(ids[:MOST_PIECES])}, …"


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


class _Places(Value):
    """Places of a new piece: armies with their areas, and areas in which it can be alone."""

    piece: str
    armies: str
    areas: tuple[str, ...]


def _list_arrivals(narrator: GreatWarLanguage, position: Position, side: Side) -> Iterator[Item]:
    """Yield the places of each reinforcement; of pieces after the armies have arrived."""
    due, rows = arrivals.list_left(narrator.game, position, side), list[_Places]()
    for army in due.armies:
        places = _find_places(narrator, position, side, army)
        rows.append(_gather_places(narrator, narrator.army_name(army), places))
        if places:
            position = judgement.follow(narrator.game, position, places[0])
    for (nation, kind), count in due.pieces.items():
        name = narrator.several(kind, count, nation)
        coming = next(iter(pool.coming(narrator.game, position.map, nation, kind)), "")
        rows.append(_gather_places(narrator, name, _find_places(narrator, position, side, coming)))
    yield from _tell_places(narrator, rows)


def _list_building_places(narrator: GreatWarLanguage, position: Position, side: Side) -> Iterator[Item]:
    """Yield the places of new infantry, by nation; other pieces may find room elsewhere."""
    orders: dict[str, list[Build]] = {}
    for group in production.build_option_groups(narrator.game, position, side):
        for order in group:
            piece = pool.counter(narrator.game, order.piece)
            if (
                piece is not None
                and piece.kind == "infantry"
                and judgement.is_legal(narrator.game, position, order)
            ):
                orders.setdefault(piece.nation, []).append(order)
    yield from _tell_places(
        narrator,
        [
            _gather_places(narrator, narrator.kind_name("infantry", nation), places)
            for nation, places in orders.items()
        ],
        OPEN_TO_INFANTRY,
    )


def _find_places(narrator: GreatWarLanguage, position: Position, side: Side, id: str) -> list[Place]:
    groups = arrivals.option_groups(narrator.game, position, side)
    return [one for group in groups for one in group if one.piece == id]


def _gather_places(narrator: GreatWarLanguage, piece: str, places: Sequence[Place | Build]) -> _Places:
    armies = ", ".join(f"{one.into} ({narrator.area_name(one.area)})" for one in places if one.into)
    return _Places(piece, armies, tuple(one.area for one in places if not one.into))


def _tell_places(
    narrator: GreatWarLanguage, rows: Sequence[_Places], open_areas: str = OPEN_AREAS
) -> Iterator[Item]:
    """Yield the places of new pieces. The areas of all of them are listed once, after `open_areas`."""
    areas = tuple(dict.fromkeys(area for one in rows for area in one.areas))
    if areas:
        yield narrator.sentence(open_areas, areas=", ".join(map(narrator.area_name, areas)))
    groups: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for one in rows:
        groups.setdefault((one.armies, tuple(area for area in areas if area in one.areas)), []).append(
            one.piece
        )
    for (armies, own), pieces in groups.items():
        yield _tell_group(narrator, upper(narrator.listed(pieces)), armies, _refer(narrator, areas, own))


def _refer(narrator: GreatWarLanguage, areas: Sequence[str], own: Sequence[str]) -> str:
    """Return a reference from a piece to the listed areas; empty if it has none."""
    missing = [narrator.area_name(area) for area in areas if area not in own]
    if not own:
        return ""
    if not missing:
        return narrator.say(LISTED)
    if len(missing) <= MOST_MISSING:
        return narrator.say(LISTED_WITHOUT, areas=narrator.tongue.choice(missing))
    return ", ".join(map(narrator.area_name, own))


def _tell_group(narrator: GreatWarLanguage, piece: str, armies: str, areas: str) -> Item:
    match bool(armies), bool(areas):
        case True, True:
            return narrator.sentence(INTO_OR_ALONE, piece=piece, armies=armies, areas=areas)
        case True, False:
            return narrator.sentence(INTO, piece=piece, armies=armies)
        case False, True:
            return narrator.sentence(ALONE, piece=piece, areas=areas)
        case _:
            return narrator.sentence(NO_ROOM, piece=piece)
