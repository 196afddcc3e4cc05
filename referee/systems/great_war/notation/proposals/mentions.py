"""Pieces, areas and numbers that the words of a clause name, each with the role that words before it give."""

import re
from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from referee.i18n import order_words
from referee.i18n import sentence_words as use
from referee.i18n.name_matching import Index
from referee.systems.great_war.language.lexicon import Lexicon, lexicon
from referee.systems.great_war.notation.free_text.tokens import Token, tokens_of
from referee.systems.great_war.notation.sentences import ARROW
from referee.systems.great_war.state.game import GreatWarGame, mix
from schemas.great_war.names import Kind
from schemas.record import Side, Value

Role = Literal["", "to", "in", "from", "via", "of", "with", "against"]

NUMBER = "number"
"""Beginning of a word that replaces `no. 22`."""

LIKENESS = 0.85
"""Lowest likeness of a misspelt destination to an area."""

SHORTEST_MISSPELT = 5
"""Fewest letters of a misspelt destination."""

SHORTEST_KIND = 7
"""Fewest letters of a misspelt kind of piece: `artilery`."""

_TOWARDS = frozenset({"to", "into", "nach", "vers", "προσ", ARROW})

LONGEST_INFLECTION = 3
"""Most letters that an ending adds to the name of a kind or of a nation."""

ENDINGS = frozenset({
    "s", "e", "n", "x", "r", "t", "en", "es", "er", "em", "se", "ne", "nen", "ner",
    "nes", "nem", "ren", "ns", "ern", "rn", "che", "sche", "ische",
})  # fmt: skip
"""Endings of names of kinds and nations."""

SHORTEST_STEM = 4
"""Fewest letters of a name with an ending."""

_NUMBERED = re.compile(rf"{NUMBER}(\d{{1,3}})")
_SHORT_ID = re.compile(r"([a-z])(\d{1,2})")


def _give_roles(*tables: tuple[Role, str | frozenset[str]]) -> dict[str, Role]:
    """Return the role that each word gives to the name behind it. Later tables win."""
    return {
        word: role for role, words in tables for word in (words.split() if isinstance(words, str) else words)
    }


_ROLES = _give_roles(
    ("in", use.INTO | use.TO),
    ("in", "in on ds at en im am bei zum zur"),
    ("to", f"to into onto towards toward nach ins gegen vers jusqu προσ {ARROW}"),
    ("from", use.FROM),
    ("via", use.VIA | {"over"}),
)
_LEADS = (use.INTO | use.TO) - {"in"}
"""Words that make a place a destination without a verb: `4e armée à Verdun`."""

_PIECE_ROLES = _give_roles(
    ("to", "to into zu zum zur for fur fuer pour bei beim in au aux dans ds aupres στη στην"),
    ("to", "joining join joins rejoint rejoignent rejoindre"),
    ("with", order_words.WITH),
    ("of", "of from von vom de du d aus των τησ απο"),
    ("against", use.HELPS | use.AFTER),
    ("against", "against contre gegen κατα beside behind hinter like as"),
)
_AROUND = frozenset({"de", "du", "d", "des"})
"""French words of origin, which also name a part of an area."""

_GENITIVES = frozenset({"der", "des", "τησ", "του"})
"""Articles by which a piece belongs to the one before it: `die Kavallerie der 8. Armee`."""

_ABBREVIATIONS = {
    "imp": "imperial-guard",
    "inf": "infantry",
    "cav": "cavalry",
    "kav": "cavalry",
    "arty": "artillery",
    "art": "artillery",
    **dict.fromkeys(("avion", "avions", "flugzeug", "flugzeuge", "plane", "planes"), "biplane"),
}
"""Short forms of kinds of pieces, and other words for them."""

_FOR = frozenset({"for", "pour", "fur", "fuer", "για"})

_GUARDS = frozenset({"guard", "garde"})
"""Words for the guard that are verbs as well."""

_VERBS = use.MOVES | use.TAKES | (use.FOLLOWS - use.SMALL)

_LINKS = order_words.ARTICLES | order_words.OWN | order_words.EVERY


class Mention(Value):
    """Pieces or a place that a clause names. Empty fields are left open by the words.

    `leads` is True for a place that is a destination without a verb.
    """

    role: Role = ""
    area: str = ""
    ids: tuple[str, ...] = ()
    ordinal: str = ""
    kind: Kind | None = None
    nation: str = ""
    numbers: tuple[str, ...] = ()
    count: int = 0
    is_loose: bool = False
    is_foreign: bool = False
    leads: bool = False
    at: int = 0
    end: int = 0

    @property
    def is_piece(self) -> bool:
        """Return True if the words name pieces, and not only a place or a number."""
        return bool(self.ids or self.ordinal or self.kind)

    @property
    def is_army(self) -> bool:
        """Return True if the words name an army by its number."""
        return bool(self.ordinal)

    @property
    def is_bare_number(self) -> bool:
        """Return True for numbers without a kind of piece."""
        return bool(self.numbers) and not self.is_piece


