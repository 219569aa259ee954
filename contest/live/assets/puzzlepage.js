// The page of the puzzles.
"use strict";

function puzzlePage(root, puzzles) {
  const data = root.dataset, el = (id) => document.getElementById(id), seats = data.seats.split("\n");
  const key = "loopline-puzzles-" + data.game, today = dayOf(new Date());
  const engine = new Engine((heard) => openEngine(data, heard));
  const board = new Board(root, { play: (move) => fill(data.play, move), choose: data.choose }, answer);
  let kept = "";
  try { kept = localStorage.getItem(key); } catch { /* this browser keeps nothing */ }
  const score = new Score(kept);
  let at = -1, puzzle = null, moves = [], turns = 0, me = 0, clean = true, busy = false, done = false;

  const status = (text, bad) => { const s = root.querySelector(".status"); s.textContent = text; s.classList.toggle("bad", !!bad); };
  function tell() {
    el("score").textContent = fill(data.count, score.solved, score.row, score.best, score.streak(today));
    try { localStorage.setItem(key, JSON.stringify(score)); } catch { /* this browser keeps nothing */ }
  }

  async function ask(question) {
    try { return await engine.ask(question); } catch (error) { status(fill(data.failed, error.message), true); return { error: "failed" }; }
  }

  // show shows the position after the moves, without what gives the answer away.
  async function show() {
    const a = await ask({ do: "position", moves });
    if (!a.position) return null;
    a.position.arrows = (a.position.arrows || []).filter((r) => r.kind === "forced");
    if (a.position.over || a.position.seat !== me && moves.length > puzzle[4].length) a.position.choices = [];
    board.show(a.position);
    return a.position;
  }

  // load begins a puzzle.
  async function load(i) {
    at = i;
    puzzle = [...puzzles[i].slice(0, 4), puzzles[i][4].split(" ")];
    moves = puzzle[4].slice();
    turns = puzzle[1];
    me = moves.length % 2;
    clean = true;
    busy = done = false;
    const p = await show();
    if (!p || at !== i) return;
    el("about").textContent = fill(data.grade, i + 1, puzzle[2]);
    status(fill(data.wins, seats[me], turns));
    try { history.replaceState(null, "", location.pathname + location.search + "#" + (i + 1)); } catch { /* a page of a file has no address to change */ }
  }

  function failed() { if (clean && !done) { clean = false; score.wrong(); tell(); } }

  // answer takes a move of the person. The first has to be the one that wins in time; of those that
  // follow, one after which the engine's reply leaves a win in the turns that are left.
  async function answer(move) {
    if (busy || done) return;
    busy = true;
    const before = moves.slice();
    if (turns === puzzle[1] && move !== puzzle[3]) { failed(); status(fill(data.wrong, move), true); board.clear(); busy = false; return; }
    moves.push(move);
    let p = await show();
    if (p && p.over && p.winner === me) { solved(); return; }
    if (p && !p.over) {
      status(data.right + " " + data.thinking);
      const reply = await ask({ do: "move", moves, level: 9, seed: at });
      if (reply.move) {
        moves.push(reply.move);
        const left = await ask({ do: "solve", moves, turns: Math.max(1, turns - 1) });
        if (left.turns) {
          turns--;
          await show();
          status(data.right + " " + fill(data.wins, seats[me], turns));
          busy = false;
          return;
        }
      }
    }
    failed();
    moves = before;
    await show();
    status(data.slipped, true);
    busy = false;
  }

  function solved() {
    if (clean && !done) score.right(at === dailyPuzzle(today, puzzles.length) ? today : 0);
    done = true;
    busy = false;
    status(data.solved);
    tell();
    el("another").focus({ preventScroll: true });
  }

  function another() {
    const all = fitting(puzzles, el("theme").value, el("hard").value).filter((i) => i !== at);
    if (!all.length) { status(data.nothing, true); return; }
    load(all[Math.floor(Math.random() * all.length)]);
  }

  el("daily").addEventListener("click", () => load(dailyPuzzle(today, puzzles.length)));
  el("another").addEventListener("click", another);
  el("theme").addEventListener("change", another);
  el("hard").addEventListener("change", another);
  el("reveal").addEventListener("click", async () => {
    if (busy || done) return;
    failed();
    moves = puzzle[4].slice();
    turns = puzzle[1];
    await show();
    board.ghost("chosen", board.option(puzzle[3]));
    status(fill(data.answer, puzzle[3]));
  });
  const linked = () => { const n = +location.hash.slice(1) - 1; return Number.isInteger(n) && puzzles[n] ? n : -1; };
  addEventListener("hashchange", () => { if (linked() >= 0 && linked() !== at) load(linked()); });
  self.looplinePuzzle = { at: () => at, puzzle: () => puzzle, busy: () => busy, done: () => done, score, board: () => board, load, answer, ready: () => !!board.position };
  tell();
  if (!data.engine && !data.text) { status(data.none, true); return; }
  load(linked() >= 0 ? linked() : dailyPuzzle(today, puzzles.length));
}

if (document.getElementById("puzzles")) puzzlePage(document.getElementById("puzzles"), self.looplinePuzzles);
