#!/usr/bin/env python3
"""Verifies a journal of `referee`, of format 1 or 2, or a side's copy: python3 verify.py JOURNAL [SEQ:SEAL].

It checks seals, links, commitments, keys, dice; and decks, salts, chains once the hidden secret is open.
"""

import hashlib  # SHA-256: seals, commitments, the chain of keys
import hmac  # HMAC-SHA256: faces of dice, and what follows from the hidden secret
import json  # every line is one JSON object
import sys  # the arguments and the exit code
import unicodedata  # texts are in NFC, so that what looks alike is spelled alike
from functools import reduce  # a key follows from the key after it
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


def opened(line: bytes) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """One line taken apart: seal, body and private parts, each where it belongs and as it was sealed."""
    read = json.loads(line, parse_float=whole, parse_constant=whole, parse_int=whole, object_pairs_hook=named)
    seal, body, parts = read["seal"], read["body"], read.get("private", {})  # there is nothing else
    private = b',"private":%b' % spelled(parts) if parts else b""  # left out where there is none
    straight = b'{"seal":"%b","body":%b%b}' % (seal.encode(), spelled(body), private)
    if straight != line or not unicodedata.is_normalized("NFC", line.decode()):  # two might read two things
        raise Wrong("is not spelled the one way")
    if sha(spelled(body)) != seal:  # the seal is the digest of the body's bytes
        raise Wrong("was changed after it was sealed")
    for side, part in parts.items():  # what one side alone may know, as far as this copy has it
        if sha(spelled(part)) != body["commit"].get(side) or not isinstance(part["salt"], str):
            raise Wrong(f"has a private part for {side} that was not committed to")
    return seal, body, parts


