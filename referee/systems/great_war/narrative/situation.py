"""The situation in a report, in full and in brief, rendered from a view.

Everything here is worded from a view, so that a report can hold nothing its reader may not know.

Like the whole situation it comes from a view, so that it can hold nothing its reader may not know.
"""

from collections.abc import Iterator, Mapping

from msgspec import UNSET

from referee.engine.values import cached
from referee.i18n.translator import message
from referee.systems.great_war.combat import battles
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.movement import transport
from referee.systems.great_war.narrative import answering, control, map, phrases, pieces, sides
from referee.systems.great_war.narrative.fronts import AGAINST, Fronts, columns
from referee.systems.great_war.narrative.phrases import Blocks
from referee.systems.great_war.secrecy import visibility
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import ChooseOffensive, MakePlans, MovePieces, PassMove
from schemas.great_war.view import HandView, PlayedView, TurnView, View
from schemas.record import Side
from schemas.reports import Block, Bullets, Code, Heading, Inline, Paragraph, Strong, Text, words


def moment(narrator: GreatWarLanguage, position: Position) -> str:
    """Return the season and turn: `SUMMER 1914, turn 1 of 23`."""
    return narrator.say(
        "{season}, turn {turn} of {last}",
        season=narrator.turns[position.map.turn].title,
        turn=position.map.turn,
        last=narrator.scenario.last,
    )


def situation(narrator: GreatWarLanguage, position: Position, viewer: Side) -> Blocks:
    """The position as a report tells it to one viewer."""
    view = visibility.view(narrator, position, viewer)
    position = narrator.show_to(position, viewer)
    return (
        Heading(text=moment(narrator, position)),
        *tell_turn(narrator, position, view),
        *_list_answers(narrator, position, view, viewer),
        Heading(text=narrator.say("Area control"), level=3),
        *control.control(narrator, view),
        map.figure(narrator, view),
        Heading(text=narrator.say("Strength by area"), level=3),
        *pieces.on_map(narrator, view),
        *pieces.unseen(narrator, view),
        *_list_borders(narrator, view, viewer),
        Heading(text=narrator.say("Supply"), level=3),
        *control.supply(narrator, position, view),
        Heading(text=narrator.say("Victory points"), level=3),
        *control.victory_section(narrator, view),
        *sides.sides(narrator, position, view),
        Heading(text=narrator.say("Cards on the table"), level=3),
        *sides.on_the_table(narrator, view),
    )


def _list_answers(
    narrator: GreatWarLanguage, position: Position, seen: View, viewer: Side
) -> Iterator[Block]:
    """Yield payments and places for a viewer who is asked."""
    has_prompt = any(prompt.side == viewer for prompt in seen.prompts)
    if has_prompt and (items := tuple(answering.list_items(narrator, position, viewer))):
        yield Bullets(items=items)


def _list_borders(narrator: GreatWarLanguage, seen: View, viewer: Side) -> Iterator[Block]:
    """Yield a side's pieces by area with the ids that orders take, and the surrounding areas."""
    if viewer in narrator.game.sides and (items := tuple(Fronts(narrator, seen, viewer).list_all())):
        yield Heading(text=narrator.say("Your pieces and the adjacent areas"), level=3)
        yield narrator.paragraph("* enemy, ! disputed.")
        yield Bullets(items=items, columns=columns(narrator))


@cached
def show_control(narrator: GreatWarLanguage, position: Position, viewer: Side) -> Blocks:
    """Area control as a report tells it, and nothing else."""
    return tuple(control.control(narrator, visibility.view(narrator, position, viewer)))


def tell_turn(narrator: GreatWarLanguage, position: Position, seen: View) -> Iterator[Block]:
    """Yield the current player turn: its used limits, its battles, the cards on them."""
    if not seen.prompts:
        yield _over(narrator, seen)
    if seen.first is not UNSET:
        open = any(prompt.question == "initiative" for prompt in seen.prompts)
        yield narrator.paragraph(FIRST[open], side=narrator.side_adjective(seen.first))
    now = seen.now
    if now is not None and now.kind in KINDS:
        yield words(_tell_offensive(narrator, position, now))
        if now.battles:
            yield narrator.paragraph(
                "Battles of this turn, in order: {areas}.", areas=", ".join(_battles(narrator, now))
            )
        for card in now.played:
            yield _play(narrator, card)
        if now.bonus:
            names = narrator.listed([narrator.area_name(area) for area in now.bonus])
            yield narrator.paragraph("Extra dice in {areas}.", areas=names)
    if seen.armistice is not None and seen.result is None:
        yield narrator.paragraph(
            "The {side} side offers an armistice. The answer is {accepting} or {declining}, at any time.",
            side=narrator.side_adjective(seen.armistice),
            accepting=Code(text="accept armistice"),
            declining=Code(text="decline armistice"),
        )


