"""Error resolution as a policy: what becomes of an unlawful order that is found late."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from schemas.model import Many, Model, Name, Prose

Fact = Literal[
    "error",
    "dice",
    "dice-since",
    "own-dice-since",
    "others-dice-since",
    "followed",
    "answered",
    "agreed",
    "moved-since",
    "movement",
    "combat",
    "segment-over",
]
"""What a paragraph may ask of a disputed entry; of later orders, those count that stand and are not disputed.

- error: there is something unlawful in it
- dice: dice were thrown in it
- dice-since: dice were thrown for a later order
- own-dice-since: dice were thrown for a later order of its own side
- others-dice-since: dice were thrown for a later order of another side
- followed: there is a later order
- answered: there is a later order of another side
- agreed: every other side consents to have it taken back
- moved-since: another side has moved since
- movement: it was given while pieces were moved
- combat: it was given while battles were declared and fought
- segment-over: the segment of play in which it was given is over
"""

Outcome = Literal["stands", "void", "replay"]
"""What becomes of it.

- stands: it stands, with all that came of it
- void: it falls, with everything filed after it
- replay: the same, and later orders that are lawful without it may be sent again as they were
"""

Back = Literal["entry", "battle", "segment"]
"""What falls with a void order: nothing of itself, its battle as it was fought, or its segment of play."""

Throws = Literal["anew", "kept"]
"""Whether later orders throw anew when they come again, or the ruling files them again with their dice.

A throw is kept if the rules ask for the same again: the same purpose, as many dice, the same number needed.
"""

Surplus = Literal["refused", "ignored"]
"""What becomes of spoken dice that no order asks for."""

Missing = Literal["refused", "later"]
"""Whether a letter with too few spoken dice waits for the missing ones, and keeps those that were thrown."""

Leave = Literal["both", "moderator", "none"]
"""Who may amend a position: the moderator with the consent of both sides, he alone, or nobody."""


class Paragraph(Model):
    """A paragraph of a policy; it applies where every fact of `when` is as it says."""

    id: Annotated[Name, Field(min_length=1)]
    title: Annotated[Name, Field(min_length=1)]
    text: Annotated[Prose, Field(min_length=1)]
    when: Mapping[Fact, bool] = {}
    then: Outcome
    back: Back = "entry"
    dice: Throws = "anew"


class Policy(Model):
    """A policy; the first of its paragraphs that applies decides, and the last applies always.

    `after` names the printed procedure that it follows, and where that is to be read.
    """

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")]
    name: Annotated[Name, Field(min_length=1)]
    summary: Annotated[Prose, Field(min_length=1)]
    after: Prose = ""
    surplus: Surplus = "refused"
    missing: Missing = "refused"
    amendments: Leave = "both"
    paragraphs: Annotated[Many[Paragraph], Field(min_length=1)]


class ParagraphWords(Model):
    """A paragraph in another language."""

    title: Annotated[Name, Field(min_length=1)]
    text: Annotated[Prose, Field(min_length=1)]


class Wording(Model):
    """A policy in another language; a paragraph without words keeps its own."""

    name: Annotated[Name, Field(min_length=1)]
    summary: Annotated[Prose, Field(min_length=1)]
    paragraphs: Mapping[str, ParagraphWords] = {}


class PolicyWords(Model):
    """The policies of a folder in one language, by their ids: `languages/<code>.yaml` beside them."""

    language: Name
    policies: Mapping[str, Wording]
