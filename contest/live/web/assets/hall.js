"use strict";

// The page for a projector: it is loaded again every second and changes where something did.
function hallPage(box, every) {
  let last = "", waiting = false;
  async function load() {
    if (waiting) return;
    waiting = true;
    try {
      const answer = await fetch(location.href);
      if (!answer.ok) return;
      const text = await answer.text();
      if (text === last) return;
      last = text;
      const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("hall");
      if (!fresh) return;
      box.replaceChildren(...fresh.childNodes);
      for (const name of ["mode", "key", "ply"]) {
        if (fresh.dataset[name] === undefined) delete box.dataset[name];
        else box.dataset[name] = fresh.dataset[name];
      }
    } catch { /* the program may be away: the picture stays */ } finally { waiting = false; }
  }
  return setInterval(load, every);
}

if (document.getElementById("hall")) hallPage(document.getElementById("hall"), 1000);
