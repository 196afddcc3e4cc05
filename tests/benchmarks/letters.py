"""How many letters a player turn takes: `python -m tests.benchmarks.letters [--turns N] [WAR...]`.

Recorded wars are read again as games by mail. Players of five kinds write the letters:

* `asked` answers only what is asked. A letter ends where the other side is asked, or where its writer has to
  see dice before he goes on.
* `forced` does the same, and the machine gives the only answers.
* `listed` answers what is asked, and leaves in his letter what the template lists for the questions that come
  later in the turn, wherever it is what he answered. Recorded players are random, and seldom do the usual.
* `ahead` answers what is asked. Where the template lists questions that come later in the turn, he writes
  below it what he will answer to them, without a condition. He knows no dice. A line that would give another
  answer than the recorded one is left out, and he is asked.
* `plans` sends one plan for each side, with conditions that know the dice to come. They show what a plan can
  say, not what a player would foresee.

The last three play each war again through the desk with the same secrets. The same orders have to be filed.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.engine.system import Rules, irrevocable
from referee.i18n.name_matching import strip_comment
from referee.matches import matches, opening
from referee.matches.judging import standing_orders, submission
from referee.matches.matches import Match
from referee.matches.shelf import JOURNAL
from referee.systems.great_war.notation import plan_lines
from referee.systems.great_war.notation.plans import plan_templates
from schemas.model import Order
from schemas.record import Prompt, Side
from tests.great_war.matches import record
from tests.systems import system_of

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
    """What the letters of a player turn begin with for each kind of player; with plans, how many they are."""

    moment: str
    side: Side
    battles: int
    asked: Sequence[Ordered]
    forced: Sequence[Ordered]
    listed: Sequence[Ordered]
    ahead: Sequence[Ordered]
    plans: int

    def count(self, kind: str) -> int:
        """The letters that players of one kind write."""
        letters = getattr(self, kind)
        return letters if isinstance(letters, int) else len(letters)


def lay_down(war: str, root: Path) -> Match:
    """A recorded war on a shelf."""
    path = root / war / JOURNAL
    path.parent.mkdir(parents=True)
    path.write_bytes(record.unpacked(war))
    return matches.find(root, war)


def read_orders(match: Match) -> Iterator[Ordered]:
    """The orders of a war, one after the other."""
    rules, turn = match.rules, 0
    begins_turn = match.system.advisor.begins_turn
    for step in match.steps():
        state = step.before
        turn += sum(map(begins_turn, step.events)) if step.entry.body.kind != "order" else 0
        for move in step.moves:
            if move.order is None:
                continue
            prompt = _find_prompt(rules, state, move.order)
            now = state.now
            narrator = system_of(rules).narrator
            notation = system_of(rules).notation
            yield Ordered(
                turn, narrator.moment(state), now.side if now else None,
                move.order.side, prompt.question, prompt.subject, notation.write(move.order), move.order,
                plan_lines.count_strength(state, move.order.side, prompt.subject),
                standing_orders.is_forced(system_of(rules), state, prompt), irrevocable(move.events),
            )  # fmt: skip
            turn += sum(map(begins_turn, move.events))
            for event in move.events:
                state = rules.evolve(state, event)


def _find_prompt(rules: Rules, state: object, order: Order) -> Prompt:
    return next(prompt for prompt in rules.prompts(state) if prompt.side == order.side)


def find_letters(orders: Iterable[Ordered], *, forced: bool) -> list[Ordered]:
    """The orders that letters begin with where only what is asked is answered; `forced` ones need none."""
    letters, side, dice = list[Ordered](), "", True
    for one in orders:
        if not (forced and one.forced):
            letters += [one] if one.side != side or dice else []
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
        sent = submission.open_letter("letter", text, at=record.AT, side=side)
        filed = submission.submit(self._root, self._name, sent, self._holder)
        assert isinstance(filed, submission.Filed), text.decode()
        assert not filed.outcome.judgement.refused_lines, [
            fell.source for fell in filed.outcome.judgement.refused_lines
        ]

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return matches.find(self._root, self._name)

    @property
    def kept(self) -> bytes:
        """The journal as it stands."""
        return self._path.read_bytes()

    def go_back(self, kept: bytes) -> None:
        """Take the journal back to what was kept of it."""
        self._path.write_bytes(kept)
        self._holder = matches.Holder()

    @property
    def _path(self) -> Path:
        return self._root / self._name / JOURNAL

    def list_filed(self, after: int = 0) -> list[Order]:
        """The orders that were filed after an entry."""
        steps = self.match.steps(after=after)
        return [move.order for step in steps for move in step.moves if move.order is not None]


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


class MisfiredError(Exception):
    """A line that was written ahead gave another answer than the recorded one."""

    def __init__(self, side: Side, line: str) -> None:
        super().__init__(side, line)
        self.unwanted = side, line


def play_ahead(
    war: str, root: Path, match: Match, orders: Sequence[Ordered], *, own: bool
) -> dict[int, list[Ordered]]:
    """What the letters of each player turn begin with where later questions are answered as well.

    The answers are the writers' `own`, or those that the template lists.
    """
    game, letters = ByMail(war, root, match), dict[int, list[Ordered]]()
    for turn, run in groupby(orders, key=lambda one: one.turn):
        ordered, kept, unwanted = list(run), game.kept, set[tuple[Side, str]]()
        while turn not in letters:
            try:
                letters[turn] = _play_turn_ahead(game, ordered, unwanted, own=own)
            except MisfiredError as fired:
                unwanted.add(fired.unwanted)
                game.go_back(kept)
    assert game.list_filed() == [one.order for one in orders]
    return letters


def _play_turn_ahead(
    game: ByMail, ordered: Sequence[Ordered], unwanted: Container[tuple[Side, str]], *, own: bool
) -> list[Ordered]:
    """What the letters of one player turn begin with, without the lines that are unwanted."""
    done, letters = 0, list[Ordered]()
    while done < len(ordered):
        first, match = ordered[done], game.match
        side, seq = first.side, len(match.entries)
        listed = _list_answers(match, side) if first.mover is not None else {}
        now, _ = _split(ordered[done:], side, plan=False)
        rest = (one for one in ordered[done + len(now) :] if one.side == side and one.question in listed)
        lines = dict.fromkeys(
            _answer(one, one.line if own else listed[one.question]) for one in rest if one.subject
        )
        game.send(side, [*now, *(line for line in lines if (side, line) not in unwanted)], seq)
        filed = game.list_filed(after=seq)
        for one, order in zip(ordered[done:], filed, strict=False):
            if order != one.order:
                line = match.system.notation.write(order) if own else plan_templates.ANSWERS[one.question][0]
                raise MisfiredError(order.side, _answer(one, line))
        done += len(filed)
        letters += [first] if first.mover is not None else []
    return letters


def _answer(asked: Ordered, line: str) -> str:
    return f"when {asked.question} in {asked.subject}: {line}"


def _list_answers(match: Match, side: Side) -> dict[str, str]:
    """The later questions that the template of a side lists, each with its answer."""
    template = match.system.notation.template(match.position(), side)
    lines = (strip_comment(line.removeprefix("#")).strip() for line in template)
    found = (line.partition(": ") for line in lines)
    return {question: answer for question, _, answer in found if question in plan_templates.ANSWERS}


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
    plans = play_with_plans(war, root / "plans", match, orders)
    listed = play_ahead(war, root / "listed", match, orders, own=False)
    ahead = play_ahead(war, root / "ahead", match, orders, own=True)
    counts: list[Count] = []
    for turn, run in groupby(orders, key=lambda one: one.turn):
        ordered = [one for one in run if one.mover is not None]
        if ordered and ordered[0].mover:
            fought = {one.subject for one in ordered if one.question in {"losses", "stand-or-retreat"}}
            asked, forced = (find_letters(ordered, forced=forced) for forced in (False, True))
            kinds = (asked, forced, listed[turn], ahead[turn], plans[turn])
            counts.append(Count(ordered[0].moment, ordered[0].mover or "", len(fought), *kinds))
    return counts


def main(argv: Sequence[str]) -> None:
    """Count, and print a table by season, and one of what letters begin with."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.letters", description=__doc__)
    parser.add_argument("wars", nargs="*", metavar="WAR", help=f"one of {', '.join(WARS)}; else all")
    parser.add_argument("--turns", type=int, metavar="N", help="only so many player turns of each war")
    chosen = parser.parse_args(argv)
    row = "{:<17} {:<15} {:>5} {:>7} {:>10} {:>10} {:>10} {:>10} {:>10}\n".format
    sys.stdout.write("Letters of a player turn: the mean, and the most in brackets.\n")
    sys.stdout.write(row("war", "season", "turns", "battles", *KINDS))
    counts = list[Count]()
    for war in chosen.wars or WARS:
        with TemporaryDirectory() as folder:
            of_war = count(war, Path(folder), chosen.turns)
        for moment, run in groupby(of_war, key=lambda one: one.moment.partition(",")[0]):
            sys.stdout.write(row(war, moment, *_tell(list(run))))
        counts += of_war
    sys.stdout.write(row("all", "", *_tell(counts)))
    sys.stdout.write("\n" + "".join(_tell_beginnings(counts)))


