"""Differences between the result of a case and its expectation, in sentences."""

from collections import deque
from collections.abc import Iterator
from typing import cast

from referee.engine.dice import DiceNeeded, NoDice
from referee.engine.facts import Objection, Wording
from referee.faults import Unreadable
from referee.packs.conformance.case_files import FiledCase, clause_number
from referee.packs.conformance.case_runner import Trial, objections, play_case
from schemas.case import NONE, Throw
from schemas.record import Event, Roll, Rolled, join_words

MOST_SEQUENCES = 500
"""Highest number of sequences to search; a readable case has fewer."""


def differences(case_file: FiledCase) -> tuple[str, ...]:
    """Return the differences between a case and the rules; none if they agree."""
    trial = play_case(case_file)
    if trial.against:
        return tuple(trial.against)
    checks = (_verdict, _wording, _events, _rolls, _question, _options, _answers, _sequences)
    try:
        generally = tuple(difference for check in checks for difference in check(trial))
    except Unreadable as fault:
        return (f"an expected line cannot be read: {trial.language.word(fault.stated)}",)
    except DiceNeeded as needed:
        return (f"an expected line goes on behind dice, where no case can follow it: {needed}",)
    return (*generally, *case_file.bench.work.differences(trial.rules, trial.state, case_file.case.then))


def _verdict(trial: Trial) -> Iterator[str]:
    """Yield a difference if the last line was not accepted or refused as expected."""
    then = trial.case_file.case.then
    if then.unreadable is not None:
        if not trial.unreadable:
            yield "the last line can be read, and must not be"
        elif then.unreadable not in trial.unreadable:
            yield f"the last line is answered `{trial.unreadable}`, and must be `{then.unreadable}`"
    elif trial.unreadable:
        yield f"the last line cannot be read: {trial.unreadable}"
    elif then.refused is not None:
        yield from _refusal(trial, then.refused)
    elif trial.refusals and then.says is None:
        objection_texts = "; ".join(
            f"{trial.language.word(objection).text} ({objection.clause})" for objection in trial.refusals
        )
        yield f"the last line is refused: {objection_texts}"


def _refusal(trial: Trial, clauses: tuple[str, ...]) -> Iterator[str]:
    if not trial.refusals:
        yield f"the last line stands, and must be refused for {join_words(clauses)}"
        return
    for clause in clauses:
        if not any(_holds(trial, objection, clause) for objection in trial.refusals):
            yield f"{clause} is not held against the last line"
    for objection in trial.refusals:
        if not any(_holds(trial, objection, clause) for clause in clauses):
            yield f"{objection.clause} is held against the last line: {_text(trial, objection)}"


def _wording(trial: Trial) -> Iterator[str]:
    """Yield the expected words that are missing in the refusal of the last line."""
    messages = map(trial.language.word, trial.refusals)
    texts = [text for one in messages for text in (one.text, one.remedy) if text]
    for words in trial.case_file.case.then.says or ():
        if not any(words in text for text in texts):
            yield f"`{words}` is not said of the last line, but: {'; '.join(texts) or NONE}"


def _text(trial: Trial, objection: Objection) -> str:
    wording: Wording = trial.language.word(objection)
    return wording.text


def _holds(trial: Trial, objection: Objection, clause: str) -> bool:
    number = clause_number(trial.case_file.bench.pack.pack, clause)
    return objection.clause == clause or (number == clause == trial.rules.clause_number(objection.clause))


def _events(trial: Trial) -> Iterator[str]:
    then, types = trial.case_file.case.then, [event.type for event in trial.events]
    rest = iter(trial.events)
    for pattern in then.events or ():
        if not any(_is(event, pattern) for event in rest):
            yield f"`{pattern}` does not happen in its place among: {join_words(types) or NONE}"
            break
    if then.exactly is not None:
        exactly = () if then.exactly == NONE else then.exactly
        alike = len(exactly) == len(types) and all(map(_is, trial.events, exactly))
        if not alike:
            yield f"the events are {join_words(types) or NONE}, and must be {join_words(exactly) or NONE}"
    for forbidden in then.never or ():
        if any(_is(event, forbidden) for event in trial.events):
            yield f"`{forbidden}` happens, and must not"


def _is(event: Event, pattern: str) -> bool:
    """Return True if an event has this type and all the words given for it."""
    kind, *words = pattern.split()
    return event.type == kind and set(words) <= set(_words(event))


