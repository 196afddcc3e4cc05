"""Sentences in the form that the reader expects, and passes for the rest of the season."""

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

from referee.i18n import order_words, sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.name_matching import key
from referee.i18n.proposals import phrases, sentence_cuts
from referee.systems.great_war.language.lexicon import lexicon
from referee.systems.great_war.notation.free_text.context import Context
from referee.systems.great_war.notation.free_text.tokens import (
    consists_of,
    find_keys,
    tokens_of,
)
from referee.systems.great_war.notation.sentences import ARROW
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.tasks import MakePlans
from schemas.record import Side

_JOINT = re.compile(r"\s*,\s+|\s+(?:and|und|et|και|[-–—])\s+", re.IGNORECASE)
_END = re.compile(r"[.!?;:](?=\s|$)")
_NUMBER = re.compile(r"\d")

LONGEST_INITIALS = 2
"""Letters of a short name of a side, such as `EN`, which is a word in French."""

FEWEST_WORDS = 3
"""Lowest number of words of a further part of a reason. A shorter one may belong to the order."""

_ORDERS = (
    use.ACTS | use.RETREATS | use.BATTLES | use.COMBAT | use.PLAYS | use.USES | use.LOSES | use.BUYS
    | use.ENDS | use.PASSES | use.RAIL | use.SEA | use.KEEPS
) - use.SMALL - use.BEING | (use.TO | use.VIA | use.TOO | use.REST | use.EVERYONE)  # fmt: skip
"""Words of orders, which a further part must not hold: `the lone infantry to Calais` has no verb."""

_GOES = (use.ACTS | use.MOTION | use.RAIL | use.SEA | use.PLAYS) - use.SMALL
"""Words of an order before its purpose: `the 3rd Army goes to Metz to attack`."""

_IDLE = use.NEGATES | use.BEING | use.UNREAL | use.DOUBTS | use.OTHERS
"""Words after which nothing is attacked: `he wants to attack Metz`."""

_STATES = use.BEING | use.POSSESSES
"""Verbs of a further part, which tells of something: `and an artillery stands there`."""


def name_own_side(theatre: GreatWarGame, side: Side, text: str) -> str:
    """Return `we attack Liège` for `the Germans attack Liège`, written by the German player."""
    kinds = lexicon(theatre).kinds

    def replace_name(match: re.Match[str]) -> str:
        word = key(match["verb"])
        is_noun = kinds.holds(word) or word in use.ARMIES | use.FORTS
        return match[0] if is_noun else f"{match['before']}we {match['verb']}"

    return _list_names(theatre, side).sub(replace_name, text)


@lru_cache(maxsize=8)
def _list_names(theatre: GreatWarGame, side: Side) -> re.Pattern[str]:
    """Return the pattern of the names of a side before a verb. The name of one of several nations is none."""
    own = next(one for one in theatre.pack.game.sides if one.id == side)
    is_nation = sum(nation.side == side for nation in theatre.nations.values()) == 1
    peoples = [
        name for name in own.names if lexicon(theatre).nations.holds(key(name)) or key(name) in use.PEOPLES
    ]
    names = "|".join(
        re.escape(name)
        for name in (own.name, *own.names)
        if len(name) > LONGEST_INITIALS and (is_nation or name not in peoples)
    )
    return re.compile(
        rf"(?P<before>^|[.!?;,]\s*|\b(?:and|und|et|και)\s+)(?:(?:the|die|les?|la|οι|η)\s+|l['’]\s*)?"
        rf"(?:(?:{names})n?|(?:{re.escape(own.adjective)}) (?:side|player))\s+(?P<verb>[^\W\d]+)",
        re.IGNORECASE,
    )


def simplify(context: Context, sentence: str) -> str:
    """Return a sentence without words before it, and with some phrases in their usual form."""
    sentence = phrases.END_OF_TURN.sub("done", phrases.WELL_DONE.sub("nice", sentence))
    if isinstance(context.position.task, MakePlans):
        sentence = phrases.A_CARD.sub("1 ", sentence)
    sentence = sentence_phrases.OPENINGS.sub("", _leave_signature(context, sentence))
    sentence = sentence_phrases.ODDS.sub("", sentence_phrases.BUT_NOT.sub(", ", sentence)).lstrip(" ,")
    sentence = phrases.ORDER_AS_PROPOSED.sub(r"\1", phrases.APPOSED_NUMBER.sub(r"\1 ", sentence))
    sentence = sentence_phrases.RELATIVE.sub(" ", sentence_phrases.NO_ONE.sub("none", sentence))
    sentence = sentence_phrases.ONLY.sub(r"\1 seulement ", sentence)
    sentence = sentence_phrases.FROM_OUT.sub(r"\1", sentence)
    sentence = sentence_phrases.THERE_IS.sub(" ", sentence)
    sentence = sentence_phrases.RATHER_THAN_FIRE.sub(" ", sentence)
    sentence = sentence_phrases.SO_PASS.sub(
        "",
        sentence_phrases.FOR_THE_SEASON.sub(lambda duration: _leave_season_out(context, duration), sentence),
    )
    sentence = phrases.I_EXCHANGE.sub("redraw ", sentence)
    for pattern, words in phrases.JOINS:
        sentence = pattern.sub(words, sentence)
    sentence = sentence_phrases.PHONE.sub(r"\1'\2", sentence)
    sentence = sentence_phrases.SITS_OUT.sub(" pass ", sentence)
    sentence = sentence_phrases.NICKNAMES.sub(" ", sentence_phrases.IDIOMS.sub(" ", sentence))
    # A word remains, so that no question begins behind it.
    sentence = phrases.ARMIES_IN_BRACKETS.sub(r"the \g<numbers> \g<nation>\g<armies>", sentence)
    sentence = sentence_phrases.REGIONS.sub(" here ", sentence)
    if not use.POLITE.isdisjoint(key(sentence).split()):
        sentence = sentence_phrases.REQUEST.sub("", sentence)
    sentence = sentence_phrases.IN_PLACE.sub("marches", sentence)
    if isinstance(context.position.task, MakePlans):
        sentence = sentence_phrases.FOR_THE_REST.sub(" ", sentence_phrases.ALL_INTO.sub(r"\1 ", sentence))
    if not context.retreats():
        sentence = sentence_phrases.TO_ATTACK.sub(lambda purpose: _attack(context, purpose), sentence)
    sentence = sentence_phrases.DONE_WELL.sub("made ", sentence)
    return sentence_phrases.WITH_CONTENTS.sub(" ", sentence)


