"""The position as a report tells it: what is asked, who holds what, pieces, cards, force pool.

Everything here is told from a view, so that a report can hold nothing its reader may not know.
"""

from collections.abc import Iterator

from referee.systems.great_war import secrecy
from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.narrative.phrases import Blocks
from referee.systems.great_war.position import Position
from referee.systems.great_war.situation import of_cards, of_pieces, of_plans
from referee.systems.great_war.theatre import Theatre
from schemas.document import Block, Heading, Inline, Strong, Table, words
from schemas.great_war.view import AreaView, TurnView, View
from schemas.record import Side, listed


def situation(theatre: Theatre, position: Position, viewer: Side) -> Blocks:
    """The position as a report tells it to one viewer."""
    seen = secrecy.view(theatre, position, viewer)
    return (
        Heading(text=f"{seen.title}, turn {seen.turn} of {theatre.scenario.last}"),
        *_open_question(theatre, seen),
        Heading(text="Area control", level=3),
        *_control(theatre, seen),
        _victory(seen),
        Heading(text="Pieces on the map", level=3),
        *of_pieces.on_map(theatre, seen),
        Heading(text="Cards", level=3),
        *of_cards.cards(theatre, seen),
        Heading(text="Force pool", level=3),
        of_pieces.pool(theatre, seen),
        Heading(text="Build points", level=3),
        *of_plans.plans(theatre, position, seen),
        of_plans.buildable(theatre, position),
    )


def _open_question(theatre: Theatre, seen: View) -> Iterator[Block]:
    if not seen.prompts:
        yield words("Nobody is asked anything: the match is over", *_result(seen), ".")
    for prompt in seen.prompts:
        yield words(Strong(text=f"{phrases.subject(theatre, prompt.side)} is to answer."), f" {prompt.text}")
    now = seen.now
    if now is not None and now.kind in KINDS:
        yield words(_used(theatre, seen.turn, now))
        if now.battles:
            yield words(_battles(theatre, now))
        for card in now.played:
            where = f" in {theatre.area_name(card.area)}" if card.area is not None else ""
            player = phrases.side_called(theatre, card.side)
            yield words(f"Played by {player}: {theatre.card_name(card.card)}{where}.")
        if now.bonus:
            yield words(f"Extra dice in {listed([theatre.area_name(area) for area in now.bonus])}.")


KINDS = {
    "special": "a special offensive",
    "offensive": "an offensive",
    "limited": "a limited offensive",
    "weather": "an offensive that the weather stopped",
}
"""What a player turn with an offensive card is called."""


def _result(seen: View) -> tuple[Inline | str, ...]:
    return () if seen.result is None else (", with this result: ", Strong(text=seen.result))


def _used(theatre: Theatre, turn: int, now: TurnView) -> str:
    """How much of its limits the attacker has used."""
    limits = theatre.limits
    used = [f"rail {now.rails} of {limits.rail_per_turn}"]
    if now.side == limits.strategic_side:
        used.append(f"strategic {now.strategics} of {limits.strategic_per_turn[turn - 1]}")
    if any(nation.sea and nation.side == now.side for nation in theatre.nations.values()):
        used.append(f"sea {now.seas} of {limits.sea_per_turn}")
    return f"{phrases.subject(theatre, now.side)} conducts {KINDS[now.kind]}. Moves used: {', '.join(used)}."


def _battles(theatre: Theatre, now: TurnView) -> str:
    fought = set(now.fought)
    named = [f"{theatre.area_name(area)}{' (fought)' if area in fought else ''}" for area in now.battles]
    return f"Battles of this turn, in order: {', '.join(named)}."


def _control(theatre: Theatre, seen: View) -> Iterator[Block]:
    """The totals of both sides, and the areas that are not simply in the hands of their country's side."""
    yield Table(
        columns=("Side", "Areas", "Points", "Supply sources"),
        rows=tuple(_totals(theatre, seen)),
        numeric=(1, 2, 3),
    )
    notable = sorted(_notable(theatre, seen), key=lambda area: area.status != "disputed")
    if not notable:
        yield words("No area is disputed, and none has changed hands.")
        return
    yield Table(
        columns=("Area", "Status", "Points", "In supply"),
        rows=tuple(_area_row(theatre, seen, area) for area in notable),
        numeric=(2,),
    )


def _totals(theatre: Theatre, seen: View) -> Iterator[tuple[str, ...]]:
    """What each side holds, and what nobody holds alone."""
    for side in theatre.sides:
        held = [area for area in _fought_over(theatre, seen) if area.owner == side and area.status == "held"]
        sources = sum(theatre.areas[area.id].supply == side for area in held)
        yield theatre.side_name(side), str(len(held)), str(sum(area.points for area in held)), str(sources)
    if disputed := [area for area in seen.areas if area.status == "disputed"]:
        sources = sum(theatre.areas[area.id].supply is not None for area in disputed)
        yield "disputed", str(len(disputed)), str(sum(area.points for area in disputed)), str(sources)


def _notable(theatre: Theatre, seen: View) -> Iterator[AreaView]:
    """Disputed areas, and those in other hands than their country's side, or the set-up where it has none."""
    first = {area: side for side, areas in theatre.scenario.control.items() for area in areas}
    home = {country: nation.side for nation in theatre.nations.values() for country in nation.home}
    for area in _fought_over(theatre, seen):
        owner = home.get(theatre.areas[area.id].country, first.get(area.id))
        if area.status == "disputed" or area.owner != owner:
            yield area


def _fought_over(theatre: Theatre, seen: View) -> Iterator[AreaView]:
    """All areas but the transit box, which is always its side's."""
    return (area for area in seen.areas if theatre.areas[area.id].transit is None)


def _area_row(theatre: Theatre, seen: View, area: AreaView) -> tuple[str, ...]:
    owner = theatre.side_name(area.owner) if area.owner is not None else "nobody's"
    status = f"disputed, {owner} before" if area.status == "disputed" else owner
    supplied = [theatre.side_name(side) for side in theatre.sides if area.id in seen.supply[side]]
    return theatre.area_name(area.id), status, str(area.points), ", ".join(supplied) or "nobody"


def _victory(seen: View) -> Block:
    tally = seen.victory
    parts = [
        f"{tally.areas} for areas",
        f"{tally.armies:+} for eliminated armies" if tally.armies else "",
        f"{tally.blockade:+} for the blockade" if tally.blockade else "",
        f"{tally.crises:+} for crises" if tally.crises else "",
        f"{tally.guns:+} for the shelling of the capital" if tally.guns else "",
        f"{tally.transit:+} for what is in transit" if tally.transit else "",
    ]
    counted = phrases.counted(tally.total, "victory point")
    return words(f"{counted} ({', '.join(filter(None, parts))}): ", Strong(text=tally.level), ".")
