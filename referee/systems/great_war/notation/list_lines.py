"""Lines of lists, as people type them: pieces, places and cards without the word of an order.

`- fr-i1 in Flandern zur fr-6`, `5 cards (5)`, `ru-i16 rejoint ru-10`. Each word must be a name, or a word of
such lines; otherwise the line stays unread. The result is a line with its order word.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from referee.i18n import order_words
from referee.i18n.name_matching import key
from referee.systems.great_war.facts import pool
from referee.systems.great_war.language.lexicon import Lexicon, lexicon
from referee.systems.great_war.notation.sentences import ARROW, COMMA, Phrase, Reading
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.tasks import (
    CombatCards,
    DeclareBattles,
    MakePlans,
    MovePieces,
    RetreatAfter,
    RideOff,
    StandOrRetreat,
)
from schemas.record import Value

_LONGEST = 4
"""Most words of a name."""

_SHORT_ID = re.compile(r"[a-z]\d{1,2}")
_IDS = re.compile(r"(?<![\w-])(?:(?P<nation>[a-z]{2})-[a-z]?\d{1,2}|(?P<short>[a-z]\d{1,2}))(?![\w-])")
_TO = frozenset({"to", ARROW, "vers", "nach", "προσ", *order_words.WHERE})
_SMALL = (
    order_words.PLACED_IN | order_words.INTO | order_words.PURCHASES | order_words.AROUND_PURCHASES
) - order_words.COUNTS.keys()
"""Words of a line of new pieces that are not names."""

_ARTICLES = order_words.ARTICLES | order_words.OWN


class Part(Value):
    """Part of a line: a counter, an area, a description of pieces, or another word."""

    word: str
    counter: str = ""
    area: str = ""
    kind: str = ""
    nation: str = ""
    count: int = 0


Parts = tuple[Part, ...]


def list_lines(reading: Reading) -> Iterator[str]:
    """Yield the lines with order words that a line of a list may mean."""
    heading, mark, rest = reading.line.partition(":")
    if mark and order_words.REST.issuperset(key(heading).split()):
        reading = reading.replace_line(rest)
    for one in _spell_short_id(reading):
        yield from _write_lines(one)


def _spell_short_id(reading: Reading) -> Iterator[Reading]:
    """Yield the line with the whole id of a piece for a short one, `a6`: for each nation of the side."""
    phrase = reading.phrase()
    at = next((at for at, word in enumerate(phrase.words) if _SHORT_ID.fullmatch(word.key)), None)
    if at is None:
        yield reading
        return
    word = phrase.part(at, at + 1)
    for piece in reading.position.map.owned(reading.side):
        if piece.id.partition("-")[2] == word.key:
            yield reading.replace_line(reading.instead(word, piece.id))


def _write_lines(reading: Reading) -> Iterator[str]:
    """Yield the lines with the order words that the open question allows."""
    task, parts = reading.position.task, tuple(_split(reading))
    if isinstance(task, MakePlans) and task.phase in {"production", "reinforcements"}:
        is_production = task.phase == "production"
        yield from (line for line in (_write_cards(parts) if is_production else "",) if line)
        yield from _write_purchase(reading, parts, "build" if is_production else "place")
    if isinstance(task, MakePlans | MovePieces):
        yield from _write_join(reading, parts)
    if isinstance(task, RetreatAfter | StandOrRetreat | RideOff):
        yield from _write_retreat(reading, parts)
    if isinstance(task, CombatCards | DeclareBattles | MovePieces):
        yield from _write_play(reading)


def spell_ids(theatre: GreatWarGame, text: str) -> str:
    """Return a text in which a short id follows its nation: `ge-i32 to Nancy, i33 stays` names ge-i33."""
    ids, nation = lexicon(theatre).counters, ""

    def spell(match: re.Match[str]) -> str:
        nonlocal nation
        nation = match["nation"] or nation
        whole = f"{nation}-{match['short']}"
        return whole if not match["nation"] and nation and key(whole) in ids else match[0]

    return _IDS.sub(spell, text)


def _split(reading: Reading) -> Iterator[Part]:
    """Yield the parts of a line, the longest names first."""
    phrase, at = reading.phrase(), 0
    while at < len(phrase.words):
        for length in range(min(_LONGEST, len(phrase.words) - at), 0, -1):
            part = _name(reading.names, phrase.part(at, at + length))
            if part is not None:
                break
        else:
            length, part = 1, Part(phrase.words[at].key)
        yield part
        at += length


def _name(terms: Lexicon, window: Phrase) -> Part | None:
    """Return a name of the game, or None."""
    word = window.key
    if word in _SMALL or any(one.key in {COMMA, ARROW} for one in window.words):
        return None
    if (counter := terms.counters.get(word)) is not None:
        return Part(word, counter=counter)
    if area := _find_area(terms, word):
        return Part(word, area=area)
    return _describe(terms, word)


def _find_area(terms: Lexicon, word: str) -> str:
    """Return the area with this whole name, or "". French joins the article of `Le Havre` to `au`."""
    names = (name for name in (word, f"le {word}") if terms.areas.holds(name))
    areas = terms.areas.find(next(names, "")) if word else ()
    return areas[0] if len(areas) == 1 else ""


def _describe(terms: Lexicon, word: str) -> Part | None:
    """Return a kind, a nation or a number, or None."""
    if len(kinds := _find_kinds(terms, word)) == 1:
        return Part(word, kind=kinds[0])
    if terms.nations.holds(word) and len(nations := terms.nations.find(word)) == 1:
        return Part(word, nation=nations[0])
    if word in order_words.COUNTS or (word.isdecimal() and len(word) < 3):
        return Part(word, count=order_words.COUNTS.get(word) or int(word))
    return None


def _find_kinds(terms: Lexicon, word: str) -> tuple[str, ...]:
    """Return the kinds that a word names, by a whole name or a beginning of it."""
    return terms.kinds.find(word) if len(word) > 2 or terms.kinds.holds(word) else ()


def _write_cards(parts: Parts) -> str:
    """Return the purchase of cards, or "" for another line."""
    counts = [part.count for part in parts if part.count]
    others = [part.word for part in parts if not part.count and part.word != COMMA]
    nouns = [word for word in others if word in order_words.CARDS]
    words = order_words.CARDS | order_words.PURCHASES | order_words.AROUND_PURCHASES
    return f"buy {counts[0]} cards" if len(counts) == len(nouns) == 1 and words.issuperset(others) else ""


def _write_purchase(reading: Reading, parts: Parts, verb: str) -> Iterator[str]:
    """Yield the line of new pieces: who, where, and in which army."""
    areas = [part.area for part in parts if part.area]
    hosts = [after.counter for before, after in _pairs(parts) if _leads_into(before, after)]
    pieces = [part for part in parts if part.counter and part.counter not in hosts]
    if len(areas) > 1 or len(hosts) > 1 or not (areas or hosts) or not _is_list(parts):
        return
    place = f"in {areas[0]}" if areas else ""
    into = f"into {hosts[0]}" if hosts else ""
    if pieces and _agree(reading, pieces, parts):
        ids = ", ".join(part.counter for part in pieces)
        yield " ".join(f"{verb} {ids} {place} {into}".split())
    if not pieces and any(part.kind for part in parts):
        who = " ".join(part.word for part in parts if part.kind or part.nation or part.count)
        yield " ".join(f"{verb} {who} {place} {into}".split())


def _pairs(parts: Parts) -> Iterator[tuple[Part, Part]]:
    """Yield the successive parts of a line without articles."""
    return pairwise(part for part in parts if part.word not in _ARTICLES)


def _leads_into(before: Part, after: Part) -> bool:
    """Return True for an army behind a word such as `zur`, or behind its area: `in Flandern in die fr-6`."""
    is_army = after.counter.partition("-")[2].isdigit()
    return is_army and (before.word in order_words.INTO or before.word in order_words.PLACED_IN)


def _is_list(parts: Parts) -> bool:
    """Return True if each word is a name, or a small word of such a line."""
    return all(part != Part(part.word) or part.word in {*_SMALL, COMMA} for part in parts)


def _agree(reading: Reading, pieces: list[Part], parts: Parts) -> bool:
    """Return True if number, kind and nation of a line are those of its pieces."""
    counters = [pool.counter(reading.theatre, part.counter) for part in pieces]
    kinds = {part.kind for part in parts if part.kind}
    nations = {part.nation for part in parts if part.nation}
    counts = {part.count for part in parts if part.count}
    return (
        all(piece is not None for piece in counters)
        and kinds <= {piece.kind for piece in counters if piece is not None}
        and nations <= {piece.nation for piece in counters if piece is not None}
        and counts <= {len(pieces)}
        and len(kinds) < 2
        and len(nations) < 2
    )


def _write_join(reading: Reading, parts: Parts) -> Iterator[str]:
    """Yield the line of pieces that join an army: `ru-i16 rejoint ru-10`."""
    verbs = [at for at, part in enumerate(parts) if part.word in order_words.JOINS]
    if len(verbs) != 1 or (verbs[0] and parts[verbs[0] - 1].word in order_words.PERFECT):
        return
    before, after = parts[: verbs[0]], [part for part in parts[verbs[0] + 1 :] if part.word not in _ARTICLES]
    names = [part for part in before if part.word not in order_words.AND | _ARTICLES | {COMMA}]
    pieces = [part for part in names if part.counter]
    if len(after) != 1 or not after[0].counter or any(part == Part(part.word) for part in names):
        return
    if pieces and not any(part.area for part in names) and _agree(reading, pieces, tuple(names)):
        yield f"join {', '.join(part.counter for part in pieces)} to {after[0].counter}"


def _write_retreat(reading: Reading, parts: Parts) -> Iterator[str]:
    """Yield the line of pieces that retreat: `Artillerie a6 nach Metz zurück`."""
    bare = [
        part for part in parts if part.word not in order_words.BACK | _ARTICLES | order_words.AND | {COMMA}
    ]
    pieces = [part for part in bare if part.counter]
    details = [part for part in bare if part.kind or part.nation or part.count]
    rest = [part for part in bare if part not in pieces and part not in details]
    leads = len(rest) == 2 and rest[0].word in _TO and bool(rest[1].area) and bare[-2:] == rest
    if leads and pieces and _agree(reading, pieces, tuple(details)):
        yield f"retreat {', '.join(part.counter for part in pieces)} to {rest[1].area}"


_PLAYED_IN: Mapping[str, str] = dict.fromkeys(("in", "at", "on", "bei", *order_words.WHERE), "in")


def _write_play(reading: Reading) -> Iterator[str]:
    """Yield the line of a card that is played on a battle: `Gaz (39) à Reims`."""
    phrase = reading.phrase()
    for at, word in enumerate(phrase.words):
        is_place = word.key in _PLAYED_IN or reading.line[word.start : word.end] in {"à", "À"}
        number = phrase.words[at - 1].key if at else ""
        if not (is_place and number.isdecimal()):
            continue
        kind = reading.theatre.card(int(number)) if len(number) < 4 else None
        name, place = phrase.part(0, at - 1).key, phrase.part(at + 1)
        if kind is not None and kind.id in lexicon(reading.theatre).cards.find(name):
            yield f"play {number} in {reading.line[place.start : place.end]}"
