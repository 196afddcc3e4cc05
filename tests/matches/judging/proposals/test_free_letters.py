"""Letters in free words get proposals, and no order that their writers did not mean.

Two writers, language models in the role of players, saw ten reports and nothing else. Each wrote a quick
reply and a letter in free words to each report, in English and in German. `meant` was taken from the letters
by hand, with orders that are illegal. The reader of free text was written with these letters at hand; letters
of other writers are the fair check.
"""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.faults import Fault
from referee.matches import matches
from referee.matches.judging import submission
from referee.matches.judging.proposals import free_letters
from referee.matches.matches import Match
from referee.reports import letter_answers
from referee.systems.great_war.state.position import Position
from tests.matches.judging import test_dangerous_sentences as dangers
from tests.matches.judging import test_letters_of_readers as readers
from tests.matches.judging.letters_of_readers import positions
from tests.matches.judging.letters_of_readers.positions import SIDES
from tests.matches.judging.proposals.positions.shelf import (
    LAST_LETTERS,
    LATER_LETTERS,
    LETTERS,
    FreeLetter,
    make_shelf,
)
from tests.read_once import lines_are_read_once  # noqa: F401 - a fixture

AT = "2027-01-02T00:00:00Z"

RESULTS = {
    ("en", False): {"played": 7, "illegal": 2, "part": 1},
    ("en", True): {"right": 7, "part": 3},
    ("de", False): {"played": 10},
    ("de", True): {"right": 7, "part": 3},
}
"""Results by language and kind of letter: ten each. `part` is a proposal that leaves orders out."""


WISHES = {
    ("en", 2): [
        "when losses in verdun: lose first infantry, then cavalry",
        "when retreat-after in verdun: stay",
    ],
    ("en", 6): ["when retreat-after: stay"],
    ("en", 18): [
        "when losses in ivangorod: lose first infantry, then cavalry",
        "when retreat-after in ivangorod: stay",
    ],
    ("de", 2): [
        "when losses in verdun: lose first infantry, then cavalry",
        "when retreat-after in verdun: stay",
    ],
    ("de", 18): [
        "when losses in ivangorod: lose first infantry, then cavalry",
        "when retreat-after in ivangorod: stay",
    ],
}
"""Standing orders that are proposed for the wishes of a letter, by language and number."""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_shelf(tmp_path_factory.mktemp("positions"))


@pytest.fixture(scope="module")
def old_shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return positions.make_shelf(tmp_path_factory.mktemp("old_positions"))


def propose(match: Match, side: str, letter: str) -> list[str]:
    return propose_with_unread(match, side, letter)[0]


PROPOSED: dict[tuple[Path, str, str, str], tuple[list[str], list[str]]] = {}
"""What was proposed for a letter: several tests ask about the same one."""


def propose_with_unread(match: Match, side: str, letter: str) -> tuple[list[str], list[str]]:
    """Return the proposed orders and the sentences that are listed as unread."""
    asked = match.folder, match.tongue.language, side, letter
    if asked not in PROPOSED:
        PROPOSED[asked] = propose_anew(match, side, letter)
    return PROPOSED[asked]


def propose_anew(match: Match, side: str, letter: str) -> tuple[list[str], list[str]]:
    sent = submission.open_letter("letter", letter.encode(), at=AT, side=side)
    proposal = free_letters.propose(match.system, match.position(), side, sent.letter.orders)
    orders = [match.system.notation.write(one.order) for one in proposal.orders]
    return orders, [one.words for one in proposal.unread]


def find_silent(proposed: list[str], unread: list[str], meant: Iterable[str]) -> list[str]:
    """Return orders that a proposal leaves out although it closes the question or lists nothing as unread."""
    if not proposed or (unread and not {"done", "pass"} & {*proposed}):
        return []
    entered = {line.split()[-1] for line in proposed if line.startswith("move")}
    # A battle in an area that a move makes disputed follows without an order.
    known = {*proposed, "done", *(f"battle {area}" for area in entered)}
    return [order for order in meant if order not in known]


