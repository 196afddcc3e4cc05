"use strict";
/* Verifies a copy of a journal in the browser: seals, order of entries, keys and dice. It follows the stand-alone
   verifier of `referee` step by step and decides the same. It asks nothing of a network. `Verifier.verify(text)`
   returns { fault, entry, dice, head }; the rules of the game are judged by `referee verify` only. */
const Verifier = (() => {
const MOST = 2 ** 53 - 1, RESERVE = 64;
const K = [], H0 = [];
for (let n = 2; K.length < 64; n++) {
  if ([...Array(n).keys()].slice(2).some(d => n % d === 0)) continue;
  if (H0.length < 8) H0.push(Math.sqrt(n) * 2 ** 32 | 0);
  K.push(Math.cbrt(n) * 2 ** 32 | 0);
}
function digest(bytes) {
  const length = bytes.length, whole = new Uint8Array((length + 72 >> 6) << 6), view = new DataView(whole.buffer);
  whole.set(bytes); whole[length] = 128;
  view.setUint32(whole.length - 8, Math.floor(length / 2 ** 29)); view.setUint32(whole.length - 4, length << 3);
  const state = Int32Array.from(H0), w = new Int32Array(64), turn = (x, n) => x >>> n | x << 32 - n;
  for (let block = 0; block < whole.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >>> 3) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ b >>> 10);
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const t = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + K[i] + w[i] | 0;
      const u = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, d + t | 0, c, b, a, t + u | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => { state[i] += value; });
  }
  const out = new Uint8Array(32), words = new DataView(out.buffer);
  state.forEach((value, i) => words.setInt32(4 * i, value));
  return out;
}
const hex = bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");
const encode = text => new TextEncoder().encode(text);
const sha = text => hex(digest(encode(text)));
function mac(key, message) {
  const inner = new Uint8Array(64).fill(54), outer = new Uint8Array(64).fill(92);
  encode(key).forEach((byte, i) => { inner[i] ^= byte; outer[i] ^= byte; });
  const join = (a, b) => { const both = new Uint8Array(a.length + b.length); both.set(a); both.set(b, a.length); return both; };
  return digest(join(outer, digest(join(inner, encode(spelled(message))))));
}
function spelled(it) {  // canonical JSON
  if (Array.isArray(it)) return `[${it.map(spelled).join(",")}]`;
  if (it === undefined) return "null";
  if (it === null || typeof it !== "object") return JSON.stringify(it);
  return `{${Object.keys(it).sort().map(key => `${JSON.stringify(key)}:${spelled(it[key])}`).join(",")}}`;
}
const isMap = it => typeof it === "object" && it !== null && !Array.isArray(it);
const own = (it, name) => Object.hasOwn(it, name) ? it[name] : undefined;
function demand(holds, text) { if (!holds) throw new Error(text); }
function isTime(text) {
  const date = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return text.slice(0, 4) !== "0000" && !isNaN(date) && date.toISOString().slice(0, 10) === text.slice(0, 10);
}
function fits(it, shape) {  // shapes are lists: the kind, then its details
  switch (shape[0]) {
    case "any": return true;
    case "missing": return it === undefined;
    case "null": return it === null;
    case "str": return typeof it === "string";
    case "int": return Number.isInteger(it);
    case "bool": return typeof it === "boolean";
    case "const": return it === shape[1];
    case "range": return Number.isInteger(it) && it >= shape[1] && it < shape[2];
    case "re": return typeof it === "string" && new RegExp(`^(?:${shape[1]})$`).test(it) && (!shape[2] || isTime(it));
    case "one": return shape[1].some(one => fits(it, one));
    case "list": return Array.isArray(it) && it.every(one => fits(one, shape[1]))
      && (!shape[2] || it.length >= shape[2][0] && it.length < shape[2][1]);
    case "map": return isMap(it) && [...new Set([...Object.keys(it), ...Object.keys(shape[1])])]
      .every(name => fits(own(it, name), own(shape[1], name) ?? own(shape[1], "") ?? ["missing"]));
  }
}
function opened(line) {
  demand(line.isWellFormed ? line.isWellFormed() : true, "it is not Unicode");
  const whole = JSON.parse(line, function (key, value) {
    demand(/^[\x00-\x7f]*$/.test(key), "a name is not plain");
    demand(typeof value !== "number" || Number.isSafeInteger(value), "a number is not whole");
    return value;
  });
  demand(fits(whole, S.LINE), "a part of it has another shape");
  const { seal, body } = whole, parts = whole.private ?? {};
  if (own(body, "kind") !== undefined) {
    const [, shape, inside] = S.KINDS[body.kind];
    demand(fits(body.public, shape) && (inside !== null || !Object.keys(body.commit).length), "it has other parts");
    demand(Object.values(parts).every(part => inside !== null && fits(part, inside)), "it has other private parts");
  }
  const rest = Object.keys(parts).length ? `,"private":${spelled(parts)}` : "";
  const due = `{"seal":"${sha(spelled(body))}","body":${spelled(body)}${rest}}`;
  demand(due === line && due.normalize("NFC") === due, "it was changed after it was sealed");
  for (const who of Object.keys(parts))
    demand(sha(spelled(parts[who])) === own(body.commit, who), "a private part was changed");
  return [seal, body, parts];
}
const names = it => Object.keys(it), same = (a, b) => spelled(a) === spelled(b);
function find(it, path) {
  if (Array.isArray(it)) return it.flatMap(part => find(part, path));
  if (isMap(it)) return !path.length ? names(it) : own(it, path[0]) === undefined ? [] : find(it[path[0]], path.slice(1));
  return [it];
}
function begin(seal, header) {
  const sides = header.sides, owners = header.anchors ?? {}, isNew = header.format === 3, isOld = header.format === 1;
  demand(header.beacon === undefined && header.phrases !== "committed",
    "this page checks no dice of the beacon and no committed phrases: use referee verify");
  const phrasing = isNew ? ["none", "allowed", "required"].indexOf(header.phrases ?? "allowed") : 0;
  demand((header.vocabulary ?? 1) > 2 === isNew, "its vocabulary is not that of its format");
  const readers = new Set([...sides, "referee"]);
  demand(sides.length && readers.size === sides.length + 1, "its sides are not different players");
  demand(names(header.players ?? {}).every(who => sides.includes(who)), "a bot plays for no side");
  demand(names(owners).length <= 16 && same(names(owners), isOld ? [] : [...readers].sort()), "not each owner has an anchor");
  const j = { header, match: header.match, seal, seq: 0, hidden: "", dice: [0, 0, 0], isNew, isOld, thrown: new Map(), loose: [],
    back: 0, ruled: false, shown: new Map(), kept: new Map(), phrases: {}, marks: {}, readers, must: phrasing === 2,
    owed: new Set(phrasing ? sides : []), live: [], undone: [], asked: new Map(), moves: 0, claims: [],
    chains: new Map([["", [header.anchor, header.anchor, 0]], ...names(owners).map(o => [o, [owners[o], owners[o], 0]])]) };
  j.first = (it, n) => { let key = hex(mac(j.hidden, it)); for (let i = 0; i < n; i++) key = sha(key); return key; };
  for (const o of names(owners)) j.claims.push([0, "chain", owners[o], () => j.first(["dice", o], header.keys)]);
  return j;
}
function take(j, seal, body, parts) {
  const { kind, side, key, public: pub, commit } = body, readers = names(commit), sides = j.header.sides;
  demand(body.prev === j.seal && body.seq === j.seq + 1, "it does not follow the line before it");
  j.authors = { order: sides, ruling: ["referee"] }[kind] ?? [];
  j.seal = seal; j.seq = body.seq; j.whole = same(readers.sort(), names(parts).sort());
  checkNames(j, kind, side, pub, readers);
  const made = j.authors.length > 0, seq = j.seq;
  if (j.isNew && made) for (const o of names(parts))
    j.claims.push([seq, "salt", parts[o].salt, () => hex(mac(j.hidden, ["salt", body.prev, o])).slice(0, 32)]);
  if (made) for (const o of readers) {
    if (!j.shown.has(o)) j.shown.set(o, o in parts);
    demand(j.shown.get(o) === o in parts, "it lacks parts");
  }
  for (const it of [pub, ...Object.values(parts)].map(part => part.order).filter(order => order != null)) {
    const fields = names(it).sort().join();
    if (it.side === side && !j.kept.has(it.type)) j.kept.set(it.type, fields);
    demand(it.side === side && j.kept.get(it.type) === fields, "it is another order");
  }
  const said = [...(pub.phrase ?? "")].length;
  const fit = kind === "phrase" ? j.owed.has(side) && !readers.length && names(pub).length === 1 && said > 0 && said < 201
    : kind === "order" ? !(j.must && j.owed.size)
    : j.isNew || !["absence", "clock", "late", "message", "seat", "witness"].includes(kind);
  demand(fit, "a phrase is not due, or is missing, or this format knows no such entry");
  if (kind === "reveal") j.hidden = pub.hidden;
  demand(kind !== "reveal" || sha(j.hidden) === j.header.hidden, "the secret is another");
  if (kind === "phrase") { j.phrases[side] = pub.phrase; j.owed.delete(side); }
  if (kind === "order") j.owed.clear();
  if (j.isNew && seq === 1) for (const who of j.readers) j.marks[who] = parts[who]?.salt ?? null;
  const sealed = pub.sealed || "", salted = Object.values(parts).filter(part => part.order_salt !== undefined);
  const due = new Set(salted.map(part => sha(spelled([part.order, part.order_salt]))));
  demand((due.size ? due.size === 1 && due.has(sealed) : !sealed) || !(due.size || j.whole || side in parts), "another secret order");
  demand(!(sealed && pub.order), "the dice belong to another secret order");
  const [start, , spent] = j.chains.get(""), facts = ["order", j.match, start, spent + 1, side];
  for (const part of salted) j.claims.push([seq, "salt", part.order_salt, () => j.first(facts, 0)]);
  advance(j, "", kind === "anchor" ? pub.anchor : "", key);
  const events = Object.fromEntries((pub.events ?? []).map((it, i) => [i, it])), count = (pub.events ?? []).length;
  const told = [events, ...Object.values(parts).map(part => part.events ?? {})].map(some => place(some, count));
  const draws = told.flat().filter(it => Array.isArray(it.order) && it.order.length);
  for (const it of draws) {
    demand(fits(it, S.DRAW) && (typeof it.purpose === "string") !== j.isNew, "a hidden draw cannot be read");
    j.claims.push([seq, "deck", spelled(it.order), () => spelled(shuffled(j, it.purpose, it.order))]);
  }
  const rolls = told.map(some => some.flatMap(at => at.rolls ?? []).map(it => ({ key: "", owner: "", ...it })));
  for (const it of rolls.flat()) {
    it.of = names(j.marks).filter(o => sha(spelled(["owner", o, j.marks[o], it.key])) === it.owner);
    demand(isMap(it.purpose) === j.isNew && it.owner > "" === (j.isNew && it.key > "")
      && (it.of.length || !it.owner || Object.values(j.marks).includes(null)), "a throw has no owner");
  }
  const old = (j.isNew ? pub.kept : null) ?? null, keys = [key, ...Object.values(parts).map(part => part.key)].filter(it => it);
  demand(old === null || kind === "order" && j.ruled === true && old === j.back && !keys.length, "no ruling");
  const filed = new Set(told.flat().flatMap(at => at.rolls ?? []).filter(it => it.faces.length).map(spelled));
  for (const roll of old ? filed : []) demand(j.loose.some(some => some.delete(roll)), "nothing taken back threw what it keeps");
  checkUndone(j, kind, side, pub, draws.length > 0 || filed.size > 0);
  if (kind === "retract") {
    j.back = seq;
    j.loose = Array.from({ length: Math.max(0, seq - pub.to - 1) }, (_, i) => j.thrown.get(pub.to + 1 + i));
  }
  j.thrown.set(seq, filed);
  j.ruled = kind === "ruling" ? j.back === seq - 1 : Boolean(old);
  if (j.header.dice === "sealed" && !old) {
    const cup = [side, sealed || sha(spelled(pub.order)), sha(spelled(["phrases", j.phrases]))].slice(0, j.isNew ? 3 : 2);
    takeRolls(j, key, rolls.map(some => some.filter(it => it.faces.length || it.key)), parts, cup);
  } else if (!old) demand("source" in pub || !rolls.flat().length, "a throw has no source");
}
function checkNames(j, kind, side, pub, readers) {
  const both = [...j.header.sides, "referee"], who = { side: both.slice(0, -1), referee: ["referee"], both, none: [null], any: [...both, null] };
  demand(readers.every(o => j.readers.has(o)) && who[S.KINDS[kind][0]].includes(side), "it is another's");
  for (const [path, what] of Object.entries(S.REFERS[kind] ?? {})) for (const it of find(pub, path.split(".")))
    demand(what === "side" ? both.includes(it) : Number.isInteger(it) && it >= 0 && it < j.seq, `its ${path} is no ${what}`);
  demand(!(j.hidden && ["order", "ruling", "retract", "reveal"].includes(kind)), "it was filed after the secrets were revealed");
  demand(!(kind === "retract" && side === "referee" && !pub.reason.trim()), "orders were taken back without a reason");
}
function checkUndone(j, kind, side, pub, dice) {
  const sides = j.header.sides, consent = pub.consent ?? null;
  if (kind === "note" && "ask" in pub) { const it = j.asked.get(pub.ask); if (it) it[2][side] = pub.agrees ? j.seq : 0; }
  else if (kind === "note" && "to" in pub) j.asked.set(j.seq, [side, [pub.to, j.moves], {}]);
  else if (kind === "retract") {
    const undone = j.live.filter(it => it[0] > pub.to);
    demand(side === "referee" || undone.length && undone.every(it => it[1] === side && !it[3]), "a side takes back too much");
    const agreed = [...j.asked.values()].filter(it => same(it[1], [pub.to, j.moves])).some(([by, , answers]) => {
      const due = Object.fromEntries(sides.filter(o => o !== by).map(o => [o, answers[o] ?? 0]));
      return Object.values(due).every(n => n) && same([pub.agreements ?? null, consent, side], [due, names(due).sort(), "referee"]);
    });
    demand(agreed || !("agreements" in pub), "the other sides did not agree to this takeback");
    j.live = j.live.slice(0, j.live.length - undone.length); j.undone = side === "referee" ? undone : [];
  } else if (kind === "ruling") {
    const alone = pub.amendment && !sides.every(o => (consent ?? []).includes(o));
    demand(j.header.policy || !(alone || "policy" in pub), "it lacks the necessary consent, or a policy");
    const cases = pub.decisions ?? [], entries = [...pub.void ?? [], ...pub.again ?? []].sort((a, b) => a - b);
    const revoked = cases.filter(it => it.outcome !== "stands"), undone = revoked.length && j.back === j.seq - 1 ? j.undone : [];
    const first = [...revoked, ...cases, {}][0], numbers = undone.map(it => it[0]);
    const fit = same([pub.disputed, pub.paragraph, pub.outcome], [first.entry, first.paragraph, first.outcome]) && same(entries, numbers);
    const orders = new Set([...j.live, ...undone].filter(it => it[2] === "order").map(it => it[0]));
    const legal = revoked.every(it => numbers.includes(it.entry)) && cases.every(it => orders.has(it.entry));
    demand(cases.length && fit && legal || !("decisions" in pub), "its decisions do not fit its lists");
  }
  if (kind === "order" || kind === "ruling") j.live.push([j.seq, side, kind, dice]);
  if (["order", "ruling", "retract"].includes(kind)) j.moves++;
}
function place(told, count) {
  const places = [];
  for (let i = 0; i <= count; i++) {
    for (let n = 0; `${i}+${n}` in told; n++) places.push(`${i}+${n}`);
    if (i < count) places.push(`${i}`);
  }
  demand(names(told).every(at => places.includes(at)), "an event has no place among the others");
  return places.map(at => told[at]).filter(it => it && names(it).length);
}
function advance(j, who, begun, key) {
  let [anchor, last, n] = j.chains.get(who);
  const keys = j.header.keys;
  if (begun) {
    demand(n > Math.max(0, keys - RESERVE), "a new chain of keys was begun too early");
    const before = anchor;
    j.claims.push([j.seq, "chain", begun, () => j.first(["chain", before], keys)]);
    [anchor, last, n] = [begun, begun, 0];
  }
  demand(!key || j.authors.length && n <= keys - RESERVE && key.n === n + 1 && sha(key.k) === last, "a key does not lead to the key before it");
  j.chains.set(who, key ? [anchor, key.k, key.n] : [anchor, last, n]);
}
function takeRolls(j, key, told, parts, cup) {
  const once = new Map(told.flat().map(roll => [spelled(roll), roll])), keys = [...once.values()].map(it => it.key).filter(it => it);
  const whose = new Map(), gaps = j.isOld && !j.whole;
  let index = 0, rests = 0;
  demand(keys.length < once.size === Boolean(key) || gaps && key, "a key or its dice are missing");
  for (const who of j.chains.keys()) {
    const its = own(parts, who)?.key;
    if (its === undefined) continue;
    advance(j, who, parts[who].anchor ?? "", its);
    for (let i = 0; i < keys.length + 16; i++) whose.set(hex(mac(its.k, ["throw", j.match, i])), [who, i]);
    const numbers = keys.filter(one => whose.get(one)?.[0] === who).map(one => whose.get(one)[1]).sort((a, b) => a - b);
    demand(same(numbers, [...Array(numbers.length || 1).keys()]), "a secret throw was passed over");
  }
  for (const roll of [...once.values()].sort((a, b) => a.draw - b.draw)) {
    const mine = roll.key, due = gaps ? Math.max(index, roll.draw) : index, owner = whose.get(mine)?.[0] ?? "";
    if (due !== index) rests = 2;
    demand(same(roll.of, j.marks[owner] ? [owner] : []), "a throw names another owner");
    const at = mine ? 0 : due, faces = [];
    let end = at;
    while (faces.length < roll.faces.length) {
      const byte = mac(mine || key.k, [j.match, mine ? 0 : key.n, ...cup, roll.purpose, end++])[0];
      if (byte < 256 - 256 % roll.sides) faces.push(byte % roll.sides + 1);
    }
    demand(at === roll.draw && same(faces, roll.faces), `${spelled(roll.purpose)}: ${faces} are due`);
    j.dice[mine ? Number(!whose.has(mine)) : rests] += faces.length;
    if (!mine) index = end;
  }
  const order = (a, b) => a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1];
  for (const some of told) {
    const groups = some.map(it => whose.get(it.key) ?? [it.key, it.draw]);
    const stable = [...groups].sort((a, b) => a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);
    demand(same(stable, [...new Map(groups.map(it => [spelled(it), it])).values()].sort(order)), "dice stand behind later ones");
  }
  const seen = new Set(told[0].map(spelled)), open = [...once].filter(([, it]) => !it.key).map(([text]) => text);
  demand(j.isOld || seen.size === open.length && open.every(text => seen.has(text)), "dice were not shown to all");
  demand(new Set(keys).size === keys.length && !(j.whole && keys.some(one => !whose.has(one))), "a secret throw has no owner");
}
function shuffled(j, purpose, items) {
  const order = [...items].sort((a, b) => a - b);
  for (let left = order.length, n = 0; left > 1; left--) {
    let word;
    do { const [a, b, c, d] = mac(j.hidden, [j.match, purpose, n++]); word = ((a * 256 + b) * 256 + c) * 256 + d; }
    while (word >= 2 ** 32 - 2 ** 32 % left);
    const other = word % left;
    [order[left - 1], order[other]] = [order[other], order[left - 1]];
  }
  return order;
}
function verify(text) {
  const cut = text.indexOf("\n\0"), lines = (cut < 0 ? text : text.slice(0, cut)).split("\n");
  let torn = lines.pop();
  if (lines.length > 1 && lines.at(-1).includes("\0") && !torn) torn = lines.pop();
  let j = null, entry = 0;
  try {
    if (!lines.length) lines.push("");
    for (const line of lines) {
      const parts = opened(line);
      if (j) take(j, ...parts); else j = begin(...parts);
      entry++;
    }
    demand(!j.hidden || [...j.shown.values()].every(it => it), "private parts are left out");
    for (const [seq, what, due, of] of j.hidden ? j.claims : []) {
      entry = seq;
      demand(of() === due, `the hidden secret gives another ${what}`);
    }
  } catch (fault) {
    return { fault: fault.message, entry, torn: Boolean(torn) };
  }
  return { fault: "", entry: j.seq, dice: j.dice, head: `${j.seq}:${j.seal}`, torn: Boolean(torn) };
}
let S = null;
return { verify, use: shapes => { S = shapes; }, sha };
})();
