"""Verifies a journal of `referee`, of format 1 or 2, or a side's copy: python3 verify.py JOURNAL [HEAD]."""

import hashlib  # SHA-256: seals, commitments, the chain of keys
import hmac  # HMAC-SHA256: faces of dice, and what follows from the hidden secret
import json  # every line is one JSON object
import sys  # the arguments and the exit code
import unicodedata  # texts are in NFC, so that what looks alike is spelled alike
from functools import reduce  # a key follows from the key after it
from itertools import takewhile  # places of events have no gaps
from typing import Any  # what a line holds is known only after it was read

MOST, RESERVE = 2**53 - 1, 64  # the greatest whole number; a chain with fewer keys left than this is renewed
LAYOUT = ["at", "commit", "key", "kind", "prev", "public", "seq", "side"]  # the parts of every body
BESIDE = ("advance", "refusal", "retract", "note", "reveal", "anchor")  # kinds beside orders and rulings
spelled = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")).encode
HOOKS: Any = {"parse_int": lambda it: max(-MOST, min(MOST, int(it[:17]))), "parse_float": int}
HOOKS["object_pairs_hook"] = lambda pairs: {key: value for key, value in pairs if key.isascii()}


def sha(text: str) -> str:
    """SHA-256, as 64 hexadecimal digits; of a key it is the key before it."""
    return hashlib.sha256(text.encode()).hexdigest()


def mac(key: str, message: list[Any]) -> bytes:
    """HMAC-SHA256 of the one spelling (RFC 8785) of a message; the key is its 64 digits as text."""
    return hmac.new(key.encode(), spelled(message).encode(), "sha256").digest()


def demand(holds: object, text: str) -> None:
    """Stop at a line that cannot be believed."""
    if not holds:
        raise ValueError(text)


def opened(line: bytes) -> tuple[str, Any, Any]:
    """One line taken apart: seal, body and private parts, each where it belongs and as it was sealed."""
    whole = json.loads(line, **HOOKS)
    seal, body, parts = whole["seal"], whole["body"], whole.get("private", {})  # there is nothing else
    private = f',"private":{spelled(parts)}' if parts else ""  # left out where there is none
    straight = f'{{"seal":"{seal}","body":{spelled(body)}{private}}}'
    demand(straight.encode() == line and unicodedata.is_normalized("NFC", straight), "it is misspelled")
    demand(sha(spelled(body)) == seal, "it was changed after it was sealed")
    for side, part in parts.items():  # what one side alone may know, as far as this copy has it
        same = sha(spelled(part)) == body["commit"].get(side) and isinstance(part["salt"], str)
        demand(same, f"the private part for {side} was not committed to")
    return seal, body, parts