def _attack(context: Context, purpose: re.Match[str]) -> str:
    """Return `, attack` behind a movement. `I am too weak to attack Metz` has none."""
    tokens = tokens_of(context.theatre, purpose.string[: purpose.start()])
    keys = find_keys(tokens)
    leads = any(one.among(use.TO | {ARROW}) and goal.area for one, goal in pairwise(tokens))
    goes = (leads or not keys.isdisjoint(_GOES)) and keys.isdisjoint(_IDLE)
    return ", attack " if goes else purpose[0]


def _leave_signature(context: Context, sentence: str) -> str:
    """Return `Done` for `Done, Mark`."""
    signed = sentence_phrases.SIGNED.fullmatch(sentence)
    if signed is None:
        return sentence
    name, end = (tokens_of(context.theatre, signed[part]) for part in ("name", "end"))
    doubts = use.ALL | use.UNREAL | use.SAYINGS | use.OTHERS | use.ACTS
    is_name = not any(one.area or one.piece or one.among(doubts) for one in name)
    return signed["end"] if is_name and consists_of(end, use.ENDS, use.CLOSING) else sentence


def _leave_season_out(context: Context, duration: re.Match[str]) -> str:
    """Return " ", or the words unchanged if they name another season than the present one."""
    now = context.theatre.turns[context.position.map.turn].season
    name = duration["name"]
    return " " if name is None or order_words.SEASON_NAMES[name.casefold()] == now else duration[0]


_LIMITS = use.NO | use.DENIES | use.DOUBTS | use.SECOND_THOUGHTS | use.EXCEPTIONS | use.ONLY
"""Words of a sentence that may limit the one before it."""


def passes_for_season(line: str, passes: Callable[[str], bool]) -> bool:
    """Return True if one sentence of a line passes for the season, and no other one may limit it.

    `passes` judges a text. `I pass. Not for the rest of the season.` passes once.
    """
    sentences = tuple(sentence_cuts.split_sentences(line))
    lasting = [one for one in sentences if sentence_phrases.FOR_THE_SEASON.search(one)]
    others = {word for one in sentences if one not in lasting for word in key(one).split()}
    if len(lasting) != 1 or not others.isdisjoint(_LIMITS) or not passes(line):
        return False
    # "I pass. For the rest of the season too."
    is_bare = not re.search(r"\w", sentence_phrases.FOR_THE_SEASON.sub(" ", lasting[0]))
    return is_bare or passes(lasting[0])


def leave_reasons_out(text: str) -> str:
    """Return a sentence without its reasons."""
    for reason in reversed(list(sentence_phrases.BECAUSE.finditer(text))):
        end = _find_end(text, reason.end())
        words = text[reason.end() : end]
        # "Because it is weak" and "my brother says" may be two lines.
        is_apart = not use.REPORTS.isdisjoint(key(words).split())
        if words and not (is_apart or _NUMBER.search(words)):
            text = text[: reason.start()] + text[end:]
    return sentence_phrases.REASONS.sub(_leave_purpose_out, sentence_phrases.PURPOSE.sub("", text))


def _find_end(text: str, start: int) -> int:
    """Return the end of a reason: of its first part, and of others that order nothing."""
    stop = _END.search(text, start)
    last = len(text) if stop is None else stop.start()
    ends = [start + joint.start() for joint in _JOINT.finditer(text[start:last])]
    end = ends[0] if ends else last
    for at, one in enumerate(ends):
        after = ends[at + 1] if at + 1 < len(ends) else last
        part = text[one:after]
        words = key(part).split()
        is_reason = len(words) >= FEWEST_WORDS and not _STATES.isdisjoint(words)
        if not is_reason or _NUMBER.search(part) or not _ORDERS.isdisjoint(words):
            break
        end = after
    return end


def _leave_purpose_out(reason: re.Match[str]) -> str:
    """Return "" for a reason. German `um Verdun` is a place, and `um Verdun zu halten` a reason."""
    words = reason[0].split()
    return reason[0] if "um" in words and "zu" not in words else ""
