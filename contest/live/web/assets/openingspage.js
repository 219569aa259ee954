// The page of the openings.
"use strict";

function openingsPage(root, openings) {
  const data = root.dataset, el = (id) => document.getElementById(id), seats = data.seats.split("\n");
  const engine = new Engine((heard) => openEngine(data, heard));
  const board = new Board(root, { play: (move) => fill(data.play, move), choose: data.choose }, (move) => go([...moves, move]));
  const analyse = el("analyse").getAttribute("href");
  let moves = [], rows = [], shown = 0;

  const status = (text, bad) => { const s = root.querySelector(".status"); s.textContent = text; s.classList.toggle("bad", !!bad); };

  async function ask(question) {
    try { return await engine.ask(question, 2); } catch (error) { return { failed: fill(data.failed, error.message) }; }
  }

  // go shows the position after some moves; an illegal one leaves the page as it is.
  async function go(to) {
    const mine = ++shown;
    const a = await ask({ do: "position", moves: to }), b = a.position && await ask({ do: "openings", moves: to });
    if (mine !== shown) return;
    if (!b || !b.from) { status(a.failed || data.broken, true); return; }
    moves = to;
    const p = a.position;
    rows = playedFrom(openings, b.from, b.classes || [], p.seat);
    p.arrows = (p.arrows || []).filter((r) => r.kind === "forced");
    board.show(p);
    table(p.seat);
    el("first").disabled = el("back").disabled = !moves.length;
    const link = "#try=" + moves.length + "&game=" + Variants.written(moves);
    el("analyse").setAttribute("href", analyse + (moves.length ? link : ""));
    const line = moves.map((m, i) => (i + 1) + "\u00a0" + m).join(" ");
    if (p.over) status(fill(data.over, line, seats[p.winner]));
    else if (!rows.length) status(line ? line + ". " + data.nothing : data.nothing);
    else status(moves.length ? fill(data.after, line, seats[p.seat]) : fill(data.start, seats[p.seat]));
    try { history.replaceState(null, "", location.pathname + location.search + (moves.length ? "#" + Variants.written(moves) : "")); } catch { /* a page of a file has no address to change */ }
  }

  function table(seat) {
    const cell = (name, ...inside) => { const c = document.createElement(name); c.append(...inside); return c; };
    el("moves").replaceChildren(...rows.map((r) => {
      const b = document.createElement("button"), name = cell("th", b), count = cell("td", r.games.toLocaleString(root.ownerDocument.documentElement.lang)), line = document.createElement("tr");
      b.type = "button";
      b.className = "move";
      b.textContent = (moves.length + 1) + "\u00a0" + r.moves[0];
      b.addEventListener("click", () => go([...moves, r.moves[0]]));
      const point = (on) => board.ghost("hint", on ? board.option(r.moves[0]) : null);
      for (const e of ["pointerenter", "focus"]) b.addEventListener(e, () => point(true));
      for (const e of ["pointerleave", "blur"]) b.addEventListener(e, () => point(false));
      name.scope = "row";
      if (r.moves.length > 1) name.append(" ", cell("small", fill(data.alike, r.moves.slice(1).join(" "))));
      count.className = "n";
      line.append(name, count, cell("td", bar(r)));
      return line;
    }));
  }

  // bar draws the results, and says them.
  function bar(r) {
    const shares = percents(r.results), all = document.createElement("div"), text = document.createElement("small");
    all.className = "results";
    all.setAttribute("aria-hidden", "true");
    shares.forEach((n, i) => {
      const part = document.createElement("i");
      part.className = ["of0", "open", "of1"][i];
      part.style.width = n + "%";
      all.append(part);
    });
    text.textContent = fill(data.share, seats[0], r.results[0], seats[1], r.results[2]);
    const both = document.createElement("div");
    both.append(all, text);
    return both;
  }

  el("first").addEventListener("click", () => go([]));
  el("back").addEventListener("click", () => go(moves.slice(0, -1)));
  addEventListener("keydown", (e) => {
    if (e.key !== "Backspace" || e.ctrlKey || e.metaKey || e.altKey || !moves.length) return;
    e.preventDefault();
    go(moves.slice(0, -1));
  });
  const linked = () => location.hash.length > Variants.longest ? null : Variants.moves(decodeURIComponent(location.hash.slice(1)));
  const follow = () => {
    let to = null;
    try { to = linked(); } catch { /* no text that was written */ }
    if (!to) { go([]).then(() => status(data.broken, true)); return; }
    go(to).then(() => { if (!board.position) go([]).then(() => status(data.broken, true)); });
  };
  addEventListener("hashchange", () => { if (location.hash.slice(1) !== Variants.written(moves)) follow(); });
  self.looplineOpeningsPage = { moves: () => moves, rows: () => rows, go, ready: () => !!board.position };
  if (!data.engine && !data.text) { status(data.none, true); return; }
  follow();
}

if (document.getElementById("openings")) openingsPage(document.getElementById("openings"), self.looplineOpenings);
