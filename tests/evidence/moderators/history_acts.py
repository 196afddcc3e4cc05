"""Moderators who rewrite a match, or who file what did not happen."""

from collections.abc import Callable
from typing import Any

from referee.dice.chain import Secrets
from tests.evidence import forgeries_of_dice as dice
from tests.evidence import forgeries_of_lines as lines
from tests.evidence.committed import drop
from tests.evidence.forger import CHOSEN, Change, Forgery, key
from tests.evidence.moderators.world import FAVOURED, SECOND, Moderator, copy_line
from tests.evidence.refiled import SECRETS

Act = Callable[[Moderator], None]


def change_entry(kind: str, place: int, **public: object) -> Change:
    """Return a change of the public part of an entry of a kind."""
    return lambda it: it.entries(kind)[place]["body"]["public"].update(public)


def cut_tail(it: Forgery) -> None:
    del it.lines[-3:]


def insert_note(it: Forgery) -> None:
    it.put(len(it.lines) - 4, "note", "referee", {"text": "Both players were late"})


def swap_letters(it: Forgery) -> None:
    phrases = it.entries("phrase")
    one, other = (it.lines.index(line) for line in phrases)
    it.lines[one], it.lines[other] = it.lines[other], it.lines[one]
    it.number()


def backdate(it: Forgery) -> None:
    it.entries("order")[-1]["body"]["at"] = it.entries("order")[-2]["body"]["at"]


def change_header(**fields: object) -> Change:
    return lambda it: it.header.update(fields)


def count_hits(it: Forgery) -> list[int]:
    """Return the hits of each public roll."""
    rolls = [roll for line in it.thrown() for roll in it.rolls(line)]
    return [sum(face <= roll["needed"] for face in roll["faces"]) for roll in rolls]


def keep_hits(change: Change) -> Change:
    """Return a change that the moderator tried until the results of the battles stayed the same."""

    def forge(it: Forgery) -> None:
        due = count_hits(it)
        change(it)
        assert count_hits(it) == due, "look for another phrase or seed"

    return forge


def throw_with_other_phrase(it: Forgery) -> None:
    it.entry("phrase")["body"]["public"]["phrase"] = "Vive la France 7571"
    for line in it.thrown():
        it.throw_again(line)


def choose_last_chain(it: Forgery) -> None:
    chosen = Secrets(seed=f"{2:064x}", hidden="78" * 32, keys=SECRETS.keys, published=True)
    dice.choose_the_last_chain(it, chosen)


def deal_other_hand(it: Forgery) -> None:
    """Exchange the hands that entry 1 dealt to the two sides."""
    parts = it.lines[1]["private"]
    one, other = parts[FAVOURED]["events"], parts[SECOND]["events"]
    parts[FAVOURED]["events"], parts[SECOND]["events"] = copy_line(other), copy_line(one)


def salt_again(it: Forgery) -> None:
    it.lines[1]["private"][SECOND]["salt"] = "ab" * 16


def open_again(it: Forgery) -> None:
    it.header["at"] = "2026-12-01T19:00:00Z"


def forget_letter(it: Forgery) -> None:
    """Remove a letter with its quote, and file the later ones again."""
    letter = it.entries("order")[-2]
    at = it.lines.index(letter)
    del it.lines[at : at + 2]
    it.number()


REWRITES: dict[str, Change] = {
    "cut-tail": cut_tail,
    "cut-letter": forget_letter,
    "rewrite-note": change_entry("note", 0, text="Nothing happened"),
    "rewrite-reason": change_entry("retract", 0, reason="by agreement"),
    "rewrite-takeback": change_entry("retract", 0, to=4),
    "hide-takeback": drop("retract", 0),
    "hide-note": drop("note", 0),
    "insert-note": insert_note,
    "hide-quote": drop("witness", 3),
    "hide-refusal": drop("refusal", 0),
    "swap-letters": swap_letters,
    "backdate-letter": backdate,
    "reopen-match": open_again,
    "rewrite-phrase": keep_hits(throw_with_other_phrase),
    "rewrite-salt": salt_again,
}
"""Changes after the mails that no rule and no die contradicts."""


