"""What people read, each in his language: a template is said as its translation, with its parts in it."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from gettext import NullTranslations
from string import Formatter
from typing import Protocol, cast

from msgspec.structs import replace

from schemas.record import Value
from schemas.reports import INLINES, Counter, Inline, Paragraph, Text

_UNTRANSLATED = NullTranslations()


class Catalogue(Protocol):
    """Where translations are found; those of the standard library's `gettext` are such."""

    def gettext(self, message: str, /) -> str:
        """The translation of a template, or the template itself."""
        ...

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        """The translation in the plural form that a number takes in its language."""
        ...


class Offered(tuple[str, ...]):
    """Words that a saying offers: `a, b or c`."""

    __slots__ = ()


class Saying(Value):
    """A template with its parts, to be said once it is known in which language; as text it is English.

    Its parts may be sayings, words that it lists, or words that it offers. `code` names the fact that it
    states, if it states one.
    """

    template: str
    many: str = ""
    parts: Mapping[str, object] = {}
    code: str = ""

    def __str__(self) -> str:
        return ENGLISH.worded(self)


class Translator(Value):
    """One language.

    A template names its parts in braces; a name that begins with a capital stands at the head of the
    sentence: `{Piece}` is the part `piece`, its first letter capital. A second template is the plural, and
    the part `count` chooses. English templates are the keys of every catalogue, so that English needs none.
    `capital_nouns` is for a language that writes nouns with a capital wherever they stand.
    """

    language: str = "en"
    catalogue: Catalogue = _UNTRANSLATED
    capital_nouns: bool = False

    def say(self, template: str, many: str = "", /, **parts: object) -> str:
        """A template as plain text."""
        return fill(self.translate(template, many, parts), parts)

    def sentence(self, template: str, many: str = "", /, **parts: object) -> tuple[Inline, ...]:
        """A template as the parts of a paragraph: names stay names, whatever their order."""
        said: list[Inline] = []
        named = _Parts(parts)
        for text, name, form in _pieces(self.translate(template, many, parts)):
            _add(said, text)
            for part in _inlines(named[name], form) if name else ():
                _add(said, part)
        return tuple(said)

    def paragraph(self, template: str, many: str = "", /, **parts: object) -> Paragraph:
        """A template as a paragraph of its own."""
        return Paragraph(parts=self.sentence(template, many, **parts))

    def told(self, template: str, many: str = "", /, **parts: object) -> tuple[Paragraph, ...]:
        """A template as all there is to tell."""
        return (self.paragraph(template, many, **parts),)

    def worded(self, said: Saying | str) -> str:
        """A saying as plain text; what is none is said as it stands."""
        if isinstance(said, str):
            return said
        if not said.template:
            # What a catalogue has for no words at all is its own head.
            return ""
        parts = {name: self._part(part) for name, part in said.parts.items()}
        return self.say(said.template, said.many, **parts)

    def listed(self, words: Sequence[str]) -> str:
        """Words as a sentence lists them: `a, b and c`."""
        if len(words) < 2:
            return "".join(words)
        return self.say("{words} and {last}", words=", ".join(words[:-1]), last=words[-1])

    def choice(self, words: Sequence[str]) -> str:
        """Words as a sentence offers them: `a, b or c`."""
        if len(words) < 2:
            return "".join(words)
        return self.say("{words} or {last}", words=", ".join(words[:-1]), last=words[-1])

    def chain(self, parts: Iterable[str]) -> str:
        """Parts that may hold commas of their own, in a row: `a, b; c`, and in Greek `a, b· c`."""
        said = ""
        for part in parts:
            said = self.say("{first}; {then}", first=said, then=part) if said else part
        return said

    def series(self, names: Sequence[Inline]) -> tuple[Inline, ...]:
        """Names as a sentence lists them: `Eifel, Trier and Metz`."""
        if len(names) < 2:
            return tuple(names)
        head: list[Inline] = []
        for place, name in enumerate(names[:-1]):
            head += [Text(text=", "), name] if place else [name]
        return self.sentence("{words} and {last}", words=tuple(head), last=names[-1])

    def within(self, noun: str) -> str:
        """A name of a thing within a sentence: `siege gun`, and in German `Belagerungsgeschütz`."""
        return noun if self.capital_nouns else noun.lower()

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
        """A template as this language has it, or its plural; the parts still stand in braces."""
        if many:
            return self.catalogue.ngettext(template, many, cast(int, parts["count"]))
        return self.catalogue.gettext(template)


ENGLISH = Translator()
"""The language that templates are written in."""


def message(template: str) -> str:
    """A template that is said elsewhere; the word marks it for the catalogue."""
    return template


def forms(one: str, many: str) -> tuple[str, str]:
    """The same of a template with its plural."""
    return one, many


def saying(template: str, many: str = "", /, **parts: object) -> Saying:
    """A template with its parts, which is said elsewhere."""
    return Saying(template, many, parts)


def frame(template: str, /, *, said: Saying, **parts: object) -> Saying:
    """A template around a saying, its part `said`; it states the same fact."""
    return Saying(template, "", {"said": said, **parts}, said.code)


def upper(text: str) -> str:
    """A phrase at the head of a sentence: its first letter capital."""
    return text[:1].upper() + text[1:]


def fill(template: str, parts: Mapping[str, object]) -> str:
    """A template with its parts in place of their names."""
    try:
        return template.format(**parts)
    except KeyError:
        return Formatter().vformat(template, (), _Parts(parts))


class _Parts(dict[str, object]):
    """The parts of a template; one that is named with a capital stands at the head of the sentence."""

    def __missing__(self, name: str) -> object:
        plain = name[:1].lower() + name[1:]
        if plain not in self:
            raise KeyError(name)
        return _head(self[plain])


def _head(part: object) -> object:
    if isinstance(part, Counter) and not part.side:
        # An unknown piece is named by its id, and an id is never capitalised.
        return part
    if isinstance(part, INLINES):
        return replace(part, text=upper(part.text))
    if isinstance(part, tuple):
        ahead, behind = cast(tuple[object, ...], part[:1]), cast(tuple[object, ...], part[1:])
        return (*(_head(first) for first in ahead), *behind)
    return upper(str(part))


@lru_cache(maxsize=2048)
def _pieces(template: str) -> tuple[tuple[str, str, str], ...]:
    """A template taken apart: words, the name of the part behind them, and how that part is written."""
    return tuple((text, field or "", form or "") for text, field, form, _ in Formatter().parse(template))


def _inlines(part: object, form: str) -> tuple[Inline, ...]:
    if isinstance(part, INLINES):
        return (part,)
    if isinstance(part, tuple):
        return cast(tuple[Inline, ...], part)
    return (Text(text=format(part, form)),)


def _add(said: list[Inline], part: Inline | str) -> None:
    """Put a part behind the others; plain words that meet are one."""
    if isinstance(part, str):
        if not part:
            return
        part = Text(text=part)
    last = said[-1] if said else None
    if isinstance(part, Text) and isinstance(last, Text):
        said[-1] = Text(text=last.text + part.text)
    else:
        said.append(part)