class Journal:
    """What is known after each line; `wrong` and `claims`, which wait for the hidden secret, are by entry."""

    def __init__(self, seal: str, header: dict[str, Any]) -> None:
        if header["format"] not in (1, 2) or header["keys"] > 10**6:  # a later format has a later verifier
            raise Wrong("is of a format that this verifier does not know")
        self.header, self.match, self.seal, self.seq = header, header["match"], seal, 0  # line 0
        self.dice, self.hidden, self.wrong, owned = 0, "", list[tuple[int, str]](), header.get("anchors", {})
        chains = ((who, (["dice", who], header["keys"])) for who in owned)  # their last keys are not chosen
        self.claims: list[Any] = [(0, "chain", owned[who], self.first, facts) for who, facts in chains]
        self.chains = {who: (K, K, 0) for who, K in {"": header["anchor"], **owned}.items()}  # K(0), K(n), n

    def take(self, seal: str, body: dict[str, Any], parts: dict[str, Any]) -> "Journal":
        """Check one entry after the one before."""
        if body.keys() != LAYOUT or body["prev"] != self.seal or body["seq"] != self.seq + 1:  # the link
            raise Wrong("does not follow the line before it")
        self.seal, self.seq, kind, key, public = seal, body["seq"], body["kind"], body["key"], body["public"]
        told = ["order", self.match, self.chains[""][0], self.chains[""][2] + 1, body["side"]]  # the next key
        for part in (part for part in parts.values() if "order_salt" in part):  # dice for a secret order
            if sha(spelled([part.get("order"), part["order_salt"]])) != public["sealed"]:  # instead of D
                self.wrong.append((self.seq, "the secret order is not the one dice were thrown for"))
            self.claims.append((self.seq, "salt", part["order_salt"], self.first, (told, 0)))
        self.advance("", public["anchor"] if kind == "anchor" else "", key)
        told = [part.get("events") or [] for part in (public, *parts.values())]  # as all saw it, as some did
        seen = [it for some in told for it in (some.values() if isinstance(some, dict) else some) if it]
        for it in (it for it in seen if it.get("order") and all(isinstance(n, int) for n in it["order"])):
            self.claims.append((self.seq, "deck", it["order"], self.shuffled, (it["purpose"], it["order"])))
        if kind == "reveal" and sha(public["hidden"]) != self.header["hidden"]:  # it was committed to
            self.wrong.append((self.seq, "the hidden secret is not the one the header committed to"))
        elif kind == "reveal":
            self.hidden = public["hidden"]
        texts = {spelled(it) for event in seen for it in event.get("rolls") or [] if it["faces"]}  # each once
        rolls = sorted(map(json.loads, texts), key=lambda roll: int(roll["draw"]))  # as they were thrown
        if self.header["dice"] == "sealed":  # spoken dice rest on the word of whoever saw them
            cup = [body["side"], public.get("sealed") or sha(spelled(public.get("order")))]  # for what order
            self.take_rolls(key, cup, rolls, parts, whole=body["commit"].keys() == parts.keys())
        return self

    def advance(self, who: str, begun: str, key: dict[str, Any] | None) -> None:
        """A chain goes on with a key, whose digest is the key before; or a new one begins."""
        (anchor, last, n), keys = self.chains[who], self.header["keys"]
        if begun:  # before the old one is used up, but not much: else the moderator could choose when
            if keys - n >= RESERVE:
                self.wrong.append((self.seq, "a new chain of keys was begun too early"))
            self.claims.append((self.seq, "chain", begun, self.first, (["chain", anchor], keys)))
            anchor, last, n = begun, begun, 0
        if key:
            if key["n"] != n + 1 or sha(key["k"]) != last or key["n"] > keys:
                self.wrong.append((self.seq, f"key {key['n']} does not lead to the key before it"))
            last, n = key["k"], key["n"]
        self.chains = {**self.chains, who: (anchor, last, n)}

    def take_rolls(self, key: Any, cup: list[Any], rolls: list[Any], parts: Any, whole: bool) -> None:
        """Throws that everyone sees follow from the key of the entry, others each from a key of its own."""
        index, left = 0, [roll["key"] for roll in rolls if roll.get("key")]  # those whose owner is not found
        strict = whole or self.header["format"] > 1  # in format 1 both were counted, and a copy may have gaps
        if (len(left) < len(rolls)) != bool(key) and (len(left) < len(rolls) or strict):
            self.wrong.append((self.seq, "dice were thrown without a key, or a key was spent on nothing"))
        for roll in rolls:
            if roll.get("key"):
                self.throw(roll["key"], [self.match, 0, *cup, roll["purpose"]], roll)
            elif key:
                if roll["draw"] < index or (roll["draw"] > index and strict):
                    self.wrong.append((self.seq, f"{roll['purpose']}: a draw was passed over or used twice"))
                index = self.throw(key["k"], [self.match, key["n"], *cup, roll["purpose"]], roll)
        for who, part in ((who, part) for who, part in parts.items() if "key" in part):
            self.advance(who, part.get("anchor", ""), part["key"])
            due = [mac(part["key"]["k"], ["throw", self.match, i]).hex() for i in range(len(left) + 16)]
            thrown = sorted(due.index(one) for one in left if one in due)  # he sees all that are his: 0, 1 …
            if thrown != list(range(len(thrown) or 1)):
                self.wrong.append((self.seq, f"a secret throw of {who} was passed over or used twice"))
            left = [one for one in left if one not in due]
        if (left and whole) or len(set(left)) < len(left):
            self.wrong.append((self.seq, "a secret throw follows from nobody's key, or was used twice"))

    def first(self, last: list[Any], keys: int) -> str:
        """K(0) of a chain of keys whose last one follows from the hidden secret; of none, what follows."""
        return reduce(lambda key, _: sha(key), range(keys), mac(self.hidden, last).hex())

    def shuffled(self, purpose: str, items: list[int]) -> list[int]:
        """The order in which the hidden secret puts some numbers (Fisher and Yates, from the end)."""
        order = sorted(items)  # secret, purpose and numbers say everything
        words = (int.from_bytes(mac(self.hidden, [self.match, purpose, n])[:4]) for n in range(MOST))
        for left in range(len(order), 1, -1):  # each place gets one of those left, and none is favoured
            other = next(word for word in words if word < 2**32 - 2**32 % left) % left
            order[left - 1], order[other] = order[other], order[left - 1]
        return order

    def throw(self, key: str, message: list[Any], roll: dict[str, Any]) -> int:
        """Throw a roll again: its faces, as the key gives them, and the draw where the next one begins."""
        faces, index, sides = list[int](), int(roll["draw"]), roll["sides"]
        if not 1 <= sides <= 256:  # a face is taken from one byte
            raise Wrong("throws a die that there is not")
        while len(faces) < len(roll["faces"]):  # as many dice as the entry says were thrown
            byte = mac(key, [*message, index])[0]  # the first byte decides
            if byte < 256 - 256 % sides:  # else some faces would come up more often than others
                faces.append(byte % sides + 1)  # 0 is the face 1
            index += 1  # whether the byte counted or not
        if faces != roll["faces"]:
            self.wrong.append((self.seq, f"{roll['purpose']}: key says {faces}, entry {roll['faces']}"))
        self.dice += len(faces)
        return index


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
    for seq, what, said, follows, facts in journal.claims if journal and journal.hidden else []:
        if follows(*facts) != said:  # the deck, a salt or a chain was chosen by somebody
            wrong.append((seq, f"the hidden secret gives another {what}"))
    return journal, sorted((journal.wrong if journal else []) + wrong), torn


if __name__ == "__main__":
    journal, wrong, torn = verified(*sys.argv[1:3])
    told = [f"{sys.argv[1]}:{seq + 1}: {text}" for seq, text in wrong]  # line 1 is entry 0, the header
    told = told or [f"every seal holds, and {journal.dice} dice; head {journal.seq}:{journal.seal}"]
    print(*told, *["the last line was never finished: it does not count"] * bool(torn), sep="\n")
    sys.exit(65 if wrong else 0)
