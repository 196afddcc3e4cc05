"""Cases of the Great War family: the position that a case describes, and what may be asked of where it ends."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from referee.core.faults import Misfit
from referee.core.remedy import meant
from referee.systems.great_war import (
    casework_agenda,
    casework_pieces,
    control,
    pool,
    sequence,
    supply,
    victory,
)
from referee.systems.great_war.casework_pieces import Impossible
from referee.systems.great_war.position import Hand, Position, strength
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.theatre import Theatre
from schemas.great_war.case import Cards, GreatWarCase, GreatWarExpected, GreatWarGiven
from schemas.great_war.events import ErsatzSpent, FortReduced, GreatWarEvent, PieceLost
from schemas.great_war.pack import Pack
from schemas.record import Side

NONE = "none"
NEUTRAL = "neutral"


def unbound(pack: Pack, given: GreatWarGiven) -> Iterator[Misfit]:
    """What a case asks of a pack that the pack does not have: a scenario, or the choice of an option."""
    known = [scenario.id for scenario in pack.scenarios]
    if given.scenario is not None and given.scenario not in known:
        yield _unknown(("given", "scenario"), "scenario", given.scenario, known)
    choices = {option.id: option.choices for option in pack.game.options}
    for option, choice in given.options.items():
        if choice not in choices.get(option, ()):
            near = meant(choice, choices[option]) if option in choices else meant(option, choices)
            yield Misfit("", ("given", "options", option), f"there is no option `{option}: {choice}`", near)


def rules(pack: Pack, given: GreatWarGiven) -> GreatWar:
    """The rules that a case is played by: its scenario, else the first of the pack, and its options."""
    return GreatWar(pack, given.scenario or pack.scenarios[0].id, given.options)


def misfits(rules: GreatWar, case: GreatWarCase) -> Iterator[Misfit]:
    """Everything that is wrong with what a case starts from or expects, by the path in the case."""
    theatre = rules.theatre
    try:
        position(rules, case.given)
    except Impossible as impossible:
        yield from (replace(misfit, path=("given", *misfit.path)) for misfit in impossible.misfits)
    try:
        casework_pieces.read(theatre, case.then.pieces or "")
    except Impossible as impossible:
        yield from (replace(misfit, path=("then", *misfit.path)) for misfit in impossible.misfits)
    counters = set(theatre.ids())
    for key, ids in (("gone", case.then.gone), ("strength", case.then.strength)):
        for id in ids or ():
            if id not in counters:
                yield _unknown(("then", key), "counter", id, counters)
    for key, areas in (("status", case.then.status), ("owner", case.then.owner)):
        for area in areas or ():
            if area not in theatre.areas:
                yield _unknown(("then", key, area), "area", area, theatre.areas)
    for nation in case.then.pool or ():
        if nation not in theatre.nations:
            yield _unknown(("then", "pool", nation), "nation", nation, theatre.nations)


def position(rules: GreatWar, given: GreatWarGiven) -> Position:
    """The position that a case starts from; raises `Impossible` where there can be none."""
    theatre = rules.theatre
    start = theatre.start()
    laid = casework_pieces.read(theatre, given.pieces, start.pieces if given.start == "scenario" else {})
    number = _season(theatre, given.season) if given.season is not None else start.turn
    stood = Position.opening(theatre.sides, number, start.owner, laid.pieces)
    stood = replace(stood, owner=_owners(theatre, stood, laid.areas, given.owners))
    stood = _dealt(theatre, stood, given)
    if against := tuple(casework_pieces.impossibilities(theatre, stood)):
        raise Impossible(*(Misfit("", ("pieces",), fact) for fact in against))
    side, kind = casework_agenda.turn(theatre, given.turn, given.asked)
    passes = given.passes + (kind == "pass")
    stood = replace(stood, passes=passes, eliminated=_eliminated(theatre, given.eliminated))
    stood = replace(stood, swapped=frozenset(_swapped(theatre, stood, given.eliminated)))
    now = replace(sequence.opened(stood, side), kind=kind, battles=given.battles)
    return casework_agenda.ask(theatre, stood, now, given.asked)


def _season(theatre: Theatre, season: str) -> int:
    """The number of a season turn by its title or by season and year."""
    names = {f"{turn.season} {turn.year}": number for number, turn in theatre.turns.items()}
    names |= {turn.title: number for number, turn in theatre.turns.items()}
    if season not in names:
        raise Impossible(_unknown(("season",), "season", season, names))
    return names[season]


def _owners(
    theatre: Theatre, stood: Position, named: tuple[str, ...], owners: Mapping[str, str]
) -> Mapping[str, Side]:
    """Whose each area is: as it is said, else of those who hold it alone, else as in the scenario."""
    for area, owner in owners.items():
        if area not in theatre.areas:
            raise Impossible(_unknown(("owners", area), "area", area, theatre.areas))
        if owner not in {*theatre.sides, NEUTRAL}:
            raise Impossible(_unknown(("owners", area), "side", owner, (*theatre.sides, NEUTRAL)))
    held = {area: control.holder(theatre, stood, area) for area in named}
    everyone = {**stood.owner, **{area: side for area, side in held.items() if side}, **owners}
    return {area: owner for area, owner in everyone.items() if owner != NEUTRAL}


def _unknown(path: tuple[str, ...], what: str, word: str, known: Iterable[str]) -> Misfit:
    return Misfit("", path, f"there is no {what} `{word}`", meant(word, known))


def _eliminated(theatre: Theatre, armies: tuple[str, ...]) -> frozenset[str]:
    known = [army for nation in theatre.nations.values() for army in nation.armies]
    for army in armies:
        if army not in known and not _swaps_in(theatre, army):
            raise Impossible(_unknown(("eliminated",), "army", army, known))
    return frozenset(armies) & frozenset(known)


def _swaps_in(theatre: Theatre, id: str) -> bool:
    """Whether a counter is of a kind that enters by taking the place of another."""
    piece = pool.counter(theatre, id)
    return piece is not None and theatre.units[piece.kind].swapped_for is not None


def _swapped(theatre: Theatre, stood: Position, eliminated: tuple[str, ...]) -> Iterator[str]:
    """The pieces that have taken the place of others: those on the map, and those that were lost since."""
    return (id for id in (*stood.pieces, *eliminated) if _swaps_in(theatre, id))


def _dealt(theatre: Theatre, stood: Position, given: GreatWarGiven) -> Position:
    """The position with the cards where the case says; the draw pile is the rest of the deck, unless it is said."""
    left = list(theatre.deck())
    discards = _cards(theatre, left, given.discards, "discards")
    hands = {side: _cards(theatre, left, given.hands.get(side, ()), "hands") for side in theatre.sides}
    if strangers := set(given.hands) - set(theatre.sides):
        side = strangers.pop()
        raise Impossible(_unknown(("hands", side), "side", side, theatre.sides))
    pile = _cards(theatre, left, given.pile, "pile") if given.pile is not None else tuple(left)
    held = {side: Hand(len(cards), tuple(sorted(cards))) for side, cards in hands.items()}
    return replace(stood, hands=held, pile=pile, discards=discards)


def _cards(theatre: Theatre, left: list[int], wanted: Cards, key: str) -> tuple[int, ...]:
    """Cards taken out of what is left of the deck, by number or by kind."""
    taken: list[int] = []
    for word in wanted:
        number = next((n for n in left if word == str(n) or _kind(theatre, n) == word), None)
        if number is None:
            raise Impossible(Misfit("", (key,), f"there is no card `{word}` left"))
        left.remove(number)
        taken.append(number)
    return tuple(taken)


def _kind(theatre: Theatre, number: int) -> str:
    card = theatre.card(number)
    return card.id if card is not None else ""


def told(rules: GreatWar, before: Position, event: GreatWarEvent) -> str:
    """A payment in one word: the kind of piece, `lone-` where it stood alone, or the kind of card; else nothing."""
    match event:
        case PieceLost(piece=id, fate="hit"):
            piece = before.pieces[id]
            return piece.kind if piece.army is not None or piece.kind == "fort" else f"lone-{piece.kind}"
        case FortReduced():
            return "fort"
        case ErsatzSpent(card=number):
            return _kind(rules.theatre, number)
        case _:
            return ""


def differences(rules: GreatWar, end: Position, expected: GreatWarExpected) -> Iterator[str]:
    """How a position differs from what was expected of it, in sentences."""
    theatre = rules.theatre
    findings: tuple[Callable[[Theatre, Position, GreatWarExpected], Iterator[str]], ...] = (
        _standing, _absent, _statuses, _count, _strengths, _supplies, _holdings, _pools, _clock,
    )  # fmt: skip
    for finding in findings:
        yield from finding(theatre, end, expected)


def _unlike(what: str, is_: object, must: object) -> Iterator[str]:
    if is_ != must:
        yield f"{what} is `{is_}`, and must be `{must}`"


def _standing(theatre: Theatre, end: Position, expected: GreatWarExpected) -> Iterator[str]:
    if expected.pieces is None:
        return
    laid = casework_pieces.read(theatre, expected.pieces)
    for area in laid.areas:
        must = casework_pieces.describe(theatre, area, laid.pieces)
        yield from _unlike(f"what stands in {area}", casework_pieces.describe(theatre, area, end.pieces), must)


def _absent(theatre: Theatre, end: Position, expected: GreatWarExpected) -> Iterator[str]:
    for id in expected.gone or ():
        if id in end.pieces:
            yield f"{id} stands in {end.pieces[id].area}, and must be gone"
    if expected.eliminated is not None:
        must = "" if expected.eliminated == NONE else ", ".join(sorted(expected.eliminated))
        yield from _unlike("the list of eliminated armies", ", ".join(sorted(end.eliminated)), must)


def _statuses(theatre: Theatre, end: Position, expected: GreatWarExpected) -> Iterator[str]:
    for area, must in (expected.status or {}).items():
        each = dict.fromkeys(theatre.sides, must) if isinstance(must, str) else must
        for side, status in each.items():
            yield from _unlike(f"{area} to the {side} side", control.status(end, area, side), status)
    for area, side in (expected.owner or {}).items():
        yield from _unlike(f"the owner of {area}", end.owner.get(area), side)


def _count(theatre: Theatre, end: Position, expected: GreatWarExpected) -> Iterator[str]:
    total = victory.points(theatre, end).total
    if expected.points is not None:
        yield from _unlike("the victory point total", total, expected.points)
    if expected.level is not None:
        yield from _unlike("the level of victory", end.result or victory.level(theatre, total).name, expected.level)


def _strengths(theatre: Theatre, end: Position, expected: GreatWarExpected) -> Iterator[str]:
    for id, must in (expected.strength or {}).items():
        piece = end.pieces.get(id)
        if piece is None:
            yield f"{id} is not on the map, and must have strength {must}"
        else:
            yield from _unlike(f"the strength of {id}", strength(end, piece), must)


def _supplies(theatre: Theatre, end: Position, expected: GreatWarExpected) -> Iterator[str]:
    for side, areas in (expected.supplied or {}).items():
        supplied = supply.supplied_areas(theatre, end, side)
        for area, must in areas.items():
            if (area in supplied) != must:
                yield f"{area} is {'not ' if must else ''}in supply to the {side} side"


def _holdings(theatre: Theatre, end: Position, expected: GreatWarExpected) -> Iterator[str]:
    for side, cards in (expected.hands or {}).items():
        yield from _unlike(f"the {side} hand", end.hand(side).cards, _named(theatre, cards))
    for side, cards in (expected.locked or {}).items():
        yield from _unlike(f"the locked {side} cards", tuple(sorted(end.hand(side).locked)), _named(theatre, cards))
    if expected.discards is not None:
        yield from _unlike("the discard pile", tuple(sorted(end.discards)), _named(theatre, expected.discards))
    if expected.pile is not None:
        yield from _unlike("the number of cards in the draw pile", len(end.pile), expected.pile)


def _pools(theatre: Theatre, end: Position, expected: GreatWarExpected) -> Iterator[str]:
    for nation, kinds in (expected.pool or {}).items():
        there = pool.force_pool(end, theatre.nations[nation])
        for kind, must in kinds.items():
            yield from _unlike(f"the {nation} pool of {kind}", there.get(kind, 0), must)


def _named(theatre: Theatre, cards: Cards) -> tuple[int, ...]:
    return tuple(sorted(_cards(theatre, list(theatre.deck()), cards, "hands")))


def _clock(theatre: Theatre, end: Position, expected: GreatWarExpected) -> Iterator[str]:
    now = end.now
    if expected.season is not None:
        yield from _unlike("the season", theatre.turns[end.turn].title, expected.season)
    if expected.turn is not None:
        yield from _unlike("the player turn", f"{now.side} {now.kind}" if now else NONE, expected.turn)
    if expected.battles is not None:
        battles = now.battles if now is not None else ()
        must = () if expected.battles == NONE else expected.battles
        yield from _unlike("the list of battles", battles, must)
