"""The table of sight and fire: it says what the judge says, and no more than its reader may know."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from referee.systems.skirmish.facts import shots
from referee.systems.skirmish.facts.shots import AimedShot, UnaimedShot
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.secrecy import visibility
from referee.systems.skirmish.state.position import Position
from schemas.record import Side
from schemas.skirmish.names import FireKind
from schemas.skirmish.orders import Fire
from schemas.skirmish.view import SightView
from tests.skirmish.random_play import play
from tests.skirmish.test_letter_templates import MEN
from tests.skirmish.test_positions import agreed
from tests.skirmish.test_scripted_choices import MAN, ONE, elsewhere, position
from tests.systems import language_of, system_of

SEEDS = [3, 5]


def questions(rules: Skirmish, seed: int) -> Iterator[tuple[Position, Side]]:
    """Where a side is asked for fire in a random game, and has written nothing yet."""
    for _, _, _, state in play(rules, seed):
        for prompt in rules.prompts(state):
            if state.phase == "laying" and not state.plan(prompt.side).plots:
                yield state, prompt.side


def objections(rules: Skirmish, state: Position, side: Side, line: SightView, kind: FireKind) -> bool:
    shot = Fire(side=side, figures=(line.figure,), kind=kind, weapon=line.weapon, target=line.enemy)
    return any(rules.objections(state, shot))


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_line_is_open_if_and_only_if_the_judge_lets_the_figure_fire(raid: Skirmish, seed: int) -> None:
    tried = 0
    for state, side in questions(raid, seed):
        for line in system_of(raid).secrecy.view(state, side).sight:
            assert (line.unaimed is None) == objections(raid, state, side, line, "unaimed"), line
            assert (line.pin is None) == objections(raid, state, side, line, "aimed"), line
            assert bool(line.against) == (line.unaimed is None)
            tried += 1
    assert tried > 50


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_line_needs_what_the_dice_of_the_shot_will_need(raid: Skirmish, seed: int) -> None:
    table, tried = raid.table, 0
    for state, side in questions(raid, seed):
        for line in system_of(raid).secrecy.view(state, side).sight:
            target = state.find_enemy(side, line.enemy)
            assert target is not None
            firer, weapon = state.figures[line.figure], table.weapons[line.weapon]
            shot = AimedShot(target, weapon, line.dice, firer.at)
            total = sum(value for _, value in shots.modifiers(table, state, firer, shot))
            if line.pin is not None:
                for face in range(1, 21):
                    effect, _ = shots.judge(table.parameters.aimed, (face,), total)
                    killed = line.kill is not None and face >= line.kill
                    assert effect == ("kill" if killed else "pin" if face >= line.pin else "miss")
                tried += 1
            if line.unaimed is not None:
                laid = UnaimedShot(shot)
                needed = sum(value for _, value in shots.scores(table, state, laid))
                assert line.unaimed[0] <= needed <= line.unaimed[1]
    assert tried > 20


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_side_that_knows_its_own_copy_alone_has_the_same_view(raid: Skirmish, seed: int) -> None:
    """Folded from what it witnessed, with nothing of the enemy in it, the position gives the same table."""
    own = {side: raid.start() for side in raid.sides}
    compared = 0
    for _, _, events, state in play(raid, seed):
        for side in raid.sides:
            for event in events:
                if (seen := system_of(raid).secrecy.redact_event(event, side)) is not None:
                    own[side] = raid.evolve(own[side], seen)
            if state.phase == "laying":
                assert (
                    system_of(raid).secrecy.view(own[side], side).sight
                    == system_of(raid).secrecy.view(state, side).sight
                )
                compared += 1
    assert compared > 10


@pytest.mark.parametrize("secret", ["body-armour", "sniper", "class", "weapon"])
def test_secret_facts_of_an_enemy_change_no_line_of_fire(raid: Skirmish, secret: str) -> None:
    state, side = next(
        (state, side) for state, side in questions(raid, 3) if system_of(raid).secrecy.view(state, side).sight
    )
    for contact in state.list_seen(side):
        man = state.figures[contact.figure]
        other = next(unit for unit in raid.table.force(man.side).units if unit.id != man.unit).id
        secretly = {
            "body-armour": {"items": frozenset({"body-armour"})},
            "sniper": {"traits": frozenset({"sniper", "marksman"})},
            "class": {"unit": other},
            "weapon": {"weapons": ("pistol",)},
        }[secret]
        changed = state.with_figure(replace(man, **secretly))
        assert system_of(raid).secrecy.view(changed, side) == system_of(raid).secrecy.view(state, side)
        assert system_of(raid).narrator.brief(changed, side) == system_of(raid).narrator.brief(state, side)
        assert system_of(raid).notation.template(changed, side) == system_of(raid).notation.template(
            state, side
        )


FOES: dict[str, dict[str, Any]] = {
    "c01": {"at": (2600, 900), "posture": "open"},
    "c02": {"at": (2600, 600), "quality": "veteran", "pins": 1},
    "c03": {"at": (2600, 2400), "posture": "open"},
    "c04": {"at": (1800, 1600), "units": ("br-s2",)},
    "c05": {"at": (1500, 900), "posture": "prone", "mode": "rush"},
}
"""One of them is seen by another section alone."""

LINES = """\
br-s1-1 c01 rifle 600 1 15 18 (15, 15)
br-s1-1 c02 rifle 300 1 15 18 (15, 15)
br-s1-1 c03 rifle 2100 1 16 19 (15, 15)
br-s1-1 c05 rifle 1253 1 15 18 (15, 15)
br-s1-2 c01 rifle 609 1 15 18 (15, 15)
br-s1-2 c02 rifle 317 1 15 18 (15, 15)
br-s1-2 c03 rifle 2103 1 None None None SK-VIS-08
br-s1-2 c05 rifle 1342 1 15 18 (15, 15)
br-s1-3 c01 lmg 609 3 15 18 (13, 13)
br-s1-3 c02 lmg 317 3 15 18 (13, 13)
br-s1-3 c03 lmg 2103 3 16 19 (13, 13)
br-s1-3 c05 lmg 1167 3 15 18 (13, 13)
br-s1-4 c01 rifle 603 1 None None (15, 15)
br-s1-4 c02 rifle 305 1 None None (15, 15)
br-s1-4 c03 rifle 2101 1 None None None SK-MOV-05 SK-VIS-08
br-s1-4 c05 rifle 1298 1 None None (15, 15)
"""
"""Figure, enemy, weapon, range, dice, what pins and kills when aimed, what unaimed fire needs, why not."""


def test_a_section_has_a_line_to_each_enemy_whom_it_sees() -> None:
    rules = agreed()
    state = position(rules, "laying", MEN, FOES)

    lines = visibility.list_lines(language_of(rules), state, "british")

    assert "".join(f"{_write(line)}\n" for line in lines) == LINES


QUALITIES = {
    "of no known quality": ("", (15, 16)),
    "of a quality that harms nobody's advance": ("veteran", (15, 15)),
    "of one that is easier to hold down as it comes on": ("ferocious", (15, 16)),
    "of one that none of the enemy's units has": ("raw", (15, 16)),
}
"""What unaimed fire may need against an enemy, of whom nobody knows whether he came on."""


@pytest.mark.parametrize(("quality", "needed"), QUALITIES.values(), ids=QUALITIES)
def test_range_of_unaimed_scores_covers_all_possible_classes(quality: str, needed: tuple[int, int]) -> None:
    forces = agreed().table.scenario.forces
    fierce = tuple(
        unit.replace(quality="ferocious" if unit.id == "ge-g1" else unit.quality)
        for unit in forces["german"].units
    )
    rules = elsewhere(forces={**forces, "german": forces["german"].replace(units=fierce)})
    leader = MAN | {"role": "squad-leader"}
    state = position(rules, "laying", {ONE: leader}, {"E1": {"at": (2600, 900), "quality": quality}})

    (line,) = visibility.list_lines(language_of(rules), state, "british")

    assert line.unaimed == needed


def _write(line: SightView) -> str:
    parts = (line.figure, line.enemy, line.weapon, line.range, line.dice, line.pin, line.kill, line.unaimed)
    return " ".join(map(str, (*parts, *line.against)))
