
"use strict";
// The page chooses among orders that the referee listed; what becomes of the letter the referee alone says.
const byId = id => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);
const choices = data.choices.map(([text, stage, piece, from, to, belongs, needs, label, moves]) => (
  { text, stage, piece, from, to, belongs, needs, label, moves: moves === 1 }));
const groups = data.groups.map(([leads, again]) => ({ leads, again: again === 1 }));
const END = -1;
const letter = [];  // lines in their order: { text, choice }; a line of the player's own has no choice
let piece = null, area = null, target = null;  // what is chosen now

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
  const moved = new Set(given.filter(one => one.moves && one.stage === stage).map(one => one.piece));
  // A line of the player's own may have led anywhere: a battle is offered wherever there could be one.
  const own = letter.some(line => !line.choice);
  return choices.filter(one => one.stage === stage
    && (!one.needs.length || (own && !one.piece) || one.needs.some(group => done.has(group)))
    && !(one.piece && moved.has(one.piece))
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

// Show buttons in a list. The button that had the focus has it again, or the one in its place.
function showButtons(list, buttons) {
  const held = [...list.querySelectorAll("button")].indexOf(document.activeElement);
  const text = held < 0 ? "" : document.activeElement.textContent;
  list.replaceChildren(...buttons.map(button => {
    const item = document.createElement("li");
    item.append(button);
    return item;
  }));
  if (held < 0) return;
  const same = buttons.find(button => button.textContent === text) ?? buttons[Math.min(held, buttons.length - 1)];
  (same ?? byId("choose")).focus();
}

function say(sentence, values) { byId("said").textContent = fill(sentence, values); }

// A spot that was typed stands in for the one that the order names last.
function writeLine(choice) {
  const [east, north] = [byId("east"), byId("north")].map(field => field.value.trim().replace(",", "."));
  const number = /^\d+(\.\d+)?$/;
  if (!Array.isArray(choice.to) || !number.test(east) || !number.test(north)) return choice.text;
  return choice.text.replace(/\d+(?:\.\d+)?,\s*\d+(?:\.\d+)?(?!.*\d,)/, `${east},${north}`);
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
  piece = area = target = null;
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
  if (choice) piece = area = target = null;
  byId("east").value = byId("north").value = "";
  show();
  say(data.said.added, { line: text, question: tellQuestion() });
}

function tellQuestion() {
  const stage = findStage();
  return stage === END ? data.said.end : data.stages[stage].join(" ");
}

function choosePiece(id) {
  piece = piece === id ? null : id;
  target = null;
  show();
  const places = listTargets().map(nameArea);
  if (piece) say(data.said.lit, { piece: namePiece(piece), areas: places.join(", ") || "—" });
}

function namePiece(id) {
  const named = choices.find(one => one.piece === id && one.label);
  return named ? named.label : id;
}

function listTargets() {
  return [...new Set(listOpen().filter(one => one.piece === piece).map(one => one.to).filter(isArea))];
}

// A place on the map: where a chosen piece goes, or where pieces are looked for.
function chooseArea(id) {
  if (piece && listTargets().includes(id)) {
    const ways = listOpen().filter(one => one.piece === piece && one.to === id);
    if (ways.length === 1) { addLine(ways[0].text, ways[0]); return; }
    target = id;
    show();
    say(data.said.ways, { count: ways.length, area: nameArea(id) });
    byId("orders").querySelector("button")?.focus();
    return;
  }
  [area, piece, target] = [area === id ? null : id, null, null];
  show();
  if (area) byId("said").textContent = `${data.facts[area] ?? nameArea(area)}. `
    + fill(data.said.there, { area: nameArea(area), count: byId("pieces").children.length });
}

function showChoices() {
  const open = listOpen();
  const alone = open.filter(one => !one.piece);
  const pieces = [...new Map(open.filter(one => one.piece).map(one => [one.piece, one])).values()]
    .filter(one => !area || one.from === area);
  const mine = open.filter(one => one.piece === piece && piece && (!target || one.to === target));
  byId("asked").replaceChildren(...tellStage().map(text =>
    Object.assign(document.createElement("li"), { textContent: text })));
  showButtons(byId("plain"), alone.map(one =>
    makeButton(one.text, one.label, null, () => addLine(writeLine(one), one))));
  byId("plain-title").hidden = !alone.length;
  byId("pieces-title").hidden = byId("where").hidden = !open.some(one => one.piece);
  byId("place").textContent = area ? nameArea(area) : "";
  byId("everywhere").hidden = !area;
  showButtons(byId("pieces"), pieces.map(one => makeButton(
    one.label || one.piece, [one.label && one.piece, isArea(one.from) && nameArea(one.from)].filter(Boolean).join(", "),
    one.piece === piece, () => choosePiece(one.piece))));
  byId("can").hidden = !mine.length;
  byId("orders-title").textContent = piece ? fill(data.said.can, { piece: namePiece(piece) }) : "";
  byId("spot").hidden = !mine.some(one => Array.isArray(one.to));
  showButtons(byId("orders"), mine.map(one => makeButton(one.text, "", null, () => addLine(writeLine(one), one))));
}

function tellStage() {
  const stage = findStage();
  return stage === END ? [data.said.end] : data.stages[stage];
}

function showMap() {
  const open = listOpen(), lit = new Set(piece ? listTargets() : []);
  const from = new Set(open.filter(one => one.piece).map(one => one.from));
  for (const id of Object.keys(data.areas)) {
    const drawn = byId(`area-${id}`);
    if (!drawn) continue;
    const state = { lit: lit.has(id), from: !piece && from.has(id), here: id === area };
    for (const [name, on] of Object.entries(state)) drawn.classList.toggle(name, on);
    const useful = lit.has(id) || from.has(id);
    drawn.setAttribute("tabindex", useful ? "0" : "-1");
    drawn.setAttribute("aria-pressed", String(id === area));
    const told = lit.has(id) ? data.said.target : data.said.start;
    const facts = data.facts[id] ?? nameArea(id);
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

// Arrows of the ordered moves, and the pieces at the places where they will be.
function showOrders() {
  const layer = byId("orders-layer");
  if (!layer) return;
  const stands = new Map(), parts = [], crowd = new Map();
  const make = (tag, attributes) => {
    const part = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
    parts.push(part);
    return part;
  };
  for (const { choice } of letter) {
    if (!choice || !choice.piece || !isArea(choice.to)) continue;
    const from = stands.get(choice.piece) ?? choice.from;
    stands.set(choice.piece, choice.to);
    if (!isArea(from) || from === choice.to) continue;
    const [ax, ay] = data.spots[from], [bx, by] = data.spots[choice.to];
    const long = Math.hypot(bx - ax, by - ay) || 1, [ux, uy] = [(bx - ax) / long, (by - ay) / long];
    const [tx, ty] = [bx - 18 * ux, by - 18 * uy];
    make("path", { d: `M${ax} ${ay}L${tx} ${ty}` });
    make("polygon", { class: "tip", points: `${tx + 14 * ux},${ty + 14 * uy} ${tx - 8 * uy},${ty + 8 * ux} ${tx + 8 * uy},${ty - 8 * ux}` });
  }
  for (const [id, to] of stands) {
    const [x, y] = data.spots[to], row = crowd.get(to) ?? 0, name = namePiece(id), wide = 8 * name.length + 12;
    crowd.set(to, row + 1);
    make("rect", { x: x - wide / 2, y: y + 16 + 22 * row, width: wide, height: 20, rx: 4 });
    make("text", { x, y: y + 31 + 22 * row }).textContent = name;
  }
  layer.replaceChildren(...parts);
}

// The keys that press the buttons, in the order in which they are wanted: 1 to 9, then letters.
function showHints() {
  const signs = "123456789abcdefghijklmnopqrstuvwxyz", lists = ["orders", "plain", "pieces"];
  const buttons = lists.filter(id => !byId(id).closest("[hidden]")).flatMap(id => [...byId(id).querySelectorAll("button")]);
  buttons.slice(0, signs.length).forEach((button, at) => {
    button.setAttribute("aria-keyshortcuts", signs[at]);
  });
  byId("undo").disabled = !past.length;
  byId("redo").disabled = !future.length;
}

// A plan is for a battle that the letter declares, or for every battle.
function showBattles() {
  const names = new Map(Object.entries(data.areas).flatMap(([id, name]) => [[id, id], [name.toLowerCase(), id]]));
  const declared = letter.flatMap(({ text }) => {
    const found = /^battle (.+)$/i.exec(text);
    return found && names.has(found[1].toLowerCase()) ? [names.get(found[1].toLowerCase())] : [];
  });
  const field = byId("battle"), held = field.value;
  const every = Object.keys(data.areas).sort((one, other) => nameArea(one).localeCompare(nameArea(other)));
  const offered = declared.length ? declared : every;
  field.replaceChildren(new Option(data.said.every, "every battle"), ...offered.map(id => new Option(nameArea(id), id)));
  field.value = [...field.options].some(one => one.value === held) ? held : "every battle";
}

function show() { showChoices(); showMap(); showLines(); showOrders(); showHints(); showBattles(); keep(); }

let view = null, whole = null;  // the part of the map that is seen: left, top, width, height

function lookAt(next) {
  const drawing = byId("map").querySelector("svg");
  if (!drawing) return;
  const [left, top, width, height] = whole;
  const scale = Math.min(1, Math.max(0.15, next[2] / width)), [w, h] = [width * scale, height * scale];
  view = [Math.min(Math.max(next[0], left), left + width - w), Math.min(Math.max(next[1], top), top + height - h), w, h];
  drawing.setAttribute("viewBox", view.join(" "));
  byId("map").classList.toggle("zoomed", scale < 1);
}

function zoom(by, x = view[0] + view[2] / 2, y = view[1] + view[3] / 2) {
  lookAt([x - (x - view[0]) * by, y - (y - view[1]) * by, view[2] * by, view[3] * by]);
}

function prepareZoom(drawing) {
  whole = view = drawing.getAttribute("viewBox").split(" ").map(Number);
  byId("larger").addEventListener("click", () => zoom(0.7));
  byId("smaller").addEventListener("click", () => zoom(1 / 0.7));
  byId("whole").addEventListener("click", () => lookAt(whole));
  const fingers = new Map();
  const place = event => {
    const box = drawing.getBoundingClientRect();
    return [view[0] + (event.clientX - box.left) / box.width * view[2], view[1] + (event.clientY - box.top) / box.height * view[3]];
  };
  drawing.addEventListener("wheel", event => {
    if (!event.ctrlKey && !byId("map").classList.contains("zoomed")) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 0.85 : 1 / 0.85, ...place(event));
  }, { passive: false });
  drawing.addEventListener("pointerdown", event => fingers.set(event.pointerId, [event.clientX, event.clientY]));
  drawing.addEventListener("pointermove", event => {
    const before = fingers.get(event.pointerId);
    if (!before || !event.buttons) return;
    const others = [...fingers].filter(([id]) => id !== event.pointerId), scale = view[2] / drawing.getBoundingClientRect().width;
    const [dx, dy] = [event.clientX - before[0], event.clientY - before[1]];
    if (others.length) {
      const [ox, oy] = others[0][1], was = Math.hypot(before[0] - ox, before[1] - oy), is = Math.hypot(event.clientX - ox, event.clientY - oy);
      if (was && is) zoom(was / is, ...place(event));
    } else if (Math.hypot(dx, dy) > 3) lookAt([view[0] - dx * scale, view[1] - dy * scale, view[2], view[3]]);
    else return;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"])
    drawing.addEventListener(name, event => fingers.delete(event.pointerId));
}

// The nearest area in a direction, for the arrow keys.
function stepTo(id, dx, dy) {
  const [x, y] = data.spots[id];
  let best = null, least = Infinity;
  for (const [other, [ox, oy]] of Object.entries(data.spots)) {
    const ahead = (ox - x) * dx + (oy - y) * dy, aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (other === id || ahead <= 0 || ahead + 2 * aside >= least || !byId(`area-${other}`)) continue;
    [best, least] = [other, ahead + 2 * aside];
  }
  if (best) byId(`area-${best}`).focus();
}

function pressKey(event) {
  const field = event.target.closest?.("input, textarea, select");
  if ((event.ctrlKey || event.metaKey) && !field && "zy".includes(event.key.toLowerCase())) {
    event.preventDefault();
    (event.key.toLowerCase() === "y" || event.shiftKey ? redo : undo)();
    return;
  }
  if (field || event.ctrlKey || event.metaKey || event.altKey) return;
  const id = event.target.id?.startsWith?.("area-") ? event.target.id.slice(5) : "";
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (id && way) { event.preventDefault(); stepTo(id, ...way); return; }
  if (view && "+-0".includes(event.key)) { event.key === "0" ? lookAt(whole) : zoom(event.key === "+" ? 0.7 : 1 / 0.7); return; }
  const button = document.querySelector(`button[aria-keyshortcuts="${CSS.escape(event.key)}"]`);
  if (button) { event.preventDefault(); button.click(); }
}

function preparePlan() {
  byId("plan").hidden = !data.plan.length;
  byId("role").append(...data.roles.map(name => new Option(name, name)));
  for (const [question, answers] of data.plan) {
    const label = Object.assign(document.createElement("label"), { textContent: question, htmlFor: `q-${question}` });
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

function prepareMap() {
  const drawing = byId("map").querySelector("svg");
  if (!drawing) return;
  drawing.setAttribute("role", "group");
  prepareZoom(drawing);
  const layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
  layer.id = "orders-layer";
  drawing.append(layer);
  for (const id of Object.keys(data.areas)) {
    const drawn = byId(`area-${id}`);
    if (!drawn) continue;
    drawn.setAttribute("role", "button");
    drawn.addEventListener("click", () => chooseArea(id));
    drawn.addEventListener("keydown", event => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      chooseArea(id);
    });
  }
}

byId("own").addEventListener("submit", event => {
  event.preventDefault();
  const text = byId("line").value.trim();
  if (!text) return;
  // What is typed is a choice as well if it is written like one.
  addLine(text, listOpen().find(one => one.text === text) ?? null);
  byId("line").value = "";
});
byId("everywhere").addEventListener("click", () => { area = null; show(); byId("choose").focus(); });
byId("clear").addEventListener("click", () => {
  remember();
  letter.length = 0;
  piece = area = target = null;
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
  if (event.key !== "Escape" || (!piece && !area)) return;
  piece = area = target = null;
  show();
});
byId("undo").addEventListener("click", undo);
byId("redo").addEventListener("click", redo);
document.addEventListener("keydown", pressKey);
prepareMap();
preparePlan();
restore();
show();
