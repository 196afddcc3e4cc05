"""The machine, played with a game that has no war in it."""

import pytest
from msgspec.structs import replace

from referee.engine.dice import DiceNeeded, Draw, NoDice, WrittenDice, replay_dice, state_purpose
from referee.engine.facts import OpenQuestion
from referee.engine.machine import Audited, audit, carry_out, decide, play, replay, run_on
from referee.engine.system import Accepted, Refused, irrevocable
from referee.engine.values import cached
from schemas.record import Roll
from tests.engine.toy import (
    Dealt,
    Guess,
    Hidden,
    Hide,
    Opened,
    Stop,
    Stopped,
    Table,
    Throw,
    Throwing,
    Thrown,
    Toy,
    Won,
)

PILE = (4, 2, 6, 1, 3, 5)

POINTS, DEAL = state_purpose(Throwing.POINTS, side="red"), state_purpose(Throwing.DEAL)


@pytest.fixture
def rules() -> Toy:
    return Toy()


@pytest.fixture
def opened(rules: Toy) -> Table:
    """Dealt, both numbers hidden, red to act."""
    state, _ = run_on(rules, rules.start(), WrittenDice(orders=[PILE]))
    for order in (Hide(side="red", number=2), Hide(side="blue", number=5)):
        state, _ = play(rules, state, order, WrittenDice())
    return state


NOTHING, ONE = Roll(purpose="fire", needed=3), Roll(purpose="fire", needed=3, faces=(6,))


@pytest.mark.parametrize(
    ("rolls", "thrown"), [((), False), ((NOTHING,), False), ((NOTHING, ONE), True), ((ONE, NOTHING), True)]
)
def test_what_was_seen_of_one_die_cannot_be_taken_back(rolls: tuple[Roll, ...], thrown: bool) -> None:
    assert irrevocable([Stopped(side="red"), Thrown(side="red", hits=0, rolls=rolls)]) is thrown


def test_the_machine_runs_on_to_the_first_question(rules: Toy) -> None:
    state, happened = run_on(rules, rules.start(), WrittenDice(orders=[PILE]))

    assert [type(event) for event in happened] == [Dealt]
    assert [(prompt.side, prompt.question) for prompt in rules.prompts(state)] == [
        ("red", "hide"),
        ("blue", "hide"),
    ]


def test_two_sides_may_owe_an_answer_at_once_and_give_it_in_any_order(rules: Toy) -> None:
    state, _ = run_on(rules, rules.start(), WrittenDice(orders=[PILE]))

    state, verdict = play(rules, state, Hide(side="blue", number=5), WrittenDice())
    assert verdict == Accepted((Hidden(side="blue", number=5),))
    assert [prompt.side for prompt in rules.prompts(state)] == ["red"]

    state, verdict = play(rules, state, Hide(side="red", number=2), WrittenDice())
    assert verdict == Accepted((Hidden(side="red", number=2), Opened(side="red")))


def test_a_refused_order_changes_nothing_and_throws_no_dice(rules: Toy, opened: Table) -> None:
    state, verdict = play(rules, opened, Throw(side="blue", dice=3), NoDice())

    assert state is opened
    assert isinstance(verdict, Refused)
    assert [objection.clause for objection in verdict.objections] == ["turn.yours"]


def test_all_objections_are_heard_not_only_the_first(rules: Toy, opened: Table) -> None:
    verdict = decide(rules, opened, Throw(side="blue", dice=9), NoDice())

    assert isinstance(verdict, Refused)
    assert [objection.clause for objection in verdict.objections] == ["turn.yours", "throw.dice"]


def test_an_accepted_order_throws_its_dice_and_runs_on(rules: Toy, opened: Table) -> None:
    state, verdict = play(rules, opened, Throw(side="red", dice=3), WrittenDice([1, 4, 3]))

    roll = Roll(purpose=POINTS, needed=3, faces=(1, 4, 3))
    assert verdict == Accepted((Thrown(side="red", hits=2, rolls=(roll,)),))
    assert state.points == {"red": 2, "blue": 0}


def test_no_question_is_open_when_the_match_is_over(rules: Toy, opened: Table) -> None:
    state, verdict = play(rules, opened, Guess(side="red", number=5), NoDice())

    assert isinstance(verdict, Accepted)
    assert verdict.events[-1] == Won(side="red")
    assert rules.prompts(state) == ()
    assert run_on(rules, state, NoDice()) == (state, ())


def test_replay_gives_the_position_back(rules: Toy, opened: Table) -> None:
    state, verdict = play(rules, opened, Throw(side="red", dice=2), WrittenDice([3, 6]))

    assert isinstance(verdict, Accepted)
    assert replay(rules, opened, verdict.events) == state


def test_a_replay_of_nothing_is_the_position_itself(rules: Toy, opened: Table) -> None:
    assert replay(rules, opened, ()) is opened


