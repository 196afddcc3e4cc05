"""Forgeries of lines, headers and phrases, each by the sentence that says what the forger did."""

import json
from typing import Any

from referee.dice.chain import digest_sealed
from tests.evidence.forger import CHOSEN, Forgery

DIGEST = "ab" * 32


def change_a_word_under_its_seal(it: Forgery) -> None:
    it.after_sealing(lambda: it.entries("note")[-1]["body"]["public"].update(text="other"))


def change_a_private_part_under_its_seal(it: Forgery) -> None:
    it.after_sealing(lambda: it.thrown()[0]["private"]["german"].update(letter="other"))


def leave_a_battle_out(it: Forgery) -> None:
    it.lines.remove(it.thrown()[0])


def leave_a_battle_out_and_number_the_others(it: Forgery) -> None:
    leave_a_battle_out(it)
    it.number()


def file_a_battle_twice(it: Forgery) -> None:
    line = it.thrown()[0]
    it.lines.insert(it.lines.index(line), json.loads(json.dumps(line)))
    it.number()


def swap_two_battles(it: Forgery) -> None:
    one, other = (it.lines.index(line) for line in it.thrown()[:2])
    it.lines[one], it.lines[other] = it.lines[other], it.lines[one]
    it.number()


def number_from_nought(it: Forgery) -> None:
    for seq, line in enumerate(it.lines[1:]):
        line["body"]["seq"] = seq


def link_past_the_line_before(it: Forgery) -> None:
    it.after_sealing(lambda: it.lines[-1]["body"].update(prev=it.lines[-3]["seal"]))


def put_a_space_between(it: Forgery) -> None:
    it.raw = lambda text: text.replace(b'"kind":"note"', b'"kind": "note"', 1)


def say_a_part_twice(it: Forgery) -> None:
    it.raw = lambda text: text.replace(b'"kind":"note"', b'"kind":"note","kind":"note"', 1)


def write_a_number_as_a_fraction(it: Forgery) -> None:
    it.entry("retract")["body"]["public"]["to"] = 1.0


def write_a_number_that_not_every_reader_keeps(it: Forgery) -> None:
    it.entries("note")[-1]["body"]["public"]["sum"] = 2**60


def put_a_line_between_that_is_no_entry(it: Forgery) -> None:
    it.raw = lambda text: text.replace(b"\n", b"\n{}\n", 1)


def add_a_part_to_a_body(it: Forgery) -> None:
    it.entries("note")[-1]["body"]["zzz"] = 1


def leave_the_side_out_of_a_body(it: Forgery) -> None:
    del it.entries("note")[-1]["body"]["side"]


def file_a_kind_that_there_is_not(it: Forgery) -> None:
    it.entries("note")[-1]["body"]["kind"] = "seance"


def commit_to_a_part_for_a_stranger(it: Forgery) -> None:
    it.thrown()[0]["private"]["turk"] = {"salt": "s"}


def leave_the_salt_out_of_a_part(it: Forgery) -> None:
    del it.secret("german")["private"]["german"]["salt"]


def leave_a_part_out_of_one_entry(it: Forgery) -> None:
    it.after_sealing(lambda: it.secret("german")["private"].pop("german"))


def leave_every_part_out(it: Forgery) -> None:
    it.after_sealing(lambda: [line.pop("private", None) for line in it.lines[2:]] and None)


def go_back_to(to: object) -> Any:
    return lambda it: it.entry("retract")["body"]["public"].update(to=to)


def go_back_to_itself(it: Forgery) -> None:
    body = it.entry("retract")["body"]
    body["public"]["to"] = body["seq"]


def go_back_to_nothing(it: Forgery) -> None:
    del it.entry("retract")["body"]["public"]["to"]


def say_in_the_header(**says: object) -> Any:
    return lambda it: it.header.update(says)


def call_it_format_1(it: Forgery) -> None:
    it.header.update(format=1, anchors={})


def leave_an_anchor_out(it: Forgery) -> None:
    it.header["anchors"].pop("referee")


def choose_the_chain_of_an_owner_who_threw_nothing(it: Forgery) -> None:
    it.header["anchors"]["referee"] = CHOSEN.anchor()


def choose_the_chain_of_an_owner_who_throws(it: Forgery) -> None:
    it.header["anchors"]["german"] = CHOSEN.anchor()


def leave_the_policy_name_half(it: Forgery) -> None:
    it.header["policy_digest"] = None


