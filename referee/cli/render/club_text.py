"""Answers about the club log as text."""

from referee.i18n.translator import ENGLISH, Translator
from schemas.answers.club import ClubChecked, ClubState


def word_state(answer: ClubState, tongue: Translator = ENGLISH) -> str:
    """Render the club log of a shelf."""
    say = tongue.say
    return "\n".join(
        (
            say(
                "Club log {name}: {count} leaf",
                "Club log {name}: {count} leaves",
                name=answer.name,
                count=answer.size,
            ),
            say("Public key: {key}", key=answer.key),
            *answer.checkpoint.splitlines(),
        )
    )


def word_check(answer: ClubChecked, signed: bool, tongue: Translator = ENGLISH) -> str:
    """Render the check of the proofs in some mails; `signed` if signatures were checked."""
    say, sizes = tongue.say, answer.sizes
    lines = [
        say(
            "{count} checkpoint of {name}; the last one has {size} leaves.",
            "{count} checkpoints of {name}; the last one has {size} leaves.",
            count=len(sizes), name=answer.name, size=sizes[-1],
        ),
        say("{count} head is in the log.", "{count} heads are in the log.", count=len(answer.heads)),
    ]  # fmt: skip
    if answer.receipts:
        lines.append(
            say("{count} receipt of a letter.", "{count} receipts of letters.", count=answer.receipts)
        )
    if not signed:
        lines.append(say("No signature was checked: give the key of the club with --key."))
    if answer.witnesses:
        lines.append(
            say("The last one is cosigned by {witnesses}.", witnesses=tongue.listed(answer.witnesses))
        )
    lines += [f"{one.place.file if one.place else ''}: {one.text}" for one in answer.differences]
    if not answer.differences:
        lines.append(say("All are states of one log."))
    return "\n".join(lines)
