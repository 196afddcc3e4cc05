"""Verifies a journal of `referee`, of format 1 to 3, or a side's copy: python3 verify.py JOURNAL [HEAD]."""
import hashlib  # SHA-256: seals, commitments, the chain of keys
import hmac  # HMAC-SHA256: faces of dice, and everything that the hidden secret determines
import json  # every line is one JSON object
import re  # times and digests have a form
import sys  # the arguments and the exit code
import unicodedata  # texts are in NFC, so that what looks alike is spelled alike
from datetime import datetime  # a time is a moment of the calendar
from functools import reduce  # a key follows from the key after it
from typing import Any  # the content of a line is unknown before it is read

GENESIS, DICED = 1692803367, ("order", "awaited")  # the first round of the beacon; kinds of orders
MOST, RESERVE = 2**53 - 1, 64  # the greatest whole number; a chain with fewer remaining keys is renewed
HOOKS: Any = {"parse_int": lambda it: max(-MOST, min(MOST, int(it[:17]))), "parse_float": int}
spelled = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")).encode
HEX = re.compile("[0-9a-f]{64}")  # a digest; in shapes `...` may be missing, and "" stands for any other part
TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3])(:[0-5][0-9]){2}([.][0-9]+)?(Z|[+]00:00)")
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
HOUR = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
HEAD = re.compile(r"(0|[1-9][0-9]{0,15}):[0-9a-f]{64}")
SIGNATURE = re.compile(r"[0-9a-f]{96}")
KEY, PURPOSE = {"k": HEX, "n": range(1, MOST)}, {"kind": str, "parameters": {"": (..., str, int, [(str, int)])}}
ROLL, DRAW = {"draw": int, "faces": [int], "key": (..., str), "needed": int, "owner": (..., str), "purpose": (str,
    PURPOSE), "sides": range(1, 257)}, {"": (..., object), "order": [int], "purpose": (str, PURPOSE)}
ORDER, EVENT = {"": (..., object), "side": str, "type": str}, {"": (..., object), "rolls": (..., [ROLL])}
BODY, HEADER = {"at": TIME, "commit": {"": (..., HEX)}, "key": (KEY, None), "kind": ("absence", "advance", "anchor",
    "awaited", "clock", "commitment", "late", "message", "note", "order", "phrase", "refusal", "retract", "reveal",
    "ruling", "seat", "witness"), "prev": HEX, "public": {"": (..., object)}, "seq": range(1, MOST), "side": (str,
    None)}, {"anchor": HEX, "anchors": (..., {"": (..., HEX)}), "at": TIME, "beacon": (..., range(1, 28801)), "dice":
    ("sealed", "spoken"), "format": range(1, 4), "hidden": HEX, "keys": range(1, 65537), "lock": (..., {"data": str,
    "round": range(1, MOST)}), "match": str, "odds": (..., "forbidden"), "options": {"": (..., str)}, "pack": str,
    "pack_digest": str, "pack_version": str, "phrases": (..., "allowed", "committed", "none", "required"), "players":
    (..., {"": (..., str)}), "policy": (..., str), "policy_digest": (..., str), "scenario": str, "sides": [str],
    "system": str, "vocabulary": (..., range(1, 4))}
