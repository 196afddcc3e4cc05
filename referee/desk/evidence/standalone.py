#!/usr/bin/env python3
"""Verifies a journal of `referee`, or a side's copy of it: python3 verify.py JOURNAL [SEQ:SEAL].

It imports nothing but the standard library. It checks every seal, link, commitment, key and die, and once
the hidden secret was opened every shuffle, secret order and later chain. It leaves with 0, or with 65.
"""

import hashlib  # SHA-256: seals, commitments, the chain of keys
import hmac  # HMAC-SHA256: faces of dice, and what follows from the hidden secret
import json  # every line is one JSON object
import sys  # the arguments and the exit code
import unicodedata  # texts are in NFC, so that what looks alike is spelled alike
from functools import reduce  # a key follows from the key after it
from itertools import count  # draws are numbered from 0
from typing import Any, cast  # what a line holds is known only after it was read

MOST, RESERVE = 2**53 - 1, 64  # the greatest whole number; a chain with fewer keys left than this is renewed
LAYOUT = {"seq", "prev", "at", "kind", "side", "key", "public", "commit"}  # the parts of every body


class Wrong(ValueError):
    """A line that cannot be believed."""


def whole(digits: str) -> int:
    """A whole number that every reader of JSON keeps exactly; fractions have more than one spelling."""
    if len(digits) <= 17 and abs(int(digits)) <= MOST:  # int() takes no fraction: that is a ValueError, too
        return int(digits)
    raise Wrong("holds a number that is too great")


