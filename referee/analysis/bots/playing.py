"""Bots play: their open questions are asked, and their letters are judged and filed like anyone's."""

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from msgspec.structs import replace

from referee.analysis.bots import asking, roster
from referee.analysis.bots.asking import THINK, Asked
from referee.analysis.bots.roster import Seated
from referee.analysis.faults import AnalysisFault
from referee.engine.faults import Complaint, DataFault, Misuse
from referee.matches import history, phrases
from referee.matches.judging import submitting
from referee.matches.judging.submitting import Repeated
from referee.matches.matches import Holder, Match
from schemas.bots import BotPlayed
from schemas.record import Side

MOST_LETTERS = 2000
"""How many letters bots file at once: a whole season has fewer."""

MOST_REFUSED = 3
"""How many letters of a bot may be refused in a row."""


class Table:
    """A match that bots play at, on a shelf."""

    def __init__(self, root: Path, name: str, at: str, holder: Holder) -> None:
        self._root, self._name, self._at, self._holder = root, name, at, holder

    def look(self) -> Match:
        """The match as it is now."""
        return self._holder.find(self._root, self._name)

    def play(self, seats: Mapping[Side, Seated], think: float = THINK) -> tuple[BotPlayed, ...]:
        """Let bots answer as long as they are asked; gives what each of them filed.

        Raises `DataFault` for a bot that does not answer, or whose letters are refused again and again; what
        was filed before stays, and the other bots answer first.
        """
        played: dict[Side, tuple[int, list[int]]] = {}
        failed: dict[Side, DataFault] = {}
        with ExitStack() as stack:
            begun: dict[Side, Asked] = {}
            for _ in range(MOST_LETTERS):
                side = next((one for one in self._list_asked(seats) if one not in failed), None)
                if side is None:
                    break
                try:
                    if side not in begun:
                        begun[side] = stack.enter_context(asking.begin(seats[side]))
                    filed = self._answer(side, begun[side], seats[side].name, think)
                except DataFault as fault:
                    failed[side] = fault
                    continue
                letters, entries = played.get(side, (0, []))
                played[side] = letters + 1, entries + filed
        for failure in failed.values():
            raise failure
        return tuple(self._tell(side, seats[side].name, *played[side]) for side in played)

    def _list_asked(self, seats: Mapping[Side, Seated]) -> list[Side]:
        match = self.look()
        return [side for side in history.list_awaited_sides(match.rules, match.position()) if side in seats]

    def _answer(self, side: Side, bot: Asked, name: str, think: float) -> list[int]:
        """File an answer of a bot; gives the entries."""
        for _ in range(MOST_REFUSED):
            match = self.look()
            turn = asking.show_turn(match, side, think)
            assert turn is not None, "the side was asked"
            before = match.journal.head.seq
            filed = self._file(match, side, name, bot.answer(turn))
            if not isinstance(filed, Repeated) and not filed.judged.heard.falls:
                return [*range(before + 1, filed.match.journal.head.seq + 1)]
        raise DataFault(Complaint.of(AnalysisFault.BOT_REFUSED, name=name, side=side))

    def _file(self, match: Match, side: Side, name: str, letter: str) -> submitting.Filed | Repeated:
        """Judge a letter of a bot, which answers what is asked now and speaks for its own side."""
        head = [f"answers: {match.journal.head.seq}"]
        if side in phrases.list_awaited(match):
            head.append(f"phrase: {name}")
        raw = "\n".join((*head, letter)).encode()
        sent = submitting.send(name, raw, at=self._at, side=side)
        return submitting.submit(self._root, self._name, sent, self._holder)

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
    """The bots that the header of a match seats."""
    players = match.header.players or {}
    return {side: roster.find_bot(name) for side, name in players.items()}


def go_on(root: Path, name: str, at: str, holder: Holder | None = None) -> tuple[BotPlayed, ...]:
    """Let the bots of a match answer all that they are asked."""
    if holder is None:
        with Holder() as own:
            return go_on(root, name, at, own)
    table = Table(root, name, at, holder)
    seats = seat_all(table.look())
    return table.play(seats) if seats else ()


def stand_in(
    root: Path, name: str, side: str, seated: Seated, at: str, holder: Holder | None, think: float = THINK
) -> BotPlayed:
    """Let a bot answer what one side is asked now, and the bots of the match what follows.

    Raises `Misuse` where the side is asked nothing.
    """
    if holder is None:
        with Holder() as own:
            return stand_in(root, name, side, seated, at, own, think)
    table = Table(root, name, at, holder)
    match = table.look()
    known = match.side(side)
    roster.refuse_system(seated.name, match.header.system)
    played = table.play({known: seated}, think)
    if not played:
        raise Misuse(Complaint.of(AnalysisFault.BOT_UNASKED, side=known))
    go_on(root, name, at, holder)
    now = table.look()
    waiting = history.list_awaited_sides(now.rules, now.position())
    return replace(played[0], waiting=waiting, head=str(now.journal.head))
