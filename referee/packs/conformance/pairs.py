"""Pairs of clauses: which have ever met in one case or in one player turn of a random war, and which not."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import sqrt

from referee.engine.progress import Progress
from referee.engine.tongue import Translator, message
from referee.packs.conformance import wars
from referee.packs.conformance.cases import FiledCase, clause_number, touching
from referee.packs.conformance.trial import Trial, played
from referee.packs.loading import LoadedPack
from referee.values.value import Value
from schemas.case import EmptyPair, Pairs
from schemas.reports.document import Block, Heading, Table, words
from schemas.rulebook import Citation

Meetings = Sequence[frozenset[str]]
"""The clauses that acted together: of each case, or of each player turn."""

Pair = tuple[str, str]

_COLUMNS = (message("danger"), message("clause"), message("it says"), message("clause"), message("it says"))


class Wanted(Value):
    """How many player turns are played for each pack, and how many empty pairs are named."""

    turns: int
    most: int


def find(filed: Sequence[FiledCase], wanted: Wanted, progress: Progress) -> tuple[Pairs, ...]:
    """The pairs of every pack that the cases are about."""
    packs = {case.bench.pack.name: case.bench.pack for case in filed}
    acting: list[tuple[FiledCase, frozenset[str]]] = []
    for number, case in enumerate(filed):
        progress(number, len(filed))
        acting.append((case, list_acting(case)))
    progress(1, 1)
    return tuple(_of_pack(packs[name], packs, acting, wanted) for name in packs)


def list_acting(filed: FiledCase) -> frozenset[str]:
    """The clauses that a case cites, and those that the rules cite while it runs."""
    pack = filed.bench.pack.pack
    cited = {clause_number(pack, clause) or clause for clause in filed.case.clauses}
    trial = played(filed)
    named = [objection.clause for objection in trial.refused]
    named += [prompt.clause for prompt in trial.rules.prompts(trial.state)]
    cited.update(trial.rules.cite(clause).number for clause in named)
    return frozenset(cited | _list_happening(trial))


def _list_happening(trial: Trial) -> set[str]:
    """The clauses that act in the events of a case, and in the questions between them."""
    work, touch = trial.filed.bench.work, touching(trial.filed.bench.pack.pack.game.system)
    if touch is None:
        return set()
    state, met = work.position(trial.rules, trial.filed.case.given), set[str]()
    for event in trial.events:
        met.update(trial.rules.cite(prompt.clause).number for prompt in trial.rules.prompts(state))
        met.update(touch.clauses(trial.rules, state, event))
        state = trial.rules.evolve(state, event)
    return met


def _of_pack(
    pack: LoadedPack,
    packs: Mapping[str, LoadedPack],
    acting: Sequence[tuple[FiledCase, frozenset[str]]],
    wanted: Wanted,
) -> Pairs:
    """The pairs of one pack; a case of another pack counts for clauses that both have word for word."""
    known = {citation.number: citation for citation in _citations(pack)}
    shared = {
        name: frozenset(one.number for one in _citations(other) if known.get(one.number) == one)
        for name, other in packs.items()
    }
    in_cases = [met & shared[case.bench.pack.name] for case, met in acting]
    touch = touching(pack.pack.game.system)
    turns = wars.player_turns(pack.name, touch, wanted.turns) if touch is not None and wanted.turns else ()
    in_wars = [met & known.keys() for met in turns]
    titles = {number: citation.title for number, citation in known.items()}
    return _count(pack.name, titles, in_cases, in_wars, wanted.most)


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
    """Every two clauses that have met."""
    return frozenset(pair for met in meetings for pair in combinations(sorted(met), 2))


def dangerous(clauses: Sequence[str], in_cases: Meetings, in_wars: Meetings) -> Sequence[tuple[float, Pair]]:
    """The pairs that have never met, the most dangerous first.

    Two clauses are near each other if both have met the same third ones: they act in one phase, or on pieces
    of one kind. A third clause counts for one over the number of clauses that it has met, so that what acts
    in every turn brings none together. The danger of a pair is how near its clauses are, times the root of
    the number of cases that the rarer of the two has acted in.
    """
    met = pairs_of(in_cases) | pairs_of(in_wars)
    beside = _beside(met)
    times = Counter(clause for case in in_cases for clause in case)
    near: dict[Pair, float] = {}
    for others in beside.values():
        for pair in combinations(sorted(others), 2):
            near[pair] = near.get(pair, 0.0) + 1 / len(others)
    empty = (
        (100 * share * sqrt(min(times[pair[0]], times[pair[1]])), pair)
        for pair, share in near.items()
        if pair not in met
    )
    place = {clause: number for number, clause in enumerate(clauses)}
    return sorted(empty, key=lambda one: (-one[0], place[one[1][0]], place[one[1][1]]))


def _beside(met: Iterable[Pair]) -> Mapping[str, set[str]]:
    """The clauses that each clause has met."""
    beside: dict[str, set[str]] = {}
    for one, other in met:
        beside.setdefault(one, set()).add(other)
        beside.setdefault(other, set()).add(one)
    return beside


def _citations(pack: LoadedPack) -> tuple[Citation, ...]:
    citations: tuple[Citation, ...] = pack.pack.clauses.citations
    return citations


def report(pairs: Pairs, tongue: Translator) -> tuple[Block, ...]:
    """The pairs of one pack, for people."""
    counts = {
        name: getattr(pairs, name)
        for name in ("clauses", "pairs", "in_cases", "in_wars", "in_both", "in_none")
    }
    said = tongue.say(
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
    return (Heading(text=title), words(said), *table)
