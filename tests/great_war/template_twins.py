"""Twin games with hidden templates: in one a side's armies hold other pieces than in the other."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from referee.engine import machine
from referee.engine.dice import DiceNeeded, replay_dice
from referee.engine.system import Accepted, Rules
from referee.matches import visibility
from referee.matches.judging import judge_letter
from referee.matches.matches import Match
from referee.packs.rulesets import Ruleset
from referee.reports import letter_answers
from schemas.great_war.orders import Move
from schemas.letter import LetterLine
from schemas.model import Order
from schemas.record import PUBLIC, Event, to_data, to_json
from tests.great_war.random_play import lawful_choice
from tests.great_war.twins import DIGESTS, EN, GE, Play, filed, outputs
from tests.loose_dice import LooseDice
from tests.systems import system_of

STRANGERS = (GE, PUBLIC)

SHIFTY = 0.6
"""How often the one side, when it may, goes different ways in the two games."""

ATTEMPTS = 12
"""How many orders are tried until one is lawful, and looks the same, in both games."""

NEWCOMERS = {"place", "build"}
TRANSFERS = {"join", "transfer"}
"""The orders of which nobody else sees which army they fill."""

TRANSIT, GUN = "eastern-front", "paris-gun"
SHOWING = {"armies-shown", "pieces-shown", "pieces-found"}
"""The events that show what is inside armies."""

REHEARSED = 12
"""How many orders the other side rehearses."""

PAIRS = 40
"""How many pairs of such orders are tried."""


@dataclass(frozen=True)
class Twins:
    """Two games so far, and how often they have gone different ways unseen."""

    one: list[Play]
    two: list[Play]
    parted: int


def twins(rules: Rules, generator: random.Random, most: int) -> Twins:
    """Two games of so many orders at most that nobody but the one side can tell apart."""
    dice = LooseDice(generator)
    start = rules.start()
    here, events = machine.run_on(rules, start, dice)
    games, there, parted = ([Play(None, events, start)], [Play(None, events, start)]), here, 0
    while len(games[0]) <= most and rules.prompts(here):
        unlike = _parting(rules, here, there, generator) if generator.random() < SHIFTY else None
        step = unlike or _together(rules, here, there, generator)
        if step is None:
            break
        parted += unlike is not None
        for game, play in zip(games, step, strict=True):
            game.append(play)
        here, there = (machine.replay(rules, play.before, play.events) for play in step)
    return Twins(*games, parted)


def _parting(rules: Rules, here: Any, there: Any, generator: random.Random) -> tuple[Play, Play] | None:
    """Two different orders that nobody else sees, one in each game."""
    mine, theirs = ([*_unseen(rules, state)] for state in (here, there))
    for _ in range(PAIRS if mine and theirs else 0):
        one, two = generator.choice(mine), generator.choice(theirs)
        if one == two or _newcomer(one) != _newcomer(two):
            continue
        plays = _unseen_play(rules, here, one), _unseen_play(rules, there, two)
        if plays[0] is not None and plays[1] is not None:
            return plays[0], plays[1]
    return None


def _unseen(rules: Rules, state: Any) -> Iterator[Order]:
    """Transfers from army to army, and newcomers into armies, whether they are lawful or not."""
    for prompt in rules.prompts(state):
        for order in rules.options(state, prompt) if prompt.side == EN else ():
            fields = to_data(order)
            inside = order.type in NEWCOMERS and fields["into"] is not None
            held = order.type in TRANSFERS and fields["army"] is not None and fields["piece"] in state.pieces
            if inside or (held and state.pieces[fields["piece"]].army is not None):
                yield order


def _newcomer(order: Order) -> str | None:
    """The piece that comes on the map, which everybody hears of."""
    return str(to_data(order)["piece"]) if order.type in NEWCOMERS else None


def _unseen_play(rules: Rules, state: Any, order: Order) -> Play | None:
    if any(rules.objections(state, order)):
        return None
    after, verdict = machine.play(rules, state, order, LooseDice(random.Random(0)))
    assert isinstance(verdict, Accepted)
    if _outside(after) != _outside(state):
        return None
    assert visibility.is_under_seal(system_of(rules), order, verdict.events), order
    return Play(order, verdict.events, state)


def _outside(state: Any) -> dict[str, tuple[object, ...]]:
    """What anybody sees on the map: pieces outside armies or in open ones, and which armies are empty."""
    pieces = state.pieces.values()
    holding = {piece.army for piece in pieces}
    return {
        piece.id: (piece.area, piece.army, piece.entrenched, piece.fortified, piece.id in holding)
        if piece.army is None or _open(state, piece)
        else ()
        for piece in pieces
    }


def _open(state: Any, piece: Any) -> bool:
    """Whether everybody sees a piece in its army: in battle, in transit, out of supply, or a Paris Gun."""
    fought = state.fight is not None and state.fight.area == piece.area
    return fought or piece.area == TRANSIT or piece.army in state.unsupplied or piece.kind == GUN


def _together(rules: Rules, here: Any, there: Any, generator: random.Random) -> tuple[Play, Play] | None:
    """The same order with the same dice in both games; of what comes of it others see the same."""
    for _ in range(ATTEMPTS):
        order = lawful_choice(rules, here, generator)
        if order is None or any(rules.objections(there, order)):
            continue
        after, mine = machine.play(rules, here, order, LooseDice(generator))
        assert isinstance(mine, Accepted)
        try:
            beyond, theirs = machine.play(rules, there, order, replay_dice(mine.events))
        except DiceNeeded:
            continue
        assert isinstance(theirs, Accepted)
        alike = _seen(rules, mine.events) == _seen(rules, theirs.events)
        # Where nothing inside an army is shown, and all outside is the same, there is nothing to be told.
        shown = any(event.type in SHOWING for event in (*mine.events, *theirs.events))
        # Between two armies, a piece marches where everybody sees it.
        shown = shown or (isinstance(order, Move) and _origin(here, order) != _origin(there, order))
        assert alike or shown or _outside(after) != _outside(beyond), order
        if alike:
            return Play(order, mine.events, here), Play(order, theirs.events, there)
    return None


def _origin(state: Any, order: Move) -> str:
    return str(state.pieces[order.piece].area)


def _seen(rules: Rules, events: tuple[Event, ...]) -> list[tuple[Event | None, ...]]:
    told = [
        tuple(system_of(rules).secrecy.redact_event(event, viewer) for viewer in STRANGERS)
        for event in events
    ]
    return [seen for seen in told if any(seen)]


def pair(bound: Ruleset, seed: int) -> tuple[Iterator[tuple[str, str]], Iterator[tuple[str, str]], Twins]:
    """What others are shown of two games that only the one side can tell apart, and the games."""
    generator = random.Random(seed)
    both = twins(bound.rules, generator, generator.randint(8, 40))
    one, two = (filed(bound, game, "") for game in (both.one, both.two))
    shown = [chain(outputs(match, lines), _rehearsals(match)) for match, lines in (one, two)]
    return shown[0], shown[1], both


def _rehearsals(match: Match) -> Iterator[tuple[str, str]]:
    """What would become of some orders of the other side: its answers, and what it is told of them."""
    rules, state = match.rules, match.position()
    orders = [
        order
        for prompt in rules.prompts(state)
        if prompt.side == GE
        for order in rules.options(state, prompt)
    ]
    for order in random.Random(len(orders)).sample(orders, min(REHEARSED, len(orders))):
        text = system_of(rules).notation.write(order)
        asked = LetterLine(line=1, column=1, text=text, typed=text)
        heard = judge_letter.judge_lines(system_of(rules), state, GE, [asked], dry=True)
        yield (
            f"rehearsal of {text}",
            DIGESTS.sub("#", to_json(letter_answers.answer_rehearsal(match, GE, heard))),
        )
