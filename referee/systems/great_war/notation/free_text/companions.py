"""Sentences about pieces that go with others, or that hold an area in which they are not.

Their words are those of pieces that stay: `the rest follows`, `i4 stays with it`, `i4 holds Narew`. Such a
sentence is asked about.
"""

import re

from referee.systems.great_war.notation.free_text.context import Context
from referee.systems.great_war.notation.proposals.clauses import Clause, read_sentences
from referee.systems.great_war.notation.proposals.frames import Frame
from referee.systems.great_war.notation.proposals.mentions import Names
from referee.systems.great_war.notation.proposals.pieces import list_choices

_OTHERS = (
    r"(?:(?:the|my) (?:rest|others?)|everyone(?: else)?|everybody(?: else)?|everything else|all the others"
    r"|(?:der|meine?) Rest|(?:die|alle) (?:anderen|übrigen|uebrigen)"
    r"|(?:le|mon) reste|(?:tous )?les autres|οι υπόλοιπ\w+|τα υπόλοιπα)"
)
GOES_ALONG = re.compile(
    rf"\b{_OTHERS}(?: \w+)? (?:too|also|as well|likewise|follows?|goes|go|comes?|joins?|auch|ebenfalls|ebenso"
    r"|folgt|folgen|kommt|kommen|geht mit|gehen mit|aussi|pareil|suit|suivent|επίσης|ακολουθ\w+)\b"
    r"|\b(?:stays?|remains?|sticks?|keeps?|holds?) (?:\w+ )?(?:with|beside|alongside|next to|on to)"
    r" (?:it|them|him|her)\b"
    r"|\b(?:at|by|on) (?:its|their|his|her) (?:side|heels?|flanks?|wing|tail)\b"
    r"|\b(?:guards?|covers?|holds?|protects?|screens?) (?:its|their|his|her) (?:flanks?|rear|back|side)\b"
    r"|\bbleib(?:t|en)? (?:\w+ )?(?:bei|mit|neben) (?:ihr|ihm|ihnen)\b"
    r"|\b(?:an|auf|deckt|decken) ihre[rn]? (?:Seite|Flanke|Fersen)\b"
    r"|\bhält (?:ihr|ihm|ihnen) den Rücken frei\b|\breste(?:nt)? (?:\w+ )?avec (?:elle|lui|eux|elles)\b"
    r"|\b(?:à|sur) (?:ses|leurs) (?:côtés|talons)\b"
    r"|\b(?:couvre|garde|protège)(?:nt)? (?:son|leur) (?:flanc|dos)\b"
    r"|\b(?:is|are) (?:left|abandoned|vacated|evacuated) by\b",
    re.IGNORECASE,
)
"""Words of pieces that may go where others go, or leave their area."""


def misleads(context: Context, text: str) -> bool:
    """Return True for a sentence whose stays may be moves."""
    if GOES_ALONG.search(text):
        return True
    names = Names(context.theatre, context.side)
    return any(_holds_another(context, names, one) for s in read_sentences(names, text) for one in s.clauses)


def _holds_another(context: Context, names: Names, clause: Clause) -> bool:
    """Return True for `i4 holds Narew` if i4 is in Grodno."""
    areas = {one.area for one in clause.areas("", "in")}
    if not clause.stays or clause.is_denied or not areas:
        return False
    pieces = context.position.map.pieces
    for one in clause.mentions:
        if one.role or one.is_foreign or not (one.ids or one.ordinal or (one.kind and one.numbers)):
            continue
        choices = list_choices(names.theatre, context.position, context.side, one, Frame(()))
        places = [{pieces[id].area for id in ids} for ids in choices]
        if places and all(here.isdisjoint(areas) for here in places):
            return True
    return False
