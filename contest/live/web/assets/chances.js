// The analysis of a game whose engine says the chance to win and a line of best moves: the other half
// of analyse.js.
"use strict";

class Chances {
  constructor(frame) { this.f = frame; }

  async question() { return {}; }
  reset() {}
  shown() {}
  back() { return false; }
  label(node) { return node.move; }
  words(p) {
    const { data, seats } = this.f, threatened = (p.arrows || []).some((a) => a.kind === "threat");
    return fill(data.turn, seats[p.seat]) + (threatened && this.f.against() < 0 ? " · " + data.lost : "");
  }

  ended(p) { this.f.bar(p.winner ? 0 : 100, fill(this.f.data.won, this.f.seats[p.winner])); }
  acted(answers) { this.f.tryMove(answers[0], true); }

  async analyse(mine, moves) {
    const { f } = this, { data, seats, part } = f, began = performance.now();
    f.bar(null, data.thinking);
    await f.ask({ do: "analyse", moves, time: 5000 }, f.rank.analysis, (m) => {
      if (!f.current(mine) || !m.info) return;
      const i = m.info, better = i.win >= 50 ? 0 : 1, certain = i.win === 0 || i.win === 100;
      f.bar(i.win, certain ? fill(data.forced, seats[better], i.plies) : (better ? 100 - i.win : i.win) + " % " + fill(data.chance, seats[better]));
      part(".best span").replaceChildren(...i.line.map((move, k) => f.button(move, () => f.goOn(i.line.slice(0, k + 1)))));
      part(".best small").textContent = fill(data.depth, i.depth, nodesIn(i.nodes));
      f.board.ghost("hint", f.board.option(i.line[0]));
      self.looplineAnalysis.rate = i.nodes / (performance.now() - began) * 1000;
      self.looplineAnalysis.infos++;
    });
  }

  // reply plays the engine's move.
  async reply(mine, moves, seed) {
    const { f } = this;
    f.bar(null, f.data.replies);
    const a = await f.ask({ do: "move", moves, level: +f.part(".steps .against select").value, seed, time: 3000 }, f.rank.position);
    if (f.current(mine) && a.move) f.tryMove(a.move);
  }

  // order is in which moves of a game are reviewed: from the last to the first the engine needs
  // each position once.
  order(plies) { return plies.map((_, i) => plies.length - 1 - i); }
  curve(reviews, plies) { return curve(reviews, plies); }
  missed(reviews) { return missed(reviews); }
  mistake(r, codes) { const { data, seats } = this.f; return fill(data.mistake, r.at + 1, seats[r.seat], codes[r.at], r.loss + " %", r.best); }
}
