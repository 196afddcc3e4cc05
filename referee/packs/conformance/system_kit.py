"""A kit that checks a system of games by random play: for authors of systems and their tests."""

import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import chain, cycle, islice
from pathlib import Path
from random import Random
from typing import cast

import msgspec

from referee.engine import machine
from referee.engine.copy_check import CopiedMove
from referee.engine.dice import Dice, Draw
from referee.engine.facts import Objection, OpenQuestion, kinds
from referee.engine.system import Accepted, Outcome, Rules, State
from referee.packs.rulesets import Ruleset
from referee.systems.faces import Game
from referee.systems.tabular.system import TableView
from schemas.journal import FORMAT
from schemas.model import Order
from schemas.record import PUBLIC, REFEREE, Event, Purpose, Roll, Rolled, Shuffled, Side, dump_model, to_json
from schemas.vocabulary import VOCABULARY

MOST_ORDERS = 2_000
"""Highest number of orders in a game that should end."""

MOST_STEPS = 10_000
"""Highest number of steps between two questions."""

FEW = 12
"""Number of legal orders of a prompt that are drawn, written and read back."""

ALL_VIEWERS = 40
"""Number of first events after which all viewers are compared; later only one is, after each order."""


OTHER_CHANCE = "has other events with the same dice: take all chance from `dice`"
"""Fault of rules whose events do not follow from the position, the order and the dice."""


HERE = Path(__file__).parents[2]
"""Folder of the code of `referee`."""


