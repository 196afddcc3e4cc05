
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

function addLine(text, choice = null) {
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
  if (area) say(data.said.there, { area: nameArea(area), count: byId("pieces").children.length });
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
    drawn.setAttribute("aria-label", useful ? fill(told, { area: nameArea(id) }) : nameArea(id));
  }
}

function moveLine(from, to) {
  letter.splice(to, 0, ...letter.splice(from, 1));
  show();
  say(data.said.moved, { line: letter[to].text, number: to + 1 });
}

function removeLine(number) {
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

function show() { showChoices(); showMap(); showLines(); }

function preparePlan() {
  byId("plan").hidden = !data.plan.length;
  const named = Object.entries(data.areas).sort(([, one], [, other]) => one.localeCompare(other));
  byId("battle").append(new Option(data.said.every, "every battle"), ...named.map(([id, name]) => new Option(name, id)));
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
prepareMap();
preparePlan();
show();
