"""Bots at work: the view and questions that a bot receives, and the letters that it files."""

from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.json import encode
from msgspec.structs import replace
from pydantic import ValidationError

from referee.analysis.bots import registry
from referee.analysis.bots.registry import Seated
from referee.analysis.faults import AnalysisFault
from referee.engine.system import State
from referee.faults import Complaint, DataFault, Misuse
from referee.matches import history, moderator_entries
from referee.matches.judging import submission
from referee.matches.judging.submission import Repeated
from referee.matches.matches import Holder, Match
from referee.packs.rulesets import Ruleset
from referee.platform import confinement
from referee.platform.children import Child, ChildGone, ChildLoud, ChildSilent
from referee.reports import legal_orders
from referee.systems.faces import Game
from schemas.bots import MOST_OPTIONS, Answer, BotPlayed, Turn
from schemas.journal import Header
from schemas.record import Side, Value, to_data

HOUSE = str(Path(__file__).parents[3])
"""Folder of the packages of the referee, for the bots that are shipped."""

SECONDS = 30.0
"""Seconds that a bot has to answer, in addition to its thinking time."""

THINK = 0.25
"""Seconds that a bot may think about a decision, if `registry.THINKING_SECONDS` has no others."""

MOST_BYTES = 2**20
"""Longest line that a bot may answer with, in bytes."""


class Asked:
    """A running bot, which answers any number of turns."""

    def __init__(self, program: Seated, child: Child, seconds: float) -> None:
        self._seated, self._child, self._seconds = program, child, seconds

    def answer(self, turn: Turn) -> str:
        """Return the letter of the bot. Raises `DataFault` if it gives none."""
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
def begin(program: Seated) -> Generator[Asked]:
    """Start a bot as a child process in an empty folder, and end it with the block."""
    with ExitStack() as stack:
        try:
            folder = TemporaryDirectory(prefix="referee-bot-", ignore_cleanup_errors=True)
            child = _start(program, Path(stack.enter_context(folder)))
        except (ChildGone, OSError):
            raise DataFault(Complaint.of(AnalysisFault.BOT_GONE, name=program.name)) from None
        stack.callback(child.end)
        yield Asked(program, child, SECONDS)


def _start(program: Seated, folder: Path) -> Child:
    if program.foreign is None:
        # Positions are cached in the folder of packs: each bot has its own folder for that.
        homes = dict.fromkeys(("HOME", "XDG_CACHE_HOME"), str(folder))
        return Child(program.command, folder, MOST_BYTES, {**homes, "PYTHONPATH": HOUSE})
    file, hidden, means = program.foreign.file, program.foreign.hidden, program.foreign.means
    confinement_plan = confinement.confine(file, folder, hidden, means)
    confinement.shield_parent()
    return Child(confinement_plan.command, confinement_plan.folder, MOST_BYTES, confinement_plan.environment)


def show_turn(match: Match, side: Side, think: float = THINK) -> Turn | None:
    """Return the turn that the bot of a side receives, or None if the side has no prompt."""
    return compose_turn(
        match.header, match.system, match.position(), side, match.journal.head.seq, think=think
    )


def compose_position(bound: Ruleset, state: State, side: Side, *, think: float) -> Turn | None:
    """Return the turn for a position outside a match, or None if the side has no prompt."""
    terms = Terms(bound.pack.game.system, bound.found_by, bound.scenario, bound.options)
    return compose_turn(terms, bound.system, state, side, 0, think=think)


class Terms(Value):
    """The terms of a game outside a match. The header of a match has fields of the same names."""

    system: str
    pack: str
    scenario: str
    options: Mapping[str, str]


def compose_turn(
    terms: Header | Terms, game: Game, state: State, side: Side, entry: int, *, think: float
) -> Turn | None:
    """Return the turn for a state, with the number of the last entry."""
    rules = game.rules
    prompts = tuple(prompt for prompt in rules.prompts(state) if prompt.side == side)
    if not prompts:
        return None
    options = (
        legal_orders.take_apart(game, state, prompt, order)
        for prompt in prompts
        for order in rules.lawful(state, prompt)
    )
    return Turn(
        side=side,
        system=terms.system,
        pack=terms.pack,
        scenario=terms.scenario,
        chosen=terms.options,
        entry=entry,
        prompts=tuple(map(game.language.ask, prompts)),
        options=tuple(islice(options, MOST_OPTIONS)),
        view=to_data(game.secrecy.view(state, side)),
        think=think,
        seconds=SECONDS + think,
    )


MOST_LETTERS = 2000
"""Highest number of letters that bots file in one call; a whole season has fewer."""

MOST_REFUSED = 3
"""Number of letters in a row that may be refused before the bot gives up."""


