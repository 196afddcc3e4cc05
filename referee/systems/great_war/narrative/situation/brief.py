"""The position in a short report: how things stand in a few lines, and what the question needs.

Like the whole situation it comes from a view, so that it can hold nothing its reader may not know.
"""

from collections.abc import Iterator

from referee.systems.great_war.facts import hidden_templates
from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.narrative.phrases import Blocks
from referee.systems.great_war.narrative.situation import of_sides, of_victory, situation
from referee.systems.great_war.narrative.situation.of_fronts import Fronts
from referee.systems.great_war.secrecy import secrecy
from referee.systems.great_war.state.narrator import Narrator
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import ChooseOffensive, MakePlans, MovePieces, PassMove
from schemas.great_war.view import HandView, View
from schemas.record import Side
from schemas.reports.document import Block, Bullets, Inline, Paragraph, Text

Item = tuple[Inline, ...]


def tell(narrator: Narrator, position: Position, viewer: Side) -> Blocks:
    """The position in short, as one viewer may know it."""
    seen = secrecy.view(narrator, position, viewer)
    position = hidden_templates.show_to(narrator.game, position, viewer)
    asked = any(prompt.side == viewer for prompt in seen.prompts)
    moves = asked and _may_move(narrator, position, viewer)
    items = (
        _tell_moment(narrator, position, seen, thresholds=not asked),
        *_tell_battle(narrator, position, seen, viewer),
        *(_list_fronts(narrator, position, seen, viewer) if moves else ()),
        *(() if moves else _tell_disputed(narrator, position, seen)),
        _tell_cards(narrator, seen, viewer),
    )
    return (
        Bullets(items=tuple(item for item in items if item)),
        *_tell_plan(narrator, position, seen, viewer, asked=asked),
    )


def _may_move(narrator: Narrator, position: Position, side: Side) -> bool:
    """Whether pieces may move in answer to the question, or in the same letter."""
    if not isinstance(position.task, ChooseOffensive):
        return isinstance(position.task, MovePieces | PassMove)
    cards = (narrator.card_kind(number) for number in position.hand(side).cards)
    return any(card is not None and card.offensive is not None for card in cards)


def _list_fronts(narrator: Narrator, position: Position, seen: View, side: Side) -> Iterator[Item]:
    """What the side has where; a side that passed enters no area of the enemy's, and need not see them."""
    return Fronts(narrator, seen, side).list_fronts(beyond=not isinstance(position.task, PassMove))


def _tell_moment(narrator: Narrator, position: Position, seen: View, *, thresholds: bool) -> Item:
    """The season, the victory points, and what is under way, in one run."""
    summary = of_victory.summarise(narrator, seen, thresholds=thresholds)
    parts: Item = (Text(text=f"{situation.moment(narrator, position)}. "), *summary)
    for block in situation.tell_turn(narrator, position, seen):
        if isinstance(block, Paragraph):
            parts += (Text(text=" "), *block.parts)
    return parts


def _tell_plan(
    narrator: Narrator, position: Position, seen: View, viewer: Side, *, asked: bool
) -> Iterator[Block]:
    """What a plan is made of, for the side that makes one."""
    task = position.task
    if asked and isinstance(task, MakePlans) and task.phase != "initiative":
        yield from of_sides.tell_plan(narrator, position, seen, viewer)


def _tell_battle(narrator: Narrator, position: Position, seen: View, viewer: Side) -> Iterator[Item]:
    """What stands in the battle that is fought, by ids, and what lies around it."""
    if position.fight is None:
        return
    area = position.fight.area
    for side in sorted(narrator.game.sides, key=lambda side: side != viewer):
        stands = Fronts(narrator, seen, side).tell_own(area) or narrator.say("nothing")
        yield narrator.sentence(
            "{side} in {area}: {pieces}.",
            side=narrator.side_name(side),
            area=phrases.area_called(narrator, area),
            pieces=stands,
        )
    reader = viewer if viewer in narrator.game.sides else position.fight.attacker
    near = ", ".join(Fronts(narrator, seen, reader).list_borders(area, strong=True))
    yield narrator.sentence(
        "{area} borders on {areas}.", area=phrases.area_called(narrator, area), areas=near
    )


def _tell_disputed(narrator: Narrator, position: Position, seen: View) -> Iterator[Item]:
    """What both sides have in the other disputed areas."""
    fought = position.fight.area if position.fight is not None else ""
    told: list[str] = []
    for area in seen.areas:
        if area.status == "disputed" and area.id != fought:
            strong = [
                f"{narrator.side_name(side)} {Fronts(narrator, seen, side).tell_strength(area.id, side)}"
                for side in narrator.game.sides
            ]
            told.append(f"{narrator.area_name(area.id)} ({', '.join(strong)})")
    if told:
        yield narrator.sentence("Disputed: {areas}.", areas=narrator.chain(told))


def _tell_cards(narrator: Narrator, seen: View, viewer: Side) -> Item:
    """What is in the reader's hand, and how many cards the others have."""
    hands = sorted(seen.hands, key=lambda hand: hand.side != viewer)
    return (Text(text=narrator.chain(_tell_hand(narrator, hand) for hand in hands) + "."),)


def _tell_hand(narrator: Narrator, hand: HandView) -> str:
    held = {"side": narrator.side_name(hand.side), "count": phrases.cards_counted(narrator, hand.size)}
    if not hand.cards:
        return narrator.say("{side}: {count}", **held)
    named = phrases.cards_called(narrator, hand.cards)
    return narrator.say("{side}: {count}, {cards}", cards=named, **held)
