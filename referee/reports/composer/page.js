// The page chooses among orders that the referee listed; what becomes of the letter the referee alone says.
const byId = id => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);
const choices = data.choices.map(([text, stage, piece, from, to, belongs, needs, label, moves, mode, figures]) => (
  { text, stage, piece, from, to, belongs, needs, label, moves: moves === 1, mode, figures }));
const groups = data.groups.map(([leads, again]) => ({ leads, again: again === 1 }));
const END = -1;
const letter = [];  // lines in their order: { text, choice }; a line of the player's own has no choice
let piece = null, area = null, target = null, spot = null;  // what is chosen now; a spot is in inches
const part = new Set(), opened = new Set();  // units that are ticked to move together, armies that show their units
const armyOf = new Map(Object.entries(data.armies).flatMap(([id, [, , units]]) => Object.keys(units).map(unit => [unit, id])));

function forget() {
  piece = area = target = spot = null;
  part.clear();
}

function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function nameArea(id) { return data.areas[id] ?? id; }

function isArea(place) { return typeof place === "string" && place in data.areas; }

// What has been asked by the end of the letter: each line that leads to another question moves on.
function findStage() {
  let stage = data.stages.length ? 0 : END;
  for (const { choice } of letter) {
    if (choice && choice.stage === stage) stage = groups[choice.belongs[0]].leads ?? stage;
  }
  return stage;
}

// The choices that nothing in the letter has used up.
function listOpen() {
  const stage = findStage();
  const given = letter.flatMap(({ choice }) => choice ? [choice] : []);
  const done = new Set(given.flatMap(choice => choice.belongs));
  // Several figures move by one order, and none of them moves again. On a table they may still look or hide.
  const listMovers = one => one.moves ? [one.piece, ...one.figures] : [one.piece];
  const moved = new Set(given.filter(one => one.moves && one.stage === stage).flatMap(listMovers));
  // A line of the player's own may have led anywhere: a battle is offered wherever there could be one.
  const own = letter.some(line => !line.choice);
  return choices.filter(one => one.stage === stage
    && (!one.needs.length || (own && !one.piece) || one.needs.some(group => done.has(group)))
    && !(one.piece && (one.moves || !data.table) && listMovers(one).some(mover => moved.has(mover)))
    && (one.moves || !done.has(one.belongs[0]) || groups[one.belongs[0]].again));
}

function makeButton(text, small, pressed, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  if (small) button.append(Object.assign(document.createElement("small"), { textContent: small }));
  if (pressed !== null) button.setAttribute("aria-pressed", String(pressed));
  button.addEventListener("click", act);
  return button;
}

function makeItem(...parts) {
  const item = document.createElement("li");
  item.append(...parts);
  return item;
}

// Show items in a list. The control that had the focus has it again, or the one in its place.
function showItems(list, items) {
  const listControls = () => [...list.querySelectorAll("button, input")];
  const nameControl = control => control.getAttribute("aria-label") ?? control.textContent;
  const held = listControls().indexOf(document.activeElement), name = held < 0 ? "" : nameControl(document.activeElement);
  list.replaceChildren(...items);
  if (held < 0) return;
  const controls = listControls().filter(one => one.checkVisibility());
  (controls.find(one => nameControl(one) === name) ?? controls[Math.min(held, controls.length - 1)] ?? byId("choose")).focus();
}

function showButtons(list, buttons) { showItems(list, buttons.map(button => makeItem(button))); }

function say(sentence, values) { byId("said").textContent = fill(sentence, values); }

const LAST_SPOT = /(\d+(?:\.\d+)?),\s*(\d+(?:\.\d+)?)(?!.*\d,)/;

// A spot that was typed stands in for the one that the order names last.
function writeLine(choice) {
  const [east, north] = [byId("east"), byId("north")].map(field => field.value.trim().replace(",", "."));
  const number = /^\d+(\.\d+)?$/;
  if (!Array.isArray(choice.to) || !number.test(east) || !number.test(north)) return choice.text;
  return choice.text.replace(LAST_SPOT, `${east},${north}`);
}

const past = [], future = [];  // letters before and after this one
const copyLetter = () => letter.map(line => ({ ...line }));

function remember() {
  past.push(copyLetter());
  future.length = 0;
}

