"""Letters that were copied from a forum or a chat: BBCode, spoilers, boxes and mentions as plain lines.

Quotations become lines with a quotation mark, which the reader of replies knows. Other tags are removed.
"""

import re
from collections.abc import Iterable, Iterator

from referee.matches.letters.characters import Numbered

_OPEN = re.compile(r"\[quote\b[^\]\n]*\]", re.IGNORECASE)
_CLOSE = re.compile(r"\[/quote\]", re.IGNORECASE)
_STRUCK = re.compile(r"\[s\].*?\[/s\]|(?<!\w)(~~?)(?=\S)[^~]+(?<=\S)\1(?!\w)", re.IGNORECASE)
_TAG = re.compile(r"\[/?(?:spoiler|code|b|i|u|list|color|size|url)\b[^\]\n]*\]|\[\*\]", re.IGNORECASE)
_BOX = re.compile(r"^\s*(?:[-*+•]\s*)?(?:(?:\[ \]|☐)\s.*|(?:\[x\]|[☑☒✅])\s+)", re.IGNORECASE)
"""A box of a list at the beginning of a line. A line with an empty box was not chosen."""

_SPOILER = re.compile(r"\|\|(.+?)\|\|")
_SPOILER_LINE = re.compile(r"\s*\|\|\s*")
_MENTION = re.compile(r"^\s*@[\w.-]+[,:]?\s+(?=\S)")


def unmark(page: Iterable[Numbered]) -> Iterator[Numbered]:
    """Yield the lines without the marks of forums and chats."""
    depth = 0
    for line in page:
        before = depth
        text = _OPEN.sub("\n\x01", _CLOSE.sub("\n\x02", line.typed)) if "[" in line.typed else line.typed
        parts: list[str] = []
        for part in text.split("\n"):
            depth += part.startswith("\x01")
            depth = max(0, depth - part.startswith("\x02"))
            words = _clean(part.lstrip("\x01\x02"))
            if words.strip():
                parts.append("> " * depth + words)
        # Text of the author on the line of a quotation is rare; the quoted part of the line comes first.
        own = [part for part in parts if not part.startswith("> ")]
        yield Numbered(line.number, own[-1] if own else parts[0] if parts else "> " * min(before, 1))


def _clean(text: str) -> str:
    """Return a line without tags, struck out words, boxes, spoilers and mentions."""
    if _SPOILER_LINE.fullmatch(text):
        return ""
    text = _BOX.sub("", _STRUCK.sub("", text))
    return _MENTION.sub("", _SPOILER.sub(r"\1", _TAG.sub("", text)))
