"""Verifies a journal of `referee`, of format 1 to 3, or a side's copy: python3 verify.py JOURNAL [HEAD]."""

import hashlib  # SHA-256: seals, commitments, the chain of keys
import hmac  # HMAC-SHA256: faces of dice, and what follows from the hidden secret
import json  # every line is one JSON object
import sys  # the arguments and the exit code
import unicodedata  # texts are in NFC, so that what looks alike is spelled alike
from functools import reduce  # a key follows from the key after it
from typing import Any  # what a line holds is known only after it was read

MOST, RESERVE = 2**53 - 1, 64  # the greatest whole number; a chain with fewer keys left than this is renewed
LAYOUT = ["at", "commit", "key", "kind", "prev", "public", "seq", "side"]  # the parts of every body
BESIDE = ("advance", "refusal", "retract", "note", "reveal", "anchor", "phrase")  # not orders and rulings
spelled = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")).encode
HOOKS: Any = {"parse_int": lambda it: max(-MOST, min(MOST, int(it[:17]))), "parse_float": int}


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
    whole = json.loads(line, **HOOKS, object_pairs_hook=lambda it: {k: v for k, v in it if k.isascii()})
    seal, body, parts = whole["seal"], whole["body"], whole.get("private", {})  # there is nothing else
    private = f',"private":{spelled(parts)}' if parts else ""  # left out where there is none
    straight = f'{{"seal":"{seal}","body":{spelled(body)}{private}}}'
    demand(straight.encode() == line and unicodedata.is_normalized("NFC", straight), "it is misspelled")
    demand(sha(spelled(body)) == seal, "it was changed after it was sealed")
    fit = [sha(spelled(it)) == body["commit"][who] and type(it["salt"]) is str for who, it in parts.items()]
    demand(all(fit), "what one side alone may know was not committed to")  # as far as this copy has it
    return seal, body, parts


