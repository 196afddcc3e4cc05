"""Translation of texts for people: a template is replaced by its translation and filled with its parts."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from gettext import NullTranslations
from string import Formatter
from typing import Protocol, TypeVar, cast

from msgspec.structs import replace

from schemas.record import Value
from schemas.reports import INLINES, Counter, Inline, Paragraph, Text

_UNTRANSLATED = NullTranslations()

IdT = TypeVar("IdT", bound=str)


WITH_COMMA = frozenset({"de", "el", "fr"})
"""Languages with a decimal comma."""


class Catalogue(Protocol):
    """Source of translations. The classes of the standard library's `gettext` implement it."""

    def gettext(self, message: str, /) -> str:
        """Return the translation of a template, or the template itself."""
        ...

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        """Return the translation in the plural form for a number."""
        ...


class Offered(tuple[str, ...]):
    """Words in a choice: `a, b or c`."""

    __slots__ = ()


class Saying(Value):
    """A template with its parts, which can be rendered in any language. As text it is English.

    Parts can be sayings, lists of words, or choices. `code` names the fact that it states, or is "".
    """

    template: str
    many: str = ""
    parts: Mapping[str, object] = {}
    code: str = ""

    def __str__(self) -> str:
        return ENGLISH.worded(self)


class Translator(Value):
    """Translator of one language.

    A template names its parts in braces. A capitalised name stands at the beginning of a sentence: `{Piece}`
    is the part `piece` with a capital letter. A second template is the plural, chosen by the part `count`.
    English templates are the keys of every catalogue, so English needs none.
    """

    language: str = "en"
    catalogue: Catalogue = _UNTRANSLATED

    def say(self, template: str, many: str = "", /, **parts: object) -> str:
        """Render a template as plain text."""
        return fill(self.translate(template, many, parts), parts)

    def sentence(self, template: str, many: str = "", /, **parts: object) -> tuple[Inline, ...]:
        """Render a template as the parts of a paragraph. Names stay names, in any order."""
        inlines: list[Inline] = []
        named_parts = _Parts(parts)
        for text, name, form in _pieces(self.translate(template, many, parts)):
            _add(inlines, text)
            for part in _inlines(named_parts[name], form) if name else ():
                _add(inlines, part)
        return tuple(inlines)

    def paragraph(self, template: str, many: str = "", /, **parts: object) -> Paragraph:
        """Render a template as a paragraph."""
        return Paragraph(parts=self.sentence(template, many, **parts))

    def told(self, template: str, many: str = "", /, **parts: object) -> tuple[Paragraph, ...]:
        """Render a template as a tuple of one paragraph."""
        return (self.paragraph(template, many, **parts),)

    def worded(self, saying_or_text: Saying | str) -> str:
        """Render a message as plain text. A plain string is returned unchanged."""
        if isinstance(saying_or_text, str):
            return saying_or_text
        if not saying_or_text.template:
            # The empty msgid returns the header of the catalogue.
            return ""
        parts = {name: self._part(part) for name, part in saying_or_text.parts.items()}
        return self.say(saying_or_text.template, saying_or_text.many, **parts)

    def decimal(self, number: float, places: int = 1) -> str:
        """Render a number with decimals, after the decimal sign of the language."""
        text = f"{number:.{places}f}"
        return text.replace(".", ",") if self.language in WITH_COMMA else text

    def listed(self, words: Sequence[str]) -> str:
        """Render words as a list: `a, b and c`."""
        if len(words) < 2:
            return "".join(words)
        return self.say("{words} and {last}", words=", ".join(words[:-1]), last=words[-1])

    def choice(self, words: Sequence[str]) -> str:
        """Render words as a choice: `a, b or c`."""
        if len(words) < 2:
            return "".join(words)
        return self.say("{words} or {last}", words=", ".join(words[:-1]), last=words[-1])

    def ranges(self, numbers: Iterable[int], shortest: int = 2) -> str:
        """Render rising numbers as a list with ranges: `2, 5 and 7 to 30`.

        A run of fewer numbers than `shortest` is listed number by number.
        """
        runs: list[list[int]] = []
        for number in numbers:
            if runs and number == runs[-1][-1] + 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        texts: list[str] = []
        for run in runs:
            is_long = len(run) >= shortest
            texts += [self.say("{first} to {last}", first=run[0], last=run[-1])] if is_long else map(str, run)
        return self.listed(texts)

    def chain(self, parts: Iterable[str]) -> str:
        """Render parts that may contain commas as a series: `a, b; c`, in Greek `a, b· c`."""
        text = ""
        for part in parts:
            text = self.say("{first}; {then}", first=text, then=part) if text else part
        return text

    def series(self, names: Sequence[Inline]) -> tuple[Inline, ...]:
        """Render names as a list: `Eifel, Trier and Metz`."""
        if len(names) < 2:
            return tuple(names)
        head: list[Inline] = []
        for place, name in enumerate(names[:-1]):
            head += [Text(text=", "), name] if place else [name]
        return self.sentence("{words} and {last}", words=tuple(head), last=names[-1])

    def _part(self, part: object) -> object:
        match part:
            case Saying():
                return self.worded(part)
            case Offered():
                return self.choice(part)
            case tuple():
                return self.listed(cast(tuple[str, ...], part))
            case _:
                return part

    def translate(self, template: str, many: str, parts: Mapping[str, object]) -> str:
        """Return the translation of a template or its plural, with the parts still in braces."""
        if many:
            return self.catalogue.ngettext(template, many, cast(int, parts["count"]))
        return self.catalogue.gettext(template)


