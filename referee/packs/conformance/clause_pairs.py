"""Pairs of clauses that occur together in a case or in a player turn of a random war."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from math import sqrt

from referee.engine import machine
from referee.engine.facts import OpenQuestion
from referee.engine.system import Accepted, State
from referee.i18n.translator import Translator, message
from referee.packs import rulesets
from referee.packs.conformance.case_files import FiledCase, Touching, clause_number, list_citations, touching
from referee.packs.conformance.case_runner import Trial, play_case
from referee.packs.conformance.system_kit import SeededDice
from referee.packs.loading import LoadedPack
from referee.platform.progress import Progress
from referee.systems.faces import Game
from schemas.case import EmptyPair, Pairs
from schemas.model import Order
from schemas.record import Event, Value
from schemas.reports import Block, Heading, Table, words

SEED = 1914
"""Seed of the dice and choices of these wars; public, so that everyone gets the same count."""

GLANCE = 12
"""Number of answers of each group that a player considers."""

AGAIN = 3
"""Number of earlier orders that a side tries again at each prompt: most are refused, each for some clause."""

REMEMBERED = 40
"""Number of earlier orders that are remembered."""

PATIENCE = 400
"""Number of answers in a player turn before the next war begins."""


class War:
    """One war of a scenario between players with random choices."""

    def __init__(self, game: Game, touch: Touching, seed: str) -> None:
        rules = game.rules
        self._game, self._rules, self._touch = game, rules, touch
        self._generator = random.Random(seed)
        self._dice = SeededDice(self._generator)
        self._met: set[str] = set()
        self._given: list[Order] = []
        self.state, events = machine.run_on(rules, rules.start(), self._dice)
        self._spans: list[frozenset[str]] = []
        self._happen(rules.start(), events)

    def turns(self) -> Iterator[frozenset[str]]:
        """Yield the clauses that act in each player turn, and in the seasons' work between two of them."""
        answers = 0
        while answers < PATIENCE and (prompts := self._rules.prompts(self.state)):
            answers += 1
            self._answer(self._generator.choice(prompts))
            if self._spans:
                answers = 0
            yield from self._spans
            self._spans.clear()
        yield frozenset(self._met)

    def _answer(self, prompt: OpenQuestion) -> None:
        """Try answers until one is legal; the clauses of objections to the others act as well."""
        self._cite(prompt.clause)
        for order in (*self._retry_orders(prompt), *self._list_answers(prompt)):
            if against := tuple(self._rules.objections(self.state, order)):
                for objection in against:
                    self._cite(objection.clause)
                continue
            self._given = [*self._given[-REMEMBERED:], order]
            before = self.state
            self.state, verdict = machine.play(self._rules, before, order, self._dice)
            if isinstance(verdict, Accepted):
                self._happen(before, verdict.events)
                return

    def _retry_orders(self, prompt: OpenQuestion) -> list[Order]:
        """Return earlier orders that are illegal now; legal ones would change plans without end."""
        mine = [order for order in self._given if order.side == prompt.side]
        sample = self._generator.sample(mine, min(AGAIN, len(mine)))
        return [order for order in sample if any(self._rules.objections(self.state, order))]

    def _list_answers(self, prompt: OpenQuestion) -> list[Order]:
        """Return answers in random order; now and then the end of the orders comes first."""
        groups = self._game.advisor.option_groups(self.state, prompt) or ()
        answers = [order for bunch in groups for order in islice(bunch, GLANCE)]
        self._generator.shuffle(answers)
        ends = [order for order in self._rules.options(self.state, prompt) if order.type == "done"]
        early_ends = ends if self._generator.random() < 0.25 else []
        return [*early_ends, *answers, *ends]

    def _cite(self, clause: str) -> None:
        self._met.add(self._rules.clause_number(clause))

    def _happen(self, state: State, events: Sequence[Event]) -> None:
        for event in events:
            if self._touch.opens_span(event) and self._met:
                self._spans.append(frozenset(self._met))
                self._met.clear()
            self._met.update(self._touch.clauses(self._rules, state, event))
            state = self._rules.evolve(state, event)


def player_turns(pack: str, touch: Touching, count: int) -> Iterator[frozenset[str]]:
    """Yield the clauses that meet in some player turns, divided evenly among the scenarios of a pack."""
    scenarios = [scenario.id for scenario in rulesets.bind(pack, None, {}).loaded.pack.scenarios]
    for number, scenario in enumerate(scenarios):
        share = count // len(scenarios) + (number < count % len(scenarios))
        game = rulesets.bind(pack, scenario, {}).system
        war = 0
        while share > 0:
            war += 1
            for clauses in islice(War(game, touch, f"{SEED} {scenario} {war}").turns(), share):
                share -= 1
                yield clauses


Meetings = Sequence[frozenset[str]]
"""Clauses that acted together: of each case, or of each player turn."""

Pair = tuple[str, str]

_COLUMNS = (message("danger"), message("clause"), message("it says"), message("clause"), message("it says"))


class Wanted(Value):
    """Number of player turns for each pack, and highest number of empty pairs in the list."""

    turns: int
    most: int


def find_pairs(case_files: Sequence[FiledCase], request: Wanted, progress: Progress) -> tuple[Pairs, ...]:
    """Return the pairs of every pack that the cases use."""
    packs = {case.bench.pack.name: case.bench.pack for case in case_files}
    acting: list[tuple[FiledCase, frozenset[str]]] = []
    for number, case in enumerate(case_files):
        progress(number, len(case_files))
        acting.append((case, list_acting(case)))
    progress(1, 1)
    return tuple(_of_pack(packs[name], packs, acting, request) for name in packs)


