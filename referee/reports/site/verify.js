"use strict";
/* Verifies a copy of a journal in the browser: its seals, the order of its entries, keys and dice. It has the parts of
   the stand-alone verifier (`referee/evidence/standalone`), which explain each check, and decides as it does. It asks
   nothing of a network. `Verifier.verify(text)` returns { fault, entry, dice, head, torn }. */
const Verifier = (() => {

/* ---- Digests: SHA-256 (FIPS 180-4) and HMAC (RFC 2104). Web Crypto is missing on pages that are read from a disk. */

const BLOCK = 64;

/** The first 32 bits of the fractional parts of roots of the first 64 primes. */
const ROUND_CONSTANTS = [], INITIAL_STATE = [];
for (let number = 2; ROUND_CONSTANTS.length < 64; number++) {
  const isPrime = ![...Array(number).keys()].slice(2).some(divisor => number % divisor === 0);
  if (!isPrime) continue;
  if (INITIAL_STATE.length < 8) INITIAL_STATE.push(Math.sqrt(number) * 2 ** 32 | 0);
  ROUND_CONSTANTS.push(Math.cbrt(number) * 2 ** 32 | 0);
}

function rotate(word, bits) {
  return word >>> bits | word << 32 - bits;
}

/** Return bytes with their padding: a bit, zeros, and the length in bits. */
function pad(bytes) {
  const whole = new Uint8Array((bytes.length + 9 + BLOCK - 1 >> 6) << 6);
  const view = new DataView(whole.buffer);
  whole.set(bytes);
  whole[bytes.length] = 128;
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(whole.length - 4, bytes.length << 3);
  return view;
}

/** Return the 64 words of the schedule of a block. */
function schedule(view, start) {
  const words = new Int32Array(64);
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(start + 4 * i);
  for (let i = 16; i < 64; i++) {
    const early = words[i - 15], late = words[i - 2];
    const first = rotate(early, 7) ^ rotate(early, 18) ^ early >>> 3;
    const second = rotate(late, 17) ^ rotate(late, 19) ^ late >>> 10;
    words[i] = words[i - 16] + first + words[i - 7] + second;
  }
  return words;
}

/** Return the SHA-256 of some bytes. */
function digest(bytes) {
  const view = pad(bytes), state = Int32Array.from(INITIAL_STATE);
  for (let start = 0; start < view.byteLength; start += BLOCK) {
    const words = schedule(view, start);
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25), choice = e & f ^ ~e & g;
      const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22), majority = a & b ^ a & c ^ b & c;
      const first = h + sum1 + choice + ROUND_CONSTANTS[i] + words[i] | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, d + first | 0, c, b, a, first + sum0 + majority | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
  }
  const result = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => result.setInt32(4 * i, word));
  return new Uint8Array(result.buffer);
}

function encode(text) {
  return new TextEncoder().encode(text);
}

function hex(bytes) {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");
}

/** Return SHA-256 as 64 hexadecimal digits. */
function sha(text) {
  return hex(digest(encode(text)));
}

