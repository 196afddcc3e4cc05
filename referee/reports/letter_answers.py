"""The answer to a letter as its sender reads it."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from referee.engine.system import State, irrevocable
from referee.faults import Complaint
from referee.i18n import languages
from referee.i18n.translator import ENGLISH, message
from referee.matches import history, viewer_languages
from referee.matches.club_log import receipts
from referee.matches.faults import LetterFault
from referee.matches.history import Step
from referee.matches.judging import entry_drafts, standing_orders, submission
from referee.matches.judging.judge_letter import AcceptedOrder, LetterJudgement, RejectedLine, quote_line
from referee.matches.judging.standing_order_lines import StandingOrders
from referee.matches.judging.submission import Filed, IncomingLetter, Rehearsal, Repeated
from referee.matches.letters import courtesies, letters
from referee.matches.matches import Holder, Match
from referee.reports import proofs
from referee.reports.event_text import render_events, word_open_prompts, word_purpose
from referee.reports.faults import ReportFault
from referee.systems.faces import Game
from schemas.answers.orders import (
    AcceptedLine,
    Held,
    NeededDice,
    ProposedLetter,
    ProposedLine,
    RefusedLine,
    Submitted,
    UnreadSentence,
)
from schemas.journal import Entry
from schemas.letter import FiledLine, LetterLine, RefusedLetter
from schemas.record import FiledObjection, Side
from schemas.reports import Block


def answer_filed(
    match: Match,
    side: Side,
    steps: Iterable[Step],
    entries: Sequence[Entry],
    fallen: Sequence[FiledLine],
    unchecked_lines: tuple[int, ...],
    state: State,
) -> Submitted:
    """Build the answer to a letter from its filed entries; `state` is the current position.

    `fallen` are its refused lines in the language of the match. `unchecked_lines` are the numbers of the
    lines that were not judged.
    """
    refusal = next((entry for entry in entries if entry.body.kind == "refusal"), None)
    refused_letter = history.private_part(RefusedLetter, refusal, side) if refusal else None
    awaits = proofs.find_wait(match)
    prompts = () if awaits else word_open_prompts(match.system, state, side)
    return Submitted(
        match=match.name,
        side=side,
        names=_names(match),
        accepted=tuple(line for step in steps for line in _accept(match.system, side, step)),
        refused=tuple(_refuse(match.system, refused_line) for refused_line in fallen)
        if refused_letter
        else (),
        unheard=unchecked_lines if refused_letter else (),
        refusal=refusal.body.seq if refusal else None,
        code="refused" if refused_letter else "",
        language=match.tongue.language,
        answered_by=letters.answer_by(match, side) if refused_letter and not prompts else None,
        prompts=prompts,
        waiting=() if awaits else history.list_awaited_sides(match.rules, state),
        awaits=awaits,
        head=str(match.journal.head),
    )


def ahead(
    answer: Submitted,
    match: Match,
    standing: StandingOrders | None,
    later_steps: Iterable[Step],
    state: State,
) -> Submitted:
    """Add the standing orders of the side, and the results of standing orders, to an answer.

    `kept` is nothing where the letter did not change it, and `state` is the position in which it was ordered,
    before anything followed.
    """
    side = answer.side
    doubts: tuple[str, ...] = ()
    if standing is not None:
        texts = standing_orders.doubtful(match.system, state, side, standing)
        text = message("this standing order cannot be carried out yet and is kept: {doubt}")
        doubts = tuple(match.tongue.say(text, doubt=doubt) for doubt in texts)
    return replace(
        answer,
        in_advance=None if standing is None else tuple(map(str, standing)),
        in_force=tuple(map(str, standing_orders.list_live(match, side)))
        if standing is None and answer.accepted
        else (),
        followed=tuple(block for step in later_steps for block in _follow(match, side, step)),
        warnings=(*answer.warnings, *doubts),
    )


def _follow(match: Match, side: Side, step: Step) -> Iterator[Block]:
    from referee.reports import sections  # noqa: PLC0415 - few letters set orders in advance going

    return sections.tell_entry(match, side, step.entry, step)


def again(match: Match, side: Side, before: Sequence[Entry]) -> Submitted:
    """The answer that a letter got when it was filed."""
    seqs = {entry.body.seq for entry in before}
    first, *_ = before
    *_, last = before
    since = match.steps(last.body.seq, after=first.body.seq - 1)
    steps = [step for step in since if step.seq in seqs]
    fallen: tuple[FiledLine, ...] = ()
    unchecked_lines: tuple[int, ...] = ()
    if last.body.kind == "refusal":
        letter = history.private_part(RefusedLetter, last, side)
        fallen, unchecked_lines = (
            reword(match, letter),
            entry_drafts.find_unchecked(match, side, letter, last),
        )
    answer = answer_filed(match, side, steps, before, fallen, unchecked_lines, match.position())
    return replace(answer, again=True, code="repeat")


def reword(match: Match, letter: RefusedLetter) -> tuple[FiledLine, ...]:
    """The refused lines of a filed letter in the language of a match."""
    if match.tongue == ENGLISH:
        return letter.fallen
    return tuple(entry_drafts.reword_line(match.system, line) for line in letter.fallen)


def word_refused_lines(match: Match, refused_lines: Iterable[RejectedLine]) -> tuple[FiledLine, ...]:
    """Refused lines in the language of a match."""
    return tuple(entry_drafts.file_refused_line(match.system, line) for line in refused_lines)


def answer_rehearsal(match: Match, side: Side, judgement: LetterJudgement) -> Submitted:
    """Build the answer to a rehearsal, without the results of dice and hidden draws."""
    rules = match.rules
    hidden = judgement.dry and judgement.irrevocable
    open_end = not (judgement.stopped or hidden)
    return Submitted(
        match=match.name,
        side=side,
        names=_names(match),
        accepted=tuple(
            _expect(match.system, side, order, dry=judgement.dry) for order in judgement.accepted_orders
        ),
        refused=tuple(
            _refuse(match.system, refused_line)
            for refused_line in word_refused_lines(match, judgement.refused_lines)
        ),
        unheard=entry_drafts.list_unchecked(judgement),
        language=match.tongue.language,
        dry=True,
        code="refused" if judgement.refused_lines else "",
        hidden=hidden,
        needed=_find_needed(match.system, judgement),
        prompts=word_open_prompts(match.system, judgement.state, side) if open_end else (),
        waiting=history.list_awaited_sides(rules, judgement.state) if open_end else (),
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


def _expect(game: Game, side: Side, accepted_order: AcceptedOrder, *, dry: bool) -> AcceptedLine:
    events = () if dry and irrevocable(accepted_order.events) else accepted_order.events
    blocks = render_events(game, side, accepted_order.before, events)
    return AcceptedLine(
        line=accepted_order.source.line,
        order=game.notation.write(accepted_order.order),
        entry=0,
        happened=blocks,
    )


def _refuse(game: Game, line: FiledLine) -> RefusedLine:
    return RefusedLine(
        line=line.line,
        column=line.column,
        text=line.text,
        order=line.order,
        held=tuple(cite_objection(game, objection) for objection in line.objections),
        unreadable=line.unreadable,
        remedy=line.remedy,
        fact=line.fact,
        parameters=line.parameters,
        nearest=line.nearest,
    )


def cite_objection(game: Game, objection: FiledObjection) -> Held:
    """An objection with its number and title in the rulebook."""
    citation = game.language.cite(objection.clause)
    return Held(
        clause=objection.clause,
        number=citation.number,
        title=citation.title,
        text=objection.text,
        remedy=objection.remedy,
        fact=objection.fact,
        parameters=objection.parameters,
    )


def _find_needed(game: Game, judgement: LetterJudgement) -> NeededDice | None:
    """The throw that is due first, its purpose in the words of the sender."""
    if judgement.needed is None:
        return None
    roll = word_purpose(game, judgement.needed.roll)
    return NeededDice(line=judgement.unjudged_lines[0].line, count=judgement.needed.count, roll=roll)


def submit(root: Path, name: str, incoming: IncomingLetter, holder: Holder | None = None) -> Submitted:
    """Judge a letter, file the result, and return the answer."""
    return answer(submission.submit(root, name, incoming, holder))


def rehearse(match: Match, incoming: IncomingLetter) -> Submitted:
    """Rehearse a letter and return the answer. Nothing is filed."""
    rehearsal, letter = submission.rehearse(match, incoming)
    if isinstance(rehearsal, Repeated):
        return answer(rehearsal)
    ruling = _propose(
        render_rehearsal(rehearsal), rehearsal.match, rehearsal.side, rehearsal.judgement, letter
    )
    return _warn(ruling, rehearsal.match, letter, by_mail=False)


def render_rehearsal(rehearsal: Rehearsal) -> Submitted:
    """Return the answer to a rehearsal."""
    localised_match, judgement = viewer_languages.tell(rehearsal.match, rehearsal.side), rehearsal.judgement
    ruling = answer_rehearsal(localised_match, rehearsal.side, judgement)
    answer = ahead(ruling, localised_match, rehearsal.standing, (), judgement.state)
    notes = tuple(_note_readings(localised_match, judgement))
    return replace(answer, phrase=rehearsal.phrase, warnings=(*notes, *answer.warnings))


def answer(result: Filed | Repeated, *, by_mail: bool = False) -> Submitted:
    """Return the answer to a letter that was filed now or before; one by mail names no place in a file."""
    match result:
        case Filed():
            return _warn(_rule(result), result.match, result.incoming, by_mail=by_mail)
        case Repeated():
            localised_match = viewer_languages.tell(result.match, result.side)
            ruling = again(localised_match, result.side, result.before)
            return _warn(ruling, result.match, result.incoming, by_mail=by_mail)


def _rule(result: Filed) -> Submitted:
    outcome, (own, others) = result.outcome, result.steps()
    steps = (*own, *others)
    now = steps[-1].after if steps else outcome.judgement.before
    localised_match = viewer_languages.tell(result.match, outcome.side)
    fallen = word_refused_lines(localised_match, outcome.judgement.refused_lines)
    unchecked_lines = entry_drafts.list_unchecked(outcome.judgement)
    ruling = answer_filed(localised_match, outcome.side, own, result.entries, fallen, unchecked_lines, now)
    ruling = ahead(ruling, localised_match, outcome.standing, others, outcome.judgement.state)
    ruling = _propose(ruling, result.match, outcome.side, outcome.judgement, result.incoming)
    # A proposal lists its orders beside the words of the letter.
    notes = () if ruling.proposal else _note_readings(localised_match, outcome.judgement)
    return replace(
        ruling,
        phrase=outcome.phrase,
        has_beacon=result.incoming.letter.beacon is not None,
        receipt=_issue_receipt(result),
        warnings=(*notes, *ruling.warnings),
    )


def _propose(
    ruling: Submitted, match: Match, side: Side, judgement: LetterJudgement, incoming: IncomingLetter
) -> Submitted:
    """Add the orders that a refused letter in free words probably means."""
    if not ruling.refused or judgement.irrevocable or not any(line.unreadable for line in ruling.refused):
        return ruling
    # Only a letter that cannot be read pays for the search.
    from referee.matches.judging.proposals import free_letters  # noqa: PLC0415

    game = viewer_languages.tell(match, side).system
    proposal = free_letters.find(game, judgement, side, incoming.all_lines)
    if proposal is None:
        return ruling
    lines = tuple(
        ProposedLine(order=game.notation.write(one.order), words=one.words) for one in proposal.orders
    )
    if not _are_legal(match, side, lines):
        return ruling
    wishes = tuple(ProposedLine(order=line, words=words) for words, line in proposal.wishes)
    if lines and _are_legal(match, side, (*lines, *wishes)):
        lines = (*lines, *wishes)
    unread = tuple(
        UnreadSentence(
            words=one.words,
            order=game.notation.write(one.order) if one.order else "",
            objections=tuple(
                cite_objection(game, entry_drafts.file_objection(game, objection))
                for objection in one.objections
            ),
        )
        for one in proposal.unread
    )
    return replace(ruling, proposal=ProposedLetter(lines=lines, unread=unread, is_guess=proposal.is_guess))


def _are_legal(match: Match, side: Side, lines: Sequence[ProposedLine]) -> bool:
    """Return True if the lines of a proposal are legal as a letter, which a yes sends."""
    orders = [LetterLine(line=at, text=one.order, typed=one.order) for at, one in enumerate(lines, 1)]
    return not submission.rehearse_orders(match, side, orders).judgement.refused_lines


def _issue_receipt(result: Filed) -> tuple[str, ...]:
    """Return the lines of the receipt of a letter, if its shelf has a club log."""
    letter = result.incoming.letter
    receipt = receipts.issue(result.match, result.entries, letter.body or letter.digest, result.incoming.at)
    return receipt.lines() if receipt else ()


def _warn(ruling: Submitted, match: Match, incoming: IncomingLetter, *, by_mail: bool) -> Submitted:
    """Add the warnings about the letter and the journal before the answer's own."""
    tongue, notation = languages.tongue(ruling.language), match.system.notation
    may_be_order, is_place = partial(notation.could_be_order, ruling.side), notation.subjects.holds
    last_order = max((order.line for order in incoming.letter.orders), default=0)
    # The answer to a letter in free words lists its sentences anyway.
    warnings = [
        warning
        for one in incoming.warnings
        if not (ruling.proposal and one.code == LetterFault.PROSE_LEFT.code)
        and (warning := courtesies.shorten(one, last_order, may_be_order, is_place)) is not None
    ]
    others = [one for one in warnings if one.code != LetterFault.MAIL_ENCODED.code]
    if by_mail or not (ruling.refused or others):
        # No line is named whose number could be wrong.
        warnings = others
    warnings += match.warnings()
    if by_mail:
        warnings = [*map(courtesies.leave_numbers_out, warnings)]
    else:
        warnings = [*map(courtesies.leave_file_out, warnings)]
    texts = (str(warning.speaking(tongue)) for warning in warnings)
    return replace(ruling, warnings=(*texts, *ruling.warnings))


