"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const { page, plain } = require("./page.js");

const evaluate = page(["puzzles.js"]);
const dailyPuzzle = evaluate("dailyPuzzle"), fitting = evaluate("fitting"), Score = evaluate("Score"), dayOf = evaluate("dayOf");

test("each puzzle is that of one day in so many", () => {
  for (const count of [1, 2, 10, 600, 601]) {
    const met = new Set();
    for (let day = 20_000; day < 20_000 + count; day++) met.add(dailyPuzzle(day, count));
    assert.equal(met.size, count);
    for (const i of met) assert.ok(i >= 0 && i < count);
  }
});

test("a day ends at midnight where one is", () => {
  assert.equal(dayOf(new Date(2026, 10, 26, 23, 59)), dayOf(new Date(2026, 10, 26, 0, 0)));
  assert.equal(dayOf(new Date(2026, 10, 27, 0, 0)), dayOf(new Date(2026, 10, 26, 12, 0)) + 1);
});

test("puzzles of a theme and of grades", () => {
  const all = [["L", 2, 1], ["cave", 2, 4], ["L", 2, 6], ["line", 2, 10]];
  assert.deepEqual(plain(fitting(all, "", "1-10")), [0, 1, 2, 3]);
  assert.deepEqual(plain(fitting(all, "L", "4-6")), [2]);
  assert.deepEqual(plain(fitting(all, "edge", "1-10")), []);
});

test("days in a row count once a day, and begin again after a day off", () => {
  const s = new Score(null);
  s.right(100); s.right(100); s.right(0); s.right(101);
  assert.deepEqual(plain(s), { solved: 4, row: 4, best: 4, day: 101, days: 2 });
  assert.equal(s.streak(102), 2);
  assert.equal(s.streak(103), 0);
  s.wrong();
  s.right(103);
  assert.deepEqual(plain(new Score(JSON.stringify(s))), { solved: 5, row: 1, best: 4, day: 103, days: 1 });
});

test("what a browser kept may be anything", () => {
  for (const text of [null, "", "{", "7", "null", '{"solved":-1,"row":"x","best":1e99}']) assert.equal(new Score(text).solved, 0);
});