def find_result(match: Match, one: FreeLetter) -> str:
    """Return how the referee answers a letter."""
    try:
        sent = submission.open_letter("letter", one.letter.encode(), at=AT, side=one.side)
        answer = letter_answers.rehearse(match, sent)
    except Fault:
        return "refused"
    if not (answer.refused or answer.code):
        return "played"
    if not any(line.unreadable for line in answer.refused):
        return "illegal"
    proposed = propose(match, one.side, one.letter)
    assert set(proposed) <= set(one.meant), (one.language, one.number)
    return "right" if sorted(proposed) == sorted(one.meant) else "part" if proposed else "nothing"


LATER_RESULTS = {
    ("en", True): {"right": 6, "part": 4, "nothing": 2},
    ("fr", True): {"right": 8, "part": 3, "nothing": 1},
    ("de", True): {"right": 5, "part": 7},
}
"""Results of three later writers, whose letters were not at hand at first: twelve letters each."""


def test_free_letters_get_proposals_without_a_wrong_order(shelf: Path) -> None:
    results: dict[tuple[str, bool], Counter[str]] = {}
    for one in LETTERS:
        match = matches.find(shelf, one.position).speaking(one.language)
        counts = results.setdefault((one.language, one.is_free), Counter())
        counts[find_result(match, one)] += 1
    assert results == RESULTS


def test_free_letters_of_later_writers_get_no_wrong_order(shelf: Path) -> None:
    results: dict[tuple[str, bool], Counter[str]] = {}
    for one in LATER_LETTERS:
        if one.is_free:
            match = matches.find(shelf, one.position).speaking(one.language)
            counts = results.setdefault((one.language, one.is_free), Counter())
            counts[find_result(match, one)] += 1
    assert results == LATER_RESULTS


LAST_RESULTS = {
    ("en", False): {"played": 3, "illegal": 2, "right": 3, "part": 1, "nothing": 1},
    ("en", True): {"right": 2, "part": 3, "nothing": 5},
    ("de", False): {"played": 7, "illegal": 1, "right": 1, "nothing": 1},
    ("de", True): {"part": 5, "nothing": 5},
}
"""Results of the last writers: ten letters each.

At the first try, two free letters got a `done` beside an army that was not understood, and one quick letter
got builds without their armies. No word of these letters was added to a table. One letter has a `no` above
its orders, which is the answer `done` since its other lines are read.
"""


def test_letters_of_the_last_writers_get_no_wrong_order(shelf: Path) -> None:
    results: dict[tuple[str, bool], Counter[str]] = {}
    for one in LAST_LETTERS:
        match = matches.find(shelf, one.position).speaking(one.language)
        counts = results.setdefault((one.language, one.is_free), Counter())
        counts[find_result(match, one)] += 1
    assert results == LAST_RESULTS


UNNOTICED = [("de", 10, ["move fr-1 to aisne"])]
"""An order that a proposal leaves out without a note. Its sentence is taken for a report of others."""


def test_a_proposal_that_closes_the_question_holds_all_orders(shelf: Path, old_shelf: Path) -> None:
    """Another proposal that leaves an order out lists at least one sentence as unread."""
    silent: list[tuple[str, int, list[str]]] = []
    for one in (*LETTERS, *LATER_LETTERS, *LAST_LETTERS):
        match = matches.find(shelf, one.position).speaking(one.language)
        if one.is_free and (
            left := find_silent(*propose_with_unread(match, one.side, one.letter), one.meant)
        ):
            silent.append((one.language, one.number, left))
    for reader, number, position, meant, letter in list_older()[1::EACH]:
        match = matches.find(old_shelf, position).speaking(readers.LANGUAGES[reader])
        if meant is None:
            continue
        if left := find_silent(*propose_with_unread(match, SIDES[position], letter), meant):
            silent.append((str(reader), number, left))
    assert silent == UNNOTICED


