"""Results of letters, as answers for their senders."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from referee.engine.system import Rules, State
from referee.engine.tongue import ENGLISH, message
from referee.engine.verdict import irrevocable
from referee.matches import history
from referee.matches.history import Step
from referee.matches.judging import advance_orders, refused_lines
from referee.matches.judging.advance_lines import Kept
from referee.matches.judging.hearing import AcceptedOrder, LetterJudgement, RejectedLine
from referee.matches.letters import repeats
from referee.matches.matches import Match
from referee.reports.telling import list_open_prompts, render_events, word_purpose
from referee.systems.faces import Game
from schemas.answers.ruling import AcceptedLine, Held, RefusedLine, Submitted, Throw
from schemas.journal import Entry
from schemas.record import FiledObjection, Side
from schemas.refusal import Fallen, RefusedLetter
from schemas.reports.document import Block


def answer_filed(
    match: Match,
    side: Side,
    steps: Iterable[Step],
    entries: Sequence[Entry],
    fallen: Sequence[Fallen],
    state: State,
) -> Submitted:
    """Build the answer to a letter from its filed entries; `state` is the current position.

    `fallen` are its refused lines in the language of the match.
    """
    refusal = next((entry for entry in entries if entry.body.kind == "refusal"), None)
    kept = history.private_part(RefusedLetter, refusal, side) if refusal else None
    prompts = list_open_prompts(match.rules, state, side)
    return Submitted(
        match=match.name,
        side=side,
        names=_names(match),
        accepted=tuple(line for step in steps for line in _accept(match.system, side, step)),
        refused=tuple(_refuse(match.rules, fell) for fell in fallen) if kept else (),
        unheard=kept.unheard if kept else (),
        refusal=refusal.body.seq if refusal else None,
        code="refused" if kept else "",
        language=match.tongue.language,
        answered_by=repeats.answer_by(match, side) if kept and not prompts else None,
        prompts=prompts,
        waiting=history.list_awaited_sides(match.rules, state),
        head=str(match.journal.head),
    )


def ahead(
    answer: Submitted, match: Match, kept: Kept | None, followed: Iterable[Step], state: State
) -> Submitted:
    """Add the standing orders of the side, and the results of standing orders, to an answer.

    `kept` is nothing where the letter did not change it, and `state` is the position in which it was ordered,
    before anything followed.
    """
    side = answer.side
    doubts: tuple[str, ...] = ()
    if kept is not None:
        told = advance_orders.doubtful(match.system, state, side, kept)
        text = message("this standing order cannot be carried out yet and is kept: {doubt}")
        doubts = tuple(match.tongue.say(text, doubt=doubt) for doubt in told)
    return replace(
        answer,
        in_advance=None if kept is None else tuple(map(str, kept)),
        in_force=_list_in_force(match, side) if kept is None and answer.accepted else (),
        followed=tuple(block for step in followed for block in _follow(match, side, step)),
        warnings=(*answer.warnings, *doubts),
    )


def _list_in_force(match: Match, side: Side) -> tuple[str, ...]:
    """Return the older standing orders that may apply to the orders of a letter."""
    return tuple(map(str, advance_orders.list_live(match, side)))


def _follow(match: Match, side: Side, step: Step) -> Iterator[Block]:
    from referee.reports.parts import captions  # noqa: PLC0415 - few letters set orders in advance going

    return captions.tell_entry(match, side, step.entry, step)


def again(match: Match, side: Side, before: Sequence[Entry]) -> Submitted:
    """The answer that a letter got when it was filed."""
    filed = {entry.body.seq for entry in before}
    first, *_ = before
    *_, last = before
    since = match.steps(last.body.seq, after=first.body.seq - 1)
    steps = [step for step in since if step.seq in filed]
    fallen: tuple[Fallen, ...] = ()
    if last.body.kind == "refusal":
        fallen = reword(match, history.private_part(RefusedLetter, last, side))
    answer = answer_filed(match, side, steps, before, fallen, match.position())
    return replace(answer, again=True, code="repeat")


def reword(match: Match, kept: RefusedLetter) -> tuple[Fallen, ...]:
    """The refused lines of a filed letter in the language of a match."""
    if match.tongue == ENGLISH:
        return kept.fallen
    return tuple(refused_lines.reword_line(match.system, fell) for fell in kept.fallen)


def word_falls(match: Match, falls: Iterable[RejectedLine]) -> tuple[Fallen, ...]:
    """Refused lines in the language of a match."""
    return tuple(refused_lines.file_refused_line(match.system, fell) for fell in falls)


def answer_rehearsal(match: Match, side: Side, heard: LetterJudgement) -> Submitted:
    """Build the answer to a rehearsal, without the results of dice and hidden draws."""
    rules = match.rules
    hidden = heard.dry and heard.irrevocable
    open_end = not (heard.stopped or hidden)
    return Submitted(
        match=match.name,
        side=side,
        names=_names(match),
        accepted=tuple(_expect(match.system, side, stood, dry=heard.dry) for stood in heard.stands),
        refused=tuple(_refuse(rules, fell) for fell in word_falls(match, heard.falls)),
        unheard=tuple(line.line for line in heard.unheard),
        language=match.tongue.language,
        dry=True,
        code="refused" if heard.falls else "",
        hidden=hidden,
        needed=_find_needed(rules, heard),
        prompts=list_open_prompts(rules, heard.state, side) if open_end else (),
        waiting=history.list_awaited_sides(rules, heard.state) if open_end else (),
        head=str(match.journal.head),
    )


def _names(match: Match) -> dict[Side, str]:
    return {side: match.bound.name_of(side) for side in match.header.sides}


def _accept(game: Game, side: Side, step: Step) -> Iterator[AcceptedLine]:
    for before, move in history.replay_moves(game.rules, step.before, step.moves):
        assert move.order is not None
        yield AcceptedLine(
            line=move.line,
            order=game.notation.write(move.order),
            entry=step.seq,
            happened=render_events(game, side, before, move.events, step.entry),
        )


def _expect(game: Game, side: Side, stood: AcceptedOrder, *, dry: bool) -> AcceptedLine:
    shown = () if dry and irrevocable(stood.events) else stood.events
    happened = render_events(game, side, stood.before, shown)
    return AcceptedLine(
        line=stood.asked.line, order=game.notation.write(stood.order), entry=0, happened=happened
    )


def _refuse(rules: Rules, fell: Fallen) -> RefusedLine:
    return RefusedLine(
        line=fell.line,
        column=fell.column,
        text=fell.text,
        order=fell.order,
        held=tuple(cite_objection(rules, objection) for objection in fell.objections),
        unreadable=fell.unreadable,
        remedy=fell.remedy,
        fact=fell.fact,
        parameters=fell.parameters,
        nearest=fell.nearest,
    )


def cite_objection(rules: Rules, objection: FiledObjection) -> Held:
    """An objection with its number and title in the rulebook."""
    citation = rules.cite(objection.clause)
    return Held(
        clause=objection.clause,
        number=citation.number,
        title=citation.title,
        text=objection.text,
        remedy=objection.remedy,
        fact=objection.fact,
        parameters=objection.parameters,
    )


def _find_needed(rules: Rules, heard: LetterJudgement) -> Throw | None:
    """The throw that is due first, its purpose in the words of the sender."""
    if heard.needed is None:
        return None
    roll = word_purpose(rules, heard.needed.roll)
    return Throw(line=heard.unheard[0].line, count=heard.needed.count, roll=roll)