class Journal:
    """What is known after each line; `wrong` and `claims`, which wait for the hidden secret, are by entry."""

    def __init__(self, seal: str, header: Any) -> None:
        self.header, self.match, self.seal, self.seq = header, header["match"], seal, 0  # line 0
        self.hidden, self.wrong, self.dice, self.new = "", list[Any](), [0, 0, 0], header["format"] == 3
        self.shown, self.kept, self.phrases, self.marks = (dict[str, Any]() for _ in range(4))
        self.thrown, self.loose, self.back, self.ruled = dict[int, set[str]](), list[set[str]](), 0, False
        sides, keys, owned = header["sides"], header["keys"], header.get("anchors", {})  # of secret throws
        asked = ("none", "allowed", "required").index(header.get("phrases", "allowed")) * self.new
        self.readers, self.must, self.owed = {*sides, "referee"}, asked == 2, {*sides * asked}
        self.check: Any = lambda holds, text: self.wrong.extend([] if holds else [(self.seq, text)])
        self.first: Any = lambda it, n: reduce(lambda k, _: sha(k), range(n), mac(self.hidden, it).hex())
        demand(header["format"] in (1, 2, 3) and keys * len(owned) <= 2**20, "its format is unknown here")
        self.check([*owned] == sorted(self.readers) * (header["format"] > 1), "not each owner has an anchor")
        self.claims: list[Any] = [(0, "chain", owned[o], self.first, (["dice", o], keys)) for o in owned]
        self.chains = {who: (K, K, 0) for who, K in {"": header["anchor"], **owned}.items()}  # K(0), K(n), n
        self.kinds = {"order": sides, "ruling": ["referee"], **dict.fromkeys(BESIDE)}

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
        ok = type(it := public.get(kind)) is str and 0 < len(it) < 201 and public == {kind: it}
        fit = {"order": not (self.must and self.owed), "phrase": ok and not readers and side in self.owed}
        self.check(fit.get(kind, True), "each side may put one phrase into the dice, before the first order")
        self.phrases |= {f"{side}": f"{public.get(kind)}"} if kind == "phrase" else {}
        self.owed -= {"order": {*self.owed}, "phrase": {side}}.get(kind, set())
        self.marks = {who: part["salt"] for who, part in parts.items()} if self.seq == 1 else self.marks
        salted = [part for part in parts.values() if "order_salt" in part]
        due = {sha(spelled([part.get("order"), part["order_salt"]])) for part in salted}  # instead of D
        self.whole, sealed = readers.keys() == parts.keys(), public.get("sealed") or ""  # else it is a copy
        same = due == {sealed} - {""} or not (due or self.whole or side in parts)
        self.check(same and not (sealed and public.get("order")), "dice were thrown for another secret order")
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
        fell = [[it for at in some for it in at.get("rolls") or () if it["faces"]] for some in told]
        thrown = {spelled(it) for some in fell for it in some}
        again = self.new and self.throw_again(kind, public, parts, key, thrown)
        if self.header["dice"] != "spoken" and not again:  # those rest on the word of whoever saw them
            cup = [sealed or sha(spelled(public.get("order"))), sha(spelled(["phrases", self.phrases]))]
            self.take_rolls(key, fell, parts, side, *cup[: 1 + self.new])
        return self

    def throw_again(self, kind: str, public: Any, parts: Any, key: Any, rolls: set[str]) -> bool:
        """Whether a ruling files an order again: with throws of orders that the retract before took back."""
        again, keyed = "kept" in public, key or any("key" in part for part in parts.values())
        due = self.ruled and [kind, spelled(public.get("kept"))] == ["order", str(self.back)]
        self.check(not again or (due and not keyed), "it keeps dice that no ruling took back")
        for roll in sorted(rolls) if again and due and not keyed else ():
            home = next((some for some in self.loose if roll in some), set[str]())
            self.check(home, "no order that was taken back threw the dice that it keeps")
            home.discard(roll)
        if kind == "retract":
            self.back, self.loose = self.seq, [self.thrown[n] for n in range(int(public["to"]) + 1, self.seq)]
        self.thrown[self.seq] = rolls
        self.ruled = (kind == "ruling" and self.back == self.seq - 1) or (self.ruled and again)
        return again

    def placed(self, told: dict[str, Any], seen: int) -> list[Any]:
        """Events that not everyone saw as they were told, by their places: 3+0, 3+1 … came before 3."""
        runs = [next(j for j in range(MOST) if f"{i}+{j}" not in told) for i in range(seen + 1)]
        places = [at for i, n in enumerate(runs) for at in (*(f"{i}+{j}" for j in range(n)), str(i))][:-1]
        self.check({*told} <= {*places}, "an event has no place among the others")
        return [told[place] for place in places if told.get(place)]

    def advance(self, who: str, begun: str, key: Any) -> None:
        """A chain goes on with a key, whose digest is the key before; or a new one begins, when it is due."""
        (anchor, last, n), keys = self.chains[who], self.header["keys"]
        if begun:
            self.check(due := n > max(0, keys - RESERVE), "a new chain of keys was begun too early")
            self.claims += [(self.seq, "chain", begun, self.first, (["chain", anchor], keys))] * due
            anchor, last, n = begun, begun, 0
        due = self.authors and n <= keys - RESERVE and key and [key["n"], sha(key["k"])] == [n + 1, last]
        self.check(due or not key, "a key does not lead to the key before it, or was not due")
        self.chains = {**self.chains, who: (anchor, key["k"], key["n"]) if key else (anchor, last, n)}

    def take_rolls(self, key: Any, told: list[Any], parts: Any, *cup: Any) -> None:
        """Throws that everyone sees follow from the key of the entry, others each from a key of its own."""
        once = {spelled(roll): roll for some in told for roll in some}  # several tell of the same throw
        left = [roll["key"] for roll in once.values() if roll.get("key")]  # those that not everyone saw
        whose, index, rests, gaps = dict[str, Any](), 0, 0, self.header["format"] == 1 and not self.whole
        self.check((len(left) < len(once)) == bool(key) or (gaps and key), "a key or its dice are missing")
        for who, its in ((who, parts[who]["key"]) for who in self.chains if "key" in parts.get(who, {})):
            self.advance(who, parts[who].get("anchor", ""), its)
            whose |= {mac(its["k"], ["throw", self.match, i]).hex(): (who, i) for i in range(len(left) + 16)}
            thrown = sorted(i for owner, i in (whose.get(one, ("", 0)) for one in left) if owner == who)
            self.check(thrown == [*range(len(thrown) or 1)], f"a secret throw of {who} was passed over")
        for roll in sorted(once.values(), key=lambda roll: int(roll["draw"])):  # as they were thrown
            own, due = roll.get("key"), max(index, roll["draw"]) if gaps else index
            names = {sha(spelled(["owner", who, salt, own])): who for who, salt in self.marks.items()}
            owner, named = whose.get(own, ("",))[0], [names.get(roll.get("owner")), bool(roll.get("owner"))]
            due_names = [owner if self.new and owner in self.marks else None, bool(own and self.new)]
            same = named == due_names and isinstance(roll["purpose"], str) != self.new  # before: a sentence
            self.check(same, "a throw names another owner, or its purpose in another way")
            if own:
                self.throw(own, [self.match, 0, *cup, roll["purpose"]], roll, 0, int(own not in whose))
            elif key:
                rests = rests if due == index else 2  # what comes after a gap, on the moderator's word
                index = self.throw(key["k"], [self.match, key["n"], *cup, roll["purpose"]], roll, due, rests)
        for some in told:  # as they fell, chain by chain: else it could be chosen whose dice are whose
            fell = [whose.get(it.get("key"), (it.get("key", ""), it["draw"])) for it in some]
            self.check(sorted(fell, key=lambda at: at[0]) == sorted({*fell}), "dice behind later ones")
        seen = {throw for throw, roll in once.items() if not roll.get("key")} ^ {*map(spelled, told[0])}
        self.check(self.header["format"] == 1 or not seen, "a key says other than who saw the dice")
        nobodys = len({*left}) < len(left) or (self.whole and {*left} - whose.keys())
        self.check(not nobodys, "a secret throw follows from nobody's key, or was used twice")

    def shuffled(self, purpose: str, items: list[int]) -> list[int]:
        """The order in which the hidden secret puts some numbers (Fisher and Yates, from the end)."""
        order = sorted(items)  # secret, purpose and numbers say everything
        words = (int.from_bytes(mac(self.hidden, [self.match, purpose, n])[:4]) for n in range(MOST))
        for left in range(len(order), 1, -1):  # each place gets one of those left, and none is favoured
            other = next(word for word in words if word < 2**32 - 2**32 % left) % left
            order[left - 1], order[other] = order[other], order[left - 1]
        return order

    def throw(self, key: str, message: list[Any], roll: Any, index: int, rests: int) -> int:
        """Throw a roll again, from this draw on: its faces as the key gives them, and the draw after them."""
        due, sides = [index, faces := list[int]()], roll["sides"]
        demand(1 <= sides <= 256, "there is no such die")  # a face is taken from one byte
        while len(faces) < len(roll["faces"]):  # as many dice as the entry says were thrown
            byte, index = mac(key, [*message, index])[0], index + 1  # the first byte decides
            faces += [byte % sides + 1] * (byte < 256 - 256 % sides)  # else some would come up more often
        self.check(spelled(due) == spelled([roll["draw"], roll["faces"]]), f"{roll['purpose']}: due {due}")
        self.dice[rests] += len(faces)
        return index


def verified(path: str, head: str = "", journal: Any = None) -> tuple[Any, list[tuple[int, str]], bytes]:
    """The journal at a path as far as it can be believed, what is wrong by entry, and what is torn."""
    with open(path, "rb") as file:
        *lines, torn = file.read().split(b"\n")  # what stands after the last newline was never filed
    wrong = list[tuple[int, str]]()
    for seq, line in enumerate(lines or [b""]):
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
    claims = journal.claims if journal and journal.hidden else ()
    wrong += [(n, f"the hidden secret gives another {it}") for n, it, due, of, by in claims if of(*by) != due]
    return journal, sorted((journal.wrong if journal else []) + wrong), torn


if __name__ == "__main__":
    it, wrong, torn = verified(*sys.argv[1:3])
    ok = "every seal holds; dice: {} from the header, {} from keys of their own, {} on trust; head {}:{}"
    told = [f"{sys.argv[1]}:{n + 1}: {why}" for n, why in wrong] or [ok.format(*it.dice, it.seq, it.seal)]
    print(*told, *["the last line was never finished: it does not count"] * bool(torn), sep="\n")
    sys.exit(65 if wrong else 0)
