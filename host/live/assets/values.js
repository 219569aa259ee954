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

// nodesIn writes a count of moves tried.
function nodesIn(n) {
  if (n >= 1e6) return (n / 1e6).toFixed(1) + " M";
  if (n >= 1e4) return Math.round(n / 1e3) + " k";
  return String(n);
}