class Journal:
    """What is known after each line; `wrong` and `claims`, which wait for the hidden secret, are by entry."""

    def __init__(self, seal: str, header: Any) -> None:
        self.header, self.match, self.seal, self.seq = header, header["match"], seal, 0  # line 0
        self.dice, self.word, self.hidden, self.wrong = 0, 0, "", list[tuple[int, str]]()
        self.shown, self.kept, keys = dict[str, Any](), dict[str, Any](), header["keys"]
        self.readers, owned = {*header["sides"], "referee"}, header.get("anchors", {})  # of secret throws
        demand(header["format"] in (1, 2) and keys * len(owned) <= 2**20, "its format is unknown here")
        self.check([*owned] == sorted(self.readers) * (header["format"] - 1), "not each owner has an anchor")
        self.claims: list[Any] = [(0, "chain", owned[o], self.first, (["dice", o], keys)) for o in owned]
        self.chains = {who: (K, K, 0) for who, K in {"": header["anchor"], **owned}.items()}  # K(0), K(n), n
        self.kinds = {"order": header["sides"], "ruling": ["referee"], **dict.fromkeys(BESIDE)}

    def check(self, holds: object, text: str) -> None:
        """Note what is wrong with this entry, and go on."""
        self.wrong += [] if holds else [(self.seq, text)]

    def take(self, seal: str, body: Any, parts: Any) -> "Journal":
        """Check one entry after the one before."""
        kind, side, key, public, readers = map(body.get, ("kind", "side", "key", "public", "commit"))
        demand([body["prev"], body["seq"], *sorted(body)] == [self.seal, self.seq + 1, *LAYOUT], "misplaced")
        self.seal, self.seq, self.authors = seal, body["seq"], self.kinds[kind]
        self.check(readers.keys() <= self.readers and side in (self.authors or [side]), "it is another's")
        for who in readers if self.authors else ():  # where his part is, and where it is left out
            self.shown.setdefault(who, {}).setdefault(who in parts, self.seq)
        for it in (part["order"] for part in (public, *parts.values()) if part.get("order") is not None):
            self.check(it["side"] == side and self.kept.setdefault(it["type"], {*it}) == {*it}, "other order")
        salted = [part for part in parts.values() if "order_salt" in part]
        due = [sha(spelled([part.get("order"), part["order_salt"]])) for part in salted]  # instead of D
        self.whole = readers.keys() == parts.keys()  # otherwise this is a side's copy
        secret = not public.get("order") and (due or not (self.whole or side in parts))
        same = {*due} <= {public.get("sealed")} and (secret or not public.get("sealed"))
        self.check(same, "dice were thrown for another secret order, or for one that there is not")
        facts = ["order", self.match, self.chains[""][0], self.chains[""][2] + 1, side]  # of the next key
        self.claims += [(self.seq, "salt", part["order_salt"], self.first, (facts, 0)) for part in salted]
        self.advance("", public["anchor"] if kind == "anchor" else "", key)
        pub = public.get("events") or []
        told = [[*filter(None, pub)], *(self.placed(it.get("events", {}), len(pub)) for it in parts.values())]
        for it in (it for some in told for it in some if it.get("order") and isinstance(it["order"], list)):
            demand(all(type(card) is int for card in it["order"]), "a hidden draw cannot be read")
            self.claims.append((self.seq, "deck", it["order"], self.shuffled, (it["purpose"], it["order"])))
        self.check(kind != "retract" or spelled(public.get("to")) in map(str, range(self.seq)), "to nowhere")
        if kind == "reveal":
            self.hidden = public["hidden"] * (sha(public["hidden"]) == self.header["hidden"])
            self.check(self.hidden, "the hidden secret is not the one the header committed to")
        if self.header["dice"] != "spoken":  # those rest on the word of whoever saw them
            fell = [[it for at in some for it in at.get("rolls") or () if it["faces"]] for some in told]
            self.take_rolls(key, fell, parts, side, public.get("sealed") or sha(spelled(public.get("order"))))
        return self

    def placed(self, told: dict[str, Any], seen: int) -> list[Any]:
        """Events that not everyone saw as they were told, by their places: 3+0, 3+1 … came before 3."""
        before = (takewhile(told.__contains__, (f"{i}+{j}" for j in range(MOST))) for i in range(seen + 1))
        places = [at for i, its in enumerate(before) for at in (*its, *[str(i)][: seen - i]) if at in told]
        self.check(len(places) == len(told), "an event has no place among the others")
        return [told[place] for place in places if told[place]]

    def advance(self, who: str, begun: str, key: Any) -> None:
        """A chain goes on with a key, whose digest is the key before; or a new one begins, when it is due."""
        (anchor, last, n), keys = self.chains[who], self.header["keys"]
        if begun:
            self.check(due := n > max(0, keys - RESERVE), "a new chain of keys was begun too early")
            self.claims += [(self.seq, "chain", begun, self.first, (["chain", anchor], keys))] * due
            anchor, last, n = begun, begun, 0
        if key:
            due = self.authors and n <= keys - RESERVE and [key["n"], sha(key["k"])] == [n + 1, last]
            self.check(due, f"key {key['n']} does not lead to the key before it, or was not due")
        self.chains = {**self.chains, who: (anchor, key["k"], key["n"]) if key else (anchor, last, n)}

    def take_rolls(self, key: Any, told: list[Any], parts: Any, *cup: Any) -> None:
        """Throws that everyone sees follow from the key of the entry, others each from a key of its own."""
        once = {spelled(roll): roll for some in told for roll in some}  # several tell of the same throw
        left = [roll["key"] for roll in once.values() if roll.get("key")]  # those that not everyone saw
        whose, index, sure, gaps = dict[str, Any](), 0, True, self.header["format"] == 1 and not self.whole
        self.check((len(left) < len(once)) == bool(key) or (gaps and key), "a key or its dice are missing")
        for who, its in ((who, parts[who]["key"]) for who in self.chains if "key" in parts.get(who, {})):
            self.advance(who, parts[who].get("anchor", ""), its)
            whose |= {mac(its["k"], ["throw", self.match, i]).hex(): (who, i) for i in range(len(left) + 16)}
            thrown = sorted(i for owner, i in (whose.get(one, ("", 0)) for one in left) if owner == who)
            self.check(thrown == [*range(len(thrown) or 1)], f"a secret throw of {who} was passed over")
        for roll in sorted(once.values(), key=lambda roll: int(roll["draw"])):  # as they were thrown
            own, due = roll.get("key"), max(index, roll["draw"]) if gaps else index
            if own:
                self.throw(own, [self.match, 0, *cup, roll["purpose"]], roll, 0, own in whose)
            elif key:
                sure = sure and due == index  # what comes after a gap rests on the moderator's word
                index = self.throw(key["k"], [self.match, key["n"], *cup, roll["purpose"]], roll, due, sure)
        for some in told:  # as they fell, chain by chain: else it could be chosen whose dice are whose
            fell = [whose.get(it.get("key"), (it.get("key", ""), it["draw"])) for it in some]
            self.check(sorted(fell, key=lambda at: at[0]) == sorted({*fell}), "dice behind later ones")
        seen = {throw for throw, roll in once.items() if not roll.get("key")} ^ {*map(spelled, told[0])}
        self.check(self.header["format"] == 1 or not seen, "a key says other than who saw the dice")
        nobodys = len({*left}) < len(left) or (self.whole and {*left} - whose.keys())
        self.check(not nobodys, "a secret throw follows from nobody's key, or was used twice")

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

    def throw(self, key: str, message: list[Any], roll: Any, index: int, sure: bool) -> int:
        """Throw a roll again, from this draw on: its faces as the key gives them, and the draw after them."""
        due, sides = [index, faces := list[int]()], roll["sides"]
        demand(1 <= sides <= 256, "there is no such die")  # a face is taken from one byte
        while len(faces) < len(roll["faces"]):  # as many dice as the entry says were thrown
            byte = mac(key, [*message, index])[0]  # the first byte decides
            faces += [byte % sides + 1] * (byte < 256 - 256 % sides)  # else some would come up more often
            index += 1  # whether the byte counted or not
        self.check(spelled(due) == spelled([roll["draw"], roll["faces"]]), f"{roll['purpose']}: due {due}")
        self.dice, self.word = self.dice + len(faces) * sure, self.word + len(faces) * (not sure)
        return index