function turnBack(from, to, told) {
  if (!from.length) return;
  to.push(copyLetter());
  letter.splice(0, letter.length, ...from.pop());
  forget();
  show();
  say(told, {});
}

const undo = () => turnBack(past, future, data.said.undone), redo = () => turnBack(future, past, data.said.redone);

// The letter is kept in this browser until another entry is filed: a reload loses nothing.
function keep() {
  try {
    if (!letter.length) localStorage.removeItem(data.key);
    else localStorage.setItem(data.key, JSON.stringify(letter.map(line => [line.text, choices.indexOf(line.choice)])));
  } catch { /* a browser may forbid it */ }
}

function restore() {
  try {
    const lines = JSON.parse(localStorage.getItem(data.key) ?? "[]");
    for (const [text, at] of lines) letter.push({ text: String(text), choice: choices[at] ?? null });
    if (lines.length) say(data.said.restored, {});
  } catch { letter.length = 0; }
}

function addLine(text, choice = null) {
  remember();
  letter.push({ text, choice });
  if (choice) forget();
  byId("east").value = byId("north").value = "";
  show();
  say(data.said.added, { line: text, question: tellQuestion() });
}

function tellQuestion() {
  const stage = findStage();
  return stage === END ? data.said.end : data.stages[stage].join(" ");
}

function choosePiece(id) {
  [piece, target, spot] = [piece === id ? null : id, null, null];
  part.clear();
  show();
  const places = listTargets().map(nameArea);
  if (piece) say(places.length ? data.said.lit : data.said.can, { piece: namePiece(piece), areas: places.join(", ") });
}

function namePiece(id) {
  const named = choices.find(one => one.piece === id && one.label);
  return named?.label || data.armies[armyOf.get(id)]?.[2][id] || id;
}

function listTargets() {
  if (part.size) return [...new Set(listPartWays().map(way => way.to))];
  return [...new Set(listOpen().filter(one => one.piece === piece).map(one => one.to).filter(isArea))];
}

// Orders of a unit; one that is like another of its army, and not listed itself, has those of the other.
function listOrdersOf(unit) {
  const open = listOpen(), kind = unit.replace(/\d+$/, "");
  const like = other => armyOf.get(other) === armyOf.get(unit) && other.replace(/\d+$/, "") === kind;
  const own = open.filter(one => one.piece === unit);
  return own.length ? own : open.filter(one => one.piece === open.find(other => like(other.piece))?.piece && one.piece);
}

const isPlain = one => one.moves && isArea(one.to) && !/ (into|absorbing|with) /.test(one.text);

// What all ticked units can do alike: { mode, to }.
function listPartWays() {
  const ways = [...part].map(unit => new Map(listOrdersOf(unit).filter(isPlain).map(one => [`${one.mode} ${one.to}`, one])));
  return [...(ways[0] ?? [])].filter(([way]) => ways.every(other => other.has(way))).map(([, one]) => one);
}

function addPart(way) {
  const units = [...part], told = [];
  remember();
  for (const unit of units) {
    const one = listOrdersOf(unit).find(other => isPlain(other) && other.mode === way.mode && other.to === way.to);
    if (!one) continue;
    const text = one.text.replace(one.piece, unit);
    letter.push({ text, choice: choices.find(other => other.text === text && other.stage === one.stage) ?? null });
    told.push(text);
  }
  forget();
  show();
  say(data.said.added, { line: told.join("; "), question: tellQuestion() });
}

// A place on the map: where a chosen piece goes, or where pieces are looked for.
function chooseArea(id) {
  if (part.size && listTargets().includes(id)) {
    const ways = listPartWays().filter(one => one.to === id);
    if (ways.length === 1) { addPart(ways[0]); return; }
    target = id;
    show();
    say(data.said.ways, { count: ways.length, area: nameArea(id) });
    byId("orders").querySelector("button")?.focus();
    return;
  }
  if (piece && listTargets().includes(id)) {
    const ways = listOpen().filter(one => one.piece === piece && one.to === id);
    if (ways.length === 1) { addLine(ways[0].text, ways[0]); return; }
    target = id;
    show();
    say(data.said.ways, { count: ways.length, area: nameArea(id) });
    byId("orders").querySelector("button")?.focus();
    return;
  }
  const same = area === id;
  forget();
  area = same ? null : id;
  show();
  const count = byId("pieces").querySelectorAll("button:not(.toggle)").length;
  if (area) say(data.said.there, { area: nameArea(area), count });
}

