"use strict";

// The page of a contest: small boards follow their games, and the rest is
// loaded again when something was decided.
function contestPage(box) {
  let version = +box.dataset.version, timer = 0, es = null;
  const note = document.getElementById("note");
  async function load() {
    timer = 0;
    const answer = await fetch(location.href);
    if (!answer.ok) { later(10000); return; }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("contest");
    const open = [...box.querySelectorAll("details")].map((d) => d.open);
    box.replaceChildren(...page.childNodes);
    const now = [...box.querySelectorAll("details")];
    if (now.length === open.length) now.forEach((d, i) => { d.open = open[i]; });
    version = +page.dataset.version;
  }
  // Not all viewers ask at once.
  function later(ms) { if (!timer) timer = setTimeout(() => load().catch(() => later(10000)), ms + Math.random() * 1500); }
  const at = new Map();
  function news(d) {
    // A table whose board was not there when the page was made has one now.
    const missing = Object.keys(d.tables).some((key) => d.tables[key] > 0 && ![...box.querySelectorAll("img[data-key]")].some((img) => img.dataset.key === key));
    if (d.version !== version || missing) later(0);
    for (const img of box.querySelectorAll("img[data-key]")) {
      const moves = d.tables[img.dataset.key], last = at.get(img.dataset.key) || 0;
      if (moves === undefined || img.dataset.ply === String(moves) || Date.now() - last < 900) continue;
      at.set(img.dataset.key, Date.now());
      img.dataset.ply = moves;
      img.src = img.getAttribute("src").replace(/\d+$/, moves);
    }
  }
  function connect() {
    if (es || document.hidden || box.dataset.static) return;
    es = new EventSource("events");
    es.addEventListener("contest", (e) => { note.hidden = true; news(JSON.parse(e.data)); });
    es.onerror = () => {
      note.textContent = box.dataset.lost;
      note.hidden = false;
      if (es.readyState === EventSource.CLOSED) { disconnect(); setTimeout(connect, 10000 + Math.random() * 20000); }
    };
  }
  function disconnect() { if (es) { es.close(); es = null; } }
  document.addEventListener("visibilitychange", () => { if (document.hidden) disconnect(); else connect(); });
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", connect);
  connect();
}

if (document.getElementById("contest")) contestPage(document.getElementById("contest"));