ENGLISH = Translator()
"""Translator of the language in which templates are written."""


def message(template: str) -> str:
    """Return a template. The call marks it for the catalogues."""
    return template


def forms(one: str, many: str) -> tuple[str, str]:
    """Return a template with its plural. The call marks both for the catalogues."""
    return one, many


def messages(*ids: IdT) -> Mapping[IdT, str]:
    """Return the templates of terms by their ids, which are their words with hyphens: `dense-wood`.

    The call marks them for the catalogues.
    """
    return {id: id.replace("-", " ") for id in ids}


def saying(template: str, many: str = "", /, **parts: object) -> Saying:
    """Return a template with its parts, to be rendered later."""
    return Saying(template, many, parts)


def frame(template: str, /, *, said: Saying, **parts: object) -> Saying:
    """Return a template around a message, its part `said`. It states the same fact."""
    return Saying(template, "", {"said": said, **parts}, said.code)


def upper(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def fill(template: str, parts: Mapping[str, object]) -> str:
    """Return a template filled with its parts."""
    try:
        return template.format(**parts)
    except KeyError:
        return Formatter().vformat(template, (), _Parts(parts))


class _Parts(dict[str, object]):
    """Parts of a template. A capitalised name stands at the beginning of a sentence."""

    def __missing__(self, name: str) -> object:
        plain = name[:1].lower() + name[1:]
        if plain not in self:
            raise KeyError(name)
        return _head(self[plain])


def _head(part: object) -> object:
    if isinstance(part, Counter) and not part.side:
        # An unknown piece is named by its id, which is never capitalised.
        return part
    if isinstance(part, INLINES):
        return replace(part, text=upper(part.text))
    if isinstance(part, tuple):
        ahead, behind = cast(tuple[object, ...], part[:1]), cast(tuple[object, ...], part[1:])
        return (*(_head(first) for first in ahead), *behind)
    return upper(str(part))


@lru_cache(maxsize=2048)
def _pieces(template: str) -> tuple[tuple[str, str, str], ...]:
    """Split a template into texts, each with the name and format of the part that follows."""
    return tuple((text, field or "", form or "") for text, field, form, _ in Formatter().parse(template))


def _inlines(part: object, form: str) -> tuple[Inline, ...]:
    if isinstance(part, INLINES):
        return (part,)
    if isinstance(part, tuple):
        return cast(tuple[Inline, ...], part)
    return (Text(text=format(part, form)),)


def _add(inlines: list[Inline], part: Inline | str) -> None:
    """Append a part. Adjacent texts are merged."""
    if isinstance(part, str):
        if not part:
            return
        part = Text(text=part)
    last = inlines[-1] if inlines else None
    if isinstance(part, Text) and isinstance(last, Text):
        inlines[-1] = Text(text=last.text + part.text)
    else:
        inlines.append(part)