def list_older() -> list[tuple[int, int, str, list[str] | None, str]]:
    """Return the older letters with what they mean."""
    written = [(*one[:3], one.orders, one.letter) for one in readers.LETTERS]
    later = [(*one[:3], one.meant, one.letter) for one in (*readers.LATER_LETTERS, *readers.FRESH_LETTERS)]
    return [*written, *later]


def test_wishes_about_later_battles_become_standing_orders(shelf: Path) -> None:
    found: dict[tuple[str, int], list[str]] = {}
    for one in LETTERS:
        match = matches.find(shelf, one.position).speaking(one.language)
        sent = submission.open_letter("letter", one.letter.encode(), at=AT, side=one.side)
        answer = letter_answers.rehearse(match, sent)
        lines = [line.order for line in answer.proposal.lines] if answer.proposal else []
        if wishes := [line for line in lines if line.startswith("when ")]:
            found[one.language, one.number] = wishes
    assert found == WISHES


EACH = 3
"""Step through the older letters, because all of them take half a minute: of all 280, 216 get a proposal."""

FEWEST = 69
"""Lowest number of them that get a proposal."""


def test_older_letters_get_no_proposal_that_was_not_meant(old_shelf: Path) -> None:
    """Most of these letters are read without a proposal, which would be right all the same."""
    wrong: list[tuple[int, int, list[str]]] = []
    counts = Counter[str]()
    for reader, number, position, meant, letter in list_older()[::EACH]:
        match = matches.find(old_shelf, position).speaking(readers.LANGUAGES[reader])
        proposed = propose(match, SIDES[position], letter)
        counts["some" if proposed else "none"] += 1
        # The orders that were recorded end where dice are rolled.
        if meant is not None and not set(proposed) <= {*meant, "done"}:
            wrong.append((reader, number, proposed))
    assert not wrong
    assert counts["some"] >= FEWEST


LATER_LINES = {
    ("en", 7): "right",
    ("de", 3): "right",
    ("de", 11): "part",
}
"""Results of quick letters of the later writers in which a remark stands beside lines of orders."""


def test_lines_of_orders_beside_a_remark_get_a_proposal(shelf: Path) -> None:
    """A remark that the letter reader takes for a mistyped order does not refuse the lines beside it."""
    results: dict[tuple[str, int], str] = {}
    for one in LATER_LETTERS:
        match = matches.find(shelf, one.position).speaking(one.language)
        if one.is_free or not one.meant:
            continue
        sent = submission.open_letter("letter", one.letter.encode(), at=AT, side=one.side)
        proposal = letter_answers.rehearse(match, sent).proposal
        lines = [line.order for line in proposal.lines] if proposal else []
        if proposed := [line for line in lines if not line.startswith("when ")]:
            assert {*proposed} <= {*one.meant}
            results[one.language, one.number] = "right" if len(proposed) == len(one.meant) else "part"
    assert results == LATER_LINES


TAKES_BACK = (
    "Wait, ge-1 should stay at home after all I think.",
    "Please forget the 1st Army, it is too weak for that.",
    "No, do not do that with my first army.",
    "Or should the 2nd Army go there, what do you think?",
    "My wife says that the 1st Army should stay at home.",
    "I would sooner send the Second Army there, to be honest.",
    "The 1st Army goes to Namur instead, sorry about that.",
    "Only if the weather is fine, of course, my dear fellow.",
)


@pytest.mark.parametrize("remark", TAKES_BACK)
def test_a_remark_that_may_take_an_order_back_gets_no_proposal(old_shelf: Path, remark: str) -> None:
    letter = f"offensive 2\nmove ge-1 to liege\ndone\n\n{remark}\n\nBest wishes\nTom\n"
    sent = submission.open_letter("letter", letter.encode(), at=AT, side=SIDES["p01"])
    answer = letter_answers.rehearse(matches.find(old_shelf, "p01"), sent)
    assert answer.refused
    assert answer.proposal is None or not answer.proposal.lines