def named(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys are ASCII: beyond it, orders of the alphabet differ."""
    if all(key.isascii() for key, _ in pairs):
        return dict(pairs)  # of a key that comes twice one is lost, and the spelling shows it
    raise Wrong("holds a key that is not ASCII")


def spelled(value: Any) -> bytes:
    """The one spelling of a value: sorted keys, no spaces, nothing escaped without need (RFC 8785)."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def sha(data: bytes | str) -> str:
    """SHA-256, as 64 hexadecimal digits; of a key it is the key before it."""
    return hashlib.sha256(data if isinstance(data, bytes) else data.encode()).hexdigest()


def mac(key: str, message: list[Any]) -> bytes:
    """HMAC-SHA256 of the spelling of a message; the key is its 64 digits as text, not what they stand for."""
    return hmac.new(key.encode(), spelled(message), "sha256").digest()


def faces(key: str, cup: list[Any], roll: dict[str, Any]) -> tuple[list[int], int]:
    """The faces that a key gives for a roll of [match, n, side, order], and where the next roll begins."""
    found, index, sides = (
        list[int](),
        roll["draw"],
        roll["sides"],
    )  # draws are counted through the whole entry
    while len(found) < len(roll["faces"]):  # as many dice as the entry says were thrown
        byte = mac(key, [*cup, roll["purpose"], index])[0]  # the first byte decides
        if byte < 256 - 256 % sides:  # else some faces would come up more often than others
            found.append(byte % sides + 1)  # 0 is the face 1
        index += 1  # whether the byte counted or not
    return found, index


def shuffled(hidden: str, match: str, purpose: str, items: list[int]) -> list[int]:
    """The order in which the hidden secret puts some numbers (Fisher and Yates, from the end)."""
    order = sorted(items)  # secret, purpose and numbers say everything
    words = (int.from_bytes(mac(hidden, [match, purpose, n])[:4], "big") for n in count())  # four bytes each
    for last in range(len(order) - 1, 0, -1):  # each place gets one of those not yet placed
        other = next(word for word in words if word < 2**32 - 2**32 % (last + 1)) % (
            last + 1
        )  # none favoured
        order[last], order[other] = order[other], order[last]
    return order


def next_anchor(hidden: str, anchor: str, keys: int) -> str:
    """K(0) of the chain after the one with this anchor."""
    return reduce(lambda key, _: sha(key), range(keys), mac(hidden, ["chain", anchor]).hex())  # down to K(0)


def opened(line: bytes) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """One line taken apart: seal, body and private parts, each where it belongs and as it was sealed."""
    if not unicodedata.is_normalized("NFC", text := line.decode()):  # the same letters in other bytes
        raise Wrong("holds a text that is not in NFC")
    read = json.loads(text, parse_float=whole, parse_constant=whole, parse_int=whole, object_pairs_hook=named)
    seal, body, parts = read["seal"], read["body"], read.get("private", {})  # there is nothing else
    bodily, own = spelled(body), {side: spelled(part) for side, part in parts.items()}
    private = b",".join(b"%b:%b" % (spelled(side), own[side]) for side in sorted(own))  # side by side
    private = b',"private":{%b}' % private if own else b""  # left out where there is none
    if b'{"seal":"%b","body":%b%b}' % (seal.encode(), bodily, private) != line:  # two might read two things
        raise Wrong("is not spelled the one way")
    if sha(bodily) != seal:  # the seal is the digest of the body's bytes
        raise Wrong("was changed after it was sealed")
    for side, part in own.items():  # what one side alone may know, as far as this copy has it
        if sha(part) != body["commit"].get(side) or not isinstance(parts[side]["salt"], str):
            raise Wrong(f"has a private part for {side} that was not committed to")
    return seal, body, parts


class Journal:
    """What is known after each line: `wrong` by entry, and `claims` that wait for the hidden secret."""

    def __init__(self, seal: str, header: dict[str, Any]) -> None:
        if header["format"] != 1 or header["keys"] > 10**6:  # a later format has a later verifier
            raise Wrong("is of a format that this verifier does not know")
        self.header, self.match, self.seal, self.seq = header, header["match"], seal, 0  # line 0
        self.anchor = self.key = header["anchor"]  # K(0) of the chain, and the key published last
        self.n = self.dice = 0  # the number of that key, and the dice recomputed so far
        self.hidden, self.claims, self.wrong = "", list[Any](), list[tuple[int, str]]()

    def take(self, seal: str, body: dict[str, Any], parts: dict[str, Any]) -> "Journal":
        """Check one entry after the one before."""
        if body.keys() != LAYOUT or body["prev"] != self.seal or body["seq"] != self.seq + 1:  # the link
            raise Wrong("does not follow the line before it")
        self.seal, self.seq, key, public = seal, body["seq"], body["key"], body["public"]
        told = [part.get("events") or [] for part in (public, *parts.values())]  # as all saw it, as some did
        seen = [it for some in told for it in (some.values() if isinstance(some, dict) else some) if it]
        if key:  # the entry threw dice, and publishes the key they follow from
            if key["n"] != self.n + 1 or sha(key["k"]) != self.key or key["n"] > self.header["keys"]:
                self.wrong.append((self.seq, f"key {key['n']} does not lead to the key published before it"))
            self.n, self.key = key["n"], key["k"]
            self.take_secret_order(body, [part for part in parts.values() if "order_salt" in part])
        for event in (it for it in seen if it.get("order") and all(isinstance(n, int) for n in it["order"])):
            self.claim("shuffle", event["order"], shuffled, self.match, event["purpose"], event["order"])
        if body["kind"] == "anchor":  # a new chain begins before the old one is used up
            if self.header["keys"] - self.n >= RESERVE:  # else the moderator could choose when
                self.wrong.append((self.seq, "a new chain of keys was begun too early"))
            self.claim("chain of keys", public["anchor"], next_anchor, self.anchor, self.header["keys"])
            self.anchor, self.key, self.n = public["anchor"], public["anchor"], 0
        if body["kind"] == "reveal" and sha(public["hidden"]) != self.header["hidden"]:  # it was committed to
            self.wrong.append((self.seq, "the hidden secret is not the one the header committed to"))
        self.hidden = public.get("hidden", "") if body["kind"] == "reveal" else self.hidden
        texts = {spelled(roll) for event in seen for roll in event.get("rolls") or []}  # each once
        rolls = sorted(map(json.loads, texts), key=lambda roll: int(roll["draw"]))  # as they were thrown
        if self.header["dice"] == "sealed":  # spoken dice rest on the word of whoever saw them
            self.take_rolls(body, key, rolls, complete=body["commit"].keys() == parts.keys())
        return self

    def claim(self, what: str, said: Any, follows: Any, *facts: Any) -> None:
        """Keep what an entry said before anyone could prove it."""
        self.claims.append((self.seq, what, said, lambda hidden: follows(hidden, *facts)))

    def take_secret_order(self, body: dict[str, Any], openings: list[dict[str, Any]]) -> None:
        """Where dice were thrown for an order still secret, a salted digest stands in for it."""
        for part in openings:  # whoever may read the order has its salt
            salt, message = part["order_salt"], ["order", self.match, self.anchor, self.n, body["side"]]
            if sha(spelled([part.get("order"), salt])) != body["public"]["sealed"]:
                self.wrong.append((self.seq, "the secret order is not the one its dice were thrown for"))
            self.claim("salt", salt, lambda hidden, told: mac(hidden, told).hex(), message)

    def take_rolls(self, body: dict[str, Any], key: Any, rolls: list[dict[str, Any]], complete: bool) -> None:
        """Every face follows from the key, and no draw was passed over for a better one."""
        if bool(rolls) != bool(key) and (rolls or complete):  # a copy may lack the roll, never the key
            self.wrong.append((self.seq, "dice were thrown without a key, or a key was spent on nothing"))
        order, index = body["public"].get("sealed") or sha(spelled(body["public"].get("order"))), 0
        for roll in rolls if key else []:
            if not 1 <= roll["sides"] <= 256:  # a face is taken from one byte
                raise Wrong("throws a die that there is not")
            if roll["draw"] < index or (roll["draw"] > index and complete):  # a gap is lawful in a copy only
                self.wrong.append((self.seq, f"{roll['purpose']}: a draw was used twice or passed over"))
            given, index = faces(key["k"], [self.match, key["n"], body["side"], order], roll)
            if given != roll["faces"]:
                self.wrong.append((self.seq, f"{roll['purpose']}: key says {given}, entry {roll['faces']}"))
            self.dice += len(given)


def verified(path: str, head: str = "") -> tuple[Any, list[tuple[int, str]], bytes]:
    """The journal at a path as far as it can be believed, what is wrong by entry, and what is torn."""
    with open(path, "rb") as file:
        *lines, torn = file.read().split(b"\n")  # what stands after the last newline was never filed
    wrong, journal = [] if lines else [(0, "the header is missing or was never finished")], cast(Any, None)
    kept, _, seal = head.partition(":")  # a head that somebody kept from a report: SEQ:SEAL
    for seq, line in enumerate(lines):
        try:
            journal = journal.take(*opened(line)) if journal else Journal(*opened(line)[:2])
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
            said = fault if isinstance(fault, Wrong) else "is no line of a journal, or of no known shape"
            wrong.append((seq, f"entry {seq} {said}"))  # and nothing after it can be believed
            break
        if kept == str(seq) and seal != journal.seal:
            wrong.append((seq, "history was rewritten: this is not the entry whose seal was kept"))
    if head and journal and int(kept) > journal.seq and not wrong:  # no chain shows that its end was cut off
        wrong.append((journal.seq, "the journal was cut off before the entry whose seal was kept"))
    for seq, what, said, given in journal.claims if journal and journal.hidden else []:
        if given(journal.hidden) != said:  # the deck, a salt or a chain was chosen by somebody
            wrong.append((seq, f"the hidden secret gives another {what}"))
    return journal, sorted((journal.wrong if journal else []) + wrong), torn


if __name__ == "__main__":
    journal, wrong, torn = verified(*sys.argv[1:3])
    told = [f"{sys.argv[1]}:{seq + 1}: {text}" for seq, text in wrong]  # line 1 is entry 0, the header
    told = told or [f"every seal holds, and {journal.dice} dice; head {journal.seq}:{journal.seal}"]
    print(*told, *["the last line was never finished: it does not count"] * bool(torn), sep="\n")
    sys.exit(65 if wrong else 0)
