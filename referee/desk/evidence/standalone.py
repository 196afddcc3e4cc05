#!/usr/bin/env python3
"""Verifies a journal of `referee`, of format 1 or 2, or a side's copy: python3 verify.py JOURNAL [HEAD]."""

import hashlib  # SHA-256: seals, commitments, the chain of keys
import hmac  # HMAC-SHA256: faces of dice, and what follows from the hidden secret
import json  # every line is one JSON object
import sys  # the arguments and the exit code
import unicodedata  # texts are in NFC, so that what looks alike is spelled alike
from functools import reduce  # a key follows from the key after it
from typing import Any  # what a line holds is known only after it was read

MOST, RESERVE = 2**53 - 1, 64  # the greatest whole number; a chain with fewer keys left than this is renewed
LAYOUT = {"seq", "prev", "at", "kind", "side", "key", "public", "commit"}  # the parts of every body
JUDGED, BESIDE = ("order", "ruling"), ("advance", "refusal", "retract", "note", "reveal", "anchor")  # kinds
# The one spelling of a value: sorted keys, no spaces, nothing escaped without need (RFC 8785).
spelled = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode
# Values that have no such spelling are read as others: great numbers, keys beyond ASCII; of fractions, none.
read = json.JSONDecoder(
    parse_int=lambda digits: max(-MOST, min(MOST, int(digits[:17]))),
    parse_float=int,
    parse_constant=int,
    object_pairs_hook=lambda pairs: {key: value for key, value in pairs if key.isascii()},
).decode


def sha(text: str) -> str:
    """SHA-256, as 64 hexadecimal digits; of a key it is the key before it."""
    return hashlib.sha256(text.encode()).hexdigest()


def mac(key: str, message: list[Any]) -> bytes:
    """HMAC-SHA256 of the spelling of a message; the key is its 64 digits as text, not what they stand for."""
    return hmac.new(key.encode(), spelled(message).encode(), "sha256").digest()


def demand(holds: object, text: str) -> None:
    """Stop at a line that cannot be believed."""
    if not holds:
        raise ValueError(text)


def opened(line: bytes) -> tuple[str, Any, Any]:
    """One line taken apart: seal, body and private parts, each where it belongs and as it was sealed."""
    whole = read(line.decode())
    seal, body, parts = whole["seal"], whole["body"], whole.get("private", {})  # there is nothing else
    private = f',"private":{spelled(parts)}' if parts else ""  # left out where there is none
    straight = f'{{"seal":"{seal}","body":{spelled(body)}{private}}}'
    demand(straight.encode() == line and unicodedata.is_normalized("NFC", straight), "is spelled another way")
    demand(sha(spelled(body)) == seal, "was changed after it was sealed")  # the seal is the body's digest
    for side, part in parts.items():  # what one side alone may know, as far as this copy has it
        same = sha(spelled(part)) == body["commit"].get(side) and isinstance(part["salt"], str)
        demand(same, f"has a private part for {side} that was not committed to")
    return seal, body, parts


def happened(told: Any) -> list[Any]:
    """Events as they were told; what not everyone saw has places: 3+0, 3+1 … came before 3."""
    if not isinstance(told, dict):
        return [event for event in told or [] if event]
    return [told[at] for at in sorted(told, key=lambda at: [*map(int, f"{at}+{MOST}".split("+")[:2])])]