def test_a_retreat_that_the_same_sentence_takes_back_is_not_proposed(shelf: Path) -> None:
    letter = "Hello,\n\nI'd love to pull the 2nd Army back to Nish, but it stays. No retreat.\n\nKev\n"
    assert propose(matches.find(shelf, "p10"), "entente", letter) == ["done"]


RIGHT = (
    "The 1st Army goes to Liège, the 2nd would do the same.",
    "ge-1 and ge-2: ge-1 to Liège.",
    "Die erste zieht nach Lüttich.",
    "German orders: 1st Army to Liège. French orders: 2nd Army to Metz.",
    "Turn 1: ge-1 to Liège. Turn 2: ge-1 to Namur.",
    "No retreat: be-1 stays, you will not see it in Antwerp.",
    "The battle attacks Lodz to Banat.",
    "The battle attacks Lodz.",
    "Η μάχη attaque Lodz.",
    "ge-1 and ge-2: ge-1 to Liège, ge-2 stays or goes.",
    "No, but be-1 falls back to Antwerp.",
)
"""Sentences that are not clear enough to be played, and whose proposed orders are what they say."""


MISTAKEN = (
    "Someone should play Offensive 2.",
    "Έπαιξα Επίθεση 2.",
    "be-1 retreated to Antwerp.",
    "be-1 kann sich nach Antwerpen zurückziehen.",
    "Η be-1 υποχώρησε στην Αμβέρσα.",
    "I fought in Lodz.",
    "We stormed Lodz.",
    "Der Treffer ging auf die Karte 18.",
    "We are done with the battle.",
    "The 1st Army shoudl have gone to Liège.",
    "Η 1η Στρατιά κατέλαβε τη Λιέγη.",
)
"""Sentences that order nothing and get a proposal, which their writer has to reject."""


@pytest.mark.parametrize("is_beside", [False, True])
def test_dangerous_sentences_get_no_proposal(
    old_shelf: Path, pytestconfig: pytest.Config, *, is_beside: bool
) -> None:
    """One in so many sentences is read alone, and another one beside orders."""
    wrong: list[tuple[str, list[str]]] = []
    for position, sentence in dangers.CASES[is_beside :: pytestconfig.getoption("--letters")]:
        first, *others = dangers.BESIDE.get(position, ("",)) if is_beside else ("Hello,\n",)
        letter = "\n".join((first, sentence, *others, "", "Best wishes", "Tom", ""))
        match = matches.find(old_shelf, position)
        proposed = propose(match, SIDES[position], letter)
        if not set(proposed) <= {first, *others} and sentence not in (*RIGHT, *MISTAKEN):
            wrong.append((sentence, proposed))
    assert not wrong


def test_secrets_of_the_other_side_change_no_proposal(shelf: Path) -> None:
    """The cards of the other side are others, and so is the order of the pile."""
    for one in LETTERS:
        match = matches.find(shelf, one.position)
        position = match.position()
        assert isinstance(position, Position)
        hands = {
            side: hand if side == one.side else replace(hand, cards=hand.cards[:1])
            for side, hand in position.hands.items()
        }
        other = replace(position, hands=hands, pile=tuple(reversed(position.pile)))
        sent = submission.open_letter("letter", one.letter.encode(), at=AT, side=one.side)
        first, second = (
            free_letters.propose(match.system, state, one.side, sent.letter.orders)
            for state in (position, other)
        )
        assert first == second