def list_acting(case_file: FiledCase) -> frozenset[str]:
    """Return the clauses that a case cites, and the clauses that the rules cite while it runs."""
    pack = case_file.bench.pack.pack
    clauses = {clause_number(pack, clause) or clause for clause in case_file.case.clauses}
    trial = play_case(case_file)
    fact_clauses = [objection.clause for objection in trial.refusals]
    fact_clauses += [prompt.clause for prompt in trial.rules.prompts(trial.state)]
    clauses.update(trial.rules.clause_number(clause) for clause in fact_clauses)
    return frozenset(clauses | _list_happening(trial))


def _list_happening(trial: Trial) -> set[str]:
    """Return the clauses that act in the events of a case, and in the prompts between them."""
    work, touch = trial.case_file.bench.work, touching(trial.case_file.bench.pack.pack.game.system)
    if touch is None:
        return set()
    state, clauses = work.position(trial.rules, trial.case_file.case.given), set[str]()
    for event in trial.events:
        clauses.update(trial.rules.clause_number(prompt.clause) for prompt in trial.rules.prompts(state))
        clauses.update(touch.clauses(trial.rules, state, event))
        state = trial.rules.evolve(state, event)
    return clauses


def _of_pack(
    pack: LoadedPack,
    packs: Mapping[str, LoadedPack],
    acting: Sequence[tuple[FiledCase, frozenset[str]]],
    request: Wanted,
) -> Pairs:
    """Return the pairs of one pack; a case of another pack counts for clauses with the same text in both."""
    citations = {citation.number: citation for citation in list_citations(pack)}
    shared_clauses = {
        name: frozenset(one.number for one in list_citations(other) if citations.get(one.number) == one)
        for name, other in packs.items()
    }
    in_cases = [clauses & shared_clauses[case.bench.pack.name] for case, clauses in acting]
    touch = touching(pack.pack.game.system)
    turns = player_turns(pack.name, touch, request.turns) if touch is not None and request.turns else ()
    in_wars = [clauses & citations.keys() for clauses in turns]
    titles = {number: citation.title for number, citation in citations.items()}
    return _count(pack.name, titles, in_cases, in_wars, request.most)


def _count(name: str, titles: Mapping[str, str], in_cases: Meetings, in_wars: Meetings, most: int) -> Pairs:
    clauses = len(titles)
    cases, turns = pairs_of(in_cases), pairs_of(in_wars)
    whole = clauses * (clauses - 1) // 2
    return Pairs(
        pack=name,
        clauses=clauses,
        player_turns=len(in_wars),
        pairs=whole,
        in_cases=len(cases),
        in_wars=len(turns),
        in_both=len(cases & turns),
        in_none=whole - len(cases | turns),
        empty=tuple(
            EmptyPair(first=one, second=other, titles=(titles[one], titles[other]), danger=round(danger, 1))
            for danger, (one, other) in dangerous(tuple(titles), in_cases, in_wars)[:most]
        ),
    )


def pairs_of(meetings: Meetings) -> frozenset[Pair]:
    """Return every pair of clauses that have met."""
    return frozenset(pair for clauses in meetings for pair in combinations(sorted(clauses), 2))


def dangerous(clauses: Sequence[str], in_cases: Meetings, in_wars: Meetings) -> Sequence[tuple[float, Pair]]:
    """Return the pairs that have never met, most dangerous first.

    Two clauses are near each other if both have met the same third clauses: they act in one phase, or on
    pieces of one kind. A third clause has a weight of 1 over the number of clauses that it has met, so that a
    clause of every turn adds little. The danger of a pair is this nearness, times the root of the number of
    cases in which the rarer of the two has acted.
    """
    pairs = pairs_of(in_cases) | pairs_of(in_wars)
    beside = _beside(pairs)
    times = Counter(clause for case in in_cases for clause in case)
    near: dict[Pair, float] = {}
    for others in beside.values():
        for pair in combinations(sorted(others), 2):
            near[pair] = near.get(pair, 0.0) + 1 / len(others)
    empty = (
        (100 * share * sqrt(min(times[pair[0]], times[pair[1]])), pair)
        for pair, share in near.items()
        if pair not in pairs
    )
    place = {clause: number for number, clause in enumerate(clauses)}
    return sorted(empty, key=lambda one: (-one[0], place[one[1][0]], place[one[1][1]]))


def _beside(pairs: Iterable[Pair]) -> Mapping[str, set[str]]:
    """Return the clauses that each clause has met."""
    beside: dict[str, set[str]] = {}
    for one, other in pairs:
        beside.setdefault(one, set()).add(other)
        beside.setdefault(other, set()).add(one)
    return beside


def report_pairs(pairs: Pairs, tongue: Translator) -> tuple[Block, ...]:
    """Return the pairs of one pack, for people."""
    counts = {
        name: getattr(pairs, name)
        for name in ("clauses", "pairs", "in_cases", "in_wars", "in_both", "in_none")
    }
    summary = tongue.say(
        "{pairs} pairs of {clauses} clauses: {in_cases} have met in a case, {in_wars} in one player "
        "turn of random wars (of {player_turns}), {in_both} in both, and {in_none} never.",
        player_turns=pairs.player_turns,
        **counts,
    )
    rows = tuple(
        (f"{one.danger:.1f}", one.first, one.titles[0], one.second, one.titles[1]) for one in pairs.empty
    )
    title = tongue.say("Pairs of clauses of {pack}", pack=pairs.pack)
    table = (Table(columns=tuple(map(tongue.say, _COLUMNS)), rows=rows, numeric=(0,)),) if rows else ()
    return (Heading(text=title), words(summary), *table)
