// The page of a person who plays. It shows what the server says may be played, and sends
// what was chosen of it.
"use strict";

function seatPage(root) {
  const el = (id) => document.getElementById(id), data = root.dataset, lang = +data.lang;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const ns = "http://www.w3.org/2000/svg", sheet = el("sheet");
  let state = { turn: 0, players: [] }, heard = 0, all = [], part = 0, choice = new Choice([]), spots = [], at = -1, early = false;
  let said = 0, sending = 0, es = null, over = false;

  const told = (m) => { const w = lang === 1 && m.ja || m; return w.words + (w.remark ? " " + w.remark : ""); };
  const saying = (text, kind) => {
    const s = el("status");
    if (s.textContent !== text) s.textContent = text;
    s.className = "status" + (kind ? " " + kind : "");
  };

  // show shows a state of the game.
  function show(d) {
    const asked = d.turn && d.turn !== state.turn, drawn = d.picture && d.picture !== state.picture;
    const focused = early || spots.includes(document.activeElement);
    if (drawn) draw(d, asked);
    else { d.picture = state.picture; d.cell = d.cell || state.cell; }
    const was = state.turn;
    state = d;
    heard = performance.now();
    if (d.ply > said || d.ply < said) {
      if (d.last && d.ply) el("said").textContent = told(d.last);
      said = d.ply;
    }
    el("play").tabIndex = d.turn ? -1 : 0; // without buttons on it, it scrolls by itself
    sheet.classList.toggle("fit", !!d.end);
    if (d.turn !== was) offer(asked);
    else if (drawn && d.turn && spots.length) chosen();
    else if (drawn && d.turn) { turnTo(part); if (focused) focus(at); }
    early = d.turn && !d.picture;
    players();
    words();
  }

  // draw puts a picture on the page; what the last move put on the board comes piece by piece.
  function draw(d, asked) {
    const fresh = document.createElement("template"), old = sheet.querySelector("svg");
    fresh.innerHTML = d.picture;
    const svg = fresh.content.querySelector("svg");
    if (old) old.replaceWith(svg);
    else sheet.prepend(svg);
    el("play").hidden = el("help").hidden = false;
    if (d.turn !== state.turn) for (const s of spots.splice(0)) s.remove();
    const box = svg.viewBox.baseVal, cell = d.cell || state.cell || 40;
    d.cell = cell;
    sheet.style.setProperty("--cells", (box.width / cell).toFixed(3));
    sheet.style.setProperty("--ratio", (box.width / box.height).toFixed(4));
    if (!asked || !d.fresh || still.matches) return;
    d.fresh.forEach(([x, y], i) => {
      for (const piece of svg.querySelectorAll(`use[x="${x}"][y="${y}"]`)) {
        piece.classList.add("late");
        setTimeout(() => piece.classList.remove("late"), 120 + 220 * i);
      }
    });
  }

  // offer begins a question, or ends one.
  function offer(asked) {
    sending = 0;
    all = choicesOf(state.parts || []);
    turnTo(0);
    const last = (state.fresh || [])[0] || (state.parts && state.parts[0] || {}).at;
    if (asked && last && spots.length) centre(last[0] + state.cell / 2, last[1] + state.cell / 2);
    if (asked && (document.activeElement === document.body || !document.activeElement)) focus(at);
  }

  // turnTo turns to a part of the question: it puts a button on each cell on which something may
  // be played.
  function turnTo(i) {
    const near = (state.parts && state.parts[i] || {}).at || (state.fresh || [])[0];
    part = i;
    choice = all[i] || new Choice([]);
    for (const s of spots) s.remove();
    const svg = sheet.querySelector("svg"), box = svg && svg.viewBox.baseVal;
    spots = !svg ? [] : choice.choices.map((c, k) => {
      const b = place(document.createElement("button"), c.x, c.y, box);
      b.type = "button";
      b.className = "spot" + (c.options[0].words ? " full" : "");
      b.tabIndex = -1;
      b.addEventListener("click", (e) => { if (!sending) tap(k, e.detail > 0); });
      return b;
    });
    sheet.append(...spots);
    at = choice.cell >= 0 ? choice.cell : near ? choice.nearest(near[0], near[1]) : spots.length ? 0 : -1;
    if (spots[at]) spots[at].tabIndex = 0;
    chosen();
  }

  // tap chooses a cell. Who points, and has no more to choose there, goes on to the next part.
  function tap(k, points) {
    choice.tap(k);
    const on = points && choice.options.length === 1 ? unanswered(all, part) : -1;
    if (on >= 0) turnTo(on);
    else { focus(k); chosen(); }
  }

  // place puts an element onto a cell of the picture.
  function place(e, x, y, box) {
    e.style.left = (x - box.x) / box.width * 100 + "%";
    e.style.top = (y - box.y) / box.height * 100 + "%";
    e.style.width = state.cell / box.width * 100 + "%";
    e.style.height = state.cell / box.height * 100 + "%";
    return e;
  }

  // centre scrolls to a place of the picture.
  function centre(x, y) {
    const svg = sheet.querySelector("svg"), box = svg.viewBox.baseVal, play = el("play"), scale = svg.clientWidth / box.width;
    play.scrollTo({ left: (x - box.x) * scale - play.clientWidth / 2, top: (y - box.y) * scale - play.clientHeight / 2 });
  }

  // focus moves the keyboard's place to a cell.
  function focus(i) {
    if (!spots[i]) return;
    if (spots[at]) spots[at].tabIndex = -1;
    at = i;
    spots[i].tabIndex = 0;
    spots[i].focus({ preventScroll: false });
  }

  // chosen shows what is chosen, everywhere.
  function chosen() {
    const svg = sheet.querySelector("svg"), o = choice.option, parts = state.parts || [];
    for (const g of sheet.querySelectorAll(".ghost, .here")) g.remove();
    for (const c of all) {
      if (!c.option || !svg) continue;
      const g = document.createElementNS(ns, "g");
      g.setAttribute("class", "ghost");
      g.innerHTML = c.option.draw.join("");
      svg.append(g);
    }
    if (svg && parts.length > 1 && parts[part].at) {
      const here = place(document.createElement("div"), ...parts[part].at, svg.viewBox.baseVal);
      here.className = "here";
      sheet.append(here);
    }
    spots.forEach((s, i) => {
      const c = choice.choices[i], mine = i === choice.cell;
      s.setAttribute("aria-pressed", mine);
      s.setAttribute("aria-label", mine ? label(o, c) : c.name + ": " + c.options.map((p) => p.words ? p.words[lang] : p.key).join(" "));
    });
    el("acts").hidden = !state.turn;
    el("parts").hidden = parts.length < 2;
    el("parts").replaceChildren(...parts.length < 2 ? [] : parts.map((p, i) => {
      const b = document.createElement("button"), done = all[i].option;
      b.type = "button";
      b.className = "part" + (done ? " done" : "");
      b.setAttribute("aria-pressed", i === part);
      b.textContent = p.name[lang] + (done ? " ✓" : "");
      b.setAttribute("aria-label", p.name[lang] + (done ? ": " + label(done, all[i].choices[all[i].cell]) : ""));
      b.addEventListener("click", () => { if (!sending) { turnTo(i); el("parts").children[i].focus(); } });
      return b;
    }));
    const chip = el("parts").children[part];
    if (chip) el("parts").scrollLeft = chip.offsetLeft - el("parts").clientWidth / 2;
    el("shapes").replaceChildren(...choice.options.length < 2 && parts.length > 1 ? [] : choice.options.map((p, i) => {
      const b = document.createElement("button"), c = choice.choices[choice.cell];
      b.type = "button";
      b.className = "shape";
      b.setAttribute("aria-pressed", i === choice.index);
      b.setAttribute("aria-label", label(p, c));
      b.innerHTML = `<svg viewBox="${+c.x} ${+c.y} ${+state.cell} ${+state.cell}" aria-hidden="true">${p.draw[0]}</svg><kbd aria-hidden="true"></kbd>`;
      b.lastChild.textContent = p.key;
      b.addEventListener("click", () => { if (sending) return; choice.pick(i); chosen(); });
      return b;
    }));
    const go = el("go"), next = o ? unanswered(all, part) : -1;
    if (!go.dataset.choose) go.dataset.choose = go.textContent;
    go.disabled = !o || !!sending;
    go.textContent = !o ? go.dataset.choose : next >= 0 ? fill(data.next, parts[next].name[lang]) : parts.length > 1 ? data.playAll : o.words ? upper(o.words[lang]) : fill(data.play, o.answer);
    el("rest").hidden = parts.length < 2 || unanswered(all, part) < 0 && !!o || parts.some((p, i) => !p.optional && !all[i].option);
    labelRest(el("rest"), all);
    el("rest").disabled = !!sending;
    if (o) el("said").textContent = fill(data.chosen, label(o, choice.choices[choice.cell]));
  }
  const label = (o, c) => (o.words ? c.name + " " + o.words[lang] : o.answer) + (o.remark ? " " + o.remark[lang] : "");
  const upper = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

  // send sends what was chosen, again while there is no connection.
  async function send(body) {
    if (sending || !state.turn) return;
    const turn = sending = state.turn;
    chosen();
    words();
    while (state.turn === turn && sending === turn) {
      try {
        const r = await post("reply", { turn, ...body });
        if (r.ok) return;
        sending = 0;
        chosen();
        words();
        saying(await r.text(), "bad");
        if (r.status === 403) enter();
        return;
      } catch {
        saying(data.lost, "bad");
        await new Promise((done) => setTimeout(done, 1500));
      }
    }
  }
  const post = (to, body) => fetch(to, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

  function players() {
    const all = state.players || [], me = all[state.me];
    for (const [id, p] of [["me", me], ["other", all.length === 2 ? all[1 - state.me] : null]]) {
      const box = el(id);
      box.hidden = !p;
      if (!p) continue;
      box.className = "who " + p.class + (p.running >= 0 ? " running" : "");
      box.querySelector("bdi").textContent = p.name;
      box.querySelector("small").textContent = p.seat[lang] + (id === "me" ? " · " + data.you : "");
    }
    el("giveup").hidden = !state.turn;
    tick();
  }

  // tick shows the clocks: what is left of a limit.
  function tick() {
    const all = state.players || [];
    for (const [id, p] of [["me", all[state.me]], ["other", all.length === 2 ? all[1 - state.me] : null]]) {
      if (!p) continue;
      const clock = el(id).querySelector(".clock"), ran = p.running >= 0 ? p.running + performance.now() - heard : 0;
      const text = p.running >= 0 && p.limit ? remaining(p.limit - ran) : "";
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("low", !!text && p.limit - ran < 20000);
    }
  }
  setInterval(() => { if (!document.hidden) tick(); }, 200);

  // words say whose turn it is.
  function words() {
    const all = state.players || [], parts = state.parts || [], n = parts.length > 1 ? 0 : choice.choices.length;
    const note = over ? data.over : state.before && state.ply < 3 ? state.before[lang] : "";
    if (el("again")) el("again").hidden = !over && !state.end;
    el("before").hidden = !note;
    el("before").textContent = note;
    document.title = (state.turn ? "● " : "") + data.title;
    if (state.end) saying(state.end[lang], "mine");
    else if (sending) saying(data.sent);
    else if (state.turn) saying(data.turn + (n > 1 ? " · " + fill(data.cells, n) : ""), "mine");
    else if (all.length === 2 && all[1 - state.me].running >= 0) saying(fill(data.other, all[1 - state.me].name));
    else saying(data.wait);
  }

  root.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || !state.turn || sending || e.target.closest("details")) return;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    const spot = spots.indexOf(e.target);
    if (steps) focus(choice.beside(at, ...steps));
    else if (e.key === "Escape") { choice.clear(); chosen(); focus(at); } else if (e.key === "Enter" && spot >= 0 && spot === choice.cell) go();
    else if ((e.key === "]" || e.key === "[") && all.length > 1) { turnTo((part + (e.key === "]" ? 1 : all.length - 1)) % all.length); focus(at); }
    else if (e.key.length === 1 && choice.key(at, e.key)) { focus(at); chosen(); } else return;
    e.preventDefault();
  });
  const play = () => send({ answers: all.map((c) => c.option ? c.option.answer : "") });
  function go() {
    const next = unanswered(all, part);
    if (!choice.option) return;
    if (next < 0) { play(); return; }
    turnTo(next);
    focus(at);
  }
  el("go").addEventListener("click", go);
  el("rest").addEventListener("click", play);
  el("leave").addEventListener("click", () => send({ leave: true }));

  // enter takes the seat with the code of the link, or comes back to it.
  async function enter() {
    disconnect();
    let r;
    try { r = await post("enter", { code: location.hash.slice(1) }); } catch {
      saying(data.lost, "bad");
      setTimeout(enter, 2000);
      return;
    }
    if (!r.ok) { saying(await r.text(), "bad"); return; }
    history.replaceState(null, "", location.pathname + location.search);
    connect();
  }

  function connect() {
    if (es || over || document.hidden) return;
    es = new EventSource("events");
    es.addEventListener("seat", (e) => show(JSON.parse(e.data)));
    es.addEventListener("end", () => { disconnect(); over = !!state.end; if (over) words(); else setTimeout(enter, 1000); });
    es.onerror = () => {
      if (!sending && !state.end) saying(data.lost, "bad");
      if (es && es.readyState === EventSource.CLOSED) { disconnect(); setTimeout(enter, 2000); }
    };
  }
  function disconnect() { if (es) { es.close(); es = null; } }
  document.addEventListener("visibilitychange", () => { if (document.hidden) disconnect(); else connect(); });
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", (e) => { if (e.persisted) connect(); });
  addEventListener("hashchange", () => { if (location.hash.length > 1) enter(); });
  self.looplineSeat = { state: () => state, options: () => (choice.choices[at] || { options: [] }).options, sending: () => sending, over: () => over, es: () => es && es.readyState };
  enter();
}

if (document.getElementById("seat")) seatPage(document.getElementById("seat"));
