"""Sentences of a free text, and their clauses with the words that decide if they can be orders."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec.structs import replace

from referee.i18n import order_words, sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.proposals import phrases, sentence_cuts
from referee.systems.great_war.notation.free_text.simplification import leave_reasons_out
from referee.systems.great_war.notation.free_text.tokens import (
    Token,
    find_keys,
    is_ordinal,
    speaks_of_armies,
)
from referee.systems.great_war.notation.proposals.mentions import NUMBER, Mention, Names
from referee.systems.great_war.notation.sentences import ARROW
from schemas.record import Value

_QUOTED = re.compile(r"[\"“„«][^\"“”„«»]*[\"”“»]")
_BRACKET = re.compile(r"\s*\(([^()]*)\)")
_IDS = re.compile(
    r"(?:[a-z]{2}-)?[a-z]?\d{1,3}(?:(?:\s*[,&+]\s*|\s+(?:and|und|u|et|και)\s+)(?:[a-z]{2}-)?[a-z]?\d{1,3})*",
    re.I,
)
_JOINT = re.compile(
    r"(?P<mark>\s*[;:]\s+|\s*,\s+|\s+[-–—]\s+|\s*\n\s*|,$)"
    r"|\s+(?P<word>and then|and|und dann|und|u|et puis|et|και|then|dann|puis|but|aber|sondern|mais|αλλά"
    r"|while|während)\s+",
    re.IGNORECASE,
)
MARK = re.compile(r"^\s*(?:[-*•–]+\s+)?(?:\(?(?:\d{1,2}[.)]|[a-h]\))\s+)?")
_PRICED = re.compile(
    r"\b(?:[a-z]{2}-)?[a-z]?\d{1,2}$|\b(?:cards?|cartes?|karten?|κάρτ(?:α|ες))$", re.IGNORECASE
)
_DASH = re.compile(r"\s+[-–—]\s+")
_NOT = re.compile(r"n['’]t\b", re.IGNORECASE)
_YOU_DO = re.compile(r"\bdu\s+\w+st\b|\b\w+st\s+du\b")
_FORMAL = re.compile(r"(?<=[\w,] )Sie\b|^\W*Sie\s+\w+en\b|\bIhnen\b")
_BARE_NO = use.NO | {"never", "nie", "niemals", "jamais", "ποτέ"}

_WAYS = use.RAIL | use.SEA | use.MOTION - use.SMALL
"""Words in brackets for a way to travel."""

_NATIONS = frozenset(use.NATIONS_OF) | use.PEOPLES

PAST_FORMS = frozenset({"been", "had", "was", "were", "etait", "avait", "war", "waren", "hatte", "hatten"})

FEW_WORDS = 3
"""Most words of a clause that only colours the clause behind it: `Perhaps, the 1st Army ...`."""

LONGEST_NAME = 40
"""Most letters of an area beside a dash."""


class Sentence(Value):
    """A sentence: as its writer typed it, without brackets and quotations, and its clauses."""

    quote: str
    text: str
    clauses: tuple["Clause", ...] = ()
    is_blocked: bool = False
    is_question: bool = False
    reason_area: str = ""
    has_condition: bool = False
    is_bare_no: bool = False
    has_doubt: bool = False

    @property
    def keys(self) -> frozenset[str]:
        """All words of the sentence."""
        return frozenset[str]().union(*(clause.keys for clause in self.clauses))


class Clause(Value):
    """A part of a sentence: its words, its names, and whether it is denied, or cannot be an order."""

    text: str
    tokens: tuple[Token, ...]
    keys: frozenset[str]
    mentions: tuple[Mention, ...]
    joint: str = ""
    is_denied: bool = False
    is_unreal: bool = False
    is_of_others: bool = False
    is_relative: bool = False
    is_contrast: bool = False

    @property
    def subjects(self) -> tuple[Mention, ...]:
        """The own pieces that the clause may be about."""
        return tuple(
            one
            for at, one in enumerate(self.mentions)
            if (one.is_piece or one.is_bare_number)
            and not one.is_foreign
            and (
                one.role == ""
                or (one.role == "of" and one.is_piece and not any(m.is_piece for m in self.mentions[:at]))
            )
        )

    @property
    def hosts(self) -> tuple[Mention, ...]:
        """The own armies that pieces join."""
        return tuple(
            one
            for one in self.mentions
            if one.role == "to" and (one.is_army or one.ids) and not one.is_foreign
        )

    @property
    def is_about_foreigners(self) -> bool:
        """Return True if the first pieces of the clause are not the writer's."""
        first = next((one for one in self.mentions if one.is_piece), None)
        return first is not None and first.is_foreign and first.role == ""

    @property
    def moves(self) -> bool:
        """Return True for a verb of movement."""
        return not self.keys.isdisjoint(use.MOVES | use.TAKES)

    @property
    def says_there(self) -> bool:
        """Return True for a word such as `there`. French `la` is an article, and `là` a place."""
        after = [*(one.key for one in self.tokens[1:]), ""]
        there = [
            one
            for one, word in zip(self.tokens, after, strict=False)
            if one.among(use.THERE) and not (one.key == "y" and word in {"a", "avait", "aura"})
        ]
        return any(one.key != "la" or "à" in one.text.casefold() for one in there)

    @property
    def stays(self) -> bool:
        """Return True for a verb of pieces that stay."""
        return not self.keys.isdisjoint(use.KEEPS)

    @property
    def has_verb(self) -> bool:
        """Return True if a verb says what happens, so that the clause takes no denial from the one before."""
        return self.moves or self.stays or not self.keys.isdisjoint(use.USES | use.LOSES | use.BUYS)

    @property
    def is_listed(self) -> bool:
        """Return True for a short clause behind `and`, `then` or a comma."""
        return bool(self.joint) and len(self.tokens) <= FEW_WORDS + 1

    @property
    def says_where(self) -> bool:
        """Return True for other words between a piece and an area, one of which may be a verb."""
        piece = next((one.end for one in self.subjects if one.is_piece), None)
        area = next(
            (one.at for one in self.mentions if one.area and piece is not None and one.at >= piece), None
        )
        if piece is None or area is None:
            return False
        small = use.SMALL | use.ARMIES | use.FROM | order_words.ARTICLES | use.TO | use.INTO
        between = self.tokens[piece:area]
        return any(not one.among(small) and not one.ordinal and one.key not in _NATIONS for one in between)

    @property
    def is_talk(self) -> bool:
        """Return True for a clause of few words that names nothing."""
        return not self.mentions and len(self.tokens) <= FEW_WORDS

    def areas(self, *roles: str) -> tuple[Mention, ...]:
        """Return the areas with one of some roles."""
        return tuple(one for one in self.mentions if one.area and one.role in roles)


