// The page of a game. Without it the page works by links and reloading.
"use strict";

// brief is a time as the server writes it.
function brief(ms) {
  if (ms >= 10000) return (ms / 1000).toFixed(1) + " s";
  if (ms >= 1000) return (ms / 1000).toFixed(2) + " s";
  return ms.toFixed(ms >= 10 ? 1 : 3) + " ms";
}

// maxColumns is how many columns a graph has.
const maxColumns = 240;

// place is where a column of a graph lies, in units of 1/1000 of its width.
function place(c, columns) {
  const x = Math.floor(c * 1000 / columns);
  return { x, width: Math.max(1, Math.floor((c + 1) * 1000 / columns) - x) };
}

// timeColumns are the graph of times, by the slowest of each column; top is the
// slowest of all.
function timeColumns(moves) {
  const n = moves.length, count = Math.min(n, maxColumns), slowest = [];
  let top = 0;
  moves.forEach((m, i) => {
    const c = Math.floor(i * count / n);
    if (!slowest[c] || m.used >= slowest[c].used) slowest[c] = m;
    top = Math.max(top, m.used);
  });
  const columns = slowest.map((m, c) => {
    const height = Math.max(1, Math.floor(m.used * 100 / (top || 1)));
    return { ...place(c, count), y: 100 - height, height, seat: m.seat };
  });
  return { columns, top };
}

// worthColumns are the graph of the judge's values, by the ply behind which they are:
// upwards where the first player is ahead. Of a column with several moves it is the
// last.
function worthColumns(worths, plies) {
  const count = Math.min(plies, maxColumns), last = [];
  let top = 1;
  for (let i = 0; i < plies; i++) {
    const w = worths[i + 1];
    if (!w) continue;
    last[Math.floor(i * count / plies)] = w;
    if (!w.wins) top = Math.max(top, Math.abs(w.ahead));
    if (w.chance) top = 100;
  }
  const columns = [];
  last.forEach((w, c) => {
    const seat = (w.wins || w.ahead) < 0 ? 1 : 0, height = w.wins ? 50 : 1 + Math.floor(Math.abs(w.ahead) * 46 / top);
    columns.push({ ...place(c, count), y: seat ? 50 : 50 - height, height, seat });
  });
  return columns;
}

// retry is how many ms pass until what failed is asked for again.
function retry() { return 5000 + 5000 * Math.random(); }

// Where the pictures and moves come from: the server, or the file beside the
// page.
const sourceOf = (root) => ({
  async steps(from) {
    if (root.dataset.static) {
      const all = self.looplineSteps || [];
      let best = all[0];
      for (const c of all) if (c.from <= from) best = c;
      return best;
    }
    const answer = await fetch("steps.json?from=" + from);
    if (!answer.ok) throw new Error(answer.status);
    return answer.json();
  },
  async moves() {
    if (root.dataset.static) return self.looplineMoves || [];
    const answer = await fetch("moves.json");
    if (!answer.ok) throw new Error(answer.status);
    return answer.json();
  },
  // start is what the game's engine has to know of its beginning.
  async start() {
    if (root.dataset.static) return self.looplineStart;
    const answer = await fetch("start.json");
    if (!answer.ok) throw new Error(answer.status);
    return answer.json();
  },
  async worths() {
    if (root.dataset.static) return self.looplineWorths || [];
    const answer = await fetch("worths.json");
    if (!answer.ok) throw new Error(answer.status);
    return answer.json();
  },
});