KINDS: Any = {"order": ("side", {"events": (..., [(EVENT, None)]), "ignored": (..., [int]), "kept": (..., range(1,
    MOST)), "order": (..., ORDER, None), "round": (..., range(1, MOST)), "sealed": (..., HEX, None), "signature": (...,
    SIGNATURE), "source": (..., str), "wait": (..., range(1, MOST))}, {"advance": (..., bool), "anchor": (..., HEX),
    "body": (..., str), "events": (..., {"": (..., EVENT)}), "forced": (..., bool), "key": (..., KEY), "letter": (...,
    str), "line": (..., int), "message_id": (..., str), "order": (..., ORDER, None), "order_salt": (..., str), "salt":
    str, "sealed": (..., [{"events": [EVENT], "line": int, "order": ORDER}])}), "ruling": ("referee", {"again": (...,
    [range(MOST)]), "amendment": (..., bool), "consent": (..., [str]), "decisions": (..., [{"entry": range(MOST),
    "outcome": ("replay", "stands", "void"), "paragraph": str}]), "disputed": (..., range(MOST)), "error": (..., str),
    "events": (..., [(EVENT, None)]), "order": (..., ORDER, None), "outcome": (..., "replay", "stands", "void"),
    "paragraph": (..., str), "policy": (..., str), "reason": (..., str), "source": (..., str), "void": (...,
    [range(MOST)])}, {"anchor": (..., HEX), "events": (..., {"": (..., EVENT)}), "key": (..., KEY), "order": (...,
    ORDER, None), "salt": str}), "retract": ("both", {"agreements": (..., {"": (..., range(MOST))}), "consent": (...,
    [str]), "mail": (..., str), "reason": str, "to": range(MOST)}, ()), "note": ("any", ({"mail": (..., str), "to": int,
    "type": "ask-takeback"}, {"agrees": bool, "ask": int, "mail": (..., str), "type": "answer-takeback"}, {"text": (...,
    str)}), {"faces": (..., [int]), "padding": (..., str), "salt": str, "source": (..., str), "text": (..., str),
    "thrown_for": (..., str)}), "reveal": ("referee", {"hidden": str}, ()), "anchor": ("any", {"anchor": HEX}, ()),
    "phrase": ("side", {"phrase": str}, ()), "commitment": ("side", {"digest": HEX}, ()), "witness": ("both", {"digest":
    (..., HEX), "head": HEAD, "where": (..., str)}, ()), "clock": ("referee", ({"terms": {"days": (..., [("fri", "mon",
    "sat", "sun", "thu", "tue", "wed"), range(1, 8)]), "end": (..., "done", "moderator"), "grace": (..., range(8761)),
    "holidays": (..., [DAY, range(401)]), "hour": (..., HOUR), "hours": (..., range(1, 8761)), "questions": (..., {"":
    (..., {"grace": range(8761), "hours": range(1, 8761)})}), "warn": (..., [range(8761), range(11)]), "zone": (...,
    str)}, "type": "set"}, {"type": "stop", "why": (..., str)}, {"side": str, "type": "extend", "until": TIME, "why":
    (..., str)}, {"type": "pause", "why": (..., str)}, {"type": "resume", "why": (..., str)}), ()), "absence": ("side",
    ({"first": DAY, "last": DAY, "type": "away"}, {"entry": int, "type": "back"}), ()), "late": ("referee", {"asked":
    int, "due": TIME, "over": TIME, "side": str, "stage": ("grace", "over"), "then": (..., "done", "moderator")}, ()),
    "seat": ("side", {"change": ("joined", "resigned", "substituted"), "mail": (..., str), "player": (..., str)}, ()),
    "awaited": ("side", {"digest": HEX, "key": range(1, MOST), "round": range(1, MOST)}, {"advance": (..., bool),
    "body": (..., str), "forced": (..., bool), "letter": (..., str), "message_id": (..., str), "rest": [{"line": int,
    "order": (..., ORDER), "text": (..., str)}], "salt": str}), "message": ("both", {}, {"mail": (..., str), "salt":
    str, "text": str, "to": [str]}), "refusal": ("none", {}, ({"body": (..., str, None), "fallen": [{"column": (...,
    int), "fact": (..., str), "line": int, "nearest": (..., [str]), "objections": (..., [{"clause": str, "fact": (...,
    str), "parameters": (..., {"": (..., object)}), "remedy": (..., str), "text": str}]), "order": (..., str),
    "parameters": (..., {"": (..., object)}), "remedy": (..., str), "spelled": (..., [[str, range(3, 4)]]), "text": str,
    "unreadable": (..., str)}], "letter": str, "message_id": (..., str, None), "padding": (..., str), "salt": str,
    "text": str, "unheard": (..., [int])}, {"padding": str, "salt": str})), "advance": ("none", {}, ({"body": (..., str,
    None), "kept": [{"always": (..., bool), "conditions": (..., [str]), "order": str, "question": str, "role": (...,
    str), "since": (..., int), "subject": (..., str)}], "letter": str, "message_id": (..., str, None), "padding": (...,
    str), "salt": str}, {"padding": str, "salt": str}))}
