// The analysis of a game whose engine says points and what its bots do: the other half of analyse.js. In
// some of these games all seats act at once.
"use strict";

class Points {
  constructor(frame) {
    this.f = frame;
    this.me = 0; // who acts, where all do
    this.answers = []; // to the questions of an action that is put together
    this.busy = false; // the engine works out what follows from them
    const select = this.select = frame.part(".me select");
    select.addEventListener("change", () => { this.me = +select.value; frame.show(); });
  }

  // question is what every question to the engine has. What the game began with is fetched again when
  // viewers know more.
  async question() {
    const { page, data } = this.f, plies = page.plies();
    if (!this.start || this.start.plies !== plies) this.start = { plies, text: await page.start() };
    return { game: data.game, names: data.names.split("\n").slice(0, -1).map((n) => n.replace(/^(bot:[^?]*)[?].*/, "$1")), start: this.start.text, seat: this.me };
  }

  reset() { this.answers = []; this.busy = false; }

  // shown goes with a position that is shown.
  shown(p, node) {
    node.words = p.words;
    this.f.part(".me").hidden = p.over || p.seat >= 0;
  }

  // back takes back an answer of an action that is put together; false where there is none.
  back() {
    if (!this.answers.length) return false;
    this.answers = [];
    return true;
  }

  label(node) { return node.words || node.move; }
  words(p) { const { data, seats } = this.f; return p.seat < 0 ? fill(data.atOnce, seats[this.me]) : fill(data.turn, seats[p.seat]); }
  ended(p) {
    const { data, seats } = this.f;
    this.f.bar(p.winner < 0 ? 50 : p.winner ? 0 : 100, p.winner < 0 ? data.drawn : fill(data.won, seats[p.winner]));
  }

  // seat acts: who is to move, or who somebody acts for.
  acting() { const p = this.f.position(); return p.seat < 0 ? this.me : p.seat; }

  // waits says that a bot is to move, against which somebody plays.
  waits() { const p = this.f.position(); return this.f.against() >= 0 && p.seat >= 0 && p.seat !== this.f.against(); }

  // acted takes the answers to a question: another follows, or the action is whole.
  async acted(answers) {
    const { f } = this, mine = f.turn();
    if (this.busy || this.waits()) return; // somebody pressed twice
    this.busy = true;
    this.answers.push(answers);
    const a = await f.ask({ do: "position", moves: f.path(), answers: this.answers }, f.rank.position);
    if (!f.current(mine)) return;
    this.busy = false;
    if (a.code) await this.act(this.acting(), a.code);
    else if (a.position) { f.board.show(a.position); f.board.focus(f.board.at); } else this.answers.pop();
  }

  // act plays an action of a seat. Where all act at once the others do what they did in the game, or
  // what a bot does.
  async act(seat, code) {
    const { f } = this, mine = f.turn(), p = f.position();
    if (this.busy || this.waits()) return;
    if (p.seat >= 0) { f.tryMove(code, true); return; }
    const others = f.seats.slice(0, -1).map((_, i) => i).filter((i) => i !== seat), node = f.tree().at, on = node.children[0];
    const codes = f.against() < 0 && on && on.game ? on.move.split("_") : [];
    if (!codes.length) {
      const bot = f.against() < 0 ? "search" : f.part(".steps .against select").value;
      f.bar(null, f.data.replies);
      this.busy = true;
      const a = await f.ask({ do: "advise", moves: f.path(), bot, seats: others }, f.rank.position);
      if (!f.current(mine)) return;
      this.busy = false;
      if (!a.advice) { if (a.error !== "dropped") f.status(a.error, true); return; }
      for (const does of a.advice) codes[does.seat] = does.code;
    }
    codes[seat] = code;
    f.tryMove(codes.join("_"), true);
  }

  async analyse(mine, moves) {
    const { f } = this, { data, seats, part } = f, began = performance.now();
    let rows = {};
    f.bar(null, data.thinking);
    await f.ask({ do: "analyse", moves }, f.rank.analysis, (m) => {
      if (!f.current(mine)) return;
      if (m.value) {
        rows = {};
        part(".best span").replaceChildren();
        this.value(m.value);
        self.looplineAnalysis.infos++;
        self.looplineAnalysis.first = performance.now() - began;
      }
      for (const a of m.advice || []) {
        if (!rows[a.bot]) {
          const row = rows[a.bot] = document.createElement("span"), name = document.createElement("b");
          row.className = "does";
          name.textContent = data[a.bot];
          row.append(name);
          part(".best span").append(row);
        }
        rows[a.bot].append(" " + seats[a.seat] + " ", f.button(a.words, () => this.act(a.seat, a.code)));
        if (a.bot === "search" && a.seat === this.acting()) this.hint(a.answers || []);
      }
    });
  }

  // hint draws an action on the board.
  hint(answers) {
    const board = this.f.board, draw = answers.flatMap((answer, i) => { const o = board.option(answer, i); return o ? o.draw : []; });
    board.ghost("hint", draw.length ? { draw } : null);
  }

  // value shows a value on the bar.
  value(v) {
    const { data, seats } = this.f, first = seats[0], other = seats.length > 3 ? data.others : seats[1];
    const text = v.wins ? fill(data.wins, v.wins > 0 ? first : other) : v.points ? "+" + points(Math.abs(v.points)) + " " + data.unit + " " + fill(data.chance, v.points > 0 ? first : other) : data.even;
    this.f.bar(share(v, topOf(this.f.reviews(), Math.max(Points.least, Math.abs(v.points)))), text);
  }

  // reply plays a bot's move.
  async reply(mine, moves) {
    const { f } = this;
    f.bar(null, f.data.replies);
    const a = await f.ask({ do: "advise", moves, bot: f.part(".steps .against select").value, seats: [f.position().seat] }, f.rank.position);
    if (f.current(mine) && a.advice) f.tryMove(a.advice[0].code);
  }

  // order is in which moves of a game are reviewed: the engine plays on from one to the next.
  order(plies) { return plies.map((_, i) => i); }
  curve(reviews, plies) {
    const top = topOf(reviews, Points.least);
    return curve(reviews.map((r) => r && { win: share(r.value, top) }), plies);
  }

  missed(reviews) { return losses(reviews); }
  mistake(r) {
    const { data, seats } = this.f;
    if (r.wins) return fill(data.decided, r.at + 1, seats[r.seat], r.played, r.best);
    return fill(data.mistake, r.at + 1, seats[r.seat], r.played, points(r.loss) + " " + data.unit, r.best);
  }
}
Variants.plain = /^[\w,:-]{1,2000}$/;
Points.least = 5; // of the scale of the bar
