"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const { page, plain } = require("./page.js");

const evaluate = page(["values.js"]);
const missed = evaluate("missed"), curve = evaluate("curve"), nodesIn = evaluate("nodesIn");

test("mistakes are what costs much, in the order of the game", () => {
  const reviews = [{ at: 0, loss: 3 }, undefined, { at: 2, loss: 15 }, { at: 3, loss: 14 }, { at: 4, loss: 100 }];
  assert.deepEqual(plain(missed(reviews).map((r) => r.at)), [2, 4]);
});

test("the curve has gaps where nothing is known", () => {
  assert.equal(curve([{ win: 50 }, { win: 75 }, undefined, { win: 0 }], 4), "M250.0 50L500.0 25M1000.0 100");
  assert.equal(curve([], 0), "");
});

test("values fill the bar by the largest, and a decided game to its end", () => {
  const share = evaluate("share"), topOf = evaluate("topOf");
  assert.deepEqual([[0, 0], [8, 0], [-4, 0], [99, 0], [3, 1], [3, -1]].map(([points, wins]) => share({ points, wins }, 8)), [50, 96, 27, 96, 100, 0]);
  assert.equal(share({ points: 3 }, 0), 96);
  assert.equal(topOf([{ value: { points: 3 } }, undefined, { value: { points: -7.5 } }, { value: { points: 90, wins: 1 } }], 5), 7.5);
  assert.equal(topOf([], 5), 5);
});

test("the largest losses come first, after those that decided the game, and at most ten", () => {
  const reviews = [{ misses: [{ at: 0, loss: 2 }, { at: 0, loss: 0 }] }, undefined, { misses: [{ at: 2, loss: 9 }] }, { misses: [{ at: 3, loss: 0, wins: true }] }, { misses: [{ at: 4, loss: 9 }] }];
  assert.deepEqual(plain(evaluate("losses")(reviews)).map((m) => m.at), [3, 2, 4, 0]);
  assert.equal(evaluate("losses")(Array.from({ length: 30 }, (_, at) => ({ misses: [{ at, loss: at }] }))).length, 10);
});

test("points have a decimal where they need one", () => {
  assert.deepEqual([0, 3, 2.5, 1.25, 12.04].map((n) => evaluate("points")(n)), ["0", "3", "2.5", "1.3", "12"]);
});

test("counts are short", () => {
  assert.deepEqual([7, 9999, 10_400, 999_499, 1_260_000].map((n) => nodesIn(n)), ["7", "9999", "10 k", "999 k", "1.3 M"]);
});
