"""Orders as lines of a letter: `read` and `write` are inverses."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice, pairwise
from typing import assert_never

from msgspec.structs import replace

from referee.engine.faults import Unreadable
from referee.engine.names import nearest, strip_comment
from referee.engine.remedy import NO_ORDER
from referee.engine.tongue import message
from referee.systems.great_war.flow.judgement import objections
from referee.systems.great_war.notation import (
    card_lines,
    move_lines,
    names,
    pieces,
    plan_lines,
    plans_written,
)
from referee.systems.great_war.notation.sentences import LONGEST_LINE, Phrase, Reading, words
from referee.systems.great_war.season import plans
from referee.systems.great_war.state.lexicon import mix
from referee.systems.great_war.state.narrator import Narrator
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import ChooseOffensive, MovePieces, PassMove
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.orders import (
    AcceptArmistice,
    Battle,
    Bonus,
    DeclineArmistice,
    Discard,
    Done,
    GreatWarOrder,
    Join,
    Leave,
    Lose,
    Move,
    Offensive,
    OfferArmistice,
    Parley,
    Pass,
    Play,
    React,
    Redraw,
    Reroll,
    Resign,
    Retreat,
    Scramble,
    Sealed,
    Spend,
)

Orders = tuple[GreatWarOrder, ...]

_LISTED = re.compile(r"\s*\(?\d{1,2}[.)]\s+")
VERY_NEAR = 0.74
"""How like an order a word must be to be taken for it although the rest of the line says nothing."""


def read(narrator: Narrator, position: Position, side: str, line: str) -> Orders:
    """One line of a letter as orders; raises `Unreadable` with the nearest readings."""
    draft = plans.draft(narrator.game, position, side)
    parts = (_read(Reading(narrator, draft, side, part), position) for part in apart(line))
    return tuple(order for orders in parts for order in orders)


def apart(line: str) -> Iterator[str]:
    """A line cut at semicolons behind which another order begins; each part stays in its columns.

    The number of an order in a list, `1)`, is no part of it.
    """
    whole = strip_comment(line)
    if (listed := _LISTED.match(whole)) and _verb(whole[listed.end() :]) is not None:
        line = whole = " " * listed.end() + whole[listed.end() :]
    cuts = [found.end() for found in re.finditer(";", whole) if _verb(whole[found.end() :]) is not None]
    if not cuts:
        yield line
        return
    for first, last in pairwise([0, *cuts, len(whole) + 1]):
        yield " " * first + whole[first : last - 1]


def begins_as_order(line: str) -> bool:
    """Whether a line begins with the word of an order."""
    return _verb(strip_comment(line)) is not None


def _verb(text: str) -> int | None:
    """How many words of a text are the order that it begins with."""
    phrase = Phrase(tuple(words(text)), 0)
    return next((length for length in (2, 1) if phrase.part(0, length).key in VERBS), None)


def _read(reading: Reading, position: Position) -> Orders:
    phrase = reading.phrase()
    if not phrase.words:
        raise reading.fault("there is no order in this line", phrase)
    orders = _orders(reading, phrase)
    if orders is None:
        raise _unknown(reading, position, phrase.part(0, 1))
    return plan_lines.seal(reading, orders)


def _orders(reading: Reading, phrase: Phrase) -> Orders | None:
    """The orders of a line, or `None` if it does not begin as an order does."""
    for length in (2, 1):
        verb = phrase.part(0, length)
        if (reader := VERBS.get(verb.key)) is not None:
            return reader(reading, Phrase(phrase.words[length:], phrase.end))
    if len(reading.names.cards.find(phrase.key)) == 1 or names.title(reading, phrase) is not None:
        return card_lines.plays(reading, phrase)
    return None


def _unknown(reading: Reading, position: Position, verb: Phrase) -> Unreadable:
    """What is said to a line that begins with no order, and how it may have been meant to begin."""
    fact = message("there is no order {word}{meant}")
    close = nearest(verb.key, VERBS, likeness=VERY_NEAR)
    # Who writes of a retreat is not told to do without: what closes a question has to look like it.
    near = [word for word in nearest(verb.key, VERBS) if word in close or VERBS[word] is not _finish]
    legible = {orders: word for word in reversed(near) if (orders := _begin(reading, verb, word))}
    if legible:
        return reading.unknown(fact, verb, tuple(reversed(legible.values())))
    if close:
        return reading.fault(fact, verb, meant=reading.meant(close))
    openings = [verbs[0] for verbs in _SYNONYMS.values()]
    if forgotten := _forget(reading, position, verb, openings):
        return reading.fault("there is no order {word}", verb, forgotten)
    remedy = reading.narrator.say(NO_ORDER, verbs=reading.narrator.tongue.listed(openings))
    return reading.fault("there is no order {word}", verb, remedy=remedy)


def _forget(reading: Reading, position: Position, verb: Phrase, openings: Iterable[str]) -> list[str]:
    """How the line begins with the order that its writer left out: one that is lawful, else a march.

    A march is not lawful yet where the offensive above it was not understood.
    """
    typed = reading.line[verb.start : verb.end]
    begun = {f"{word} {typed}": _begin(reading, verb, f"{word} {typed}") for word in openings}
    read = {words: orders[0] for words, orders in begun.items() if orders}
    theatre = reading.theatre
    lawful = [words for words, order in read.items() if not any(objections(theatre, position, order))]
    if lawful or not isinstance(position.task, ChooseOffensive | MovePieces | PassMove):
        return lawful
    return list(islice((words for words, order in read.items() if isinstance(order, Move)), 1))


def _begin(reading: Reading, verb: Phrase, words: str) -> Orders:
    """The orders of the line with other words at its beginning; none if it cannot be read so either."""
    if len(reading.line) > LONGEST_LINE:
        return ()
    again = replace(reading, line=reading.instead(verb, words))
    try:
        return plan_lines.seal(again, _orders(again, again.phrase()) or ())
    except Unreadable:
        return ()


def _offensive(reading: Reading, rest: Phrase) -> Orders:
    whole = reading.phrase()
    named = rest if rest.words else whole
    return (Offensive(side=reading.side, card=names.card(reading, named)),)


def _pass(reading: Reading, rest: Phrase) -> Orders:
    return (Pass(side=_alone(reading, rest)),)


def _finish(reading: Reading, rest: Phrase) -> Orders:
    return (Done(side=_alone(reading, rest)),)


def _offers(reading: Reading, rest: Phrase) -> Orders:
    return (OfferArmistice(side=_alone(reading, rest)),)


def _accepts(reading: Reading, rest: Phrase) -> Orders:
    return (AcceptArmistice(side=_alone(reading, rest)),)


def _declines(reading: Reading, rest: Phrase) -> Orders:
    return (DeclineArmistice(side=_alone(reading, rest)),)


def _resigns(reading: Reading, rest: Phrase) -> Orders:
    return (Resign(side=_alone(reading, rest)),)


def _alone(reading: Reading, rest: Phrase) -> str:
    """The side, of an order after which nothing is to be said."""
    if rest.words:
        raise reading.fault("nothing can follow here, and there is {word}", rest, [""])
    return reading.side


def _redraw(reading: Reading, rest: Phrase) -> Orders:
    return (Redraw(side=reading.side, cards=names.cards(reading, rest)),)


def _moves(reading: Reading, rest: Phrase) -> Orders:
    return move_lines.moves(reading, rest, "march")


def _rails(reading: Reading, rest: Phrase) -> Orders:
    return move_lines.moves(reading, rest, "rail")


def _strategics(reading: Reading, rest: Phrase) -> Orders:
    return move_lines.moves(reading, rest, "strategic")


def _crossings(reading: Reading, rest: Phrase) -> Orders:
    return move_lines.moves(reading, rest, "sea")


def _reserves(reading: Reading, rest: Phrase) -> Orders:
    return move_lines.moves(reading, rest, "reserves")


def _transits(reading: Reading, rest: Phrase) -> Orders:
    return move_lines.moves(reading, rest, "transit")


def _leaves(reading: Reading, rest: Phrase) -> Orders:
    return tuple(Leave(side=reading.side, piece=id) for id in pieces.pieces(reading, rest))


def _losses(reading: Reading, rest: Phrase) -> Orders:
    here = move_lines.battle_area(reading)
    return tuple(Lose(side=reading.side, piece=id) for id in pieces.pieces(reading, rest, here))


def _spends(reading: Reading, rest: Phrase) -> Orders:
    return tuple(Spend(side=reading.side, card=number) for number in names.cards(reading, rest))


def _ersatz(reading: Reading, rest: Phrase) -> Orders:
    numbers = names.ersatz(reading, reading.phrase(), rest)
    return tuple(Spend(side=reading.side, card=number) for number in numbers)


Reader = Callable[[Reading, Phrase], Orders]

_SYNONYMS: Mapping[Reader, tuple[str, ...]] = {
    _offensive: ("offensive", "limited offensive", "limited"),
    _pass: ("pass", "passes"),
    _redraw: ("redraw", "exchange"),
    _moves: ("move", "march", "go"),
    _rails: ("rail", "train", "rail move"),
    _strategics: ("strategic", "strategic move", "strategic movement"),
    _crossings: ("sea", "ship", "sail", "land", "sea move"),
    move_lines.joins: ("join", "attach"),
    _leaves: ("leave", "detach"),
    card_lines.battles: ("battle", "battles", "attack", "fight", "declare", "keep"),
    card_lines.bonuses: ("bonus", "bonus dice", "extra dice"),
    card_lines.reactions: ("react", "reaction"),
    card_lines.scrambles: ("scramble",),
    card_lines.rerolls: ("reroll", "rethrow"),
    _reserves: ("reserves", "strategic reserves"),
    _transits: ("transit",),
    _losses: ("lose", "loss", "remove"),
    _spends: ("spend",),
    _ersatz: ("ersatz",),
    card_lines.plays: ("play", "card"),
    move_lines.retreats: ("retreat", "withdraw"),
    plan_lines.places: ("place", "reinforce"),
    plan_lines.swaps: ("swap",),
    plan_lines.builds: ("build", "rebuild", "raise"),
    plan_lines.purchases: ("buy",),
    plan_lines.upgrades: ("upgrade",),
    plan_lines.entrenches: ("entrench", "dig in"),
    plan_lines.fortifies: ("fortify",),
    plan_lines.discards: ("discard",),
    plan_lines.bids: ("bid", "set aside"),
    plan_lines.anew: ("anew", "start again", "plan again"),
    _offers: ("offer armistice", "request armistice", "armistice"),
    _accepts: ("accept armistice", "accept"),
    _declines: ("decline armistice", "refuse armistice", "withdraw armistice", "decline"),
    _resigns: ("resign", "surrender"),
    _finish: (
        "done",
        "end",
        "stand",
        "stay",
        "finished",
        "none",
        "no more",
        "nothing more",
        "nothing",
        "no",
        "no retreat",
    ),
}

VERBS: Mapping[str, Reader] = {verb: reader for reader, verbs in _SYNONYMS.items() for verb in verbs}
"""The words that open an order."""


def write(theatre: GreatWarGame, order: GreatWarOrder) -> str:  # noqa: C901, PLR0911, PLR0912 - one arm per order: the match is the table of contents
    """An order as a line of a letter, by ids."""
    match order:
        case Offensive(card=card):
            return f"offensive {card}"
        case Pass():
            return "pass"
        case Redraw(cards=cards):
            return f"redraw {', '.join(map(str, cards))}"
        case Move():
            return _write_move(theatre, order)
        case Join(piece=piece, army=army):
            return f"join {piece} to {army}"
        case Leave(piece=piece):
            return f"leave {piece}"
        case Battle(area=area):
            return f"battle {area}"
        case Play(card=card, area=area):
            return f"play {card} as event" if area is None else f"play {card} in {area}"
        case Bonus(area=area):
            return f"bonus {area}"
        case React(piece=piece):
            return f"react {piece}"
        case Scramble(piece=piece, into=into):
            return f"scramble {piece}" + (f" into {into}" if into else "")
        case Reroll(kind=kind):
            return f"reroll {kind}"
        case Lose(piece=piece):
            return f"lose {piece}"
        case Spend(card=card):
            return f"spend {card}"
        case Retreat(piece=piece, to=to, into=into):
            return f"retreat {piece} to {to}" + (f" into {into}" if into else "")
        case Done():
            return "done"
        case Discard(cards=cards):
            return f"discard {', '.join(map(str, cards))}"
        case Parley():
            return plans_written.write_parley(order)
        case Sealed():
            return plans_written.write(order)
        case _:
            assert_never(order)


def _write_move(theatre: GreatWarGame, order: Move) -> str:
    """A move; arrows where `to` alone would leave the referee to find the way."""
    verb = {"march": "move"}.get(order.mode, order.mode)
    *between, goal = order.path
    if between:
        route = f"to {goal} via {', '.join(between)}"
    else:
        route = f"-> {goal}" if _finds_its_way(theatre, order) else f"to {goal}"
    into = f" into {order.into}" if order.into else ""
    absorbing = f" absorbing {', '.join(order.absorb)}" if order.absorb else ""
    card = f" with {order.card}" if order.card is not None else ""
    return f"{verb} {order.piece} {route}{into}{absorbing}{card}"


def _finds_its_way(theatre: GreatWarGame, order: Move) -> bool:
    kind = mix(theatre).get(order.piece)
    far = kind is None or theatre.units[kind].moves > 1
    return order.mode in {"rail", "reserves"} or (order.mode == "march" and far)
