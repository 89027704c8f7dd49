// SPDX-License-Identifier: Apache-2.0
// What a browser sees of the report, as the tests ask for it: run in the page, which stands in a frame of the wrapper.

function probe() {
  const page = document.documentElement;
  const box = (e) => e.getBoundingClientRect();
  const seen = (e) => e.checkVisibility();
  const about = (e) => `${e.id || e.getAttribute("class") || e.tagName}: ${e.textContent.trim().slice(0, 40)}`;
  document.querySelectorAll("details").forEach((e) => { e.open = true; });

  // The page: what is beyond its edges or those of its box; wide tables may be wide within theirs, but not their cells.
  const outside = [...document.querySelectorAll("body *")]
    .filter((e) => seen(e) && !e.parentElement.closest(".scroll"));
  const beyond = outside.filter((e) => box(e).right > page.clientWidth + 0.5 || box(e).left < -0.5);
  const clipped = [...outside.filter((e) => !e.matches(".scroll, svg, svg *")), ...document.querySelectorAll("th, td")]
    .filter((e) => e.clientWidth && e.scrollWidth > e.clientWidth + 1);

  // The plots: what is drawn, and whether their words can be read.
  const drawings = [...document.querySelectorAll("figure svg")].filter(seen);
  const drawn = {}, cut = [], met = [], small = [];
  for (const svg of drawings) {
    const key = svg.closest("figure").id, frame = box(svg), scale = frame.width / svg.viewBox.baseVal.width;
    for (const e of svg.querySelectorAll("[data-figures]")) {
      if (box(e).width + box(e).height > 0) (drawn[key] ||= []).push(...e.dataset.figures.split(" "));
    }
    const texts = [...svg.querySelectorAll("text")].filter((e) => e.textContent.trim());
    texts.forEach((e, i) => {
      const r = box(e);
      if (r.left < frame.left - 1 || r.right > frame.right + 1 ||
          r.top < frame.top - 1 || r.bottom > frame.bottom + 1) {
        cut.push(`${key} ${e.textContent}`);
      }
      if (parseFloat(getComputedStyle(e).fontSize) * scale < 9.5) small.push(`${key} ${e.textContent}`);
      for (const other of texts.slice(i + 1)) {
        const s = box(other);
        if (Math.min(r.right, s.right) - Math.max(r.left, s.left) > 1 &&
            Math.min(r.bottom, s.bottom) - Math.max(r.top, s.top) > 4) {
          met.push(`${key} ${e.textContent} / ${other.textContent}`);
        }
      }
    });
  }
  return {
    width: page.clientWidth, scroll: page.scrollWidth, beyond: beyond.map(about), clipped: clipped.map(about),
    drawings: drawings.length, drawn, cut, met, small,
    surface: getComputedStyle(document.body).backgroundColor,
    ink: getComputedStyle(drawings[0].querySelector('text[style*="--ink"]')).fill,
  };
}
