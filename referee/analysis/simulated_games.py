"""Simulated wars between bots and scripted players, and a war kept as a match."""

from collections.abc import Iterator, Mapping
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
from referee.engine.faults import Complaint, DataFault, Misuse, NotFound, Unreadable, suggest
from referee.engine.system import Accepted, Rules, State
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
from schemas.journal import Header
from schemas.model import Order
from schemas.record import PUBLIC, Event, Prompt, Side, Value

TEMPER_NAME = "tempers"
"""What such a player is called; his temper is drawn anew for each war."""

TEMPERS = (0.05, 0.2, 0.4)
"""How often a bold, a calm and an idle player are done where they may be."""

TIRES = 0.02
"""How much oftener with each order that they gave to the same question: they would shift pieces for ever."""

QUIET = frozenset({"done", "pass"})
"""The orders that leave all as it is."""

SHIFTS = frozenset({"anew", "transfer"})
"""The orders that change a plan and add nothing to it: a player who gave them freely would never end."""

SHIFTING = 0.05
"""How often a player thinks of them first."""

GLANCE = 12
"""How many orders of one kind are looked at."""


class Tempered:
    """A player with a temper; his lots follow from a seed."""

    def __init__(self, seed: str) -> None:
        self._lots = Random(seed)
        self._temper = self._lots.choice(TEMPERS)
        self._asked, self._given = "", 0

    def choose(self, game: Game, state: State, prompt: Prompt) -> Order:
        """A lawful answer: a quiet one as often as he is done, otherwise one of any kind."""
        rules, asked = game.rules, f"{prompt.question} {prompt.subject}"
        self._given = self._given + 1 if asked == self._asked else 0
        self._asked = asked
        tired = self._lots.random() < self._temper + TIRES * self._given
        quiet = [one for one in rules.options(state, prompt) if one.type in QUIET] if tired else []
        for order in (*quiet, *self._draw_by_kinds(game, state, prompt)):
            if not any(rules.objections(state, order)):
                return order
        # Few of many orders were looked at; one of them all is lawful.
        return next(one for one in rules.options(state, prompt) if not any(rules.objections(state, one)))

    def _draw_by_kinds(self, game: Game, state: State, prompt: Prompt) -> Iterator[Order]:
        """Some orders of each kind: marches are many, and would crowd out all others."""
        groups = game.advisor.option_groups(state, prompt) or iter((game.rules.options(state, prompt),))
        kinds = [list(islice(kind, GLANCE)) for kind in groups]
        self._lots.shuffle(kinds)
        if self._lots.random() >= SHIFTING:
            kinds.sort(key=lambda kind: bool(kind) and kind[0].type in SHIFTS)
        for kind in kinds:
            yield from self._lots.sample(kind, len(kind))


MOST_REFUSED = 3
"""How many letters of a bot may be refused in a row."""

NAMES = (TEMPER_NAME, *PLAYERS)
"""Who may play."""


class Player(Protocol):
    """What answers the questions of a side."""

    def choose(self, game: Game, state: State, prompt: Prompt) -> Order:
        """A lawful order."""
        ...


class BotSeat:
    """A bot in this process; it may think as long as it likes, so that no clock has a say in what it does."""

    def __init__(self, name: str, header: Header, seed: str) -> None:
        self._name, self._header = name, header
        self._bot, self._lots = PLAYERS[name](), Random(seed)
        self._lines: list[str] = []
        self._given = 0

    def choose(self, game: Game, state: State, prompt: Prompt) -> Order:
        """The next lawful order of its letters; raises `DataFault` where letter after letter holds none."""
        for _ in range(MOST_REFUSED):
            if not self._lines:
                self._lines = self._write(game, state, prompt.side)
            while self._lines:
                order = _read(game, state, prompt.side, self._lines.pop(0))
                if order is not None:
                    return order
        raise DataFault(Complaint.of(AnalysisFault.BOT_REFUSED, name=self._name, side=prompt.side))

    def _write(self, game: Game, state: State, side: Side) -> list[str]:
        self._given += 1
        turn = bot_play.compose_turn(self._header, game, state, side, self._given, think=inf)
        assert turn is not None, "the side was asked"
        return self._bot(turn, self._lots).splitlines()


def _read(game: Game, state: State, side: Side, line: str) -> Order | None:
    """The order of a line, if it is one and lawful."""
    try:
        orders = game.notation.read(state, side, line)
    except Unreadable:
        return None
    return next((one for one in orders if not any(game.rules.objections(state, one))), None)


def seat_player(name: str, header: Header, seed: str) -> Player:
    """A player of a name, whose lots follow from a seed."""
    return Tempered(seed) if name == TEMPER_NAME else BotSeat(name, header, seed)


def read_players(texts: str | None, sides: tuple[Side, ...], system: str) -> Mapping[Side, str]:
    """The players of all sides as they were typed, `german=greedy,entente=tempers`; the others have tempers.

    Raises `NotFound` for a player that there is not, and `Misuse` for a side, or for a bot of other games.
    """
    chosen: dict[Side, str] = {}
    for text in texts.split(",") if texts else ():
        side, sign, name = text.strip().partition("=")
        if not sign or side not in sides or side in chosen:
            raise Misuse(Complaint.of(AnalysisFault.NO_SEAT, text=text, sides=sides))
        if name not in NAMES:
            raise NotFound(Complaint.of(AnalysisFault.NO_BOT, suggest(name, NAMES), name=name))
        if name != TEMPER_NAME:
            registry.refuse_system(name, system)
        chosen[Side(side)] = name
    return {side: chosen.get(side, TEMPER_NAME) for side in sides}


