"""Forgeries of dice that wait for the beacon, for forgers of copies and for dishonest moderators."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.dice.beacon import mix_key
from tests.evidence.beacon.rounds import SIGNATURES
from tests.evidence.forger import Forgery
from tests.evidence.mutations import throw_again

ROUND, LATER = 123, 1000

Act = Callable[[Forgery], None]


def find_line(it: Forgery, kind: str, number: int = 0) -> Any:
    return it.entries(kind)[number]


def roll_again(it: Forgery, path: Path) -> None:
    """Roll the dice of all orders again, each with the seals of the lines before it."""
    for line in it.thrown():
        it.write(path, "journal", "german")
        key, public = line["body"]["key"], line["body"]["public"]
        own = key["k"]
        if "signature" in public:
            seal = it.lines[min(public["wait"], len(it.lines) - 1)]["seal"]
            key["k"] = mix_key(own, public["round"], public["signature"], seal)
        throw_again(line, it.header, {})
        key["k"] = own


def choose_round(it: Forgery) -> None:
    find_line(it, "awaited")["body"]["public"]["round"] = LATER
    it.thrown()[0]["body"]["public"].update(round=LATER, signature=SIGNATURES[LATER])


def drop_awaited(it: Forgery) -> None:
    it.lines.remove(find_line(it, "awaited"))
    for name in ("wait", "round", "signature"):
        del it.thrown()[0]["body"]["public"][name]
    it.number()


def await_twice(it: Forgery) -> None:
    line = find_line(it, "awaited")
    it.lines.insert(it.lines.index(line), json.loads(json.dumps(line)))
    it.number()
    it.thrown()[0]["body"]["public"]["wait"] += 1


def take_key_alone(it: Forgery) -> None:
    for name in ("wait", "round", "signature"):
        del it.thrown()[0]["body"]["public"][name]


def change_awaited(**fields: object) -> Act:
    return lambda it: find_line(it, "awaited")["body"]["public"].update(fields)


def change_order(**fields: object) -> Act:
    return lambda it: it.thrown()[0]["body"]["public"].update(fields)


def file_early(it: Forgery) -> None:
    it.thrown()[0]["body"]["at"] = find_line(it, "awaited")["body"]["at"]


def file_almost_in_time(it: Forgery) -> None:
    """File the order 10 nanoseconds before round 123. Six digits of a fraction count."""
    it.thrown()[0]["body"]["at"] = "2023-08-23T15:15:32.99999999Z"


def forget_beacon(it: Forgery) -> None:
    del it.header["beacon"]


def rule_between(it: Forgery) -> None:
    at = it.lines.index(find_line(it, "awaited")) + 1
    it.put(at, "retract", "german", {"to": at - 2, "reason": ""})


def phrase_between(it: Forgery) -> None:
    at = it.lines.index(find_line(it, "awaited")) + 1
    it.put(at, "phrase", "entente", {"phrase": "chosen"})


FORGERIES: Mapping[str, tuple[Act, Sequence[bool]]] = {
    "another round": (choose_round, (True, True)),
    "no awaited entry": (drop_awaited, (True, True)),
    "two awaited entries": (await_twice, (True, True)),
    "key without the beacon": (take_key_alone, (True, True)),
    "another order": (change_awaited(digest="ab" * 32), (True, True)),
    "another key": (change_awaited(key=2), (True, True)),
    "another entry": (change_order(wait=1), (True, True)),
    "round of the order": (change_order(round=ROUND + 1), (True, True)),
    "invented signature": (change_order(signature="ab" * 48), (True, False)),
    "signature of another round": (change_order(signature=SIGNATURES[1001]), (True, False)),
    "order before its round": (file_early, (True, True)),
    "order some nanoseconds before its round": (file_almost_in_time, (True, True)),
    "header without the beacon": (forget_beacon, (True, True)),
    "takeback by a side": (rule_between, (True, True)),
    "phrase after the order": (phrase_between, (True, True)),
}
"""Forgeries whose dice are rolled again, and whether each verifier finds them: ours, and the stand-alone one.

The stand-alone verifier states that it does not check signatures of the beacon.
"""
