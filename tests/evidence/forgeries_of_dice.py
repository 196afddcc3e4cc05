"""Forgeries of dice, keys, chains, orders and events, each by the sentence that says what the forger did."""

from collections.abc import Callable
from typing import Any

from referee.dice.chain import Secrets, throw_key
from referee.dice.format3 import commit_owner
from tests.evidence.forger import CHOSEN, Forgery, Line, key
from tests.evidence.refiled import SECRETS, events_of

DIGEST = "ab" * 32


def thrown(change: Callable[[Any, Line, Forgery], None], *, again: bool = False) -> Any:
    """Change the first roll that everyone sees, and perhaps throw again."""

    def forge(it: Forgery) -> None:
        line = it.thrown()[0]
        change(it.rolls(line)[0], line, it)
        if again:
            it.throw_again(line)

    return forge


def say(**says: object) -> Callable[[Any, Line, Forgery], None]:
    """Say something else of a roll."""
    return lambda roll, line, it: roll.update(says)


def turn_a_face(roll: Any, line: Line, it: Forgery) -> None:
    roll["faces"][0] = 7 - roll["faces"][0]


def throw_a_die_less(roll: Any, line: Line, it: Forgery) -> None:
    roll["faces"].pop()


def leave_a_throw_out(roll: Any, line: Line, it: Forgery) -> None:
    line["body"]["public"]["events"][0]["rolls"].remove(roll)


def tell_a_throw_twice(roll: Any, line: Line, it: Forgery) -> None:
    line["body"]["public"]["events"][0]["rolls"].append(dict(roll))


def tell_throws_backwards(roll: Any, line: Line, it: Forgery) -> None:
    line["body"]["public"]["events"][0]["rolls"].reverse()


def leave_the_parameters_out(roll: Any, line: Line, it: Forgery) -> None:
    roll["purpose"].pop("parameters")


def order_something_else(roll: Any, line: Line, it: Forgery) -> None:
    line["body"]["public"]["order"]["area"] = "namur"


def file_it_for_another_side(roll: Any, line: Line, it: Forgery) -> None:
    line["body"]["side"] = line["body"]["public"]["order"]["side"] = "allied"


def take_the_side_out(roll: Any, line: Line, it: Forgery) -> None:
    line["body"]["side"] = None


def order_for_the_referee(roll: Any, line: Line, it: Forgery) -> None:
    line["body"]["side"] = line["body"]["public"]["order"]["side"] = "referee"


def let_the_order_be_anothers(roll: Any, line: Line, it: Forgery) -> None:
    line["body"]["public"]["order"]["side"] = "allied"


def rule_as_a_side(roll: Any, line: Line, it: Forgery) -> None:
    line["body"]["kind"] = "ruling"


def leave_the_type_out(roll: Any, line: Line, it: Forgery) -> None:
    line["body"]["public"]["order"].pop("type")


def spend(spent: Any) -> Callable[[Any, Line, Forgery], None]:
    """Publish another key."""
    return lambda roll, line, it: line["body"].update(key=spent)


def publish_no_dice(roll: Any, line: Line, it: Forgery) -> None:
    line["body"]["public"]["events"] = []


def grind_with_a_field(it: Forgery) -> None:
    line = it.thrown()[1]
    line["body"]["public"]["order"]["zzz"] = 5
    it.throw_again(line)


def grind_without_a_field(it: Forgery) -> None:
    line = it.thrown()[1]
    line["body"]["public"]["order"].pop("area")
    it.throw_again(line)


def use_a_key_again(it: Forgery) -> None:
    one, other = it.thrown()[:2]
    other["body"]["key"] = one["body"]["key"]
    it.throw_again(other)


def spend_a_key_on_a_note(it: Forgery) -> None:
    it.entries("note")[-1]["body"]["key"] = key(1)


def begin_a_chain_early(it: Forgery) -> None:
    it.put(2, "anchor", None, {"anchor": SECRETS.anchor(1)})


