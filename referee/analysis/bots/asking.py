"""A bot is asked: what it is shown, and its letter; it sees what its side may know, and no more."""

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.json import encode
from pydantic import ValidationError

from referee.analysis.bots.roster import Seated
from referee.analysis.faults import AnalysisFault
from referee.engine.faults import Complaint, DataFault
from referee.engine.machine import lawful
from referee.engine.system import State
from referee.matches.matches import Match
from referee.platform import confinement
from referee.platform.children import Child, ChildGone, ChildLoud, ChildSilent
from referee.reports import questions
from referee.systems.faces import Game
from schemas.bots import MOST_OPTIONS, Answer, Turn
from schemas.journal import Header
from schemas.record import Side, to_data

HOUSE = str(Path(__file__).parents[3])
"""Folder of the packages of the referee, for the bots that are shipped."""

SECONDS = 30.0
"""In which a bot has to answer, beside what it is told to think."""

THINK = 0.25
"""The seconds that a bot may think about a decision, if nothing else is said."""

MOST_BYTES = 2**20
"""The longest line that a bot may answer with."""


class Asked:
    """A bot that was begun, to be asked again and again."""

    def __init__(self, seated: Seated, child: Child, seconds: float) -> None:
        self._seated, self._child, self._seconds = seated, child, seconds

    def answer(self, turn: Turn) -> str:
        """The letter of a bot; raises `DataFault` where it gives none."""
        name = self._seated.name
        try:
            line = self._child.ask(encode(turn) + b"\n", self._seconds + turn.think)
            return Answer.model_validate_json(line).letter
        except ChildSilent:
            raise DataFault(Complaint.of(AnalysisFault.BOT_SILENT, name=name)) from None
        except ChildGone:
            raise DataFault(Complaint.of(AnalysisFault.BOT_GONE, name=name)) from None
        except ChildLoud:
            raise DataFault(Complaint.of(AnalysisFault.BOT_LOUD, name=name)) from None
        except ValidationError:
            raise DataFault(Complaint.of(AnalysisFault.BOT_UNREADABLE, name=name)) from None


@contextmanager
def begin(seated: Seated) -> Generator[Asked]:
    """A bot as a child process in an empty folder, which ends with the block."""
    with ExitStack() as stack:
        try:
            folder = TemporaryDirectory(prefix="referee-bot-", ignore_cleanup_errors=True)
            child = _start(seated, Path(stack.enter_context(folder)))
        except (ChildGone, OSError):
            raise DataFault(Complaint.of(AnalysisFault.BOT_GONE, name=seated.name)) from None
        stack.callback(child.end)
        yield Asked(seated, child, SECONDS)


def _start(seated: Seated, folder: Path) -> Child:
    if seated.foreign is None:
        # Where packs would be kept, positions are kept, too: a bot has a place of its own for that.
        homes = dict.fromkeys(("HOME", "XDG_CACHE_HOME"), str(folder))
        return Child(seated.command, folder, MOST_BYTES, {**homes, "PYTHONPATH": HOUSE})
    file, hidden, means = seated.foreign.file, seated.foreign.hidden, seated.foreign.means
    confined = confinement.confine(file, folder, hidden, means)
    confinement.shield_parent()
    return Child(confined.command, confined.folder, MOST_BYTES, confined.environment)


def show_turn(match: Match, side: Side, think: float = THINK) -> Turn | None:
    """What the bot of a side is shown; nothing where the side has nothing to answer."""
    return compose_turn(
        match.header, match.system, match.position(), side, match.journal.head.seq, think=think
    )


def compose_turn(
    header: Header, game: Game, state: State, side: Side, entry: int, *, think: float
) -> Turn | None:
    """The same of a position, by the number of the last entry."""
    rules = game.rules
    prompts = tuple(prompt for prompt in rules.prompts(state) if prompt.side == side)
    if not prompts:
        return None
    options = (
        questions.take_apart(game, state, prompt, order)
        for prompt in prompts
        for order in lawful(rules, state, prompt)
    )
    return Turn(
        side=side,
        system=header.system,
        pack=header.pack,
        scenario=header.scenario,
        chosen=header.options,
        entry=entry,
        prompts=prompts,
        options=tuple(islice(options, MOST_OPTIONS)),
        view=to_data(game.secrecy.view(state, side)),
        think=think,
        seconds=SECONDS + think,
    )
