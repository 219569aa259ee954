// What an engine says of positions, as a curve and as a list of mistakes: no page here.
"use strict";

// seriousLoss is by how many percent the chance to win falls with a move that is shown as a mistake.
const seriousLoss = 15;

// missed are the mistakes among the reviews of a game's moves, in their order.
function missed(reviews) { return reviews.filter((r) => r && r.loss >= seriousLoss); }

// curve is the path of the first player's chances after each move, in a picture of 1000 by 100;
// what is not known yet is a gap.
function curve(reviews, plies) {
  let path = "", pen = "M";
  for (let i = 0; i < plies; i++) {
    const r = reviews[i];
    if (!r) { pen = "M"; continue; }
    path += pen + ((i + 1) * 1000 / plies).toFixed(1) + " " + (100 - r.win);
    pen = "L";
  }
  return path;
}

// share is a value in points as what the bar and the curve show, in percent: top is the largest.
function share(value, top) {
  if (value.wins) return value.wins > 0 ? 100 : 0;
  return Math.round(50 + 46 * Math.max(-1, Math.min(1, value.points / (top || 1))));
}

// topOf is the largest value among reviews, or least.
function topOf(reviews, least) {
  return reviews.reduce((top, r) => r && !r.value.wins ? Math.max(top, Math.abs(r.value.points)) : top, least);
}

// mostLosses limits how many losses are shown.
const mostLosses = 10;

// losses are the largest losses of value among reviews, one that decided the game first.
function losses(reviews) {
  const all = reviews.flatMap((r) => r ? r.misses : []).filter((m) => m.wins || m.loss > 0);
  return all.sort((a, b) => (b.wins || false) - (a.wins || false) || b.loss - a.loss || a.at - b.at).slice(0, mostLosses);
}

// points writes points with a decimal where they have one.
function points(n) { return String(Math.round(n * 10) / 10); }

// nodesIn writes a count of moves tried.
function nodesIn(n) {
  if (n >= 1e6) return (n / 1e6).toFixed(1) + " M";
  if (n >= 1e4) return Math.round(n / 1e3) + " k";
  return String(n);
}
