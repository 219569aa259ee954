"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const { page, plain } = require("./page.js");

// framed makes the analysis of a game, in which the engine answers as given, and returns it with what
// it asked and played.
function framed({ position, moves = [], game = [], against = -1, answers = () => ({}) }) {
  const evaluate = page(["fill.js", "choice.js", "variants.js", "values.js", "points.js"]);
  const tree = new (evaluate("Variants"))(game, moves.length), asked = [], played = [], select = { value: "greedy", addEventListener: () => {} };
  const f = {
    data: { atOnce: "all act: %s", turn: "turn of %s", replies: "…" }, seats: ["first", "second", ""], rank: { position: 0, analysis: 1 },
    part: () => select, path: () => moves, turn: () => 1, current: () => true, position: () => position, tree: () => tree, against: () => against,
    reviews: () => [], bar: () => {}, show: () => {}, tryMove: (move) => played.push(move),
    board: { show: () => {}, focus: () => {} },
    ask: async (q) => { asked.push(plain(q)); return answers(q); },
  };
  return { points: new (evaluate("Points"))(f), asked, played, evaluate };
}

test("others do what they did in the game, as long as the position is of it", async () => {
  const { points, played, asked } = framed({ position: { seat: -1 }, moves: ["a_b"], game: ["a_b", "c_d"] });
  await points.act(0, "x");
  assert.deepEqual(played, ["x_d"]);
  assert.deepEqual(asked, []);
});

test("elsewhere a bot acts for the others, and against somebody the one that was chosen", async () => {
  const answers = (q) => ({ advice: q.seats.map((seat) => ({ seat, code: q.bot + seat })) });
  let { points, played, asked } = framed({ position: { seat: -1 }, moves: ["a_b"], game: ["a_b"], answers });
  await points.act(1, "x");
  assert.deepEqual(played, ["search0_x"]);
  assert.deepEqual(asked.map((q) => q.seats), [[0]]);
  ({ points, played } = framed({ position: { seat: -1 }, moves: [], game: ["a_b"], against: 1, answers }));
  await points.act(1, "x");
  assert.deepEqual(played, ["greedy0_x"]);
});

test("an action is put together of several questions, and taken back", async () => {
  const answers = (q) => (q.answers.length < 2 ? { position: {} } : { code: "U-1-1-3-3" });
  const { points, played, asked } = framed({ position: { seat: 1 }, answers });
  await points.acted(["U"]);
  assert.equal(points.back(), true);
  assert.equal(points.back(), false);
  await points.acted(["L"]);
  await points.acted(["12 1"]);
  assert.deepEqual(played, ["U-1-1-3-3"]);
  assert.deepEqual(asked.map((q) => q.answers), [[["U"]], [["L"]], [["L"], ["12 1"]]]);
});

test("who plays waits for the bot", async () => {
  const { points, played, asked } = framed({ position: { seat: 1 }, against: 0 });
  await points.acted(["U"]);
  await points.act(1, "x");
  assert.deepEqual([played, asked], [[], []]);
});

test("links hold moves of other games as they are", () => {
  const { evaluate } = framed({ position: {} }), Variants = evaluate("Variants");
  const t = new Variants(["0p3:4,1m-1:0_-", "-_-"], 1);
  t.play("s,m-1:1_r0:1,s");
  assert.equal(t.link(), "try=1.s,m-1:1_r0:1,s");
  assert.deepEqual(plain(Variants.read(t.link())), { ply: 1, moves: ["s,m-1:1_r0:1,s"] });
  for (const bad of ["try=1.<b>", "try=1.a b", "try=1..a", "try=1.a%20", "try=x.a"]) assert.equal(Variants.read(bad).error, "broken", bad);
});
