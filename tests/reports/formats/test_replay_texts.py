"""What the texts of a replay are packed into is what a page makes them of again."""

from hypothesis import example, given
from hypothesis import strategies as st

from referee.reports.formats.replay_texts import FIRST_SIGN, Packed, PackedTag, Texts

TAGS = ["<p>", "</p>", '<p class="proof">', '<polygon points="1,2 3,4" fill="#ff0000" />', "<", ">", '"']

texts = st.lists(st.sampled_from([*TAGS, "Lüttich", "2I 1A", "\ue000", "\U0001f3b2", "a"]), max_size=9).map(
    "".join
)


def unpack(tags: list[PackedTag], packed: list[Packed]) -> list[str]:
    """The texts, as the script of the page reads them."""
    whole: list[str] = []
    for same, rest in tags:
        whole.append((whole[-1] if whole else "")[:same] + rest)
    read: list[str] = []
    for one in packed:
        if isinstance(one, str):
            read.append(one)
        else:
            number, start, end, between = one
            other = read[number]
            read.append(other[:start] + between + other[len(other) - end :])
    signs = {FIRST_SIGN + number: tag for number, tag in enumerate(whole)}
    return [text.translate(signs) for text in read]


@example([("told", '<p>"<p>"">'), ("told", '"<p>"">')])
@given(st.lists(st.tuples(st.sampled_from(["told", "control"]), texts), max_size=30))
def test_texts_are_read_as_they_were_written(said: list[tuple[str, str]]) -> None:
    kept = Texts()
    numbers = [kept.number(place, text) for place, text in said]
    tags, packed = kept.pack()

    read = unpack(list(tags), list(packed))
    assert [read[number] for number in numbers] == [text for _, text in said]


def test_a_text_that_changes_little_takes_little_room() -> None:
    kept = Texts()
    for dice in range(20):
        kept.number("told", f'<p style="margin:0">The German side throws {dice} dice in Belfort.</p>')
    tags, (first, *others) = kept.pack()

    assert tags == [(0, "</p>"), (1, 'p style="margin:0">')]
    assert first == "\ue001The German side throws 0 dice in Belfort.\ue000"
    assert all(len(str(one)) < 30 for one in others)


def test_what_stands_in_a_place_is_not_put_there_again() -> None:
    kept = Texts()

    assert kept.list_new({"a": "<g>1</g>", "b": "<g>2</g>"}) == [0, 1]
    assert kept.list_new({"a": "<g>1</g>", "b": "<g>3</g>"}) == [2]
    assert kept.list_new({"b": "<g>2</g>"}) == [1]
