"""154 letters in own words, with the orders that their writers mean: what is played or proposed of them.

The writers are language models in the role of players, two English, one German, one French. They saw the
reports of 77 positions and nothing else, and wrote down which orders they mean. Before names alone gave
proposals, 27 letters got all of their orders, and 10 a proposal with a gap that it did not name. The rules of
`names_alone` were written with the first 78 letters at hand, and mended with the others.
"""

import json
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from referee.matches import matches
from referee.matches.judging import submission
from referee.matches.judging.proposals import free_letters
from referee.systems.great_war.state.position import Position
from schemas.answers.orders import Submitted
from tests import rehearsals
from tests.read_once import lines_are_read_once  # noqa: F401 - a fixture

FOLDER = Path(__file__).parent / "intentions"


class MeantLetter(NamedTuple):
    """A letter with its meaning, and what the referee makes of it."""

    position: str
    language: str
    outcome: str
    meant: list[str]
    letter: str


def read_letters(name: str) -> list[MeantLetter]:
    return [MeantLetter(**json.loads(line)) for line in (FOLDER / name).read_text().splitlines()]


LETTERS = read_letters("letters.jsonl")
HASTY_LETTERS = read_letters("hasty_letters.jsonl")
"""556 letters of a few words in the same positions, by two more writers who tried to be misread.

The second writer made half of the 312 letters ordinary. A letter without a meaning must be asked about.
Before the reader of selections, 72 got all of their orders in a proposal, and 43 a proposal with a gap that
it did not name; 9 were played otherwise than they were meant. The first 244 were at hand for its rules.
"""

_WAY = re.compile(r" (?:to|->) ([\w-]+)(?: via [\w, -]+)?$")
POSITIONS = rehearsals.read_positions(FOLDER)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return rehearsals.write_positions(tmp_path_factory.mktemp("positions"), FOLDER)


def rehearse(shelf: Path, position: str, language: str, letter: str) -> Submitted | None:
    """Return the answer to a letter, or None if it is no letter."""
    return rehearsals.answer(shelf, POSITIONS[position], language, letter)


def propose(shelf: Path, position: str, letter: str) -> list[str]:
    """Return the proposed lines of a letter, or [] if something of it is unread."""
    return rehearsals.list_proposed(rehearse(shelf, position, "en", letter))


def sort_orders(lines: list[str]) -> list[str]:
    """Return orders without their sequence, the ways of moves, `done` and standing orders."""
    orders: list[str] = []
    for line in lines:
        if line.startswith("redraw "):
            orders.append(f"redraw {sorted(line.removeprefix('redraw ').split(', '))}")
        elif line != "done" and not line.startswith("when "):
            orders.append(_WAY.sub(r" to \1", line))
    return sorted(orders)


def leave_forced_battle_out(meant: list[str], found: list[str]) -> list[str]:
    """Return orders without the only battle if a move brings it about anyway."""
    battles = [line for line in meant if line.startswith("battle ") and line not in found]
    goals = {line.split()[-1] for line in meant if not line.startswith("battle ")}
    is_forced = len(battles) == sum(line.startswith("battle ") for line in meant) == 1
    return [line for line in meant if not (is_forced and line in battles and line.split()[-1] in goals)]


def find_outcome(answer: Submitted | None, meant: list[str]) -> str:
    """Return what becomes of a letter.

    A proposal is `right` if it holds all orders, a `part` if words are listed as unread, and `amiss` if an
    order is missing or another one than is meant.
    """
    if answer is None:
        return "asked"
    if not (answer.refused or answer.code):
        filed = ["pass this season" for line in answer.in_advance or () if line.endswith(" always: pass")]
        played = sort_orders([*filed, *(line.order for line in answer.accepted)])
        all_orders = sort_orders(meant)
        if answer.needed is not None or meant != leave_forced_battle_out(meant, played):
            # A rehearsal stops at the first roll.
            return "played" if set(played) <= set(all_orders) else "misread"
        return "played" if played == all_orders else "misread"
    proposal = answer.proposal
    if proposal is None or not proposal.lines:
        return "asked"
    found = sort_orders([line.order for line in proposal.lines])
    if proposal.unread:
        return "part" if set(found) <= set(sort_orders(meant)) else "part amiss"
    return "right" if found == sort_orders(leave_forced_battle_out(meant, found)) else "amiss"


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("corpus", [LETTERS, HASTY_LETTERS], ids=["long", "hasty"])
def test_letters_are_proposed_as_they_were_meant(
    shelf: Path, corpus: list[MeantLetter], language: str, pytestconfig: pytest.Config
) -> None:
    letters = [one for one in corpus if one.language == language][:: pytestconfig.getoption("--letters")]
    outcomes = [
        (one.position, find_outcome(rehearse(shelf, one.position, one.language, one.letter), one.meant))
        for one in letters
    ]
    assert outcomes == [(one.position, one.outcome) for one in letters]


