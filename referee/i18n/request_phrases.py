"""Requests of players by mail that are not orders, in the words of four languages.

A phrase is a pattern of words: `[word]` may be missing, `(a|b)` is a choice, and `{part}` is a part of the
request. Accents, capitals and the marks at the end of a line do not count.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache
from typing import NamedTuple

from referee.i18n.name_matching import key


class RequestKind(Enum):
    """Kind of a request, or of an answer to an invitation."""

    MESSAGE = "message"
    ASK_TAKEBACK = "ask takeback"
    AGREE = "agree"
    AGREE_TAKEBACK = "agree to takeback"
    REFUSE = "refuse"
    AWAY = "away"
    LEAVE = "leave"
    HAND_ON = "hand on"
    REPORT = "report"
    FULL_REPORT = "full report"
    MAP = "map"
    OPTIONS = "options"
    WHAT_IF = "what if"
    HELP = "help"
    PLAYERS = "players"
    RULES = "rules"
    ODDS = "odds"
    STATUS = "status"
    ACCEPT = "accept"
    DECLINE = "decline"
    CONFIRM = "confirm"
    DENY = "deny"


PHRASES: Mapping[RequestKind, Mapping[str, tuple[str, ...]]] = {
    RequestKind.MESSAGE: {
        "en": ("message to {to}: {text}",),
        "fr": ("(message|mot) (pour|aux|au|à) [(l'|le camp|camp)] {to}: {text}",),
        "de": ("(nachricht|mitteilung) an [(den|die|das)] {to}: {text}",),
        "el": ("μήνυμα (προς|σε|στον|στην|στους|στις) [(τον|την|τους)] {to}: {text}",),
    },
    RequestKind.ASK_TAKEBACK: {
        "en": ("ask [for] [a] takeback [to [entry] {entry}]",),
        "fr": ("(demande|demander) [une] reprise [à [l'entrée] {entry}]",),
        "de": (
            "[ich] (bitte|ersuche) um [(eine|die)] (rücknahme|ruecknahme) [bis [(eintrag|zug)] {entry}]",
            "[bitte] (rücknahme|ruecknahme) [bis [(eintrag|zug)] {entry}]",
        ),
        "el": (
            "(ζητώ|παρακαλώ για) [(μια|την)] (ανάκληση|αναίρεση|επαναφορά)"
            " [(ως|μέχρι) [την] [(εγγραφή|καταχώριση)] {entry}]",
        ),
    },
    RequestKind.AGREE: {
        "en": ("[I] (agree|agreed)",),
        "fr": ("d'accord", "j'accepte", "je suis d'accord"),
        "de": ("einverstanden", "ich bin einverstanden", "ich stimme zu"),
        "el": ("συμφωνώ", "σύμφωνοι"),
    },
    RequestKind.AGREE_TAKEBACK: {
        "en": (
            "[I] (agree|agreed|consent) (to|with) [(the|this|your)] takeback",
            "[I] accept (the|this|your) takeback",
        ),
        "fr": (
            "[je suis] d'accord (pour|avec|sur) (la|cette|votre|ta) reprise",
            "j'accepte (la|cette|votre|ta) reprise",
        ),
        "de": (
            "[ich bin] einverstanden mit (der|dieser) (rücknahme|ruecknahme)",
            "[ich bin] mit (der|dieser) (rücknahme|ruecknahme) einverstanden",
            "ich stimme (der|dieser) (rücknahme|ruecknahme) zu",
        ),
        "el": ("(συμφωνώ|σύμφωνοι) (με|για) [την] (ανάκληση|αναίρεση|επαναφορά)",),
    },
    RequestKind.REFUSE: {
        "en": ("[I] (disagree|refuse|do not agree|don't agree)",),
        "fr": ("je refuse", "pas d'accord", "je ne suis pas d'accord"),
        "de": ("abgelehnt", "ich lehne ab", "nicht einverstanden", "ich bin nicht einverstanden"),
        "el": ("διαφωνώ", "δεν συμφωνώ", "αρνούμαι"),
    },
    RequestKind.AWAY: {
        "en": ("away [from] {first} [(to|until|-)] {last}",),
        "fr": ("(absent|absente) [du] {first} [(au|-)] {last}",),
        "de": ("(abwesend|verreist|weg) [(vom|von)] {first} [(bis|-)] [zum] {last}",),
        "el": ("(λείπω|απών|απούσα) [από] [τις] {first} [(έως|ως|μέχρι|-)] [τις] {last}",),
    },
    RequestKind.LEAVE: {
        "en": ("[I] (leave|give up) (my|the) seat",),
        "fr": ("je (quitte|laisse) (ma|la) place",),
        "de": (
            "ich (verlasse|räume|raeume) (meinen|den) (platz|sitz)",
            "ich gebe (meinen|den) (platz|sitz) auf",
        ),
        "el": ("(αφήνω|εγκαταλείπω) τη θέση [μου]",),
    },
    RequestKind.HAND_ON: {
        "en": ("[I] (hand|give) (my|the) seat to {address}",),
        "fr": ("je (passe|donne) (ma|la) place à {address}",),
        "de": ("ich (übergebe|uebergebe|gebe) (meinen|den) (platz|sitz) an {address}",),
        "el": ("(παραδίδω|δίνω) τη θέση [μου] (σε|στον|στην) {address}",),
    },
    RequestKind.REPORT: {
        "en": ("report",), "fr": ("rapport",), "de": ("bericht",), "el": ("αναφορά",),
    },
    RequestKind.FULL_REPORT: {
        "en": ("full report",),
        "fr": ("rapport complet",),
        "de": ("(voller|vollständiger|ganzer) bericht",),
        "el": ("πλήρης αναφορά",),
    },
    RequestKind.MAP: {"en": ("map",), "fr": ("carte",), "de": ("karte",), "el": ("χάρτης",)},
    RequestKind.OPTIONS: {
        "en": ("options", "options for {about}"),
        "fr": ("options", "options pour {about}"),
        "de": ("(möglichkeiten|optionen)", "(möglichkeiten|optionen) für {about}"),
        "el": ("επιλογές", "επιλογές για {about}"),
    },
    RequestKind.WHAT_IF: {
        "en": ("what if",), "fr": ("et si",), "de": ("was wäre wenn",), "el": ("τι θα γινόταν αν", "κι αν"),
    },
    RequestKind.HELP: {
        "en": ("help", "help me"), "fr": ("aide", "à l'aide"), "de": ("hilfe",), "el": ("βοήθεια",),
    },
    RequestKind.PLAYERS: {
        "en": ("who", "who plays", "players"),
        "fr": ("qui joue", "joueurs"),
        "de": ("wer spielt", "spieler"),
        "el": ("ποιος παίζει", "παίκτες"),
    },
    RequestKind.RULES: {
        "en": ("(rules|rule|explain) {about}",),
        "fr": ("(règles|règle) {about}", "explique {about}"),
        "de": ("(regeln|regel) {about}",),
        "el": ("(κανόνες|κανόνας) {about}",),
    },
    RequestKind.ODDS: {
        "en": ("odds {about}", "odds"),
        "fr": ("chances {about}", "chances"),
        "de": ("(chancen|aussichten) {about}", "chancen", "aussichten"),
        "el": ("πιθανότητες {about}", "πιθανότητες"),
    },
    RequestKind.STATUS: {
        "en": ("status", "situation"),
        "fr": ("situation", "état"),
        "de": ("lage", "status"),
        "el": ("κατάσταση",),
    },
    RequestKind.ACCEPT: {
        "en": ("accept", "[I] (accept|accepted)", "yes"),
        "fr": ("j'accepte", "oui"),
        "de": ("ich nehme an", "angenommen", "ja"),
        "el": ("δέχομαι", "αποδέχομαι", "ναι"),
    },
    RequestKind.CONFIRM: {
        "en": (
            "(yes|yep|yeah|aye) [,] [(please|thanks|thank you|exactly|indeed|do it|go ahead|correct"
            "|that is right|that's right|that is it|that's it|please do)]",
        ),
        "fr": (
            "oui [,] [(merci|exactement|c'est ça|c'est cela|c'est bien ça|parfait|s'il vous plaît"
            "|s'il te plaît|d'accord)]",
        ),
        "de": ("(ja|jawohl|genau) [,] [(bitte|danke|genau|gern|gerne|stimmt|richtig|so ist es|ja)]",),
        "el": ("(ναι|μάλιστα) [,] [(παρακαλώ|ευχαριστώ|σωστά|ακριβώς)]",),
    },
    RequestKind.DENY: {
        "en": (
            "no [,] [(please|thanks|thank you|sorry)]",
            "[no ,] (that|this|it) is (not it|not what i (mean|meant)|wrong)",
            "[no ,] (that|this|it) (isn't it|isn't what i (mean|meant))",
            "[no ,] not (that|this|like (that|this))",
        ),
        "fr": (
            "non [,] [(merci|désolé|désolée)]",
            "[non ,] ce n'est pas (ça|cela|ce que je (veux|voulais) dire)",
        ),
        "de": (
            "nein [,] [(bitte|danke|leider|leider nicht)]",
            "[nein ,] (das|so) (ist es nicht|stimmt nicht|ist falsch|war nicht gemeint|meine ich es nicht)",
            "[nein ,] das meine ich nicht",
            "[nein ,] (so nicht|nicht so)",
        ),
        "el": ("όχι [,] [(ευχαριστώ|παρακαλώ|συγγνώμη)]", "[όχι ,] δεν (εννοώ|εννοούσα) αυτό"),
    },
    RequestKind.DECLINE: {
        "en": ("decline", "[I] (decline|declined)", "no"),
        "fr": ("je refuse", "non"),
        "de": ("ich lehne ab", "abgelehnt", "nein"),
        "el": ("αρνούμαι", "δεν δέχομαι", "όχι"),
    },
}  # fmt: skip
"""The phrases of each request, by language. Mails show the first phrase of a language."""

ALL_READERS = frozenset(map(key, ("all", "everyone", "tous", "toutes", "alle", "όλοι", "όλους", "όλες")))
"""Words for all other sides, as recipients of a message."""

REFEREE_READERS = frozenset(
    map(key, ("referee", "moderator", "arbitre", "modérateur", "Schiedsrichter", "Spielleiter", "διαιτητής",
              "διαιτητή", "συντονιστής", "συντονιστή"))
)  # fmt: skip
"""Words for the referee, who reads every message."""

REFEREE_NAMES: Mapping[str, str] = {
    "en": "moderator", "fr": "l'arbitre", "de": "Spielleiter", "el": "συντονιστή",
}  # fmt: skip
"""The moderator as a recipient, as mails show it in each language."""

AND = ("and", "et", "und", "και")
"""Words between two recipients."""

_SAME_MARKS = {"’": "'", "–": "-"}
"""Marks that programs write in place of others."""

_DATE = r"\d{4}-\d\d-\d\d"

_PARTS: Mapping[str, str] = {
    "to": r"(?P<to>[^:]{1,60}?)",
    "text": r"(?P<text>.*)",
    "entry": r"(?P<entry>\d{1,9})",
    "first": f"(?P<first>{_DATE})",
    "last": f"(?P<last>{_DATE})",
    "address": r"<?(?P<address>[^\s@<>,;]+@[^\s@<>,;]+?)>?",
    "about": r"(?P<about>\S.*?)",
}


class FoundRequest(NamedTuple):
    """A request in a line, with the parts that it names as they were typed."""

    kind: RequestKind
    parts: Mapping[str, str | None]


FILED = (
    RequestKind.MESSAGE,
    RequestKind.ASK_TAKEBACK,
    RequestKind.AGREE,
    RequestKind.AGREE_TAKEBACK,
    RequestKind.REFUSE,
    RequestKind.AWAY,
    RequestKind.LEAVE,
    RequestKind.HAND_ON,
)
"""Requests that change the match or its seats."""

ANSWERED = (
    RequestKind.REPORT,
    RequestKind.FULL_REPORT,
    RequestKind.MAP,
    RequestKind.OPTIONS,
    RequestKind.WHAT_IF,
    RequestKind.HELP,
    RequestKind.PLAYERS,
    RequestKind.RULES,
    RequestKind.ODDS,
    RequestKind.STATUS,
)
"""Requests that are answered, and file nothing."""

INVITED = (RequestKind.ACCEPT, RequestKind.DECLINE)
"""Answers to an invitation."""


TAKEBACK_CONSENT = (RequestKind.AGREE, RequestKind.AGREE_TAKEBACK)
"""Answers that agree to a takeback: the first one in a reply to the mail that asks for it."""

CONSENT = (RequestKind.CONFIRM,)
"""The answer that agrees to a proposal of orders."""

DENIAL = (RequestKind.DENY,)
"""The answer that rejects a proposal of orders."""


def find_request(line: str, kinds: Iterable[RequestKind]) -> FoundRequest | None:
    """Return the request of one of some kinds that a whole line makes, or None."""
    text = unicodedata.normalize("NFC", line)
    plain = _fold(text)
    for kind in kinds:
        for pattern in _compile(kind):
            if match := pattern.fullmatch(plain):
                spans = {name: match.span(name) for name in match.groupdict()}
                return FoundRequest(kind, {n: text[a:b] if a >= 0 else None for n, (a, b) in spans.items()})
    return None


def show_phrase(kind: RequestKind, language: str, **parts: str) -> str:
    """Return a request as mails show it in a language (default: English), without its optional words."""
    phrases = PHRASES[kind]
    phrase = phrases.get(language, phrases["en"])[0]
    while "[" in phrase:
        phrase = re.sub(r"\s*\[[^\[\]]*\]", "", phrase)
    return re.sub(r"\(([^|()]*)\|[^()]*\)", r"\1", phrase).strip().format(**parts)


@cache
def _compile(kind: RequestKind) -> tuple[re.Pattern[str], ...]:
    return tuple(_compile_phrase(phrase) for phrases in PHRASES[kind].values() for phrase in phrases)


def _compile_phrase(phrase: str) -> re.Pattern[str]:
    """Return the pattern of a phrase. Blanks between words may be missing."""
    pattern = _fold(phrase).replace("(", "(?:").replace("[", "(?:").replace("]", ")?")
    pattern = re.sub(r"(?<!\?): ", r"\\s*:\\s*", pattern).replace(" ", r"\s*")
    pattern = re.sub(r"\{(\w+)\}", lambda part: _PARTS[part[1]], pattern)
    end = "" if phrase.endswith("{text}") else r"\s*[.!?]*\s*"
    return re.compile(rf"\s*{pattern}{end}", re.DOTALL)


def _fold(text: str) -> str:
    """Return a text without accents and capitals, of the same length."""
    return "".join(_fold_character(character) for character in text)


def _fold_character(character: str) -> str:
    base = unicodedata.normalize("NFD", _SAME_MARKS.get(character, character))[0].casefold()
    return base if len(base) == 1 else character
