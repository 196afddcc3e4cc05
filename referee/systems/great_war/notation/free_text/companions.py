"""Sentences that say less than they mean: pieces that go with others, and parts and ends that are left open.

Their words are those of remarks: `the rest follows`, `i4 stays with it`, `one infantry remains`, `and so on`.
Such a sentence is asked about, and so is `i4 holds Narew` if i4 is elsewhere.
"""

import re

from referee.systems.great_war.notation.free_text.context import Context
from referee.systems.great_war.notation.proposals.clauses import Clause, read_sentences
from referee.systems.great_war.notation.proposals.frames import Frame
from referee.systems.great_war.notation.proposals.mentions import Names
from referee.systems.great_war.notation.proposals.pieces import list_choices
from referee.systems.great_war.state.tasks import ChooseOffensive, MovePieces, PassMove

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

_SOME = r"(?:an?|one|two|three|half|part|some|eine?[rnms]?|zwei|drei|ein Teil|une?|deux|trois|une partie)"
_UNITS = r"(?:infantry|cavalry|artillery|guns?|infanterien?|kavallerie|artillerie|cavalerie|canons?|it|them)"
PART_STAYS = re.compile(
    rf"\b{_SOME} (?:of (?:its|the|them) ?)?(?:{_UNITS}\w* )?"
    r"(?:stays?|remains?|bleib(?:t|en)|rest(?:e|ent))\b",
    re.IGNORECASE,
)
"""Words for a part of an army that stays, if armies move. They answer a question about a retreat."""

KIND_STAYS = re.compile(
    rf"\b(?:the|its|my|die|meine|les?|la|mes) {_UNITS}s? (?:stays?|remains?|bleib(?:t|en)|rest(?:e|ent))\b",
    re.IGNORECASE,
)
"""Words for a kind of piece that stays."""

LEFT_OPEN = re.compile(
    rf"\bleav(?:es?|ing) {_SOME} (?:\w+ )?{_UNITS} (?:there|behind)\b"
    rf"|\blässt {_SOME} (?:\w+ )?{_UNITS} (?:da|dort|zurück)\b"
    rf"|\blaiss(?:e|ent|ant) {_SOME} (?:\w+ )?{_UNITS} (?:derrière|sur place)\b"
    rf"|\b(?:then|and|plus|dann|und|puis|et|ensuite) (?:all )?{_OTHERS}\s*(?:[,.!;]|$)"
    r"|\b(?:and so (?:on|forth)|und so weiter|usw|et ainsi de suite|etc)\b"
    r"|\b(?:no|kein|pas de) (?:retreat|r[üu]ckzug|retraite) (?:for|für|pour)\b"
    r"|\b(?:mostly|partly|größtenteils|teilweise|en partie)\b|\b(?:some|half|part|most) of (?:it|them)\b"
    r"|\b(?:stays?|hold|bleib(?:t|en)|rest(?:e|ent|ons)),? (?:except|apart from|außer|ausser|sauf|à part)\b"
    r"|\b(?:not|nicht|pas) (?:just|only|nur|seulement)\b|\bthe ones? (?:next|beside|behind|near|after)\b",
    re.IGNORECASE,
)
"""Words for a part of pieces, or for further ones without a name."""


def is_open(text: str) -> bool:
    """Return True for words of pieces that may go with others, of parts, and of further things."""
    return GOES_ALONG.search(text) is not None or LEFT_OPEN.search(text) is not None


def misleads(context: Context, text: str) -> bool:
    """Return True for a sentence that may mean more than its names say."""
    moves = isinstance(context.position.task, ChooseOffensive | MovePieces | PassMove)
    if is_open(text) or (moves and PART_STAYS.search(text)):
        return True
    names = Names(context.theatre, context.side)
    clauses = [clause for one in read_sentences(names, text) for clause in one.clauses]
    if any(_holds_another(context, names, one) for one in clauses):
        return True
    # "The 2nd Army goes back to Verdun, the guns stay"
    here = getattr(context.position.task, "area", "")
    leads = any(one.area != here for clause in clauses for one in clause.areas("to"))
    return bool(here) and leads and KIND_STAYS.search(text) is not None


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