class Table:
    """A match on a shelf that bots play."""

    def __init__(self, root: Path, name: str, at: str, holder: Holder) -> None:
        self._root, self._name, self._at, self._holder = root, name, at, holder

    def look(self) -> Match:
        """Return the current match."""
        return self._holder.find(self._root, self._name)

    def play(self, seats: Mapping[Side, Seated], think: float | None = None) -> tuple[BotPlayed, ...]:
        """Have bots answer until no prompt is left, and return the entries that each of them filed.

        Raises `DataFault` if a bot does not answer, or if its letters are refused again and again. Entries
        filed before stay, and the other bots answer first.
        """
        totals: dict[Side, tuple[int, list[int]]] = {}
        failed: dict[Side, DataFault] = {}
        with ExitStack() as stack:
            bots: dict[Side, Asked] = {}
            for _ in range(MOST_LETTERS):
                side = next((one for one in self._list_asked(seats) if one not in failed), None)
                if side is None:
                    break
                try:
                    if side not in bots:
                        bots[side] = stack.enter_context(begin(seats[side]))
                    entries_filed = self._answer(side, bots[side], seats[side].name, think)
                except DataFault as fault:
                    failed[side] = fault
                    continue
                letters, entries = totals.get(side, (0, []))
                totals[side] = letters + 1, entries + entries_filed
        for failure in failed.values():
            raise failure
        return tuple(self._tell(side, seats[side].name, *totals[side]) for side in totals)

    def _list_asked(self, seats: Mapping[Side, Seated]) -> list[Side]:
        match = self.look()
        if moderator_entries.find_pending(match):
            return []
        return [side for side in history.list_awaited_sides(match.rules, match.position()) if side in seats]

    def _answer(self, side: Side, bot: Asked, name: str, think: float | None) -> list[int]:
        """File an answer of a bot, and return the numbers of its entries."""
        seconds = registry.THINKING_SECONDS.get(name.partition(" ")[0], THINK) if think is None else think
        for _ in range(MOST_REFUSED):
            match = self.look()
            turn = show_turn(match, side, seconds)
            assert turn is not None, "the side was asked"
            before = match.journal.head.seq
            result = self._file(match, side, name, bot.answer(turn))
            if not isinstance(result, Repeated) and not result.outcome.judgement.refused_lines:
                return [*range(before + 1, result.match.journal.head.seq + 1)]
        raise DataFault(Complaint.of(AnalysisFault.BOT_REFUSED, name=name, side=side))

    def _file(self, match: Match, side: Side, name: str, letter: str) -> submission.Filed | Repeated:
        """Judge a letter of a bot, which answers the current prompt for its own side."""
        head = [f"answers: {match.journal.head.seq}"]
        if side in moderator_entries.list_awaited(match):
            head.append(f"phrase: {name}")
        raw = "\n".join((*head, letter)).encode()
        sent = submission.open_letter(name, raw, at=self._at, side=side)
        return submission.submit(self._root, self._name, sent, self._holder)

    def _tell(self, side: Side, name: str, letters: int, entries: list[int]) -> BotPlayed:
        match = self.look()
        return BotPlayed(
            match=match.name,
            side=side,
            bot=name,
            letters=letters,
            entries=tuple(entries),
            waiting=history.list_awaited_sides(match.rules, match.position()),
            head=str(match.journal.head),
        )


def seat_all(match: Match) -> dict[Side, Seated]:
    """Return the bots that the header of a match names for its sides."""
    players = match.header.players or {}
    return {side: registry.find_bot(name) for side, name in players.items()}


def go_on(root: Path, name: str, at: str, holder: Holder | None = None) -> tuple[BotPlayed, ...]:
    """Have the bots of a match answer every prompt they have."""
    if holder is None:
        with Holder() as own:
            return go_on(root, name, at, own)
    table = Table(root, name, at, holder)
    seats = seat_all(table.look())
    return table.play(seats) if seats else ()


def stand_in(
    root: Path,
    name: str,
    side: str,
    program: Seated,
    at: str,
    holder: Holder | None,
    think: float | None = None,
) -> BotPlayed:
    """Have a bot answer the prompts of one side, and then the bots of the match.

    Raises `Misuse` if the side has no prompt.
    """
    if holder is None:
        with Holder() as own:
            return stand_in(root, name, side, program, at, own, think)
    table = Table(root, name, at, holder)
    match = table.look()
    side_id = match.side(side)
    registry.refuse_system(program.name, match.header.system, "--name ")
    results = table.play({side_id: program}, think)
    if not results:
        raise Misuse(Complaint.of(AnalysisFault.BOT_UNASKED, side=side_id))
    go_on(root, name, at, holder)
    now = table.look()
    waiting = history.list_awaited_sides(now.rules, now.position())
    return replace(results[0], waiting=waiting, head=str(now.journal.head))