REFERS: Any = {"ruling": {"consent": "side", "disputed": "earlier", "decisions.entry": "earlier", "void": "earlier",
    "again": "earlier"}, "retract": {"to": "earlier", "consent": "side", "agreements": "side"}, "note": {"to":
    "earlier", "ask": "earlier"}, "clock": {"side": "side"}, "absence": {"entry": "earlier"}, "late": {"side": "side",
    "asked": "earlier"}}
TRUST: Any = {"header":
    "at,lock,odds,options,pack,pack_digest,pack_version,players,policy,policy_digest,scenario,sides,system", "order":
    "advance,body,events,forced,ignored,letter,line,message_id,order,sealed,signature,source", "ruling":
    "again,amendment,consent,decisions,disputed,error,events,order,outcome,paragraph,policy,reason,source,void",
    "retract": "consent,mail,reason,to", "note": "agrees,faces,mail,source,text,thrown_for,to", "witness":
    "digest,where", "clock": "terms,type,until,why", "absence": "entry,first,last,type", "late": "due,over,stage,then",
    "seat": "change,mail,player", "awaited": "advance,body,forced,letter,message_id,rest", "message": "mail,text,to",
    "refusal": "body,fallen,letter,message_id,text,unheard", "advance": "body,kept,letter,message_id"}
LINE = ({"body": HEADER, "seal": HEX}, {"body": BODY, "private": (..., {"": (..., {"": (..., object)})}), "seal": HEX})

def sha(text: str) -> str:
    """Return SHA-256 as 64 hexadecimal digits; for a key, it is the key before it."""
    return hashlib.sha256(text.encode()).hexdigest()
def mac(key: str, message: list[Any]) -> bytes:
    """Return HMAC-SHA256 of the canonical JSON (RFC 8785) of a message; the key is its 64 digits as text."""
    return hmac.new(key.encode(), spelled(message).encode(), "sha256").digest()
def demand(holds: object, text: str) -> None:
    """Raise ValueError if a condition is not met: later lines cannot be trusted either."""
    if not holds:
        raise ValueError(text)
def fits(it: Any, shape: Any) -> bool:
    """Return True if a value has a type, range or pattern; a list or record of shapes; or one of several."""
    if type(shape) is dict:
        return type(it) is dict and all(fits(it.get(n, ...), shape.get(n, shape.get("", ...))) for n in {*it, *shape})
    if type(shape) is list:
        return type(it) is list and all(fits(one, shape[0]) for one in it) and len(it) in (*shape, range(MOST))[1]
    if type(shape) in (tuple, range):
        return any(fits(it, one) for one in shape) if type(shape) is tuple else type(it) is int and it in shape
    if type(shape) is re.Pattern:
        fit = type(it) is str and shape.fullmatch(it)
        return bool(fit and (shape not in (TIME, DAY) or datetime.fromisoformat(it)))
    return shape in (object, it, type(it))
def opened(line: bytes) -> tuple[str, Any, Any]:
    """Return seal, body and private parts of a line; each has a valid shape and is unchanged."""
    whole = json.loads(line, **HOOKS, object_pairs_hook=lambda it: {k: v for k, v in it if k.isascii()})
    demand(fits(whole, LINE), "a part of it has another shape")
    seal, body, parts = whole["seal"], whole["body"], whole.get("private", {})
    _, public, private = KINDS[body["kind"]] if "kind" in body else ("", {}, ())
    fit = "kind" not in body or (fits(body["public"], public) and (private != () or not body["commit"]))
    demand(fit and all(fits(it, private) for it in parts.values()), "an entry of its kind has other parts")
    due = f'{{"seal":"{sha(spelled(body))}","body":{spelled(body)}' + f',"private":{spelled(parts)}' * bool(parts) + "}"
    demand(due.encode() == line and unicodedata.is_normalized("NFC", due), "it was changed after it was sealed")
    demand(all(sha(spelled(it)) == body["commit"][who] for who, it in parts.items()), "a private part was changed")
    return seal, body, parts

