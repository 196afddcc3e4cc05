"""The frame that all pages of a site share."""

from html import escape
from pathlib import Path

from referee.i18n.translator import Translator
from referee.reports.formats import html
from referee.reports.pictures.drawing import LIGHT_COLOURS
from schemas.record import Value

_CURRENT = ' aria-current="page"'

_HERE = Path(__file__).parent

SCRIPTS = ("site.js", "verify.js", "shapes.js")
"""Scripts of a site, as they are stored here."""


class Layout(Value):
    """Name of the club, its address on the web or "", and the language of its pages."""

    club: str
    url: str
    tongue: Translator

    def page(self, title: str, body: str, *, root: str = "", head: str = "", current: str = "") -> str:
        """Return a page; `root` leads to the top folder, `head` is the head of the journal of its match."""
        say = self.tongue.say
        names = (
            ("index.html", say("Matches")),
            ("archive.html", say("Archive")),
            ("feed.xml", say("News feed")),
            ("calendar.ics", say("Calendar")),
            ("heads.txt", say("Heads")),
        )
        links = " ".join(
            f'<a href="{root}{name}"{_CURRENT if name == current else ""}>{escape(text)}</a>'
            for name, text in names
        )
        footer = say("Made by referee from public copies of the journals. No page needs a server.")
        return read("page.html").format(
            language=escape(self.tongue.language),
            title=html.safe(title),
            club=html.safe(self.club),
            pages=escape(say("Pages")),
            links=links,
            body=body,
            footer=escape(footer),
            root=root,
            head=head,
        )


def read(name: str) -> str:
    """Return a file of this room."""
    return (_HERE / name).read_text(encoding="utf-8")


def style() -> str:
    """Return the style sheet of a site."""
    return f"{html.SHEET}svg[data-generator] {{ {LIGHT_COLOURS} }}\n{read('site.css')}"


def word_time(moment: str) -> str:
    """Return a moment as `2026-12-01 20:00 UTC`, or "" for none."""
    return f"{moment[:10]} {moment[11:16]} UTC" if moment else ""
