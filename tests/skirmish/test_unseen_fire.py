"""Fire from somebody unseen: those under it learn what it does to them, and nothing of who gives it."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.engine import machine
from referee.engine.system import Accepted
from referee.evidence import match_verification
from referee.matches import journal, matches, moderator_entries, opening, shelf
from referee.matches.judging import submission
from referee.reports import documents, letter_answers, publishing
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Contact, Position
from schemas.record import REFEREE, Purpose, Roll, Rolled, Side, to_json
from schemas.skirmish.close_events import MeleeFought
from schemas.skirmish.events import Shot, SkirmishEvent
from tests.loose_dice import LooseDice
from tests.skirmish.test_secrecy import at_the_first_question
from tests.skirmish.test_twin_exports import AT, SECRETS
from tests.systems import language_of, system_of

FIRER = "ge-sn-1"
TARGET = "br-s1-2"


class SameFace(LooseDice):
    """Dice that all show the same; only those that decide who moves first must differ."""

    def __init__(self, face: int) -> None:
        self._face = face

    def throw(
        self, purpose: Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        if purpose.kind == "first-to-move":
            return Roll(purpose=purpose, faces=(6 if purpose.parameters["side"] == "british" else 1,))
        return Roll(purpose=purpose, sides=sides, needed=needed, faces=(min(self._face, sides),) * count)


def laying(rules: Skirmish, *, known: bool = False, **changes: object) -> Position:
    """The fire orders of turn 1 are asked for; the sniper sees a bomber, and is seen or not."""
    state = at_the_first_question(rules, moved=False)
    state = state.with_figure(replace(state.figures[FIRER], posture="observe", **changes))  # type: ignore[arg-type]
    target = state.figures[TARGET]
    seen = Contact("c01", TARGET, target.at, "open", "halt", 0, "", "", "active", ("ge-sn",))
    state = replace(state, known={**state.known, "german": {"c01": seen}}, light="day")
    if known:
        at = state.figures[FIRER].at
        him = Contact("c01", FIRER, at, "observe", "halt", 0, "", "", "active", ("br-s1",))
        state = replace(state, known={**state.known, "british": {"c01": him}})
    for side in rules.sides:
        state, _ = machine.play(
            rules, state, system_of(rules).notation.read(state, side, "done")[0], SameFace(1)
        )
    assert state.phase == "laying"
    return state


class WatchedDice(SameFace):
    """Dice that remember who sees each throw."""

    def __init__(self, face: int) -> None:
        super().__init__(face)
        self.seen_by: list[Side | None] = []

    def throw(
        self, purpose: Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        if purpose.kind.endswith("-fire"):
            self.seen_by.append(owner)
        return super().throw(purpose, count, needed=needed, sides=sides, owner=owner)


def fired(
    rules: Skirmish, state: Position, line: str, face: int, dice: LooseDice | None = None
) -> tuple[SkirmishEvent, ...]:
    """What comes of one fire order of the sniper, up to the end of the firing."""
    events: tuple[SkirmishEvent, ...] = ()
    for side, text in (("german", line), ("german", "done"), ("british", "done")):
        (order,) = system_of(rules).notation.read(state, side, text)
        state, verdict = machine.play(rules, state, order, dice or SameFace(face))
        assert isinstance(verdict, Accepted), verdict
        events += verdict.events
    return events


def told(rules: Skirmish, state: Position, events: tuple[SkirmishEvent, ...], side: str) -> list[str]:
    """What a side witnesses of them, and reads."""
    seen: list[str] = []
    for event in events:
        copy = system_of(rules).secrecy.redact_event(event, side)
        if copy is not None and copy.type != "turn-opened":
            assert system_of(rules).secrecy.redact_event(copy, side) == copy
            seen += [to_json(copy), *(to_json(b) for b in system_of(rules).narrator.narrate(state, copy))]
        state = rules.evolve(state, event)
    return seen


AIMED, UNAIMED = f"{FIRER} aimed fire at c01", f"{FIRER} unaimed fire at c01"

FIRERS: dict[str, tuple[str, dict[str, object]]] = {
    "a marksman": (AIMED, {}),
    "no marksman": (AIMED, {"traits": frozenset({"sniper"})}),
    "masked": (AIMED, {"masked": True, "items": frozenset({"gas-mask"})}),
    "an automatic weapon": (AIMED, {"weapons": ("bar",)}),
    "at the place, not the man": (UNAIMED, {}),
    "a machine gun at the place": (UNAIMED, {"weapons": ("lmg",)}),
}


@pytest.mark.parametrize("name", FIRERS)
def test_miss_by_an_unseen_firer_reveals_nothing(raid: Skirmish, name: str) -> None:
    line, changes = FIRERS[name]
    plain, other = laying(raid), laying(raid, **changes)

    one = told(raid, plain, fired(raid, plain, AIMED, 1), "british")
    two = told(raid, other, fired(raid, other, line, 1), "british")

    assert one == two
    assert not any('"type":"shot"' in text for text in one)


@pytest.mark.parametrize(("name", "face"), [("a marksman", 17), ("no marksman", 17), ("masked", 17)])
def test_so_is_a_hit(raid: Skirmish, name: str, face: int) -> None:
    line, changes = FIRERS[name]
    plain, other = laying(raid, traits=frozenset({"sniper"})), laying(raid, **changes)

    one = told(raid, plain, fired(raid, plain, AIMED, 16), "british")
    two = told(raid, other, fired(raid, other, line, face - 2 * (name == "a marksman")), "british")

    assert [text for text in one if "unpinned" not in text] == [
        text for text in two if "unpinned" not in text
    ]
    assert any("is pinned" in text for text in one)


def test_visible_firer_reveals_kind_weapon_and_dice_but_no_class(raid: Skirmish) -> None:
    state = laying(raid, known=True)
    (shot,) = (event for event in fired(raid, state, AIMED, 1) if isinstance(event, Shot))

    seen = system_of(raid).secrecy.redact_event(shot, "british")
    own = system_of(raid).secrecy.redact_event(shot, "german")

    assert isinstance(seen, Shot)
    assert (seen.alias, seen.figure, seen.weapon, seen.kind) == ("c01", "", "rifle", "aimed")
    assert seen.rolls == shot.rolls
    assert [(mark.total, mark.needed) for mark in seen.marks] == [(None, None)]
    assert isinstance(own, Shot)
    assert [(mark.total, mark.needed) for mark in own.marks] == [(2, 13)]
    assert own.alias == ""


def test_unaimed_fire_does_not_tell_the_firer_what_troops_he_fires_at(raid: Skirmish) -> None:
    state = laying(raid)
    (shot,) = (event for event in fired(raid, state, UNAIMED, 1) if isinstance(event, Shot))
    own = system_of(raid).secrecy.redact_event(shot, "german")

    assert isinstance(own, Shot)
    assert [mark.needed for mark in shot.marks] == [15]
    assert [mark.needed for mark in own.marks] == [None]


@pytest.mark.parametrize(("sees", "seen_by"), [(True, "german"), (False, REFEREE)])
def test_fire_at_a_place_hides_the_dice_at_unseen_figures(raid: Skirmish, sees: bool, seen_by: str) -> None:
    """Else the key of a throw in his copy would tell him that somebody lies there."""
    state, dice = laying(raid), WatchedDice(1)
    place = "at c01"
    if not sees:
        x, y = state.figures[TARGET].at
        place = f"at {x / 100:.2f},{y / 100:.2f}"
        state = replace(state, known={**state.known, "german": {}})

    fired(raid, state, f"{FIRER} unaimed fire {place}", 1, dice)
    assert seen_by in dice.seen_by
    assert set(dice.seen_by) <= {seen_by, REFEREE}


def test_hand_to_hand_a_side_knows_its_own_modifiers(raid: Skirmish) -> None:
    die = Roll(purpose="Melee", faces=(4,))
    fought = MeleeFought(
        side="british", attackers=("br-s1-1", "br-s1-2"), attacker_aliases=("c01", "c02"),
        defender="ge-g1-1", defender_alias="c03", defender_side="german", modifiers=(1, 3, 2),
        effects=("miss", "miss", "pin"), rolls=(die, die, die),
    )  # fmt: skip

    ours, theirs = (
        system_of(raid).secrecy.redact_event(fought, "british"),
        system_of(raid).secrecy.redact_event(fought, "german"),
    )

    assert isinstance(ours, MeleeFought)
    assert isinstance(theirs, MeleeFought)
    assert (ours.modifiers, theirs.modifiers) == ((1, 3, None), (None, None, 2))
    assert fought.throwers() == ("british", "british", "german")


NUMBERS = re.compile(r"[+-]\d|\bor more\b|\bor less\b")
"""What a purpose may not hold."""


def test_no_purpose_that_both_sides_read_tells_what_was_needed(raid: Skirmish) -> None:
    """Dice are proved by their purposes, so that nothing could be blotted out of one."""
    state = laying(raid, known=True)
    for line in (AIMED, UNAIMED):
        for event in fired(raid, state, line, 1):
            for side in raid.sides:
                copy = system_of(raid).secrecy.redact_event(event, side)
                if isinstance(copy, Rolled) and getattr(event, "side", side) != side:
                    assert not [
                        roll
                        for roll in copy.rolls
                        if NUMBERS.search(language_of(raid).word_purpose(roll.purpose))
                    ], copy


def test_the_dice_are_in_no_copy_before_the_reveal_and_proved_after_it(tmp_path: Path) -> None:
    opening.open_match(tmp_path, "sap", "skirmish", at=AT, secrets=SECRETS)
    for side, letter in (
        ("german", "deploy ge-sn-1 observe\ndone"),
        ("british", "done"),
        ("german", "done"),
        ("british", "done"),
        ("german", "sniper unaimed fire at 16,6\ndone"),
        ("british", "done"),
    ):
        ruling = letter_answers.submit(
            tmp_path, "sap", submission.open_letter("letter", letter.encode(), at=AT, side=side)
        )
        assert len(ruling.accepted) == len(letter.splitlines()), ruling
    match = matches.find(tmp_path, "sap")
    copy = tmp_path / "british.jsonl"
    copy.write_bytes(b"".join(journal.copied(match.folder / shelf.JOURNAL, "british")))

    told = {side: documents.report(match, side, since=0, full=True) for side in match.header.sides}
    assert "naimed fire" not in publishing.publish(told["british"], "text")
    assert b"Unaimed fire" not in copy.read_bytes()
    assert "Unaimed fire" in publishing.publish(told["german"], "text")
    before = match_verification.verify(copy).dice

    moderator_entries.reveal(tmp_path, "sap", unfinished=True, at=AT)
    whole = match_verification.verify(match.folder / shelf.JOURNAL)
    assert whole.dice > before
