"""Faults with a place, and remedies for unknown names.

Fault
├── Unreadable      a line of a letter that cannot be read as an order; carries the nearest readings
├── DataFault       a pack, a letter or a journal that cannot be believed; all faults at once
├── NotFound        no such match, pack, entry or clause
├── NotYours        orders from a sender who may not give them
├── Stale           the question was answered since; not the same as illegal
├── Busy            another writer holds the match
├── CannotWrite     a disk that is full, read-only or gone
│   └── CannotCreate    a new file that cannot be made, or is there already
├── Misuse          the command cannot mean anything here
└── Misconfigured   a setting without a valid value
"""

from collections.abc import Iterable, Mapping
from typing import Self

from referee.engine.facts import Fact, Stated
from referee.i18n.fact_text import word_by_ids
from referee.i18n.name_matching import nearest
from referee.i18n.translator import Saying, Translator, message, saying
from schemas.answers.complaints import FiledComplaint
from schemas.record import Place, Value

Parameter = str | int | float | Saying | tuple["Parameter", ...]
"""A parameter of an unreadable line: an id, a number, the phrase of a text reader, or several of them."""

NO_ORDER = message(
    "orders are {verbs}; write other text after a #, or outside the lines BEGIN ORDERS and END ORDERS"
)
"""The remedy for a line that is not an order; the part `verbs` lists the verbs of orders."""

MOST_LISTED = 12
"""The longest list of names that still helps."""


def suggest(word: str, names: Iterable[str]) -> Saying:
    """The remedy for an unknown name: the nearest one, or all of them where they are few."""
    known = tuple(dict.fromkeys(names))
    if near := nearest(word, known, 1):
        return saying("did you mean `{name}`?", name=near[0])
    if 0 < len(known) <= MOST_LISTED:
        return saying("known: {names}", names=tuple(f"`{name}`" for name in known))
    return saying("")


def suggest_in_english(word: str, names: Iterable[str]) -> str:
    """The same in English."""
    return str(suggest(word, names))


def declare(fact: Fact, /, **parts: object) -> Saying:
    """State a fact under its code, before its language is known."""
    return Saying(fact.template, fact.many, parts, fact.code)


class Complaint(Value):
    """One error, with its place and its remedy; `code` is its name for scripts.

    `sayings` are the fact and the remedy as templates, for a complaint that any language can tell.
    """

    text: str
    place: Place | None = None
    remedy: str = ""
    code: str = ""
    sayings: tuple[Saying, Saying] | None = None

    @classmethod
    def of(
        cls,
        what: Fact | Saying,
        remedy: str | Saying = "",
        /,
        *,
        place: Place | None = None,
        **parts: object,
    ) -> Self:
        """A complaint that any language can tell; a remedy that is a template shares the parts of the fact.

        A fact brings its code, and its own remedy where no other is given.
        """
        if isinstance(what, Fact):
            remedy = remedy or what.remedy
        fact = declare(what, **parts) if isinstance(what, Fact) else what
        cure = saying(remedy, **parts) if isinstance(remedy, str) else remedy
        return cls(str(fact), place, str(cure), fact.code, (fact, cure))

    @property
    def whole(self) -> Saying | str:
        """The fact and the remedy as one saying, without the place."""
        remedy = self.sayings[1] if self.sayings else self.remedy
        return saying("{text} ({remedy})", text=self.said, remedy=remedy) if str(remedy) else self.said

    @property
    def said(self) -> Saying | str:
        """The fact, for a complaint that tells more."""
        return self.sayings[0] if self.sayings else self.text

    def speaking(self, tongue: Translator) -> "Complaint":
        """Return the complaint in another language; a complaint without a template does not change."""
        if self.sayings is None:
            return self
        fact, remedy = self.sayings
        text, cure = tongue.worded(fact), tongue.worded(remedy)
        return Complaint(text=text, place=self.place, remedy=cure, code=self.code)

    @property
    def record(self) -> FiledComplaint:
        """The complaint as it is printed for scripts."""
        return FiledComplaint(text=self.text, place=self.place, remedy=self.remedy, code=self.code)

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        return f"{where}{self.text}" + (f" ({self.remedy})" if self.remedy else "")


class PackProblem(Value):
    """One thing in a pack that does not fit the rest of it.

    `path` leads to it through the keys and list positions of `file`; `key` says that the last key itself is
    meant, not its value; `code` is its name for scripts, if it has one.
    """

    file: str
    path: tuple[str | int, ...]
    text: str
    remedy: str = ""
    key: bool = False
    code: str = ""


class Fault(Exception):  # noqa: N818 - the tree above is the vocabulary
    """Something outside the rules that stops a command."""

    exit_code = 70

    def __init__(self, *complaints: Complaint | Saying | Fact) -> None:
        self.complaints = tuple(
            one if isinstance(one, Complaint) else Complaint.of(one) for one in complaints
        )
        super().__init__("\n".join(str(complaint) for complaint in self.complaints))

    def speaking(self, tongue: Translator) -> "Fault":
        """The same fault, its complaints told in another language."""
        fault = _restore(type(self), self.args, vars(self))
        fault.complaints = tuple(complaint.speaking(tongue) for complaint in self.complaints)
        return fault

    def __reduce__(self) -> tuple[object, ...]:
        # `args` are the text, and the constructors take facts: a process could not send its fault to another.
        return _restore, (type(self), self.args, vars(self))


def _restore(kind: "type[Fault]", args: tuple[object, ...], fields: Mapping[str, object]) -> Fault:
    """Return a fault of a kind with the fields of another."""
    fault = kind.__new__(kind, *args)
    vars(fault).update(fields)
    return fault


class Unreadable(Fault):
    """A line that cannot be read as one order; `readings` are the lines that it may mean.

    `stated` is the fact, which the language of the game renders; as text it is English, with ids for names.
    `spelled` are the readings with a subject: the text before it, its id, and the text after it.
    """

    exit_code = 1
    spelled: tuple[tuple[str, str, str], ...] = ()

    def __init__(
        self, fact: Fact, /, readings: Iterable[str] = (), column: int = 1, **parameters: Parameter
    ) -> None:
        self.stated = Stated(fact, tuple(parameters.items()))
        self.readings = tuple(readings)
        self.column = column
        said = word_by_ids(self.stated)
        super().__init__(Complaint(text=said.text, remedy=said.remedy, code=fact.code))


class Untimely(Unreadable):
    """A line that answers a question which is not open now."""


class DataFault(Fault):
    """Data that cannot be believed, every fault with its place."""

    exit_code = 65


class NotFound(Fault):
    """Something named that is not there."""

    exit_code = 66


class CannotWrite(Fault):
    """The disk cannot be written, or cannot be read."""

    exit_code = 74


class CannotCreate(CannotWrite):
    """A new file that cannot be made, or is there already."""

    exit_code = 73


class Busy(Fault):
    """Another writer holds the match; try again."""

    exit_code = 75


class NotYours(Fault):
    """Orders from a sender who may not give them."""

    exit_code = 77


class Misuse(Fault):
    """A command that cannot mean anything here."""

    exit_code = 2


class Stale(Fault):
    """The question was answered since the letter was written."""

    exit_code = 1


class Misconfigured(Fault):
    """A setting outside the command line without a valid value."""

    exit_code = 78