def begin_a_chain_of_nothing(it: Forgery) -> None:
    it.entry("anchor")["body"]["public"] = {}


def begin_a_chain_in_capitals(it: Forgery) -> None:
    it.entry("anchor")["body"]["public"]["anchor"] = "AB" * 32


def forget_that_a_chain_is_due(it: Forgery) -> None:
    later = [line for line in it.lines[it.lines.index(it.entry("anchor")) :] if line["body"]["key"]]
    it.lines.remove(it.entry("anchor"))
    it.number()
    for n, line in enumerate(later, 3):
        line["body"]["key"] = key(n)
        it.throw_again(line)


def choose_the_last_chain(it: Forgery, chosen: Secrets = CHOSEN) -> None:
    last = it.entries("anchor")[-1]
    last["body"]["public"]["anchor"] = chosen.anchor()
    for line in it.lines[it.lines.index(last) :]:
        if line["body"]["key"]:
            line["body"]["key"] = key(line["body"]["key"]["n"], chosen)
            it.throw_again(line)


def tell_events(events: object) -> Any:
    """Tell events that nobody files."""
    return lambda it: it.thrown()[0]["body"]["public"].update(events=events)


# Throws that not everyone sees


def own(it: Forgery) -> tuple[Line, Any]:
    """The first entry in which the Germans throw in secret, and the first of their rolls."""
    line = it.secret("german")
    key_ = throw_key(line["private"]["german"]["key"]["k"], it.header["match"], 0)
    return line, next(roll for roll in it.rolls(line, "german") if roll["key"] == key_)


def tellings(it: Forgery, line: Line, key_: str) -> list[Any]:
    """A secret throw as all tell of it who see it."""
    return [roll for who in line["private"] for roll in it.rolls(line, who) if roll["key"] == key_]


def secret(change: Callable[[Any, Line, Forgery], None], *, again: bool = False) -> Any:
    """Change the first secret throw of the Germans, in all parts that tell of it, and perhaps throw again."""

    def forge(it: Forgery) -> None:
        line, roll = own(it)
        for told in tellings(it, line, roll["key"]):
            change(told, line, it)
        if again:
            it.throw_again(line)

    return forge


def choose_its_key(roll: Any, line: Line, it: Forgery) -> None:
    roll.update(key=DIGEST, owner=name_owner(it, "german", DIGEST))


def name_owner(it: Forgery, who: str, own_key: str) -> str:
    """By what a secret throw names its owner."""
    return commit_owner(who, it.lines[1]["private"][who]["salt"], own_key)


def pass_the_first_throw_over(roll: Any, line: Line, it: Forgery) -> None:
    later = throw_key(line["private"]["german"]["key"]["k"], it.header["match"], 9)
    roll.update(key=later, owner=name_owner(it, "german", later))


def name_another_owner(roll: Any, line: Line, it: Forgery) -> None:
    roll["owner"] = name_owner(it, "british", roll["key"])


def name_some_owner(roll: Any, line: Line, it: Forgery) -> None:
    roll["owner"] = DIGEST


def hide_the_key_of_an_owner(it: Forgery, owner: str = "german") -> None:
    for line in it.lines[1:]:
        line.get("private", {}).get(owner, {}).pop("key", None)
        line.get("private", {}).get(owner, {}).pop("anchor", None)


def choose_dice_and_hide_the_key(it: Forgery) -> None:
    secret(choose_its_key, again=True)(it)
    hide_the_key_of_an_owner(it)


def choose_dice_that_the_enemy_sees(it: Forgery) -> None:
    """Choose British dice that the Germans see, and hide the keys that would show it."""
    line = it.lines[-1]
    british = throw_key(line["private"]["british"]["key"]["k"], it.header["match"], 0)
    assert british in [roll["key"] for roll in it.rolls(line, "german")]
    for roll in tellings(it, line, british):
        roll.update(key=DIGEST, owner=name_owner(it, "british", DIGEST))
    it.throw_again(line)
    hide_the_key_of_an_owner(it, "british")