class SeededDice:
    """Dice of a seeded generator, without proof."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def throw(
        self, purpose: str | Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """Roll some dice."""
        faces = tuple(self._rng.randint(1, sides) for _ in range(count))
        return Roll(purpose=purpose, sides=sides, needed=needed, key=owner or "", faces=faces)

    def shuffle(self, purpose: str | Purpose, items: Sequence[int]) -> Draw:
        """Shuffle some items."""
        return Draw(purpose, tuple(self._rng.sample(items, len(items))))


class _LimitedRules:
    """Rules that stop after many steps, because the machine would go on for ever."""

    def __init__(self, rules: Rules) -> None:
        self._rules, self._steps = rules, 0

    def __getattr__(self, name: str) -> object:
        return getattr(self._rules, name)

    def advance(self, state: State, dice: Dice) -> Outcome[State, Event]:
        """Take the next step. Raises RuntimeError if too many were taken."""
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise RuntimeError(f"no question opens within {MOST_STEPS} steps, and `work` goes on")
        return self._rules.advance(state, dice)


def _limit(rules: Rules) -> Rules:
    return cast(Rules, _LimitedRules(rules))


def check_system(bound: Ruleset, games: int = 20, seed: int = 0) -> tuple[str, ...]:
    """Return the faults of a system that random games show, each once; none if it passes.

    It checks prompts (they have legal answers), refusals (they name clauses of the pack), orders and events
    (they survive JSON, and orders their lines), evolution (it is pure), purposes (they have texts), views
    (they follow from the events that the viewer saw), secrets (no event or order tells what a view hides),
    chance (the same order has the same events with the same dice), copies (the rules do not contradict an
    honest one), and games (they end, and do not work for ever without a question).

    It samples: of each prompt it draws at most `FEW` legal orders, at random among the options of the rules.
    It compares the views of all viewers after each of the first `ALL_VIEWERS` events of a game, then of one
    viewer in turn after each order; each viewer still replays all events. The copy of one viewer in turn is
    judged after each order.

    An exception of the system is a fault, which names its place, and ends its game.
    """
    faults: dict[str, None] = {}
    for number in range(games):
        try:
            for fault in _Play(bound.system, Random(f"{seed} {number}"), f"{seed} {number}").run():
                faults.setdefault(fault)
        except Exception as error:
            faults.setdefault(_describe_exception(error))
    return tuple(faults)


def _describe_exception(error: Exception) -> str:
    """Return the exception with the last line of the system that led to it, or of `referee`."""
    calls = traceback.extract_tb(error.__traceback__)
    theirs = [call for call in calls if not Path(call.filename).is_relative_to(HERE)]
    place = (theirs or calls)[-1]
    text = f"{type(error).__name__}: {error}".removesuffix(": ")
    return f"the system raises {text} ({Path(place.filename).name}, line {place.lineno}, in {place.name})"


class _Play:
    """One random game, with the position as each viewer can replay it."""

    def __init__(self, system: Game, rng: Random, seed: str) -> None:
        self._system, self._rng, self._dice = system, rng, SeededDice(Random(seed))
        self._rules: Rules = system.rules
        self._state = self._rules.start()
        self._viewers = (*self._rules.sides, PUBLIC, REFEREE)
        self._due = cycle(self._viewers)
        self._event_count = 0
        self._replays: dict[Side, State] = dict.fromkeys(self._viewers, self._state)

    def run(self) -> Iterator[str]:
        """Yield the faults of a game from its opening to its end."""
        dice = deepcopy(self._dice)
        _, events = machine.run_on(_limit(self._rules), self._state, self._dice)
        if machine.run_on(_limit(self._rules), self._state, dice)[1] != events:
            yield f"the opening {OTHER_CHANCE}"
        yield from self._follow(None, events)
        for _ in range(MOST_ORDERS):
            prompts = self._rules.prompts(self._state)
            if not prompts:
                return
            yield from self._check_objections(prompts)
            samples = [self._draw(prompt) for prompt in prompts]
            for prompt, orders in zip(prompts, samples, strict=True):
                yield from self._check_prompt(prompt, orders)
            orders = self._rng.choice(samples)
            if not orders:
                return
            order, before = self._rng.choice(orders), msgspec.to_builtins(self._state, enc_hook=dump_model)
            dice = deepcopy(self._dice)
            _, verdict = machine.play(_limit(self._rules), self._state, order, self._dice)
            if msgspec.to_builtins(self._state, enc_hook=dump_model) != before:
                yield f"the order {order.type} changes the position before it"
            elif machine.play(_limit(self._rules), self._state, order, dice)[1] != verdict:
                yield f"the order {order.type} {OTHER_CHANCE}"
            assert isinstance(verdict, Accepted), "the order is legal"
            yield from self._follow(order, verdict.events)
        yield f"a game does not end within {MOST_ORDERS} orders"

    def _draw(self, prompt: OpenQuestion) -> Sequence[Order]:
        """Return legal answers to a prompt, drawn at random; none only if no option is legal."""
        options = list(self._rules.options(self._state, prompt))
        self._rng.shuffle(options)
        legal = (one for one in options if not any(self._rules.objections(self._state, one)))
        return list(islice(legal, FEW))

    def _check_prompt(self, prompt: OpenQuestion, orders: Sequence[Order]) -> Iterator[str]:
        if prompt.side not in self._rules.sides:
            yield f"the question {prompt.question} is for {prompt.side}, which is not a side"
        if prompt.question not in self._rules.questions:
            yield f"the question {prompt.question} is not among the questions of the rules"
        if not orders:
            yield f"the question {prompt.question} has no legal answer"
        for order in islice(self._rules.options(self._state, prompt), FEW):
            if not self._survives_json(order):
                yield f"the order {order.type} does not survive JSON"
        for order in orders:
            yield from self._check_order(order)
        faults = tuple(self._check_fact(f"the question {prompt.question}", prompt))
        yield from faults
        if not faults and not self._system.language.ask(prompt).text:
            yield f"the question {prompt.question} has no text"

    def _check_objections(self, prompts: Sequence[OpenQuestion]) -> Iterator[str]:
        """Check what players read of orders that are refused: options, and those of other sides."""
        for prompt in prompts:
            options = (islice(self._rules.options(self._state, one), FEW) for one in prompts)
            for order in chain.from_iterable(options):
                own = order if order.side == prompt.side else order.replace(side=prompt.side)
                for objection in self._rules.objections(self._state, own):
                    yield from self._check_fact(f"the objection {objection.fact.code}", objection)

    def _check_fact(self, name: str, fact: OpenQuestion | Objection) -> Iterator[str]:
        """Check that a fact has the fields of its texts, and a clause of the pack."""
        fields = {*kinds(fact.fact.template), *kinds(fact.fact.remedy)}
        for field in sorted(fields - dict(fact.parameters).keys()):
            yield f"{name} has no value of {field} for its text"
        if not self._system.language.cite(fact.clause).rule:
            yield f"{name} names {fact.clause}, which is not a clause of the pack"

    def _check_order(self, order: Order) -> Iterator[str]:
        line = self._system.notation.write(order)
        if self._system.notation.read(self._state, order.side, line) != (order,):
            yield f"the line `{line}` is not read as the order that it was written for"

    def _survives_json(self, order: Order) -> bool:
        """Return True if a journal with the order can be read; JSON has lists where an order has tuples."""
        try:
            return self._rules.orders.read(order.model_dump(mode="json")) == order
        except msgspec.ValidationError:
            return False

    def _follow(self, order: Order | None, events: Sequence[Event]) -> Iterator[str]:
        """Apply the events of an order, or of the opening, to the positions of all viewers."""
        due = next(self._due)
        yield from self._judge_copy(due, order, events)
        if order is not None:
            yield from self._check_seal(due, order, events)
        for number, event in enumerate(events, 1):
            yield from self._check_event(event)
            self._state = self._rules.evolve(self._state, event)
            self._event_count += 1
            for viewer in self._viewers:
                is_due = viewer == due and number == len(events)
                is_compared = is_due or self._event_count <= ALL_VIEWERS
                yield from self._show(event, viewer, is_compared=is_compared)

    def _judge_copy(self, viewer: Side, order: Order | None, events: Sequence[Event]) -> Iterator[str]:
        """Judge a move in the copy of a viewer, as `verify` does. All moves of this game are honest."""
        secrecy = self._system.secrecy
        if not secrecy.judges_copies or viewer == REFEREE:
            return
        visible_order = None if order is None else secrecy.redact_order(order, viewer)
        visible_events = tuple(
            visible for event in events if (visible := secrecy.redact_event(event, viewer)) is not None
        )
        author = REFEREE if order is None else order.side
        move = CopiedMove(viewer, author, visible_order, visible_events, VOCABULARY, FORMAT)
        for finding in secrecy.judge_seen(self._replays[viewer], move).wrong:
            text = self._system.language.word(finding.said).text
            yield f"an honest copy of {viewer} is contradicted: {text}"

    def _check_seal(self, viewer: Side, order: Order, events: Sequence[Event]) -> Iterator[str]:
        """Check that an order which a viewer can read tells no field that its events hide from him."""
        secrecy = self._system.secrecy
        if secrecy.redact_order(order, viewer) is None:
            return
        for event in events:
            visible_event = secrecy.redact_event(event, viewer)
            for name, value in order:
                if (
                    value
                    and getattr(event, name, None) == value
                    and getattr(visible_event, name, value) != value
                ):
                    kind = event.__struct_config__.tag
                    yield f"the order {order.type} tells {viewer} its {name}, which the event {kind} hides"

    def _check_event(self, event: Event) -> Iterator[str]:
        kind = str(event.__struct_config__.tag)
        before = msgspec.to_builtins(self._state, enc_hook=dump_model)
        first = self._rules.evolve(self._state, event)
        if (
            msgspec.to_builtins(self._state, enc_hook=dump_model) != before
            or self._rules.evolve(self._state, event) != first
        ):
            yield f"the event {kind} changes the position before it"
        if self._rules.events.read(msgspec.json.decode(to_json(event))) != event:
            yield f"the event {kind} does not survive JSON"
        purposes = [roll.purpose for roll in event.rolls] if isinstance(event, Rolled) else []
        if isinstance(event, Shuffled):
            purposes.append(event.purpose)
        for purpose in purposes:
            if isinstance(purpose, Purpose) and purpose.kind not in self._system.language.purposes:
                yield f"the purpose {purpose.kind} is not among the purposes of the language"

    def _show(self, event: Event, viewer: Side, *, is_compared: bool) -> Iterator[str]:
        """Follow an event as one viewer sees it, and perhaps compare the views."""
        visible_event = self._system.secrecy.redact_event(event, viewer)
        before = replay = self._replays[viewer]
        if visible_event is not None:
            self._system.narrator.narrate(replay, visible_event)
            self._replays[viewer] = replay = self._rules.evolve(replay, visible_event)
        if not is_compared:
            return
        if visible_event is not None and viewer != REFEREE:
            yield from self._check_secrets(event, viewer, before)
        self._system.narrator.situation(replay, viewer)
        secrecy = self._system.secrecy
        if secrecy.view(replay, viewer) != secrecy.view(self._state, viewer):
            kind = str(event.__struct_config__.tag)
            yield f"after the event {kind} the view of {viewer} does not follow from its events"

    def _check_secrets(self, event: Event, viewer: Side, before: State) -> Iterator[str]:
        """Check that an event has told a viewer nothing that his view hides; `before` is his position then.

        Other views than those of tables have other fields than the position, so that they are not compared.
        """
        views = (
            self._system.secrecy.view(state, eyes)
            for state, eyes in (
                (before, REFEREE),
                (self._replays[viewer], REFEREE),
                (self._state, REFEREE),
                (self._state, viewer),
            )
        )
        earlier, replay, facts, view_data = (
            dict(_flatten(view.state, ())) if isinstance(view, TableView) else {} for view in views
        )
        for path, value in facts.items():
            # An empty value tells nothing: a hidden field may have the same default.
            if value and replay.get(path) == value and value not in (earlier.get(path), view_data.get(path)):
                kind = event.__struct_config__.tag
                yield f"the event {kind} tells {viewer} {'.'.join(path)}, which the view of {viewer} hides"
                return


def _flatten(value: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield the values of nested mappings and lists by their paths; a list of plain values is one value."""
    parts: Iterable[tuple[object, object]] = ()
    if isinstance(value, Mapping):
        parts = cast("Mapping[object, object]", value).items()
    elif isinstance(value, list | tuple):
        items = cast("Sequence[object]", value)
        parts = enumerate(items) if any(isinstance(one, Mapping | list | tuple) for one in items) else ()
    if not parts:
        yield path, value
    for key, part in parts:
        yield from _flatten(part, (*path, str(key)))
