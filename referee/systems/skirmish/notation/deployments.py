"""Sentences about a deployment: figures with their places and postures, such as `br-mg-1 to 34,8, hidden`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from referee.i18n import sentence_words as use
from referee.i18n.proposals import skirmish_words
from referee.systems.skirmish.notation.frames import LONGEST_NAME
from referee.systems.skirmish.notation.names import DIRECTIONS, FILLING, MANNERS, lexicon
from referee.systems.skirmish.notation.sentences import COMMA, Sentence, Word

_AROUND = (
    skirmish_words.LINKS
    | FILLING
    | MANNERS
    | DIRECTIONS
    | use.SMALL
    | {COMMA, "deploy", "place", "put", "only", "nur"}
)
"""Words that change nothing in such a sentence."""


@dataclass
class _Item:
    figures: list[str] = field(default_factory=list[str])
    place: str = ""
    posture: str = ""


def list_lines(sentence: Sentence) -> tuple[str, ...]:
    """Return the lines of a sentence that names only figures, places and postures, or none."""
    items: list[_Item] = []
    words = sentence.words()
    at = 0
    while at < len(words):
        length = _read(sentence, words[at:], items)
        if not length:
            return ()
        at += length
    lines = [tuple(_write(sentence, item)) for item in items]
    return tuple(line for some in lines for line in some) if all(lines) else ()


def _read(sentence: Sentence, words: Sequence[Word], items: list[_Item]) -> int:
    """Read the first words. Return their number, or 0 if they are not understood."""
    word = words[0]
    last = items[-1] if items else _Item()
    if word.spot or word.key in skirmish_words.POSTURES:
        return int(_add(word, items))
    if word.key in skirmish_words.TOO and len(items) > 1 and not last.posture:
        last.posture = items[-2].posture
        return 1
    return _read_name(sentence, words, items) or int(word.key in _AROUND)


def _add(word: Word, items: list[_Item]) -> bool:
    """Add a place or a posture to an item. Return False if it has one."""
    posture = skirmish_words.POSTURES.get(word.key, "")
    if not items:
        items.append(_Item(posture=posture))
        return not word.spot
    last = items[-1]
    if word.ground or (last.place if word.spot else last.posture):
        return False
    last.place, last.posture = (word.text, last.posture) if word.spot else (last.place, posture)
    return True


def _read_name(sentence: Sentence, words: Sequence[Word], items: list[_Item]) -> int:
    """Read the longest name that some words begin with. Return its number of words, or 0."""
    last = items[-1] if items else None
    for length in range(min(LONGEST_NAME, len(words)), 0, -1):
        name = " ".join(one.key for one in words[:length] if one.key not in FILLING)
        if name and lexicon(sentence.table, sentence.side).holds(name):
            if last is None or last.place or (last.posture and last.figures):
                items.append(last := _Item())
            last.figures += lexicon(sentence.table, sentence.side).find(name)
            return length
    return 0


def _write(sentence: Sentence, item: _Item) -> Iterator[str]:
    """Yield the order of an item. A place is for one figure, and a posture may be for several."""
    figures = [id for name in item.figures for id in _list_members(sentence, name)]
    if not (item.place or item.posture) or (item.place and len(figures) > 1):
        return
    for id in figures:
        figure = sentence.position.figures[id]
        east, north = (f"{part / 100:.2f}" for part in figure.at)
        posture = item.posture or figure.posture
        yield f"deploy {id} at {item.place or f'{east},{north}'} {posture}"


def _list_members(sentence: Sentence, name: str) -> list[str]:
    if name in sentence.table.units:
        return [one.id for one in sentence.position.members(name)]
    return [name]
