"""Letters that come as HTML alone, as many programs and telephones send them."""

import sys
import time

import pytest

from referee.faults import DataFault
from referee.matches import letters as letters_room
from referee.matches.letters import html
from referee.matches.letters.letters import read
from schemas.letter import Letter, LetterLine

HEADERS = "From: anna@player.example\nContent-Type: text/html; charset=utf-8\n\n"
REPORT = "<div>BEGIN ORDERS liege</div><div>pass</div><div>END ORDERS</div>"
ORDERS = ["offensive 17", "move ge-1 to mons"]

PAGES = {
    "Gmail": (
        '<div dir="ltr"><div>offensive 17</div><div>move ge-1&nbsp;to mons</div></div><br>'
        '<div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Fri, Nov 20, 2026 at 9:14 PM Referee '
        '&lt;<a href="mailto:r@c.example">r@c.example</a>&gt; wrote:<br></div>'
        f'<blockquote class="gmail_quote" style="margin:0 0 0 .8ex">{REPORT}</blockquote></div>'
    ),
    "Gmail, below the quotation": (
        '<div class="gmail_quote"><div class="gmail_attr">On Fri, Nov 20, 2026 Referee wrote:<br></div>'
        f'<blockquote class="gmail_quote">{REPORT}</blockquote></div>'
        "<div>offensive 17<br>move ge-1 to mons</div>"
    ),
    "Outlook": (
        "<html><head><style>p.MsoNormal {margin:0}</style></head><body><div class=WordSection1>"
        "<p class=MsoNormal>offensive 17<o:p></o:p></p><p class=MsoNormal>move ge-1 to\r\n  "
        "mons<o:p></o:p></p>"
        "<p class=MsoNormal><o:p>&nbsp;</o:p></p>"
        '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">'
        f"<p class=MsoNormal><b>Lati:</b> Referee<br><b>Firanse:</b> Jimo</p></div></div>{REPORT}</div>"
    ),
    "Outlook on the web": (
        '<body><div class="elementToProof">offensive 17</div><div>move ge-1 to mons</div>'
        '<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1">'
        f'<div id="divRplyFwdMsg" dir="ltr"><b>Od:</b> Referee<br><b>Temat:</b> x</div>{REPORT}</body>'
    ),
    "Outlook on the web, by way of another program": (
        f'<div>offensive 17</div><div>move ge-1 to mons</div><div id="x_divRplyFwdMsg"></div>{REPORT}'
    ),
    "Apple Mail": (
        "<html><body>offensive 17<div>move ge-1 to mons<br><div><br><blockquote type=\"cite\"><div>On "
        f"20 Nov 2026, at 21:14, Referee wrote:</div>{REPORT}</blockquote></div></div></body></html>"
    ),
    "Thunderbird": (
        "<p>offensive 17<br>\n    move ge-1 to mons</p>"
        '<div class="moz-cite-prefix">Am 20.11.26 um 21:14 schrieb Referee:<br></div>'
        f'<blockquote type="cite" cite="mid:1@c">{REPORT}</blockquote>'
        '<div class="moz-signature">-- <br>Anna</div>'
    ),
    "Yahoo": (
        "<div>offensive 17</div><div>move ge-1 to mons</div>"
        f'<div id="yahoo_quoted_1" class="yahoo_quoted"><div>Referee wrote</div>{REPORT}</div>'
    ),
    "Proton": (
        "<div>offensive 17</div><div>move ge-1 to mons</div>"
        f'<div class="protonmail_quote">Referee:<blockquote type="cite">{REPORT}</blockquote></div>'
    ),
    "a telephone": f"offensive 17<br>move ge-1 to mons<br><br>Sent from my iPhone<br><br>{REPORT}",
    "a list": "<ul><li>offensive 17</li><li><p>move ge-1 to mons</p></li></ul>",
    "a table": (
        "<table><tr><td>offensive</td><td>17</td></tr><tr><td>move</td><td>ge-1</td>"
        "<td>to mons</td></tr></table>"
    ),
    "kept line breaks": "<pre>offensive 17\nmove ge-1 to mons</pre>",
    "kept line breaks by style": '<div style="white-space: pre-wrap">offensive 17\nmove ge-1 to mons</div>',
    "bold words": "<div><b>offensive</b> <i>1</i>7</div><div>mo<span>ve ge-1 to mons</span></div>",
    "an indented paragraph": (
        '<blockquote style="margin:0 0 0 40px;border:none;padding:0px">offensive 17<br>'
        "move ge-1 to mons</blockquote>"
    ),
    "a fence": "<p>Hi Tom,</p>BEGIN ORDERS<br>offensive 17<br>move ge-1 to mons<br>END ORDERS<p>Anna</p>",
    "what nobody sees": (
        '<div style="display:none">pass</div><!-- pass --><script>pass</script><div>offensive 17</div>'
        '<div style="visibility: hidden">pass</div><div>move ge-1 to mons</div>'
    ),
}  # fmt: skip


def orders(letter: Letter) -> list[str]:
    return [order.text for order in letter.orders if isinstance(order, LetterLine)]


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_html_letter_is_read_as_displayed(page: str) -> None:
    letter = read((HEADERS + page).encode(), "letter.eml")

    assert orders(letter) == ORDERS
    assert any("its HTML was read" in warning for warning in letter.warnings)


