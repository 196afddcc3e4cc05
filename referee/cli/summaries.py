"""What is explained to players in their language, a short page for each topic."""

from collections.abc import Mapping

from referee.engine.tongue import message

LETTERS = message("""\
A letter holds one order a line. Case and accents do not count; # begins a comment. Only new text
counts: quoted lines (>), signatures and older letters below are left out, and orders in them are
named in the answer. Where new text has a line BEGIN ORDERS and a line END ORDERS, only what stands
between them counts.

    match: verdun          which match it is for, if it should say so
    side: german           whose letter it is
    answers: 12            the entry it answers; if the question was answered since, it is stale
    head: 12:5f8e…         the head of the journal as its writer knew it
    move ge-1 to liege

A line may answer a question before it is asked; it waits under seal until then (`forget losses`, or
`forget all`, takes it back):

    when losses in liege: lose be-1

Every report to a side ends with such a letter, each line behind a #: take the # away from what you
mean, and send it back. As it stands it orders nothing. The same letter may be YAML or JSON:
`referee packs schema letter` describes it.""")

PROOF = message("""\
Every line of a journal is sealed with the SHA-256 of what it says, and names the seal before it.
Every throw follows from a key that the entry publishes; SHA-256 of that key is the key published
before it, back to the first, which the players were told when the match was opened. So anyone with a
copy of the journal can verify it with `referee verify FILE`, and any single throw by hand.

No chain can show that its end was cut off: keep the head of each report (a number and a seal) and
compare with `referee verify MATCH --head SEQ:SEAL`.""")

SUMMARIES: Mapping[str, str] = {"letters": LETTERS, "proof": PROOF}
"""The short pages by their topics."""
