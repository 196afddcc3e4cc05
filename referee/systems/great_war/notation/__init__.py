"""Orders as lines of a letter: `read` and `write` are inverses."""

from collections.abc import Callable, Mapping
from typing import assert_never

from referee.core.faults import Unreadable
from referee.core.names import nearest
from referee.systems.great_war import plans
from referee.systems.great_war.lexicon import mix
from referee.systems.great_war.notation import (
    card_lines,
    move_lines,
    names,
    pieces,
    plan_lines,
    plans_written,
)
from referee.systems.great_war.notation.sentences import Phrase, Reading
from referee.systems.great_war.position import Position
from referee.systems.great_war.theatre import Theatre
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


def read(theatre: Theatre, position: Position, side: str, line: str) -> Orders:
    """One line of a letter as orders; raises `Unreadable` with the nearest readings."""
    reading = Reading(theatre, plans.draft(theatre, position, side), side, line)
    return plan_lines.sealed(reading, _orders(reading))


def _orders(reading: Reading) -> Orders:
    phrase = reading.phrase()
    if not phrase.words:
        raise reading.fault("there is no order in this line", phrase)
    for length in (2, 1):
        verb = phrase.part(0, length)
        if (reader := VERBS.get(verb.key)) is not None:
            return reader(reading, Phrase(phrase.words[length:], phrase.end))
    if len(reading.names.cards.find(phrase.key)) == 1:
        return card_lines.plays(reading, phrase)
    raise _unknown(reading, phrase.part(0, 1))


def _unknown(reading: Reading, verb: Phrase) -> Unreadable:
    if near := nearest(verb.key, VERBS):
        return reading.unknown("there is no order {word}{meant}", verb, near)
    verbs = reading.theatre.choice([verbs[0] for verbs in _SYNONYMS.values()])
    return reading.fault("there is no order {word}; an order begins with {verbs}", verb, verbs=verbs)


def _offensive(reading: Reading, rest: Phrase) -> Orders:
    whole = reading.phrase()
    named = rest if rest.words else whole
    return (Offensive(side=reading.side, card=names.card(reading, named)),)


def _pass(reading: Reading, rest: Phrase) -> Orders:
    return (Pass(side=_alone(reading, rest)),)


def _done(reading: Reading, rest: Phrase) -> Orders:
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
    _done: ("done", "end", "stand", "stay", "finished", "none", "no more", "nothing more"),
}

VERBS: Mapping[str, Reader] = {verb: reader for reader, verbs in _SYNONYMS.items() for verb in verbs}
"""The words that open an order."""


def write(theatre: Theatre, order: GreatWarOrder) -> str:  # noqa: C901, PLR0911, PLR0912 - one arm per order: the match is the table of contents
    """An order as a line of a letter, by ids."""
    match order:
        case Offensive(card=card):
            return f"offensive {card}"
        case Pass():
            return "pass"
        case Redraw(cards=cards):
            return f"redraw {', '.join(map(str, cards))}"
        case Move():
            return _written_move(theatre, order)
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


def _written_move(theatre: Theatre, order: Move) -> str:
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


def _finds_its_way(theatre: Theatre, order: Move) -> bool:
    kind = mix(theatre).get(order.piece)
    far = kind is None or theatre.units[kind].moves > 1
    return order.mode in {"rail", "reserves"} or (order.mode == "march" and far)