const startOf = new Map(choices.filter(one => Array.isArray(one.from)).map(one => [one.piece, one.from]));

// Each piece of an order with its start and its goal. The first of several figures goes to the place, the others
// keep their places beside it.
function listGoals({ text, choice }) {
  if (!choice?.piece || !choice.to || (data.table && !choice.moves)) return [];
  if (!Array.isArray(choice.to)) return [[choice.piece, choice.from, choice.to]];
  const [, east, north] = LAST_SPOT.exec(text) ?? [], [leadEast, leadNorth] = choice.from;
  return [choice.piece, ...choice.figures.filter(id => id !== choice.piece)].map(id => {
    const from = startOf.get(id) ?? choice.from;
    return [id, from, [east * 100 + from[0] - leadEast, north * 100 + from[1] - leadNorth]];
  });
}

// Where the pieces with orders will be, and where they are now.
function follow() {
  const now = new Map(), then = new Map();
  for (const [id, from, to] of letter.flatMap(listGoals)) {
    if (!now.has(id)) now.set(id, from);
    then.set(id, to);
  }
  return { now, then };
}

function listMoved(id) {
  const { now, then } = follow();
  const coming = [...then].filter(([one, to]) => to === id && now.get(one) !== id).map(([one]) => one).sort();
  const leaving = [...now].filter(([one, from]) => from === id && then.get(one) !== id).map(([one]) => one).sort();
  return { coming, leaving };
}

const namePieces = ids => ids.map(namePiece).join(", ");

// What stands in an area, what the letter changes there, and the odds of a battle.
function tellArea(id) {
  const { coming, leaving } = listMoved(id), told = [data.facts[id] ?? nameArea(id)];
  if (coming.length) told.push(fill(data.said.coming, { pieces: namePieces(coming) }));
  if (leaving.length) told.push(fill(data.said.leaving, { pieces: namePieces(leaving) }));
  return `${told.join("; ")}. ${tellOdds(id).join(" ")}`.trim();
}

const BATTLE = /^battle (.+)$/i;

// Sentences: the odds of the forces that the letter brings together, or of those that the tables know among them.
function tellOdds(id) {
  const rows = data.odds[id], name = nameArea(id), { coming, leaving } = listMoved(id);
  if (rows === null) return [fill(data.said.secret, { area: name })];
  const best = (rows ?? []).filter(([pieces]) => pieces.every(one => coming.includes(one)))
    .sort((one, other) => other[3] - one[3])[0];  // the strongest group
  if (!best) return Object.keys(data.odds).length && isFought(id) ? [fill(data.said.unknown, { area: name })] : [];
  const [pieces, percent, own, enemy] = best;
  const touched = letter.some(({ text, choice }) => !choice || choice.piece && (choice.to === id || choice.from === id)
    && !(choice.to === id && isPlain(choice) && choice.mode === "march" || choice.from !== id && choice.to !== id));
  const exact = pieces.length === coming.length && !leaving.length && !touched;
  return [
    fill(data.said.odds, { area: name, side: data.side, percent, own, enemy }), data.said.exact,
    exact ? "" : pieces.length ? fill(data.said.partly, { pieces: namePieces(pieces) }) : data.said.now,
  ].filter(Boolean);
}

// Whether the letter declares a battle in an area, or may declare one.
function isFought(id) {
  return declared().includes(id) || listOpen().some(one => one.to === id && BATTLE.test(one.text));
}

function declared() {
  const names = new Map(Object.entries(data.areas).flatMap(([id, name]) => [[id, id], [name.toLowerCase(), id]]));
  return letter.map(({ text }) => names.get(BATTLE.exec(text)?.[1].toLowerCase())).filter(Boolean);
}

function showFights() {
  const fought = Object.keys(data.areas).filter(id => (data.odds[id] !== undefined && listMoved(id).coming.length) || isFought(id));
  const told = fought.map(id => tellOdds(id).join(" ")).filter(Boolean);
  byId("battles").replaceChildren(...told.map(text => makeItem(text)));
  byId("fights").hidden = !told.length;
  byId("told").textContent = area ? tellArea(area) : "";
}

