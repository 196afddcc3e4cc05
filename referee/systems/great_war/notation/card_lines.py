"""Orders about cards on battles and about biplanes, as players write them."""

from collections.abc import Mapping

from referee.systems.great_war.notation import move_lines, names, pieces
from referee.systems.great_war.notation.misreadings import Misreading
from referee.systems.great_war.notation.sentences import Phrase, Reading, items, sections
from referee.systems.great_war.state.tasks import ChooseOffensive, MovePieces, PassMove, PayHits
from schemas.great_war.orders import Battle, Bonus, Offensive, Play, Reroll, Scramble, Spend
from schemas.great_war.words import Kind

_BEFORE_AREAS = frozenset({"at", "in", "for", "of", "battle", "battles", "the"})
_WITH: Mapping[str, str] = {"with": "with"}
_PLAY: Mapping[str, str] = {"in": "in", "on": "in", "at": "in", "as": "as"}
_EVENT = frozenset({"event", "an event"})


def battles(reading: Reading, rest: Phrase) -> tuple[Battle | Play, ...]:
    """Battles declared, and the cards that are played on them."""
    parts = sections(reading, rest, _WITH)
    places = _areas(reading, parts[""], rest)
    declared = tuple(Battle(side=reading.side, area=area) for area in places)
    if "with" not in parts:
        return declared
    area, *others = places
    if others:
        raise reading.fault(Misreading.BATTLES_SHARE_CARD, parts["with"])
    numbers = names.cards(reading, parts["with"])
    return (*declared, *(Play(side=reading.side, card=card, area=area) for card in numbers))


def _areas(reading: Reading, phrase: Phrase, rest: Phrase) -> tuple[str, ...]:
    places = items(names.bare(phrase, _BEFORE_AREAS))
    if not places:
        raise reading.fault(Misreading.BATTLE_MISSING, rest)
    return tuple(names.area(reading, place) for place in places)


def bonuses(reading: Reading, rest: Phrase) -> tuple[Bonus, ...]:
    """Battles that extra dice are promised to."""
    return tuple(Bonus(side=reading.side, area=area) for area in _areas(reading, rest, rest))


def plays(reading: Reading, rest: Phrase) -> tuple[Offensive | Spend | Play, ...]:
    """Cards played; one without a word about its use is used for what the open question asks."""
    parts = sections(reading, rest, _PLAY)
    named = parts[""]
    if "in" in parts:
        area = names.area(reading, parts["in"])
        return tuple(Play(side=reading.side, card=card, area=area) for card in names.cards(reading, named))
    if "as" in parts:
        if parts["as"].key not in _EVENT:
            raise reading.unknown(Misreading.PLAYED_AS_UNKNOWN, parts["as"], ("event",))
        return tuple(Play(side=reading.side, card=card) for card in names.cards(reading, named))
    return _ask(reading, named)


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


def rerolls(reading: Reading, rest: Phrase) -> tuple[Reroll, ...]:
    """Kinds of infantry, one hit of each of which is thrown again."""
    named = items(names.bare(rest))
    if not named:
        raise reading.fault(Misreading.HIT_MISSING, rest)
    return tuple(Reroll(side=reading.side, kind=_kind(reading, phrase)) for phrase in named)


def _kind(reading: Reading, phrase: Phrase) -> Kind:
    found = reading.names.kinds.find(phrase.key)
    if not found:
        near = reading.names.kinds.nearest(phrase.key)
        raise reading.unknown(Misreading.KIND_UNKNOWN, phrase, near)
    one, *others = found
    if others:
        raise reading.ambiguous(Misreading.KIND_UNCLEAR, phrase, found)
    return one
