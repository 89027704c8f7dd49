// SPDX-License-Identifier: Apache-2.0
// Updates the answer while the user types in the form, and shows the progress of jobs. The page also works without this
// script: the form has a button, and every point of the plot is a link.
"use strict";
const form = document.getElementById("needs"), work = document.getElementById("work");
const timeline = document.getElementById("timeline");
const start = new URLSearchParams(location.search);
const chosen = { pick: start.get("pick") || "", held: start.get("held") || "" };
let asked = 0, waiting = 0, watching = 0;

function words(more = {}) {
  const given = new URLSearchParams(new FormData(form));
  given.delete("token");
  for (const [name, value] of Object.entries({ ...chosen, ...more })) {
    if (value !== "") given.set(name, value);
  }
  return given;
}

async function update() {
  const mine = ++asked, given = words();
  answer.setAttribute("aria-busy", "true");
  const reply = await ask(`/answer?${given}`);
  if (mine !== asked) return;               // a later request is pending
  answer.removeAttribute("aria-busy");
  if (!reply) return;
  if (reply.fine) replace(answer, reply.text);
  given.set("token", token);
  history.replaceState(null, "", `/?${given}`);
}

function updateLater() {
  clearTimeout(waiting);
  waiting = setTimeout(update, 200);
}

async function watch() {
  clearTimeout(watching);
  const reply = await ask("/work");
  if (reply && reply.fine) {
    const ran = work.querySelector('[data-state="runs"]') !== null;
    replace(work, reply.text);
    const newest = work.querySelector(".job");
    if (ran && newest && newest.dataset.state === "fine") {
      const drawn = newest.querySelector("[data-timeline]");
      if (drawn) draw(drawn.dataset);
    }
  }
  if (work.querySelector('[data-state="runs"]')) watching = setTimeout(watch, reply ? 700 : 3000);
}

async function act(action) {
  const body = words({ action });
  const reply = await ask("/act", { method: "POST", body });
  if (!reply) return;
  if (!reply.fine) {
    const refusal = work.querySelector(".refusal");
    refusal.textContent = reply.text;
    refusal.hidden = false;
    refusal.scrollIntoView({ block: "nearest" });
    return;
  }
  replace(work, reply.text);
  work.scrollIntoView({ block: "nearest" });
  clearTimeout(watching);
  watching = setTimeout(watch, 500);
}

async function draw(which) {
  const given = new URLSearchParams({ file: which.timeline, begin: which.begin || "", end: which.end || "" });
  const reply = await ask(`/timeline?${given}`);
  if (!reply || !reply.fine) return;
  const hidden = timeline.hidden;
  timeline.hidden = false;
  replace(timeline, reply.text);
  if (hidden || !which.begin) timeline.scrollIntoView({ block: "start" });
}

form.addEventListener("submit", (event) => { event.preventDefault(); update(); });
form.addEventListener("input", updateLater);
document.addEventListener("change", (event) => { if (event.target.id === "up") update(); });
document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest("a[data-pick], a[data-held]");
  if (link) {
    event.preventDefault();
    for (const name of ["pick", "held"]) {
      const value = link.getAttribute(`data-${name}`);
      if (value !== null) chosen[name] = value;
    }
    // Select the held candidate explicitly, so that it stays selected if the suggestion changes.
    if (link.hasAttribute("data-held") && link.dataset.held) chosen.pick = link.dataset.held;
    update();
    return;
  }
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.act) act(button.dataset.act);
  if (button.dataset.timeline) draw(button.dataset);
  if (button.dataset.copy) {
    navigator.clipboard.writeText(button.dataset.copy).then(
      () => { button.textContent = "Copied"; setTimeout(() => { button.textContent = "Copy"; }, 1500); },
      () => { getSelection().selectAllChildren(button.parentElement.querySelector("code")); });
  }
});
// The space key activates these links as if they were buttons.
document.addEventListener("keydown", (event) => {
  if (event.key === " " && event.target.closest("a.button, a.point")) {
    event.preventDefault();
    event.target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }
});
if (work.querySelector('[data-state="runs"]')) watch();