def read_sentences(names: Names, paragraph: str) -> Iterator[Sentence]:
    """Yield the sentences of a paragraph."""
    for quote in sentence_cuts.split_sentences(paragraph):
        marked_text = phrases.SEVERAL_NUMBERS.sub(
            lambda cards: re.sub(r"(\d+)", rf"{NUMBER}\1", cards[0]), quote
        )
        yield _read_sentence(names, quote, phrases.NUMBERED.sub(f" {NUMBER}", marked_text))


@lru_cache(maxsize=1024)
def _read_sentence(names: Names, quote: str, sentence: str) -> Sentence:
    mark = MARK.match(sentence)
    sentence = (
        sentence[mark.end() :] if mark is not None and not is_ordinal(sentence, mark.end()) else sentence
    )
    sentence = sentence_phrases.FOR_THE_SEASON.sub(" ", sentence)
    bare = phrases.INTRODUCES.sub("", sentence_phrases.OPENINGS.sub("", sentence))
    bare = phrases.ON_TRAIN.sub("mit der Bahn", phrases.IDIOMS.sub(" ", phrases.AS_READ.sub(" ", bare)))
    bare = phrases.AWAY_WITH.sub("lose", bare)
    bare = phrases.ARMIES_IN_BRACKETS.sub(r"the \g<numbers> \g<nation>\g<armies>", bare)
    bare = phrases.POINTS.sub(r"\g<number> \g<cards>", _repeat_armies(bare))
    bare = phrases.OF_THE.sub(r"\1 ", bare)
    bare = phrases.SAME_ARMY.sub(r"\g<id>", phrases.TIMES.sub(r"\1", bare))
    has_doubt = any(_is_doubt(names, bracket) for bracket in _BRACKET.findall(sentence))
    bare = sentence_phrases.NICKNAMES.sub(" ", _QUOTED.sub(" ", bare))
    bare = _BRACKET.sub(lambda bracket: _open_bracket(names, bracket), bare)
    bare = sentence_phrases.WITH_CONTENTS.sub(" ", bare)
    bare = phrases.LIMITED.sub("limited offensive", bare)
    bare = sentence_phrases.FROM_OUT.sub(r"\1", sentence_phrases.ONLY.sub(r"\1 seulement ", bare))
    outside = {one.area for one in names.find_mentions(names.read(leave_reasons_out(bare)))} | {""}
    areas = [one.area for one in names.find_mentions(names.read(bare)) if one.area not in outside]
    bare = leave_reasons_out(sentence_phrases.REGIONS.sub(" here ", bare)).strip()
    names = replace(names, speaks_of_armies=names.speaks_of_armies or speaks_of_armies(bare))
    clauses = tuple(_read_clauses(names, bare)) if bare.strip(" .!?") else ()
    clauses, limits_clause = _limit_clauses(clauses)
    first = next((part for one in clauses[:1] for token in one.tokens[:1] for part in token.key.split()), "")
    keys = frozenset[str]().union(*(one.keys for one in clauses))
    is_polite = not keys.isdisjoint(use.POLITE)
    is_question = bool(sentence_phrases.ASKED.search(sentence)) or first in use.QUESTIONS
    is_request = is_polite and first in use.REQUESTS | use.QUESTIONS
    is_blocked = (
        (is_question and not (is_request and not sentence_phrases.ASKED.search(quote)))
        or (phrases.CONDITION.search(bare) is not None and not limits_clause)
        or has_doubt
        or sentence_phrases.LATER_TURNS.search(bare) is not None
        or not keys.isdisjoint(use.REPORTS)
        or any(_speaks_of_others(clauses, at) for at in range(len(clauses)))
    )
    is_no = bare.strip(" .!?,").casefold() in _BARE_NO or (has_doubt and not clauses)
    area = (areas or [""])[-1]
    return Sentence(
        quote.strip(), bare, clauses, is_blocked, is_question, area, limits_clause, is_no, has_doubt
    )


