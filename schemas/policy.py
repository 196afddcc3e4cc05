"""Policies for errors: the treatment of illegal orders that are found late."""

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
"""Conditions of a paragraph on a disputed entry. Later orders count if they are effective and not disputed.

- error: it contains something illegal
- dice: it contains a roll
- dice-since: a later order rolled dice
- own-dice-since: a later order of its own side rolled dice
- others-dice-since: a later order of another side rolled dice
- followed: there is a later order
- answered: there is a later order of another side
- agreed: every other side consents to a takeback
- moved-since: another side has moved since
- movement: it was given during movement
- combat: it was given while battles were declared and fought
- segment-over: the segment of play in which it was given is over
"""

Outcome = Literal["stands", "void", "replay"]
"""Treatment of a disputed entry.

- stands: it stays effective with all its consequences
- void: it is void, with every later entry
- replay: as void, but later orders that are legal without it may be sent again
"""

Back = Literal["entry", "battle", "segment"]
"""Scope of a void order: the order alone, its battle, or its segment of play."""

Throws = Literal["anew", "kept"]
"""Dice of later orders that are sent again: rolled again, or kept by the ruling.

A roll is kept if the rules ask for the same roll: purpose, number of dice and required number.
"""

Surplus = Literal["refused", "ignored"]
"""Treatment of surplus manual dice."""

Missing = Literal["refused", "later"]
"""Treatment of a letter with too few manual dice: refused, or stored until the missing ones arrive."""

Leave = Literal["both", "moderator", "none"]
"""Authority for corrections: the moderator with the consent of both sides, the moderator alone, or none."""


class Paragraph(Model):
    """A paragraph of a policy. It applies if every fact of `when` has its value."""

    id: Annotated[Name, Field(min_length=1)]
    title: Annotated[Name, Field(min_length=1)]
    text: Annotated[Prose, Field(min_length=1)]
    when: Mapping[Fact, bool] = {}
    then: Outcome
    back: Back = "entry"
    dice: Throws = "anew"


class Policy(Model):
    """A policy. The first applicable paragraph decides, and the last one always applies.

    `after` names the printed procedure that it follows, and its source.
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
    """A policy in another language. Untranslated paragraphs keep their own words."""

    name: Annotated[Name, Field(min_length=1)]
    summary: Annotated[Prose, Field(min_length=1)]
    paragraphs: Mapping[str, ParagraphWords] = {}


class PolicyWords(Model):
    """The policies of a folder in one language, by id: `languages/<code>.yaml` beside them."""

    language: Name
    policies: Mapping[str, Wording]