def file_a_phrase(side: str, phrase: object, at: int = 3, **public: object) -> Any:
    def change(it: Forgery) -> None:
        it.put(at, "phrase", side, {"phrase": phrase, **public})

    return change


def file_a_phrase_after_the_first_order(it: Forgery) -> None:
    it.put(len(it.lines), "phrase", it.header["sides"][-1], {"phrase": "late"})


def change_a_phrase(it: Forgery) -> None:
    it.entry("phrase")["body"]["public"]["phrase"] = "chosen"


def tell_a_phrase_in_secret(it: Forgery) -> None:
    it.entry("phrase")["private"] = {"german": {"salt": "s"}}


def show_the_secret_order(it: Forgery) -> None:
    line = it.sealed()
    line["body"]["public"]["order"] = line["private"]["allied"]["order"]


def seal_another_order(it: Forgery) -> None:
    line = it.sealed()
    line["private"]["allied"]["order"]["piece"] = "fr-4"
    it.throw_again(line)


def choose_the_salt_of_an_order(it: Forgery) -> None:
    line = it.sealed()
    part = line["private"]["allied"]
    part["order_salt"] = "cd" * 32
    line["body"]["public"]["sealed"] = digest_sealed(part["order"], part["order_salt"])
    it.throw_again(line)


def keep_the_salt_of_an_order_back(it: Forgery) -> None:
    del it.sealed()["private"]["allied"]["order_salt"]


def give_the_secret_order_to_nobody(it: Forgery) -> None:
    it.sealed()["private"].clear()


def salt_an_order_that_everyone_sees(it: Forgery) -> None:
    it.thrown()[0]["private"]["german"]["order_salt"] = DIGEST


def stack_the_deck(it: Forgery) -> None:
    it.lines[1]["private"]["referee"]["events"]["0"]["order"].reverse()


def deal_words(it: Forgery) -> None:
    it.lines[1]["private"]["referee"]["events"]["0"]["order"] = ["ace", "king"]


def open_another_secret(it: Forgery) -> None:
    it.put(len(it.lines), "reveal", "referee", {"hidden": CHOSEN.hidden})


def open_nothing(it: Forgery) -> None:
    it.put(len(it.lines), "reveal", "referee", {})