def find(it: Any, path: list[str]) -> list[Any]:
    """Return the values at a path through records and lists; at its end, a record gives its names."""
    if type(it) is list:
        return [one for part in it for one in find(part, path)]
    if type(it) is dict:
        return [*it] if not path else find(it[path[0]], path[1:]) if path[0] in it else []
    return [it]

class Journal:
    """State after each line; `claims` wait for the hidden secret."""

    def __init__(self, seal: str, header: Any, _: Any) -> None:
        self.header, self.match, self.seal, self.seq, self.hidden = header, header["match"], seal, 0, ""
        self.dice, self.new, self.old = [0, 0, 0], header["format"] == 3, header["format"] == 1
        self.thrown, self.loose, self.back, self.ruled = dict[int, Any](), list[Any](), 0, False
        self.shown, self.kept, self.phrases, self.marks = (dict[Any, Any]() for _ in range(4))
        sides, keys, owners = header["sides"], header["keys"], header.get("anchors", {})  # owners of secret rolls
        phrasing = ("none", "allowed", "required", "committed").index(header.get("phrases", "allowed")) * self.new
        demand((header.get("vocabulary", 1) > 2) == self.new, "its vocabulary is not that of its format")
        demand(sides and len({*sides, "referee"}) == len(sides) + 1, "its sides are not different players")
        demand({*header.get("players", ())} <= {*sides}, "a bot plays for no side")
        self.salted: Any = lambda prev, who: mac(self.hidden, ["salt", prev, who]).hex()[:32]
        self.due, self.mixed = list[Any](), ""  # dice that wait for the beacon, and the key that it gives them
        self.kinds = {"header": 1}  # kinds of the lines; their contents are not all judged here
        self.readers, self.must, self.owed = {*sides, "referee"}, phrasing > 1, {*sides * phrasing}
        self.bound, self.dealt = dict[Any, str]() if phrasing == 3 else None, phrasing < 3  # digests of phrases
        demand(len(owners) <= 16 and [*owners] == sorted(self.readers) * (not self.old), "not each owner has an anchor")
        self.first: Any = lambda it, n: reduce(lambda k, _: sha(k), range(n), mac(self.hidden, it).hex())
        self.live, self.undone, self.asked, self.moves = list[Any](), list[Any](), dict[int, Any](), 0
        self.claims: list[Any] = [(0, "chain", owners[o], self.first, (["dice", o], keys)) for o in owners]
        self.chains = {who: (K, K, 0) for who, K in {"": header["anchor"], **owners}.items()}  # K(0), K(n), n
    def take(self, seal: str, body: Any, parts: Any) -> "Journal":
        """Check an entry that follows the one before."""
        kind, side, key, public, readers = map(body.get, ("kind", "side", "key", "public", "commit"))
        demand([body["prev"], body["seq"]] == [self.seal, self.seq + 1], "it does not follow the line before it")
        authors = self.authors = {"order": self.header["sides"], "ruling": ["referee"]}.get(kind, [])
        self.seal, self.seq, self.whole = seal, body["seq"], {*readers} == {*parts}  # otherwise a copy
        self.check_names(kind, side, public, readers)
        salts = parts if self.new and authors else {}
        self.claims += [(self.seq, "salt", salts[o]["salt"], self.salted, (body["prev"], o)) for o in salts]
        demand(all(self.shown.setdefault(o, o in parts) == (o in parts) for o in readers if authors), "it lacks parts")
        for it in (part["order"] for part in (public, *parts.values()) if part.get("order") is not None):
            demand(it["side"] == side and self.kept.setdefault(it["type"], {*it}) == {*it}, "it is another order")
        fit = side in self.owed and not readers and len(public) == 1 and 0 < len(public.get("phrase", "")) < 201
        is_known = self.new or kind not in {"absence", "clock", "late", "message", "seat", "witness"}
        fit = {"phrase": fit and not self.due}.get(kind, is_known and not (kind in DICED and self.must and self.owed))
        demand(fit, "a phrase is not due, or is missing, or this format knows no such entry")
        self.hidden = public["hidden"] if kind == "reveal" else self.hidden
        demand(sha(self.hidden) == self.header["hidden"] or kind != "reveal", "the secret is another")
        self.owed -= {"order": self.readers, "phrase": {side}}.get(kind, set())
        self.marks |= {who: parts.get(who, {}).get("salt") for who in readers if self.new and self.seq == 1}
        sealed, salts_of_order = public.get("sealed") or "", [it for it in parts.values() if "order_salt" in it]
        due = {sha(spelled([part.get("order"), part["order_salt"]])) for part in salts_of_order}  # replaces D
        same = due == {sealed} - {""} or not (due or self.whole or side in parts)
        demand(same and not (sealed and public.get("order")), "the dice belong to another secret order")
        facts = ["order", self.match, self.chains[""][0], self.chains[""][2] + 1, side]  # of the next key
        self.claims += [(self.seq, "salt", part["order_salt"], self.first, (facts, 0)) for part in salts_of_order]
        self.advance("", public["anchor"] if kind == "anchor" else "", key)
        self.check_phrases(kind, side, public, parts, key)
        self.check_awaited(kind, side, body["at"], key, public, sealed or sha(spelled(public.get("order"))))
        pub = {f"{i}": it for i, it in enumerate(public.get("events", []))}
        tellings = [self.place(it, len(pub)) for it in (pub, *(part.get("events", {}) for part in parts.values()))]
        for it in (it for some in tellings for it in some if it.get("order") and isinstance(it["order"], list)):
            demand(fits(it, DRAW) and isinstance(it["purpose"], str) != self.new, "a hidden draw cannot be read")
            self.claims.append((self.seq, "deck", it["order"], self.shuffled, (it["purpose"], it["order"])))
        rolls = [[{"key": "", "owner": "", **it} for at in some for it in at.get("rolls", [])] for some in tellings]
        for it in (it for some in rolls for it in some):
            it["of"] = [o for o, its in self.marks.items() if sha(spelled(["owner", o, its, it["key"]])) == it["owner"]]
            fit = [type(it["purpose"]) is dict, it["owner"] > ""] == [self.new, self.new and it["key"] > ""]
            demand(fit and (it["of"] or not it["owner"] or None in self.marks.values()), "a throw has no owner")
        old, its = public.get("kept") if self.new else None, [key, *(it.get("key") for it in parts.values())]
        demand(old is None or [kind, self.ruled, old, *filter(None, its)] == ["order", True, self.back], "no ruling")
        filed_rolls = {spelled(it): 1 for some in tellings for at in some for it in at.get("rolls", []) if it["faces"]}
        for roll in filed_rolls if old else ():  # an order filed again keeps dice that were rolled before
            demand(any(some.pop(roll, 0) for some in self.loose), "nothing that was taken back threw what it keeps")
        is_draw = any(it.get("order") and isinstance(it["order"], list) for some in tellings for it in some)
        self.check_undone(kind, side, public, is_draw or bool(filed_rolls))
        if kind == "retract":
            self.back, self.loose = self.seq, [self.thrown[n] for n in range(public["to"] + 1, self.seq)]
        self.thrown[self.seq], self.ruled = filed_rolls, self.back == self.seq - 1 if kind == "ruling" else bool(old)
        if self.header["dice"] == "sealed" and not old:
            inputs = [side, sealed or sha(spelled(public.get("order"))), sha(spelled(["phrases", self.phrases]))]
            groups = [[it for it in some if it["faces"] or it["key"]] for some in rolls]  # otherwise none was rolled
            self.take_rolls(key, groups, parts, inputs[: 2 + self.new])
        elif not old:  # these dice rest on the word of their witnesses
            demand("source" in public or not any(rolls), "a throw has no source")
        return self
    def check_names(self, kind: str, side: Any, public: Any, readers: Any) -> None:
        """Check the side that filed an entry, and the sides and entries that it names."""
        both = [*self.header["sides"], "referee"]
        who = {"side": both[:-1], "referee": both[-1:], "both": both, "none": [None], "any": [*both, None]}
        demand({*readers} <= self.readers and side in who[KINDS[kind][0]], "it is another's")
        self.kinds[kind] = 1
        for path, what in REFERS.get(kind, {}).items():
            values = both if what == "side" else range(self.seq)
            demand(all(it in values for it in find(public, path.split("."))), f"its {path} is no {what}")
        closed = self.hidden and kind in (*DICED, "ruling", "retract", "reveal")
        demand(not closed, "it was filed after the secrets were revealed")
        silent = kind == "retract" and side == "referee" and not public["reason"].strip()
        demand(not silent, "the referee took back orders without a reason")
    def check_undone(self, kind: str, side: Any, public: Any, dice: bool) -> None:
        """Check takebacks, amendments and rulings by a policy, by earlier entries and by consent."""
        sides, policy, consent = self.header["sides"], self.header.get("policy"), public.get("consent")
        if kind == "note" and "ask" in public:  # the last answer of a side counts
            self.asked.get(public["ask"], (0, 0, {}))[2][side] = self.seq * public["agrees"]
        elif kind == "note" and "to" in public:
            self.asked[self.seq] = (side, [public["to"], self.moves], {})
        elif kind == "retract":
            undone = [it for it in self.live if it[0] > public["to"]]  # each with side, kind, and "it has dice"
            own = undone and all(it[1] == side and not it[3] for it in undone)
            demand(side == "referee" or own, "a side takes back more than its own last orders without dice")
            requests = [(by, answers) for by, at, answers in self.asked.values() if at == [public["to"], self.moves]]
            due = [{o: answers.get(o, 0) for o in sides if o != by} for by, answers in requests]
            statement = [public.get("agreements"), consent, side]
            fit = any(all(it.values()) and statement == [it, sorted(it), "referee"] for it in due)
            demand(fit or "agreements" not in public, "the other sides did not agree to this takeback")
            self.live, self.undone = self.live[: len(self.live) - len(undone)], undone * (side == "referee")
        elif kind == "ruling":
            alone = public.get("amendment") and not {*(consent or ())} >= {*sides}
            demand(policy or not (alone or "policy" in public), "it lacks the necessary consent, or a policy")
            cases, entries = public.get("decisions", []), sorted(public.get("void", []) + public.get("again", []))
            void = [it for it in cases if it["outcome"] != "stands"]
            undone = self.undone if void and self.back == self.seq - 1 else []
            first, numbers = [*void, *cases, {}][0], [it[0] for it in undone]
            own = [first.get(it) for it in ("entry", "paragraph", "outcome")]
            same = [public.get(it) for it in ("disputed", "paragraph", "outcome")] == own and entries == numbers
            orders = {it[0] for it in [*self.live, *undone] if it[2] == "order"}
            legal = {it["entry"] for it in void} <= {*numbers} and {it["entry"] for it in cases} <= orders
            demand((cases and same and legal) or "decisions" not in public, "its decisions do not fit its lists")
        self.live += [(self.seq, side, kind, dice)] * (kind in ("order", "ruling"))
        self.moves += kind in ("order", "ruling", "retract")
    def check_phrases(self, kind: str, side: Any, public: Any, parts: Any, key: Any) -> None:
        """Take a phrase. Commitments to phrases all come first, and the deal directly after the phrases."""
        if kind == "commitment":
            demand(self.bound is not None and side not in self.bound and not self.phrases, "a commitment is not due")
            self.bound = {**(self.bound or {}), side: public["digest"]}
        elif kind == "phrase" and self.bound is not None:
            whole = {*self.bound} == {*self.header["sides"]}
            demand(whole and self.bound[side] == sha(public["phrase"]), "a phrase is not the one of its commitment")
        elif kind == "ruling" and not self.dealt:
            self.dealt = not self.owed
            full = public.get("events") or key or any({*it} & {"events", "key"} for it in parts.values())
            demand(bool(full) == self.dealt == (public["reason"] == "deal"), "the deal is not right after the phrases")
        self.phrases |= {side: public["phrase"]} if kind == "phrase" else {}
    def check_awaited(self, kind: str, side: Any, at: str, key: Any, public: Any, order: str) -> None:
        """Check dice that wait for a round of the beacon; its signature, not checked here, goes into their key."""
        lead, due, now = self.header.get("beacon"), self.due, datetime.fromisoformat(at).timestamp() - GENESIS
        if kind == "awaited":  # drand quicknet has a round each three seconds
            demand(lead and not due and public["round"] == max(1, -int(-now // 3) + 1) + lead, "a round is not due")
            self.due = [self.seq, public["round"], side, public["digest"], public["key"], self.seal]
        elif kind == "order":
            it = [public.get(name) for name in ("wait", "round", "signature")]
            fit = due and [*it[:2], side, order, (key or {}).get("n")] == due[:5] and it[2] and now >= 3 * (it[1] - 1)
            demand(fit if due or (lead and key) else it == [None] * 3, "its dice were not awaited, or others were")
            self.mixed = mac(key["k"], ["referee beacon", it[1], sha(it[2]), due[5]]).hex() if due else ""
            self.due = []
        elif kind in ("retract", "ruling", "reveal"):
            fit = kind == "retract" and side == "referee" and due and public["to"] < due[0]
            demand(fit or not due, "awaited dice were dropped")
            demand(not (lead and key and self.seq > 1), "a ruling rolled dice that were not awaited")
            self.due, self.mixed = [], ""
    def place(self, told: dict[str, Any], seen: int) -> list[Any]:
        """Return events in order, by their places among the public ones: 3+0, 3+1 … came before 3."""
        runs = [next(j for j in range(MOST) if f"{i}+{j}" not in told) for i in range(seen + 1)]
        places = [at for i, n in enumerate(runs) for at in (*(f"{i}+{j}" for j in range(n)), str(i))][:-1]
        demand({*told} <= {*places}, "an event has no place among the others")
        return [told[place] for place in places if told.get(place)]
    def advance(self, who: str, begun: str, key: Any) -> None:
        """Extend a chain with a key, whose digest is the key before; or begin a new chain if it is due."""
        (anchor, last, n), keys = self.chains[who], self.header["keys"]
        if begun:
            demand(n > max(0, keys - RESERVE), "a new chain of keys was begun too early")
            self.claims.append((self.seq, "chain", begun, self.first, (["chain", anchor], keys)))
            anchor, last, n = begun, begun, 0
        due = self.authors and n <= keys - RESERVE and key and [key["n"], sha(key["k"])] == [n + 1, last]
        demand(due or not key, "a key does not lead to the key before it, or was not due")
        self.chains = {**self.chains, who: (anchor, key["k"], key["n"]) if key else (anchor, last, n)}
    def take_rolls(self, key: Any, told: list[Any], parts: Any, inputs: list[Any]) -> None:
        """Check rolls: public ones use the key of the entry, others have a key of their own each."""
        once = {spelled(roll): roll for some in told for roll in some}  # several parts contain the same roll
        keys = [roll["key"] for roll in once.values() if roll["key"]]  # rolls that not everyone saw
        whose, index, rests, gaps = dict[str, Any](), 0, 0, self.old and not self.whole
        demand((len(keys) < len(once)) == bool(key) or (gaps and key), "a key or its dice are missing")
        for who, its in ((who, parts[who]["key"]) for who in self.chains if "key" in parts.get(who, {})):
            self.advance(who, parts[who].get("anchor", ""), its)
            whose |= {mac(its["k"], ["throw", self.match, i]).hex(): (who, i) for i in range(len(keys) + 16)}
            numbers = sorted(whose[one][1] for one in keys if one in whose and whose[one][0] == who)
            demand(numbers == [*range(len(numbers) or 1)], f"a secret throw of {who} was passed over")
        for roll in sorted(once.values(), key=lambda roll: int(roll["draw"])):  # in the order of the rolls
            own, due = roll["key"], max(index, roll["draw"]) if gaps else index
            owner, rests = whose.get(own, ("",))[0], rests if due == index else 2  # after a gap, on trust
            demand(roll["of"] == ([owner] if self.marks.get(owner) else []), "a throw names another owner")
            spent, n, at = (own, 0, 0) if own else (self.mixed or key["k"], key["n"], due)
            end, faces, sides = at, list[int](), roll["sides"]  # a face is taken from one byte
            while len(faces) < len(roll["faces"]):  # as many dice as the entry states
                byte, end = mac(spent, [self.match, n, *inputs, roll["purpose"], end])[0], end + 1
                faces += [byte % sides + 1] * (byte < 256 - 256 % sides)  # a higher byte would favour some faces
            demand([at, faces] == [roll["draw"], roll["faces"]], f"{roll['purpose']}: {faces} are due at {at}")
            self.dice[int(own not in whose) if own else rests] += len(faces)
            index = index if own else end
        groups = [[whose.get(it["key"], (it["key"], it["draw"])) for it in some] for some in told]  # chain by chain
        demand(all(sorted(it, key=lambda at: at[0]) == sorted({*it}) for it in groups), "dice stand behind later ones")
        demand(self.old or {*map(spelled, told[0])} == {t for t, it in once.items() if not it["key"]}, "who saw dice?")
        demand(len({*keys}) == len(keys) and not (self.whole and {*keys} - {*whose}), "a secret throw has no owner")
    def shuffled(self, purpose: str, items: list[int]) -> list[int]:
        """Return numbers in the order given by the hidden secret (Fisher and Yates, from the end)."""
        order = sorted(items)  # secret, purpose and numbers determine the order
        stem = [self.match, *([sha(spelled(["phrases", self.phrases]))] if self.bound is not None else []), purpose]
        words = (int.from_bytes(mac(self.hidden, [*stem, n])[:4]) for n in range(MOST))
        for remaining in range(len(order), 1, -1):  # each place gets one of the remaining numbers, with equal chances
            other = next(word for word in words if word < 2**32 - 2**32 % remaining) % remaining
            order[remaining - 1], order[other] = order[other], order[remaining - 1]
        return order

def verified(path: str, head: str = "", journal: Any = None) -> tuple[Any, list[tuple[int, str]], bytes]:
    """Return the journal at a path as far as it is valid, the faults by entry, and the unfinished end."""
    with open(path, "rb") as file:
        *lines, torn = b"".join(file.read().partition(b"\n\0")[:2]).split(b"\n")  # an unfinished line was never filed
        lines, torn = (lines[:-1], lines[-1]) if len(lines) > 1 and b"\0" in lines[-1] and not torn else (lines, torn)
    seq, heads = 0, [b"%d:%b" % (seq, line[9:73]) for seq, line in enumerate(lines)]
    try:
        for seq, line in enumerate(lines or [b""]):
            journal = journal.take(*opened(line)) if journal else Journal(*opened(line))
        demand(not head or head.encode() in heads, "history was rewritten, or cut off before that seal")
        demand(not journal.hidden or all(journal.shown.values()), "private parts are left out")
        for seq, it, due, of, by in journal.claims if journal.hidden else ():
            demand(of(*by) == due, f"the hidden secret gives another {it}")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        return journal, [(seq, f"entry {seq} cannot be believed: {fault}")], torn  # nor later lines
    return journal, [], torn
if __name__ == "__main__":
    it, wrong, torn = verified(*sys.argv[1:3])
    ok = "every seal holds; dice: {} from the header, {} from keys of their own, {} on trust; head {}:{}"
    rest = [f"{kind}: {TRUST[kind]}" for kind in (it.kinds if it else ()) if kind in TRUST]
    told = [f"{sys.argv[1]}:{n + 1}: {why}" for n, why in wrong] or [ok.format(*it.dice, it.seq, it.seal)]
    told += ["not judged by this program:", *rest] * (not wrong)
    print(*told, *["the last line was never finished: it does not count"] * bool(torn), sep="\n")
    sys.exit(65 if wrong else 0)
