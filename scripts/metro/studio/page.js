// SPDX-License-Identifier: Apache-2.0
// What the scripts of all pages share: requests to the studio, and new content for a part of the page.
"use strict";
const gone = document.getElementById("gone"), answer = document.getElementById("answer");
const token = document.querySelector("input[name=token]").value;

async function ask(address, options = {}) {
  try {
    const reply = await fetch(address, { ...options, headers: { "X-Studio-Token": token }, cache: "no-store" });
    gone.hidden = true;
    return { fine: reply.ok, text: await reply.text() };
  } catch {
    gone.hidden = false;
    return null;
  }
}

// Replace the content of an element, but keep the keyboard focus and the opened details.
function replace(place, text) {
  const last = document.activeElement, inside = place.contains(last);
  const keys = ["data-pick", "data-held", "data-act", "data-copy", "data-timeline", "id"];
  const key = inside && keys.find((name) => last.hasAttribute(name));
  const same = key && `${last.tagName.toLowerCase()}[${key}="${CSS.escape(last.getAttribute(key))}"]`;
  const text_ = inside && last.textContent;
  const opened = [...place.querySelectorAll("details")].map((each) => each.open);
  place.innerHTML = text;
  if (opened.length) {
    const now = [...place.querySelectorAll("details")], more = now.length - opened.length;
    opened.forEach((open, at) => { if (now[at + more] && open) now[at + more].open = true; });
  }
  if (!inside) return;
  const found = same ? [...place.querySelectorAll(same)] : [];
  const next = found.find((each) => each.textContent === text_) || found[0];
  if (next) next.focus({ preventScroll: true });
  else {
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }
}
