"""Answers of evidence, and the words that they are given: one and several, with each part and without it."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from referee.cli.render import evidence, rulings
from schemas.answers.evidence import (
    Amended,
    Cited,
    Compared,
    Decided,
    Luck,
    Rejudged,
    Rejudgement,
    Resolution,
    SideLuck,
    Told,
    Weighed,
)
from schemas.answers.matches import Verified
from schemas.answers.orders import Held
from schemas.record import Record
from schemas.rulebook import Citation

Worded = tuple[Record, Sequence[str]]

VERIFIED = Verified(
    match="duel", pack="toy", entries=9, head="9:ab", keys=4, rolls=5, dice=12, spoken=0, lacking=0,
    opened=False, torn=False,
)  # fmt: skip

PROVED: list[Worded] = [
    (
        VERIFIED,
        (
            "duel: all seals are valid up to entry 9.",
            "Dice: 12 in 5 rolls follow from 4 published keys.",
            "head 9:ab",
        ),
    ),
    (
        replace(
            VERIFIED, keys=1, rolls=1, dice=1, on_word=1, own_key=2,
            phrased=("red", "blue"), spoken=1, opened=True, agreed=0, replayed=1,
            events=1, differences=(), torn=True, set_aside="f",
        ),
        (
            "An unfinished line was moved to f; nothing else changed.",
            "duel: all seals are valid up to entry 9.",
            "Dice: 1 in 1 roll follow from 1 published key.",
            "Dice with their own keys, provable once their owners or all secrets are revealed: 2 dice.",
            "Based on the moderator's word until all secrets are revealed: 1 die.",
            "Manual dice, based on the word of their sources: 1 roll.",
            "The dice contain the phrases of red and blue.",
            "The hidden secret is revealed: hidden draws are also proved.",
            "Secret facts that match their commitments: 0.",
            "Replayed: 1 event of 1 effective entry.",
            "Judged again: today's rules give the same result.",
            "The last line is unfinished and does not count: ask for a copy again, or move the line aside "
            "with --repair.",
            "head 9:ab",
        ),
    ),
    (
        replace(VERIFIED, on_word=2, own_key=1, spoken=2, replayed=0, agreed=5, differences=(3,)),
        (
            "duel: all seals are valid up to entry 9.",
            "Dice: 12 in 5 rolls follow from 4 published keys.",
            "Dice with their own keys, provable once their owners or all secrets are revealed: 1 die.",
            "Based on the moderator's word until all secrets are revealed: 2 dice.",
            "Manual dice, based on the word of their sources: 2 rolls.",
            "Secret facts that match their commitments: 5.",
            "Replayed: 0 events of 0 effective entries.",
            "Today's rules would decide entry 3 differently.",
            "`referee dispute MATCH|FILE ENTRY` explains an entry.",
            "head 9:ab",
        ),
    ),
    (
        replace(VERIFIED, differences=(3, 7)),
        (
            "duel: all seals are valid up to entry 9.",
            "Dice: 12 in 5 rolls follow from 4 published keys.",
            "Today's rules would decide entries 3 and 7 differently.",
            "`referee dispute MATCH|FILE ENTRY` explains an entry.",
            "head 9:ab",
        ),
    ),
]  # fmt: skip

DIFFERENT = Rejudged(
    entry=4, side="red", order="throw 9", then="accepted", now="refused",
    clauses=(Weighed(clause="dice", number="3.1", title="Dice", text="9 dice were asked for"),),
)  # fmt: skip
REJUDGED = Rejudgement(match="duel", pack="toy", version="2", digest="d", judged=5, different=())

AGAIN: list[Worded] = [
    (REJUDGED, ("duel: 5 entries judged again with toy 2.", "All decisions stay the same.")),
    (
        replace(REJUDGED, judged=1, different=(DIFFERENT,)),
        (
            "duel: 1 entry judged again with toy 2.",
            "Entry 4, red, throw 9: accepted then, refused now",
            "  3.1, Dice: 9 dice were asked for",
            "Nothing was changed. `referee dispute MATCH|FILE ENTRY` explains an entry, and --resolve rules "
            "on it.",
        ),
    ),
    (
        replace(
            REJUDGED,
            different=(
                replace(DIFFERENT, side=None, clauses=(), now="other-events", differences=("a", "b")),
            ),
            stopped="It stops.",
        ),
        (
            "duel: 5 entries judged again with toy 2.",
            "Entry 4, throw 9: accepted then, other events now",
            "  a",
            "  b",
            "It stops.",
        ),
    ),
]

OPEN_CASE = Decided(
    entry=4, cited=Cited(policy="default", paragraph="D-2", title="Open", text="word " * 20),
    outcome="stands", facts=("an order", "dice fell"),
)  # fmt: skip
RESOLVED = Resolution(
    match="duel", entry=4, cited=OPEN_CASE.cited, error="", outcome="stands", facts=OPEN_CASE.facts,
    stands=(1, 2, 3, 4, 5), void=(), dice_kept=3, dice_fallen=0, decisions=(OPEN_CASE,),
)  # fmt: skip
CITED = (
    "Policy default, paragraph D-2, Open:",
    "  " + " ".join(["word"] * 14),
    "  " + " ".join(["word"] * 6),
)

RULED: list[Worded] = [
    (
        RESOLVED,
        (
            "duel, entry 4: an order, dice fell.",
            *CITED,
            "Still valid: entries 1 to 5.",
            "Nothing is void.",
            "Dice kept: 3.",
            "Nothing was filed. Add --file to file it.",
        ),
    ),
    (
        replace(
            RESOLVED, error="a slip", stands=(1, 2), void=(3,), kept=(4, 5), filed=8, filed_again=(9, 10),
            head="10:dd",
            decisions=tuple(
                Decided(entry=entry, cited=RESOLVED.cited, outcome="replay", facts=("dice fell",))
                for entry in (3, 6)
            ),
        ),
        (
            "duel, entry 3: dice fell.",
            "duel, entry 6: dice fell.",
            "Error: a slip",
            f"On entries 3 and 6: {CITED[0]}",
            *CITED[1:],
            "Still valid: entries 1 to 2.",
            "Filed again with the same dice: entries 4 to 5.",
            "Void: entry 3.",
            "Dice kept: 3.",
            "Filed as entry 8 (ruling).",
            "Entries filed again after it, with the same dice: entries 9 to 10.",
            "head 10:dd",
        ),
    ),
    (
        replace(
            RESOLVED, error="a slip", clauses=(Citation(number="2.1", title="Turn", rule="r"),), stands=(1,),
            void=(4,), dice_fallen=1, again=("hide 2", "stop"), filed=8, head="8:dd",
        ),
        (
            "duel, entry 4: an order, dice fell.",
            "Error: a slip",
            "  2.1, Turn",
            *CITED,
            "Still valid: entry 1.",
            "Void: entry 4.",
            "Dice kept: 3; 1 die is dropped and is never rolled again from its key.",
            "You can send these lines again unchanged:",
            "  hide 2",
            "  stop",
            "Filed as entry 8 (ruling).",
            "head 8:dd",
        ),
    ),
    (
        replace(RESOLVED, void=(4, 5, 7, 9, 10, 11), dice_fallen=2),
        (
            "duel, entry 4: an order, dice fell.",
            *CITED,
            "Still valid: entries 1 to 5.",
            "Void: entries 4 to 5, 7 and 9 to 11.",
            "Dice kept: 3; 2 dice are dropped and are never rolled again from their keys.",
            "Nothing was filed. Add --file to file it.",
        ),
    ),
]  # fmt: skip

ALIKE = Compared(first="a", second="b", match="duel", common=5, ends=(5, 6))

PUT = Amended(match="duel", lines=("put a in b",), reason="mistaken", head="4:dd")

AMENDED: list[Worded] = [
    (PUT, ("duel: put a in b", "Legal. Nothing was filed.")),
    (replace(PUT, filed=(5,)), ("duel: put a in b", "Filed as entry 5 (ruling).", "head 4:dd")),
    (
        replace(
            PUT, code="refused",
            refused=(
                Held(clause="c", number="1.2", title="Stacking", text="it is full", remedy="wait"),
                Held(clause="d", number="1.3", title="Kinds", text="it is barred"),
            ),
        ),
        (
            "duel: put a in b",
            "Nothing was amended:",
            "  1.2, Stacking: it is full (wait)",
            "  1.3, Kinds: it is barred",
        ),
    ),
]  # fmt: skip

COPIES: list[Worded] = [
    (ALIKE, ("duel: the copies agree up to entry 5.", "b continues to entry 6.")),
    (replace(ALIKE, ends=(5, 5)), ("duel: the copies agree up to entry 5.",)),
    (
        replace(
            ALIKE,
            parted=(
                Told(seq=6, seal="s", at="t", kind="order", side="red"),
                Told(seq=6, seal="u", at="v", kind="note"),
            ),
        ),
        (
            "The copies differ from entry 6 on; they agree up to entry 5.",
            "  a: order of red, filed t, seal s",
            "  b: note, filed v, seal u",
            "A head in a later mail shows which of them its reader was shown: "
            "`referee verify FILE --head HEAD`.",
        ),
    ),
    (
        replace(ALIKE, common=-1, parted=(Told(seq=0, seal="s", at="t"), Told(seq=0, seal="u", at="v"))),
        (
            "The copies differ from the header on; they have no common entries.",
            "  a: opened, filed t, seal s",
            "  b: opened, filed v, seal u",
            "A head in a later mail shows which of them its reader was shown: "
            "`referee verify FILE --head HEAD`.",
        ),
    ),
]

LUCKY = SideLuck(
    side="red", dice=5, hits=3, expected="5/3", low=0, high=4, at_least=123_456, at_most=999_999,
    shows="more luck than most",
)  # fmt: skip

FORTUNES: list[Worded] = [
    (
        Luck(match="duel", sides=(LUCKY,), aimless=0, names={"red": "Red"}),
        (
            "Side  Dice  Expected  Rolled  95 in 100  At least as many  At most as many",
            "Red   5     1.67      3       0 to 4     12.3 %            100.0 %",
            "Red: more luck than most",
        ),
    ),
    (
        Luck(match="duel", sides=(), aimless=2),
        (
            "Side  Dice  Expected  Rolled  95 in 100  At least as many  At most as many",
            "Dice without a needed number: 2.",
        ),
    ),
]

EVIDENCE: list[tuple[Callable[..., str], list[Worded]]] = [
    (evidence.word_verification, PROVED),
    (evidence.word_rejudgement, AGAIN),
    (rulings.word_resolution, RULED),
    (rulings.word_amendment, AMENDED),
    (evidence.word_comparison, COPIES),
    (evidence.luck, FORTUNES),
]
