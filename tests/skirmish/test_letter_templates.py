"""The template of a letter: the best that a side may write now, each line commented out, as approved."""

from typing import Any

import pytest

from tests.skirmish.test_positions import agreed
from tests.skirmish.test_scripted_choices import MAN, ONE, position
from tests.systems import system_of

END = """\
#
# Remove this # too when you have finished:
# done"""

MEN: dict[str, dict[str, Any]] = {
    ONE: MAN | {"role": "squad-leader", "weapons": ("rifle", "grenade-offensive")},
    "br-s1-2": MAN | {"at": (2700, 300)},
    "br-s1-3": MAN | {"at": (2500, 300), "weapons": ("lmg",)},
    "br-s1-4": MAN | {"at": (2650, 300), "mode": "manoeuvre"},
    "br-s1-5": MAN | {"at": (2600, 250), "weapons": ("flamethrower",)},
}
"""A section on open ground: one who manoeuvred aims at nobody."""

FOES = {
    "c01": {"at": (2600, 900), "posture": "open"},
    "c02": {"at": (2600, 600), "posture": "open"},
    "c03": {"at": (2600, 2400), "posture": "open"},
}

TEMPLATES: dict[str, tuple[str, dict[str, Any], str]] = {
    "a deployment": (
        "deployment",
        {},
        "# Your figures start where the scenario puts them. Remove the # to\n# change that:\n#\n"
        f"# deploy br-s1-1 at 26.00,3.00 open\n{END}",
    ),
    "orders to move": (
        "plotting",
        {},
        "#\n# Or stealthy, rush, assault; the first figure walks to the place.\n"
        f"# br-s1 manoeuvre to 26.00,9.00\n# look br-s1-1 around 26.00,13.00 within 6\n{END}",
    ),
    "orders to close with the enemy": (
        "plotting",
        FOES,
        "#\n# Or stealthy, rush, assault; the first figure walks to the place.\n"
        f"# br-s1-1 assault contact c02\n# look br-s1-2 around 27.00,13.00 within 6\n{END}",
    ),
    "fire at nobody in sight": (
        "laying",
        {},
        "#\n# Aimed fire at a visible enemy, unaimed fire also at a place.\n"
        f"# br-s1-1 unaimed fire at 26.00,15.00\n# flame br-s1-5 at 26.00,5.50\n{END}",
    ),
    "fire at the nearest": (
        "laying",
        FOES,
        "#\n# Aimed fire at a visible enemy, unaimed fire also at a place.\n"
        "# br-s1-1, br-s1-2, br-s1-3 aimed fire at c02\n# br-s1-4 unaimed fire at c02\n"
        f"# flame br-s1-5 at 26.00,5.50\n{END}",
    ),
    "nothing": ("movement", FOES, ""),
}


@pytest.mark.parametrize(("phase", "foes", "template"), TEMPLATES.values(), ids=TEMPLATES)
def test_a_template_says_what_a_side_may_do(phase: Any, foes: dict[str, Any], template: str) -> None:
    rules = agreed()

    assert (
        "\n".join(system_of(rules).notation.template(position(rules, phase, MEN, foes), "british"))
        == template
    )


@pytest.mark.parametrize("phase", ["plotting", "laying"])
def test_all_lines_of_a_template_fit_one_letter(phase: Any) -> None:
    rules = agreed()
    state = position(rules, phase, MEN, FOES)
    lines = [
        line[2:]
        for line in system_of(rules).notation.template(state, "british")
        if line.startswith(("# br-", "# flame", "# look"))
    ]

    for line in lines:
        for order in system_of(rules).notation.read(state, "british", line):
            assert not list(rules.objections(state, order)), line
    assert len(lines) > 1
