"""How many letters a player turn takes: `python -m tests.benchmarks.letters [--turns N] [WAR...]`.

Recorded wars are read again as games by mail. Without plans a letter ends where the other side is asked, or
where its writer has to see dice before he goes on. With plans each war is played again through the desk, with
the same secrets: the attacker sends what he orders now and a plan, the defender one when he is first asked.
Then the same orders have to be filed. These
plans know the dice to come: they show what a plan can say, not what a player would foresee.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.engine.system import Rules
from referee.engine.verdict import irrevocable
from referee.matches import matches, opening
from referee.matches.judging import advance_orders, submitting
from referee.matches.matches import Match
from referee.matches.shelf import JOURNAL
from referee.systems.great_war.notation import conditions
from schemas.record import Order, Prompt, Side
from tests.great_war.matches import record

WARS = ("german-decisive", "entente-decisive", "armistice", "last-season", "eastern-decisive")

MOST_KEPT = 150
"""How many orders in advance go into one letter; the desk keeps 200 of a side."""


@dataclass(frozen=True)
class Ordered:
    """An order of a recorded war, what it answered, and whether its writer must see dice next."""

    turn: int
    moment: str
    mover: Side | None
    side: Side
    question: str
    subject: str
    line: str
    order: Order
    strength: int
    forced: bool
    dice: bool


@dataclass(frozen=True)
class Count:
    """The letters of one player turn: as it was, with forced answers, and with plans; and its battles."""

    moment: str
    side: Side
    battles: int
    plain: int
    forced: int
    planned: int


def lay_down(war: str, root: Path) -> Match:
    """A recorded war on a shelf."""
    path = root / war / JOURNAL
    path.parent.mkdir(parents=True)
    path.write_bytes(record.unpacked(war))
    return matches.find(root, war)


def read_orders(match: Match) -> Iterator[Ordered]:
    """The orders of a war, one after the other."""
    rules, turn = match.rules, 0
    for step in match.steps():
        state = step.before
        turn += sum(map(rules.begins_turn, step.events)) if step.entry.body.kind != "order" else 0
        for move in step.moves:
            if move.order is None:
                continue
            prompt = _find_prompt(rules, state, move.order)
            now = state.now
            yield Ordered(
                turn, rules.moment(state), now.side if now else None,
                move.order.side, prompt.question, prompt.subject, rules.write(move.order), move.order,
                conditions.count_strength(state, move.order.side, prompt.subject),
                advance_orders.is_forced(rules, state, prompt), irrevocable(move.events),
            )  # fmt: skip
            turn += sum(map(rules.begins_turn, move.events))
            for event in move.events:
                state = rules.evolve(state, event)


def _find_prompt(rules: Rules, state: object, order: Order) -> Prompt:
    return next(prompt for prompt in rules.prompts(state) if prompt.side == order.side)


def count_letters(orders: Sequence[Ordered], *, forced: bool) -> int:
    """The letters of a player turn without plans; where `forced`, the machine gives the only answers."""
    letters, side, dice = 0, "", True
    for one in orders:
        if not (forced and one.forced):
            letters += one.side != side or dice
            side, dice = one.side, False
        dice = dice or one.dice
    return letters


class ByMail:
    """A war played again through the desk, letter by letter."""

    def __init__(self, war: str, root: Path, match: Match) -> None:
        self._root, self._name = root / "again", war
        wanted, header = record.ENDINGS[war], match.header
        for seed in range(wanted.seed, wanted.seed + record.SEEDS):
            secrets = record.secrets_of(war, seed)
            if secrets.anchor() == header.anchor:
                opening.open_match(
                    self._root, war, wanted.pack, at=record.AT, scenario=wanted.scenario,
                    options=wanted.options, secrets=secrets, format=wanted.format,
                )  # fmt: skip
                break
        self._holder = matches.Holder()

    def send(self, side: Side, lines: Sequence[str], number: int) -> None:
        """Send a letter; every line of it has to be taken."""
        text = "\n".join((f"# letter {number}", *lines)).encode()
        sent = submitting.send("letter", text, at=record.AT, side=side)
        filed = submitting.submit(self._root, self._name, sent, self._holder)
        assert isinstance(filed, submitting.Filed), text.decode()
        assert not filed.judged.heard.falls, [fell.asked for fell in filed.judged.heard.falls]

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return matches.find(self._root, self._name)

    def list_filed(self) -> list[Order]:
        """The orders that were filed."""
        return [move.order for step in self.match.steps() for move in step.moves if move.order is not None]


def play_with_plans(war: str, root: Path, match: Match, orders: Sequence[Ordered]) -> dict[int, int]:
    """The letters of each player turn with plans of both sides."""
    game, letters, sent = ByMail(war, root, match), dict[int, int](), 0
    for turn, run in groupby(orders, key=lambda one: one.turn):
        ordered = list(run)
        done, planned = 0, set[Side]()
        while done < len(ordered):
            side, now_played = ordered[done].side, ordered[done].mover
            now, later = _split(
                ordered[done:], side, plan=ordered[done].mover is not None and side not in planned
            )
            planned.add(side)
            before = len(game.list_filed())
            game.send(side, [*now, *later], sent := sent + 1)
            filed = len(game.list_filed()) - before
            assert filed >= len(now), (ordered[done], filed)
            done += filed
            letters[turn] = letters.get(turn, 0) + bool(now_played)
    assert game.list_filed() == [one.order for one in orders]
    return letters


def _split(ordered: Sequence[Ordered], side: Side, *, plan: bool) -> tuple[list[str], list[str]]:
    """What a side orders now, up to the first dice or the first question to the other, and its plan."""
    now: list[str] = []
    for one in ordered:
        if one.side != side:
            break
        now.append(one.line)
        if one.dice:
            break
    rest = [one for one in ordered[len(now) :] if one.side == side and one.mover] if plan else []
    return now, list(dict.fromkeys(map(_foresee, islice(rest, MOST_KEPT))))


def _foresee(one: Ordered) -> str:
    where = f" in {one.subject} if strength = {one.strength}" if one.subject else ""
    return f"when {one.question}{where}: {one.line}"


def count(war: str, root: Path, turns: int | None = None) -> list[Count]:
    """The player turns of a war with battles or without, each with its letters."""
    match = lay_down(war, root)
    orders = [one for one in read_orders(match) if turns is None or one.turn <= turns]
    planned = play_with_plans(war, root, match, orders)
    counts: list[Count] = []
    for turn, run in groupby(orders, key=lambda one: one.turn):
        ordered = [one for one in run if one.mover is not None]
        if ordered and ordered[0].mover:
            fought = {one.subject for one in ordered if one.question in {"losses", "stand-or-retreat"}}
            plain, forced = (count_letters(ordered, forced=forced) for forced in (False, True))
            counts.append(
                Count(ordered[0].moment, ordered[0].mover, len(fought), plain, forced, planned[turn])
            )
    return counts


def main(argv: Sequence[str]) -> None:
    """Count, and print a table by season."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.letters", description=__doc__)
    parser.add_argument("wars", nargs="*", metavar="WAR", help=f"one of {', '.join(WARS)}; else all")
    parser.add_argument("--turns", type=int, metavar="N", help="only so many player turns of each war")
    chosen = parser.parse_args(argv)
    row = "{:<17} {:<16} {:>5} {:>7} {:>14} {:>14} {:>14}\n".format
    sys.stdout.write(row("war", "season", "turns", "battles", "mean (most)", "forced", "with plans"))
    for war in chosen.wars or WARS:
        with TemporaryDirectory() as folder:
            counts = count(war, Path(folder), chosen.turns)
        for moment, run in groupby(counts, key=lambda one: one.moment):
            some = list(run)
            told = (_tell([getattr(one, how) for one in some]) for how in ("plain", "forced", "planned"))
            sys.stdout.write(row(war, moment, len(some), sum(one.battles for one in some), *told))


def _tell(letters: Sequence[int]) -> str:
    return f"{sum(letters) / len(letters):.1f} ({max(letters)})"


if __name__ == "__main__":
    main(sys.argv[1:])