class Names(Value):
    """Names of a game as one side uses them. If a text `speaks_of_armies`, `die 3.` is one."""

    theatre: GreatWarGame
    side: Side
    speaks_of_armies: bool = False

    @property
    def lexicon(self) -> Lexicon:
        """All names of the game."""
        return lexicon(self.theatre)

    def read(self, clause: str) -> tuple[Token, ...]:
        """Return the words of a clause, with the areas of misspelt destinations."""
        tokens = tokens_of(self.theatre, clause)
        before = ("", *(token.key for token in tokens))
        return tuple(
            self._mend(token) if word in _TOWARDS else token
            for word, token in zip(before, tokens, strict=False)
        )

    def _mend(self, token: Token) -> Token:
        """Return a word as the area that it almost names: `odesa`."""
        is_name = token.area or token.piece or token.ordinal or len(token.key) < SHORTEST_MISSPELT
        if is_name or token.among(use.ALL | use.MOVES) or not token.key.isalpha():
            return token
        near = self.lexicon.areas.nearest(token.key, 2, LIKENESS)
        return replace(token, area=near[0]) if len(near) == 1 else token

    def find_mentions(self, tokens: Sequence[Token]) -> tuple[Mention, ...]:
        """Return what the words name, in their order."""
        mentions: list[Mention] = []
        at = 0
        while at < len(tokens):
            mention, end = self._find_next(tokens, at)
            if mention is not None:
                self._add(mentions, mention)
            at = end
        return tuple(mentions)

    def _add(self, mentions: list[Mention], mention: Mention) -> None:
        """Add a mention. Numbers behind a kind belong to it: `two infantry in Argonne, 22 and 23`."""
        owner = next((at for at in range(len(mentions) - 1, -1, -1) if mentions[at].kind), None)
        of = None if owner is None else mentions[owner]
        if owner is None or of is None or of.ids or mention.role or not self._belongs(of, mention):
            mentions.append(mention)
        else:
            numbers = (*of.numbers, *mention.numbers)
            mentions[owner] = replace(of, numbers=numbers, ids=mention.ids, is_foreign=mention.is_foreign)

    def _belongs(self, of: Mention, mention: Mention) -> bool:
        """Return True for numbers and ids of the pieces before them: `the infantry in Reims (fr-i18)`."""
        if mention.ids:
            kinds = {mix(self.theatre).get(id) for id in mention.ids}
            return not (mention.kind or of.numbers) and kinds == {of.kind}
        return mention.is_bare_number or (bool(mention.numbers) and _is_same(of, mention))

    def _find_next(self, tokens: Sequence[Token], at: int) -> tuple[Mention | None, int]:
        """Return the mention that begins at a word, if there is one, and the next word."""
        token = tokens[at]
        if at and token.key in _GUARDS and tokens[at - 1].key in use.FIRST_PERSON:
            # "Je garde" is the verb.
            return None, at + 1
        if token.area and token.key in use.SEA:
            # "Across the Channel" names no area on the way.
            return None, at + 1
        if token.area:
            role = _find_area_role(tokens, at)
            near = {part for one in tokens[max(0, at - 2) : at] for part in one.key.split()}
            leads = role == "in" and not _LEADS.isdisjoint(near)
            return Mention(role, token.area, leads=leads, at=at, end=at + 1), at + 1
        mention, end = Mention(at=at), at
        while end < len(tokens) and (fuller := self._describe(mention, tokens, end)) is not None:
            mention, end = fuller, end + 1
        if mention.nation and not mention.is_piece and (mention.count > 1 or end == at + 1):
            # "The two Americans" are loose infantry, and "the Belgians" an army.
            is_army = mention.count < 2 and token.key in use.NATIONS_OF
            kind: Kind | None = "infantry" if mention.count > 1 else "army" if is_army else None
            mention = replace(mention, kind=kind, is_loose=mention.count > 1)
        if not (mention.is_piece or mention.numbers):
            return None, max(end, at + 1)
        role = _find_role(tokens, at, _PIECE_ROLES)
        before = {part for one in tokens[max(0, at - 2) : at] for part in one.key.split()}
        if mention.kind and at and not use.ITS.isdisjoint(tokens[at - 1].key.split()):
            # "With its artillery" names the contents of an army.
            return replace(mention, role="with", end=end), end
        is_yours = not use.YOUR.isdisjoint(before) or _is_formal(tokens, at)
        is_foreign = mention.is_foreign or (is_yours and not self._names_own_people(tokens[:at]))
        return replace(mention, role=role, is_foreign=is_foreign, end=end), end

    def _names_own_people(self, tokens: Sequence[Token]) -> bool:
        """Return True for the nation of `The Serbs put it in their 1st Army`, if it is the writer's."""
        nations = filter(None, (self._find_nation(token.key) for token in tokens))
        return any(self.theatre.nations[nation].side == self.side for nation in nations)

    def _describe(self, mention: Mention, tokens: Sequence[Token], at: int) -> Mention | None:
        """Return a mention with one more word, or None if the word does not belong to it."""
        token = tokens[at]
        word = token.key
        if token.area or token.is_joint:
            return None
        if token.piece:
            return replace(mention, ids=(*mention.ids, token.piece)) if not mention.ordinal else None
        if token.ordinal:
            return self._number_army(mention, tokens, at)
        if token.text.isupper() and word in self.theatre.nations and not mention.nation:
            return self._name_nation(mention, word)
        if (
            word in _FOR
            and mention.kind
            and any(self._find_nation(one.key) for one in tokens[at + 1 : at + 2])
        ):
            # "A tank for France"
            return mention
        return self._count_pieces(mention, tokens, at)

    def _count_pieces(self, mention: Mention, tokens: Sequence[Token], at: int) -> Mention | None:
        """Return a mention with a number in figures, or with another word."""
        word = tokens[at].key
        if (match := _NUMBERED.fullmatch(word)) is not None:
            return replace(mention, numbers=(*mention.numbers, match[1]))
        if word.isdecimal() and len(word) < 3 and not mention.is_piece:
            after = [one.key for one in tokens[at + 1 : at + 3]]
            after = after[1:] if after and self._find_nation(after[0]) else after[:1]
            is_count = any(self._find_kind(one) is not None for one in after)
            return replace(mention, count=int(word)) if is_count else replace(mention, numbers=(word,))
        if word in use.ARMIES and not (mention.nation or mention.ordinal or mention.kind):
            # "L'armée belge" needs no number if there is only one.
            is_of_nation = any(self._find_nation(one.key) for one in tokens[at + 1 : at + 2])
            return replace(mention, kind="army") if is_of_nation else None
        return self._qualify(mention, word)

    def _number_army(self, mention: Mention, tokens: Sequence[Token], at: int) -> Mention | None:
        """Return a mention of an army by its number: `2nd Army`, `the Tenth`, `die 10. französische`."""
        if mention.ordinal or mention.ids or mention.kind:
            return None
        near = tokens[at + 1 : at + 4]
        beside = (*near, *tokens[max(0, at - 1) : at])
        is_army = any(not use.ARMIES.isdisjoint(one.key.split()) for one in beside)
        is_article = at > 0 and not _LINKS.isdisjoint(tokens[at - 1].key.split())
        after = near[0] if near else None
        is_open = (
            after is None or after.is_joint or bool(after.area) or not _VERBS.isdisjoint(after.key.split())
        )
        is_open = is_open or after is None or after.key in _ROLES or bool(self._find_nation(after.key))
        # "4th to Verdun" needs no word for an army.
        is_dotted = tokens[at].text.endswith(".")
        is_numeral = tokens[at].text[:1].isdigit() and (self.speaks_of_armies or not is_dotted)
        is_numeral = is_numeral and (self.speaks_of_armies or (after is not None and after.key not in use.OF))
        if not is_army and not ((is_article or mention.nation or is_numeral) and is_open):
            return None
        return replace(mention, ordinal=tokens[at].ordinal)

    def _qualify(self, mention: Mention, word: str) -> Mention | None:
        """Return a mention with a word for a kind, a nation, or a number of pieces."""
        if not use.ARMIES.isdisjoint(word.split()):
            # "The Belgian army" needs no number if there is only one.
            of_nation = replace(mention, kind="army") if mention.nation and not mention.kind else None
            return mention if mention.ordinal else of_nation
        match = _SHORT_ID.fullmatch(word)
        symbol = self.lexicon.symbols.get(match[1]) if match else None
        if match and symbol:
            return replace(mention, kind=symbol, numbers=(*mention.numbers, match[2]))
        if (kind := self._find_kind(word)) is not None:
            is_new = mention.kind is None and not mention.ordinal
            return replace(mention, kind=kind) if is_new or mention.kind == kind else None
        return self._count(mention, word)

    def _count(self, mention: Mention, word: str) -> Mention | None:
        """Return a mention with a word for a nation or a number, or one word before the kind."""
        if nation := self._find_nation(word):
            return self._name_nation(mention, nation)
        word = "beide" if word == "beiden" else word
        if word in use.COUNTS or word in order_words.COUNTS:
            return replace(mention, count=use.COUNTS.get(word) or order_words.COUNTS[word])
        if word == "loose":
            return replace(mention, is_loose=True)
        return mention if mention.count and not mention.kind and len(word) > SHORTEST_STEM else None

    def _name_nation(self, mention: Mention, nation: str) -> Mention:
        is_foreign = self.theatre.nations[nation].side != self.side
        return replace(mention, nation=nation, is_foreign=mention.is_foreign or is_foreign)

    def _find_kind(self, word: str) -> Kind | None:
        word = _ABBREVIATIONS.get(word, word)
        kinds = word if word in self.theatre.units else _find_inflected(self.lexicon.kinds, word)
        if not kinds and len(word) >= SHORTEST_KIND and not use.ALL.issuperset(word.split()):
            near = self.lexicon.kinds.nearest(word, 2, LIKENESS)
            kinds = _find_inflected(self.lexicon.kinds, near[0]) if len(near) == 1 else ""
        units = self.theatre.units.values()
        return next((unit.kind for unit in units if unit.kind == kinds and unit.kind != "army"), None)

    def _find_nation(self, word: str) -> str:
        word = use.NATIONS_OF.get(word) or use.SHORT_NATIONS.get(word, word)
        # "Brit." is the beginning of a name. "Alle" is none, although it begins "Allemagne".
        stem = "" if word in use.ALL else word.removesuffix(".")
        nations = self.lexicon.nations.find(stem) if len(stem) >= SHORTEST_STEM else ()
        return _find_inflected(self.lexicon.nations, word) or (nations[0] if len(nations) == 1 else "")


