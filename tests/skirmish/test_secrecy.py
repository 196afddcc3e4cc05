"""Fog: two games that differ only in what a side has not seen give that side the same, byte for byte."""

import random

import pytest
from msgspec.structs import replace

from referee.engine import machine
from referee.engine.dice import WrittenDice
from referee.engine.system import Refused
from referee.faults import Unreadable
from referee.packs import loading
from referee.systems.skirmish.facts.shots import AimedShot, fire_aimed
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Contact, Position
from schemas.record import PUBLIC, Purpose, to_json
from schemas.skirmish.events import Shot
from schemas.skirmish.orders import Move
from tests.loose_dice import LooseDice
from tests.skirmish.random_play import play
from tests.systems import language_of, system_of

HIDDEN = ("ge-g2-2", "ge-g2-4", "ge-fw-1")
"""Men of the garrison whom nobody of the other side has seen."""

ELSEWHERE = {"ge-g2-2": (3300, 3550), "ge-g2-4": (4150, 3680), "ge-fw-1": (2350, 4700)}

LETTER = (
    "section 1 rush to 20,14",
    "aimed fire br-s2-2 at c01",
    "br-s1-5 assault contact c03",
    "look br-s1-5 at c07",
    "look br-s1-5 around 34,36 within 3",
    "unaimed fire br-mg-1 at 33,35.5",
    "rush ge-g2-2 to 20,14",
    "rush ge-g9-9 to 20,14",
    "barrage ge-art-1 at 20,20",
    "throw br-s1-2 at c05",
)
"""Lines of every kind, good and bad."""


def at_the_first_question(rules: Skirmish, moved: bool) -> Position:
    """Turn 1, all of the garrison's heads down; in one of the games some men are elsewhere, and pinned."""
    start = rules.start()
    for figure in list(start.figures.values()):
        if figure.side == "german":
            start = start.with_figure(replace(figure, posture="hidden"))
    if moved:
        for id, spot in ELSEWHERE.items():
            figure = start.figures[id]
            start = start.with_figure(replace(figure, at=spot, start=spot, pins=1, weapons=("pistol",)))
        start = start.with_unit(replace(start.units["ge-g2"], markers=1))
    for side in rules.sides:
        order = system_of(rules).notation.read(start, side, "done")[0]
        start, _ = machine.play(rules, start, order, WrittenDice())
    assert start.phase == "plotting"
    return start


def told(rules: Skirmish, state: Position) -> list[object]:
    """Everything that the British can get to see of a position."""
    prompts = [prompt for prompt in rules.prompts(state) if prompt.side == "british"]
    lawful = [
        system_of(rules).notation.write(order)
        for prompt in prompts
        for order in rules.options(state, prompt)
        if not any(rules.objections(state, order))
    ]
    return [
        to_json(system_of(rules).secrecy.view(state, "british")),
        [to_json(block) for block in system_of(rules).narrator.situation(state, "british")],
        [to_json(block) for block in system_of(rules).narrator.brief(state, "british")],
        to_json(system_of(rules).pictures.picture(state, "british")),
        system_of(rules).notation.template(state, "british"),
        [to_json(prompt) for prompt in prompts],
        lawful,
        [answer(rules, state, line) for line in LETTER],
        to_json(system_of(rules).secrecy.view(state, PUBLIC)),
    ]


def answer(rules: Skirmish, state: Position, line: str) -> object:
    try:
        (order,) = system_of(rules).notation.read(state, "british", line)
    except Unreadable as fault:
        return (language_of(rules).word(fault.stated), fault.readings)
    return tuple(
        (objection, language_of(rules).word(objection)) for objection in rules.objections(state, order)
    )


def test_unseen_actions_of_the_enemy_change_no_text(raid: Skirmish) -> None:
    one, other = at_the_first_question(raid, moved=False), at_the_first_question(raid, moved=True)

    assert system_of(raid).secrecy.view(one, "german") != system_of(raid).secrecy.view(other, "german")
    assert told(raid, one) == told(raid, other)


def test_no_refusal_tells_whether_a_unit_of_the_enemy_has_moved() -> None:
    rules = Skirmish(loading.load("skirmish").pack, "dawn-sap", {"alternation": "live"})
    state = at_the_first_question(rules, moved=False)
    (side,) = {prompt.side for prompt in rules.prompts(state)}
    (other,) = set(rules.sides) - {side}
    enemy = next(one for one in state.figures.values() if one.side == other)
    moved = state.with_unit(replace(state.units[enemy.unit], activated=True))
    order = Move(side=side, figures=(enemy.id,), mode="rush", path=((2000, 1400),))

    assert tuple(rules.objections(state, order)) == tuple(rules.objections(moved, order))


