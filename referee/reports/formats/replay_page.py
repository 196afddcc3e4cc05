"""The page that a replay is shown on: its style and its script, which ask nothing of any network."""

PAGE = """\
<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header>
<h1>{title}</h1>
<nav aria-label="{steps}">
<button type="button" id="first" aria-label="{to_first}">|&lt;</button>
<button type="button" id="back" aria-label="{step_back}">&lt;</button>
<button type="button" id="play" aria-pressed="false" data-play="{play}" data-pause="{pause}">{play}</button>
<button type="button" id="next" aria-label="{step_on}">&gt;</button>
<button type="button" id="last" aria-label="{to_last}">&gt;|</button>
<input type="range" id="slider" min="0" max="{last}" value="0" aria-label="{entry}">
</nav>
<p id="when" aria-live="polite"></p>
</header>
<main>
<section id="map" aria-label="{map_title}">{map}</section>
<section id="words" aria-label="{happened}">
<div id="told"></div>
<h2>{control}</h2>
<div id="control"></div>
</section>
</main>
<footer><p>{keys}</p></footer>
<script type="application/json" id="data">{data}</script>
<script>{script}</script>
</body>
</html>
"""

STYLE = """
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 Georgia, serif; color: #1f2328; background: #ffffff; }
header { position: sticky; top: 0; padding: 0.5em 1em; background: #f3f4f1; }
header { border-bottom: 1px solid #c8ccc4; }
header h1 { font-size: 1.2em; margin: 0; }
nav { display: flex; flex-wrap: wrap; gap: 0.4em; align-items: center; margin: 0.4em 0; }
button { font: inherit; min-width: 2.8em; min-height: 2.4em; cursor: pointer; }
#slider { flex: 1 1 10em; min-height: 2.4em; }
#when { margin: 0; font-weight: bold; }
main { display: flex; flex-wrap: wrap; gap: 1em; padding: 1em; align-items: flex-start; }
#map { flex: 1 1 34em; min-width: 0; background: #ffffff; touch-action: pan-y; }
#map svg { display: block; width: 100%; height: auto; max-height: 86vh; }
#words { flex: 1 1 26em; min-width: 0; }
footer { padding: 0 1em; font-size: 0.85em; }
@media (prefers-color-scheme: dark) {
  body { color: #e4e6e2; background: #16191d; }
  header { background: #23282e; border-color: #474d54; }
  th, pre, code { background: #23282e !important; }
  th, td, pre, h1, h2, h3, h4 { border-color: #474d54 !important; color: #e4e6e2 !important; }
  .proof { color: #a4abb3 !important; }
}
"""

SCRIPT = """
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const frames = data.frames.map(
  ([entry, when, told, control, ...map]) => ({ entry, when, told, control, map }));
const said = [], tags = [];
for (const [same, rest] of data.tags) tags.push((tags.at(-1) ?? "").slice(0, same) + rest);
for (const packed of data.texts) {  // a text, or [another text, same at its begin, same at its end, between]
  if (typeof packed === "string") { said.push(packed); continue; }
  const [number, start, end, between] = packed, other = said[number];
  said.push(other.slice(0, start) + between + other.slice(other.length - end));
}
said.forEach((text, number) => {  // a sign of the private area stands for a tag
  said[number] = text.replace(/[\\ue000-\\uf8ff]/g, sign => tags[sign.charCodeAt(0) - 0xe000] ?? sign);
});
const place = new Map();  // id of an element -> [step, text] in the order of steps
frames.forEach((frame, step) => {
  for (const text of frame.map) {
    const id = said[text].match(/ id="([^"]*)"/)[1];
    if (!place.has(id)) place.set(id, []);
    place.get(id).push([step, text]);
  }
});
const shown = new Map();
let at = -1, timer = 0;

function draw(step) {
  for (const [id, changes] of place) {
    let low = 0, high = changes.length;  // the last change that is not after this step
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (changes[middle][0] <= step) low = middle; else high = middle;
    }
    const text = changes[low][1];
    if (shown.get(id) !== text) {
      document.getElementById(id).outerHTML = said[text];
      shown.set(id, text);
    }
  }
}

function show(step) {
  step = Math.max(0, Math.min(frames.length - 1, step));
  if (step === at || !frames.length) return;
  at = step;
  const frame = frames[step];
  document.getElementById("when").textContent = said[frame.when];
  document.getElementById("told").innerHTML = said[frame.told];
  document.getElementById("control").innerHTML = said[frame.control];
  document.getElementById("slider").value = step;
  draw(step);
  history.replaceState(null, "", "#" + frame.entry);
}

function play(on) {
  clearInterval(timer);
  timer = on ? setInterval(() => { if (at === frames.length - 1) play(false); else show(at + 1); }, 1200) : 0;
  const button = document.getElementById("play");
  button.textContent = on ? button.dataset.pause : button.dataset.play;
  button.setAttribute("aria-pressed", String(on));
}

const steps = {
  first: () => show(0), back: () => show(at - 1),
  next: () => show(at + 1), last: () => show(frames.length - 1),
};
for (const [id, step] of Object.entries(steps)) {
  document.getElementById(id).addEventListener("click", () => { play(false); step(); });
}
document.getElementById("play").addEventListener("click", () => play(!timer));
const slider = document.getElementById("slider");
slider.addEventListener("input", () => { play(false); show(+slider.value); });
const keys = {
  ArrowLeft: steps.back, ArrowRight: steps.next, Home: steps.first, End: steps.last,
  PageUp: () => show(at - 10), PageDown: () => show(at + 10),
};
document.addEventListener("keydown", event => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === " " && event.target.tagName !== "BUTTON") { play(!timer); event.preventDefault(); }
  if (event.key in keys) { play(false); keys[event.key](); event.preventDefault(); }
});
let from = null;
const map = document.getElementById("map");
map.addEventListener("touchstart", event => { from = event.changedTouches[0].clientX; }, { passive: true });
map.addEventListener("touchend", event => {
  const went = event.changedTouches[0].clientX - from;
  if (Math.abs(went) > 40) { play(false); show(went < 0 ? at + 1 : at - 1); }
}, { passive: true });
function asked() {
  const entry = +location.hash.slice(1);
  const step = frames.findIndex(frame => frame.entry === entry);
  return step < 0 ? 0 : step;
}
addEventListener("hashchange", () => show(asked()));
show(asked());
"""
