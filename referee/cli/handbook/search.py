"""Search of the handbook: sections ranking by BM25 over their headings and passages."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from referee.cli.handbook import sections
from referee.cli.handbook.sections import Section
from referee.engine.facts import Statable
from referee.i18n.name_matching import key
from referee.packs import loading
from referee.reports import explanations
from schemas.answers.help import HelpFound, HelpKind, HelpResult

RESULTS = 5
"""Number of places shown."""

EXCERPT = 240
"""Longest excerpt, in characters."""

SATURATION, LENGTH = 1.2, 0.5
"""Parameters of BM25: `k1` and `b`."""

IN_HEADING, IN_TITLE = 3.0, 2.0
"""Weight of a word in a heading, and in the name or title of a page, against 1 in a passage."""

SYNONYM = 0.7
"""Weight of another word for the same thing."""

WEIGHTS: Mapping[HelpKind, float] = {"page": 1.0, "command": 0.92, "clause": 0.4, "code": 0.35}
"""Weight of a place by its kind: a question in words is seldom about a single clause."""

PAGE_WEIGHTS: Mapping[str, float] = {
    **dict.fromkeys(("moderator", "players", "letters", "orders", "mail", "reports"), 1.15),
    **dict.fromkeys(("beacon", "club-log", "programs"), 0.75),
    **dict.fromkeys(("threats", "new-system", "architecture", "developing", "testing", "changes"), 0.6),
}
"""Weight of pages that most readers ask for, or that few readers ask for. Others have 1."""

LATER = 0.9
"""Weight of a passage that is not the first of its section."""

NAMED = 3.0
"""Weight of a place whose name is the whole question, or means the same."""

STOP_WORDS = frozenset((
    "a", "about", "actually", "all", "already", "also", "am", "an", "and", "any", "anyone", "anything",
    "are", "as", "at", "be", "because", "been", "but", "by", "can", "cannot", "could", "did", "do",
    "does", "doing", "don", "each", "else", "ever", "every", "for", "from", "get", "give", "given",
    "gives", "got", "had", "happen", "happens", "has", "have", "having", "he", "help", "her", "here",
    "his", "how", "i", "if", "in", "into", "is", "isn", "it", "its", "just", "kind", "know", "let",
    "like", "make", "many", "may", "me", "mean", "means", "more", "much", "must", "my", "myself",
    "need", "no", "not", "nothing", "now", "of", "on", "one", "only", "or", "other", "our", "out",
    "own", "please", "possible", "see", "shall", "she", "should", "so", "some", "someone", "something",
    "such", "tell", "than", "that", "the", "their", "them", "there", "these", "they", "thing", "things",
    "this", "those", "to", "too", "up", "us", "use", "used", "using", "very", "want", "wants", "was",
    "way", "we", "were", "what", "when", "where", "whether", "which", "while", "who", "whom", "why",
    "will", "with", "without", "work", "works", "would", "yet", "you", "your", "yours"
))  # fmt: skip
"""Words of questions that name nothing."""

_SENTENCE = re.compile(r"(?<=[.!?;]) +(?=[A-Z`])")

_NOWHERE = Section("page", "", "", "", (), "")

_SUFFIXES = (("ies", "y"), ("ing", ""), ("ed", ""), ("es", "e"), ("s", ""))


class _Entry(NamedTuple):
    """A section with the weighted words of its headings, and the words of each passage."""

    section: Section
    heads: Mapping[str, float]
    passages: tuple[Mapping[str, int], ...]
    counts: Mapping[str, int]


class Index(NamedTuple):
    """Sections with the statistics of their words. `phrases` has the other names of each name, as stems."""

    entries: tuple[_Entry, ...]
    frequencies: Mapping[str, int]
    length: float
    phrases: Mapping[tuple[str, ...], tuple[tuple[str, ...], ...]]
    vocabulary: tuple[str, ...]


@lru_cache(maxsize=1 << 14)
def stem(word: str) -> str:
    """Return the stem of an English word, such as `dic` of `dice` and `mov` of `moving`."""
    for suffix, instead in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3 and not word.endswith(("ss", "us", "is")):
            word = word.removesuffix(suffix) + instead
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


def _stems(text: str) -> tuple[str, ...]:
    return tuple(map(stem, key(text).split()))


def index(all_sections: Iterable[Section], names: Iterable[Sequence[str]]) -> Index:
    """Index sections, and the groups of names that mean the same."""
    entries, words = list[_Entry](), set[str]()
    for section in all_sections:
        heads: dict[str, float] = {}
        for text, weight in ((f"{section.name} {section.title}", IN_TITLE), (section.heading, IN_HEADING)):
            for word in dict.fromkeys(_stems(text)):
                heads[word] = max(weight, heads.get(word, 0.0))
        passages = tuple(Counter(_stems(passage)) for passage in section.passages)
        entries.append(_Entry(section, heads, passages, sum(passages, Counter[str]())))
        words.update(chain.from_iterable(key(text).split() for text in (section.heading, *section.passages)))
    groups = [tuple(dict.fromkeys(map(_stems, group))) for group in names]
    phrases: dict[tuple[str, ...], tuple[tuple[str, ...], ...]] = {}
    for group in groups:
        for name in group:
            phrases[name] = (*phrases.get(name, ()), *(one for one in group if one != name))
    frequencies = Counter(word for entry in entries for word in {*entry.counts, *entry.heads})
    length = sum(sum(entry.counts.values()) for entry in entries) / max(len(entries), 1)
    words.update(word for group in names for name in group for word in key(name).split())
    vocabulary = tuple(sorted(word for word in words if word not in STOP_WORDS and len(word) > 2))
    return Index(tuple(entries), frequencies, length, phrases, vocabulary)


class _Concept(NamedTuple):
    """One thing that a question names: the stems of its possible words, with their weights."""

    words: tuple[tuple[tuple[str, ...], float], ...]


def _find_concepts(question: str, handbook: Index) -> Iterator[_Concept]:
    """Yield the things that a question names. A phrase of the glossary, such as `take back`, is one."""
    words = [(word, stem(word)) for word in key(question).split()]
    longest = max(map(len, handbook.phrases), default=1)
    while words:
        for size in range(min(longest, len(words)), 0, -1):
            phrase = tuple(root for _, root in words[:size])
            others = handbook.phrases.get(phrase, ())
            is_word = size == 1 and words[0][0] not in STOP_WORDS
            if is_word or (others and (size > 1 or words[0][0] not in STOP_WORDS)):
                yield _Concept(((phrase, 1.0), *((other, SYNONYM) for other in others)))
                words = words[size:]
                break
        else:
            words = words[1:]


def _frequency(words: tuple[str, ...], entry: _Entry, counts: Mapping[str, int]) -> float:
    """Return how often a phrase occurs in a passage and its headings: the least of its words."""
    return min(counts.get(word, 0) + entry.heads.get(word, 0.0) for word in words)


def _weigh(words: tuple[str, ...], handbook: Index) -> float:
    """Return the weight of a phrase by its rarest word: the inverse document frequency."""
    count = min(handbook.frequencies.get(word, 0) for word in words)
    return math.log(1 + (len(handbook.entries) - count + 0.5) / (count + 0.5)) if count else 0.0


def _score(concepts: Sequence[_Concept], entry: _Entry, counts: Mapping[str, int], handbook: Index) -> float:
    """Return the BM25 of a text, reduced by the share of the question that it does not mention."""
    size = sum(counts.values())
    norm = SATURATION * (1 - LENGTH + LENGTH * size / handbook.length)
    total = coverage = score = 0.0
    for concept in concepts:
        rarity = max(_weigh(words, handbook) for words, _ in concept.words)
        best = 0.0
        for words, weight in concept.words:
            often = _frequency(words, entry, counts)
            best = max(best, weight * often / (often + norm))
        total += rarity
        coverage += rarity if best else 0.0
        score += rarity * best
    return score * coverage / total if total else 0.0


def search(question: str, handbook: Index) -> HelpFound:
    """Return the sections that answer a question, best first."""
    concepts = [*_find_concepts(question, handbook)]
    present = [one for one in concepts if any(_weigh(words, handbook) for words, _ in one.words)]
    names = (_stems(question), *handbook.phrases.get(_stems(question), ()))
    ranking: list[tuple[float, int, int]] = []
    for number, entry in enumerate(handbook.entries):
        whole = _score(present, entry, entry.counts, handbook)
        if whole:
            scores = [
                _score(present, entry, counts, handbook) * (LATER if at else 1.0)
                for at, counts in enumerate(entry.passages)
            ]
            best = max(range(len(scores)), key=lambda at: scores[at])
            weight = WEIGHTS[entry.section.kind] * PAGE_WEIGHTS.get(entry.section.name, 1.0)
            weight *= NAMED if _stems(entry.section.name) in names else 1.0
            ranking.append(((whole + scores[best]) * weight, -number, best))
    ranking.sort(reverse=True)
    results: dict[tuple[str, str], HelpResult] = {}
    for _, number, best in ranking:
        entry = handbook.entries[-number]
        if len(results) < RESULTS:
            excerpt = _cut(entry.section.passages[best], present, handbook)
            results.setdefault((entry.section.name, entry.section.heading), _result(entry.section, excerpt))
    skipped = tuple(" ".join(one.words[0][0]) for one in concepts if one not in present)
    return HelpFound(words=question, results=tuple(results.values()), skipped=skipped)


def _cut(passage: str, concepts: Sequence[_Concept], handbook: Index) -> str:
    """Return a passage, or the part of a long one from its best sentence on."""
    if len(passage) <= EXCERPT:
        return passage
    sentences = _SENTENCE.split(passage)
    alone = [_Entry(_NOWHERE, {}, (), Counter(_stems(sentence))) for sentence in sentences]
    scores = [_score(concepts, one, one.counts, handbook) for one in alone]
    text = " ".join(sentences[scores.index(max(scores)) :])
    return text if len(text) <= EXCERPT else f"{text[:EXCERPT].rpartition(' ')[0]} ..."


def _result(section: Section, excerpt: str) -> HelpResult:
    return HelpResult(
        kind=section.kind, name=section.name, heading=section.heading, excerpt=excerpt, more=section.more
    )


def suggest_words(question: str, handbook: Index) -> tuple[str, ...]:
    """Return the question with its unknown words replaced by the most similar known ones.

    Return nothing if a word resembles none.
    """
    words: list[str] = []
    for word in key(question).split():
        near = [word] if word in STOP_WORDS else get_close_matches(word, handbook.vocabulary, 1, 0.75)
        if not near:
            return ()
        words.append(near[0])
    spelt = " ".join(words)
    return (spelt,) if search(spelt, handbook).results else ()


def split_clauses(rooms: Sequence[explanations.Room]) -> Iterator[Section]:
    """Yield the clauses of the rulebooks and the codes of faults and refusals."""
    packs = [pack.name for pack in loading.shelf()]
    for name in packs:
        rulebook = loading.load(name).pack.clauses
        for one in rulebook.citations:
            more = f"referee explain {one.number} --pack {name}"
            yield Section("clause", one.number, rulebook.book, one.title, (one.rule,), more)
    facts: list[Statable] = [fact for room in rooms for fact in room]
    facts += [fact for name in packs for fact in explanations.refusals(name).values()]
    for code, fact in {fact.code: fact for fact in facts}.items():
        text = " ".join(filter(None, (fact.template, fact.remedy)))
        yield Section("code", code, code, code, (re.sub(r"[{}]", "", text),), f"referee explain {code}")


@cache
def open_handbook(pages: tuple[str, ...], rooms: tuple[explanations.Room, ...]) -> Index:
    """Index the help pages, the commands, the clauses and the codes."""
    page_sections = (
        section
        for page in pages
        if page != sections.GLOSSARY
        for section in sections.split_page(page, sections.read_page(page))
    )
    everything = chain(
        page_sections, sections.split_topics(), sections.split_commands(), split_clauses(rooms)
    )
    return index(everything, tuple(sections.read_glossary()))
