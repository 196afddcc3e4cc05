"""The position as a report tells it: who holds what, what stands where, supply, points, and both sides.

Everything here is told from a view, so that a report can hold nothing its reader may not know.
"""

from collections.abc import Iterator

from referee.systems.great_war import secrecy
from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.narrative.phrases import Blocks
from referee.systems.great_war.position import Position
from referee.systems.great_war.situation import (
    of_cards,
    of_control,
    of_map,
    of_pieces,
    of_sides,
    of_supply,
    of_victory,
)
from referee.systems.great_war.theatre import Theatre
from schemas.document import Block, Heading, Inline, Strong, words
from schemas.great_war.view import TurnView, View
from schemas.record import Side, listed


def moment(theatre: Theatre, position: Position) -> str:
    """When it is: `SUMMER 1914, turn 1 of 23`."""
    return f"{theatre.turns[position.turn].title}, turn {position.turn} of {theatre.scenario.last}"


def situation(theatre: Theatre, position: Position, viewer: Side) -> Blocks:
    """The position as a report tells it to one viewer."""
    seen = secrecy.view(theatre, position, viewer)
    return (
        Heading(text=moment(theatre, position)),
        *_player_turn(theatre, seen),
        Heading(text="Area control", level=3),
        *of_control.control(theatre, seen),
        of_map.figure(theatre, seen),
        Heading(text="Strength by area", level=3),
        *of_pieces.on_map(theatre, seen),
        Heading(text="Supply", level=3),
        *of_supply.supply(theatre, position, seen),
        Heading(text="Victory points", level=3),
        *of_victory.victory(theatre, seen),
        *of_sides.sides(theatre, position, seen),
        Heading(text="Cards on the table", level=3),
        *of_cards.on_the_table(theatre, seen),
    )


def held(theatre: Theatre, position: Position, viewer: Side) -> Blocks:
    """Area control as a report tells it, and nothing else."""
    return tuple(of_control.control(theatre, secrecy.view(theatre, position, viewer)))


def _player_turn(theatre: Theatre, seen: View) -> Iterator[Block]:
    if not seen.prompts:
        yield words("Nobody is asked anything: the match is over", *_result(seen), ".")
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
    if seen.armistice is not None:
        yield words(f"{phrases.subject(theatre, seen.armistice)} offers an armistice.")


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
