"""What a replay page shows at each step is what was written for it, and it takes little room."""

from hypothesis import given
from hypothesis import strategies as st

from referee.reports.formats import html
from referee.reports.replay import page as replay_page
from referee.reports.replay.page import Frame
from schemas.reports import Block, words
from tests.replay_pages import unpack

WORDS = st.sampled_from(["Lüttich", "</script>", "<!--", "2I 1A", "\U0001f3b2", "\ue000", "&", ""])

blocks = st.lists(WORDS.map(words), max_size=2).map(tuple)

frames = st.lists(st.tuples(WORDS, blocks, blocks), max_size=9).map(
    lambda drawn: [Frame(7 + step, *parts, None) for step, parts in enumerate(drawn)]
)


def stand(changes: list[tuple[int, str]], step: int) -> str:
    """What stands in a place at a step, as the script of the page finds it."""
    return next(text for since, text in reversed(changes) if since <= step)


@given(frames)
def test_each_step_is_read_as_it_was_written(course: list[Frame]) -> None:
    read = unpack(replay_page.write("war", course, {}))

    assert read["entries"] == [frame.entry for frame in course]
    for step, frame in enumerate(course):
        places = read["places"]
        assert stand(places["when"], step) == frame.when
        assert stand(places["told"], step) == html.body(frame.blocks, {}, level=1)
        assert stand(places["control"], step) == html.body(frame.control, {}, level=2)


def test_unchanged_parts_appear_once() -> None:
    same: tuple[Block, ...] = (words("The front holds."),)
    read = unpack(
        replay_page.write("war", [Frame(entry, "1914", same, same, None) for entry in range(20)], {})
    )

    assert {place: len(changes) for place, changes in read["places"].items()} == {
        "when": 1,
        "told": 1,
        "control": 1,
    }


def test_a_long_war_takes_little_room() -> None:
    told = [(words(f"The German side throws {dice} dice in Belfort."),) for dice in range(1000)]
    page = replay_page.write(
        "war", [Frame(at, f"Entry {at}", one, one, None) for at, one in enumerate(told)], {}
    )

    assert len(page) < 40_000