def test_an_order_that_was_judged_legal_is_carried_out_without_judging_it_again(
    rules: Toy, opened: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = Throw(side="red", dice=2)
    played = play(rules, opened, order, WrittenDice([3, 6]))
    monkeypatch.setattr(Toy, "objections", lambda *_: pytest.fail("judged again"))

    assert carry_out(rules, opened, order, WrittenDice([3, 6])) == played


def test_lawful_answers_are_the_options_nothing_objects_to(rules: Toy, opened: Table) -> None:
    (prompt,) = rules.prompts(opened)

    answers = list(rules.lawful(opened, prompt))
    assert Stop(side="red") in answers
    assert len(answers) == 3 + 6 + 2
    over, _ = play(rules, opened, Guess(side="red", number=5), NoDice())
    assert list(rules.lawful(over, prompt)) == []


def test_an_audit_agrees_with_what_the_rules_said(rules: Toy, opened: Table) -> None:
    order = Throw(side="red", dice=2)
    _, verdict = play(rules, opened, order, WrittenDice([3, 6]))

    assert isinstance(verdict, Accepted)
    assert audit(rules, opened, order, verdict.events).agrees
    assert audit(rules, rules.start(), None, (Dealt(purpose=DEAL, size=6, order=PILE),)).agrees


def test_an_audit_that_agrees_gives_the_position_after_the_order(rules: Toy, opened: Table) -> None:
    order = Throw(side="red", dice=2)
    after, verdict = play(rules, opened, order, WrittenDice([3, 6]))
    assert isinstance(verdict, Accepted)

    assert audit(rules, opened, order, verdict.events) == Audited(agrees=True, after=after)
    assert audit(rules, opened, order, ()) == Audited(agrees=False)


@pytest.mark.parametrize(
    "events",
    [
        pytest.param((), id="events left out"),
        pytest.param(
            (Thrown(side="red", hits=2, rolls=(Roll(purpose=POINTS, needed=3, faces=(3, 6)),)),),
            id="a hit too many",
        ),
        pytest.param(
            (Thrown(side="red", hits=1, rolls=(Roll(purpose=POINTS, needed=3, faces=(3,)),)),),
            id="a die too few",
        ),
    ],
)
def test_an_audit_sees_events_the_rules_would_not_give(
    rules: Toy, opened: Table, events: tuple[Thrown, ...]
) -> None:
    assert not audit(rules, opened, Throw(side="red", dice=2), events).agrees


def test_an_audit_sees_an_order_the_rules_would_refuse(rules: Toy, opened: Table) -> None:
    assert not audit(rules, opened, Throw(side="blue", dice=1), ()).agrees


class Mindful(Toy):
    """The same rules, which keep in mind what they found out about a position."""

    def prompts(self, state: Table) -> tuple[OpenQuestion, ...]:
        return recall_prompts(self, state)


@cached
def recall_prompts(rules: Mindful, state: Table) -> tuple[OpenQuestion, ...]:
    return Toy.prompts(rules, state)


def test_what_an_audit_disagrees_with_leads_on_to_what_the_record_says(opened: Table) -> None:
    rules = Mindful()
    order, roll = Throw(side="red", dice=2), Roll(purpose=POINTS, needed=3, faces=(3, 6))
    forged = (Thrown(side="red", hits=5, rolls=(roll,)),)
    after = replay(rules, opened, forged)

    assert not audit(rules, opened, order, forged).agrees
    assert rules.prompts(after) == ()
    assert audit(rules, opened, order, (replace(forged[0], hits=1),)).agrees


def test_nobody_may_throw_the_dice_of_a_dry_run(rules: Toy, opened: Table) -> None:
    with pytest.raises(DiceNeeded) as needed:
        play(rules, opened, Throw(side="red", dice=2), NoDice())

    assert (needed.value.roll.purpose, needed.value.count) == (POINTS, 2)
    with pytest.raises(DiceNeeded):
        run_on(rules, rules.start(), NoDice())


def test_written_dice_fall_as_they_were_written() -> None:
    dice = replay_dice(
        [
            Dealt(purpose="deal", size=6, order=PILE),
            Thrown(
                side="red",
                hits=0,
                rolls=(Roll(purpose="a", faces=(6, 5)), Roll(purpose="b", draw=2, faces=(4,))),
            ),
        ]
    )

    assert dice.shuffle("deal", sorted(PILE)) == Draw("deal", PILE)
    assert dice.throw("a", 2, needed=3).faces == (6, 5)
    assert dice.throw("b", 1, needed=3) == Roll(purpose="b", needed=3, draw=2, faces=(4,))
    assert dice.left == ()
    with pytest.raises(DiceNeeded):
        dice.throw("c", 1, needed=3)


def test_a_deck_of_other_cards_is_not_the_one_that_was_shuffled() -> None:
    dice = WrittenDice(orders=[(2, 2, 1)])

    assert dice.shuffle("deal", (1, 2, 3)).order == (1, 2, 3)


OWNED = Roll(purpose="a", key="k", faces=(6,))
OPEN = Roll(purpose="a", faces=(6,))


@pytest.mark.parametrize(
    ("roll", "owner", "owners", "agrees"),
    [
        (OPEN, None, {}, True),
        (OWNED, "red", {"k": "red"}, True),
        (OWNED, "blue", {"k": "red"}, False),
        (OWNED, None, {"k": "red"}, False),
        (OPEN, "red", {"k": "red"}, False),
        (OWNED, "red", {}, False),
        (OPEN, "red", None, True),
    ],
)
def test_a_throw_agrees_with_the_record_only_by_a_key_of_its_owner(
    roll: Roll, owner: str | None, owners: dict[str, str] | None, agrees: bool
) -> None:
    dice = replay_dice([Thrown(side="red", hits=0, rolls=(roll,))], owners)

    assert (dice.throw("a", 1, needed=0, owner=owner) == roll) == agrees


def test_faces_nobody_asked_for_are_left_over(rules: Toy, opened: Table) -> None:
    dice = WrittenDice([1, 2, 3])
    play(rules, opened, Throw(side="red", dice=1), dice)

    assert dice.left == (2, 3)
