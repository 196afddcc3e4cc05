"""Odds of one scene on a table: a shot, a melee round, a test, a shell, as its name describes it."""

from collections.abc import Mapping

from referee.analysis.families import find_skirmish
from referee.analysis.faults import AnalysisFault
from referee.engine.faults import Complaint, Misuse
from referee.engine.tongue import Translator, message
from referee.packs.binding import Ruleset
from referee.packs.conformance.skirmish import chances
from schemas.answers.odds import ResultOdds, SceneOdds

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
"""The results of scenes as people read them; numbers stay what they are."""


def weigh(bound: Ruleset, given: str, tongue: Translator) -> SceneOdds:
    """The chance of each result of a scene: `aimed regular far x3`, `melee gallant v regular`, `morale raw`.

    The machine plays it for every sequence of dice. Raises `Misuse` for another family of games, and for
    words that describe no scene.
    """
    rules = find_skirmish(bound.system)
    if rules is None:
        raise Misuse(AnalysisFault.NO_ODDS)
    try:
        found = chances.work_out(rules.table, " ".join(given.split()))
    except (ValueError, LookupError):
        scenes = tuple(chances.CALCULATIONS)
        raise Misuse(Complaint.of(AnalysisFault.NO_SCENE, scene=given, scenes=scenes)) from None
    results = tuple(
        ResultOdds(
            result=result,
            name=tongue.say(RESULTS[result]) if result in RESULTS else result,
            chance=str(chance),
            percent=round(100 * float(chance), 1),
        )
        for result, chance in found.items()
    )
    return SceneOdds(pack=bound.loaded.name, scene=given, results=results)
