"""Odds of a skirmish scene, and the number of legal orders that a scenario opens with."""

from collections import Counter
from collections.abc import Mapping, Sequence

from referee.analysis import skirmish_players
from referee.analysis.families import find_skirmish
from referee.analysis.faults import AnalysisFault
from referee.dice import chain
from referee.dice.chain import SealedDice
from referee.engine import machine
from referee.engine.dice import FiledDice
from referee.engine.system import Rules, State
from referee.faults import Complaint, Misuse
from referee.i18n.translator import Translator, message
from referee.packs import loading, rulesets
from referee.packs.conformance.skirmish import chances
from referee.packs.rulesets import Ruleset
from schemas.answers.odds import ResultOdds, SceneOdds
from schemas.answers.packs import CountedDepth, CountedOrders, CountedScenario
from schemas.journal import OWNED
from schemas.model import Order
from schemas.record import to_data

SECRET = chain.digest("the count of lawful orders")
"""Seed of the dice of a count; public, so that everyone gets the same count."""


def count_opening_orders(pack: str, scenario: str | None, depth: int, games: int = 0) -> CountedOrders:
    """Return the number of legal answers to the first prompts of scenarios, and to the prompts after them.

    All scenarios count unless one is named. If `games` is not 0, this number of games is played each way
    between scripted players, if the family has them.
    """
    if depth < 1:
        raise Misuse(Complaint.of(AnalysisFault.DEPTH_TOO_LOW, depth=depth))
    loaded_pack = loading.load(pack)
    scenario_ids = (
        [scenario]
        if scenario is not None
        else [listed_scenario.id for listed_scenario in loaded_pack.pack.scenarios]
    )
    return CountedOrders(
        pack=loaded_pack.name,
        scenarios=tuple(
            CountedScenario(
                scenario=id,
                depths=_count(one.rules, depth),
                games=skirmish_players.measure_balance(one, games),
            )
            for id, one in ((id, rulesets.bind(pack, id, {}).system) for id in scenario_ids)
        ),
    )


def _count(rules: Rules, depth: int) -> tuple[CountedDepth, ...]:
    tallies = [Counter[str]() for _ in range(depth)]
    start, _ = machine.run_on(rules, rules.start(), _dice(rules, None))
    _walk(rules, start, tallies)
    return tuple(
        CountedDepth(depth=at, orders=tally.total(), questions=dict(sorted(tally.items())))
        for at, tally in enumerate(tallies, start=1)
    )


def _walk(rules: Rules, state: State, tallies: Sequence[Counter[str]]) -> None:
    """Count the legal answers to the current prompts, and to the prompts after each of them."""
    now, *deeper = tallies
    for prompt in rules.prompts(state):
        for order in rules.lawful(state, prompt):
            now[prompt.question] += 1
            if deeper:
                after, _ = machine.play(rules, state, order, _dice(rules, order))
                _walk(rules, after, deeper)


def _dice(rules: Rules, order: Order | None) -> FiledDice:
    """Return dice that depend only on the order, not on earlier rolls."""
    order_data = None if order is None else to_data(order)
    dice = SealedDice(SECRET, "count", 1, None, chain.order_digest(order_data), SECRET)
    return FiledDice(dice, OWNED, rules.spell_purpose)


RESULTS: Mapping[str, str] = {
    "kill": message("kill"), "pin": message("pin"), "miss": message("miss"), "tie": message("tie"),
    "mutual": message("both fall"), "contact": message("contact"), "stopped": message("stopped"),
    "killed": message("killed"), "success": message("success"), "failure": message("failure"),
    "on target": message("on target"), "strays": message("strays"), "unlimited": message("any distance"),
    "attacker kill": message("the attacker falls"), "attacker pin": message("the attacker is pinned"),
    "defender kill": message("the defender falls"), "defender pin": message("the defender is pinned"),
    "defender miss": message("the defender stands"), "first kill": message("the first attacker falls"),
    "first pin": message("the first attacker is pinned"),
    "second kill": message("the second attacker falls"),
    "second pin": message("the second attacker is pinned"),
    "both attackers kill": message("both attackers fall"),
}  # fmt: skip
"""Results of scenes as readable text; numbers stay as they are."""


def find_scene_odds(bound: Ruleset, scene: str, tongue: Translator) -> SceneOdds:
    """Return the chance of each result of a scene, such as `aimed regular far x3` or `morale raw`.

    The rules play it for every sequence of dice. Raises `Misuse` for another family of games, and for words
    that do not describe a scene.
    """
    rules = find_skirmish(bound.system)
    if rules is None:
        raise Misuse(AnalysisFault.NO_ODDS)
    try:
        chances_found = chances.work_out(rules.table, " ".join(scene.split()))
    except (ValueError, LookupError):
        scenes = tuple(chances.CALCULATIONS)
        raise Misuse(Complaint.of(AnalysisFault.NO_SCENE, scene=scene, scenes=scenes)) from None
    results = tuple(
        ResultOdds(
            result=result,
            name=tongue.say(RESULTS[result]) if result in RESULTS else result,
            chance=str(chance),
            percent=round(100 * float(chance), 1),
        )
        for result, chance in chances_found.items()
    )
    return SceneOdds(pack=bound.loaded.name, scene=scene, results=results)