function showChoices() {
  const open = listOpen();
  const alone = open.filter(one => !one.piece);
  byId("asked").replaceChildren(...tellStage().map(text => makeItem(text)));
  showButtons(byId("plain"), alone.map(one => makeButton(
    one.text, [one.label, BATTLE.test(one.text) && tellOdds(one.to)[0]].filter(Boolean).join(" "), null,
    () => addLine(writeLine(one), one))));
  byId("plain-title").hidden = !alone.length;
  byId("pieces-title").hidden = byId("where").hidden = !open.some(one => one.piece);
  byId("place").textContent = area ? nameArea(area) : "";
  byId("everywhere").hidden = !area;
  showItems(byId("pieces"), listPieceItems(open));
  const mine = part.size ? listPartButtons() : listOrderItems(open);
  byId("can").hidden = !mine.length;
  byId("orders-title").textContent = part.size ? fill(data.said.part, { count: part.size })
    : piece ? fill(data.said.can, { piece: namePiece(piece) }) : "";
  byId("spot").hidden = part.size > 0 || !open.some(one => one.piece === piece && Array.isArray(one.to));
  showItems(byId("orders"), mine);
}

function makePieceButton(one) {
  const place = isArea(one.from) && nameArea(one.from);
  return makeButton(one.label || one.piece, [one.label && one.piece, place].filter(Boolean).join(", "),
    one.piece === piece, () => choosePiece(one.piece));
}

// The pieces with orders, armies with their units below them.
function listPieceItems(open) {
  const listed = new Map(open.filter(one => one.piece && (!area || one.from === area)).map(one => [one.piece, one]));
  const tops = new Set([...listed.keys()].map(id => armyOf.get(id) ?? id));
  return [...tops].map(id => {
    const head = listed.get(id), units = data.armies[id]?.[2];
    const button = head ? makePieceButton(head) : Object.assign(document.createElement("span"), { textContent: namePiece(id) });
    if (!units || !Object.keys(units).some(unit => listed.has(unit))) return makeItem(button);
    const toggle = makeButton(opened.has(id) ? "▾" : "▸", "", null, () => {
      if (!opened.delete(id)) opened.add(id);
      show();
    });
    toggle.className = "toggle";
    toggle.setAttribute("aria-expanded", String(opened.has(id)));
    toggle.setAttribute("aria-label", fill(data.said.units, { piece: namePiece(id) }));
    const item = makeItem(toggle, button);
    item.className = "army";
    if (opened.has(id)) item.append(makeUnits(id, Object.keys(units), listed));
    return item;
  });
}

function makeUnits(army, units, listed) {
  const list = document.createElement("ul");
  list.append(...units.map(unit => {
    const tick = Object.assign(document.createElement("input"), { type: "checkbox", checked: part.has(unit) });
    tick.setAttribute("aria-label", fill(data.said.tick, { piece: namePiece(unit) }));
    tick.addEventListener("change", () => {
      for (const other of part) if (armyOf.get(other) !== army) part.delete(other);
      if (!part.delete(unit)) part.add(unit);
      piece = target = null;
      show();
    });
    const one = listed.get(unit);
    return makeItem(tick, one ? makePieceButton(one) : Object.assign(document.createElement("span"), { textContent: namePiece(unit) }));
  }));
  return list;
}

// The orders of the chosen piece, marches and other ways apart. A spot on the table needs one order for each verb.
function listOrderItems(open) {
  let mine = open.filter(one => one.piece === piece && piece && (!target || one.to === target));
  if (spot) mine = listWaysToSpot(mine);
  return groupByMode(mine, one => makeButton(spot ? writeLine(one) : one.text, "", null, () => addLine(writeLine(one), one)));
}

function listWaysToSpot(mine) {
  const placed = mine.filter(one => Array.isArray(one.to));
  const moves = placed.filter(one => one.moves);
  return [...new Map((moves.length ? moves : placed).map(one => [one.text.replace(LAST_SPOT, ""), one])).values()];
}

