"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const { page, plain } = require("./page.js");

const has = page(["fill.js", "lines.js", "picture.js", "game.js"]);

test("messages are filled in, whatever order their places have", () => {
  const fill = has("fill");
  assert.equal(fill("move %d of %d", 3, 9), "move 3 of 9");
  assert.equal(fill("%[1]s: %s", "a", "$&"), "a: $&");
  assert.equal(fill("%d %% of %s", 5, "%d"), "5 % of %d");
});

test("times are written as the server writes them", () => {
  const brief = has("brief");
  for (const [ms, want] of [[0.0125, "0.013 ms"], [9.5, "9.500 ms"], [10, "10.0 ms"], [1000, "1.00 s"], [9999, "10.00 s"], [12345, "12.3 s"]]) {
    assert.equal(brief(ms), want);
  }
});

test("a column of times has the slowest of its moves", () => {
  const moves = Array.from({ length: 480 }, (_, i) => ({ used: i === 7 ? 1000 : 10 * (1 + i % 2), seat: i % 2 }));
  const { columns, top } = plain(has("timeColumns")(moves));
  assert.equal(top, 1000);
  assert.equal(columns.length, 240);
  assert.deepEqual(columns[3], { x: 12, width: 4, y: 0, height: 100, seat: 1 });
  assert.deepEqual(columns[0], { x: 0, width: 4, y: 98, height: 2, seat: 1 });
  assert.equal(columns.at(-1).x + columns.at(-1).width, 1000);
});

test("a graph of no moves has no columns", () => {
  assert.deepEqual(plain(has("timeColumns")([])), { columns: [], top: 0 });
  assert.deepEqual(plain(has("worthColumns")([], 0)), []);
});

test("values go up for the first player and down for the second", () => {
  const worths = [undefined, { points: 4, wins: 0, ahead: 4 }, { points: -2, wins: 0, ahead: -2 }, undefined, { points: 0, wins: -3, ahead: 0 }];
  assert.deepEqual(plain(has("worthColumns")(worths, 4)), [
    { x: 0, width: 250, y: 3, height: 47, seat: 0 },
    { x: 250, width: 250, y: 50, height: 24, seat: 1 },
    { x: 750, width: 250, y: 50, height: 50, seat: 1 },
  ]);
});

test("chances are drawn against certainty", () => {
  const [column] = plain(has("worthColumns")([undefined, { points: 1, wins: 0, chance: 75, ahead: 50 }], 1));
  assert.deepEqual(column, { x: 0, width: 1000, y: 26, height: 24, seat: 0 });
});

test("a page of a file takes its moves from the script beside it, and asks nobody", async () => {
  const file = page(["fill.js", "lines.js", "picture.js", "game.js"], { self: { looplineSteps: [{ from: 0 }, { from: 64 }, { from: 128 }], looplineMoves: [1, 2] } });
  const source = file("sourceOf")({ dataset: { static: "1" } });
  assert.equal((await source.steps(100)).from, 64);
  assert.deepEqual(plain(await source.moves()), [1, 2]);
  assert.deepEqual(plain(await source.worths()), []);
});

test("an answer that is an error is one", async () => {
  const source = page(["fill.js", "lines.js", "picture.js", "game.js"], { fetch: async () => ({ ok: false, status: 503 }) })("sourceOf")({ dataset: {} });
  await assert.rejects(source.steps(0), /503/);
});
