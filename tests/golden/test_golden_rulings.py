"""What senders of letters are answered: real letters as data, and every part of an answer in words.

After a wanted change: `pytest tests/golden --rewrite-golden`, and read the difference.
"""

from collections.abc import Mapping
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from msgspec.json import encode, format
from msgspec.structs import replace

from referee.matches import matches
from referee.matches.judging import submission
from referee.reports import letter_answers, letter_results, publishing
from schemas.answers.orders import AcceptedLine, Held, NeededDice, RefusedLine, Submitted
from schemas.record import Prompt, Roll, to_data
from schemas.reports import Heading, words
from tests.golden.approving import check

SENT: Mapping[str, tuple[str, ...]] = {
    "a march": ("offensive 17\nmove ge-1 from namur to mons\n",),
    "a march twice": ("offensive 17\n", "offensive 17\n"),
    "a battle": ("offensive 17\nmove ge-1 from namur to mons\nbattle mons\ndone\ndone\n",),
    "a battle and a line behind it": (
        "offensive 17\nmove ge-1 from namur to mons\nbattle mons\ndone\ndone\nmove ge-1 to paris\ndone\n",
    ),
    "a line in the midst is refused": (
        "offensive 17\nmove ge-1 from namur to paris\nfrobnicate\nmove ge-1 from namur to mons\n",
    ),
    "all is refused": ("offensive 99\n",),
    "orders in advance": ("when losses: lose first infantry\nwhen losses: lose first infantry\n",),
    "orders in advance stay in force": ("when losses: lose first infantry\n", "offensive 17\n"),
    "data": ('{"orders": [{"type": "offensive", "card": 99}, {"type": "pass", "why": null}]}',),
    "what is no order": ("march to Mons, my dear\ndone and done\n",),
}
"""Letters of Germany, which is to act in the example of Liège; the last of each is answered."""


def _shrink(told: Any) -> Any:
    """What is told, without the parts that hold nothing."""
    if isinstance(told, dict):
        return {name: _shrink(part) for name, part in told.items() if part}
    return [_shrink(part) for part in told] if isinstance(told, list) else told


@pytest.mark.parametrize("dry", [False, True], ids=["filed", "rehearsed"])
def test_letters_are_answered_as_was_approved(
    request: pytest.FixtureRequest, example_shelf: Path, tmp_path: Path, dry: bool
) -> None:
    told: dict[str, object] = {}
    for number, (case, letters) in enumerate(SENT.items()):
        root = tmp_path / str(number)
        copytree(example_shelf / "liege", root / "liege")
        *before, last = (
            submission.open_letter("letter", letter.encode(), at="1914-08-20T12:00:00Z", side="german")
            for letter in letters
        )
        for sent in before:
            letter_answers.submit(root, "liege", sent)
        rehearsed = letter_answers.rehearse(matches.find(root, "liege"), last) if dry else None
        told[case] = _shrink(to_data(rehearsed or letter_answers.submit(root, "liege", last)))

    name = "rehearsals" if dry else "answers"
    check(request, f"liege.{name}.json", format(encode(told), indent=1).decode() + "\n")


MISTYPED = (
    "offensve 17", "offensive", "offensive 99", "offensive17", "ofensive seventeen", "pas", "pss now",
    "move ge-1 to mons", "lose ge-1", "redraw 1 2", "offensive 17 18",
)  # fmt: skip
"""Lines of Germany, which may play an offensive or pass."""

MARCHES = (
    "move ge-1 to mons and", "move ge1 to mons", "move 1st army to mns", "mov ge-1 to liege",
    "move ge-1 ge-2 to mons", "move ge-i1 to li", "move ge-1 mons", "battle mons",
    "move all from namur to mons", "rail ge-1 to mons", "move ge-99 to mons", "move ge-1 to atlantis",
    "move ge-1 to mons via", "move ge-1 to maubeuge via mons and",
)  # fmt: skip
"""Lines behind an offensive."""


def test_suggestions_for_a_wrong_line_equal_the_approved_ones(
    request: pytest.FixtureRequest, example_shelf: Path
) -> None:
    match = matches.find(example_shelf, "liege")
    told: list[str] = []
    for line in (*MISTYPED, *(f"offensive 17\n{march}" for march in MARCHES)):
        sent = submission.open_letter("letter", line.encode(), at="1914-08-20T12:00:00Z", side="german")
        answer = letter_answers.rehearse(match, sent)
        told += [f"## {line.replace(chr(10), ' | ')}", *(f"+ {one.order}" for one in answer.accepted)]
        for fell in answer.refused:
            why = fell.unreadable or ", ".join(held.fact for held in fell.held)
            told += [
                f"! {fell.line}:{fell.column} {fell.order}: {why}",
                *(f"? {one}" for one in fell.nearest),
            ]
    check(request, "liege.mistyped.txt", "\n".join(told) + "\n")


