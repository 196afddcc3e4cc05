"""The position as a report tells it: who holds what, what stands where, supply, points, and both sides.

Everything here is told from a view, so that a report can hold nothing its reader may not know.
"""

from collections.abc import Iterator, Mapping

from msgspec import UNSET

from referee.engine.tongue import message
from referee.systems.great_war.facts import hidden_templates
from referee.systems.great_war.narrative.phrases import Blocks
from referee.systems.great_war.narrative.situation import (
    of_cards,
    of_control,
    of_map,
    of_pieces,
    of_sides,
    of_supply,
    of_victory,
)
from referee.systems.great_war.secrecy import secrecy
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.view import PlayedView, TurnView, View
from schemas.record import Side
from schemas.reports.document import Block, Code, Heading, Strong, words


def moment(theatre: GreatWarGame, position: Position) -> str:
    """When it is: `SUMMER 1914, turn 1 of 23`."""
    return theatre.say(
        "{season}, turn {turn} of {last}",
        season=theatre.turns[position.turn].title,
        turn=position.turn,
        last=theatre.scenario.last,
    )


def situation(theatre: GreatWarGame, position: Position, viewer: Side) -> Blocks:
    """The position as a report tells it to one viewer."""
    seen = secrecy.view(theatre, position, viewer)
    position = hidden_templates.show_to(theatre, position, viewer)
    return (
        Heading(text=moment(theatre, position)),
        *_player_turn(theatre, seen),
        Heading(text=theatre.say("Area control"), level=3),
        *of_control.control(theatre, seen),
        of_map.figure(theatre, seen),
        Heading(text=theatre.say("Strength by area"), level=3),
        *of_pieces.on_map(theatre, seen),
        *of_pieces.unseen(theatre, seen),
        Heading(text=theatre.say("Supply"), level=3),
        *of_supply.supply(theatre, position, seen),
        Heading(text=theatre.say("Victory points"), level=3),
        *of_victory.victory(theatre, seen),
        *of_sides.sides(theatre, position, seen),
        Heading(text=theatre.say("Cards on the table"), level=3),
        *of_cards.on_the_table(theatre, seen),
    )


def show_control(theatre: GreatWarGame, position: Position, viewer: Side) -> Blocks:
    """Area control as a report tells it, and nothing else."""
    return tuple(of_control.control(theatre, secrecy.view(theatre, position, viewer)))


def _player_turn(theatre: GreatWarGame, seen: View) -> Iterator[Block]:
    if not seen.prompts:
        yield _over(theatre, seen)
    if seen.first is not UNSET:
        open = any(prompt.question == "initiative" for prompt in seen.prompts)
        yield theatre.paragraph(FIRST[open], side=theatre.side_adjective(seen.first))
    now = seen.now
    if now is not None and now.kind in KINDS:
        yield words(_used(theatre, seen.turn, now))
        if now.battles:
            yield theatre.paragraph(
                "Battles of this turn, in order: {areas}.", areas=", ".join(_battles(theatre, now))
            )
        for card in now.played:
            yield _play(theatre, card)
        if now.bonus:
            named = theatre.listed([theatre.area_name(area) for area in now.bonus])
            yield theatre.paragraph("Extra dice in {areas}.", areas=named)
    if seen.armistice is not None and seen.result is None:
        yield theatre.paragraph(
            "The {side} side offers an armistice. The answer is {accepting} or {declining}, at any time.",
            side=theatre.side_adjective(seen.armistice),
            accepting=Code(text="accept armistice"),
            declining=Code(text="decline armistice"),
        )


def _over(theatre: GreatWarGame, seen: View) -> Block:
    if seen.result is None:
        return theatre.paragraph("Nobody is asked anything: the match is over.")
    return theatre.paragraph(
        "Nobody is asked anything: the match is over, with this result: {result}.",
        result=Strong(text=theatre.worded(seen.result)),
    )


def _play(theatre: GreatWarGame, card: PlayedView) -> Block:
    played = {"side": theatre.side_adjective(card.side), "card": theatre.card_name(card.card)}
    if card.area is None:
        return theatre.paragraph("Played by the {side} side: {card}.", **played)
    area = theatre.area_name(card.area)
    return theatre.paragraph("Played by the {side} side: {card} in {area}.", area=area, **played)


FIRST: Mapping[bool, str] = {
    False: message("First Player this season: the {side} side."),
    True: message("First Player before this season: the {side} side. Now both sides bid for it."),
}
"""Who has the first player turn, once that is settled and before."""

KINDS: Mapping[str, str] = {
    "special": message("The {side} side conducts a special offensive. Moves used: {moves}."),
    "offensive": message("The {side} side conducts an offensive. Moves used: {moves}."),
    "limited": message("The {side} side conducts a limited offensive. Moves used: {moves}."),
    "weather": message(
        "The {side} side conducts an offensive that the weather stopped. Moves used: {moves}."
    ),
}
"""A player turn with an offensive card, and how much of its limits the attacker has used."""


def _used(theatre: GreatWarGame, turn: int, now: TurnView) -> str:
    limits = theatre.limits
    used = [theatre.say("rail {count} of {most}", count=now.rails, most=limits.rail_per_turn)]
    if now.side == limits.strategic_side:
        most = limits.strategic_per_turn[turn - 1]
        used.append(theatre.say("strategic {count} of {most}", count=now.strategics, most=most))
    if any(nation.sea and nation.side == now.side for nation in theatre.nations.values()):
        used.append(theatre.say("sea {count} of {most}", count=now.seas, most=limits.sea_per_turn))
    return theatre.say(KINDS[now.kind], side=theatre.side_adjective(now.side), moves=", ".join(used))


def _battles(theatre: GreatWarGame, now: TurnView) -> Iterator[str]:
    for area in now.battles:
        name = theatre.area_name(area)
        yield theatre.say("{area} (fought)", area=name) if area in now.fought else name