def test_note_quotes_the_beginning_of_the_html() -> None:
    letter = read((HEADERS + "<p>Hello,</p><p>offensive 17</p><p>done</p>").encode(), "letter.eml")

    (note,) = letter.warnings
    assert note.endswith("so its HTML was read, which begins `Hello, / offensive 17 / done`")


LEFT = {
    "struck out": "<div>offensive 17</div><div><s>pass</s></div>",
    "struck out by style": '<div>offensive 17</div><div style="text-decoration:line-through">pass</div>',
    "struck out in part": "<div>offensive 17 <del>pass</del></div>",
    "quoted": "<div>offensive 17</div><blockquote>pass</blockquote>",
    "quoted twice": "<div>offensive 17</div><blockquote>a<blockquote>pass</blockquote></blockquote>",
}


@pytest.mark.parametrize("page", LEFT.values(), ids=LEFT)
def test_quoted_and_struck_html_is_excluded(page: str) -> None:
    letter = read((HEADERS + page).encode(), "letter.eml")

    assert orders(letter) == ["offensive 17"]
    assert letter.left[-1].text == "pass"


def test_html_counts_if_plain_text_is_empty() -> None:
    parts = "--x\nContent-Type: text/plain\n\n \n--x\nContent-Type: text/html\n\n<p>pass</p>\n--x--\n"

    letter = read(
        f"From: a@b\nContent-Type: multipart/alternative; boundary=x\n\n{parts}".encode(), "letter.eml"
    )

    assert orders(letter) == ["pass"]


def test_missing_html_library_names_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "selectolax.lexbor", None)
    monkeypatch.delitem(sys.modules, html.__name__)
    monkeypatch.delattr(letters_room, "html")
    with pytest.raises(DataFault) as fault:
        read(f"{HEADERS}<p>pass</p>".encode(), "letter.eml")

    unread, missing = fault.value.complaints
    assert (unread.code, unread.remedy) == ("html-unread", "send it as plain text")
    assert (missing.code, missing.remedy) == ("html-reader-missing", "run pip install 'pbem-referee[mail]'")


HOSTILE = {
    "elements nested deeply": "<div>" * (html.MOST_TAGS - 1),
    "more elements than are read": "<div>" * (html.MOST_TAGS + 1),
    "quotations nested deeply": "<blockquote>" * 3_000,
    "many empty elements": "<b></b>" * (html.MOST_TAGS // 2),
    "an element without an end": "<div " * 10_000,
    "a comment without an end": "<!--" + "-" * 200_000,
}


@pytest.mark.parametrize("page", HOSTILE.values(), ids=HOSTILE)
def test_hostile_html_is_read_quickly(page: str) -> None:
    before = time.process_time()
    with pytest.raises(DataFault) as fault:
        read(f"{HEADERS}{page}".encode(), "letter.eml")

    assert fault.value.complaints[0].code in {"no-order", "html-too-long"}
    assert time.process_time() - before < 2


WHOLE = "Content-Type: text/plain\n\npass\n"
DAMAGED = {
    "the last boundary is lost": ("multipart/mixed; boundary=x", f"--x\n{WHOLE}"),
    "the last boundary is lost below another part": (
        "multipart/alternative; boundary=x", f"--x\n{WHOLE}--x\nContent-Type: text/html\n\n<p>pa",
    ),
    "the whole has an encoding": (
        "multipart/mixed; boundary=x\nContent-Transfer-Encoding: quoted-printable", f"--x\n{WHOLE}--x--\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("kind", "body"), DAMAGED.values(), ids=DAMAGED)
def test_damage_outside_text_is_a_warning(kind: str, body: str) -> None:
    letter = read(f"From: a@b\nContent-Type: {kind}\n\n{body}".encode(), "letter.eml")

    assert orders(letter) == ["pass"]
    assert any("its text is complete" in warning for warning in letter.warnings)


UNSEEN = {
    "hidden by its attribute": "<p hidden>{}</p>",
    "for programs without scripts": "<noscript>{}</noscript>",
    "not displayed": '<p style="display:none">{}</p>',
}


@pytest.mark.parametrize("dress", UNSEEN.values(), ids=UNSEEN)
def test_hidden_text_is_not_read(dress: str) -> None:
    assert html.list_lines(f"<p>pass</p>{dress.format('done')}") == ["pass"]


FAINT = {
    "without a size": '<p style="font-size: 0px; color: black">{}</p>',
    "white": '<p style="color:#FFF">{}</p>',
    "white by an old attribute": '<font color="white">{}</font>',
    "white in numbers": '<p style="color: rgb(255, 255, 255)">{}</p>',
    "transparent": '<p style="opacity:0">{}</p>',
}


@pytest.mark.parametrize("dress", FAINT.values(), ids=FAINT)
def test_faint_text_is_marked_as_struck_out(dress: str) -> None:
    assert html.list_lines(f"<p>pass</p>{dress.format('done')}") == ["pass", "| done"]


@pytest.mark.parametrize("style", ["color:#fff000", "font-size:0.9em", "background:#fff;color:#333"])
def test_visible_text_is_read(style: str) -> None:
    assert html.list_lines(f'<p style="{style}">pass</p>') == ["pass"]
