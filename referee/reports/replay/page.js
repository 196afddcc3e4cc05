"use strict";
(async () => {
const packed = Uint8Array.from(atob(document.getElementById("data").textContent), sign => sign.charCodeAt(0));
const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
const { entries, places, map } = await new Response(unpacked).json();
const table = document.getElementById("map");
table.innerHTML = map;
// The changes of each place in the order of steps: [step, text].
const { when, told, control, ...parts } = places;
const shown = new Map();
let at = -1, timer = 0;

function find(changes, step) {  // the last text that is not of a later step
  let low = 0, high = changes.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (changes[middle][0] <= step) low = middle; else high = middle;
  }
  return changes[low][1];
}

function draw(step) {
  for (const [id, changes] of Object.entries(parts)) {
    const text = find(changes, step);
    if (shown.get(id) !== text) {
      document.getElementById(id).outerHTML = text;
      shown.set(id, text);
    }
  }
}

function show(step) {
  step = Math.max(0, Math.min(entries.length - 1, step));
  if (step === at || !entries.length) return;
  at = step;
  document.getElementById("when").textContent = find(when, step);
  document.getElementById("told").innerHTML = find(told, step);
  document.getElementById("control").innerHTML = find(control, step);
  document.getElementById("slider").value = step;
  draw(step);
  history.replaceState(null, "", "#" + entries[step]);
}

function play(on) {
  clearInterval(timer);
  const step = () => { if (at === entries.length - 1) play(false); else show(at + 1); };
  timer = on ? setInterval(step, 1200) : 0;
  const button = document.getElementById("play");
  button.textContent = on ? button.dataset.pause : button.dataset.play;
  button.setAttribute("aria-pressed", String(on));
}

const steps = {
  first: () => show(0), back: () => show(at - 1),
  next: () => show(at + 1), last: () => show(entries.length - 1),
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
table.addEventListener("touchstart", event => { from = event.changedTouches[0].clientX; }, { passive: true });
table.addEventListener("touchend", event => {
  const went = event.changedTouches[0].clientX - from;
  if (Math.abs(went) > 40) { play(false); show(went < 0 ? at + 1 : at - 1); }
}, { passive: true });
function asked() {
  return Math.max(0, entries.indexOf(+location.hash.slice(1)));
}
addEventListener("hashchange", () => show(asked()));
show(asked());
})();
