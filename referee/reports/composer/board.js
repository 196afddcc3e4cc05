
"use strict";
// The map and the table: orders as arrows and boxes, dragging, zoom.
const drawSvg = (tag, attributes) => {
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) drawn.setAttribute(name, value);
  return drawn;
};

function findPoint(place) {
  if (isArea(place)) return data.spots[place];
  if (!Array.isArray(place) || !data.table) return null;
  const [unit, , height] = data.table;
  return [place[0] / 100 * unit, height - place[1] / 100 * unit];
}

// The box of an army on the map: its ground and its words.
function findBox(id) {
  const [where, label] = data.armies[id] ?? [];
  const words = where && [...byId(`words-${where}`)?.querySelectorAll("text") ?? []].find(one => one.textContent === label);
  return words ? [words.previousElementSibling, words] : null;
}

let wordBoxes = null, nameBoxes = null;  // the words of the areas, whole and one by one

function listWordBoxes() {
  const groups = Object.keys(data.areas).flatMap(id => byId(`words-${id}`) ? [[id, byId(`words-${id}`)]] : []);
  wordBoxes ??= new Map(groups.map(([id, words]) => [id, words.getBBox()]));
  nameBoxes ??= groups.flatMap(([, words]) => [...words.children].map(one => [one, one.getBBox()]));
  return wordBoxes;
}

// The words that nothing may cover: all but the boxes of armies that went.
function listTaken() {
  return nameBoxes.filter(([one]) => !one.classList.contains("ghost")).map(([, box]) => box);
}

// The drawing of a figure, by the name in its title.
function findFigure(id) {
  const isOf = title => title.textContent.split(/[:,] /).includes(id);
  return [...document.querySelectorAll("#ground g > title")].find(isOf)?.parentNode;
}

// Arrows of the ordered moves below the words of the map, and the pieces at the places where they will be.
function showOrders() {
  const layer = byId("orders-layer");
  if (!layer) return;
  const arrows = [], { then } = follow(), at = new Map(), boxes = new Map();
  for (const line of letter.filter(({ choice }) => choice?.moves)) {
    for (const [id, from, to] of listGoals(line)) {
      arrows.push(...drawArrow(at.get(id) ?? from, to, line.choice.mode));
      at.set(id, to);
    }
  }
  document.querySelectorAll("#figures-layer .handle").forEach(one => one.classList.toggle("chosen", one.dataset.piece === piece));
  byId("arrows-layer").replaceChildren(...arrows);
  document.querySelectorAll("#map .ghost").forEach(one => one.classList.remove("ghost"));
  const spots = [...then].filter(([, to]) => !isArea(to)).map(([, to]) => to);
  listWordBoxes();
  for (const [id, to] of then) {
    const box = findBox(id);
    if (!isArea(to)) { findFigure(id)?.classList.add("ghost"); continue; }
    if (box && data.armies[id][0] !== to) box.forEach(one => one.classList.add("ghost"));
    boxes.set(to, [...boxes.get(to) ?? [], box ? box[1].textContent : id]);
  }
  const taken = listTaken();
  layer.replaceChildren(...[...spots, ...(spot && piece ? [spot] : [])].map(drawFigure),
    ...[...boxes].flatMap(([to, names]) => gatherUnits(names).flatMap(name => drawBox(name, to, taken))));
}

// Units share one box; each army has its own.
function gatherUnits(names) {
  const units = names.filter(name => choices.some(one => one.piece === name) || armyOf.has(name));
  const armies = names.filter(name => !units.includes(name));
  return [...armies, ...(units.length > 3 ? [`${units.slice(0, 2).join(", ")} +${units.length - 2}`] : units.length ? [units.join(", ")] : [])];
}