class Journal:
    """What is known after each line; `wrong` and `claims`, which wait for the hidden secret, are by entry."""

    def __init__(self, seal: str, header: Any) -> None:
        demand(header["format"] in (1, 2) and header["keys"] <= 2**16, "is of a format that is unknown here")
        self.header, self.match, self.seal, self.seq, self.over = header, header["match"], seal, 0, False
        self.dice, self.hidden, self.wrong, owned = 0, "", list[tuple[int, str]](), header.get("anchors", {})
        chains = ((who, (["dice", who], header["keys"])) for who in owned)  # their last keys are not chosen
        self.claims: list[Any] = [(0, "chain", owned[who], self.first, facts) for who, facts in chains]
        self.chains = {who: (K, K, 0) for who, K in {"": header["anchor"], **owned}.items()}  # K(0), K(n), n
        self.readers, self.shown = {*header["sides"], "referee"}, dict[str, dict[bool, int]]()
        self.check(owned.keys() <= self.readers, "there are keys for somebody who has no part in the match")

    def check(self, holds: object, text: str) -> None:
        """Note what is wrong with this entry, and go on."""
        self.wrong += [] if holds else [(self.seq, text)]

    def take(self, seal: str, body: Any, parts: Any) -> "Journal":
        """Check one entry after the one before."""
        kind, side, key, public, readers = (
            body[part] for part in ("kind", "side", "key", "public", "commit")
        )
        linked = (body["prev"], body["seq"], body.keys()) == (self.seal, self.seq + 1, LAYOUT)
        demand(linked and kind in JUDGED + BESIDE, "does not follow the line before it")
        self.seal, self.seq = seal, body["seq"]
        self.check(readers.keys() <= self.readers, "it tells somebody who has no part in the match")
        self.check(kind == "note" or not self.over, "it was filed when the match was over")
        for reader in readers if kind in JUDGED else ():  # where his part is there, and where it is left out
            self.shown.setdefault(reader, {}).setdefault(reader in parts, self.seq)
        self.take_orders(kind, side, public, parts, whole=readers.keys() == parts.keys())
        self.advance("", public["anchor"] if kind == "anchor" else "", key)
        told = [happened(part.get("events")) for part in (public, *parts.values())]  # to all, then to some
        for it in (it for some in told for it in some if it.get("order") and isinstance(it["order"], list)):
            self.check(all(type(card) is int for card in it["order"]), "a hidden draw cannot be read")
            self.claims.append((self.seq, "deck", it["order"], self.shuffled, (it["purpose"], it["order"])))
        if kind == "reveal":
            self.over, self.hidden = True, public["hidden"] * (sha(public["hidden"]) == self.header["hidden"])
            self.check(self.hidden, "the hidden secret is not the one the header committed to")
        if self.header["dice"] != "spoken":  # those rest on the word of whoever saw them
            rolls = [
                [it for event in some for it in event.get("rolls") or [] if it["faces"]] for some in told
            ]
            cup = [side, public.get("sealed") or sha(spelled(public.get("order")))]  # for what order
            self.take_rolls(key, cup, rolls, parts, whole=readers.keys() == parts.keys())
            spent = key or any("key" in part for part in parts.values())  # for the sake of the one after it
            self.check(kind in JUDGED or not spent, "a key was spent, and no order was judged")
        return self

    def take_orders(self, kind: str, side: str, public: Any, parts: Any, whole: bool) -> None:
        """Orders are of the side they are filed for, which the dice follow from; so are those under seal."""
        orders = [part["order"] for part in (public, *parts.values()) if part.get("order")]
        allowed = {"order": self.header["sides"], "ruling": ["referee"]}.get(kind, [side])
        self.check({side, *(it["side"] for it in orders)} <= {side} & {*allowed}, "it is another's order")
        salts = [(part.get("order"), part["order_salt"]) for part in parts.values() if "order_salt" in part]
        secret = not public.get("order") and (salts or not (whole or side in parts))
        self.check(secret or not public.get("sealed"), "there is no secret order that dice were thrown for")
        for order, salt in salts:
            same = sha(spelled([order, salt])) == public["sealed"]  # instead of D
            self.check(same, "the secret order is not the one dice were thrown for")
            told = ["order", self.match, self.chains[""][0], self.chains[""][2] + 1, side]  # of the next key
            self.claims.append((self.seq, "salt", salt, self.first, (told, 0)))

    def advance(self, who: str, begun: str, key: Any) -> None:
        """A chain goes on with a key, whose digest is the key before; or a new one begins, when it is due."""
        (anchor, last, n), keys = self.chains[who], self.header["keys"]
        if begun:
            due = n > max(0, keys - RESERVE)  # else the moderator could choose when
            self.check(due, "a new chain of keys was begun too early")
            self.claims += [(self.seq, "chain", begun, self.first, (["chain", anchor], keys))] * due
            anchor, last, n = begun, begun, 0
        if key:
            follows = key["n"] == n + 1 and sha(key["k"]) == last and n <= keys - RESERVE
            self.check(follows, f"key {key['n']} does not lead to the key before it, or comes too late")
            last, n = key["k"], key["n"]
        self.chains = {**self.chains, who: (anchor, last, n)}

    def take_rolls(self, key: Any, cup: list[Any], told: list[Any], parts: Any, whole: bool) -> None:
        """Throws that everyone sees follow from the key of the entry, others each from a key of its own."""
        once = {spelled(roll): roll for some in told for roll in some}  # several tell of the same throw
        left = [roll["key"] for roll in once.values() if roll.get("key")]  # those that not everyone saw
        gaps, seen, index = self.header["format"] == 1 and not whole, len(left) < len(once), 0
        self.check(seen == bool(key) or (gaps and key), "dice have no key, or a key was spent on nothing")
        for roll in sorted(once.values(), key=lambda roll: int(roll["draw"])):  # as they were thrown
            if roll.get("key"):
                self.throw(roll["key"], [self.match, 0, *cup, roll["purpose"]], roll)
            elif key:
                fair = roll["draw"] == index or (
                    gaps and roll["draw"] > index
                )  # format 1 counts all together
                self.check(fair, f"{roll['purpose']}: a draw was passed over or used twice")
                index = self.throw(key["k"], [self.match, key["n"], *cup, roll["purpose"]], roll)
        whose: dict[str, Any] = {}  # of every key of a secret throw, and which of his it is
        for who, its in ((who, part["key"]) for who, part in parts.items() if "key" in part):
            self.advance(who, parts[who].get("anchor", ""), its)
            due = [mac(its["k"], ["throw", self.match, i]).hex() for i in range(len(left) + 16)]
            whose |= {one: (who, i) for i, one in enumerate(due)}
            thrown = sorted(i for owner, i in (whose.get(one, ("", 0)) for one in left) if owner == who)
            fair = thrown == list(range(len(thrown) or 1))  # he sees all that are his: 0, 1 …
            self.check(fair, f"a secret throw of {who} was passed over or used twice")
        fair = len({*left}) == len(left) and (whose.keys() >= {*left} or not whole)
        self.check(fair, "a secret throw follows from nobody's key, or was used twice")
        for some in told:  # as they fell, chain by chain: else it could be chosen whose dice are whose
            fell = [whose.get(it.get("key"), (it.get("key", ""), it["draw"])) for it in some]
            self.check(sorted(fell, key=lambda at: at[0]) == sorted({*fell}), "dice behind later ones")
        open_ = {throw for throw, roll in once.items() if not roll.get("key")}  # everyone saw them
        fair = self.header["format"] == 1 or open_ == {*map(spelled, told[0])}
        self.check(fair, "whether everyone saw some dice is not what their key says")

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

    def throw(self, key: str, message: list[Any], roll: Any) -> int:
        """Throw a roll again: its faces, as the key gives them, and the draw where the next one begins."""
        faces, index, sides = list[int](), int(roll["draw"]), roll["sides"]
        demand(1 <= sides <= 256, "throws a die that there is not")  # a face is taken from one byte
        while len(faces) < len(roll["faces"]):  # as many dice as the entry says were thrown
            byte = mac(key, [*message, index])[0]  # the first byte decides
            faces += [byte % sides + 1] * (byte < 256 - 256 % sides)  # else some would come up more often
            index += 1  # whether the byte counted or not
        self.check(faces == roll["faces"], f"{roll['purpose']}: key says {faces}, entry {roll['faces']}")
        self.dice += len(faces)
        return index

    def left_out(self) -> list[tuple[int, str]]:
        """Parts that a copy has to have: all of its reader, and of everybody once the secrets are open."""
        lacks = {
            who: at[False] for who, at in self.shown.items() if False in at and (True in at or self.over)
        }
        return [(seq, f"the private part for {who} is left out") for who, seq in lacks.items()]