def _limit_clauses(clauses: tuple[Clause, ...]) -> tuple[tuple[Clause, ...], bool]:
    """Return the clauses, and True if a condition holds for clauses with pieces of their own only.

    In `ge-5 goes to Laon, the siege gun too if it can`, the first clause has none.
    """
    has_limit = [phrases.CONDITION.search(one.text) is not None for one in clauses]
    last = next((at for at, is_limited in enumerate(has_limit) if is_limited), 0)
    if not last or not all(
        one.subjects for one, is_limited in zip(clauses, has_limit, strict=True) if is_limited
    ):
        return clauses, False
    if not any(one.subjects and (one.areas("to") or one.moves) for one in clauses[:last]):
        return clauses, False
    after = (replace(one, is_unreal=True) for one in clauses[last:])
    return (*clauses[:last], *after), True


def _repeat_armies(text: str) -> str:
    """Return a text in which each number of an army has its word: `1st, 2nd and 3rd Army`."""
    text = phrases.NUMBERED_ARMIES.sub(
        lambda armies: re.sub(r"(\d+)", rf"{armies['name']} \1", armies["numbers"]), text
    )
    while (longer := phrases.SEVERAL_ARMIES.sub(_repeat_army, text)) != text:
        text = longer
    return text


def _repeat_army(armies: re.Match[str]) -> str:
    """Return `the 1st Army and the 2nd Army` for `the 1st and the 2nd Army`."""
    behind = armies["behind"]
    return f"{armies['before']}{armies['first']} {behind}{armies['joint']}{armies['last']} {behind}"


def _speaks_of_others(clauses: Sequence[Clause], at: int) -> bool:
    """Return True for a thought of someone else. A remark about him at the end changes nothing."""
    one = clauses[at]
    if not one.is_of_others or one.mentions:
        return False
    is_last = at > 0 and not any(later.mentions for later in clauses[at:])
    doubts = use.UNREAL - PAST_FORMS if is_last else use.UNREAL
    return not one.keys.isdisjoint(doubts - use.MODALS)


def _is_doubt(names: Names, bracket: str) -> bool:
    """Return True for brackets that take back or limit the words before them: `(if it does not rain)`."""
    tokens = names.read(bracket)
    is_denied = not find_keys(tokens).isdisjoint(use.NEGATES) and not names.find_mentions(tokens)
    return is_denied or phrases.CONDITION.search(bracket) is not None


def _open_bracket(names: Names, bracket: re.Match[str]) -> str:
    """Return pieces and numbers in brackets, which belong to the words before them. Others are asides."""
    content = bracket[1].strip()
    if content.isdecimal():
        # A number behind an id is a price: `build fr-a3 in Flanders into fr-6 (1)`.
        before = bracket.string[: bracket.start()]
        is_price = _PRICED.search(before) is not None or phrases.COUNTED.search(before) is not None
        return " " if is_price else f" {NUMBER}{content} "
    return f" {content} " if is_part_of_order(names, content) else " "


def is_part_of_order(names: Names, content: str) -> bool:
    """Return True for brackets that belong to an order: `(ge-1)`, `(sea move)`, `(Eifel - Liège)`."""
    if _IDS.fullmatch(content.strip().replace(NUMBER, "")):
        return True
    tokens = names.read(content)
    mentions = names.find_mentions(tokens)
    if tokens and all(token.area or token.key == ARROW or token.among(_WAYS) for token in tokens):
        return True
    return len(mentions) == 1 and mentions[0].is_piece and mentions[0].end - mentions[0].at == len(tokens)