@pytest.mark.parametrize("corpus", [LETTERS, HASTY_LETTERS], ids=["long", "hasty"])
def test_few_proposals_are_amiss(corpus: list[MeantLetter]) -> None:
    counts = Counter(one.outcome for one in corpus)
    assert counts["right"] >= 3 * counts["amiss"]
    assert not counts["misread"]
    assert not any(one.outcome == "played" for one in corpus if not one.meant)


NAMES_ALONE = (
    (
        "a25",
        "2nd Army pays Allenstein a visit, i4 out of Grodno likewise.",
        ["move ru-2 to allenstein", "move ru-i4 to allenstein"],
    ),
    ("a25", "Courland wants company: i1 out of Riga obliges.", ["move ru-i1 to courland"]),
    ("a31", "Longwy on top of those, Epinal behind it.", ["battle longwy", "battle epinal"]),
    ("a39", "Swap 17 and 48 for something better.", ["redraw 17, 48"]),
    (
        "a08",
        "Vilna's 12th Army gets one infantry, one infantry for the 11th Army in Dvinsk.",
        ["build ru-i25 in vilna into ru-12", "build ru-i26 in dvinsk into ru-11"],
    ),
    (
        "a38",
        "Insterburg's 8th Army gets two german infantry and 3 cards.",
        ["buy 3 cards", "build ge-i10 in insterburg into ge-8", "build ge-i11 in insterburg into ge-8"],
    ),
)
"""Letters of which names and numbers say what is meant."""


@pytest.mark.parametrize(("position", "letter", "orders"), NAMES_ALONE)
def test_names_say_what_verbs_do_not(shelf: Path, position: str, letter: str, orders: list[str]) -> None:
    assert propose(shelf, position, letter) == orders


DOUBTS = (
    ("a25", "2nd Army pays Allenstein or Insterburg a visit."),
    ("a25", "If it rains, 2nd Army pays Allenstein a visit."),
    ("a25", "2nd Army pays Allenstein a visit. No."),
    ("a25", "Nobody of the 2nd Army pays Allenstein a visit."),
    ("a25", "The plan was: 2nd Army pays Allenstein a visit."),
    ("a25", "2nd Army pays Allenstein a visit, half of its infantry stays."),
    ("a25", "2nd Army pays Allenstein a visit. Forget all that."),
    ("a25", "2nd Army pays Allenstein a visit. As you proposed."),
    ("a25", "Should 2nd Army pay Allenstein a visit?"),
    ("a25", "2nd Army pays Allenstein a visit, the fr. 1st one goes to Riga."),
    ("a39", "Swap 17, and 48 would be nice too."),
    ("a17", "2 german inf pop up in insterburg, the other one in przemysl."),
    ("a17", "2 german inf pop up in insterburg, and the rest goes into cards."),
    ("a31", "Skip Sedan, Longwy is quiet, and Epinal can wait."),
)
"""Letters beside them that leave something open: no proposal is complete."""


@pytest.mark.parametrize(("position", "letter"), DOUBTS)
def test_names_beside_a_doubt_give_no_whole_proposal(shelf: Path, position: str, letter: str) -> None:
    assert propose(shelf, position, letter) == []


COMPANIONS = (
    "the rest follows", "the others as well", "everyone else too", "and my others also come", "der Rest auch",
    "les autres suivent", "i4 stays with it", "i4 remains at its side", "i4 stays on its heels",
    "i4 holds its flank there", "i4 keeps it company", "i4 guards its rear", "i4 bleibt bei ihr",
    "i4 reste avec elle", "and Grodno is left by i4",
)  # fmt: skip
"""Words of pieces that may go with others. The army goes from Narew, and i4 stands in Grodno."""


