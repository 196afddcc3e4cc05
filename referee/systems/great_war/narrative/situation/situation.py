"""The position as a report tells it: who holds what, what stands where, supply, points, and both sides.

Everything here is worded from a view, so that a report can hold nothing its reader may not know.
"""

from collections.abc import Iterator, Mapping

from msgspec import UNSET

from referee.engine.tongue import message
from referee.systems.great_war.facts import hidden_templates
from referee.systems.great_war.movement import allowances
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
from referee.systems.great_war.narrative.situation.of_fronts import Fronts
from referee.systems.great_war.secrecy import secrecy
from referee.systems.great_war.state.narrator import Narrator
from referee.systems.great_war.state.position import Position
from referee.values.caching import cached
from schemas.great_war.view import PlayedView, TurnView, View
from schemas.record import Side
from schemas.reports.document import Block, Bullets, Code, Heading, Strong, words


def moment(narrator: Narrator, position: Position) -> str:
    """When it is: `SUMMER 1914, turn 1 of 23`."""
    return narrator.say(
        "{season}, turn {turn} of {last}",
        season=narrator.turns[position.map.turn].title,
        turn=position.map.turn,
        last=narrator.scenario.last,
    )


def situation(narrator: Narrator, position: Position, viewer: Side) -> Blocks:
    """The position as a report tells it to one viewer."""
    seen = secrecy.view(narrator, position, viewer)
    position = hidden_templates.show_to(narrator.game, position, viewer)
    return (
        Heading(text=moment(narrator, position)),
        *tell_turn(narrator, position, seen),
        Heading(text=narrator.say("Area control"), level=3),
        *of_control.control(narrator, seen),
        of_map.figure(narrator, seen),
        Heading(text=narrator.say("Strength by area"), level=3),
        *of_pieces.on_map(narrator, seen),
        *of_pieces.unseen(narrator, seen),
        *_list_borders(narrator, seen, viewer),
        Heading(text=narrator.say("Supply"), level=3),
        *of_supply.supply(narrator, position, seen),
        Heading(text=narrator.say("Victory points"), level=3),
        *of_victory.victory(narrator, seen),
        *of_sides.sides(narrator, position, seen),
        Heading(text=narrator.say("Cards on the table"), level=3),
        *of_cards.on_the_table(narrator, seen),
    )


def _list_borders(narrator: Narrator, seen: View, viewer: Side) -> Iterator[Block]:
    """What a side has where by the ids that orders take, and what lies around it."""
    if viewer in narrator.game.sides and (items := tuple(Fronts(narrator, seen, viewer).list_all())):
        yield Heading(text=narrator.say("Your pieces and what they border on"), level=3)
        yield narrator.paragraph("* enemy, ! disputed.")
        yield Bullets(items=items)


@cached
def show_control(narrator: Narrator, position: Position, viewer: Side) -> Blocks:
    """Area control as a report tells it, and nothing else."""
    return tuple(of_control.control(narrator, secrecy.view(narrator, position, viewer)))


def tell_turn(narrator: Narrator, position: Position, seen: View) -> Iterator[Block]:
    """The player turn that is played: what is used of its limits, its battles, the cards on them."""
    if not seen.prompts:
        yield _over(narrator, seen)
    if seen.first is not UNSET:
        open = any(prompt.question == "initiative" for prompt in seen.prompts)
        yield narrator.paragraph(FIRST[open], side=narrator.side_adjective(seen.first))
    now = seen.now
    if now is not None and now.kind in KINDS:
        yield words(_used(narrator, position, now))
        if now.battles:
            yield narrator.paragraph(
                "Battles of this turn, in order: {areas}.", areas=", ".join(_battles(narrator, now))
            )
        for card in now.played:
            yield _play(narrator, card)
        if now.bonus:
            named = narrator.listed([narrator.area_name(area) for area in now.bonus])
            yield narrator.paragraph("Extra dice in {areas}.", areas=named)
    if seen.armistice is not None and seen.result is None:
        yield narrator.paragraph(
            "The {side} side offers an armistice. The answer is {accepting} or {declining}, at any time.",
            side=narrator.side_adjective(seen.armistice),
            accepting=Code(text="accept armistice"),
            declining=Code(text="decline armistice"),
        )


def _over(narrator: Narrator, seen: View) -> Block:
    if seen.result is None:
        return narrator.paragraph("Nobody is asked anything: the match is over.")
    return narrator.paragraph(
        "Nobody is asked anything: the match is over, with this result: {result}.",
        result=Strong(text=narrator.worded(seen.result)),
    )


def _play(narrator: Narrator, card: PlayedView) -> Block:
    played = {"side": narrator.side_adjective(card.side), "card": narrator.card_name(card.card)}
    if card.area is None:
        return narrator.paragraph("Played by the {side} side: {card}.", **played)
    area = narrator.area_name(card.area)
    return narrator.paragraph("Played by the {side} side: {card} in {area}.", area=area, **played)


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


def _used(narrator: Narrator, position: Position, now: TurnView) -> str:
    used = [
        narrator.say(allowance.use.template, count=allowance.used, most=allowance.most)
        for allowance in allowances.list_allowances(narrator.game, position, now.side)
    ]
    return narrator.say(KINDS[now.kind], side=narrator.side_adjective(now.side), moves=", ".join(used))


def _battles(narrator: Narrator, now: TurnView) -> Iterator[str]:
    for area in now.battles:
        name = narrator.area_name(area)
        yield narrator.say("{area} (fought)", area=name) if area in now.fought else name
