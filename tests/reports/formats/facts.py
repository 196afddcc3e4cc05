"""The facts of a document, and the same facts read back from what a writer made of it."""

import re
import unicodedata
from collections.abc import Iterator
from xml.etree.ElementTree import Element

import html5lib
from markdown_it import MarkdownIt
from markdown_it.token import Token

from referee.i18n.translator import ENGLISH
from referee.reports.formats import plain_text, rolls
from referee.reports.formats.characters import BREAKER
from schemas.reports import (
    Block,
    Bullets,
    DiceThrown,
    Document,
    Figure,
    Heading,
    Inline,
    Paragraph,
    Table,
    Verbatim,
)

Fact = tuple[str, ...]

XHTML, SVG = "{http://www.w3.org/1999/xhtml}", "{http://www.w3.org/2000/svg}"

WIDTH = 72

_NEVER = frozenset(BREAKER + "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def shown(said: str) -> str:
    """A text as a reader sees it: blanks are blanks, and what is not seen is not there."""
    seen = (" " if sign.isspace() else sign for sign in said if sign.isspace() or not _unseen(sign))
    return " ".join("".join(seen).split())


def _unseen(sign: str) -> bool:
    none = ord(sign) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(sign) <= 0xFDEF
    return none or sign in _NEVER or unicodedata.category(sign) in {"Cc", "Cs"}


def told(parts: tuple[Inline, ...]) -> str:
    return shown("".join(part.text for part in parts))


def of_document(document: Document, *, boxed: bool = False) -> list[Fact]:
    """What has to be read back; `boxed` where tables and dice stand in letters of one width."""
    facts = (fact for block in document.titled for fact in _of_block(block, boxed=boxed))
    return [fact for fact in facts if any(fact[1:])]


def _of_block(block: Block, *, boxed: bool) -> Iterator[Fact]:
    match block:
        case Heading(text=said):
            yield "heading", shown(said)
        case Paragraph(parts=parts):
            yield "words", told(parts)
        case Bullets(items=items):
            yield from (("item", told(item)) for item in items)
        case Table() | DiceThrown() | Verbatim() | Figure() if boxed:
            yield "box", shown("\n".join(plain_text.lines_of(block, WIDTH)))
        case Table(columns=columns, rows=rows):
            yield from (("cells", *map(shown, row)) for row in (columns, *rows))
        case DiceThrown(rolls=thrown):
            for roll in thrown:
                hits = rolls.render_hits(roll, ENGLISH)
                faces = rolls.render_roll(roll, ENGLISH, rolls.faces(roll))
                yield "item", shown(f"{roll.purpose} {faces}{f' → {hits}' if hits else ''}")
            yield "proof", shown(" ".join((str(block.entry or ""), block.key)))
        case Verbatim(lines=lines):
            yield "box", shown("\n".join(lines))
        case Figure():
            yield "figure", "drawn"


# HTML


def of_html(page: str) -> list[Fact]:
    root = html5lib.HTMLParser(strict=True).parse(page)
    body = root.find(f"{XHTML}body")
    assert body is not None
    return [fact for fact in _of_elements(body) if any(fact[1:])]


def _of_elements(parent: Element) -> Iterator[Fact]:
    for element in parent:
        match str(element.tag).removeprefix(XHTML):
            case "h1" | "h2" | "h3" | "h4" | "h5" | "h6":
                yield "heading", shown(_said(element))
            case "p" if element.get("class") == "proof":
                yield "proof", shown(re.sub(r"entry |, key |key ", " ", _said(element)))
            case "p":
                yield "words", shown(_said(element))
            case "li":
                yield "item", shown(_said(element))
            case "tr":
                yield ("cells", *(shown(_said(cell)) for cell in element))
            case "pre":
                yield "box", shown(_said(element))
            case tag if tag == f"{SVG}svg":
                yield "figure", "drawn"
            case _:
                yield from _of_elements(element)


def _said(element: Element) -> str:
    """The text of an element; a break is a blank."""
    parts = [element.text or ""]
    for child in element:
        parts += [" " if str(child.tag) == f"{XHTML}br" else _said(child), child.tail or ""]
    return "".join(parts)


# Markdown


def of_markdown(said: str) -> list[Fact]:
    """What a CommonMark library with tables reads."""
    tokens = MarkdownIt("commonmark").enable("table").parse(said)
    return [fact for fact in _of_tokens(tokens) if any(fact[1:])]


_KINDS = {"heading_open": "heading", "list_item_open": "item", "tr_open": "cells"}
_ENDS = {"heading_close", "list_item_close", "tr_close"}


def _of_tokens(tokens: list[Token]) -> Iterator[Fact]:
    kind, cells = "words", list[str]()
    for token in tokens:
        assert token.type not in {"html_block", "code_block", "hr", "blockquote_open"}, token
        if token.type == "tr_close":
            yield ("cells", *cells)
        if token.type == "fence":
            yield "box", shown(token.content)
        if token.type == "inline" and kind == "cells":
            cells.append(shown(_plain(token)))
        elif token.type == "inline":
            yield kind, shown(_plain(token))
        cells = [] if token.type == "tr_open" else cells
        kind = "words" if token.type in _ENDS else _KINDS.get(token.type, kind)


def _plain(token: Token) -> str:
    said: list[str] = []
    for child in token.children or ():
        assert child.type in {
            "text", "text_special", "code_inline", "strong_open", "strong_close", "softbreak",
        }, child  # fmt: skip
        said.append(" " if child.type == "softbreak" else child.content)
    return "".join(said)


# BBCode

_TAG = re.compile(r"\[(/?)([a-z]+|\*)(?:=([^\]\[]*))?\]")


class UnbalancedError(Exception):
    """A code that is closed and was not opened, or the other way round."""


def of_bbcode(post: str, box: str) -> list[Fact]:
    """What a board shows; `box` is the code for letters of one width, in which no other code counts."""
    facts: list[Fact] = []
    for paragraph in _paragraphs(post, box):
        if (
            paragraph.startswith(f"[{box}]")
            and paragraph.endswith(f"[/{box}]")
            and paragraph.count(f"[{box}]") == 1
        ):
            facts.append(("box", shown(paragraph[len(box) + 2 : -len(box) - 3])))
        elif paragraph.startswith(("[list]", "• ")):
            items = re.split(
                r"\[\*\]|^• ", paragraph.removeprefix("[list]").removesuffix("[/list]"), flags=re.MULTILINE
            )
            facts += [("item", shown(_TAG.sub("", item))) for item in items]
        elif paragraph.startswith("[size="):
            facts.append(("heading", shown(_TAG.sub("", paragraph))))
        else:
            facts.append(("words", shown(_TAG.sub("", paragraph))))
    return [fact for fact in facts if any(fact[1:])]


def _paragraphs(post: str, box: str) -> Iterator[str]:
    """The parts between empty lines; empty lines inside a box part nothing."""
    balanced(post, box)
    held = ""
    for part in post.strip().split("\n\n"):
        held = f"{held}\n\n{part}" if held else part
        if held.count(f"[{box}]") == held.count(f"[/{box}]"):
            yield held
            held = ""
    assert not held


def balanced(post: str, box: str) -> None:
    """Raise unless every code is closed in its turn."""
    open_: list[str] = []
    for tag in _TAG.finditer(post):
        closing, name = tag[1], tag[2]
        if name == "*":
            continue
        if open_ and open_[-1] == box and not (closing and name == box):
            raise UnbalancedError(f"a code inside a box: {tag[0]}")
        if not closing:
            open_.append(name)
        elif not open_ or open_.pop() != name:
            raise UnbalancedError(tag[0])
    if open_:
        raise UnbalancedError(f"{open_} are not closed")
