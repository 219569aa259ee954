"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const { page, plain } = require("./page.js");

const has = page(["lines.js"]);
const linesOf = has("linesOf"), changeLines = has("changeLines"), Steps = has("Steps");

test("the line feed at the end begins no line", () => {
  assert.deepEqual(plain(linesOf("a\nb\n")), ["a", "b"]);
  assert.deepEqual(plain(linesOf("a\n\nb")), ["a", "", "b"]);
});

test("hunks change lines, and what they return undoes them", () => {
  const before = ["a", "b", "c", "d"], lines = before.slice();
  const undo = changeLines(lines, [[1, 2, ["x"]], [2, 0, ["y", "z"]]]);
  assert.deepEqual(lines, ["a", "x", "y", "z", "d"]);
  changeLines(lines, undo);
  assert.deepEqual(lines, before);
});

// A game in which each position is one line longer, told in rows of 64.
function game(plies, most = 64) {
  const asked = [];
  const fetch = async (from) => {
    asked.push(from);
    const count = Math.min(most, plies - from), lines = Array.from({ length: from + 1 }, (_, i) => "line " + i);
    return { from, picture: lines.join("\n") + "\n", steps: Array.from({ length: count }, (_, i) => [[from + i + 1, 0, ["line " + (from + i + 1)]]]) };
  };
  return { asked, steps: new Steps(fetch) };
}

test("a position far away is made of the row that it is in", async () => {
  const { asked, steps } = game(200);
  const lines = await steps.at(150);
  assert.equal(lines.length, 151);
  assert.equal(lines[150], "line 150");
  assert.deepEqual(asked, [128]);
  assert.equal((await steps.at(200)).length, 201);
});

test("a row that ends before the position is not the last that is asked for", async () => {
  const { asked, steps } = game(200, 10);
  assert.equal((await steps.at(90)).length, 91);
  assert.deepEqual(asked, [64, 90]);
});

test("a known step is not asked for again, and leads back", async () => {
  const { asked, steps } = game(200);
  const lines = (await steps.at(70)).slice();
  assert.equal(await steps.known(70), true);
  assert.deepEqual(asked, [64]);
  changeLines(lines, steps.forward[70]);
  assert.equal(lines.length, 72);
  changeLines(lines, steps.backward[71]);
  assert.equal(lines.length, 71);
});

test("beyond the last position there is no step", async () => {
  const { steps } = game(10);
  assert.equal(await steps.known(10), false);
  assert.equal(await steps.known(9), true);
});

test("who asks for the same meanwhile waits for the same", async () => {
  const { asked, steps } = game(100);
  await Promise.all([steps.at(3), steps.at(5), steps.known(7)]);
  assert.deepEqual(asked, [0]);
});

test("what failed is asked for again", async () => {
  let fails = true;
  const steps = new Steps(async () => { if (fails) throw new Error("503"); return { from: 0, picture: "a\n", steps: [] }; });
  await assert.rejects(steps.at(0), /503/);
  fails = false;
  await new Promise((done) => setTimeout(done, 1));
  assert.deepEqual(plain(await steps.at(0)), ["a"]);
});
