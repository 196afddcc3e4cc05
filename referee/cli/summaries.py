"""Short help pages for players, in their language."""

from collections.abc import Mapping

from referee.i18n.translator import message

LETTERS = message("""\
A letter contains one order per line. Case and accents do not matter; # begins a comment. Only new
text counts: quoted lines (>), signatures and older letters below are ignored, and the answer lists any
orders in them. If the new text has the lines BEGIN ORDERS and END ORDERS, only the text between them
counts.

    match: verdun          match of the letter (optional)
    side: german           side that sends the letter
    answers: 12            entry that it answers; the letter is stale if the question is closed
    head: 12:5f8e…         head of the journal that the writer knew
    move ge-1 to liege

A line can answer a question in advance. It is kept sealed until the question is asked (`forget losses`
or `forget all` takes it back):

    when losses in liege: lose be-1

Every report to a side ends with such a letter, with a # before each line. Remove the # from each line
that you want to order, and reply. An unchanged template orders nothing. A letter can also be YAML or JSON:
`referee packs schema letter` describes the format.""")

PROOF = message("""\
Every line of a journal is sealed with the SHA-256 of its content, and contains the previous seal.
Every roll is computed from a key that the entry publishes. The SHA-256 of that key is the key published
before it, back to the first key, which the players received when the match was opened. Anyone with a
copy of the journal can therefore verify it with `referee verify FILE`, and any single roll by hand.

A chain cannot show that its end was cut off. Keep the head of each report (a number and a seal) and
compare it with `referee verify MATCH --head SEQ:SEAL`.""")

SUMMARIES: Mapping[str, str] = {"letters": LETTERS, "proof": PROOF}
"""Short pages by topic."""
