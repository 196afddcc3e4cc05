"""Wishes about losses and retreats in later battles, as standing orders."""

from collections.abc import Iterator, Sequence
from itertools import dropwhile

from referee.i18n import sentence_words as use
from referee.i18n.proposals import phrases
from referee.systems.great_war.notation.proposals.clauses import Sentence
from referee.systems.great_war.notation.proposals.frames import Frame, Memory
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import PayHits, RetreatAfter

LOSSES = "losses"
RETREAT = "retreat-after"

_OTHER_KIND = {"infantry": "cavalry", "cavalry": "infantry"}
"""The kinds that a battle costs, each with the kind that is lost after it."""


def find(view: Position, sentence: Sentence, frames: Sequence[Frame], memory: Memory) -> Iterator[str]:
    """Yield the standing orders that a sentence wishes for, for each battle that it names, or for all."""
    if any(clause.is_of_others for clause in sentence.clauses):
        return
    areas = dict.fromkeys(one.area for clause in sentence.clauses for one in clause.mentions if one.area)
    there = memory.area if not _find_places(sentence).isdisjoint(use.THAT_PLACE) else ""
    places = [f" in {area}" for area in areas or filter(None, [there])] or [""]
    kind = _find_first(sentence)
    if kind and not isinstance(view.task, PayHits):
        yield from (f"when {LOSSES}{place}: lose first {kind}, then {_OTHER_KIND[kind]}" for place in places)
    if _stays_after(sentence, frames) and not isinstance(view.task, RetreatAfter):
        yield from (f"when {RETREAT}{place}: stay" for place in places)


def _find_places(sentence: Sentence) -> frozenset[str]:
    """Return the words of a sentence. French `la` is an article, and `là` a place."""
    return sentence.keys if "là" in sentence.text.casefold() else sentence.keys - {"la"}


def _find_first(sentence: Sentence) -> str:
    """Return the kind of piece that is lost first, or "": `losses from the infantry first`."""
    if sentence.keys.isdisjoint(use.CASUALTIES) or sentence.keys.isdisjoint(use.FIRST):
        return ""
    # "The cavalry stays, losses come from the infantry first": the kinds follow the word for losses.
    later = dropwhile(lambda clause: clause.keys.isdisjoint(use.CASUALTIES), sentence.clauses)
    mentions = [one for clause in later for one in clause.mentions if one.kind]
    kinds = [one.kind for one in mentions if not one.is_foreign and one.kind in _OTHER_KIND]
    # "The guns last" says more than a standing order that is proposed.
    is_plain = sentence.keys.isdisjoint(use.VAGUE) and len(kinds) == len(mentions)
    return kinds[0] if kinds and is_plain else ""


def _stays_after(sentence: Sentence, frames: Sequence[Frame]) -> bool:
    """Return True for `we stay after the battle` and `no retreat afterwards`."""
    if phrases.AFTER_BATTLE.search(sentence.text) is None:
        return False
    after = [frame for frame in frames if phrases.AFTER_BATTLE.search(frame.text)]
    stays = any(frame.stays and not frame.is_denied for frame in after)
    denies = any(frame.is_denied and not frame.keys.isdisjoint(use.GOES_BACK | use.MOVES) for frame in after)
    return stays or denies