KINDS = ("asked", "forced", "listed", "ahead", "plans")


def _tell(counts: Sequence[Count]) -> Iterator[str | int]:
    yield len(counts)
    yield sum(one.battles for one in counts)
    for kind in KINDS:
        letters = [one.count(kind) for one in counts]
        yield f"{sum(letters) / len(letters):.1f} ({max(letters)})"


def _tell_beginnings(counts: Sequence[Count]) -> Iterator[str]:
    """What letters begin with: the question, who is asked, and whether the letter before was his own."""
    row = "{:<18} {:<10} {:<6} {:>7} {:>7} {:>7}\n".format
    kinds = ("asked", "listed", "ahead")
    yield row("letters begin with", "of the", "", *kinds)
    found = [Counter(_list_beginnings(counts, kind)) for kind in kinds]
    for what in sorted(found[0] | found[1] | found[2], key=lambda what: -found[0][what]):
        yield row(*what, *(one[what] for one in found))


def _list_beginnings(counts: Sequence[Count], kind: str) -> Iterator[tuple[str, str, str]]:
    for one in counts:
        before = ""
        for first in getattr(one, kind):
            role = "attacker" if first.side == first.mover else "defender"
            yield first.question, role, "again" if first.side == before else ""
            before = first.side


if __name__ == "__main__":
    main(sys.argv[1:])