function listPartButtons() {
  const ways = listPartWays().filter(one => !target || one.to === target);
  return groupByMode(ways, one => makeButton(nameArea(one.to), one.text.split(" ")[0], null, () => addPart(one)));
}

function groupByMode(listed, make) {
  const isMarch = one => !one.mode || one.mode === "march";
  const parts = [[data.said.march, listed.filter(one => one.mode && isMarch(one))], ["", listed.filter(one => !one.mode)],
    [data.said.rail, listed.filter(one => !isMarch(one))]];
  return parts.filter(([, some]) => some.length).flatMap(([title, some]) => [
    ...(title ? [Object.assign(makeItem(title), { className: "mode" })] : []), ...some.map(one => makeItem(make(one)))]);
}

function tellStage() {
  const stage = findStage();
  return stage === END ? [data.said.end] : data.stages[stage];
}

function showMap() {
  const open = listOpen(), lit = new Set(piece || part.size ? listTargets() : []);
  const marches = new Set((part.size ? listPartWays() : open.filter(one => one.piece === piece))
    .filter(one => one.mode === "march").map(one => one.to));
  const from = new Set(open.filter(one => one.piece).map(one => one.from));
  for (const id of Object.keys(data.areas)) {
    const drawn = byId(`area-${id}`);
    if (!drawn) continue;
    const state = { lit: lit.has(id), rail: lit.has(id) && !marches.has(id), from: !piece && from.has(id), here: id === area };
    for (const [name, on] of Object.entries(state)) drawn.classList.toggle(name, on);
    const useful = lit.has(id) || from.has(id);
    drawn.setAttribute("tabindex", useful ? "0" : "-1");
    drawn.setAttribute("aria-pressed", String(id === area));
    const told = lit.has(id) ? data.said.target : data.said.start;
    const facts = tellArea(id);
    drawn.setAttribute("aria-label", useful ? `${fill(told, { area: nameArea(id) })}. ${facts}` : facts);
  }
}

function moveLine(from, to) {
  remember();
  letter.splice(to, 0, ...letter.splice(from, 1));
  show();
  say(data.said.moved, { line: letter[to].text, number: to + 1 });
}

function removeLine(number) {
  remember();
  const [line] = letter.splice(number, 1);
  show();
  say(data.said.removed, { line: line.text, question: tellQuestion() });
}

function showLines() {
  const held = document.activeElement?.dataset?.line ? { ...document.activeElement.dataset } : null;
  byId("lines").replaceChildren(...letter.map((line, number) => {
    const item = document.createElement("li");
    item.append(Object.assign(document.createElement("code"), { textContent: line.text }));
    const acts = [
      ["up", "↑", number > 0, () => moveLine(number, number - 1)],
      ["down", "↓", number < letter.length - 1, () => moveLine(number, number + 1)],
      ["remove", "✕", true, () => removeLine(number)],
    ];
    for (const [name, sign, useful, act] of acts) {
      const button = makeButton(sign, "", null, act);
      button.disabled = !useful;
      button.dataset.line = number;
      button.dataset.act = name;
      button.setAttribute("aria-label", fill(data.said[name], { line: line.text }));
      item.append(button);
    }
    return item;
  }));
  byId("empty").hidden = letter.length > 0;
  const text = writeLetter();
  byId("letter").value = text;
  byId("mail").href = `mailto:${encodeURIComponent(data.to).replace(/%40/g, "@")}?subject=${encodeURIComponent(data.subject)}`
    + `&body=${encodeURIComponent(text.replace(/\n/g, "\r\n"))}`;
  if (held) {
    const last = Math.min(+held.line, letter.length - 1);
    const next = byId("lines").querySelector(`[data-line="${last}"][data-act="${held.act}"]:not([disabled])`);
    (next ?? byId("lines").querySelector(`[data-line="${last}"]:not([disabled])`) ?? byId("choose")).focus();
  }
}

function writeLetter() {
  if (!letter.length) return "";
  return [...data.head, ...letter.map(line => line.text), ...data.foot].join("\n") + "\n";
}

