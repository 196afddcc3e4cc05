"""Letters in HTML as lines of plain text, marked as mail programs mark plain text.

Quoted lines begin with `>`, struck-out lines with `|`, and a rule precedes an older letter. The readers of
plain text know these marks, so HTML needs no rules of its own.
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
"""Elements that begin and end a line."""

_UNSEEN = frozenset(["head", "noscript", "script", "style", "template", "title"])

_STRUCK = frozenset(["del", "s", "strike"])

_OLDER = re.compile(
    r"(x_)*(appendonsend|divrplyfwdmsg|olk_src_body_section|mail-editor-reference-message-container)"
)
"""Ids of elements that begin an older letter."""

_QUOTES = frozenset(["yahoo_quoted", "protonmail_quote"])
"""Classes of elements that contain an older letter, in addition to `blockquote`."""

_BORDER_ABOVE = re.compile(r"border-top:\s*solid")
"""Style of the line that Outlook draws above an older letter."""

_INDENT = re.compile(r"border(-width)?:\s*(none|0)")
"""Style of an indented paragraph: a quotation without a bar."""

_HIDDEN = re.compile(r"display:\s*none|visibility:\s*(?:hidden|collapse)|mso-hide:\s*all")

_FAINT = re.compile(
    r"opacity:\s*0(?:\.0*)?(?:\s*;|\s*$)"
    r"|font-size:\s*0(?:\.0*)?(?:px|pt|em|rem|%)?\s*(?:!important\s*)?(?:;|$)"
    r"|(?:^|;)\s*color:\s*(?:white|transparent|#fff(?:fff)?(?![0-9a-f])|rgba?\(255,\s*255,\s*255[^)]*\))"
)
"""Styles of text that a reader hardly sees: it is treated as struck out, so that orders in it are named."""

_WHITE = frozenset(["white", "#fff", "#ffffff"])
"""Values of the old attribute `color` for white text."""

_KEEPS_BREAKS = re.compile(r"white-space:\s*(pre|break-spaces)")

_SPACES = re.compile(r"[ \t\r\n\f]+")

RULE = "_" * 32

MOST_TAGS = 20_000
"""Maximum number of tags. Parsing time grows with the square of the nesting depth."""


class _Frame(NamedTuple):
    """Properties of the text inside an element."""

    quoted: int = 0
    struck: bool = False
    keeps_breaks: bool = False


class _Page(Struct):
    """The lines so far. The last one may still grow."""

    lines: list[str] = field(default_factory=list[str])
    words: str = ""
    frame: _Frame = _Frame()

    def write(self, text: str, frame: _Frame) -> None:
        """Add text. It begins a new line if its frame differs from the text before it."""
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
        """End the current line, unless it is empty."""
        if self.words.strip():
            self.break_line()
        self.words = ""

    def break_line(self) -> None:
        """End the current line, even if it is empty."""
        marks = "> " * self.frame.quoted + "| " * self.frame.struck
        words = self.words.rstrip() if self.frame.keeps_breaks else " ".join(self.words.split())
        self.lines.append((marks + words).rstrip(" ") if words != "--" else f"{marks}-- ")
        self.words = ""


def list_lines(html: str) -> list[str]:
    """Return the lines of a letter in HTML."""
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
    """Yield every visible node, its frame, and True at its beginning. An element is yielded twice.

    Uses its own stack, because elements may be nested deeper than Python's recursion limit.
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
    if not node.is_element_node or node.tag in _UNSEEN or "hidden" in node.attributes:
        return False
    return not _HIDDEN.search(_style(node))


def _enter(node: LexborNode, frame: _Frame) -> _Frame:
    """Return the frame inside an element."""
    style = _style(node)
    return _Frame(
        quoted=frame.quoted + _quotes(node, style),
        struck=frame.struck or node.tag in _STRUCK or _is_faint(node, style),
        keeps_breaks=frame.keeps_breaks or node.tag == "pre" or _KEEPS_BREAKS.search(style) is not None,
    )


def _is_faint(node: LexborNode, style: str) -> bool:
    """Return True if an element strikes its text out, or makes it invisible."""
    return "line-through" in style or bool(_FAINT.search(style)) or _attribute(node, "color") in _WHITE


def _quotes(node: LexborNode, style: str) -> bool:
    classes = set(_attribute(node, "class").split())
    if node.tag != "blockquote":
        return bool(classes & _QUOTES)
    is_indent = _INDENT.search(style) and not classes and _attribute(node, "type") != "cite"
    return not is_indent


def _begins_older(node: LexborNode) -> bool:
    """Return True if an older letter begins with an element."""
    if _OLDER.fullmatch(_attribute(node, "id")):
        return True
    return node.tag == "div" and _BORDER_ABOVE.search(_style(node)) is not None


def _style(node: LexborNode) -> str:
    return _attribute(node, "style")


def _attribute(node: LexborNode, name: str) -> str:
    return (node.attributes.get(name) or "").casefold()
