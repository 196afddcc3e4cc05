"""One war between programs, on the rules alone, with the dice of a match that is opened with its seed."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from referee.analysis.simulation import seats
from referee.dice.chain import Secrets
from referee.dice.custom import Custom
from referee.engine import machine
from referee.engine.system import Rules, State
from referee.engine.verdict import Accepted
from referee.matches import opening
from referee.matches.judging import advance_orders
from referee.matches.judging.cups import SealedDiceSource
from referee.packs import binding
from referee.packs.binding import Ruleset
from referee.packs.conformance import cases
from referee.systems.faces import Game
from referee.values.value import Value
from schemas.answers.simulation import SimulatedWar, Standing
from schemas.model import Order
from schemas.record import PUBLIC, Event, Prompt, Side

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
        self._touch = cases.touching(self.bound.pack.game.system)
        self._turns = war.turns
        match, _, secrets = opening.open_in_memory(self.bound, war.name, at=AT)
        header, custom = match.header, Custom.of(match.header, match.journal.header_seal, secrets.hidden, {})
        self._players = {side: seats.seat(name, header, f"{war.name} {side}") for side, name in war.players}
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
            forced = advance_orders.is_forced(self.bound.system, self.state, prompt)
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


def fight(war: War) -> SimulatedWar:
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
    return binding.bind(pack, scenario, dict(options))


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