def choose_the_key_of_an_owner(it: Forgery) -> None:
    it.secret("german")["private"]["german"]["key"] = key(1, CHOSEN)


def begin_an_owners_chain_early(it: Forgery) -> None:
    it.secret("german")["private"]["german"]["anchor"] = CHOSEN.anchor()


def give_a_key_to_somebody_without_throws(it: Forgery) -> None:
    line = it.thrown()[0]
    line["private"]["referee"] = {"salt": "s", "key": {"n": 1, "k": SECRETS.key(1, owner="referee")}}


def tell_a_secret_throw_to_everyone(it: Forgery) -> None:
    line, roll = own(it)
    line["body"]["public"]["events"][-1]["rolls"] = [dict(roll)]


def use_a_throw_key_twice(it: Forgery) -> None:
    line, roll = own(it)
    events_of(line["private"]["german"])[-1]["rolls"] = [dict(roll), {**roll, "needed": 6}]
    it.throw_again(line)


def tell_it_at(place: str) -> Any:
    """Put an event at a place that there is not."""

    def forge(it: Forgery) -> None:
        it.secret("german")["private"]["german"]["events"][place] = {"type": "figure-fell"}

    return forge


def move_a_place(it: Forgery) -> None:
    events = it.secret("german")["private"]["german"]["events"]
    place = next(place for place in events if place.endswith("+0") and place.replace("+0", "+1") in events)
    events[place.replace("+0", "+77")] = events.pop(place)