def _find_inflected(index: Index, word: str) -> str:
    """Return the only id of a name, perhaps with an ending: `französische`, `Infanterien`."""
    for cut in range(LONGEST_INFLECTION + 1):
        stem = word[: len(word) - cut]
        if len(stem) < SHORTEST_STEM:
            break
        if cut and word[-cut:] not in ENDINGS:
            continue
        if index.holds(stem) and len(ids := index.find(stem)) == 1:
            return ids[0]
    return ""


def _find_role(tokens: Sequence[Token], at: int, roles: dict[str, Role]) -> Role:
    """Return the role that the nearest word of direction before a name gives it."""
    for place in range(at - 1, max(-1, at - 4), -1):
        token = tokens[place]
        if token.area or token.piece or token.ordinal or token.is_joint:
            return ""
        parts = token.key.split()
        role: Role | None = next((roles[part] for part in reversed(parts) if part in roles), None)
        if token.text.casefold() == "à":
            # English "a" has the same key.
            role = "in" if roles is _ROLES else "to"
        following = {part for one in tokens[place + 1 : at] for part in one.key.split()}
        if role == "from" and roles is _ROLES and not _AROUND.isdisjoint(parts):
            near = {part for one in tokens[max(0, place - 3) : place] for part in one.key.split()}
            # "Dans les marais du Pripet" is a destination.
            role = "in" if not near.isdisjoint({"dans", "vers", "sur"}) else role
        is_beside = role == "of" and place > 0 and tokens[place - 1].key == "aupres"
        if is_beside or (role == "in" and "in" in parts and following & {"die", "das"}):
            return "to"
        if role is not None:
            return role
        if following & _GENITIVES and roles is _PIECE_ROLES and not _is_small(parts):
            return "of"
        if not _is_small(parts):
            return ""
    return ""


def _find_area_role(tokens: Sequence[Token], at: int) -> Role:
    """Return the role of an area. `Verdun - Sedan - Longwy` is left, crossed and reached."""
    role = _find_role(tokens, at, _ROLES)
    if at + 1 < len(tokens) and tokens[at + 1].key == ARROW:
        return "from" if role in {"", "in", "of"} else "via"
    return role


def _is_small(parts: Sequence[str]) -> bool:
    """Return True for articles and other words between a preposition and a name."""
    return all(part in _LINKS or part in use.SMALL for part in parts)


def _is_formal(tokens: Sequence[Token], at: int) -> bool:
    """Return True for German `Ihre`, which is `your` by its capital letter."""
    return at > 0 and re.fullmatch(r"Ihre?[nrsm]?", tokens[at - 1].text) is not None


def _is_same(first: Mention, second: Mention) -> bool:
    """Return True if an id describes the pieces before it: `the infantry there (i33)`."""
    return first.kind == second.kind and not first.numbers and not second.nation