def order_of(place: int, **fields: object) -> Change:
    """Return a change of the order of an entry. Its dice are rolled again."""

    def change(it: Forgery) -> None:
        line = it.entries("order")[place]
        line["body"]["public"]["order"].update(fields)
        if line["body"]["key"]:
            it.throw_again(line)

    return change


def events_of(place: int) -> Callable[[Forgery], Any]:
    return lambda it: it.entries("order")[place]["body"]["public"]["events"]


def drop_event(it: Forgery) -> None:
    events_of(3)(it).pop()


def double_event(it: Forgery) -> None:
    found = events_of(3)(it)
    found.append(copy_line(found[-1]))


def find_event(it: Forgery, kind: str) -> Any:
    return next(
        event
        for line in it.entries("order")
        for event in line["body"]["public"]["events"]
        if event and event["type"] == kind
    )


def change_event(kind: str, **fields: object) -> Change:
    return lambda it: find_event(it, kind).update(fields)


def march_farther(it: Forgery) -> None:
    line = next(line for line in it.entries("order") if line["body"]["public"]["events"][0].get("path"))
    body = line["body"]["public"]
    body["order"]["path"] = ["paris"]
    body["events"][0]["path"] = ["paris"]


def move_for_enemy(it: Forgery) -> None:
    body = it.entries("order")[2]["body"]
    body["side"] = body["public"]["order"]["side"] = SECOND


def refuse_legal(it: Forgery) -> None:
    """File an order that was legal as refused."""
    refusal = it.entry("refusal")
    for part in refusal["private"].values():
        for line in part.get("fallen", ()):
            part["text"], line["text"] = "pass\n", "pass"


def take_back_dice(it: Forgery) -> None:
    it.put(len(it.lines), "retract", SECOND, {"to": 5, "reason": "typing error"})


def fight_longer(it: Forgery) -> None:
    """Roll one die more than the rules give, from the true key."""
    line = it.thrown()[0]
    roll = it.rolls(line)[0]
    roll["faces"] = [*roll["faces"], 1]
    it.throw_again(line)


def need_less(it: Forgery) -> None:
    line = it.thrown()[0]
    it.rolls(line)[0]["needed"] += 1
    it.throw_again(line)


def file_other_order(it: Forgery) -> None:
    it.thrown()[0]["body"]["public"]["order"]["type"] = "pass"


def file_for_other_side(it: Forgery) -> None:
    body = it.thrown()[0]["body"]
    body["side"] = body["public"]["order"]["side"] = SECOND


def find_rolled(it: Forgery) -> Any:
    """Return the first event with dice."""
    return next(event for event in it.thrown()[0]["body"]["public"]["events"] if event and event.get("rolls"))


def hide_roll(it: Forgery) -> None:
    find_rolled(it)["rolls"].pop()


def double_roll(it: Forgery) -> None:
    rolls = find_rolled(it)["rolls"]
    rolls.append(copy_line(rolls[-1]))


def exchange_faces(it: Forgery) -> None:
    """Exchange the dice of two entries."""
    one, other = (it.rolls(line)[0] for line in it.thrown()[:2])
    one["faces"], other["faces"] = other["faces"], one["faces"]


def skip_key(it: Forgery) -> None:
    """Take the next key for a roll, whose dice suit better."""
    line = it.thrown()[0]
    line["body"]["key"] = key(line["body"]["key"]["n"] + 1)
    it.throw_again(line)


def choose_key(it: Forgery) -> None:
    line = it.thrown()[0]
    line["body"]["key"] = key(line["body"]["key"]["n"], CHOSEN)
    it.throw_again(line)


def roll_without_phrases(it: Forgery) -> None:
    """Roll the dice of a letter as if the players had filed no phrase."""
    phrases = it.entries("phrase")
    line = it.thrown()[0]
    kept = [entry["body"]["kind"] for entry in phrases]
    for entry in phrases:
        entry["body"]["kind"] = "note"
    it.throw_again(line)
    for entry, kind in zip(phrases, kept, strict=True):
        entry["body"]["kind"] = kind


