"""Error resolution as a policy: what becomes of an unlawful order that is found late."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from schemas.record import Record

Fact = Literal["error", "dice", "dice-since", "followed", "answered", "agreed"]
"""What a paragraph may ask of a disputed entry.

- error: there is something unlawful in it
- dice: dice were thrown in it
- dice-since: dice were thrown for a later order that stands
- followed: a later order stands
- answered: a later order of another side stands
- agreed: every other side consents to have it taken back
"""

Outcome = Literal["stands", "void", "replay"]
"""What becomes of it.

- stands: it stands, with all that came of it
- void: it falls, with everything filed after it
- replay: the same, and later orders that are lawful without it may be sent again as they were
"""


class Paragraph(Record):
    """A paragraph of a policy; it applies where every fact of `when` is as it says."""

    id: Annotated[str, Meta(min_length=1)]
    title: Annotated[str, Meta(min_length=1)]
    text: Annotated[str, Meta(min_length=1)]
    when: Mapping[Fact, bool] = {}
    then: Outcome


class Policy(Record):
    """A policy; the first of its paragraphs that applies decides, and the last applies always."""

    id: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*\Z")]
    name: Annotated[str, Meta(min_length=1)]
    summary: Annotated[str, Meta(min_length=1)]
    paragraphs: Annotated[tuple[Paragraph, ...], Meta(min_length=1)]


class ParagraphWords(Record):
    """A paragraph in another language."""

    title: Annotated[str, Meta(min_length=1)]
    text: Annotated[str, Meta(min_length=1)]


class Wording(Record):
    """A policy in another language; a paragraph without words keeps its own."""

    name: Annotated[str, Meta(min_length=1)]
    summary: Annotated[str, Meta(min_length=1)]
    paragraphs: Mapping[str, ParagraphWords] = {}


class PolicyWords(Record):
    """The policies of a folder in one language, by their ids: `languages/<code>.yaml` beside them."""

    language: str
    policies: Mapping[str, Wording]