@pytest.mark.parametrize("words", COMPANIONS)
def test_pieces_that_may_go_with_others_are_asked_about(shelf: Path, words: str) -> None:
    """Once, the army went alone, and `done` ended the moves."""
    answer = rehearse(shelf, "a25", "en", f"2nd Army goes to Allenstein, {words}. Done.")
    assert answer is not None
    assert answer.refused or answer.code
    lines = [line.order for line in answer.proposal.lines] if answer.proposal else []
    assert "done" not in lines or "move ru-i4 to allenstein" in lines


OPEN_ENDS = (
    ("a31", "Longwy, Epinal and so on. Done."),
    ("a31", "Longwy, then all the others. Done."),
    ("a31", "Not just Longwy. Done."),
    ("a31", "Longwy, and the one next to it. Done."),
    ("a25", "8th Army to Tarnopol, leaving an infantry behind. Done."),
    ("a25", "8th Army to Tarnopol, one infantry remains. Done."),
    ("a25", "2nd Army goes to Allenstein, i4 holds Narew meanwhile. Done."),
    ("a06", "2nd Army back to Verdun, the guns stay. Done."),
    ("a06", "2nd Army back to Verdun, some of it. Done."),
    ("a06", "We stay, mostly. Done."),
    ("a06", "No retreat for the infantry. Done."),
    ("a05", "stay, except the wounded. Done."),
)
"""Letters that name a part, or further things without a name: their names alone were once played."""


@pytest.mark.parametrize(("position", "letter"), OPEN_ENDS)
def test_parts_and_further_things_are_asked_about(shelf: Path, position: str, letter: str) -> None:
    answer = rehearse(shelf, position, "en", letter)
    assert answer is not None
    assert answer.refused


STAYS = ("i4 stays in Grodno", "the rest stays", "Grodno is quiet", "3rd Army holds Rovno")


@pytest.mark.parametrize("words", STAYS)
def test_pieces_that_stay_leave_the_orders_clear(shelf: Path, words: str) -> None:
    answer = rehearse(shelf, "a25", "en", f"2nd Army goes to Allenstein, {words}. Done.")
    assert answer is not None
    assert not answer.refused
    assert [line.order for line in answer.accepted] == ["move ru-2 to allenstein", "done"]


def test_a_move_that_is_not_legal_is_named_with_its_objection(shelf: Path) -> None:
    """The other moves are proposed, and nothing closes the question."""
    letter = "Courland wants company: i1 out of Riga obliges. Lemberg wants 8th Army out of Podolia. Done."
    answer = rehearse(shelf, "a25", "en", letter)
    assert answer is not None
    assert answer.proposal is not None
    assert [line.order for line in answer.proposal.lines] == ["move ru-i1 to courland"]
    (left,) = answer.proposal.unread
    assert left.order == "move ru-8 to lemberg"
    assert left.objections


INFANTRY_FIRST = "lose first infantry, then cavalry"
SELECTIONS = (
    ("a13", "i8, not the guard next to him", ["lose ru-i8"]),
    ("a24", "redraw everything except the bad weathers", ["redraw 3, 12, 21, 24, 28, 32, 33, 44"]),
    ("b05", "not 1, take 11", ["lose ge-i11"]),
    ("b21", "36 pays, no sorry 26", ["spend 26"]),
    ("a31", "Longwy yes, Sedan no", ["battle longwy"]),
    ("a02", "Laon rather than Amiens", ["retreat ge-c2 to laon"]),
    ("b19", "pas Ivangorod, Brest plutôt", ["retreat ru-4 to brest-litovsk"]),
    ("b05", "the one from the 5th army", ["lose ge-i4"]),
    ("b14", "une des deux météo, la 49", ["discard 49"]),
    ("a26", "one on the fort, the other one with my card", ["lose liege-fort", "spend 37"]),
    ("a13", "i8. In all further battles infantry first", ["lose ru-i8", f"when losses: {INFANTRY_FIRST}"]),
    (
        "a09",
        "all but Metz and Troyes",
        [f"battle {area}" for area in ("boulogne", "dieppe", "maubeuge", "bar-le-duc", "vosges")],
    ),
    ("a28", "we pass again, greetings from Riga", ["pass"]),
    ("b11", "just the card, nothing else", ["buy 1 card"]),
    (
        "a17",
        "same as proposed minus the austrian",
        [
            *(f"build ge-i1{number} in insterburg into ge-8" for number in (0, 1)),
            *(f"build ge-i1{number} in przemysl into ge-9" for number in (2, 3, 4)),
            "done",
        ],
    ),
)
"""Short answers that take some of the options and leave others."""