def claim_manual_dice(it: Forgery) -> None:
    """File dice of the moderator's own in a match with sealed dice."""
    body = it.thrown()[0]["body"]
    body["public"]["source"], body["key"] = "my own dice", None


def drop_part(it: Forgery) -> None:
    it.after_sealing(lambda: it.lines[1]["private"].pop(SECOND, None))


def change_part(it: Forgery) -> None:
    it.after_sealing(lambda: it.lines[1]["private"].get(SECOND, {}).update(letter="other"))


def amend_alone(it: Forgery) -> None:
    it.put(
        len(it.lines), "ruling", "referee",
        {"reason": "mistaken", "amendment": True, "consent": [], "order": None, "events": []},
    )  # fmt: skip


def rule_wrong(it: Forgery) -> None:
    it.put(len(it.lines), "ruling", FAVOURED, {"reason": "I ruled it", "order": None, "events": []})


def change_once_sealed(it: Forgery) -> None:
    lines.change_a_word_under_its_seal(it)


def roll(change: Any, *, again: bool = False) -> Change:
    return dice.thrown(change, again=again)  # type: ignore[no-any-return]


FILED: dict[str, Change] = {
    "turn-face": roll(dice.turn_a_face),
    "hide-die": roll(dice.throw_a_die_less),
    "hide-roll": hide_roll,
    "double-roll": double_roll,
    "exchange-rolls": exchange_faces,
    "late-draw": roll(dice.say(draw=1)),
    "skip-key": skip_key,
    "reuse-key": dice.use_a_key_again,
    "choose-key": choose_key,
    "waste-key": dice.spend_a_key_on_a_note,
    "renew-early": dice.begin_a_chain_early,
    "no-dice": roll(dice.publish_no_dice),
    "omit-phrases": roll_without_phrases,
    "manual-dice": claim_manual_dice,
    "grind-field": dice.grind_with_a_field,
    "more-dice": fight_longer,
    "need-less": need_less,
    "dice-of-other-order": file_other_order,
    "dice-of-other-side": file_for_other_side,
    "late-phrase": lines.file_a_phrase_after_the_first_order,
    "illegal-march": march_farther,
    "move-for-enemy": move_for_enemy,
    "drop-event": drop_event,
    "double-event": double_event,
    "stronger-fort": change_event("fort-reduced", strength=3),
    "save-piece": change_event("piece-lost", fate="unaccompanied"),
    "other-loss": change_event("piece-lost", piece="ge-i1"),
    "refuse-legal": refuse_legal,
    "take-back-dice": take_back_dice,
    "take-back-future": lines.go_back_to(999),
    "rule-as-side": rule_wrong,
    "amend-alone": amend_alone,
    "change-sealed": change_once_sealed,
    "withhold-part": drop_part,
    "change-part": change_part,
    "exchange-hands": deal_other_hand,
    "drop-anchor": lines.leave_an_anchor_out,
    "other-pack": change_header(pack_digest="ab" * 32),
    "other-scenario": change_header(scenario="1918"),
}
"""Frauds that are filed when they happen, so that mails and copies agree."""

REVEALED: dict[str, Change] = {
    "choose-chain": keep_hits(choose_last_chain),
    "stack-deck": lines.stack_the_deck,
    "open-other-secret": lines.open_another_secret,
    "foreign-secret": change_header(hidden="ab" * 32),
}
"""Frauds that the opened secret shows."""


def act_on(how: str, change: Change) -> Act:
    return lambda moderator: getattr(moderator, how)(change)


ACTS: dict[str, Act] = {
    **{code: act_on("rewrite", change) for code, change in REWRITES.items()},
    **{code: act_on("file", change) for code, change in FILED.items()},
    **{code: act_on("reveal", change) for code, change in REVEALED.items()},
}