def _over(narrator: GreatWarLanguage, seen: View) -> Block:
    if seen.result is None:
        return narrator.paragraph("No question is open: the match is over.")
    return narrator.paragraph(
        "No question is open: the match is over, with this result: {result}.",
        result=Strong(text=narrator.worded(seen.result)),
    )


def _play(narrator: GreatWarLanguage, card: PlayedView) -> Block:
    parameters = {"side": narrator.side_adjective(card.side), "card": narrator.card_name(card.card)}
    if card.area is None:
        return narrator.paragraph("Played by the {side} side: {card}.", **parameters)
    area = narrator.area_name(card.area)
    return narrator.paragraph("Played by the {side} side: {card} in {area}.", area=area, **parameters)


FIRST: Mapping[bool, str] = {
    False: message("First Player this season: the {side} side."),
    True: message("First Player before this season: the {side} side. Now both sides bid for it."),
}
"""Phrases for the first player turn, settled or open."""

KINDS: Mapping[str, str] = {
    "special": message("The {side} side conducts a special offensive."),
    "offensive": message("The {side} side conducts an offensive."),
    "limited": message("The {side} side conducts a limited offensive."),
    "weather": message("The {side} side conducts an offensive that bad weather ended."),
}
"""A player turn with an offensive card."""

USED = message("Moves used: {moves}.")
"""Used limits of the attacker's moves, shown while pieces move."""


def _tell_offensive(narrator: GreatWarLanguage, position: Position, now: TurnView) -> str:
    """Return the kind of the offensive, and the used limits of its moves while pieces move."""
    text = narrator.say(KINDS[now.kind], side=narrator.side_adjective(now.side))
    if not isinstance(position.task, MovePieces):
        return text
    used = [
        narrator.say(allowance.use.template, count=allowance.used, most=allowance.most)
        for allowance in transport.list_allowances(narrator.game, position, now.side)
    ]
    return f"{text} {narrator.say(USED, moves=', '.join(used))}"


def _battles(narrator: GreatWarLanguage, now: TurnView) -> Iterator[str]:
    for area in now.battles:
        name = narrator.area_name(area)
        yield narrator.say("{area} (fought)", area=name) if area in now.fought else name


Item = tuple[Inline, ...]


def tell_briefly(narrator: GreatWarLanguage, position: Position, viewer: Side) -> Blocks:
    """The position in short, as one viewer may know it."""
    view = visibility.view(narrator, position, viewer)
    position = narrator.show_to(position, viewer)
    has_prompt = any(prompt.side == viewer for prompt in view.prompts)
    moves = has_prompt and _may_move(narrator, position, viewer)
    items = (
        _tell_moment(narrator, position, view, viewer if has_prompt else ""),
        *(answering.list_items(narrator, position, viewer) if has_prompt else ()),
        *_tell_battle(narrator, position, view, viewer),
        *(_list_fronts(narrator, position, view, viewer) if moves else ()),
        *(() if moves else _tell_disputed(narrator, position, view, viewer)),
        _tell_cards(narrator, view, viewer),
    )
    return (
        Bullets(items=tuple(item for item in items if item), columns=columns(narrator)),
        *_tell_plan(narrator, position, view, viewer, asked=has_prompt),
    )


def _may_move(narrator: GreatWarLanguage, position: Position, side: Side) -> bool:
    """Return True if pieces may move in answer to the question, or in the same letter."""
    if not isinstance(position.task, ChooseOffensive):
        return isinstance(position.task, MovePieces | PassMove)
    return answering.may_attack(narrator, position, side)


def _list_fronts(narrator: GreatWarLanguage, position: Position, seen: View, side: Side) -> Iterator[Item]:
    """Yield the side's pieces by area; a side that passed enters no enemy area, and need not see them."""
    return Fronts(narrator, seen, side).list_fronts(beyond=not isinstance(position.task, PassMove))


def _tell_moment(narrator: GreatWarLanguage, position: Position, seen: View, asked: Side) -> Item:
    """Return the season, the victory points, and the current phase, in one run.

    `asked` is the viewer with a prompt, or "".
    """
    date = Text(text=f"{moment(narrator, position)}. ")
    if seen.result is not None:
        # The report begins with the result, and the level of the points may differ from it.
        points = phrases.points_counted(narrator, seen.victory.total)
        return date, Text(text=narrator.say("Final score: {points}.", points=points))
    parts: Item = (date, *control.summarise(narrator, seen, thresholds=not asked))
    for block in tell_turn(narrator, position, seen):
        if isinstance(block, Paragraph):
            parts += (Text(text=" "), *block.parts)
    for rule in answering.tell_rules(narrator, position, asked) if asked else ():
        parts += (Text(text=" "), *rule)
    return parts