@pytest.mark.parametrize(("position", "letter", "orders"), SELECTIONS)
def test_a_short_answer_takes_some_of_the_options(
    shelf: Path, position: str, letter: str, orders: list[str]
) -> None:
    assert propose(shelf, position, letter) == orders


UNCLEAR_SELECTIONS = (
    ("a13", "i8, not the guard, I think, maybe"),
    ("a24", "redraw everything except the xylophones"),
    ("b05", "not 1. Is 11 allowed?"),
    ("a31", "no battle in Longwy, Sedan"),
    ("a17", "as proposed, but the austrian into the 2nd"),
    ("a24", "12, 21 and 24 I keep"),
    ("b22", "14 points, it is Christmas in Artois!"),
    ("b31", "fewer cards, more British"),
    ("a13", "anything but the guard"),
    ("b14", "I would keep 1 and 49"),
    ("b19", "not to Brest, to Brest"),
    ("b19", "Brest, if he lets me"),
)


@pytest.mark.parametrize(("position", "letter"), UNCLEAR_SELECTIONS)
def test_an_unclear_selection_gives_no_whole_proposal(shelf: Path, position: str, letter: str) -> None:
    assert propose(shelf, position, letter) == []


HIDDEN_ORDERS = (
    ("a21", "4th Army to the Argonne, 18 likewise"),
    ("a22", "both, sedan first"),
    ("a24", "c2 over Allenstein to Danzig, and both bad weathers away"),
    ("a18", "10th Danzig, South ditto, 7th Krakow"),
    ("b25", "rail 1st army to cologne. eh, let them walk"),
    ("a26", "one on the fort, the other one with my card"),
    ("a13", "i8. In all further battles infantry first"),
    ("b06", "pass, and next turn too"),
    ("b06", "I pass, and the same goes for the next turns."),
)
"""Letters whose last words hold another order: once, the first was played alone."""


@pytest.mark.parametrize(("position", "letter"), HIDDEN_ORDERS)
def test_words_that_hold_another_order_are_asked_about(shelf: Path, position: str, letter: str) -> None:
    answer = rehearse(shelf, position, "en", letter)
    assert answer is not None
    assert answer.refused


CARDS = {"discards", "pass-move", "combat-cards"}
"""Questions about cards of the hand."""


def test_secrets_of_the_other_side_change_no_selection(shelf: Path) -> None:
    """The cards of the other side are others, and so is the order of the pile."""
    letters = [one for one in HASTY_LETTERS if POSITIONS[one.position].question in CARDS]
    assert letters
    for one in letters:
        match, side = matches.find(shelf, one.position).speaking(one.language), POSITIONS[one.position].side
        position = match.position()
        assert isinstance(position, Position)
        hands = {
            owner: hand if owner == side else replace(hand, cards=hand.cards[:1])
            for owner, hand in position.hands.items()
        }
        other = replace(position, hands=hands, pile=tuple(reversed(position.pile)))
        sent = submission.open_letter("letter", one.letter.encode(), at="2027-01-02T00:00:00Z", side=side)
        first, second = (
            free_letters.propose(match.system, state, side, sent.letter.orders) for state in (position, other)
        )
        assert first == second, one.letter


@pytest.mark.parametrize("words", ["I pass.", "I pass", "Ich passe.", "Je passe.", "Hello, I pass."])
def test_a_pass_in_words_stands_above_what_follows_it(shelf: Path, words: str) -> None:
    answer = rehearse(shelf, "a15", "en", f"{words}\nru-2 to Grodno\ndone\n")
    assert answer is not None
    assert not answer.refused
    assert [line.order for line in answer.accepted] == ["pass", "move ru-2 to grodno", "done"]


def test_a_pass_in_words_above_an_offensive_is_asked_about(shelf: Path) -> None:
    answer = rehearse(shelf, "a15", "en", "I pass.\noffensive 2\n")
    assert answer is not None
    assert answer.refused
