"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const { page, plain } = require("./page.js");

const evaluate = page(["openings.js"]);
const playedFrom = evaluate("playedFrom"), percents = evaluate("percents");

const openings = { games: 9, decided: 8, moves: { 0: [["a", 3, 1, 2], ["b", 6, 4, 1], ["gone", 9, 9, 0]], b: [["c", 2, 0, 0]] } };

test("moves that games played, those of most games first, with the results of the seats", () => {
  const classes = [{ moves: ["@0+"], to: "a" }, { moves: ["@0/", "@0x"], to: "b" }, { moves: ["@0y"], to: "never" }];
  assert.deepEqual(plain(playedFrom(openings, "0", classes, 0)), [
    { moves: ["@0/", "@0x"], games: 6, results: [4, 1, 1] },
    { moves: ["@0+"], games: 3, results: [1, 0, 2] },
  ]);
  assert.deepEqual(plain(playedFrom(openings, "0", classes, 1)[0].results), [1, 1, 4]);
  assert.deepEqual(plain(playedFrom(openings, "elsewhere", classes, 0)), []);
});

test("shares are whole and sum up to a hundred", () => {
  assert.deepEqual(plain(percents([1, 1, 1])), [34, 33, 33]);
  assert.deepEqual(plain(percents([0, 0, 7])), [0, 0, 100]);
  assert.deepEqual(plain(percents([0, 0, 0])), [0, 0, 0]);
  for (let a = 0; a < 30; a++) for (let b = 0; b < 30; b++) assert.equal(percents([a, b, 7]).reduce((n, p) => n + p, 0), 100);
});