def _words(event: Event) -> Iterator[str]:
    for name in event.__struct_fields__:
        value: object = getattr(event, name)
        parts = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
        for part in parts:
            yield from (str(part), f"{name}={part}")
        if len(parts) > 1:
            yield f"{name}={'/'.join(map(str, parts))}"


def _rolls(trial: Trial) -> Iterator[str]:
    if (expected_rolls := trial.case_file.case.then.rolls) is None:
        return
    throws = () if expected_rolls == NONE else expected_rolls
    roll_events = [event for event in trial.events if isinstance(event, Rolled)]
    rolls = [
        (trial.language.word_purpose(roll.purpose), roll, odds)
        for event in roll_events
        for roll, odds in zip(event.rolls, event.odds(), strict=True)
    ]
    if len(rolls) != len(throws) or not all(map(_is_thrown, rolls, throws)):
        roll_texts = "; ".join(
            f"{purpose}: {len(roll.faces)} at {needed}, hits {hits}"
            for purpose, roll, (needed, hits) in rolls
        )
        yield f"the throws are otherwise than they must be: {roll_texts or NONE}"


def _is_thrown(roll_record: tuple[str, Roll, tuple[int, int]], throw: Throw) -> bool:
    purpose, roll, (needed, hits) = roll_record
    figures = ((throw.dice, len(roll.faces)), (throw.needed, needed), (throw.hits, hits))
    return throw.purpose.lower() in purpose.lower() and all(
        must is None or must == is_ for must, is_ in figures
    )


def _ask(trial: Trial) -> tuple[str, ...]:
    return tuple(
        f"{prompt.side} {prompt.question} {prompt.subject}".strip()
        for prompt in trial.rules.prompts(trial.state)
    )


def _question(trial: Trial) -> Iterator[str]:
    expected_question, questions = trial.case_file.case.then.question, _ask(trial)
    if expected_question is None or (expected_question == NONE and not questions):
        return
    if not any(f"{question} ".startswith(f"{expected_question} ") for question in questions):
        yield f"the open question is `{join_words(questions) or NONE}`, and must be `{expected_question}`"


def _lawful(trial: Trial) -> frozenset[str]:
    return frozenset(
        trial.game.notation.write(order)
        for prompt in trial.rules.prompts(trial.state)
        for order in trial.rules.lawful(trial.state, prompt)
    )


def _options(trial: Trial) -> Iterator[str]:
    if (expected_options := trial.case_file.case.then.options) is None:
        return
    must, lawful = frozenset(() if expected_options == NONE else expected_options), _lawful(trial)
    if missing := sorted(must - lawful):
        yield f"missing legal answers: {join_words(missing)}"
    if more := sorted(lawful - must):
        yield f"additional legal answers: {join_words(more)}"


def _answers(trial: Trial) -> Iterator[str]:
    then = trial.case_file.case.then
    for line in then.offered or ():
        if against := objections(trial, line):
            objection_texts = "; ".join(_text(trial, objection) for objection in against)
            yield f"`{line}` must be legal, and is not: {objection_texts}"
    for line in then.barred or ():
        if not objections(trial, line):
            yield f"`{line}` must be illegal, and is legal"


def _sequences(trial: Trial) -> Iterator[str]:
    if (expected_lines := trial.case_file.case.then.sequences) is None:
        return
    must, sequences = frozenset(" ".join(line.split()) for line in expected_lines), _answer(trial)
    if missing := sorted(must - sequences):
        yield f"missing legal sequences: {'; '.join(missing)}"
    if more := sorted(sequences - must):
        yield f"additional legal sequences: {'; '.join(more)}"


def _answer(trial: Trial) -> frozenset[str]:
    """Return every way to answer the open prompt until another one opens, in words."""
    question = _ask(trial)
    sequences: set[str] = set()
    waiting = deque([trial])
    while waiting and len(sequences) <= MOST_SEQUENCES:
        here = waiting.popleft()
        if _ask(here) != question:
            sequences.add(" ".join(here.answers))
            continue
        for prompt in here.rules.prompts(here.state):
            for order in here.rules.lawful(here.state, prompt):
                then = Trial(here.case_file, here.game, here.state, answers=here.answers)
                try:
                    then.judge(order, NoDice())
                except DiceNeeded:
                    # An answer that leads to dice also ends the prompt.
                    sequences.add(" ".join(then.answers))
                else:
                    waiting.append(then)
    return frozenset(sequences)
