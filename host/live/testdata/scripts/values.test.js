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

test("counts are short", () => {
  assert.deepEqual([7, 9999, 10_400, 999_499, 1_260_000].map((n) => nodesIn(n)), ["7", "9999", "10 k", "999 k", "1.3 M"]);
});