def test_plans_for_other_battles_are_listed_as_unread(old_shelf: Path) -> None:
    """They do not answer the open question, and `done` beside them would leave them out in silence."""
    match = matches.find(old_shelf, "p05")
    answer = "Well, it is lost: be-1 falls back to Antwerp, poor men. That is all."
    plan = "Liège and Namur: stand and stay whatever happens."

    assert propose_with_unread(match, "entente", answer) == (["retreat be-1 to antwerp", "done"], [])
    assert propose_with_unread(match, "entente", f"{answer}\n{plan}") == (["retreat be-1 to antwerp"], [plan])


def test_the_rest_of_the_season_is_listed_beside_a_pass(old_shelf: Path) -> None:
    """A proposal passes once; `pass this season` is a line of its own."""
    match = matches.find(old_shelf, "p01")
    wishes = ("And pass for the rest of the season as well, I've nothing to play.", "Et pour tout l'hiver.")

    for wish in wishes:
        assert propose_with_unread(match, "german", f"Pass. {wish}") == (["pass"], [wish])


PARTS = {
    "The 1st Army marches to Liège, and the 3rd stays, except that its biplane flies to Metz.": [
        "move ge-1 to liege"
    ],
    "1. The 1st Army marches to Liège.\n2. The 2nd Army stays (you wanted Metz, forget it).": [
        "move ge-1 to liege"
    ],
    "1. The 1st Army marches to Liège.\n2. The 2nd Army stays (forget it, the 1st stays).": None,
    "The 1st Army marches to Liège (scratch that).": [],
    "The 1st Army marches to Liège.\n\nBattles:\n- Liège\n- Sedan if it rains": ["move ge-1 to liege"],
    "The fr. 1st Army marches to Liège.": [],
    "The brit. 1st Army marches to Liège, and the russ. Army too.": [],
    "Strat. move of the 1st Army to Liège, my dear man.": [],
    "Two of the armies, ge-1 and ge-2 if they can, march to Liège.": [],
}
"""Letters to the Central Powers' first turn, and their proposed moves. None is no proposal at all."""


@pytest.mark.parametrize("letter", PARTS)
def test_a_part_that_is_left_out_is_listed_and_nothing_is_closed(old_shelf: Path, letter: str) -> None:
    match = matches.find(old_shelf, "p01")
    proposed, unread = propose_with_unread(match, "german", f"offensive 2\n{letter}\nThat is all.\n")
    expected = PARTS[letter]
    assert proposed == ([] if expected is None else ["offensive 2", *expected])
    assert unread


PLANS = (
    "Losses there: infantry first, the guns last.",
    "If I lose stuff there, infantry goes first and cavalry only after.",
    "I lose the infantry first, then the gun.",
    "Wenn was verloren geht: erst Infanterie, dann Artillerie.",
    "Je perds l'infanterie en premier, puis l'artillerie.",
)


@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_that_is_left_out_is_listed_and_the_question_closed(old_shelf: Path, plan: str) -> None:
    """The question about losses comes back in the battle."""
    match = matches.find(old_shelf, "p01")
    letter = f"Dear all,\n\nOffensive no. 2. The 1st Army marches to Liège.\n{plan}\n\nThat is all.\n"

    proposed, unread = propose_with_unread(match, "german", letter)

    assert proposed == ["offensive 2", "move ge-1 to liege", "done"]
    assert unread == [plan]


WITHDRAWN = (
    "On second thoughts, scrap all that.",
    "(forget it)",
    "Forget it, the 2nd Army goes to Metz.",
    "The 2nd Army to Namur, no, forget that.",
    "My 2nd Army is too weak to help it, forget it.",
    "The 2nd Army is a mess (scrap everything).",
    "Harry said that Aachen is nice, but cancel that move.",
)


@pytest.mark.parametrize("remark", WITHDRAWN)
def test_a_letter_that_is_taken_back_gets_no_proposal(old_shelf: Path, remark: str) -> None:
    match = matches.find(old_shelf, "p01")
    assert propose(match, "german", f"offensive 2\nThe 1st Army marches to Liège.\n{remark}\n") == []