function drawArrow(start, end, mode) {
  let from = findPoint(start), to = findPoint(end);
  if (!from || !to || (from[0] === to[0] && from[1] === to[1])) return [];
  [from, to] = [leaveWords(start, from, to), leaveWords(end, to, from)];
  const [[ax, ay], [bx, by]] = [from, to], long = Math.hypot(bx - ax, by - ay) || 1, [ux, uy] = [(bx - ax) / long, (by - ay) / long];
  const back = Math.min(14, long / 2), [tx, ty] = [bx - back * ux, by - back * uy];
  const way = drawSvg("path", { d: `M${ax} ${ay}L${tx} ${ty}` });
  if (mode && mode !== "march") way.classList.add("rail");
  return [way, drawSvg("polygon", { class: "tip", points: `${bx},${by} ${tx - 8 * uy},${ty + 8 * ux} ${tx + 8 * uy},${ty - 8 * ux}` })];
}

// The point at which a line leaves the words of its area, at most two fifths along.
function leaveWords(id, [x, y], [tox, toy]) {
  const box = isArea(id) && listWordBoxes().get(id);
  if (!box) return [x, y];
  let part = 0;
  const inside = () => {
    const [px, py] = [x + part * (tox - x), y + part * (toy - y)];
    return px > box.x - 4 && px < box.x + box.width + 4 && py > box.y - 4 && py < box.y + box.height + 4;
  };
  while (part < 0.4 && inside()) part += 0.04;
  return [x + part * (tox - x), y + part * (toy - y)];
}

function drawFigure(place) {
  const [x, y] = findPoint(place);
  return drawSvg("circle", { class: "new", cx: x, cy: y, r: 9 });
}

// A box at its new place, as near to the words of its area as those of all areas leave room.
function drawBox(name, to, taken) {
  const words = listWordBoxes().get(to), [px, py] = data.spots[to], wide = 7 * name.length + 12, high = 18;
  const [x, y] = words ? [words.x + words.width / 2, words.y + words.height + 4] : [px, py + 16];
  const isFree = ([left, top]) => taken.every(one =>
    left > one.x + one.width || left + wide < one.x || top > one.y + one.height || top + high < one.y);
  let best = [x - wide / 2, y];
  for (let far = 0; far < 120 && !isFree(best); far += 6) {
    for (let way = 0; way < 16; way++) {
      const turn = Math.PI * way / 8, place = [x - wide / 2 + far * Math.sin(turn), y + far * Math.cos(turn)];
      if (isFree(place)) { best = place; break; }
    }
  }
  taken.push({ x: best[0], y: best[1], width: wide, height: high });
  const text = drawSvg("text", { x: best[0] + wide / 2, y: best[1] + 13 });
  text.textContent = name;
  const [mx, my] = [best[0] + wide / 2, best[1] + high / 2];
  if (words && Math.hypot(mx - x, my - y) > 40)
    byId("arrows-layer").append(drawSvg("path", { class: "join", d: `M${mx} ${my}L${x} ${words.y + words.height / 2}` }));
  return [drawSvg("rect", { x: best[0], y: best[1], width: wide, height: high, rx: 3 }), text];
}

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

// Let a piece be dragged: its ghost follows the pointer, and `drop` gets the place where it is let go.
function makeDraggable(handle, drawing, id, tap, drop) {
  let from = null, ghost = null;
  handle.classList.add("handle");
  const place = event => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
    return [at.x, at.y];
  };
  const end = () => { ghost?.remove(); from = ghost = null; };
  handle.addEventListener("pointerdown", event => {
    event.stopPropagation();
    from = [event.clientX, event.clientY];
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", event => {
    if (!from || (!ghost && Math.hypot(event.clientX - from[0], event.clientY - from[1]) < 6)) return;
    const [x, y] = place(event);
    if (!ghost) byId("orders-layer").append(ghost = drawSvg("circle", { class: "new dragged", r: 12 }));
    ghost.setAttribute("cx", x);
    ghost.setAttribute("cy", y);
  });
  handle.addEventListener("pointerup", event => {
    if (!from) return;
    const dragged = ghost !== null, at = place(event);
    end();
    if (dragged) drop(id, at, event);
    else tap(id);
  });
  handle.addEventListener("pointercancel", end);
}

