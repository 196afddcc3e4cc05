"""Matching of names as people type them: without accents, in any case, abbreviated or slightly wrong."""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile

LETTERS = str.maketrans({
    "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ŧ": "t", "ŋ": "n",
    "ı": "i", "ß": "ss", "ς": "σ",
})  # fmt: skip
"""Letters that are typed as other letters but have no decomposition."""

UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
"""Spelling of German umlauts on a keyboard without them."""

SHORTEST = 4
"""Minimum length of a word of prose that is compared with names."""

LONGEST = 64
"""Number of characters of a name that are compared for similarity."""

_WORD = re.compile(r"(?:[^\W\d_][\u0300-\u036f]*)+")

_COMMENT = re.compile(r"^\s*#|#(?!\d+\b)")
"""Beginning of a comment: a number sign, unless a number follows it inside a line."""

_SCRIPTS = frozenset({"LATIN", "GREEK", "CYRILLIC"})


@lru_cache(maxsize=1 << 13)
def key(text: str) -> str:
    """Return a name as a comparison key: `Liège` and `LIEGE` become `liege`."""
    # Remove accents before folding case, which would turn the Greek iota subscript into a letter.
    bare = _bare(_bare(text).casefold().translate(LETTERS))
    return " ".join("".join(character if character.isalnum() else " " for character in bare).split())


def _bare(text: str) -> str:
    """Return a text without accents and invisible characters."""
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(
        character for character in decomposed if unicodedata.category(character) not in ("Mn", "Me", "Cf")
    )


def strip_comment(line: str) -> str:
    """Return a line of a letter without its comment. The `#` of `offensive #12` does not begin a comment."""
    comment = _COMMENT.search(line)
    return line if comment is None else line[: comment.start()]


LIST_NUMBER = r"\s*\(?(?:\d{1,2}[.)]|[a-h]\))\s+"
"""The number or the letter of an item of a list: `1.`, `(2)`, `b)`. It is compiled for the first letter."""


def blank_list_number(line: str, begins_as_order: Callable[[str], bool]) -> str:
    """Return a line with spaces for its number in a list if an order follows. Columns stay as they are."""
    number = re.match(LIST_NUMBER, line)
    if number is None or not begins_as_order(line[number.end() :]):
        return line
    return " " * number.end() + line[number.end() :]


_QUESTION = re.compile(r"\?[\s!)\]]*$")


def is_question(line: str) -> bool:
    """Return True if a line ends with a question mark, apart from its comment: `br-s2 to 24,27 (?)`."""
    return _QUESTION.search(strip_comment(line)) is not None


def holds_order_word(line: str, verbs: Container[str], *names: "Index") -> bool:
    """Return True if a word of a line is a number, a verb, or a name or its beginning."""
    return any(
        not word.isalpha()
        or word in verbs
        or (len(word) >= SHORTEST and any(index.find(word) for index in names))
        for word in key(strip_comment(line)).split()
    )


def nearest(text: str, candidates: Iterable[str], n: int = 3, likeness: float = 0.6) -> tuple[str, ...]:
    """Return the candidates most similar to a text, best first, in their own spelling.

    `likeness` is the minimum similarity, from 0 to 1.
    """
    return _compare(key(text)[:LONGEST], tuple(candidates), n, likeness)


@lru_cache(maxsize=1024)
def _compare(name_key: str, candidates: tuple[str, ...], n: int, likeness: float) -> tuple[str, ...]:
    """Return the candidates most similar to a key.

    Cached, because an unreadable line is compared once per verb.
    """
    spelt: dict[str, str] = {}
    for candidate in candidates:
        spelt.setdefault(key(candidate)[:LONGEST], candidate)
    from difflib import get_close_matches  # noqa: PLC0415 - only what is misspelt is looked for

    # The name with the same letters comes before others as similar: `done` for `dnoe`, and not `none`.
    names = get_close_matches(name_key, spelt, n + 1, likeness)
    names.sort(key=lambda near: sorted(near) != sorted(name_key))
    return tuple(spelt[near] for near in names[:n])


def is_one_slip(word: str, name: str) -> bool:
    """Return True if a word lacks a letter of a name, or has one more, another one, or two exchanged."""
    shorter, longer = sorted((word, name), key=len)
    if len(longer) == len(shorter) + 1:
        return any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)))
    others = [at for at, (one, other) in enumerate(zip(word, name, strict=False)) if one != other]
    if len(word) != len(name) or len(others) not in (1, 2):
        return False
    first, last = others[0], others[-1]
    return first == last or (last == first + 1 and word[first] + word[last] == name[last] + name[first])


_LEAST_BEGINNING = 2
"""Fewest letters of the beginning of a name: `H.` below a letter is its writer, and not the card Hutier."""


class Index:
    """Index of ids by all their names. The id is one of them."""

    def __init__(self, names: Mapping[str, Iterable[str]]) -> None:
        ids_by_name: dict[str, list[str]] = {}
        for identity, other_names in names.items():
            for name in (identity, *other_names):
                for spelling in dict.fromkeys((key(name), key(_spelt_out(name)))):
                    ids = ids_by_name.setdefault(spelling, [])
                    if identity not in ids:
                        ids.append(identity)
        ids_by_name.pop("", None)
        self._ids = {spelling: tuple(ids) for spelling, ids in ids_by_name.items()}
        self._keys = sorted(ids_by_name)
        self._names = tuple(
            dict.fromkeys(n for identity, other_names in names.items() for n in (*other_names, identity))
        )

    def find(self, text: str) -> tuple[str, ...]:
        """Return the ids of a name, by whole names or else by their beginnings. Several ids are ambiguous."""
        name_key = key(text)
        if not name_key:
            return ()
        if exact := self._ids.get(name_key):
            return exact
        if len(name_key) < _LEAST_BEGINNING:
            return ()
        return tuple(dict.fromkeys(one for longer in self._begun(name_key) for one in self._ids[longer]))

    def holds(self, text: str) -> bool:
        """Return True if a text is a whole name."""
        return key(text) in self._ids

    def list_keys(self) -> Sequence[str]:
        """Return the keys of all names in alphabetical order."""
        return self._keys

    def nearest(self, text: str, n: int = 3, likeness: float = 0.6) -> tuple[str, ...]:
        """Return the names most similar to a text, best first."""
        return nearest(text, self._names, n, likeness)

    def _begun(self, beginning: str) -> Iterator[str]:
        onwards = self._keys[bisect_left(self._keys, beginning) :]
        for longer in takewhile(lambda known: known.startswith(beginning), onwards):
            # Numbers are never abbreviations: a lost piece 1 must not match piece 10.
            if not (beginning[-1].isdigit() and longer[len(beginning)].isdigit()):
                yield longer


def _spelt_out(name: str) -> str:
    return unicodedata.normalize("NFC", name).translate(UMLAUTS)


def find_mixed_scripts(text: str) -> tuple[str, ...]:
    """Return the words that mix letters of several scripts, such as a Cyrillic `е` in `Verdun`."""
    return tuple(word for word in _WORD.findall(unicodedata.normalize("NFC", text)) if _is_mixed(word))


def _is_mixed(word: str) -> bool:
    if word.isascii():
        return False
    scripts = {unicodedata.name(letter, "").partition(" ")[0] for letter in word}
    return len(scripts & _SCRIPTS) > 1
