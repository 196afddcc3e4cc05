"""Names as people type them: without their accents, in any case, cut short, or slightly wrong."""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import takewhile

LETTERS = str.maketrans({
    "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ŧ": "t", "ŋ": "n",
    "ı": "i", "ß": "ss", "ς": "σ",
})  # fmt: skip
"""Letters that are no letter with an accent, and yet are typed as others."""

UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
"""How German writes its umlauts on a keyboard that has none."""

SHORTEST = 4
"""Shorter words of prose are not taken for names."""

LONGEST = 64
"""Further characters of a name are not compared when a near one is looked for."""

_WORD = re.compile(r"(?:[^\W\d_][\u0300-\u036f]*)+")

_COMMENT = re.compile(r"^\s*#|#(?!\d+\b)")
"""What begins a comment: a number sign, unless a number stands behind it in the midst of a line."""

_SCRIPTS = frozenset({"LATIN", "GREEK", "CYRILLIC"})


@lru_cache(maxsize=1 << 13)
def key(text: str) -> str:
    """What remains of a name when two spellings of it are compared: `Liège` and `LIEGE` are `liege`."""
    # Accents go before the case does: folding would turn the iota subscript of Greek into a letter.
    bare = _bare(_bare(text).casefold().translate(LETTERS))
    return " ".join("".join(sign if sign.isalnum() else " " for sign in bare).split())


def _bare(text: str) -> str:
    """The text without accents, and without signs that are never seen."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in apart if unicodedata.category(sign) not in ("Mn", "Me", "Cf"))


def strip_comment(line: str) -> str:
    """A line of a letter up to its comment; in `offensive #12` the sign says that a number follows."""
    comment = _COMMENT.search(line)
    return line if comment is None else line[: comment.start()]


def holds_order_word(line: str, verbs: Container[str], *names: "Index") -> bool:
    """Return True if a word of a line is a number, a verb, or a name or its beginning."""
    return any(
        not word.isalpha()
        or word in verbs
        or (len(word) >= SHORTEST and any(known.find(word) for known in names))
        for word in key(strip_comment(line)).split()
    )


def nearest(text: str, candidates: Iterable[str], n: int = 3, likeness: float = 0.6) -> tuple[str, ...]:
    """The candidates that look most like a text, best first, spelt as they were given.

    `likeness` is how much alike they must be, 1 where they are the same.
    """
    return _compare(key(text)[:LONGEST], tuple(candidates), n, likeness)


@lru_cache(maxsize=1024)
def _compare(wanted: str, candidates: tuple[str, ...], n: int, likeness: float) -> tuple[str, ...]:
    """The nearest to a key. A line that is no order is held against the same names for each verb."""
    spelt: dict[str, str] = {}
    for candidate in candidates:
        spelt.setdefault(key(candidate)[:LONGEST], candidate)
    from difflib import get_close_matches  # noqa: PLC0415 - only what is misspelt is looked for

    return tuple(spelt[near] for near in get_close_matches(wanted, spelt, n, likeness))


class Index:
    """Finds ids by any of their names; the id is itself a name."""

    def __init__(self, names: Mapping[str, Iterable[str]]) -> None:
        found: dict[str, list[str]] = {}
        for identity, known in names.items():
            for name in (identity, *known):
                for spelling in dict.fromkeys((key(name), key(_spelt_out(name)))):
                    ids = found.setdefault(spelling, [])
                    if identity not in ids:
                        ids.append(identity)
        found.pop("", None)
        self._ids = {spelling: tuple(ids) for spelling, ids in found.items()}
        self._keys = sorted(found)
        self._names = tuple(dict.fromkeys(n for identity, known in names.items() for n in (*known, identity)))

    def find(self, text: str) -> tuple[str, ...]:
        """The ids that a name may mean, by whole names, or by their beginnings; several are ambiguous."""
        wanted = key(text)
        if not wanted:
            return ()
        if exact := self._ids.get(wanted):
            return exact
        return tuple(dict.fromkeys(one for longer in self._begun(wanted) for one in self._ids[longer]))

    def nearest(self, text: str, n: int = 3) -> tuple[str, ...]:
        """The names that look most like a text, best first."""
        return nearest(text, self._names, n)

    def _begun(self, wanted: str) -> Iterator[str]:
        onwards = self._keys[bisect_left(self._keys, wanted) :]
        for longer in takewhile(lambda known: known.startswith(wanted), onwards):
            # A number is never cut short: a piece 1 that is no more is not piece 10.
            if not (wanted[-1].isdigit() and longer[len(wanted)].isdigit()):
                yield longer


def _spelt_out(name: str) -> str:
    return unicodedata.normalize("NFC", name).translate(UMLAUTS)


def find_mixed_scripts(text: str) -> tuple[str, ...]:
    """The words that mix look-alike letters of several scripts, such as a Cyrillic `е` in `Verdun`."""
    return tuple(word for word in _WORD.findall(unicodedata.normalize("NFC", text)) if _is_mixed(word))


def _is_mixed(word: str) -> bool:
    if word.isascii():
        return False
    scripts = {unicodedata.name(letter, "").partition(" ")[0] for letter in word}
    return len(scripts & _SCRIPTS) > 1
