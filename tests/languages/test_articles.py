"""No article or preposition stands before a part of a sentence that has another form for it.

Greek writes `στη γερμανική πλευρά`, but `στην αυστρογερμανική πλευρά`: the article of a feminine word keeps
its ν before a vowel and some consonants. A template does not know the adjective of a side or the name of an
army. Names of packs stand in the nominative, which is also their accusative: `μέσω {areas}` needs a genitive.
"""

import re
from collections.abc import Mapping

import polib
import pytest

from referee.i18n import languages

DEPENDENT_ARTICLES: Mapping[str, re.Pattern[str]] = {
    "el": re.compile(r"(?<!\w)(?:σ?την?|έναντι|εναντίον|λόγω|μέσω)\s+\{[^{}]*\}", re.IGNORECASE),
}
"""Articles and prepositions, by language, that are right before some fillings alone."""


@pytest.mark.parametrize("code", DEPENDENT_ARTICLES)
def test_no_article_depends_on_a_part(code: str) -> None:
    book = polib.pofile(str(languages.file(code)))
    texts = [text for entry in book for text in (entry.msgstr, *entry.msgstr_plural.values())]

    dependent = [text for text in texts if DEPENDENT_ARTICLES[code].search(text)]
    assert dependent == [], "begin the sentence with the part, or put a noun before it"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("el", "Η περιοχή {area} περνά στη {side} πλευρά."),
        ("el", "{piece}, μέσα στην {army}"),
        ("el", " μέσω {areas}"),
        ("el", "Την {army} την περιμένει ο εχθρός"),
    ],
)
def test_dependent_article_is_found(code: str, text: str) -> None:
    assert DEPENDENT_ARTICLES[code].search(text)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("el", "Η {side} πλευρά παίρνει την περιοχή {area}."),
        ("el", "μπείτε μόνο στην περιοχή {area}"),
        ("el", "όπως ειπώθηκε στον αναγνώστη {reader}"),
    ],
)
def test_other_article_is_accepted(code: str, text: str) -> None:
    assert not DEPENDENT_ARTICLES[code].search(text)
