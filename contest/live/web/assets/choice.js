// What a person may answer, and what is chosen of it: no page, no network and no rules here.
"use strict";

class Choice {
  // choices are the cells, {name, x, y, options}, of which an option has {answer, key}.
  constructor(choices) { this.choices = choices; this.clear(); }

  clear() { this.cell = -1; this.index = 0; }

  // options are those of the chosen cell.
  get options() { return this.cell < 0 ? [] : this.choices[this.cell].options; }

  get option() { return this.options[this.index] || null; }

  // tap chooses a cell, and its next option when it is chosen already.
  tap(i) {
    if (!this.choices[i]) return;
    if (i === this.cell) this.pick((this.index + 1) % this.options.length);
    else { this.cell = i; this.index = 0; }
  }

  // pick chooses an option of the chosen cell.
  pick(index) { if (this.options[index]) this.index = index; }

  // key chooses the option of a cell with a key; false where there is none.
  key(i, key) {
    const at = this.choices[i] ? this.choices[i].options.findIndex((o) => o.key === key.toLowerCase() || Choice.letters[key.toLowerCase()] === o.key) : -1;
    if (at < 0) return false;
    this.cell = i;
    this.index = at;
    return true;
  }

  // beside is the nearest cell in a direction, or the same where there is none: one straight
  // ahead comes before one that is as near at the side.
  beside(i, dx, dy) {
    const from = this.choices[i];
    let best = i, least = Infinity;
    this.choices.forEach((c, k) => {
      const along = from ? (c.x - from.x) * dx + (c.y - from.y) * dy : 0;
      const across = from ? Math.abs((c.x - from.x) * dy) + Math.abs((c.y - from.y) * dx) : 0;
      if (along > 0 && along + 2 * across < least) { least = along + 2 * across; best = k; }
    });
    return best;
  }

  // nearest is the cell closest to a place, -1 where there is none.
  nearest(x, y) {
    let best = -1, least = Infinity;
    this.choices.forEach((c, k) => {
      const far = Math.abs(c.x - x) + Math.abs(c.y - y);
      if (far < least) { least = far; best = k; }
    });
    return best;
  }
}

// choicesOf makes a Choice of each part of a question; a part like another has its cells.
function choicesOf(parts) { return parts.map((p) => new Choice((p.like === undefined ? p : parts[p.like]).choices || [])); }

// unanswered is the next part after one in which nothing is chosen, round and round, -1 where
// there is none.
function unanswered(all, after) {
  for (let n = 1; n < all.length; n++) if (!all[(after + n) % all.length].option) return (after + n) % all.length;
  return -1;
}

// labelRest says on the button that plays what is chosen that the other parts stay, or all do.
function labelRest(button, all) {
  if (!button.dataset.some) button.dataset.some = button.textContent;
  button.textContent = all.some((c) => c.option) ? button.dataset.some : button.dataset.all;
}

// letters stand for keys that some keyboards hide.
Choice.letters = { s: "/", b: "\\", p: "+" };

// remaining is a time in ms as a clock that runs down shows it.
function remaining(ms) {
  const s = Math.max(0, ms) / 1000;
  if (s < 20) return s.toFixed(1) + " s";
  return Math.floor(s / 60) + ":" + String(Math.floor(s % 60)).padStart(2, "0");
}