LINES: dict[str, tuple[str, str, Any, str]] = {
    "a word is changed under its seal": ("small", "german", change_a_word_under_its_seal, "FFF"),
    "a private part is changed under its seal": (
        "small",
        "german",
        change_a_private_part_under_its_seal,
        "FFF",
    ),
    "a battle is left out": ("small", "german", leave_a_battle_out, "FFF"),
    "a battle is left out, and the others are numbered anew": (
        "small",
        "german",
        leave_a_battle_out_and_number_the_others,
        "FFF",
    ),
    "a battle is filed twice": ("small", "german", file_a_battle_twice, "FFF"),
    "two battles change places": ("small", "german", swap_two_battles, "FFF"),
    "entries are numbered from nought": ("small", "german", number_from_nought, "FFF"),
    "the last line names another before it": ("small", "german", link_past_the_line_before, "FFF"),
    "a space stands between": ("small", "german", put_a_space_between, "FFF"),
    "a part is said twice": ("small", "german", say_a_part_twice, "FFF"),
    "a number is written as a fraction": ("small", "german", write_a_number_as_a_fraction, "FFF"),
    "a number is greater than every reader keeps": (
        "small",
        "german",
        write_a_number_that_not_every_reader_keeps,
        "FFF",
    ),
    "a line between is no entry": ("small", "german", put_a_line_between_that_is_no_entry, "FFF"),
    "a body has a part more": ("small", "german", add_a_part_to_a_body, "FFF"),
    "a body has no side": ("small", "german", leave_the_side_out_of_a_body, "FFF"),
    "an entry is of a kind that there is not": ("small", "german", file_a_kind_that_there_is_not, "FFF"),
    "a stranger has a private part": ("small", "german", commit_to_a_part_for_a_stranger, "FFF"),
    "a private part has no salt": ("sap", "german", leave_the_salt_out_of_a_part, "FFF"),
    "one private part is left out": ("sap", "german", leave_a_part_out_of_one_entry, "FFF"),
    "every private part but those of the first entry is left out": (
        "sap",
        "german",
        leave_every_part_out,
        "FFF",
    ),
    "a takeback goes to itself": ("small", "german", go_back_to_itself, "FFF"),
    "a takeback goes forward": ("small", "german", go_back_to(99), "FFF"),
    "a takeback goes to null": ("small", "german", go_back_to(None), "FFF"),
    "a takeback goes to a truth": ("small", "german", go_back_to(True), "FFF"),
    "a takeback goes to a text": ("small", "german", go_back_to("1"), "FFF"),
    "a takeback goes before the header": ("small", "german", go_back_to(-1), "FFF"),
    "a takeback goes to nothing": ("small", "german", go_back_to_nothing, "FFF"),
    "the header says more than headers do": ("small", "german", say_in_the_header(zzz=1), "FFF"),
    "the header calls itself format 1": ("small", "german", call_it_format_1, "FFF"),
    "the header calls itself format 1 and keeps its anchors": (
        "small",
        "german",
        say_in_the_header(format=1),
        "FFF",
    ),
    "the header calls itself format 2": ("small", "german", say_in_the_header(format=2), "FFF"),
    "the header calls itself a format that is true": (
        "small",
        "german",
        say_in_the_header(format=True, anchors={}),
        "FFF",
    ),
    "the header calls itself format 4": ("small", "german", say_in_the_header(format=4), "FFF"),
    "the header has no anchors": ("small", "german", say_in_the_header(anchors={}), "FFF"),
    "the header lacks an anchor": ("small", "german", leave_an_anchor_out, "FFF"),
    "the chain of an owner is chosen who throws nothing": (
        "small",
        "german",
        choose_the_chain_of_an_owner_who_threw_nothing,
        "WWF",
    ),
    "the chain of an owner is chosen who throws": (
        "sap",
        "german",
        choose_the_chain_of_an_owner_who_throws,
        "FFF",
    ),
    "the header commits to another secret": ("small", "german", say_in_the_header(hidden=DIGEST), "WWF"),
    "the header tells of people who throw": ("small", "german", say_in_the_header(dice="spoken"), "FFF"),
    "the header is in a vocabulary of tomorrow": (
        "small",
        "german",
        say_in_the_header(vocabulary=99),
        "FFF",
    ),
    "the header has no side": ("small", "german", say_in_the_header(sides=[]), "FFF"),
    "the chains of the header are endless": ("small", "german", say_in_the_header(keys=10**6), "FFF"),
    "the digest of the policy is null": ("small", "german", leave_the_policy_name_half, "FFF"),
    "the header wants no phrases": ("small", "german", say_in_the_header(phrases="none"), "FFF"),
    "the header waits for a phrase that never came": (
        "small",
        "german",
        say_in_the_header(phrases="required"),
        "FFF",
    ),
    "a side has two phrases": ("small", "german", file_a_phrase("german", "again"), "FFF"),
    "the referee has a phrase": ("small", "german", file_a_phrase("referee", "mine"), "FFF"),
    "a phrase comes after the first order": (
        "small",
        "german",
        file_a_phrase_after_the_first_order,
        "FFF",
    ),
    "a phrase is empty": ("small", "german", file_a_phrase("allied", ""), "FFF"),
    "a phrase is a book": ("small", "german", file_a_phrase("allied", "x" * 201), "FFF"),
    "a phrase is a number": ("small", "german", file_a_phrase("allied", 7), "FFF"),
    "a phrase has company": ("small", "german", file_a_phrase("allied", "x", reason="why"), "FFF"),
    "a phrase is told in secret": ("small", "german", tell_a_phrase_in_secret, "FFF"),
    "a phrase is another": ("small", "german", change_a_phrase, "FFF"),
    "a phrase is put in after the dice fell": ("small", "german", file_a_phrase("allied", "late"), "FFF"),
    "the secret order stands there for everyone": ("small", "allied", show_the_secret_order, "FFF"),
    "the secret order is another": ("small", "allied", seal_another_order, "FFF"),
    "the salt of the secret order is chosen": ("small", "allied", choose_the_salt_of_an_order, "WWF"),
    "the secret order is nobody's": ("small", "german", give_the_secret_order_to_nobody, "FFF"),
    "the salt of the secret order is kept back": (
        "small",
        "allied",
        keep_the_salt_of_an_order_back,
        "FFF",
    ),
    "an order that everyone sees is salted": ("small", "german", salt_an_order_that_everyone_sees, "FFF"),
    "the deck is stacked": ("small", "german", stack_the_deck, "WWF"),
    "the deck holds words": ("small", "german", deal_words, "WFF"),
    "another secret is opened": ("small", "german", open_another_secret, "FFF"),
    "no secret is opened where one is said to be": ("small", "german", open_nothing, "FFF"),
}
