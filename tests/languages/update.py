"""Brings a catalogue up to date: `python -m tests.languages.update fr`.

What is new in the code comes in untranslated, what is there no more goes out; a new language begins empty.
"""

import sys

import polib

from referee.i18n import languages
from tests.languages.templates import list_templates


def update(code: str) -> int:
    """How many templates the catalogue of a language lacks now."""
    path = languages.file(code)
    book = polib.pofile(str(path), wrapwidth=100) if path.exists() else polib.POFile(wrapwidth=100)
    if not path.exists():
        book.metadata = {
            "Language": code,
            "Content-Type": "text/plain; charset=UTF-8",
            "Plural-Forms": "nplurals=2; plural=(n != 1);",
        }
    known = {(entry.msgid, entry.msgid_plural): entry for entry in book}
    book.clear()
    for template in list_templates():
        text = template.text, template.many
        if book.find(template.text) is not None:
            continue
        forms = {0: "", 1: ""} if template.many else {}
        entry = known.get(text) or polib.POEntry(
            msgid=template.text, msgid_plural=template.many, msgstr_plural=forms
        )
        entry.occurrences = [(template.place.split(":")[0], "")]
        book.append(entry)
    book.save(str(path))
    return len(book.untranslated_entries())


if __name__ == "__main__":
    for code in sys.argv[1:]:
        sys.stdout.write(f"{code}: {update(code)} to translate\n")
