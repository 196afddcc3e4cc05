"""Simulated wars between bots and scripted players, and wars kept as matches."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from math import inf
from pathlib import Path
from random import Random
from typing import Protocol

from referee.analysis.bots import bot_play, registry
from referee.analysis.bots.stdio import PLAYERS
from referee.analysis.faults import AnalysisFault
from referee.dice.chain import Secrets
from referee.dice.format3 import Custom
from referee.engine import machine
from referee.engine.facts import OpenQuestion, Wording
from referee.engine.system import Accepted, Rules, State
from referee.faults import Complaint, DataFault, Misuse, NotFound, Unreadable, suggest
from referee.matches import matches, opening
from referee.matches.judging import standing_orders, submission
from referee.matches.judging.dice_sources import SealedDiceSource
from referee.matches.judging.submission import Repeated
from referee.matches.matches import Holder, Match
from referee.packs import rulesets
from referee.packs.conformance import case_files
from referee.packs.rulesets import Ruleset
from referee.systems.faces import Game
from schemas.answers.simulation import SimulatedWar, Standing
from schemas.bots import Turn
from schemas.journal import Header
from schemas.model import Order
from schemas.record import PUBLIC, Event, Side, Value

TEMPER_NAME = "tempers"
"""Name of a random player; its patience is random in each war."""

TEMPERS = (0.05, 0.2, 0.4)
"""Chance that a bold, a calm and an idle player end their orders where they may."""

TIRES = 0.02
"""Increase of this chance with each order to the same prompt; otherwise pieces would move back and forth for
ever.
"""

QUIET = frozenset({"done", "pass"})
"""Kinds of orders that change nothing."""

SHIFTS = frozenset({"anew", "transfer"})
"""Kinds of orders that change a plan and add nothing to it; without a limit, a player would never end."""

SHIFTING = 0.05
"""Chance that a player considers them first."""

GLANCE = 12
"""Highest number of orders of one kind to consider."""


class Tempered:
    """A random player with some patience; its choices follow from a seed."""

    def __init__(self, seed: str) -> None:
        self._rng = Random(seed)
        self._temper = self._rng.choice(TEMPERS)
        self._asked, self._given = "", 0

    def choose(self, game: Game, state: State, prompt: OpenQuestion) -> Order:
        """Return a legal answer: a quiet one if the player is done, otherwise one of any kind."""
        rules, question = game.rules, f"{prompt.question} {prompt.subject}"
        self._given = self._given + 1 if question == self._asked else 0
        self._asked = question
        is_tired = self._rng.random() < self._temper + TIRES * self._given
        quiet = [one for one in rules.options(state, prompt) if one.type in QUIET] if is_tired else []
        for order in (*quiet, *self._draw_by_kinds(game, state, prompt)):
            if not any(rules.objections(state, order)):
                return order
        # Only some of many orders were tried; at least one of all is legal.
        return next(one for one in rules.options(state, prompt) if not any(rules.objections(state, one)))

    def _draw_by_kinds(self, game: Game, state: State, prompt: OpenQuestion) -> Iterator[Order]:
        """Yield some orders of each kind: marches are many, and would crowd out all others."""
        groups = game.advisor.option_groups(state, prompt) or iter((game.rules.options(state, prompt),))
        kinds = [list(islice(kind, GLANCE)) for kind in groups]
        self._rng.shuffle(kinds)
        if self._rng.random() >= SHIFTING:
            kinds.sort(key=lambda kind: bool(kind) and kind[0].type in SHIFTS)
        for kind in kinds:
            yield from self._rng.sample(kind, len(kind))


MOST_REFUSED = 3
"""Number of letters of a bot in a row that may be refused."""

NO_PLAYERS: Mapping[Side, Callable[[Turn], str]] = {}

NAMES = (TEMPER_NAME, *PLAYERS)


class Player(Protocol):
    """A player that answers the prompts of a side."""

    def choose(self, game: Game, state: State, prompt: OpenQuestion) -> Order:
        """Return a legal order."""
        ...


class BotSeat:
    """A bot in this process; it has no time limit, so that no clock affects its answers."""

    def __init__(self, name: str, player: Callable[[Turn], str], header: Header) -> None:
        self._name, self._header = name, header
        self._player = player
        self._lines: list[str] = []
        self._given = 0

    def choose(self, game: Game, state: State, prompt: OpenQuestion) -> Order:
        """Return the next legal order of its letters. Raises `DataFault` if several letters have none."""
        line, reason = "", Wording("")
        for _ in range(MOST_REFUSED):
            if not self._lines:
                self._lines = self._write(game, state, prompt.side)
            while self._lines:
                line = self._lines.pop(0)
                order = _read(game, state, prompt.side, line)
                if not isinstance(order, Wording):
                    return order
                reason = order
        raise DataFault(
            Complaint.of(AnalysisFault.BOT_REFUSED, name=self._name, side=prompt.side),
            Complaint.of(
                AnalysisFault.LINE_REFUSED if line else AnalysisFault.LETTER_EMPTY,
                war=self._header.match, side=prompt.side, question=prompt.question,
                line=line, reason=reason.text,
            ),
        )  # fmt: skip

    def _write(self, game: Game, state: State, side: Side) -> list[str]:
        self._given += 1
        turn = bot_play.compose_turn(self._header, game, state, side, self._given, think=inf)
        assert turn is not None, "the side was asked"
        return self._player(turn).splitlines()


def _read(game: Game, state: State, side: Side, line: str) -> Order | Wording:
    """Return the first legal order of a line, or the reason why it has none."""
    try:
        orders = game.notation.read(state, side, line)
    except Unreadable as fault:
        return game.language.word(fault.stated)
    reason = Wording("")
    for order in orders:
        objection = next(iter(game.rules.objections(state, order)), None)
        if objection is None:
            return order
        reason = game.language.word(objection)
    return reason


def _name_player(player: Callable[[Turn], str]) -> str:
    """Return the name of a player of a program: that of the function, or of the class of the object."""
    name = getattr(player, "__name__", type(player).__name__)
    return str(name)


def seat_player(name: str, header: Header, seed: str) -> Player:
    """Return the player with a name; its random numbers follow from a seed."""
    if name == TEMPER_NAME:
        return Tempered(seed)
    bot, rng = PLAYERS[name](), Random(seed)
    return BotSeat(name, lambda turn: bot(turn, rng), header)


def read_players(texts: str | None, sides: tuple[Side, ...], system: str) -> Mapping[Side, str]:
    """Return the players of all sides from a text such as `german=greedy,entente=tempers` (default: tempers).

    Raises `NotFound` for an unknown player, and `Misuse` for an invalid side or a bot of other games.
    """
    players: dict[Side, str] = {}
    for text in texts.split(",") if texts else ():
        side, sign, name = text.strip().partition("=")
        if not sign or side not in sides or side in players:
            raise Misuse(Complaint.of(AnalysisFault.NO_SEAT, text=text, sides=sides))
        if name not in NAMES:
            raise NotFound(Complaint.of(AnalysisFault.NO_BOT, suggest(name, NAMES), name=name))
        if name != TEMPER_NAME:
            registry.refuse_system(name, system, f"{side}=")
        players[Side(side)] = name
    return {side: players.get(side, TEMPER_NAME) for side in sides}


AT = "2026-01-01T00:00:00Z"
"""Opening time of these wars: the same wars give the same journals."""

MOST_ORDERS = 100_000
"""Highest number of orders in a war; the shipped packs need far fewer."""


class War(Value):
    """Parameters of a war, which determine everything in it.

    The war stops after `turns` moments of its game, or plays to its end if this is None.
    """

    pack: str
    scenario: str
    options: tuple[tuple[str, str], ...]
    players: tuple[tuple[Side, str], ...]
    seed: int
    number: int
    turns: int | None = None

    @property
    def name(self) -> str:
        """Name of the war as a match; its dice follow from it, too."""
        return f"war-{self.seed}-{self.number}"

    @property
    def secrets(self) -> Secrets:
        """Secrets that determine its dice."""
        return opening.secrets_of_seed(self.name)


class Course:
    """A war in progress; `own` are players that are functions."""

    def __init__(self, war: War, own: Mapping[Side, Callable[[Turn], str]] = NO_PLAYERS) -> None:
        self.bound = _bind(war.pack, war.scenario, war.options)
        self._rules: Rules = self.bound.rules
        self._touch = case_files.touching(self.bound.pack.game.system)
        self._turns = war.turns
        match, _, secrets = opening.open_in_memory(self.bound, war.name, at=AT)
        header, custom = match.header, Custom.of(match.header, match.journal.header_seal, secrets.hidden, {})
        self._players = {
            side: BotSeat(_name_player(own[side]), own[side], header)
            if side in own
            else seat_player(name, header, f"{war.name} {side}")
            for side, name in war.players
        }
        self._dice = SealedDiceSource(self.bound.system, header, secrets, match.entries, custom=custom)
        self.state: State = match.position()
        self.standings: list[Standing] = []
        self.cards: set[int] = set()
        self.clauses: set[str] = set()

    def play(self) -> Iterator[tuple[Order, bool]]:
        """Yield each order, and True with it if it was the only legal one; the state is the one after it."""
        for _ in range(MOST_ORDERS):
            prompts = self._rules.prompts(self.state)
            if self._turns is not None and len(self.standings) >= self._turns:
                return
            if not prompts:
                self.standings.append(stand(self.bound.system, self.state, self.state))
                return
            prompt = prompts[0]
            is_forced = standing_orders.is_forced(self.bound.system, self.state, prompt)
            order = self._answer(prompt, is_forced=is_forced)
            self._carry_out(order, prompt)
            yield order, is_forced
        raise RuntimeError("a war without an end")

    def _answer(self, prompt: OpenQuestion, *, is_forced: bool) -> Order:
        if is_forced:
            return next(self._rules.lawful(self.state, prompt))
        return self._players[prompt.side].choose(self.bound.system, self.state, prompt)

    def _carry_out(self, order: Order, prompt: OpenQuestion) -> None:
        before = self.state
        self.state, verdict = machine.play(self._rules, before, order, self._dice.dice(order))
        assert isinstance(verdict, Accepted), verdict
        self.cards.update(_list_cards(order))
        self._note_clauses(before, prompt, verdict.events)
        moment = self.bound.system.narrator.moment
        if moment(before) != moment(self.state):
            self.standings.append(stand(self.bound.system, before, self.state))

    def _note_clauses(self, before: State, prompt: OpenQuestion, events: tuple[Event, ...]) -> None:
        if self._touch is None:
            return
        self.clauses.add(self._rules.clause_number(prompt.clause))
        for event in events:
            self.clauses.update(self._touch.clauses(self._rules, before, event))
            before = self._rules.evolve(before, event)


def fight_war(war: War, own: Mapping[Side, Callable[[Turn], str]] = NO_PLAYERS) -> SimulatedWar:
    """Return the result of a war, fought from its opening to its end; `own` players are functions."""
    course = Course(war, own)
    orders = sum(1 for _ in course.play())
    score = course.bound.system.pictures.score(course.state, PUBLIC)
    return SimulatedWar(
        number=war.number,
        level=score.level if score is not None else "",
        orders=orders,
        standings=tuple(course.standings),
        cards=tuple(sorted(course.cards)),
        clauses=tuple(sorted(course.clauses)),
    )


@lru_cache(maxsize=4)
def _bind(pack: str, scenario: str, options: tuple[tuple[str, str], ...]) -> Ruleset:
    return rulesets.bind(pack, scenario, dict(options))


def stand(game: Game, start: State, end: State) -> Standing:
    """Return the standing at the end of a moment: its name from one position, its score from another."""
    score = game.pictures.score(end, PUBLIC)
    points = score.points if score is not None else 0
    return Standing(moment=game.narrator.moment(start), points=points, held=_find_holders(game, end))


def _find_holders(game: Game, state: State) -> Mapping[str, Side]:
    picture = game.pictures.picture(state, PUBLIC)
    cells = picture.cells if picture is not None else ()
    return {cell.area: cell.holder for cell in cells if cell.holder is not None and not cell.disputed}


def _list_cards(order: Order) -> Iterator[int]:
    """Yield the cards that an order plays, spends or gives."""
    card = getattr(order, "card", None)
    if isinstance(card, int):
        yield card


def keep_war(war: War, root: Path) -> Match:
    """Return the match of a war, written to a shelf under the name of its seed and number.

    Its secrets follow from its name, so that anyone can predict its dice: do not use it for play. Raises
    `CannotCreate` if a match of this name exists.
    """
    opening.open_match(
        root, war.name, war.pack, at=AT, scenario=war.scenario, options=dict(war.options), secrets=war.secrets
    )
    course, number = Course(war), 0
    with Holder() as holder:
        for order, is_forced in course.play():
            if is_forced:
                # The referee answers a prompt itself if only one order is legal.
                continue
            number += 1
            raw = f"# letter {number}\n{course.bound.system.notation.write(order)}".encode()
            sent = submission.open_letter(str(order.side), raw, at=AT, side=order.side)
            result = submission.submit(root, war.name, sent, holder)
            assert not isinstance(result, Repeated), raw
            assert not result.outcome.judgement.refused_lines, raw
    return matches.find(root, war.name)
