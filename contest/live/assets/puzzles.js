// Which puzzle is shown, and how somebody gets on with them: no page here. A puzzle is
// [theme, turns, grade, answer, moves].
"use strict";

// dayOf numbers the days of a place by its own clock, from 1970 on.
const dayOf = (date) => Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 864e5);

// dailyPuzzle is the number of a day's puzzle: all come once before one comes again.
function dailyPuzzle(day, count) {
  let step = Math.floor(count * 0.618) || 1;
  const common = (a, b) => (b ? common(b, a % b) : a);
  while (common(step, count) !== 1) step++;
  return day * step % count;
}

// fitting are the numbers of the puzzles of a theme, "" for any, and of grades such as "4-6".
function fitting(puzzles, theme, grades) {
  const [least, most] = grades.split("-").map(Number), all = [];
  puzzles.forEach((p, i) => { if ((!theme || p[0] === theme) && p[2] >= least && p[2] <= most) all.push(i); });
  return all;
}

// Score is what one browser keeps: {solved, row, best, day, days}, days in a row with the daily puzzle.
class Score {
  constructor(text) {
    let old = null;
    try { old = JSON.parse(text); } catch { /* it is kept by a browser */ }
    for (const k of ["solved", "row", "best", "day", "days"]) this[k] = old && Number.isSafeInteger(old[k]) && old[k] >= 0 ? old[k] : 0;
  }

  // right counts a puzzle that was solved without a mistake; day is that of the daily one, else 0.
  right(day) {
    this.solved++;
    this.best = Math.max(this.best, ++this.row);
    if (!day || day === this.day) return;
    this.days = day === this.day + 1 ? this.days + 1 : 1;
    this.day = day;
  }

  wrong() { this.row = 0; }

  // streak is the days in a row: none once a day was left out.
  streak(today) { return this.day >= today - 1 ? this.days : 0; }
}