def _read_clauses(names: Names, text: str) -> Iterator[Clause]:
    place, joint = 0, ""
    for match in _JOINT.finditer(text):
        if _DASH.fullmatch(match[0]) and _joins_areas(
            names, text[place : match.start()], text[match.end() :]
        ):
            continue
        yield from _read_clause(names, text[place : match.start()], joint)
        place, joint = match.end(), (match["word"] or match["mark"]).strip().casefold()
    yield from _read_clause(names, text[place:], joint)


def _joins_areas(names: Names, before: str, after: str) -> bool:
    """Return True for the dash of `ge-7 Verdun - Argonne`, but not of `fight in Metz - Brussels is quiet`.

    It may stand behind a piece: `ge-7 - Argonne`.
    """
    first, last = names.read(before[-LONGEST_NAME:])[-1:], names.read(after[:LONGEST_NAME])[:2]
    is_subject = any(one.among(use.BEING | use.FIRST_PERSON) for one in last[1:])
    begins = any(one.area or one.piece or one.among(use.ARMIES) for one in first)
    return begins and not is_subject and any(one.area for one in last[:1])


def _read_clause(names: Names, text: str, joint: str) -> Iterator[Clause]:
    plain = sentence_phrases.NO_ONE.sub("none", sentence_phrases.FILLERS.sub(" ", text)).strip(" !:;,")
    # The point of "die 3." belongs to the number.
    plain = plain if names.speaks_of_armies and plain[-2:-1].isdigit() else plain.rstrip(" .!:;,")
    plain = plain.lstrip(".")
    if not plain:
        return
    plain = phrases.TO_BE_FOUGHT.sub("battle", _NOT.sub(" not ", plain))
    tokens = names.read(plain)
    # "be-1" is not the verb.
    keys, mentions = find_keys(one for one in tokens if not one.piece), names.find_mentions(tokens)
    if any(one.kind == "imperial-guard" for one in mentions):
        # "The guard" is not the verb.
        keys -= {"guard", "garde"}
    first = next((part for token in tokens[:1] for part in token.key.split()), "")
    is_contrast = first in use.CONTRAST or joint in {"but", "aber", "sondern", "mais", "αλλά"}
    yield Clause(
        text.strip(),
        tokens,
        keys,
        mentions,
        joint,
        is_denied=not keys.isdisjoint(use.NEGATES),
        is_unreal=not _leave_permission(tokens, mentions, keys).isdisjoint(use.UNREAL)
        or phrases.PAST.search(plain) is not None
        or _is_past(tokens),
        is_of_others=_has_other_subject(tokens, mentions)
        or _YOU_DO.search(plain) is not None
        or _FORMAL.search(plain) is not None,
        is_relative=first in use.RELATIVE and not _is_main(tokens),
        is_contrast=is_contrast,
    )


def _leave_permission(
    tokens: Sequence[Token], mentions: Sequence[Mention], keys: frozenset[str]
) -> frozenset[str]:
    """Return the words without the one of `the 1st Army may go to Nancy`."""
    ends = {one.end for one in mentions if one.is_piece and not (one.is_foreign or one.role)}
    is_order = any(token.key == "may" and at in ends for at, token in enumerate(tokens))
    keys = keys if keys.isdisjoint(sentence_cuts.GERMAN) else keys - {"hier"}
    return keys - {"may"} if is_order else keys


def _is_main(tokens: Sequence[Token]) -> bool:
    """Return True for German `da gehen die Armeen`, whose verb comes second."""
    verbs = use.MOVES | use.TAKES | use.USES
    return len(tokens) > 1 and tokens[0].key == "da" and tokens[1].key in verbs


def _has_other_subject(tokens: Sequence[Token], mentions: Sequence[Mention]) -> bool:
    """Return True if someone other than the writer stands before the own pieces of a clause."""
    first = min((one.at for one in mentions if one.is_piece and not one.is_foreign), default=len(tokens))
    keys = find_keys(tokens[:first])
    return not keys.isdisjoint(use.OTHERS) and keys.isdisjoint(use.POLITE)


def _is_past(tokens: Sequence[Token]) -> bool:
    """Return True for an English verb of the past behind its subject: `the 1st Army marched`."""
    for before, token in pairwise(tokens):
        is_subject = bool(before.piece or before.ordinal) or before.key in use.ARMIES | _SUBJECTS
        if is_subject and re.fullmatch(r"[a-z]{2,}ed", token.key):
            return True
    return False


_SUBJECTS = frozenset(
    {"i", "we", "he", "she", "they", "you", "it", "never", "just", "already", "infantry", "cavalry"}
)
