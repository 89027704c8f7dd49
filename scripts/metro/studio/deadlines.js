// SPDX-License-Identifier: Apache-2.0
// Computes the responses again while the user types, and reads a file into the form. Without this script, the form has
// a button.
"use strict";
const form = document.getElementById("tasks"), file = document.getElementById("file");
let asked = 0, waiting = 0;

async function update() {
  const mine = ++asked;
  answer.setAttribute("aria-busy", "true");
  const reply = await ask("/verdicts", { method: "POST", body: new URLSearchParams(new FormData(form)) });
  if (mine !== asked) return;               // a later request is pending
  answer.removeAttribute("aria-busy");
  if (!reply) return;
  if (reply.fine) replace(answer, reply.text);
  else {
    const alarm = document.createElement("p");
    alarm.className = "alarm";
    alarm.setAttribute("role", "alert");
    alarm.textContent = reply.text;
    answer.replaceChildren(alarm);
  }
}

form.addEventListener("submit", (event) => { event.preventDefault(); update(); });
form.addEventListener("input", (event) => {
  if (event.target === file) return;
  clearTimeout(waiting);
  waiting = setTimeout(update, 300);
});
file.addEventListener("change", async () => {
  if (!file.files.length) return;
  form.elements.text.value = await file.files[0].text();
  form.elements.name.value = file.files[0].name;
  update();
});
document.getElementById("open").hidden = false;
