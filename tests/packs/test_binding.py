"""The rules of a match serve every other match of one process that is played by the same."""

import shutil
from pathlib import Path

from referee.packs import loading, rulesets


def bound_twice(pack: str, scenario: str = "1914", **options: str) -> rulesets.Ruleset:
    """The rules of the second match; the first one read the pack as it was written."""
    rulesets.bind(pack, scenario, options)
    return rulesets.bind(pack, scenario, options)


def test_the_second_match_has_the_rules_of_the_first() -> None:
    assert bound_twice("ttlm").rules is rulesets.bind("ttlm", "1914", {}).rules


def test_another_scenario_and_another_option_have_rules_of_their_own() -> None:
    rules = bound_twice("ttlm").rules

    assert bound_twice("ttlm", "1918").rules is not rules
    assert bound_twice("ttlm", fortify="yes").rules is not rules


def test_a_pack_that_changed_meanwhile_is_played_as_it_is_now(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(loading.find("ttlm").folder, tmp_path / "own"))
    before = bound_twice(str(folder)).rules
    tables = folder / "tables.yaml"
    tables.write_text(tables.read_text("utf-8").replace("rail_areas: 3", "rail_areas: 1"), "utf-8")

    after = bound_twice(str(folder))

    assert after.pack.tables.limits.rail_areas == 1
    assert after.rules.theatre.limits.rail_areas == 1
    assert before.theatre.limits.rail_areas == 3