def verified(path: str, head: str = "", journal: Any = None) -> tuple[Any, list[tuple[int, str]], bytes]:
    """The journal at a path as far as it can be believed, what is wrong by entry, and what is torn."""
    with open(path, "rb") as file:
        *lines, torn = file.read().split(b"\n")  # what stands after the last newline was never filed
    wrong = [] if lines else [(0, "the header is missing or was never finished")]
    for seq, line in enumerate(lines):
        try:
            journal = journal.take(*opened(line)) if journal else Journal(*opened(line)[:2])
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
            wrong.append((seq, f"entry {seq} cannot be believed: {fault}"))  # nor what comes after it
            break
    if head and head.encode() not in (b"%d:%b" % (seq, line[9:73]) for seq, line in enumerate(lines)):
        wrong.append((max(0, len(lines) - 1), "history was rewritten, or cut off before that seal"))
    for who, at in journal.shown.items() if journal else ():
        if False in at and (True in at or journal.hidden):  # a copy has all parts of his, or everybody's
            wrong.append((at[False], f"the private part for {who} is left out"))
    for seq, what, said, follows, facts in journal.claims if journal and journal.hidden else ():
        if follows(*facts) != said:  # it was chosen by somebody
            wrong.append((seq, f"the hidden secret gives another {what}"))
    return journal, sorted((journal.wrong if journal else []) + wrong), torn


if __name__ == "__main__":
    it, wrong, torn = verified(*sys.argv[1:3])
    told = [f"{sys.argv[1]}:{seq + 1}: {text}" for seq, text in wrong]  # line 1 is entry 0, the header
    told = told or [f"every seal holds, and {it.dice} dice, {it.word} more on trust; head {it.seq}:{it.seal}"]
    print(*told, *["the last line was never finished: it does not count"] * bool(torn), sep="\n")
    sys.exit(65 if wrong else 0)
