"use strict";
/* Search in the list of matches, the slider of the map, and the button that verifies a copy. Nothing is asked of a
   network: what a page needs is loaded as a script beside it, so that a site works from a disk, too. */
(() => {
const find = id => document.getElementById(id);
const search = find("search");
if (search) {
  const rows = [...document.querySelectorAll("tbody tr")], plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const texts = rows.map(row => plain(row.textContent));
  search.addEventListener("input", () => {
    const words = plain(search.value).split(/\s+/).filter(word => word);
    let count = 0;
    rows.forEach((row, at) => { row.hidden = !words.every(word => texts[at].includes(word)); count += !row.hidden; });
    find("found").textContent = find("found").dataset.text.replace("{count}", count);
  });
}
const slider = find("slider");
if (slider) {
  const { moments, areas, colours } = JSON.parse(find("history").textContent), map = document.querySelector(".map");
  const parts = areas.map(area => document.getElementById(`area-${area}`));
  const show = () => {
    const at = Number(slider.value), moment = moments[at], isPast = at < moments.length - 1;
    map.classList.toggle("past", isPast);
    find("moment").textContent = moment[0];
    parts.forEach((part, number) => {
      if (!part) return;
      const holder = moment[1][number];
      part.toggleAttribute("data-past", isPast);
      part.style.setProperty("--past", holder === "-" ? "transparent" : colours[holder]);
    });
  };
  slider.addEventListener("input", show);
  find("earlier").addEventListener("click", () => { slider.stepDown(); show(); });
  find("later").addEventListener("click", () => { slider.stepUp(); show(); });
  show();
}
const button = find("verify");
if (button) button.addEventListener("click", () => {
  const told = find("verdict"), say = button.dataset;
  told.textContent = say.wait; told.className = "";
  const load = (src, then) => {
    const script = document.createElement("script");
    script.src = src; script.onload = then;
    script.onerror = () => { told.textContent = say.missing.replace("{file}", src); told.className = "bad"; };
    document.body.append(script);
  };
  globalThis.useCopy = text => setTimeout(() => {
    const it = Verifier.verify(text), head = document.body.dataset.head;
    const ok = !it.fault && (!head || it.head === head);
    told.className = ok ? "good" : "bad";
    told.textContent = it.fault ? say.broken.replace("{entry}", it.entry).replace("{fault}", it.fault)
      : !ok ? say.other.replace("{head}", it.head)
      : say.valid.replace("{dice}", it.dice[0]).replace("{own}", it.dice[1]).replace("{word}", it.dice[2]).replace("{head}", it.head);
  });
  const root = document.body.dataset.root;
  load(`${root}verify.js`, () => load(`${root}shapes.js`, () => load("copy.js", () => {})));
});
})();
