"""What can go wrong outside the rules, as values with a place.

Fault
├── Unreadable      a line of a letter that is no order; carries the nearest readings
├── DataFault       a pack, a letter or a journal that cannot be believed; all faults at once
├── NotFound        no such match, pack, entry or clause
├── NotYours        orders from somebody who may not give them
├── Stale           the question was answered since; not the same as illegal
├── Busy            another writer holds the match
├── CannotWrite     a disk that is full, read-only or gone
│   └── CannotCreate    a new file that cannot be made, or is there already
├── Misuse          the command cannot mean anything here
└── Misconfigured   a setting that cannot be what somebody wished
"""

from collections.abc import Iterable
from typing import Self

from pydantic import PrivateAttr

from referee.engine.facts import Fact, declare
from referee.engine.tongue import Saying, Translator, saying
from referee.values.value import Value
from schemas.record import Place, Record


class Complaint(Record):
    """One thing that is wrong, where it is, and what to do about it; `code` is its name for scripts."""

    text: str
    place: Place | None = None
    remedy: str = ""
    code: str = ""
    _said: tuple[Saying, Saying] | None = PrivateAttr(default=None)

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
        made = cls(text=str(fact), place=place, remedy=str(cure), code=fact.code)
        made._said = fact, cure
        return made

    @property
    def said(self) -> Saying | str:
        """The fact, for a complaint that tells more."""
        return self._said[0] if self._said else self.text

    def speaking(self, tongue: Translator) -> "Complaint":
        """The same in another language, as far as it has templates; what was told to somebody stays so."""
        if self._said is None:
            return self
        fact, remedy = self._said
        told, cure = tongue.worded(fact), tongue.worded(remedy)
        return Complaint(text=told, place=self.place, remedy=cure, code=self.code)

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
        told = type(self).__new__(type(self), *self.args)
        vars(told).update(vars(self))
        told.complaints = tuple(complaint.speaking(tongue) for complaint in self.complaints)
        return told


class Unreadable(Fault):
    """A line that is no order, or more than one; `readings` are the lines it may have meant."""

    exit_code = 1

    def __init__(
        self, text: str, readings: Iterable[str] = (), column: int = 1, remedy: str = "", code: str = ""
    ) -> None:
        self.readings = tuple(readings)
        self.column = column
        super().__init__(Complaint(text=text, remedy=remedy, code=code))


class DataFault(Fault):
    """Data that cannot be believed, every fault with its place."""

    exit_code = 65


class NotFound(Fault):
    """Something named that is not there."""

    exit_code = 66


class CannotWrite(Fault):
    """The disk would not take it."""

    exit_code = 74


class CannotCreate(CannotWrite):
    """A new file that cannot be made, or is there already."""

    exit_code = 73


class Busy(Fault):
    """Another writer holds the match; try again."""

    exit_code = 75


class NotYours(Fault):
    """Orders from somebody who may not give them."""

    exit_code = 77


class Misuse(Fault):
    """A command that cannot mean anything here."""

    exit_code = 2


class Stale(Fault):
    """The question was answered since the letter was written."""

    exit_code = 1


class Misconfigured(Fault):
    """A setting outside the command line that cannot be what somebody wished."""

    exit_code = 78