// gamePage makes the page of a game follow and step through it.
function gamePage(root) {
  const source = sourceOf(root);
  const data = root.dataset, el = (id) => document.getElementById(id);
  const picture = new Picture(el("board"));
  const steps = new Steps(source.steps), { forward, backward } = steps;
  let plies = +data.plies, ply = +data.ply, live = data.live === "true";
  let wanted = ply, moves = null, timer = 0, source_ = null, firstListed = 0, wait = 0;
  let judging = !!el("worth") && el("worth").dataset.judging === "true";
  const classes = data.classes.trim().split(" "), classOf = (seat) => classes[seat] || "";
  const asked = new URLSearchParams(location.search);
  let following = live && !asked.has("ply");
  const hash = /^#(\d+)$/.exec(location.hash);

  // go shows a position. Of several calls the last one counts.
  let busy = false;
  async function go(to) {
    wanted = Math.max(0, Math.min(to, plies));
    mark();
    if (busy) return;
    busy = true;
    try {
      while (ply !== wanted || !picture.lines) await come(wanted);
      say("");
      around();
    } catch (e) {
      say(data.lost);
      if (!data.static) setTimeout(() => go(wanted), retry());
    } finally { busy = false; }
  }

  // come goes towards a position.
  async function come(to) {
    const near = picture.lines && Math.abs(to - ply) <= 8;
    if (near) {
      const up = to > ply, k = up ? ply : ply - 1;
      if (forward[k]) { step(up); return; }
      await steps.known(k);
      if (forward[k]) return;
    }
    picture.set(await steps.at(to));
    ply = to;
    shown();
  }

  function step(up) {
    if (up) { backward[ply + 1] = picture.apply(forward[ply]); ply++; } else { picture.apply(backward[ply]); ply--; }
    shown();
  }

  // around loads what the next steps need.
  function around() {
    if (data.static) return;
    if (ply < plies && !forward[ply]) steps.known(ply).catch(() => {});
    else if (ply > 0 && !forward[ply - 1]) steps.known(ply - 1).catch(() => {});
    else if (timer && ply + 16 < plies && !forward[ply + 16]) steps.known(ply + 16).catch(() => {});
  }

  // shown says everywhere which position is shown.
  function shown() {
    mark();
    const m = moves && moves[ply - 1];
    if (m) el("said").textContent = told(m).words + (told(m).remark ? " " + told(m).remark : "");
    const address = data.static ? "#" + ply : following ? location.pathname + (asked.has("big") ? "?big" : "") : location.pathname + "?" + (asked.has("big") ? "big&" : "") + "ply=" + ply;
    clearTimeout(wait);
    wait = setTimeout(() => { if (location.hash.startsWith("#try=")) return; try { history.replaceState(null, "", address); } catch (e) { /* a page of a file has no address to change */ } }, 200);
  }

  // scores shows those of the position that is shown.
  function scores() {
    const all = moves && wanted > 0 && moves[wanted - 1] && moves[wanted - 1].scores;
    if (all) clocks.forEach((k, i) => { if (all[i] !== undefined) k.box.querySelector(".score").firstElementChild.textContent = all[i]; });
  }

  function mark() {
    const slider = el("slider");
    slider.max = plies;
    slider.value = wanted;
    el("at").textContent = fill(data.moveOf, wanted, plies);
    const x = plies ? (Math.max(wanted - 0.5, 0)) * 1000 / plies : 0;
    for (const id of ["mark", "worth-mark"]) if (el(id)) { el(id).setAttribute("x", x); el(id).removeAttribute("hidden"); }
    if (el("worth")) value();
    scores();
    const back = el("back");
    back.hidden = !live || following;
    el("fresh").textContent = live && !following && plies > wanted ? fill(data.newMove, plies - wanted) : "";
    const link = data.static ? "#" : "?ply=";
    el("previous").href = link + Math.max(0, wanted - 1);
    el("next").href = link + Math.min(plies, wanted + 1);
    el("last").href = link + plies;
    if (!data.static) el("svg").href = "board.svg?save&ply=" + wanted;
    list();
  }

  // The list holds the moves around the one that is shown.
  const listed = 120;
  function list() {
    if (!moves) return;
    const ol = el("moves");
    if (!ol.children.length || wanted && (wanted - 1 < firstListed || wanted - 1 >= firstListed + ol.children.length || ol.dataset.made !== "1")) fillList(Math.max(0, wanted - listed / 2));
    for (const li of ol.querySelectorAll(".now")) { li.classList.remove("now"); li.removeAttribute("aria-current"); }
    const li = wanted ? ol.children[wanted - 1 - firstListed] : ol.children[0];
    if (!li) { ol.scrollTop = 0; return; }
    if (wanted) { li.classList.add("now"); li.setAttribute("aria-current", "true"); }
    const top = li.offsetTop;
    if (top < ol.scrollTop || top + li.offsetHeight > ol.scrollTop + ol.clientHeight) ol.scrollTop = top - ol.clientHeight / 2;
  }

  function fillList(from, most = listed) {
    const ol = el("moves");
    firstListed = from;
    ol.dataset.made = "1";
    ol.replaceChildren(...moves.slice(from, from + most).map(item));
    for (const id of ["earlier", "later"]) if (el(id)) el(id).hidden = true;
  }

  // told is a move in the language of the page.
  function told(m) { return document.documentElement.lang === "ja" && m.ja || m; }

  function item(m) {
    const li = document.createElement("li"), a = document.createElement("a"), t = document.createElement("small");
    li.value = m.ply;
    li.className = classOf(m.seat);
    a.href = (data.static ? "#" : "?ply=") + m.ply;
    const said = told(m);
    a.textContent = said.words;
    t.textContent = brief(m.used / 1000);
    li.append(a);
    if (said.remark) { const i = document.createElement("i"); i.textContent = said.remark; li.append(" ", i); }
    li.append(" ", t);
    return li;
  }

  // Paper has all moves.
  addEventListener("beforeprint", () => { if (moves) fillList(0, moves.length); });
  addEventListener("afterprint", () => { if (moves) { fillList(Math.max(0, wanted - listed / 2)); list(); } });

  // The list scrolls on into what it does not hold.
  el("moves").addEventListener("scroll", () => {
    if (!moves) return;
    const ol = el("moves"), n = ol.children.length;
    if (ol.scrollTop < 10 && firstListed > 0) {
      const from = Math.max(0, firstListed - listed / 2), added = firstListed - from;
      fillList(from);
      if (ol.children[added]) ol.scrollTop = ol.children[added].offsetTop;
    } else if (ol.scrollTop + ol.clientHeight > ol.scrollHeight - 10 && firstListed + n < moves.length) {
      fillList(firstListed + listed / 2);
      const at = ol.children[listed / 2 - 1];
      if (at) ol.scrollTop = at.offsetTop - ol.clientHeight + at.offsetHeight;
    }
  }, { passive: true });

  // draw puts columns of a graph on the page.
  function draw(id, columns) {
    el(id).replaceChildren(...columns.map((c) => {
      const r = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      for (const k of ["x", "width", "y", "height"]) r.setAttribute(k, c[k]);
      r.setAttribute("class", classOf(c.seat));
      return r;
    }));
  }

  function graph() {
    const { columns, top } = timeColumns(moves);
    draw("bars", columns);
    el("top").textContent = top ? "≤ " + brief(top / 1000) : "";
    if (el("worth")) worthGraph();
  }
  let graphTimer = 0;
  function graphSoon() { if (!graphTimer) graphTimer = setTimeout(() => { graphTimer = 0; graph(); mark(); }, 300); }

  const worths = [];
  function learn(all) { for (const [p, points, wins, chance] of all) worths[p] = { points, wins, chance, ahead: chance ? 2 * chance - 100 : points }; }
  function worthGraph() { draw("worths", worthColumns(worths, plies)); value(); }
  // value says what the position that is shown is worth.
  function value() {
    const words = el("worth").dataset, names = words.names.split("\n"), w = worths[wanted];
    let text = w || !wanted ? "" : judging ? words.thinking : "";
    if (w && w.wins) text = fill(words.wins, names[w.wins > 0 ? 0 : 1]);
    else if (w && w.ahead) text = (w.chance ? Math.max(w.chance, 100 - w.chance) + " % " : "+" + Math.abs(w.points) + " ") + fill(words.for, names[w.ahead > 0 ? 0 : 1]);
    else if (w) text = words.even;
    el("value").textContent = text;
  }

  function say(text) { const note = el("note"); if (text || !note.dataset.keep) { note.textContent = text; note.hidden = !text; } }

  // Clocks run here between two events.
  const clocks = [...root.querySelectorAll(".seat")].map((box) => {
    const c = box.querySelector(".clock");
    return { box, c, used: +c.dataset.used, running: +c.dataset.running, limit: +c.dataset.limit, at: performance.now() };
  });
  function tick() {
    for (const k of clocks) {
      const runs = k.running >= 0, ms = runs ? k.running + performance.now() - k.at : k.used;
      k.c.firstElementChild.textContent = runs ? (ms / 1000).toFixed(1) + " s" : brief(ms);
      k.c.classList.toggle("over", runs && k.limit > 0 && ms > k.limit);
      k.box.classList.toggle("running", runs);
    }
  }
  setInterval(() => { if (!document.hidden && clocks.some((k) => k.running >= 0)) tick(); }, 100);

  function seats(states) {
    states.forEach((s, i) => {
      const k = clocks[i];
      if (!k) { location.reload(); return; }
      Object.assign(k, s, { at: performance.now() });
      k.box.querySelector(".total").textContent = fill(data.total, brief(s.total));
      if (s.score !== undefined) { const p = k.box.querySelector(".score"); p.hidden = false; p.firstElementChild.textContent = s.score; }
    });
    tick();
  }

  // News of the game.
  function news(d) {
    const fresh = (d.moves || []).filter((m) => m.ply > plies);
    const was = plies;
    plies = Math.max(plies, d.ply);
    if (fresh.length && moves) { // without moves they are being loaded, and these with them
      if (fresh[0].ply === moves.length + 1) moves.push(...fresh); else reload();
      graphSoon();
    }
    seats(d.seats);
    if (d.patch && !forward[d.from] && d.ply === d.from + 1) forward[d.from] = d.patch;
    if (d.patch && following && picture.lines && ply === d.from && !busy) {
      const undo = picture.apply(d.patch);
      if (d.ply === d.from + 1) backward[d.ply] = undo; else if (d.ply > d.from) forward.length = Math.min(forward.length, d.from);
      ply = wanted = d.ply;
      shown();
    } else if (following && plies !== was) go(plies); else mark();
    const listedTo = firstListed + el("moves").children.length;
    if (moves && listedTo >= was && listedTo < plies) { el("moves").append(...moves.slice(Math.max(listedTo, plies - listed), plies).map(item)); list(); }
    if (d.behind) { el("note").dataset.keep = "1"; say(data.behind); }
    if (d.end) {
      el("ending").textContent = d.end[+data.lang];
      el("ending").hidden = false;
      el("said").textContent = d.end[+data.lang];
      live = false;
      for (const tag of root.querySelectorAll(".tag")) tag.hidden = true;
      mark();
    }
    document.dispatchEvent(new CustomEvent("loopline-news"));
  }

  // reload asks for the moves until none is missing of those that were told
  // meanwhile; where that fails it tries again.
  let reloading = false;
  async function reload() {
    if (reloading) return;
    reloading = true;
    try {
      for (let had = -1; !moves || moves.length < plies;) {
        const all = await source.moves();
        if (!moves || all.length > moves.length) moves = all;
        if (moves.length <= had) break;
        had = moves.length;
      }
      plies = Math.max(plies, moves.length);
      graph();
      if (el("moves").dataset.made === "1") fillList(Math.max(0, wanted - listed / 2));
      mark();
    } catch (e) {
      if (!data.static) setTimeout(reload, retry());
    } finally { reloading = false; }
  }

  let ended = !live && !judging;
  function connect() {
    if (ended || source_ || document.hidden || data.static) return;
    const es = source_ = new EventSource("events?from=" + plies);
    es.addEventListener("state", (e) => { say(""); news(JSON.parse(e.data)); });
    es.addEventListener("next", (e) => {
      const to = "../" + JSON.parse(e.data).key + "/" + (asked.has("big") ? "?big" : "");
      if (following) setTimeout(() => { location.href = to; }, 5000);
    });
    es.addEventListener("worth", (e) => { if (el("worth")) { learn(JSON.parse(e.data)); graphSoon(); } });
    es.addEventListener("end", () => { ended = true; judging = false; if (el("worth")) value(); disconnect(); followNewest(); });
    es.onerror = () => {
      say(data.lost);
      if (es.readyState === EventSource.CLOSED) { disconnect(); setTimeout(connect, 10000 + Math.random() * 20000); }
    };
  }
  // A projector goes on to the game that began last, once this one is over.
  function followNewest() {
    if (data.live !== "true" || !document.body.classList.contains("big")) return;
    setTimeout(async () => {
      try {
        const newest = new URL((await fetch("../../live?big", { method: "HEAD" })).url);
        if (newest.pathname !== location.pathname) { location.href = newest.href; return; }
      } catch { /* the program may be away */ }
      followNewest();
    }, 8000);
  }
  function disconnect() { if (source_) { source_.close(); source_ = null; } }
  document.addEventListener("visibilitychange", () => { if (document.hidden) disconnect(); else connect(); });
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", connect);

  // What people do.
  function move(to) { stop(); following = false; go(to); }
  function stop() { if (timer) { clearInterval(timer); timer = 0; } faces(); }
  function faces() {
    const b = el("play"), words = timer ? data.pause : data.play;
    b.textContent = timer ? "❚❚" : "▶";
    b.title = words;
    b.setAttribute("aria-label", words);
  }
  function play() {
    if (timer) { stop(); return; }
    following = false;
    if (wanted >= plies) go(0);
    timer = setInterval(() => {
      if (busy) return;
      if (ply >= plies) { stop(); return; }
      go(ply + 1);
    }, +el("pace").value);
    faces();
  }
  function backToLive() { stop(); following = live; go(plies); }
  function click(id, f) { el(id).addEventListener("click", (e) => { if (e.ctrlKey || e.metaKey || e.shiftKey) return; e.preventDefault(); f(); }); }
  click("first", () => move(0));
  click("previous", () => move(wanted - 1));
  click("next", () => move(wanted + 1));
  click("last", () => move(plies));
  click("back", backToLive);
  click("play", play);
  el("pace").addEventListener("change", () => { if (timer) { stop(); play(); } });
  el("slider").addEventListener("input", () => move(+el("slider").value));
  el("moves").addEventListener("click", (e) => {
    const li = e.target.closest("li");
    if (li && !e.ctrlKey && !e.metaKey) { e.preventDefault(); move(li.value); }
  });
  for (const svg of root.querySelectorAll(".graph svg")) {
    const point = (e) => { const box = svg.getBoundingClientRect(); move(Math.ceil((e.clientX - box.left) / box.width * plies) || 1); };
    svg.addEventListener("pointerdown", (e) => { svg.setPointerCapture(e.pointerId); point(e); });
    svg.addEventListener("pointermove", (e) => { if (e.buttons) point(e); });
  }
  addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest("input, select, textarea") && e.key !== "Escape") return;
    const does = {
      ArrowLeft: () => move(wanted - 1), ArrowRight: () => move(wanted + 1),
      Home: () => move(0), End: () => move(plies), l: backToLive, L: backToLive,
      " ": () => { if (!e.target.closest("button, a, summary")) { play(); } else return true; },
      b: enlarge, B: enlarge,
    }[e.key];
    if (does && does() !== true) e.preventDefault();
  });
  function enlarge() {
    if (data.static) { document.body.classList.toggle("big"); return; }
    const q = new URLSearchParams(location.search);
    if (q.has("big")) q.delete("big"); else q.set("big", "");
    location.search = q.toString();
  }
  if (data.static && el("enlarge")) click("enlarge", enlarge);
  if (data.static) el("svg").addEventListener("click", () => {
    const a = el("svg"), address = URL.createObjectURL(new Blob([picture.text()], { type: "image/svg+xml" }));
    a.href = address;
    setTimeout(() => { a.href = "#"; URL.revokeObjectURL(address); }, 10000);
  });
  addEventListener("hashchange", () => { const h = /^#(\d+)$/.exec(location.hash); if (h && +h[1] !== wanted) move(+h[1]); });

  for (const id of ["play", "slider", "speed"]) el(id).hidden = false;
  for (const k of root.querySelectorAll(".keys")) k.hidden = false;
  faces();
  tick();
  mark();
  reload();
  if (el("worth")) source.worths().then((all) => { learn(all); worthGraph(); }).catch(() => {});
  // The first picture in lines, so that steps from it cost what they change.
  if (hash) { following = false; ply = -1; go(+hash[1]); } else { const at = ply; ply = -1; wanted = at; go(at); }
  // A replay starts by itself where no position was asked for and nobody minds motion.
  const still = live || hash || asked.has("ply") || asked.has("big") || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!still && plies > 0) play();
  connect();
  self.looplinePage = { judged: () => worths.filter((w) => w).length, at: () => ply, plies: () => plies, following: () => following, moves: () => (moves ? moves.length : -1),
    live: () => live, picture: () => picture.text(), codes: () => moves && moves.map((m) => m.code), go: move, say, start: source.start };
}

if (document.getElementById("game")) gamePage(document.getElementById("game"));
