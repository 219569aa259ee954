// The pictures of a game as lines of text, and the hunks by which they differ: no page
// and no network here.
"use strict";

const linesOf = (text) => text.replace(/\n$/, "").split("\n");

// changeLines applies hunks to lines alone.
function changeLines(lines, hunks) {
  const undo = [];
  for (const [at, deleted, more] of hunks) undo.unshift([at, more.length, lines.splice(at, deleted, ...more)]);
  return undo;
}


// Steps are the hunks between the positions of a game, forward[k] from k to k + 1 and
// backward[k] back to k - 1, as far as they are known. fetch answers a row of them
// that begins at or before a position: {from, picture, steps}.
class Steps {
  constructor(fetch) { this.fetch = fetch; this.forward = []; this.backward = []; this.waiting = new Map(); }

  // known makes the hunks of a step known; false when there are none.
  async known(k) {
    if (this.forward[k]) return true;
    const from = Math.floor(k / Steps.chunk) * Steps.chunk;
    await this.load(this.forward[from] && from < k ? k : from);
    if (!this.forward[k]) await this.load(k);
    return !!this.forward[k];
  }

  // load loads positions in a row, and returns the lines of the first. Who asks
  // for the same meanwhile gets the same.
  load(from) {
    if (!this.waiting.has(from)) {
      this.waiting.set(from, this.fetch(from).then((s) => {
        const lines = linesOf(s.picture), first = lines.slice();
        s.steps.forEach((hunks, i) => {
          this.forward[s.from + i] = hunks;
          this.backward[s.from + i + 1] = changeLines(lines, hunks);
        });
        return { from: s.from, lines: first, count: s.steps.length };
      }).finally(() => setTimeout(() => this.waiting.delete(from), 0)));
    }
    return this.waiting.get(from);
  }

  // at returns the lines of a position, however far it is.
  async at(k) {
    let c = await this.load(Math.floor(k / Steps.chunk) * Steps.chunk);
    if (k > c.from + c.count) c = await this.load(k);
    const lines = c.lines.slice();
    for (let i = c.from; i < k; i++) changeLines(lines, this.forward[i]);
    return lines;
  }
}
Steps.chunk = 64; // positions that are asked for at once