DICE: dict[str, tuple[str, str, Any, str]] = {
    "a face is turned": ("small", "german", thrown(turn_a_face), "FFF"),
    "a die less is told": ("small", "german", thrown(throw_a_die_less), "FFF"),
    "dice are counted from a later draw": ("small", "german", thrown(say(draw=1)), "FFF"),
    "a throw is left out": ("small", "german", thrown(leave_a_throw_out), "FFF"),
    "a throw is told twice": ("small", "german", thrown(tell_a_throw_twice), "FFF"),
    "throws are told backwards": ("small", "german", thrown(tell_throws_backwards), "FFF"),
    "a die has no sides": ("small", "german", thrown(say(sides=0)), "FFF"),
    "a die has more sides than a byte": ("small", "german", thrown(say(sides=257)), "FFF"),
    "a die has fewer sides than none": ("small", "german", thrown(say(sides=-6)), "FFF"),
    "a roll needs a truth": ("small", "german", thrown(say(needed=True)), "FFF"),
    "a roll says more than rolls do": ("small", "german", thrown(say(zzz=1)), "FFF"),
    "a purpose is a sentence": ("small", "german", thrown(say(purpose="fire"), again=True), "FFF"),
    "a purpose is another": (
        "small",
        "german",
        thrown(say(purpose={"kind": "words", "parameters": {}})),
        "FFF",
    ),
    "a purpose is half told": ("small", "german", thrown(leave_the_parameters_out), "FFF"),
    "a throw that everyone sees has an owner": ("small", "german", thrown(say(owner=DIGEST)), "FFF"),
    "a throw that everyone sees has a key of its own": (
        "small",
        "german",
        thrown(say(key=DIGEST, owner=DIGEST), again=True),
        "FFF",
    ),
    "dice fell for another order": ("small", "german", thrown(order_something_else), "FFF"),
    "dice fell for another side": ("small", "german", thrown(file_it_for_another_side), "FFF"),
    "an order is of no side": ("small", "german", thrown(take_the_side_out, again=True), "FFF"),
    "an order is the referee's": ("small", "german", thrown(order_for_the_referee, again=True), "FFF"),
    "an order is another side's than its entry": (
        "small",
        "german",
        thrown(let_the_order_be_anothers, again=True),
        "FFF",
    ),
    "a side rules": ("small", "german", thrown(rule_as_a_side), "FFF"),
    "an order has no type": ("small", "german", thrown(leave_the_type_out, again=True), "FFF"),
    "an order has a field more, and other dice": ("small", "german", grind_with_a_field, "FFF"),
    "an order has a field less, and other dice": ("small", "german", grind_without_a_field, "FFF"),
    "a key is passed over": ("small", "german", thrown(spend(key(2)), again=True), "FFF"),
    "a key is another's": ("small", "german", thrown(spend(key(1, CHOSEN)), again=True), "FFF"),
    "a key is used again": ("small", "german", use_a_key_again, "FFF"),
    "a key is missing": ("small", "german", thrown(spend(None)), "FFF"),
    "a key is published without dice": ("small", "german", thrown(publish_no_dice), "FFF"),
    "a key is spent on a note": ("small", "german", spend_a_key_on_a_note, "FFF"),
    "a chain begins before it is due": ("small", "german", begin_a_chain_early, "FFF"),
    "a chain begins without an anchor": ("small", "german", begin_a_chain_of_nothing, "FFF"),
    "a chain begins in capitals": ("small", "german", begin_a_chain_in_capitals, "FFF"),
    "a chain goes on when another is due": ("small", "german", forget_that_a_chain_is_due, "FFF"),
    "the next chain is chosen": ("small", "german", choose_the_last_chain, "WWF"),
    "events are null": ("small", "german", tell_events(None), "FFF"),
    "events are a record": ("small", "german", tell_events({}), "FFF"),
    "an event is a list": ("small", "german", tell_events([[]]), "FFF"),
    "rolls are a number": ("small", "german", tell_events([{"rolls": 3}]), "FFF"),
    "a face of a secret throw is turned": ("sap", "german", secret(turn_a_face), "FFF"),
    "a secret throw is counted from a later draw": ("sap", "german", secret(say(draw=1)), "FFF"),
    "a secret throw has a key that was chosen": ("sap", "german", secret(choose_its_key, again=True), "FFF"),
    "the first secret throw is passed over": (
        "sap",
        "german",
        secret(pass_the_first_throw_over, again=True),
        "FFF",
    ),
    "a secret throw is another side's": ("sap", "german", secret(name_another_owner), "FFF"),
    "a secret throw is nobody's": ("sap", "german", secret(name_some_owner), "FFF"),
    "a secret throw names no owner": ("sap", "german", secret(say(owner="")), "FFF"),
    "the keys of an owner are hidden": ("sap", "german", hide_the_key_of_an_owner, "FFF"),
    "a secret throw is chosen, and the keys of its owner are hidden": (
        "sap",
        "german",
        choose_dice_and_hide_the_key,
        "FFF",
    ),
    "a secret throw that the enemy sees is chosen": (
        "sap",
        "german",
        choose_dice_that_the_enemy_sees,
        "UFF",
    ),
    "the key of an owner is chosen": ("sap", "german", choose_the_key_of_an_owner, "FFF"),
    "the chain of an owner begins before it is due": ("sap", "german", begin_an_owners_chain_early, "FFF"),
    "somebody without throws has a key": (
        "small",
        "german",
        give_a_key_to_somebody_without_throws,
        "WFF",
    ),
    "a secret throw is told to everyone": ("sap", "german", tell_a_secret_throw_to_everyone, "FFF"),
    "the key of a secret throw is used twice": ("sap", "german", use_a_throw_key_twice, "FFF"),
    "an event stands far behind the others": ("sap", "german", tell_it_at("99"), "FFF"),
    "an event stands at a place written in another way": ("sap", "german", tell_it_at("03"), "FFF"),
    "an event stands before the first": ("sap", "german", tell_it_at("-1"), "FFF"),
    "an event stands at a word": ("sap", "german", tell_it_at("last"), "FFF"),
    "an event leaves a gap before it": ("sap", "german", move_a_place, "FFF"),
}
