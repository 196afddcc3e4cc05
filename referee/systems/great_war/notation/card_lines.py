"""Lines of orders about cards, biplanes and losses."""

from collections.abc import Mapping, Sequence
from typing import cast

from referee.faults import Untimely
from referee.systems.great_war.combat import losses as paying
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.notation import move_lines, names, pieces
from referee.systems.great_war.notation.sentences import Misreading, Phrase, Reading, items, sections
from referee.systems.great_war.state.position import Piece, Position
from referee.systems.great_war.state.tasks import ChooseOffensive, MovePieces, PassMove, PayHits
from schemas.great_war.names import Kind
from schemas.great_war.orders import Battle, Lose, Offensive, Play, Scramble, Spend

_BEFORE_AREAS = frozenset({"at", "in", "for", "of", "battle", "battles", "the"})
_WITH: Mapping[str, str] = {"with": "with"}
_PLAY: Mapping[str, str] = {"in": "in", "on": "in", "at": "in", "as": "as"}
_EVENT = frozenset({"event", "an event"})


def battles(reading: Reading, rest: Phrase) -> tuple[Battle | Play, ...]:
    """Battles declared, and the cards that are played on them."""
    parts = sections(reading, rest, _WITH)
    places = areas(reading, parts[""], rest)
    declared = tuple(Battle(side=reading.side, area=area) for area in places)
    if "with" not in parts:
        return declared
    area, *others = places
    if others:
        raise reading.fault(Misreading.BATTLES_SHARE_CARD, parts["with"])
    numbers = names.cards(reading, parts["with"])
    return (*declared, *(Play(side=reading.side, card=card, area=area) for card in numbers))


def areas(reading: Reading, phrase: Phrase, rest: Phrase) -> tuple[str, ...]:
    """Return the areas of battles that a list names."""
    places = items(names.bare(phrase, _BEFORE_AREAS))
    if not places:
        raise reading.fault(Misreading.BATTLE_MISSING, rest)
    return tuple(names.area(reading, place) for place in places)


def plays(reading: Reading, rest: Phrase) -> tuple[Offensive | Spend | Play, ...]:
    """Return the orders that play cards; a card without a stated use answers the open question."""
    parts = sections(reading, rest, _PLAY)
    head = parts[""]
    if "in" in parts:
        area = names.area(reading, parts["in"])
        return tuple(Play(side=reading.side, card=card, area=area) for card in names.cards(reading, head))
    if "as" in parts:
        if parts["as"].key not in _EVENT:
            raise reading.unknown(Misreading.PLAYED_AS_UNKNOWN, parts["as"], ("event",))
        return tuple(Play(side=reading.side, card=card) for card in names.cards(reading, head))
    return _ask(reading, head)


def _ask(reading: Reading, rest: Phrase) -> tuple[Offensive | Spend | Play, ...]:
    task, side = reading.position.task, reading.side
    if isinstance(task, ChooseOffensive) and rest.words:
        card = names.card(reading, rest)
        kind = reading.theatre.card(card)
        crisis = kind is not None and kind.crisis is not None
        return (Play(side=side, card=card) if crisis else Offensive(side=side, card=card),)
    numbers = names.cards(reading, rest)
    if isinstance(task, PayHits):
        return tuple(Spend(side=side, card=card) for card in numbers)
    for card in numbers:
        kind = reading.theatre.card(card)
        if kind is not None and kind.reserves and isinstance(task, MovePieces | PassMove):
            raise reading.fault(Misreading.CARD_NEEDS_MOVE, rest, card=card, number=card)
    return tuple(_play(reading, card) for card in numbers)


def _play(reading: Reading, card: int) -> Spend | Play:
    """A card that does something is played for it; any other can only be spent."""
    kind = reading.theatre.card(card)
    if kind is not None and (kind.combat is not None or kind.crisis is not None):
        return Play(side=reading.side, card=card)
    return Spend(side=reading.side, card=card)


def scrambles(reading: Reading, rest: Phrase) -> tuple[Scramble, ...]:
    """Biplanes that come into the battle, perhaps into an army there."""
    parts = sections(reading, rest, {"into": "into", "joining": "into"})
    into = pieces.army(reading, parts["into"], move_lines.battle_area(reading)) if "into" in parts else None
    return tuple(Scramble(side=reading.side, piece=id, into=into) for id in pieces.pieces(reading, parts[""]))


def kinds(reading: Reading, rest: Phrase) -> tuple[Kind, ...]:
    """Return the kinds of pieces that a list names."""
    phrases = items(names.bare(rest))
    if not phrases:
        raise reading.fault(Misreading.HIT_MISSING, rest)
    return tuple(_kind(reading, phrase) for phrase in phrases)


def _kind(reading: Reading, phrase: Phrase) -> Kind:
    kinds = reading.names.kinds.find(phrase.key)
    if not kinds:
        near = reading.names.kinds.nearest(phrase.key)
        raise reading.unknown(Misreading.KIND_UNKNOWN, phrase, near)
    one, *others = kinds
    if others:
        raise reading.ambiguous(Misreading.KIND_UNCLEAR, phrase, kinds)
    return one


ARMY: Kind = "army"
FIRST, CHEAPEST = "first", "cheapest"


def losses(reading: Reading, rest: Phrase) -> tuple[Lose, ...]:
    """The losses that a line names piece by piece, or by the kinds that fall first."""
    if rest.key == CHEAPEST:
        return _lose(reading, ())
    if rest.words and rest.words[0].key == FIRST:
        kinds = _find_kinds(reading, rest.part(1))
        # "The first army" is the name of an army.
        if kinds and ARMY not in kinds:
            return _lose(reading, kinds)
    ids = pieces.pieces(reading, rest, move_lines.battle_area(reading))
    return tuple(Lose(side=reading.side, piece=id) for id in ids)


def _find_kinds(reading: Reading, phrase: Phrase) -> tuple[Kind, ...]:
    """The kinds of a list, if each of its parts is the name of one."""
    result: list[Kind] = []
    for item in items(phrase):
        target = item.part(1) if item.words[0].key == "then" else item
        kinds = reading.names.kinds.find(target.key)
        if len(kinds) != 1:
            return ()
        result += cast(Sequence[Kind], kinds)
    return tuple(result)


def _lose(reading: Reading, wanted: Sequence[Kind]) -> tuple[Lose, ...]:
    """One loss after the other, until the hits are paid; each leaves other pieces to choose from."""
    theatre, side = reading.theatre, reading.side
    course, lost = EventRecorder(theatre, reading.position), list[Lose]()
    while (task := _find_due(course.position, side)) is not None:
        able = paying.candidates(theatre, course.position, task)
        if not able:
            break
        piece = _choose([unit.kind for unit in theatre.pack.forces.units], able, wanted)
        paying.pay(course, piece.id)
        lost.append(Lose(side=side, piece=piece.id))
    if not lost:
        raise Untimely(Misreading.NO_HITS_DUE)
    return tuple(lost)


def _find_due(position: Position, side: str) -> PayHits | None:
    task = position.task
    return task if isinstance(task, PayHits) and task.side == side else None


def _choose(chart: Sequence[Kind], able: Sequence[Piece], wanted: Sequence[Kind]) -> Piece:
    """The piece whose kind is named first; kinds that are not named come last, as they stand on the chart."""
    order = [*wanted, *(kind for kind in chart if kind not in wanted)]
    return min(able, key=lambda piece: order.index(piece.kind))