HEAD = f"7:{'5f' * 32}"
LOSSES = Prompt(side="red", question="losses", clause="4.1", text="Which piece pays?")
FAR = Held(clause="a", number="4.1", title="How far", text="it is too far", remedy="go nearer")
FULL = Held(clause="b", number="4.2", title="How many", text="there is no room")
ROLL = Roll(purpose="fire", needed=2)

BASE = Submitted(match="duel", side="red", names={"red": "Red", "blue": "Blue", "green": "Green"}, head=HEAD)


def _refuse(text: str, **more: object) -> RefusedLine:
    return RefusedLine(line=2, text=text, **more)  # type: ignore[arg-type] # as the case has it


ANSWERS: Mapping[str, Submitted] = {
    "all was filed": replace(
        BASE, accepted=(AcceptedLine(line=1, order="go", entry=5, happened=(words("It went."),)),)
    ),
    "phases without events": replace(
        BASE,
        accepted=(
            AcceptedLine(
                line=1,
                order="go",
                entry=5,
                happened=(
                    *(Heading(text=f"Turn 1: {phase}", level=3) for phase in ("Melee", "Morale")),
                    Heading(text="Turn 2", level=2),
                    *(Heading(text=f"Turn 2: {phase}", level=3) for phase in ("Movement", "Fire")),
                    words("It fired."),
                    Heading(text="Turn 2: Melee", level=3),
                ),
            ),
        ),
    ),
    "a rehearsal": replace(BASE, accepted=(AcceptedLine(line=1, order="go", entry=0),), dry=True),
    "a letter of old": replace(BASE, again=True, prompts=(LOSSES,)),
    "a letter of old, and nothing is asked": replace(BASE, again=True, waiting=("blue",)),
    "a phrase": replace(BASE, phrase="seven swans"),
    "a phrase that is rehearsed": replace(BASE, phrase="seven swans", dry=True),
    "warnings": replace(BASE, warnings=("the head is an old one", "the letter is cut")),
    "two lines, the same remedy": replace(
        BASE,
        refusal=6,
        refused=(
            _refuse("go west", order="go west 9", remedy="look at the map", held=(FAR, FULL)),
            _refuse("go east", remedy="look at the map", held=(FULL,), nearest=("go north",)),
        ),
    ),
    "a line that is no order": replace(
        BASE,
        refusal=6,
        accepted=(AcceptedLine(line=1, order="go", entry=5),),
        refused=(_refuse("gu west", unreadable="`gu` is no verb", nearest=("go west", "go east")),),
    ),
    "three orders are near": replace(
        BASE, refusal=6, refused=(_refuse("g", unreadable="what is that?", nearest=("a", "b", "c")),)
    ),
    "lines that were not judged": replace(BASE, unheard=(2, 5, 5, 7, 8, 9, 11, 12)),
    "one line that was not judged": replace(BASE, unheard=(4, 4)),
    "orders in advance": replace(BASE, in_advance=("when losses: lose a",)),
    "no orders in advance": replace(BASE, in_advance=(), in_force=("when losses: lose a",)),
    "orders in advance of before": replace(BASE, in_force=("when losses: lose a",)),
    "dice that hit": replace(BASE, dry=True, needed=NeededDice(line=3, count=2, roll=ROLL)),
    "one die that decides": replace(
        BASE, dry=True, needed=NeededDice(line=3, count=1, roll=replace(ROLL, needed=0)), hidden=True
    ),
    "a hidden draw": replace(BASE, dry=True, hidden=True),
    "an answer that came too late": replace(BASE, refusal=6, answered_by=4),
    "what followed, and who is asked": replace(
        BASE, followed=(words("Blue answered."),), prompts=(LOSSES,), waiting=("red", "green", "blue")
    ),
    "what would be asked": replace(BASE, dry=True, prompts=(LOSSES,), waiting=("red",)),
}


@pytest.mark.parametrize("code", ["en", "fr"])
def test_each_part_of_an_answer_is_worded_as_was_approved(request: pytest.FixtureRequest, code: str) -> None:
    told = [
        f"## {case}\n\n{publishing.publish(letter_results.document(replace(answer, language=code)), 'text')}"
        for case, answer in ANSWERS.items()
    ]
    check(request, f"rulings.{code}.txt", "\n".join(told))