def _tell_plan(
    narrator: GreatWarLanguage, position: Position, seen: View, viewer: Side, *, asked: bool
) -> Iterator[Block]:
    """Yield the elements of a plan, for the side that makes one."""
    task = position.task
    if asked and isinstance(task, MakePlans) and task.phase != "initiative":
        yield from sides.tell_plan(
            narrator, position, seen, viewer, answering.tell_prices(narrator, position, viewer)
        )


def _tell_battle(narrator: GreatWarLanguage, position: Position, seen: View, viewer: Side) -> Iterator[Item]:
    """Yield the pieces in the current battle, by ids, and the surrounding areas."""
    if position.fight is None:
        return
    area = position.fight.area
    sides = sorted(narrator.game.sides, key=lambda side: side != viewer)
    standing = {side: Fronts(narrator, seen, side).tell_own(area) for side in sides}
    texts = [f"{narrator.side_name(side)} {text}" for side, text in standing.items() if text]
    if len(texts) == len(sides):
        own, enemy = texts
        pieces = narrator.say(AGAINST, own=own, enemy=enemy)
    else:
        pieces = narrator.say(UNOPPOSED, pieces="".join(texts))
    if texts:
        yield narrator.sentence(
            "In {area}: {pieces}.", area=phrases.area_called(narrator, area), pieces=pieces
        )
    reader = viewer if viewer in narrator.game.sides else position.fight.attacker
    near = ", ".join(Fronts(narrator, seen, reader).list_borders(area, strong=True))
    borders = narrator.sentence(
        "{area} borders on {areas}.", area=phrases.area_called(narrator, area), areas=near
    )
    legend = Fronts(narrator, seen, reader).explain_signs(area)
    yield (*borders, Text(text=f" {legend}")) if legend else borders


def _tell_disputed(
    narrator: GreatWarLanguage, position: Position, seen: View, viewer: Side
) -> Iterator[Item]:
    """Yield the pieces of both sides in the other disputed areas, the viewer's first, then at weak forts."""
    fought = position.fight.area if position.fight is not None else ""
    own, enemy = sorted(narrator.game.sides, key=lambda side: side != viewer)
    strengths = [Fronts(narrator, seen, side).tell_strength for side in (own, enemy)]
    waiting = {*battles.waiting(position)}
    anyway = battles.compulsory(position) if battles.declaring(position) else ()
    disputes: list[str] = []
    forts: list[str] = []
    for area in seen.areas:
        mine, theirs = (tell(area.id, side) for tell, side in zip(strengths, (own, enemy), strict=True))
        text = narrator.say(
            AGAINST, own=mine or narrator.say("nothing"), enemy=theirs or narrator.say("nothing")
        )
        if area.id == fought:
            continue
        if area.status == "disputed":
            name = narrator.area_name(area.id)
            disputes.append(f"{narrator.say(NEW, area=name) if area.id in anyway else name} {text}")
        elif mine and theirs and (battles.declaring(position) or area.id in waiting):
            forts.append(f"{narrator.area_name(area.id)} {text}")
    if disputes:
        names = {"own": narrator.side_name(own), "enemy": narrator.side_name(enemy)}
        sides_named = narrator.say(AGAINST, **names)
        has_new = any(area.id in anyway and area.status == "disputed" for area in seen.areas)
        template = DISPUTED_NEW if has_new else DISPUTED
        yield narrator.sentence(template, sides=sides_named, areas=narrator.chain(disputes))
    if forts:
        yield narrator.sentence(WEAK_FORTS, areas=narrator.chain(forts))


UNOPPOSED = message("{pieces}, unopposed")
"""Pieces of one side in a battle that the other side has left."""

DISPUTED = message("Disputed ({sides}): {areas}.")
DISPUTED_NEW = message("Disputed ({sides}; new: fought in any case): {areas}.")
NEW = message("{area} (new)")
"""Area that became disputed in this turn, and is fought anyway."""

WEAK_FORTS = message("Not disputed, with a weak fort: {areas}.")
"""Areas with pieces of both sides. A side may attack a weak fort in its own area (8.4)."""


def _tell_cards(narrator: GreatWarLanguage, seen: View, viewer: Side) -> Item:
    """Return the viewer's hand, and the number of cards of the others."""
    hands = sorted(seen.hands, key=lambda hand: hand.side != viewer)
    return (Text(text=narrator.chain(_tell_hand(narrator, hand) for hand in hands) + "."),)


def _tell_hand(narrator: GreatWarLanguage, hand: HandView) -> str:
    parameters = {"side": narrator.side_name(hand.side), "count": phrases.cards_counted(narrator, hand.size)}
    if not hand.cards:
        return narrator.say("{side}: {count}", **parameters)
    names = phrases.cards_called(narrator, hand.cards)
    return narrator.say("{side}: {count}, {cards}", cards=names, **parameters)
