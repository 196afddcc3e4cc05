"""The position in short, phase by phase, as approved in `briefs.txt`."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.reports.formats import plain_text
from referee.systems.skirmish.narrative import situation
from referee.systems.skirmish.state.position import Melee
from schemas.reports import Document
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