def test_turn_with_unseen_differences_reads_the_same(raid: Skirmish) -> None:
    """The same letters and dice: what the British witness of the turn is the same in both games."""
    seen: list[list[str]] = []
    for moved in (False, True):
        state, witnessed = at_the_first_question(raid, moved), list[str]()
        for side, line in (
            ("british", "commander stealthy to 24,8"),
            ("british", "done"),
            ("german", "done"),
            ("british", "br-s2-4 unaimed fire at 33,20"),
            ("british", "done"),
            ("german", "done"),
        ):
            (order,) = system_of(raid).notation.read(state, side, line)
            verdict = machine.decide(raid, state, order, LooseDice(random.Random(1)))
            assert not isinstance(verdict, Refused)
            after = machine.replay(raid, state, verdict.events)
            after, more = machine.run_on(raid, after, FixedDice())
            for event in (*verdict.events, *more):
                copy = system_of(raid).secrecy.redact_event(event, "british")
                if copy is not None:
                    witnessed.append(to_json(copy))
            state = after
        seen.append(witnessed)
        assert state.turn == 2

    assert seen[0] == seen[1]


class FixedDice(LooseDice):
    """Dice that show the same for the same purpose, however many others were thrown before."""

    def __init__(self) -> None:
        super().__init__(random.Random(0))
        self._throws = 0

    def throw(self, purpose: Purpose, count: int, *, needed: int, sides: int = 6, owner: str | None = None):  # type: ignore[no-untyped-def]
        if purpose.kind == "first-to-move":
            generator = random.Random(f"{purpose} {self._throws}")
            self._throws += 1
            return LooseDice(generator).throw(purpose, count, needed=needed, sides=sides)
        return LooseDice(random.Random(str(purpose))).throw(purpose, count, needed=needed, sides=sides)


@pytest.mark.parametrize("seed", [3, 4])
def test_no_side_ever_reads_the_id_of_an_enemy(raid: Skirmish, seed: int) -> None:
    """Neither what it witnesses nor its view, its report or its map holds one, until the game is over."""
    for before, order, events, after in play(raid, seed):
        for side, other in (("british", "ge-"), ("german", "br-")):
            position = before
            for event in events:
                copy = system_of(raid).secrecy.redact_event(event, side)
                if copy is not None:
                    text = to_json(copy)
                    told = "".join(
                        to_json(block) for block in system_of(raid).narrator.narrate(position, copy)
                    )
                    assert f'"{other}' not in text, copy
                    assert other not in told, copy
                position = raid.evolve(position, event)
            if order is not None and order.type == "done":
                assert other not in to_json(system_of(raid).secrecy.view(after, side))
                assert other not in "".join(
                    to_json(block) for block in system_of(raid).narrator.situation(after, side)
                )


@pytest.mark.parametrize("units", [(), ("br-s1",)], ids=["lost", "seen"])
def test_a_burst_tells_nothing_of_enemies_lost_from_sight(raid: Skirmish, units: tuple[str, ...]) -> None:
    """One among men who were seen once looks like one in an empty place; of those in sight it tells."""
    state = at_the_first_question(raid, moved=False)
    target, firer = state.figures["ge-g1-1"], state.figures["br-s1-2"]
    contact = Contact("c07", target.id, target.at, "open", "halt", 0, "regular", "", "active", units)
    state = replace(state, known={**state.known, "british": {"c07": contact}})
    grenade = raid.table.weapons["grenade-defensive"]
    shot = AimedShot(target, grenade, 1, target.at, bursts=True)

    roll, mark = fire_aimed(raid.table, state, firer, shot, FixedDice())
    thrown = Shot(side="british", figure=firer.id, weapon=grenade.id, kind="aimed", at=target.at)
    burst = replace(thrown, alias="c02", marks=(mark,), rolls=(roll,))

    assert (system_of(raid).secrecy.redact_event(burst, "british") == thrown) == (not units)
    assert system_of(raid).secrecy.redact_event(burst, "german") != system_of(raid).secrecy.redact_event(
        thrown, "german"
    )


def test_sealed_orders_are_read_by_their_side_alone(raid: Skirmish) -> None:
    state = at_the_first_question(raid, moved=False)
    (order,) = system_of(raid).notation.read(state, "german", "ge-g1-1 stealthy to 14,37")

    assert system_of(raid).secrecy.redact_order(order, "german") == order
    assert system_of(raid).secrecy.redact_order(order, "british") is None
    assert system_of(raid).secrecy.redact_order(order, PUBLIC) is None
