"""Phrases that say less than they mean: pieces that go with others, and parts and ends that are left open."""

import re

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
    r"|(?<!to )\bkeeps? (?:it|them|him|her) company\b|\bleiste[tn]? (?:ihr|ihm|ihnen) Gesellschaft\b"
    r"|\b(?:lui|leur) tien(?:t|nent) compagnie\b"
    r"|\blet (?:it|them|him|her) (?:walk|march|go|ride|run|take|join|stay|follow|wait|rest)\b"
    r"|\blass(?:t|en)? (?:sie|ihn|es) (?:laufen|marschieren|gehen|reiten|fahren|warten|folgen)\b"
    r"|\bqu['’](?:il|elle)s? (?:march|aille|vienne|rejoign)\w*"
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
    r"|\b(?:not|nicht|pas) (?:just|only|nur|seulement)\b|\bthe ones? (?:next|beside|behind|near|after)\b"
    r"|^à part\b|(?<!\w)ή(?!\w)",
    re.IGNORECASE,
)
"""Words for a part of pieces or for further ones without a name, and exceptions.

Greek `or` stands here because names are compared without the accent that tells it from an article.
"""