def _note_readings(match: Match, judgement: LetterJudgement) -> Iterator[str]:
    """Yield the notes on a judged letter, in the language of the match."""
    readings: dict[str, list[str]] = {}
    for order in judgement.accepted_orders:
        if _is_without_verb(match, order) or order.source in judgement.corrections:
            line = quote_line(order.source).strip()
            readings.setdefault(line, []).append(f"`{match.system.notation.write(order.order)}`")
    lines = tuple(f"`{line}` -> {', '.join(orders)}" for line, orders in readings.items())
    notes = [Complaint.of(ReportFault.LINES_READ_AS, lines=lines)] if len(lines) > 1 else []
    for line, orders in readings.items() if len(lines) == 1 else ():
        notes = [Complaint.of(LetterFault.READ_AS, typed=line, orders=tuple(orders))]
    yield from (str(note.speaking(match.tongue)) for note in notes)
    for refusal in judgement.superfluous:
        assert refusal.order is not None
        text = match.system.notation.write(refusal.order)
        if refusal.objections:
            note = Complaint.of(LetterFault.SUPERFLUOUS, order=text, why=_why(match, refusal))
        else:
            note = Complaint.of(LetterFault.NOT_ASKED_YET, order=text)
        yield str(note.speaking(match.tongue))


def _is_without_verb(match: Match, order: AcceptedOrder) -> bool:
    line = order.source
    notation = match.system.notation
    return isinstance(line, LetterLine) and (
        not notation.resembles_order(line.text) or notation.is_mended(line.text)
    )


def _why(match: Match, line: RejectedLine) -> str:
    first, *_ = line.objections
    return match.system.language.word(first).text
