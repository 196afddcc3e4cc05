"""Commands for beginners: help by topic, and a match that plays itself."""

from collections.abc import Mapping
from typing import Annotated

import typer

from referee.cli import exits
from referee.cli.session import Session, command

app = typer.Typer()

LETTERS = """\
A letter holds one order a line. Case and accents do not count; # begins a comment; quoted lines (>)
and signatures are ignored. Where a letter has a line BEGIN ORDERS and a line END ORDERS, only what
stands between them counts.

    match: verdun          which match it is for, if it should say so
    side: german           whose letter it is
    answers: 12            the entry it answers; if the question was answered since, it is stale
    head: 12:5f8e…         the head of the journal as its writer knew it
    move ge-1 to liege

A line may answer a question before it is asked; it waits under seal until then (`forget losses`, or
`forget all`, takes it back):

    when losses in liege: lose be-1

Every report to a side ends with such a letter, ready to be edited and sent back. The same letter may
be YAML or JSON: `referee packs schema letter` describes it."""

PROOF = """\
Every line of a journal is sealed with the SHA-256 of what it says, and names the seal before it.
Every throw follows from a key that the entry publishes; SHA-256 of that key is the key published
before it, back to the first, which the players were told when the match was opened. So anyone with a
copy of the journal can verify it with `referee verify FILE`, and any single throw by hand.

No chain can show that its end was cut off: keep the head of each report (a number and a seal) and
compare with `referee verify MATCH --head SEQ:SEAL`."""

TOPICS: Mapping[str, str] = {"exit-codes": exits.table(), "letters": LETTERS, "proof": PROOF}
"""What can be asked about, besides commands."""


@command(app, "help")
def help_(
    session: Session,
    topic: Annotated[str | None, typer.Argument(help="What about; else the topics there are.")] = None,
) -> int:
    """Explain a topic: exit codes, letters, proof."""
    if topic is None:
        return session.say("\n".join(TOPICS))
    if topic not in TOPICS:
        from referee.core.faults import Complaint, NotFound
        from referee.core.remedy import meant

        raise NotFound(Complaint(text=f"there is no help on {topic}", remedy=meant(topic, TOPICS)))
    return session.say(TOPICS[topic])


@command(app)
def demo(
    session: Session,
    pack: Annotated[str | None, typer.Argument(help="The game to be shown; else the first.")] = None,
    example: Annotated[str | None, typer.Option(help="Which of its examples; else the first.")] = None,
    keep: Annotated[bool, typer.Option("--keep", help="Leave the match on the shelf.")] = False,
) -> int:
    """Play an example: letters, rulings, reports, and the proof."""
    from referee.cli import evidence_wording
    from referee.desk import demo

    for scene in demo.scenes(pack, example, session.root if keep else None):
        match scene:
            case demo.Heard(name=name, letter=letter, ruling=ruling):
                session.remark(f"\n>>> {name}\n\n{letter}")
                session.remark("\n<<< ruling", ruling)
            case demo.Reported(report=report):
                session.remark("\n<<< report", report)
            case demo.Proved(verified=verified):
                session.answer(verified, lambda: f"\n<<< proof\n\n{evidence_wording.verified(verified)}")
    return exits.DONE
