"""Pairs of seasons that differ in secrets alone look alike, and a planted leak is found."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from time import process_time
from typing import Any

import pytest
from msgspec.structs import replace

from referee.mail import answers
from referee.matches.matches import Match
from referee.reports import documents, legal_orders, letter_answers
from referee.systems.great_war.state.position import Position
from tests.great_war.season_twins import BUILDERS, compare
from tests.great_war.twins import EN

MANY = 10_000
"""Number of pairs in which every kind of question must come up a hundred times."""


def test_pairs_of_seasons_look_alike(pairs_wanted: int) -> None:
    """By hand with --pairs 10000."""
    total: Counter[str] = Counter()
    for seed in range(pairs_wanted):
        counts, difference = compare(seed)
        assert not difference
        total += counts
    questions = {name: count for name, count in total.items() if name.startswith("question: ")}
    assert all(total[f"pairs: {secret}"] for secret in BUILDERS)
    assert total["points with other secrets"] > total["points"] * 0.9
    assert total["battles"] >= pairs_wanted
    assert total["mails"] >= 2 * pairs_wanted
    assert len(questions) >= 15, questions
    if pairs_wanted >= MANY:
        assert min(questions.values()) >= MANY / 100, questions


def test_pair_is_built_although_its_first_game_has_no_order_under_seal() -> None:
    assert compare(100_062)[1] == ""


# Leaks that are planted on purpose


def find_position(match: Match) -> Position:
    """Return the whole position, which a leak reads and no viewer may."""
    position = match.position()
    assert isinstance(position, Position)
    return position


def add_up_hand(match: Match) -> int:
    """Return the sum of the numbers of the cards that the other side holds."""
    return sum(find_position(match).hand(EN).cards)


def pad_answers_by_hand(patch: pytest.MonkeyPatch) -> None:
    """The length of an answer depends on a hidden hand."""
    answer = letter_answers.answer_rehearsal

    def answer_at_length(match: Match, *rest: Any) -> Any:
        result = answer(match, *rest)
        return replace(result, warnings=(*result.warnings, " " * (add_up_hand(match) % 7)))

    patch.setattr(letter_answers, "answer_rehearsal", answer_at_length)


def name_hidden_pieces(patch: pytest.MonkeyPatch) -> None:
    """A refusal names a piece that is hidden in an army."""
    answer = letter_answers.answer_rehearsal

    def answer_with_piece(match: Match, *rest: Any) -> Any:
        result = answer(match, *rest)
        pieces = find_position(match).map.pieces.values()
        hidden = sorted(
            f"{piece.id} is in {piece.army}" for piece in pieces if piece.army and piece.side == EN
        )
        return replace(result, warnings=(*hidden[:6],)) if result.refused else result

    patch.setattr(letter_answers, "answer_rehearsal", answer_with_piece)


def shorten_options(patch: pytest.MonkeyPatch) -> None:
    """The list of options lacks its last one while the other side holds certain cards."""
    lawful = legal_orders._lawful

    def leave_out(match: Match, side: str) -> Iterator[str]:
        options = [*lawful(match, side)]
        return iter(options[: len(options) - add_up_hand(match) % 2])

    patch.setattr(legal_orders, "_lawful", leave_out)


def report_sometimes(patch: pytest.MonkeyPatch) -> None:
    """A mail is sent only if the other side holds certain cards."""
    report = answers.report_to_seats

    def report_or_not(desk: Any, match: Match, *rest: Any) -> Any:
        return report(desk, match, *rest) if add_up_hand(match) % 2 else ()

    patch.setattr(answers, "report_to_seats", report_or_not)


def take_longer(patch: pytest.MonkeyPatch) -> None:
    """An answer takes longer if the other side holds certain cards; its text is the same."""
    view = documents.view

    def view_slowly(match: Match, viewer: str) -> Any:
        for _ in range(add_up_hand(match) % 5):
            view(match, viewer)
        return view(match, viewer)

    patch.setattr(documents, "view", view_slowly)


def count_planned_orders(patch: pytest.MonkeyPatch) -> None:
    """The title of a report grows with the plan of the other side."""
    report = documents.report

    def report_with_count(match: Match, *rest: Any, **how: Any) -> Any:
        page = report(match, *rest, **how)
        return replace(page, title=page.title + "." * len(find_position(match).plan(EN).planned))

    patch.setattr(documents, "report", report_with_count)


LEAKS: Mapping[str, Callable[[pytest.MonkeyPatch], None]] = {
    leak.__name__: leak
    for leak in (
        pad_answers_by_hand,
        name_hidden_pieces,
        shorten_options,
        report_sometimes,
        take_longer,
        count_planned_orders,
    )
}
"""Leaks by name."""

FIRST = {"name_hidden_pieces": 1, "count_planned_orders": 2}
"""The first pair that is tried for a leak, other than 0; it showed the leak when this was written."""

TRIED = 40
"""Pairs within which a leak must be found."""


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found_in_a_minute(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS[leak](monkeypatch)
    begin = process_time()

    assert any(compare(FIRST.get(leak, 0) + number)[1] for number in range(TRIED))
    assert process_time() - begin < 60