AT = "2026-01-01T00:00:00Z"
"""When these wars were opened: the same wars give the same journals."""

MOST_ORDERS = 100_000
"""The longest war; none of the shipped packs comes near."""


class War(Value):
    """A war that is to be fought; all that happens in it follows from this.

    It is broken off after so many `turns`, the moments of its game, if that is said.
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
        """What the war is called where it is kept as a match; its dice follow from that, too."""
        return f"war-{self.seed}-{self.number}"

    @property
    def secrets(self) -> Secrets:
        """What its dice follow from."""
        return opening.secrets_of_seed(self.name)


class Course:
    """A war while it is fought."""

    def __init__(self, war: War) -> None:
        self.bound = _bind(war.pack, war.scenario, war.options)
        self._rules: Rules = self.bound.rules
        self._touch = case_files.touching(self.bound.pack.game.system)
        self._turns = war.turns
        match, _, secrets = opening.open_in_memory(self.bound, war.name, at=AT)
        header, custom = match.header, Custom.of(match.header, match.journal.header_seal, secrets.hidden, {})
        self._players = {side: seat_player(name, header, f"{war.name} {side}") for side, name in war.players}
        self._dice = SealedDiceSource(self.bound.system, header, secrets, match.entries, custom=custom)
        self.state: State = match.position()
        self.standings: list[Standing] = []
        self.cards: set[int] = set()
        self.clauses: set[str] = set()

    def play(self) -> Iterator[tuple[Order, bool]]:
        """The orders of the war, each with whether no other was lawful; the state is the one after it."""
        for _ in range(MOST_ORDERS):
            asked = self._rules.prompts(self.state)
            if self._turns is not None and len(self.standings) >= self._turns:
                return
            if not asked:
                self.standings.append(stand(self.bound.system, self.state, self.state))
                return
            prompt = asked[0]
            forced = standing_orders.is_forced(self.bound.system, self.state, prompt)
            order = self._answer(prompt, forced=forced)
            self._carry_out(order, prompt)
            yield order, forced
        raise RuntimeError("a war without an end")

    def _answer(self, prompt: Prompt, *, forced: bool) -> Order:
        if forced:
            return next(machine.lawful(self._rules, self.state, prompt))
        return self._players[prompt.side].choose(self.bound.system, self.state, prompt)

    def _carry_out(self, order: Order, prompt: Prompt) -> None:
        before = self.state
        self.state, verdict = machine.play(self._rules, before, order, self._dice.dice(order))
        assert isinstance(verdict, Accepted), verdict
        self.cards.update(_list_cards(order))
        self._note_clauses(before, prompt, verdict.events)
        moment = self.bound.system.narrator.moment
        if moment(before) != moment(self.state):
            self.standings.append(stand(self.bound.system, before, self.state))

    def _note_clauses(self, before: State, prompt: Prompt, events: tuple[Event, ...]) -> None:
        if self._touch is None:
            return
        self.clauses.add(self._rules.cite(prompt.clause).number)
        for event in events:
            self.clauses.update(self._touch.clauses(self._rules, before, event))
            before = self._rules.evolve(before, event)


def fight_war(war: War) -> SimulatedWar:
    """A war from its opening to its end."""
    course = Course(war)
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


def stand(game: Game, begun: State, ended: State) -> Standing:
    """How a war stands where the moment of one position ends with another."""
    score = game.pictures.score(ended, PUBLIC)
    points = score.points if score is not None else 0
    return Standing(moment=game.narrator.moment(begun), points=points, held=_find_holders(game, ended))


def _find_holders(game: Game, state: State) -> Mapping[str, Side]:
    picture = game.pictures.picture(state, PUBLIC)
    cells = picture.cells if picture is not None else ()
    return {cell.area: cell.holder for cell in cells if cell.holder is not None and not cell.disputed}


def _list_cards(order: Order) -> Iterator[int]:
    """The cards that an order plays, spends or gives."""
    card = getattr(order, "card", None)
    if isinstance(card, int):
        yield card


def keep_war(war: War, root: Path) -> Match:
    """The match of a war on a shelf, named after its seed and its number.

    Its secrets follow from its name, so that anyone can tell its dice to come: it is not for playing on.
    Raises `CannotCreate` where a match of this name lies.
    """
    opening.open_match(
        root, war.name, war.pack, at=AT, scenario=war.scenario, options=dict(war.options), secrets=war.secrets
    )
    course, number = Course(war), 0
    with Holder() as holder:
        for order, forced in course.play():
            if forced:
                # The desk gives the only lawful answer by itself.
                continue
            number += 1
            raw = f"# letter {number}\n{course.bound.system.notation.write(order)}".encode()
            sent = submission.send(str(order.side), raw, at=AT, side=order.side)
            filed = submission.submit(root, war.name, sent, holder)
            assert not isinstance(filed, Repeated), raw
            assert not filed.judged.heard.falls, raw
    return matches.find(root, war.name)
