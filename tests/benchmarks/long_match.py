"""A long match between players with a plan, filed by the desk as their letters would have been."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import count, repeat
from pathlib import Path
from random import Random
from shutil import rmtree

from msgspec.structs import replace

from referee.dice.chain import Secrets
from referee.dice.format3 import Custom
from referee.engine import machine
from referee.engine.system import Accepted, irrevocable
from referee.matches import matches, opening, visibility
from referee.matches.journal import Draft, Writer, unsigned
from referee.matches.judging.dice_sources import DiceUse, SealedDiceSource
from referee.matches.matches import Match
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.great_war.orders import (
    Anew,
    Battle,
    Buy,
    Done,
    GreatWarOrder,
    Join,
    Leave,
    Move,
    Pass,
    Redraw,
    Transfer,
)
from schemas.model import Order
from schemas.record import REFEREE, Event, Prompt, Side
from tests.systems import system_of

NAME = "long"
AT = "2026-12-01T20:00:00Z"
SECRETS = Secrets(seed="5e" * 32, hidden="1d" * 32)

SEASONS = 3
"""The seasons over which the events are spread: in later ones hands are short of offensives."""

LETTER = 12
"""The most orders of a letter."""

MANY_MOVES = 100
"""Lawful moves that are enough for all letters of a bench."""

EAGER = {"offensive", "movement", "pass-move", "production"}
"""The questions that nobody here is ever too tired to answer: a match without cards comes to a standstill."""

Stood = tuple[Order, tuple[Event, ...]]
"""An order and what came of it."""


def build(shelf: Path, events: int, refused: int = 0) -> Match:
    """A match of at least so many events, in the middle of a side's movement: the first that lasts.

    `refused` entries of refused letters come first: they lengthen the journal at little cost.
    """
    for chance in count(events):
        opening.open_match(shelf, NAME, "ttlm", at=AT, secrets=SECRETS)
        with matches.hold(shelf, NAME) as (writer, match):
            writer.append(*repeat(_draft_refusal(match), refused))
            players = Players(replace(match, journal=writer.journal), events, Random(chance))
            while not players.over and (players.happened < events or not players.marching):
                players.send_letter(writer)
        if not players.over:
            break
        rmtree(shelf / NAME)
    return matches.find(shelf, NAME)


def _draft_refusal(match: Match) -> Draft:
    refusal = {"letter": "0" * 64, "text": "", "fallen": [], "unheard": [], "message_id": None}
    return unsigned("refusal", match.header.sides[0], refusal, sides=match.header.sides, at=AT)


class Players:
    """Both sides of a match, who share out its events evenly over the seasons."""

    def __init__(self, match: Match, events: int, generator: Random) -> None:
        self._rules: GreatWar = match.rules
        self._position: Position = match.position()
        self._past = match.past
        self._events = events
        self._generator = generator
        self.happened = 0

    @property
    def over(self) -> bool:
        """Whether the campaign has ended, as one does when a side breaks through early."""
        return self._position.result is not None

    @property
    def marching(self) -> bool:
        """Whether a side has most of its moves before it."""
        prompt = self._asked()
        if prompt.question != "movement":
            return False
        orders = self._rules.lawful(self._position, prompt)
        return sum(isinstance(order, Move) for order in orders) >= MANY_MOVES

    def send_letter(self, writer: Writer) -> None:
        """File some orders of one side, until something irrevocable happens or the other has to answer."""
        side = self._asked().side
        header = writer.journal.header
        journal = writer.journal
        custom = Custom.of(header, journal.header_seal, SECRETS.hidden, {})
        dice_source = SealedDiceSource(
            system_of(self._rules), header, SECRETS, journal.entries, self._past, custom
        )
        stood: list[Stood] = []
        while not stood or self._goes_on(side, stood):
            order = self._chosen(self._asked())
            self._position, verdict = machine.play(
                self._rules, self._position, order, dice_source.dice(order)
            )
            assert isinstance(verdict, Accepted)
            stood.append((order, verdict.events))
            self.happened += len(verdict.events)
        writer.append(*_drafts(self._rules, side, stood, dice_source.uses()))

    def _goes_on(self, side: Side, stood: Sequence[Stood]) -> bool:
        enough = len(stood) == LETTER or self.happened >= self._events
        if enough or self.over or irrevocable(stood[-1][1]):
            return False
        return self._asked().side == side

    def _asked(self) -> Prompt:
        """What is asked; where both sides plan at once, the first of them that has not closed its plan."""
        return self._rules.prompts(self._position)[0]

    def _chosen(self, prompt: Prompt) -> GreatWarOrder:
        # Nobody here shifts planned pieces about, or tears up his plan: that could go on for ever.
        options = self._rules.options(self._position, prompt)
        answers = [one for one in options if not isinstance(one, Transfer | Anew)]
        self._generator.shuffle(answers)
        due = self._events * min(1, self._position.map.turn / SEASONS)
        answers.sort(key=_restless if self.happened < due else _content)
        if prompt.question not in EAGER and self._generator.random() < 0.5:
            answers.sort(key=_content, reverse=True)
        lawful = (one for one in answers if not any(self._rules.objections(self._position, one)))
        return next(lawful)


def _restless(answer: GreatWarOrder) -> int:
    """What a player wishes last who has not done enough this season."""
    match answer:
        case Battle() | Done() | Pass():
            return 2
        case Join() | Leave():
            return 1
        case Redraw() | Buy():
            return -1
        case _:
            return 0


def _content(answer: GreatWarOrder) -> int:
    """What a player wishes last who only wants every piece where it is needed."""
    return {1: 2, 2: 1}.get(_restless(answer), _restless(answer))


def _drafts(rules: GreatWar, side: Side, stood: Sequence[Stood], uses: Iterable[DiceUse]) -> Iterator[Draft]:
    """The entries of one letter."""
    letter = "\n".join(system_of(rules).notation.write(order) for order, _ in stood)
    digest = sha256(letter.encode()).hexdigest()
    for line, ((order, events), use) in enumerate(zip(stood, uses, strict=True), start=1):
        if use.renewed:
            yield Draft(kind="anchor", at=AT, side=REFEREE, public={"anchor": use.renewed})
        told = visibility.parts(system_of(rules), order, events)
        private = {**told.private, side: {**told.private.get(side, {}), "letter": digest, "line": line}}
        keyed = visibility.add_keys(private, use.owned)
        yield Draft(kind="order", at=AT, side=side, public=told.public, private=keyed, key=use.key)