function dropOnArea(id, _, event) {
  const under = document.elementsFromPoint(event.clientX, event.clientY).map(one => one.closest("[id^='area-']")).find(Boolean);
  const to = under?.id.slice(5);
  forget();
  piece = id;
  if (to && listTargets().includes(to)) { chooseArea(to); return; }
  show();
  if (to) say(data.said.far, { piece: namePiece(id), area: nameArea(to) });
}

// Put a figure at a spot of the table: its orders for each way to go there are offered, a single one is given.
function dropOnTable(id, at) {
  if (placeFigure(id, at) && byId("orders").querySelectorAll("button").length === 1) byId("orders").querySelector("button").click();
}

function placeFigure(id, [x, y]) {
  const open = listOpen().find(one => one.piece === id && Array.isArray(one.to));
  if (!open) { forget(); show(); return false; }
  const [unit, width, height] = data.table, inside = (value, most) => Math.round(Math.min(Math.max(value, 0), most) / unit * 4) / 4;
  const [east, north] = [inside(x, width), inside(height - y, height)];
  forget();
  piece = id;
  spot = [100 * east, 100 * north];
  [byId("east").value, byId("north").value] = [east, north];
  show();
  const start = open.from;
  const inches = Array.isArray(start) ? Math.hypot(east - start[0] / 100, north - start[1] / 100).toFixed(1) : "—";
  say(data.said.spot, { piece: namePiece(id), east, north, inches });
  return true;
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function prepareFigures(drawing) {
  if (!data.table) return;
  const starts = new Map(choices.filter(one => one.moves && Array.isArray(one.from)).map(one => [one.piece, one.from]));
  for (const [id, start] of starts) {
    const [x, y] = findPoint(start), handle = drawSvg("circle", { cx: x, cy: y, r: 14, role: "button", tabindex: 0 });
    handle.dataset.piece = id;
    handle.setAttribute("aria-label", `${namePiece(id)}, ${start[0] / 100},${start[1] / 100}`);
    handle.addEventListener("keydown", event => {
      const way = STEPS[event.key], far = data.table[0] * (event.shiftKey ? 0.25 : 1);
      if (way) {
        const at = findPoint(piece === id && spot ? spot : start);
        placeFigure(id, [at[0] + way[0] * far, at[1] + way[1] * far]);
      } else if (event.key !== "Enter" && event.key !== " ") return;
      else if (piece === id && spot) byId("orders").querySelector("button")?.focus();
      else choosePiece(id);
      event.preventDefault();
      event.stopPropagation();
    });
    makeDraggable(handle, drawing, id, choosePiece, dropOnTable);
    byId("figures-layer").append(handle);
  }
  // A figure that is chosen in the list goes where the table is tapped.
  drawing.addEventListener("click", event => {
    if (event.target.closest(".handle") || !listOpen().some(one => one.piece === piece && Array.isArray(one.to))) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
    dropOnTable(piece, [at.x, at.y]);
  });
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

function prepareMap() {
  const drawing = byId("map").querySelector("svg");
  if (!drawing) return;
  drawing.setAttribute("role", "group");
  prepareZoom(drawing);
  const words = drawing.querySelector("[id^='words-']"), arrows = drawSvg("g", { id: "arrows-layer" });
  if (words) words.before(arrows);
  else drawing.append(arrows);
  drawing.append(drawSvg("g", { id: "orders-layer" }), drawSvg("g", { id: "figures-layer" }));
  prepareFigures(drawing);
  for (const [id, [where]] of Object.entries(data.armies)) {
    const box = choices.some(one => one.piece === id && one.moves) ? findBox(id)?.[0] : null;
    if (box) makeDraggable(box, drawing, id, () => chooseArea(where), dropOnArea);
  }
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
