"""Answers to questions about the rules and the odds of a match."""

from collections.abc import Iterator
from itertools import islice

from referee.analysis import odds
from referee.faults import Complaint, NotFound
from referee.i18n import order_words
from referee.i18n.name_matching import key
from referee.i18n.translator import message
from referee.mail.state import MailFault
from referee.matches.matches import Match
from schemas.answers.odds import BattleOdds
from schemas.record import Side
from schemas.reports import Block, Bullets, Document, Heading, Inline, Strong, Text

MOST_CLAUSES = 8
"""Highest number of clauses in an answer."""

CONTROLS = message("Control of the area by {side}: {percent} %")
DISPUTED = message("The area stays disputed: {percent} %")
LOSES = message("Average number of pieces lost by {side}: {about}")


def list_rules(match: Match, about: str) -> Document:
    """Return the clauses that contain a word, those with the word in their titles first, or one clause."""
    tongue, clauses = match.tongue, match.bound.pack.clauses
    words = {key(about), *(verb for verb, names in order_words.VERBS.items() if key(about) in names)}
    titles = {
        citation.number: citation.title for citation in map(match.system.language.cite, clauses.meanings)
    }
    exact = [one for one in clauses.citations if one.number == about.strip()]
    by_title = [
        one for one in clauses.citations if _holds(f"{one.title} {titles.get(one.number, '')}", words)
    ]
    others = [one for one in clauses.citations if _holds(one.rule, words)]
    clauses_by_number = {one.number: one for one in (exact or (*by_title, *others))}
    if not clauses_by_number:
        raise NotFound(Complaint.of(MailFault.NO_SUCH_RULE, word=about))
    items: list[tuple[Inline, ...]] = [
        (
            Strong(text=f"{one.number}, {titles.get(one.number, one.title)}"),
            Text(text=f": {' '.join(one.rule.split())}"),
        )
        for one in islice(clauses_by_number.values(), MOST_CLAUSES)
    ]
    blocks: list[Block] = [Bullets(items=tuple(items))]
    if (more := len(clauses_by_number) - len(items)) > 0:
        blocks.append(
            tongue.paragraph("{count} more clause matches.", "{count} more clauses match.", count=more)
        )
    title = tongue.say("{match}: rules with {word}", match=match.name, word=about)
    return Document(title=title, language=tongue.language, blocks=tuple(blocks))


def _holds(text: str, words: set[str]) -> bool:
    plain = f" {key(text)}"
    return any(f" {word}" in plain for word in words)


def list_odds(match: Match, side: Side, about: str) -> Document:
    """Return the odds of a battle, or of each open or possible one, from the knowledge of a side."""
    areas = match.system.notation.subjects.find(about) if about else ()
    result = odds.odds(match, side, areas[0] if areas else None)
    blocks = tuple(block for battle in result.battles for block in _word_battle(match, battle))
    hidden = tuple(
        match.tongue.paragraph("{area}: the armies are hidden from the viewer.", area=one.name)
        for one in result.hidden
    )
    title = match.tongue.say("{match}: odds", match=match.name)
    return Document(title=title, language=match.tongue.language, blocks=(*blocks, *hidden))


def _word_battle(match: Match, battle: BattleOdds) -> Iterator[Block]:
    say = match.tongue.say
    yield Heading(text=battle.name)
    lines = [
        say(
            CONTROLS if one.holder else DISPUTED,
            side=match.bound.name_of(one.holder) if one.holder else "",
            percent=match.tongue.decimal(one.percent),
        )
        for one in battle.holders
    ]
    name_of = match.bound.name_of
    lines += [
        say(LOSES, side=name_of(one.side), about=match.tongue.decimal(one.about)) for one in battle.losses
    ]
    yield Bullets(items=tuple((Text(text=line),) for line in lines))
