"""The texts of a replay: each once, each as what differs from the one before in its place, tags by a sign.

A text is what stands in one place of the page for some steps. It is written as the text, or as a list:
the number of another text, how many signs it shares with that one at its beginning and at its end, and what
stands between. A sign of the private area of Unicode stands for a tag, or for a part of one that has
figures of its own: the first sign for the first of them. Each of those is written as how many signs it shares
with the one before at its beginning, and how it goes on.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

Packed = str | tuple[int, int, int, str]
"""A text, or what differs from another one."""

PackedTag = tuple[int, str]
"""How many signs a tag shares with the one before it, and what follows them."""

FIRST_SIGN, LAST_SIGN = 0xE000, 0xF8FF
"""The signs that stand for tags; a page whose texts hold one of these signs for themselves has none."""

_TAG = re.compile("<[^<>]+>")

_PART = re.compile('<[^<>"\ue000-\uf8ff]+"|"[^<>\ue000-\uf8ff]+>')
"""How a tag begins, up to its first figures, and how it goes on behind them.

It holds no sign: a sign that stood for another one would be read as it is.
"""

_OWN_SIGN = re.compile("[\ue000-\uf8ff]")

_WIDE = re.compile("[\U00010000-\U0010ffff]")
"""Signs that a browser counts as two."""


class Texts:
    """Texts by number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._before: list[int | None] = []
        self._last: dict[str, int] = {}

    def number(self, place: str, text: str) -> int:
        """The number of a text, which now stands in a place."""
        if text not in self._numbers:
            self._numbers[text] = len(self._numbers)
            self._before.append(self._last.get(place))
        self._last[place] = number = self._numbers[text]
        return number

    def list_new(self, parts: Mapping[str, str]) -> list[int]:
        """The numbers of texts by their places, without those that stand there."""
        stood = {place: self._last.get(place) for place in parts}
        numbers = {place: self.number(place, text) for place, text in parts.items()}
        return [number for place, number in numbers.items() if number != stood[place]]

    def pack(self) -> tuple[Sequence[PackedTag], Sequence[Packed]]:
        """The tags, and the texts in the order of their numbers."""
        texts, tags = list(self._numbers), list[str]()
        if not any(map(_OWN_SIGN.search, texts)):
            for pattern in (_TAG, _PART):
                texts = _shorten(texts, pattern, tags)
        return _pack_tags(tags), [
            _pack(texts, before, text) for before, text in zip(self._before, texts, strict=True)
        ]


def _shorten(texts: Sequence[str], pattern: re.Pattern[str], tags: list[str]) -> list[str]:
    """The texts with signs for what fits a pattern and stands there more than once; it joins the tags."""
    counted = Counter(tag for text in texts for tag in pattern.findall(text))
    frequent = counted.most_common(LAST_SIGN - FIRST_SIGN + 1 - len(tags))
    some = sorted(tag for tag, count in frequent if count > 1)
    signs = {tag: chr(FIRST_SIGN + number) for number, tag in enumerate(some, len(tags))}
    tags += some
    return [pattern.sub(lambda found: signs.get(found[0], found[0]), text) for text in texts]


def _pack_tags(tags: Sequence[str]) -> list[PackedTag]:
    shared = [_count_same(one, other, min(len(one), len(other))) for one, other in pairwise(["", *tags])]
    return [(count, tag[count:]) for count, tag in zip(shared, tags, strict=True)]


def _pack(texts: Sequence[str], before: int | None, text: str) -> Packed:
    if before is None or _WIDE.search(text) or _WIDE.search(texts[before]):
        return text
    other = texts[before]
    start = _count_same(other, text, min(len(other), len(text)))
    end = _count_same(other[::-1], text[::-1], min(len(other), len(text)) - start)
    return before, start, end, text[start : len(text) - end]


def _count_same(one: str, other: str, most: int) -> int:
    """How many signs two texts share at their beginning, up to so many."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low