function join(first, second) {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Return HMAC-SHA256 of the canonical JSON of a message. */
function mac(key, message) {
  const inner = new Uint8Array(BLOCK).fill(0x36), outer = new Uint8Array(BLOCK).fill(0x5c), bytes = encode(key);
  (bytes.length > BLOCK ? digest(bytes) : bytes).forEach((byte, i) => { inner[i] ^= byte; outer[i] ^= byte; });
  return digest(join(outer, digest(join(inner, encode(spell(message))))));
}

/* ---- Lines: canonical JSON (RFC 8785), and the shapes of values, which `Verifier.use` gives. */

const MOST_LEVELS = 64;
let shapes = null;

function demand(condition, fault) {
  if (!condition) throw new Error(fault);
}

function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Return a value of a record, but nothing that JavaScript adds to each object. */
function get(record, name) {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Return the canonical JSON of a value. */
function spell(value) {
  if (value === undefined) return "null";
  if (Array.isArray(value)) return `[${value.map(spell).join(",")}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const parts = Object.keys(value).sort().map(name => `${JSON.stringify(name)}:${spell(value[name])}`);
  return `{${parts.join(",")}}`;
}

function isSame(first, second) {
  return spell(first) === spell(second);
}

/** Return true if a text is empty or has only characters that are space in Python. */
function isBlank(text) {
  return /^(?:(?!\ufeff)[\s\x1c-\x1f\x85])*$/.test(text);
}

function isInCalendar(text) {
  const day = text.slice(0, 10), date = new Date(`${day}T00:00:00Z`);
  return !day.startsWith("0000") && !isNaN(date) && date.toISOString().slice(0, 10) === day;
}

/** Return true if a value has a shape: a list of its kind and its details. */
function fits(value, [kind, ...details]) {
  switch (kind) {
    case "any": return true;
    case "missing": return value === undefined;
    case "null": return value === null;
    case "str": return typeof value === "string";
    case "int": return Number.isInteger(value);
    case "bool": return typeof value === "boolean";
    case "const": return value === details[0];
    case "range": return Number.isInteger(value) && value >= details[0] && value < details[1];
    case "re": return typeof value === "string" && fitsPattern(value, ...details);
    case "one": return details[0].some(one => fits(value, one));
    case "list": return Array.isArray(value) && fitsList(value, ...details);
    case "map": return isRecord(value) && fitsRecord(value, details[0]);
    default: throw new Error(`${kind} is not a shape`);
  }
}

function fitsPattern(text, pattern, isTime) {
  return new RegExp(`^(?:${pattern})$`).test(text) && (!isTime || isInCalendar(text));
}

function fitsList(list, item, length) {
  const hasLength = !length || list.length >= length[0] && list.length < length[1];
  return hasLength && list.every(one => fits(one, item));
}

function fitsRecord(record, parts) {
  const others = get(parts, "") ?? ["missing"];
  const names = new Set([...Object.keys(record), ...Object.keys(parts).filter(name => name)]);
  return [...names].every(name => fits(get(record, name), get(parts, name) ?? others));
}

/** Return true if a value has at most so many levels of arrays and objects. */
function hasLevels(value, most) {
  const isPlain = typeof value !== "object" || value === null;
  return isPlain || most > 0 && Object.values(value).every(one => hasLevels(one, most - 1));
}

/** Return the seal, body and private parts of a line. Each has a valid shape and is unchanged. */
function readLine(line) {
  const whole = JSON.parse(line, (name, value) => {
    demand(/^[\x00-\x7f]*$/.test(name), "a name is not plain");
    demand(typeof value !== "number" || Number.isSafeInteger(value), "a number is not whole");
    demand(typeof value !== "string" || !/\p{Surrogate}/u.test(value), "it is not Unicode");
    return value;
  });
  demand(hasLevels(whole, MOST_LEVELS), "it is nested too deeply");
  demand(fits(whole, shapes.LINE), "a part of it has another shape");
  const { seal, body } = whole, parts = whole.private ?? {};
  if (get(body, "kind") !== undefined) {
    const [, open, inside] = shapes.KINDS[body.kind];
    const mayBePrivate = inside !== null || !Object.keys(body.commit).length;
    const hasShapes = Object.values(parts).every(part => inside !== null && fits(part, inside));
    demand(fits(body.public, open) && mayBePrivate && hasShapes, "an entry of its kind has other parts");
  }
  const rest = Object.keys(parts).length ? `,"private":${spell(parts)}` : "";
  const text = `{"seal":"${sha(spell(body))}","body":${spell(body)}${rest}}`;
  demand(text === line, "it was changed after it was sealed");
  const isCommitted = Object.keys(parts).every(who => sha(spell(parts[who])) === get(body.commit, who));
  demand(isCommitted, "a private part was changed");
  return [seal, body, parts];
}

/* ---- Phrases of the players, which go into the dice. */

const POLICIES = ["none", "allowed", "required", "committed"], LONGEST = 200;

class Phrases {
  constructor(header, areKnown) {
    const policy = areKnown ? header.phrases ?? "allowed" : "none", strictness = POLICIES.indexOf(policy);
    this.bySide = Object.create(null);
    this.sides = header.sides;
    this.pending = new Set(strictness ? header.sides : []);
    this.areRequired = strictness > 1;
    this.commitments = policy === "committed" ? new Map() : null;
    this.isDealt = policy !== "committed";
  }

  get digest() {
    return sha(spell(["phrases", this.bySide]));
  }

  /** Return the digest that goes into a deck. */
  listDigests() {
    return this.commitments === null ? [] : [this.digest];
  }

  /** Return true if an entry may follow: a phrase that is due, or anything else that waits for none. */
  mayFollow(kind, side, open, isPublic, awaitsDice) {
    if (kind !== "phrase") return !(["order", "awaited"].includes(kind) && this.areRequired && this.pending.size);
    const length = [...open.phrase].length;
    return this.pending.has(side) && isPublic && length > 0 && length <= LONGEST && !awaitsDice;
  }

  /** Take a commitment or a phrase. The first order ends the time for phrases. */
  take(kind, side, open) {
    if (kind === "order") {
      this.pending.clear();
    } else if (kind === "commitment") {
      const isDue = this.commitments !== null && !this.commitments.has(side) && !Object.keys(this.bySide).length;
      demand(isDue, "a commitment is not due");
      this.commitments.set(side, open.digest);
    } else if (kind === "phrase") {
      this.pending.delete(side);
      const isCommitted = this.commitments === null
        || this.commitments.size === this.sides.length && this.commitments.get(side) === sha(open.phrase);
      demand(isCommitted, "a phrase is not the one of its commitment");
      this.bySide[side] = open.phrase;
    }
  }

  /** Check a ruling: the first one directly after committed phrases deals the cards. */
  checkDeal(open, parts, key) {
    if (this.isDealt) return;
    this.isDealt = !this.pending.size;
    const happens = Boolean(open.events?.length || key || Object.values(parts).some(part => "events" in part || "key" in part));
    const isDeal = happens === this.isDealt && (open.reason === "deal") === this.isDealt;
    demand(isDeal, "the deal is not right after the phrases");
  }
}

/* ---- Values that follow from the hidden secret. */

class Claims {
  constructor(match, secretDigest) {
    this.match = match;
    this.secretDigest = secretDigest;
    this.hidden = "";
    this.items = [];
  }

  addSalt(seq, value, previous, reader) {
    const derive = () => hex(mac(this.hidden, ["salt", previous, reader])).slice(0, 32);
    this.items.push({ seq, what: "salt", value, derive });
  }

  addOrderSalt(seq, value, facts) {
    this.items.push({ seq, what: "salt", value, derive: () => this.deriveKey(facts, 0) });
  }

  addChain(seq, value, message, keys) {
    this.items.push({ seq, what: "chain", value, derive: () => this.deriveKey(message, keys) });
  }

  addDeck(seq, order, phrases, purpose) {
    const derive = () => spell(this.shuffle(phrases, purpose, order));
    this.items.push({ seq, what: "deck", value: spell(order), derive });
  }

  reveal(hidden) {
    demand(sha(hidden) === this.secretDigest, "the secret is another");
    this.hidden = hidden;
  }

  /** Return the key of a message, hashed so many times. */
  deriveKey(message, keys) {
    let key = hex(mac(this.hidden, message));
    for (let i = 0; i < keys; i++) key = sha(key);
    return key;
  }

  /** Return numbers in a secret order (Fisher and Yates, from the end). */
  shuffle(phrases, purpose, numbers) {
    const order = [...numbers].sort((a, b) => a - b);
    let drawn = 0;
    const drawWord = () => {
      const message = [this.match, ...phrases.listDigests(), purpose, drawn++];
      return new DataView(mac(this.hidden, message).buffer).getUint32(0);
    };
    for (let remaining = order.length; remaining > 1; remaining--) {
      let word = drawWord();
      while (word >= 2 ** 32 - 2 ** 32 % remaining) word = drawWord();
      const other = word % remaining;
      [order[remaining - 1], order[other]] = [order[other], order[remaining - 1]];
    }
    return order;
  }
}

/* ---- Dice that wait for a round of the drand beacon (quicknet). */

const GENESIS = 1692803367, PERIOD = 3;

/** Return a time in seconds since the first round. Only six digits of a fraction count. */
function secondsSinceGenesis(at) {
  return Date.parse(`${at.slice(0, 19)}Z`) / 1000 + Number(`0${at.match(/[.]\d{1,6}/)?.[0] ?? ""}`) - GENESIS;
}

class Beacon {
  constructor(lead) {
    this.lead = lead;
    this.waiting = null;
  }

  /** Take an order that waits for a round. */
  wait(seq, seal, side, open, at) {
    const firstAfter = Math.max(1, Math.ceil(secondsSinceGenesis(at) / PERIOD) + 1);
    demand(this.lead && !this.waiting && open.round === firstAfter + this.lead, "a round is not due");
    this.waiting = { seq, seal, due: [seq, open.round, side, open.digest, open.key] };
  }

  /** Return the key of an order's dice by its round, or "" without one. Its signature is not checked here. */
  mix(side, open, at, orderDigest, key) {
    const waiting = this.waiting, { wait, round, signature } = open;
    this.waiting = null;
    if (waiting === null) {
      const isPlain = !(this.lead && key) && !["wait", "round", "signature"].some(name => name in open);
      demand(isPlain, "its dice were not awaited, or others were");
      return "";
    }
    const isDue = isSame([wait, round, side, orderDigest, key?.n], waiting.due) && signature
      && secondsSinceGenesis(at) >= PERIOD * (round - 1);
    demand(isDue, "its dice were not awaited, or others were");
    return hex(mac(key.k, ["referee beacon", round, sha(signature), waiting.seal]));
  }

  /** Take a ruling, or a takeback by the referee `to` an entry before the awaited order. */
  drop(seq, key, to) {
    const isDropped = this.waiting !== null && to !== null && to < this.waiting.seq;
    demand(this.waiting === null || isDropped, "awaited dice were dropped");
    demand(!(this.lead && key && seq > 1), "a ruling rolled dice that were not awaited");
    this.waiting = null;
  }
}

/* ---- Dice of an entry: chains of keys, and the faces that follow from them. */

const PUBLIC = "", RESERVE = 64, MOST_HIDDEN = 16;

class Chains {
  constructor(header, claims) {
    const owners = header.anchors ?? {};
    this.keys = header.keys;
    this.claims = claims;
    this.of = new Map(Object.entries({ [PUBLIC]: header.anchor, ...owners })
      .map(([owner, anchor]) => [owner, { anchor, last: anchor, number: 0 }]));
    for (const owner of Object.keys(owners)) claims.addChain(0, owners[owner], ["dice", owner], this.keys);
  }

  /** Begin a new chain, which is due when few keys remain. */
  renew(seq, owner, anchor) {
    const chain = this.of.get(owner);
    demand(chain.number > Math.max(0, this.keys - RESERVE), "a new chain of keys was begun too early");
    this.claims.addChain(seq, anchor, ["chain", chain.anchor], this.keys);
    this.of.set(owner, { anchor, last: anchor, number: 0 });
  }

  /** Take the next key of a chain, in an entry that may roll dice. */
  publish(owner, key, isDue) {
    const chain = this.of.get(owner);
    const follows = key.n === chain.number + 1 && sha(key.k) === chain.last;
    const isLeft = chain.number <= this.keys - RESERVE;
    demand(isDue && isLeft && follows, "a key does not lead to the key before it, or was not due");
    this.of.set(owner, { ...chain, last: key.k, number: key.n });
  }
}

function compare(first, second) {
  return first < second ? -1 : first > second ? 1 : 0;
}

/** Checks the rolls of one entry: { match, key, beaconKey, parts, inputs, isWhole, mayHaveGaps }. */
class RollChecker {
  constructor(entry, rolls, marks) {
    this.entry = entry;
    this.marks = marks;
    this.rolls = new Map(rolls.map(roll => [spell(roll), roll]));
    this.keys = [...this.rolls.values()].map(roll => roll.key).filter(key => key);
    this.known = new Map();
  }

  /** Take the key of the entry and those of the owners, from which the keys of secret rolls follow. */
  takeKeys(chains, seq, isDue) {
    const { match, key, parts, mayHaveGaps } = this.entry;
    const hasPublic = this.keys.length < this.rolls.size;
    demand(hasPublic === Boolean(key) || mayHaveGaps && key, "a key or its dice are missing");
    for (const owner of chains.of.keys()) {
      const part = get(parts, owner) ?? {};
      if (part.key === undefined) continue;
      if (part.anchor) chains.renew(seq, owner, part.anchor);
      chains.publish(owner, part.key, isDue);
      for (let number = 0; number < this.keys.length + MOST_HIDDEN; number++) {
        this.known.set(hex(mac(part.key.k, ["throw", match, number])), [owner, number]);
      }
      const numbers = this.keys.map(one => this.known.get(one)).filter(found => found?.[0] === owner)
        .map(([, number]) => number).sort((a, b) => a - b);
      const isComplete = isSame(numbers, [...Array(numbers.length || 1).keys()]);
      demand(isComplete, `a secret throw of ${owner} was passed over`);
    }
  }

  /** Check the rolls that are told in the public part, which comes first, and in each private part. */
  check(told, dice, hasOwnKeys) {
    this.checkFaces(dice);
    for (const some of told) {
      const places = some.map(roll => this.known.get(roll.key) ?? [roll.key, roll.draw]);
      const byOwner = [...places].sort((a, b) => compare(a[0], b[0]));
      const inOrder = [...new Map(places.map(place => [spell(place), place])).values()]
        .sort((a, b) => compare(a[0], b[0]) || a[1] - b[1]);
      demand(isSame(byOwner, inOrder), "dice stand behind later ones");
    }
    if (hasOwnKeys) {
      const open = [...this.rolls].filter(([, roll]) => !roll.key).map(([text]) => text);
      const isTold = isSame([...new Set(told[0].map(spell))].sort(), open.sort());
      demand(isTold, "who saw dice?");
    }
    const isOwned = !this.entry.isWhole || this.keys.every(key => this.known.has(key));
    demand(isOwned && new Set(this.keys).size === this.keys.length, "a secret throw has no owner");
  }

  /** Compare the faces of each roll with those of its key, in the order of the rolls. */
  checkFaces(dice) {
    const { key, beaconKey, mayHaveGaps } = this.entry;
    let index = 0, isAfterGap = false;
    for (const roll of [...this.rolls.values()].sort((a, b) => a.draw - b.draw)) {
      const owner = this.known.get(roll.key)?.[0] ?? "";
      demand(isSame(roll.owners, this.marks[owner] ? [owner] : []), "a throw names another owner");
      const start = roll.key ? 0 : mayHaveGaps ? Math.max(index, roll.draw) : index;
      if (!roll.key) isAfterGap ||= start !== index;
      const [faces, end] = roll.key
        ? this.throwDice(roll.key, 0, 0, roll)
        : this.throwDice(beaconKey || key.k, key.n, start, roll);
      demand(isSame([start, faces], [roll.draw, roll.faces]), `${spell(roll.purpose)}: ${faces} are due at ${start}`);
      const basis = roll.key ? (this.known.has(roll.key) ? "header" : "ownKeys") : (isAfterGap ? "trust" : "header");
      dice[basis] += faces.length;
      if (!roll.key) index = end;
    }
  }

  /** Return as many faces as a roll has, and the index after them. */
  throwDice(key, number, index, roll) {
    const faces = [];
    while (faces.length < roll.faces.length) {
      const [byte] = mac(key, [this.entry.match, number, ...this.entry.inputs, roll.purpose, index++]);
      // A higher byte would favour some faces.
      if (byte < 256 - 256 % roll.sides) faces.push(byte % roll.sides + 1);
    }
    return [faces, index];
  }
}

/* ---- Takebacks and rulings by the entries before them. */

const REFEREE = "referee";

class Takebacks {
  constructor(header, knowsKeptDice) {
    this.sides = header.sides;
    this.hasPolicy = Boolean(header.policy);
    this.knowsKeptDice = knowsKeptDice;
    this.standing = [];
    this.undone = [];
    this.requests = new Map();
    this.moves = 0;
    this.last = 0;
    this.rolls = new Map();
    this.loose = [];
    this.mayKeep = false;
  }

  /** Return true for an order that is filed again after a ruling, and keeps dice that were undone. */
  checkKept(seq, kind, open, rolls, hasKey) {
    const takeback = this.knowsKeptDice ? open.kept : undefined, isKept = takeback !== undefined;
    const isDue = kind === "order" && this.mayKeep && takeback === this.last && !hasKey;
    demand(isDue || !isKept, "no ruling lets it keep its dice");
    for (const roll of isKept ? rolls : []) {
      demand(this.loose.some(some => some.delete(roll)), "nothing that was taken back threw what it keeps");
    }
    this.rolls.set(seq, rolls);
    return isKept;
  }

  /** Check an entry by the moves before it, and take it. */
  take(seq, kind, side, open, hasDice, isKept) {
    if (kind === "note" && "ask" in open) {
      const request = this.requests.get(open.ask);
      if (request) request.answers[side] = open.agrees ? seq : 0;
    } else if (kind === "note" && "to" in open) {
      this.requests.set(seq, { side, to: open.to, moves: this.moves, answers: Object.create(null) });
    } else if (kind === "retract") {
      this.takeBack(seq, side, open);
    } else if (kind === "ruling") {
      this.checkConsent(open);
      this.checkDecisions(seq, open);
    }
    if (["order", "ruling"].includes(kind)) this.standing.push({ seq, kind, side, hasDice });
    if (["order", "ruling", "retract"].includes(kind)) this.moves++;
    this.mayKeep = kind === "ruling" ? this.last === seq - 1 : isKept;
  }

  /** Undo the moves after an entry. A side may only undo its own last moves without dice. */
  takeBack(seq, side, open) {
    const undone = this.standing.filter(move => move.seq > open.to);
    const isOwn = undone.length > 0 && undone.every(move => move.side === side && !move.hasDice);
    demand(side === REFEREE || isOwn, "a side takes back more than its own last orders without dice");
    const isAgreed = !("agreements" in open) || side === REFEREE && this.isAgreed(open);
    demand(isAgreed, "the other sides did not agree to this takeback");
    this.standing.length -= undone.length;
    this.undone = side === REFEREE ? undone : [];
    this.last = seq;
    this.loose = [...this.rolls].filter(([number]) => number > open.to && number < seq).map(([, rolls]) => rolls);
  }

  /** Return true if all other sides agreed to a request, and the takeback names their agreements. */
  isAgreed(open) {
    return [...this.requests.values()].some(request => {
      const others = this.sides.filter(side => side !== request.side);
      const agreements = Object.fromEntries(others.map(side => [side, request.answers[side] ?? 0]));
      return request.to === open.to && request.moves === this.moves && Object.values(agreements).every(seq => seq)
        && isSame(open.agreements, agreements) && isSame(open.consent, Object.keys(agreements).sort());
    });
  }

  /** Check that both sides agreed to an amendment, or that the match has a policy for rulings. */
  checkConsent(open) {
    const lacksConsent = open.amendment && !this.sides.every(side => open.consent?.includes(side));
    const isFree = !lacksConsent && !("policy" in open);
    demand(this.hasPolicy || isFree, "it lacks the necessary consent, or a policy");
  }

  /** Check the decisions of a ruling against its lists, and against the takeback directly before it. */
  checkDecisions(seq, open) {
    if (!("decisions" in open)) return;
    const changing = open.decisions.filter(one => one.outcome !== "stands");
    const undone = changing.length && this.last === seq - 1 ? this.undone : [];
    const numbers = undone.map(move => move.seq);
    const orders = new Set([...this.standing, ...undone].filter(move => move.kind === "order").map(move => move.seq));
    const first = [...changing, ...open.decisions][0] ?? {};
    const isFirst = isSame([open.disputed, open.paragraph, open.outcome], [first.entry, first.paragraph, first.outcome]);
    const lists = [...open.void ?? [], ...open.again ?? []].sort((a, b) => a - b);
    const fitsLists = open.decisions.length && isFirst && isSame(lists, numbers)
      && changing.every(one => numbers.includes(one.entry)) && open.decisions.every(one => orders.has(one.entry));
    demand(fitsLists, "its decisions do not fit its lists");
  }
}

/* ---- A journal, entry by entry. */

const MOST_READERS = 16;
const LATER_KINDS = ["absence", "awaited", "clock", "commitment", "late", "message", "seat", "witness"];
const LAST_KINDS = ["awaited", "order", "ruling", "retract", "reveal"];

/** Return events by their places among the public ones: 3+0 and 3+1 come before 3. */
function placeEvents(events, count) {
  const places = [];
  for (let at = 0; at <= count; at++) {
    for (let number = 0; `${at}+${number}` in events; number++) places.push(`${at}+${number}`);
    if (at < count) places.push(`${at}`);
  }
  demand(Object.keys(events).every(place => places.includes(place)), "an event has no place among the others");
  return places.map(place => events[place]).filter(event => event && Object.keys(event).length);
}

/** Return the events of the public part, then those of each private part, in their order. */
function listEvents(open, parts) {
  const events = open.events ?? [], byPlace = Object.fromEntries(events.map((event, at) => [at, event]));
  const all = [byPlace, ...Object.values(parts).map(part => part.events ?? {})];
  return all.map(some => placeEvents(some, events.length));
}

/** Return the values at a path through records and lists. At its end, a record gives its names. */
function findValues(value, path) {
  if (Array.isArray(value)) return value.flatMap(one => findValues(one, path));
  if (!isRecord(value)) return [value];
  if (!path.length) return Object.keys(value);
  const inner = get(value, path[0]);
  return inner === undefined ? [] : findValues(inner, path.slice(1));
}

class Journal {
  constructor(seal, header) {
    this.header = header;
    this.seal = seal;
    this.seq = 0;
    this.readers = [...header.sides, REFEREE];
    this.isFirstFormat = header.format === 1;
    this.isLatestFormat = header.format === 3;
    this.checkHeader();
    this.dice = { header: 0, ownKeys: 0, trust: 0 };
    this.claims = new Claims(header.match, header.hidden);
    this.chains = new Chains(header, this.claims);
    this.phrases = new Phrases(header, this.isLatestFormat);
    this.beacon = new Beacon(header.beacon);
    this.takebacks = new Takebacks(header, this.isLatestFormat);
    this.isShown = new Map();
    this.isKept = new Map();
    this.orderFields = new Map();
    this.marks = Object.create(null);
  }

  checkHeader() {
    const { header, readers } = this, owners = Object.keys(header.anchors ?? {});
    const isLatest = (header.vocabulary ?? 1) > 2, players = Object.keys(header.players ?? {});
    demand(isLatest === this.isLatestFormat, "its vocabulary is not that of its format");
    demand(isLatest || !("phrases" in header), "its format has no phrases");
    const areDifferent = header.sides.length && new Set(readers).size === readers.length;
    demand(areDifferent, "its sides are not different players");
    demand(players.every(side => header.sides.includes(side)), "a bot plays for no side");
    demand(players.length <= MOST_READERS, "it has too many bots");
    const due = this.isFirstFormat ? [] : [...readers].sort();
    demand(owners.length <= MOST_READERS && isSame(owners.sort(), due), "not each owner has an anchor");
  }

  /** Check an entry that follows the one before. */
  take(seal, body, parts) {
    demand(body.prev === this.seal && body.seq === this.seq + 1, "it does not follow the line before it");
    const { kind, side, public: open, key } = body, previous = this.seal;
    const readers = Object.keys(body.commit);
    const entry = {
      body, parts, readers,
      mayRoll: ["order", "ruling"].includes(kind),
      isWhole: isSame([...readers].sort(), Object.keys(parts).sort()),
      orderDigest: open.sealed || sha(spell(open.order)),
    };
    this.seal = seal;
    this.seq = body.seq;
    this.checkNames(entry);
    this.checkParts(entry, previous);
    this.checkTurn(entry);
    if (kind === "reveal") this.claims.reveal(open.hidden);
    this.checkSecretOrder(entry);
    if (kind === "anchor") this.chains.renew(this.seq, PUBLIC, open.anchor);
    if (key) this.chains.publish(PUBLIC, key, entry.mayRoll);
    this.phrases.take(kind, side, open);
    if (kind === "ruling") this.phrases.checkDeal(open, parts, key);
    this.checkDice(entry, this.checkAwaited(entry));
  }

  /** Check the side that filed an entry, and the sides and entries that it names. */
  checkNames({ body, readers }) {
    const { kind, side, public: open } = body;
    const allowed = {
      side: this.header.sides, referee: [REFEREE], both: this.readers, none: [null], any: [...this.readers, null],
    };
    const isOwn = allowed[shapes.KINDS[kind][0]].includes(side) && readers.every(one => this.readers.includes(one));
    demand(isOwn, "it is another's");
    for (const [path, what] of Object.entries(shapes.REFERS[kind] ?? {})) {
      const isKnown = what === "side"
        ? value => this.readers.includes(value)
        : value => Number.isInteger(value) && value >= 0 && value < this.seq;
      demand(findValues(open, path.split(".")).every(isKnown), `its ${path} is no ${what}`);
    }
    demand(!(this.claims.hidden && LAST_KINDS.includes(kind)), "it was filed after the secrets were revealed");
    const isSilent = kind === "retract" && side === REFEREE && isBlank(open.reason);
    demand(!isSilent, "the referee took back orders without a reason");
  }

  /** Check that a reader's parts are always or never here, and that orders of a type are alike. */
  checkParts({ body, parts, readers, mayRoll }, previous) {
    if (mayRoll && this.isLatestFormat) {
      for (const reader of Object.keys(parts)) this.claims.addSalt(this.seq, parts[reader].salt, previous, reader);
    }
    const shown = mayRoll ? this.isShown : this.isKept;
    for (const reader of readers) {
      const isHere = Object.hasOwn(parts, reader);
      if (!shown.has(reader)) shown.set(reader, isHere);
      demand(shown.get(reader) === isHere, "it lacks parts");
    }
    for (const { order } of [body.public, ...Object.values(parts)]) {
      if (order === undefined || order === null) continue;
      const fields = spell(Object.keys(order).sort());
      if (!this.orderFields.has(order.type)) this.orderFields.set(order.type, fields);
      const isLike = order.side === body.side && this.orderFields.get(order.type) === fields;
      demand(isLike, "it is another order");
    }
  }

  /** Return true if this copy lacks parts that it must have. The reveal opens orders and rulings to everyone. */
  lacksParts() {
    if (this.claims.hidden) return ![...this.isShown.values()].every(one => one);
    return [...this.isKept].some(([reader, isHere]) => (this.isShown.get(reader) ?? isHere) !== isHere);
  }

  /** Check that an entry may stand here: phrases come first, and older formats know fewer kinds. */
  checkTurn({ body, parts, readers }) {
    const { kind, side, public: open } = body;
    const isKnown = this.isLatestFormat || !LATER_KINDS.includes(kind);
    const mayFollow = this.phrases.mayFollow(kind, side, open, !readers.length, this.beacon.waiting !== null);
    demand(isKnown && mayFollow, "a phrase is not due, or is missing, or this format knows no such entry");
    if (this.isLatestFormat && this.seq === 1) {
      for (const reader of readers) this.marks[reader] = get(parts, reader)?.salt ?? null;
    }
  }

  /** Check that a secret order has the digest that is public. */
  checkSecretOrder({ body, parts, isWhole }) {
    const { side, public: open } = body, chain = this.chains.of.get(PUBLIC), sealed = open.sealed || "";
    const secret = Object.values(parts).filter(part => part.order_salt !== undefined);
    const digests = new Set(secret.map(part => sha(spell([part.order, part.order_salt]))));
    const isAbsent = !(digests.size || isWhole || Object.hasOwn(parts, side));
    const isOne = digests.size ? digests.size === 1 && digests.has(sealed) : !sealed;
    demand((isOne || isAbsent) && !(sealed && open.order), "the dice belong to another secret order");
    const facts = ["order", this.header.match, chain.anchor, chain.number + 1, side];
    for (const part of secret) this.claims.addOrderSalt(this.seq, part.order_salt, facts);
  }

  /** Check dice that wait for the beacon, and return the key that it gives to them, or "". */
  checkAwaited({ body, orderDigest }) {
    const { kind, side, public: open, key, at } = body;
    if (kind === "awaited") this.beacon.wait(this.seq, this.seal, side, open, at);
    if (kind === "order") return this.beacon.mix(side, open, at, orderDigest, key);
    if (kind === "retract") this.beacon.drop(this.seq, key, side === REFEREE ? open.to : null);
    if (["ruling", "reveal"].includes(kind)) this.beacon.drop(this.seq, key, null);
    return "";
  }

  /** Check draws and rolls, and whether the dice of an earlier entry are kept. */
  checkDice(entry, beaconKey) {
    const { body, parts } = entry, { kind, side, public: open, key } = body;
    const byPart = listEvents(open, parts);
    const draws = byPart.flat().filter(event => Array.isArray(event.order) && event.order.length);
    for (const draw of draws) {
      const isRead = fits(draw, shapes.DRAW) && (typeof draw.purpose === "string") !== this.isLatestFormat;
      demand(isRead, "a hidden draw cannot be read");
      this.claims.addDeck(this.seq, draw.order, this.phrases, draw.purpose);
    }
    const records = byPart.map(some => some.flatMap(event => event.rolls ?? []));
    const rolls = records.map(some => some.map(record => this.readRoll(record)));
    const texts = new Set(records.flat().filter(roll => roll.faces.length).map(spell));
    const hasKey = Boolean(key) || Object.values(parts).some(part => "key" in part);
    const isKept = this.takebacks.checkKept(this.seq, kind, open, texts, hasKey);
    this.takebacks.take(this.seq, kind, side, open, draws.length > 0 || texts.size > 0, isKept);
    if (isKept) return;
    if (this.header.dice === "sealed") this.checkRolls(entry, beaconKey, rolls);
    else demand("source" in open || !rolls.flat().length, "a throw has no source");
  }

  /** Return a roll with its owners, and check that it has an owner exactly if it is secret. */
  readRoll(record) {
    const roll = { key: "", owner: "", ...record }, readers = Object.keys(this.marks);
    const owners = readers.filter(one => sha(spell(["owner", one, this.marks[one], roll.key])) === roll.owner);
    const hasForm = isRecord(roll.purpose) === this.isLatestFormat;
    const isMarked = Boolean(roll.owner) === (this.isLatestFormat && Boolean(roll.key));
    const mayBeUnknown = !roll.owner || Object.values(this.marks).includes(null);
    demand(hasForm && isMarked && (owners.length || mayBeUnknown), "a throw has no owner");
    return { ...roll, owners };
  }

  /** Check the faces of all rolls by their keys. */
  checkRolls({ body, parts, isWhole, orderDigest, mayRoll }, beaconKey, rolls) {
    const inputs = [body.side, orderDigest, ...this.isLatestFormat ? [this.phrases.digest] : []];
    const told = rolls.map(some => some.filter(roll => roll.faces.length || roll.key));
    const mayHaveGaps = this.isFirstFormat && !isWhole;
    const entry = { match: this.header.match, key: body.key, beaconKey, parts, inputs, isWhole, mayHaveGaps };
    const checker = new RollChecker(entry, told.flat(), this.marks);
    checker.takeKeys(this.chains, this.seq, mayRoll);
    checker.check(told, this.dice, !this.isFirstFormat);
  }
}

/* ---- Verification of a whole copy. */

/** Return the lines of a journal, and its unfinished last line, which was never filed. */
function splitLines(text) {
  const zeros = text.indexOf("\n\0"), lines = (zeros < 0 ? text : text.slice(0, zeros + 2)).split("\n");
  const torn = lines.pop();
  return lines.length > 1 && lines.at(-1).includes("\0") && !torn ? [lines.slice(0, -1), lines.at(-1)] : [lines, torn];
}

function verify(text) {
  const [lines, rest] = splitLines(text), torn = Boolean(rest);
  let journal = null, entry = 0;
  try {
    for (const line of lines.length ? lines : [""]) {
      const [seal, body, parts] = readLine(line);
      if (journal) journal.take(seal, body, parts);
      else journal = new Journal(seal, body);
      entry++;
    }
    const { claims } = journal;
    entry = journal.seq;
    demand(!journal.lacksParts(), "private parts are left out");
    for (const { seq, what, value, derive } of claims.hidden ? claims.items : []) {
      entry = seq;
      demand(derive() === value, `the hidden secret gives another ${what}`);
    }
  } catch (fault) {
    return { fault: fault.message, entry, torn };
  }
  const { header, ownKeys, trust } = journal.dice;
  return { fault: "", entry: journal.seq, dice: [header, ownKeys, trust], head: `${journal.seq}:${journal.seal}`, torn };
}

return { verify, use: table => { shapes = table; }, sha };
})();
