"""How many lawful orders a scenario opens with: a figure that moves when a rule, a chart or a set-up does."""

from collections import Counter
from collections.abc import Sequence

from referee.analysis import balance
from referee.analysis.faults import AnalysisFault
from referee.dice import chain
from referee.dice.chain import SealedDice
from referee.engine import machine
from referee.engine.faults import Complaint, Misuse
from referee.engine.purposes import FiledDice
from referee.engine.system import Rules, State
from referee.packs import binding, loading
from schemas.answers.catalogue import CountedDepth, CountedOrders, CountedScenario
from schemas.journal import OWNED
from schemas.model import Order
from schemas.record import to_data

SECRET = chain.digest("the count of lawful orders")
"""What deal and dice of a count follow from; published, so that all count alike."""


def count(pack: str, scenario: str | None, depth: int, games: int = 0) -> CountedOrders:
    """The lawful answers of all scenarios, or of one, to their first questions and what follows on them.

    So many `games` each way are played between players who follow a script, where a family has them.
    """
    if depth < 1:
        raise Misuse(Complaint.of(AnalysisFault.DEPTH_TOO_LOW, depth=depth))
    loaded = loading.load(pack)
    chosen = [scenario] if scenario is not None else [known.id for known in loaded.pack.scenarios]
    return CountedOrders(
        pack=loaded.name,
        scenarios=tuple(
            CountedScenario(scenario=id, depths=_count(one.rules, depth), games=balance.weigh(one, games))
            for id, one in ((id, binding.bind(pack, id, {}).system) for id in chosen)
        ),
    )


def _count(rules: Rules, depth: int) -> tuple[CountedDepth, ...]:
    tallies = [Counter[str]() for _ in range(depth)]
    opened, _ = machine.run_on(rules, rules.start(), _dice(rules, None))
    _walk(rules, opened, tallies)
    return tuple(
        CountedDepth(depth=at, orders=tally.total(), questions=dict(sorted(tally.items())))
        for at, tally in enumerate(tallies, start=1)
    )


def _walk(rules: Rules, state: State, tallies: Sequence[Counter[str]]) -> None:
    """Count the lawful answers to what is asked now, and those to what is asked after each of them."""
    now, *deeper = tallies
    for prompt in rules.prompts(state):
        for order in machine.lawful(rules, state, prompt):
            now[prompt.question] += 1
            if deeper:
                after, _ = machine.play(rules, state, order, _dice(rules, order))
                _walk(rules, after, deeper)


def _dice(rules: Rules, order: Order | None) -> FiledDice:
    """Dice that follow from the order alone, whatever was thrown before."""
    written = None if order is None else to_data(order)
    dice = SealedDice(SECRET, "count", 1, None, chain.order_digest(written), SECRET)
    return FiledDice(dice, OWNED, rules.word_purpose)
