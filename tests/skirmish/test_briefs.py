"""The position in short, phase by phase, as approved in `briefs.txt`."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.reports.formats import plain_text
from referee.systems.skirmish.narrative import situation
from referee.systems.skirmish.state.position import Melee, Plan
from schemas.record import REFEREE
from schemas.reports import Document
from schemas.skirmish.orders import Deploy
from tests.skirmish.test_letter_templates import FOES, MEN
from tests.skirmish.test_positions import agreed
from tests.skirmish.test_scripted_choices import MAN, ONE, position
from tests.systems import language_of

APPROVED = (Path(__file__).parent / "briefs.txt").read_text("utf-8").split("\n## ")[1:]
"""A brief for each phase, below its name."""

SECTION = MEN | {
    "br-s1-6": MAN | {"at": (2500, 400), "posture": "prone", "pins": 2, "masked": True, "fired": "aimed"}
}
ENEMIES = FOES | {
    "c04": {"at": (1800, 1600), "units": (), "pins": 1},
    "c05": {"at": (100, 100), "status": "killed"},
    "c06": {
        "at": (2400, 800), "posture": "prone", "weapon": "lmg", "quality": "veteran",
        "way": ((2400, 700),), "went": 2,
    },
}  # fmt: skip
"""One is out of sight, one is dead, and one has just come from the south."""

PHASES: dict[str, dict[str, Any]] = {
    "deployment": {"turn": 0},
    "plotting": {},
    "laying": {},
    "melee": {"melees": (Melee("british", ONE, "", "", "c02"),)},
    "over": {},
}


def tell(phase: Any) -> str:
    rules = agreed()
    state = position(rules, phase, SECTION, ENEMIES)
    state = replace(state.with_unit(replace(state.units["br-s1"], markers=1)), **PHASES[phase])
    blocks = situation.tell_briefly(language_of(rules), state, "british")
    return plain_text.write(Document(title="T", blocks=blocks)).split("\n", 3)[3]


@pytest.mark.parametrize(("phase", "approved"), list(zip(PHASES, APPROVED, strict=True)), ids=PHASES)
def test_brief_report_of_a_position(phase: str, approved: str) -> None:
    assert f"{phase}\n{tell(phase)}".rstrip() == approved.rstrip()


@pytest.mark.parametrize(("reader", "own"), [("british", "br-s1-1"), ("german", "ge-g1-1")])
def test_reader_sees_only_his_own_sealed_orders(reader: str, own: str) -> None:
    """A deployment was accepted, and the position showed the figure where it had been."""
    rules = agreed()
    plans = {
        side: Plan(plots=(Deploy(side=side, figure=figure, at=(1800, 500), posture="open"),))
        for side, figure in (("british", "br-s1-1"), ("german", "ge-g1-1"))
    }
    state = replace(position(rules, "plotting", SECTION, ENEMIES), plans=plans)
    blocks = situation.tell_briefly(language_of(rules), state, reader)
    told = plain_text.write(Document(title="T", blocks=blocks))
    line = f'Your orders, sealed until both sides have finished: "deploy {own} at 18.00,5.00 open".'
    assert line in " ".join(told.split())
    assert told.count("deploy") == 1
    assert "sealed" not in tell("plotting")


def test_moderator_reads_of_figures_and_not_of_the_aliases_of_both_sides() -> None:
    rules = agreed()
    state = position(rules, "laying", SECTION, ENEMIES)
    blocks = situation.tell_briefly(language_of(rules), state, REFEREE)
    told = plain_text.write(Document(title="T", blocks=blocks))
    assert "br-s1-1" in told
    assert not set(ENEMIES) & set(told.replace(";", " ").replace(",", " ").split())
