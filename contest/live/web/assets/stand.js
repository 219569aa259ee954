// The page of a stand: who comes queues for a game, and goes to the seat when it is free.
"use strict";

function standPage(root, every) {
  const el = (id) => document.getElementById(id), data = root.dataset, hint = el("status").textContent;
  const say = (text) => { if (el("status").textContent !== text) el("status").textContent = text; };
  let asking = false, queued = false;

  // look asks for the state of the stand.
  async function look() {
    if (asking) return;
    asking = true;
    try {
      const p = await (await fetch("stand/place.json")).json();
      if (p.link) { location.assign(new URL(p.link).pathname + new URL(p.link).hash); return; }
      queued = p.place > 0;
      el("join").hidden = queued;
      el("leave").hidden = !queued;
      say(!queued ? hint : p.place === 1 ? data.first : fill(data.place, p.place));
      el("waiting").textContent = p.waiting > 0 ? fill(data.waiting, p.waiting) : "";
      el("playing").textContent = p.playing || "";
      const src = p.game ? `game/${p.game}/board.svg?ply=${p.ply}` : "";
      if (src && el("board").getAttribute("src") !== src) { el("board").src = src; el("board").hidden = false; }
    } catch { say(data.lost); } finally { asking = false; }
  }

  async function send(to) {
    try {
      const r = await fetch("stand/" + to, { method: "POST" });
      if (r.ok) await look();
      else say(await r.text());
    } catch { say(data.lost); }
  }
  el("join").addEventListener("click", () => send("join"));
  el("leave").addEventListener("click", () => send("leave"));
  look();
  return setInterval(look, every);
}

if (document.getElementById("stand")) standPage(document.getElementById("stand"), 1500);