def verified(path: str, head: str = "") -> tuple[Any, list[tuple[int, str]], bytes]:
    """The journal at a path as far as it can be believed, what is wrong by entry, and what is torn."""
    with open(path, "rb") as file:
        *lines, torn = file.read().split(b"\n")  # what stands after the last newline was never filed
    journal: Any = None
    heads, wrong = [head], [] if lines else [(0, "the header is missing or was never finished")]
    for seq, line in enumerate(lines):
        try:
            journal = journal.take(*opened(line)) if journal else Journal(*opened(line)[:2])
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
            said = fault if type(fault) is ValueError else "is no line of a journal, or of no known shape"
            wrong.append((seq, f"entry {seq} {said}"))  # and nothing after it can be believed
            break
        heads.append(f"{seq}:{journal.seal}")
    if head and head not in heads[1:]:  # no chain shows that its end was cut off
        wrong.append((len(heads) - 2, "the entry whose seal was kept was cut off, or history was rewritten"))
    for seq, what, said, follows, facts in journal.claims if journal and journal.hidden else ():
        if follows(*facts) != said:  # the deck, a salt or a chain was chosen by somebody
            wrong.append((seq, f"the hidden secret gives another {what}"))
    return journal, sorted((journal.wrong + journal.left_out() if journal else []) + wrong), torn


if __name__ == "__main__":
    journal, wrong, torn = verified(*sys.argv[1:3])
    told = [f"{sys.argv[1]}:{seq + 1}: {text}" for seq, text in wrong]  # line 1 is entry 0, the header
    told = told or [f"every seal holds, and {journal.dice} dice; head {journal.seq}:{journal.seal}"]
    print(*told, *["the last line was never finished: it does not count"] * bool(torn), sep="\n")
    sys.exit(65 if wrong else 0)