// The keys that press the buttons, in the order in which they are wanted: 1 to 9, then letters.
function showHints() {
  const signs = "123456789abcdefghijklmnopqrstuvwxyz", lists = ["orders", "plain", "pieces"];
  const buttons = lists.filter(id => !byId(id).closest("[hidden]")).flatMap(id => [...byId(id).querySelectorAll("button:not(.toggle)")]);
  buttons.slice(0, signs.length).forEach((button, at) => {
    button.setAttribute("aria-keyshortcuts", signs[at]);
  });
  byId("undo").disabled = !past.length;
  byId("redo").disabled = !future.length;
}

// A plan is for a battle that the letter declares, or for every battle.
function showBattles() {
  const field = byId("battle"), held = field.value;
  const every = Object.keys(data.areas).sort((one, other) => nameArea(one).localeCompare(nameArea(other)));
  const fought = declared(), offered = fought.length ? fought : every;
  field.replaceChildren(new Option(data.said.every, "every battle"), ...offered.map(id => new Option(nameArea(id), id)));
  field.value = [...field.options].some(one => one.value === held) ? held : "every battle";
}

function show() { showChoices(); showMap(); showLines(); showOrders(); showHints(); showBattles(); showFights(); keep(); }

function pressKey(event) {
  const field = event.target.closest?.("input, textarea, select");
  if ((event.ctrlKey || event.metaKey) && !field && "zy".includes(event.key.toLowerCase())) {
    event.preventDefault();
    (event.key.toLowerCase() === "y" || event.shiftKey ? redo : undo)();
    return;
  }
  if (field || event.ctrlKey || event.metaKey || event.altKey) return;
  const id = event.target.id?.startsWith?.("area-") ? event.target.id.slice(5) : "";
  const way = STEPS[event.key];
  if (id && way) { event.preventDefault(); stepTo(id, ...way); return; }
  if (view && "+-0".includes(event.key)) { event.key === "0" ? lookAt(whole) : zoom(event.key === "+" ? 0.7 : 1 / 0.7); return; }
  const button = document.querySelector(`button[aria-keyshortcuts="${CSS.escape(event.key)}"]`);
  if (button) { event.preventDefault(); button.click(); }
}

function preparePlan() {
  byId("plan").hidden = !data.plan.length;
  byId("role").append(...data.roles.map(([role, name]) => new Option(name, role)));
  for (const [question, name, answers] of data.plan) {
    const label = Object.assign(document.createElement("label"), { textContent: name, htmlFor: `q-${question}` });
    const field = Object.assign(document.createElement("input"), { id: `q-${question}`, autocomplete: "off" });
    const offered = Object.assign(document.createElement("datalist"), { id: `a-${question}` });
    offered.append(...answers.map(answer => new Option(answer, answer)));
    field.setAttribute("list", offered.id);
    field.value = answers[0];
    byId("answers").append(label, field, offered);
  }
  byId("plan").addEventListener("submit", event => {
    event.preventDefault();
    const answers = data.plan.map(([question]) => [question, byId(`q-${question}`).value.trim()]);
    const head = `plan for ${byId("battle").value} as ${byId("role").value}:`;
    addLine([head, ...answers.filter(([, said]) => said).map(([asked, said]) => `  ${asked}: ${said}`)].join("\n"));
  });
}

byId("own").addEventListener("submit", event => {
  event.preventDefault();
  const text = byId("line").value.trim();
  if (!text) return;
  // What is typed is a choice as well if it is written like one.
  addLine(text, listOpen().find(one => one.text === text) ?? null);
  byId("line").value = "";
});
for (const name of ["east", "north"]) byId(name).addEventListener("input", () => { spot = null; });
byId("everywhere").addEventListener("click", () => { area = null; show(); byId("choose").focus(); });
byId("clear").addEventListener("click", () => {
  remember();
  letter.length = 0;
  forget();
  show();
  say(data.said.cleared, {});
});
byId("copy").addEventListener("click", async () => {
  const field = byId("letter");
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");  // a page that was opened as a file may have no other way
  }
  say(data.said.copied, {});
});
document.addEventListener("keydown", event => {
  if (event.key !== "Escape" || (!piece && !area && !part.size)) return;
  forget();
  show();
});
byId("undo").addEventListener("click", undo);
byId("redo").addEventListener("click", redo);
document.addEventListener("keydown", pressKey);
prepareMap();
preparePlan();
restore();
show();
