// The analysis on the page of a game: any move can be tried, the engine says what it is worth, and
// plays against whoever wants. What differs between engines is in the class of chances.js or points.js.
"use strict";

// Ranks of questions: what the page shows waits for nothing; the review of the game for all else.
const rank = { position: 0, analysis: 1, review: 2 };

function analysisPage(root, page) {
  const data = root.dataset, seats = data.seats.split("\n"), part = (name) => root.querySelector(name);
  const opener = document.getElementById("analyse"), shown = document.getElementById("board"), said = document.getElementById("said");
  const engine = new Engine((heard) => openEngine(data, heard));
  const lang = +document.getElementById("game").dataset.lang || 0;
  const board = new Board(root, { play: (move) => fill(data.play, move), choose: data.choose, next: (name) => fill(data.next, name), all: data.playAll, lang }, (_, answers) => kind.acted(answers));
  let tree = null, position = null, reviews = [], reviewing = false, against = -1, at = 0, turn = 0, seed = 0, note = "";

  const status = (text, bad) => { const s = part(".status"); if (s.textContent !== text) s.textContent = text; s.classList.toggle("bad", !!bad); };

  const frame = {
    data, seats, page, part, board, rank, ask, bar, status, tryMove, show,
    button: (text, does) => button(text, does), current: (mine) => mine === turn, turn: () => turn, path: () => tree.path(),
    position: () => position, tree: () => tree, against: () => against, reviews: () => reviews,
    goOn: (moves) => { for (const m of moves) tree.play(m); show(); },
  };
  const kind = typeof Points === "function" ? new Points(frame) : new Chances(frame);

  // allowed is the reason why there is no analysis, "" where there is.
  function refusal() {
    if (!data.engine && !data.text) return data.none;
    if (data.rule === "never") return data.never;
    return data.rule === "after" && page.live() ? data.later : "";
  }
  function offer() { opener.hidden = false; opener.title = refusal(); opener.classList.toggle("off", !!refusal()); }

  // open shows the analysis of a position of the game, and what was tried then.
  async function open(ply, moves = [], wrong = "") {
    const no = refusal();
    if (no) { page.say(no); return; }
    const given = page.prepare ? await page.prepare(ask) : { fresh: false, wrong };
    if (!given) return;
    if (given.fresh) { tree = position = null; reviews = []; last = at = 0; }
    wrong = wrong || given.wrong;
    while (page.codes() === null) await new Promise((again) => setTimeout(again, 30));
    page.go(Math.min(ply, page.codes().length));
    if (!tree) tree = new Variants(page.codes(), ply); else { tree.extend(page.codes()); tree.at = tree.ofGame(ply); }
    note = wrong;
    for (const move of moves) tree.play(move);
    root.hidden = false;
    document.body.classList.add("analysing");
    shown.hidden = true;
    if (!position) status(data.thinking);
    show(true);
  }

  function close() {
    engine.close();
    against = -1;
    reviewing = false;
    root.hidden = true;
    shown.hidden = false;
    document.body.classList.remove("analysing");
    history.replaceState(null, "", location.pathname + location.search);
    page.go(tree.base().ply);
    opener.focus();
  }

  // ask asks the engine, and says where it fails.
  async function ask(question, ...rest) {
    try { return await engine.ask({ ...await kind.question(), ...question }, ...rest); } catch (error) {
      reviewing = false;
      status(fill(data.failed, error.message), true);
      return { error: "dropped" };
    }
  }

  // show shows the position of the tree. A link that can't be played as a whole is played as far
  // as it can.
  async function show(link) {
    const mine = ++turn, moves = tree.path();
    kind.reset();
    const a = await ask({ do: "position", moves }, rank.position);
    if (mine !== turn || a.error === "dropped") return;
    if (a.error === "illegal" && link) {
      note = fill(data.illegal, moves[a.at || 0]);
      while (tree.at.ply > (a.at || 0)) tree.back();
      show(false);
      return;
    }
    if (a.error) { status(a.error === "large" ? data.large : a.error, true); return; }
    const refocus = board.sheet.contains(document.activeElement);
    position = a.position;
    kind.shown(position, tree.at);
    board.show(position);
    if (refocus) board.focus(board.at);
    said.textContent = moves.length ? fill(document.getElementById("game").dataset.sayMove, moves.length, kind.label(tree.at)) : "";
    words();
    list();
    try { history.replaceState(null, "", location.pathname + location.search + "#" + (page.link ? page.link(tree) : tree.link())); } catch { /* the page of a file has no address to change */ }
    part(".best span").replaceChildren();
    part(".best small").textContent = "";
    if (position.over) { kind.ended(position); review(); return; }
    bar(null, "");
    if (against < 0) analyse(mine, moves);
    else if (position.seat >= 0 && position.seat !== against) kind.reply(mine, moves, seed);
  }

  // words say whose turn it is, or how the game ended.
  function words() {
    const ended = !position.over ? "" : position.winner < 0 ? data.drawn : fill(data.won, seats[position.winner]);
    const text = note || ended || kind.words(position);
    status(text, !!note);
    note = "";
    root.classList.toggle("against", against >= 0);
    part("[data-do=against]").textContent = against < 0 ? data.against : data.stop;
    part("[data-do=back]").disabled = !tree.at.parent;
    part("[data-do=forward]").disabled = !tree.at.children.length;
  }

  // bar shows the first player's chance in percent; null is unknown.
  function bar(win, text) {
    const b = part(".worth-bar");
    b.classList.toggle("unknown", win === null);
    b.querySelector("i").style.width = (win === null ? 50 : win) + "%";
    b.querySelector("b").textContent = text;
    b.setAttribute("aria-label", text);
  }

  async function analyse(mine, moves) {
    self.looplineAnalysis.analysed = false;
    await kind.analyse(mine, moves);
    if (mine !== turn) return;
    self.looplineAnalysis.analysed = true;
    review();
  }

  function tryMove(move, mine) {
    if (mine && against >= 0 && position.seat >= 0 && position.seat !== against) return;
    if (!tree.play(move)) { status(data.full, true); return; }
    show();
  }

  // review compares each move of the game with the best.
  async function review() {
    const moves = page.codes();
    if (reviewing || against >= 0) return;
    reviewing = true;
    for (const i of kind.order(moves)) {
      if (!reviewing) break;
      if (reviews[i]) continue;
      const a = await ask({ do: "review", moves, at: i }, rank.review);
      if (a.review) reviews[i] = a.review; else if (a.error !== "stopped") break;
      graph();
      if (at) looking();
    }
    reviewing = false;
    if (at && !root.hidden) nextMissed();
  }

  function graph() {
    const plies = page.codes().length, of = (ply) => (ply * 1000 / (plies || 1)).toFixed(1);
    part(".curve").setAttribute("d", kind.curve(reviews, plies));
    part(".marks").replaceChildren(...kind.missed(reviews).map((r) => {
      const dot = document.createElementNS(Board.ns, "rect");
      for (const [k, v] of [["x", of(r.at + 1) - 4], ["y", 92], ["width", 8], ["height", 8]]) dot.setAttribute(k, v);
      return dot;
    }));
    part("rect.mark").setAttribute("x", of(tree.base().ply) - 1);
  }

  // The mistakes, one after the other: at is the number of the next, counted from 1; 0 is not asked.
  const looking = () => status(fill(data.looking, reviews.filter((r) => r).length, page.codes().length));
  function nextMissed() {
    const all = kind.missed(reviews), r = all[(at - 1) % (all.length || 1)];
    at = 0;
    if (!r) { status(data.noMiss); return; }
    last = all.indexOf(r) + 1;
    tree.at = tree.ofGame(r.at);
    note = kind.mistake(r, page.codes());
    page.go(r.at);
    show();
  }
  let last = 0;
  function showMissed() {
    at = last + 1;
    engine.drop(rank.analysis);
    if (reviews.filter((r) => r).length === page.codes().length) nextMissed(); else { looking(); review(); }
  }

  // list shows what was tried.
  function list() {
    part(".tried").replaceChildren(...tree.lines().flatMap(({ node, depth, first }) => {
      const b = button((first ? node.ply + ". " : "") + kind.label(node), () => { tree.at = node; show(); });
      if (node === tree.at) b.setAttribute("aria-current", "true");
      if (!first) return [b];
      const line = document.createElement("br"), space = document.createElement("span");
      space.style.paddingLeft = Math.min(depth - 1, 6) + "em";
      return [line, space, b];
    }));
    graph();
  }

  function button(text, does) {
    const b = document.createElement("button");
    b.type = "button";
    b.className = "move";
    b.textContent = text;
    b.addEventListener("click", does);
    return b;
  }

  const does = {
    back: () => { if (kind.back()) { show(); return; } tree.back(); if (against >= 0 && tree.at.parent) tree.back(); show(); },
    forward: () => { tree.forward(); show(); },
    missed: showMissed,
    against: () => {
      if (against < 0 && !position) return;
      against = against >= 0 ? -1 : position.seat < 0 ? kind.me : position.seat;
      seed = Math.floor(Math.random() * 2 ** 31);
      engine.drop(rank.analysis);
      engine.drop(rank.review);
      show();
    },
    close,
  };
  root.addEventListener("click", (e) => { const b = e.target.closest("[data-do]"); if (b) does[b.dataset.do](); });
  part(".graph svg").addEventListener("click", (e) => {
    const box = part(".graph svg").getBoundingClientRect(), ply = Math.round((e.clientX - box.left) / box.width * page.codes().length);
    tree.at = tree.ofGame(ply);
    page.go(ply);
    show();
  });
  addEventListener("keydown", (e) => {
    if (root.hidden || e.ctrlKey || e.metaKey || e.altKey) return;
    const onBoard = e.target.classList && e.target.classList.contains("spot");
    const key = e.target.closest && e.target.closest("select, input") ? "" : e.key;
    const act = {
      Backspace: does.back, ArrowLeft: onBoard ? null : does.back, ArrowRight: onBoard ? null : does.forward,
      ArrowUp: onBoard ? null : () => { tree.aside(-1); show(); }, ArrowDown: onBoard ? null : () => { tree.aside(1); show(); },
      Home: () => { tree.at = tree.root; show(); }, End: () => { tree.at = tree.end; show(); }, m: showMissed, M: showMissed,
      Escape: () => { if (!board.clear()) close(); },
    }[key];
    if (act) { act(); e.preventDefault(); }
    if (!onBoard) e.stopImmediatePropagation(); // the page of the game has other keys
  }, true);

  opener.addEventListener("click", () => { if (root.hidden) open(page.at()); else close(); });
  document.addEventListener("loopline-news", () => { offer(); if (tree && !root.hidden) { tree.extend(page.codes()); reviews.length = Math.min(reviews.length, page.codes().length); graph(); } });
  const linked = () => {
    const l = Variants.read(location.hash.slice(1));
    if (l && l.error) open(page.at(), [], l.error === "long" ? data.long : data.broken);
    else if (l) open(l.ply, l.moves);
  };
  addEventListener("hashchange", linked);
  self.looplineAnalysis = {
    infos: 0, rate: 0, analysed: false, board: () => board, tree: () => tree, position: () => position, engine, question: () => kind.question(), reviews: () => reviews,
    ready: () => !!position && position.ply === tree.at.ply,
  };
  offer();
  linked();
}

if (document.getElementById("analysis") && self.looplinePage) analysisPage(document.getElementById("analysis"), self.looplinePage);
