// What games say about the moves of a position: no page here, and no rules. Openings are {games, decided,
// moves}, of which moves has for the key of each position a list of [key after the move, games, wins, losses].
"use strict";

// playedFrom are the moves that were played from a position, those of most games first: {moves, games, results}.
// Classes are the moves that are equal up to symmetry, by the key after them; results are games that
// the first seat won, that were not decided, and that the second won.
function playedFrom(openings, from, classes, seat) {
  const known = new Map((openings.moves[from] || []).map((m) => [m[0], m]));
  const all = [];
  for (const c of classes) {
    const m = known.get(c.to);
    if (!m) continue;
    const [, games, wins, losses] = m, open = games - wins - losses;
    all.push({ moves: c.moves, games, results: seat === 0 ? [wins, open, losses] : [losses, open, wins] });
  }
  return all.sort((a, b) => b.games - a.games || (a.moves[0] < b.moves[0] ? -1 : 1));
}

// percents are shares of a hundred as whole numbers, which sum up to a hundred.
function percents(parts) {
  const sum = parts.reduce((n, p) => n + p, 0);
  if (!sum) return parts.map(() => 0);
  const exact = parts.map((p) => 100 * p / sum), whole = exact.map(Math.floor);
  let left = 100 - whole.reduce((n, p) => n + p, 0);
  for (const i of exact.map((_, i) => i).sort((a, b) => (exact[b] - whole[b]) - (exact[a] - whole[a]))) if (left-- > 0) whole[i]++;
  return whole;
}
