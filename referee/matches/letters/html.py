"""A letter that came as HTML alone, as lines of plain text with the marks that a mail program would set.

What the HTML quotes begins with `>`, what is struck out with `|`, and a rule stands where an older letter
begins. The readers of plain text know these marks, so that HTML needs no rules of its own for what counts.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct, field
from selectolax.lexbor import LexborHTMLParser, LexborNode

_BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "center", "dd", "div", "dl", "dt", "fieldset",
    "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "main",
    "nav", "ol", "p", "pre", "section", "table", "tbody", "tfoot", "thead", "tr", "ul",
})  # fmt: skip
"""Elements that stand in lines of their own."""

_UNSEEN = frozenset(["head", "script", "style", "template", "title"])

_STRUCK = frozenset(["del", "s", "strike"])

_OLDER = re.compile(
    r"(x_)*(appendonsend|divrplyfwdmsg|olk_src_body_section|mail-editor-reference-message-container)"
)
"""Ids of the elements with which an older letter begins."""

_QUOTES = frozenset(["yahoo_quoted", "protonmail_quote"])
"""Classes of elements that hold an older letter, beside those of `blockquote`."""

_BORDER_ABOVE = re.compile(r"border-top:\s*solid")
"""How Outlook draws the line above an older letter."""

_INDENT = re.compile(r"border(-width)?:\s*(none|0)")
"""How programs write a paragraph that its writer indented: a quotation without its bar."""

_HIDDEN = re.compile(r"display:\s*none|visibility:\s*hidden|mso-hide:\s*all")

_KEEPS_BREAKS = re.compile(r"white-space:\s*(pre|break-spaces)")

_SPACES = re.compile(r"[ \t\r\n\f]+")

RULE = "_" * 32

MOST_TAGS = 20_000
"""More tags than this no letter has. The time of parsing grows with the square of how deep they nest."""


class _Frame(NamedTuple):
    """What holds for the text inside an element."""

    quoted: int = 0
    struck: bool = False
    keeps_breaks: bool = False


class _Page(Struct):
    """The lines so far, the last of which may still grow."""

    lines: list[str] = field(default_factory=list[str])
    words: str = ""
    frame: _Frame = _Frame()

    def write(self, text: str, frame: _Frame) -> None:
        """Add text; where it counts otherwise than the text before it, it begins a line."""
        if frame != self.frame and self.words.strip():
            self.end_line()
        self.frame = frame
        if not frame.keeps_breaks:
            self.words += _SPACES.sub(" ", text)
            return
        *whole, rest = (self.words + text).split("\n")
        for self.words in whole:
            self.break_line()
        self.words = rest

    def end_line(self) -> None:
        """End the line that was begun, if one was."""
        if self.words.strip():
            self.break_line()
        self.words = ""

    def break_line(self) -> None:
        """End the line, be it empty."""
        marks = "> " * self.frame.quoted + "| " * self.frame.struck
        words = self.words.rstrip() if self.frame.keeps_breaks else " ".join(self.words.split())
        self.lines.append((marks + words).rstrip(" ") if words != "--" else f"{marks}-- ")
        self.words = ""


def list_lines(html: str) -> list[str]:
    """The lines of a letter in HTML."""
    page = _Page()
    body = LexborHTMLParser(html).body
    for node, frame, opens in _walk(body) if body is not None else ():
        if node.is_text_node:
            page.write(node.text_content or "", frame)
        elif node.tag == "br":
            page.frame = frame
            page.break_line()
        elif opens and _begins_older(node):
            page.end_line()
            page.lines.append(RULE)
        elif node.tag in _BLOCKS:
            page.end_line()
        elif node.tag in {"td", "th"}:
            page.words += " "
    page.end_line()
    return page.lines


def _walk(root: LexborNode) -> Iterator[tuple[LexborNode, _Frame, bool]]:
    """Every node that is seen, what holds for it, and whether it begins; an element comes twice.

    The stack is our own: strangers nest elements deeper than Python nests calls.
    """
    stack = [(root, _Frame(), True)]
    while stack:
        node, frame, opens = stack.pop()
        yield node, frame, opens
        if not opens or node.is_text_node or node.tag == "br":
            continue
        stack.append((node, frame, False))
        inside = _enter(node, frame)
        stack += [(child, inside, True) for child in reversed(_list_children(node)) if _is_seen(child)]


def _list_children(node: LexborNode) -> list[LexborNode]:
    children: list[LexborNode] = []
    child = node.first_child
    while child is not None:
        children.append(child)
        child = child.next
    return children


def _is_seen(node: LexborNode) -> bool:
    if node.is_text_node:
        return True
    return node.is_element_node and node.tag not in _UNSEEN and not _HIDDEN.search(_style(node))


def _enter(node: LexborNode, frame: _Frame) -> _Frame:
    """What holds inside an element."""
    style = _style(node)
    return _Frame(
        quoted=frame.quoted + _quotes(node, style),
        struck=frame.struck or node.tag in _STRUCK or "line-through" in style,
        keeps_breaks=frame.keeps_breaks or node.tag == "pre" or _KEEPS_BREAKS.search(style) is not None,
    )


def _quotes(node: LexborNode, style: str) -> bool:
    classes = set(_attribute(node, "class").split())
    if node.tag != "blockquote":
        return bool(classes & _QUOTES)
    is_indent = _INDENT.search(style) and not classes and _attribute(node, "type") != "cite"
    return not is_indent


def _begins_older(node: LexborNode) -> bool:
    """Whether an older letter begins with an element: everything below it is that letter."""
    if _OLDER.fullmatch(_attribute(node, "id")):
        return True
    return node.tag == "div" and _BORDER_ABOVE.search(_style(node)) is not None


def _style(node: LexborNode) -> str:
    return _attribute(node, "style")


def _attribute(node: LexborNode, name: str) -> str:
    return (node.attributes.get(name) or "").casefold()
