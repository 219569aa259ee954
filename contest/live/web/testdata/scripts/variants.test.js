"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const { page, plain } = require("./page.js");

const Variants = page(["variants.js"])("Variants");
const game = ["@0/", "A2+", "B1\\", "@1/"];

test("moves that are tried are beside the game, and back is one step", () => {
  const t = new Variants(game, 2);
  assert.deepEqual(plain(t.path()), ["@0/", "A2+"]);
  t.play("C1/");
  t.play("D1+");
  assert.deepEqual(plain(t.path()), ["@0/", "A2+", "C1/", "D1+"]);
  assert.equal(t.base().ply, 2);
  t.back();
  t.play("A0+");
  t.aside(-1);
  assert.equal(t.at.move, "D1+");
  t.aside(-1);
  assert.equal(t.at.move, "D1+", "there is none before");
  t.back(); t.back(); t.back(); t.back(); t.back();
  assert.deepEqual(plain(t.path()), []);
  t.forward();
  assert.equal(t.at.game, true);
  t.play("A2+");
  assert.equal(t.at.game, true, "the game's own move is no variant");
  assert.equal(t.tried, 3);
});

test("lines are those of a book", () => {
  const t = new Variants(game, 2);
  for (const m of ["C1/", "D1+"]) t.play(m);
  t.at = t.at.parent;
  t.play("A0+");
  t.at = t.ofGame(0);
  t.play("@0+");
  assert.deepEqual(plain(t.lines().map((l) => [l.node.move, l.depth, l.first])),
    [["@0+", 1, true], ["C1/", 1, true], ["D1+", 1, false], ["A0+", 2, true]]);
});

test("a game that goes on keeps what was tried, also where it was right", () => {
  const t = new Variants(game.slice(0, 2), 2);
  t.play("B1\\");
  t.play("C9+");
  t.extend(game);
  assert.equal(t.tried, 1);
  assert.equal(t.ofGame(3).game, true);
  assert.deepEqual(plain(t.path()), [...game.slice(0, 3), "C9+"]);
  assert.equal(t.base().ply, 3);
  t.extend(game);
  assert.equal(t.end.ply, 4);
});

test("a link holds the position and is read back; others are refused", () => {
  const t = new Variants(game, 2);
  for (const m of ["C1/", "AB12\\", "@0+"]) t.play(m);
  assert.equal(t.link(), "try=2.C1s.AB12b.@0p");
  assert.deepEqual(plain(Variants.read(t.link())), { ply: 2, moves: ["C1/", "AB12\\", "@0+"] });
  assert.deepEqual(plain(Variants.read("try=7")), { ply: 7, moves: [] });
  assert.equal(Variants.read("12"), null);
  for (const bad of ["try=", "try=x", "try=1.C1", "try=1..C1s", "try=1.<b>s", "try=1.c1s", "try=-1"]) assert.equal(Variants.read(bad).error, "broken", bad);
  const began = performance.now();
  assert.equal(Variants.read("try=1" + ".C1s".repeat(2_500_000)).error, "long");
  assert.ok(performance.now() - began < 30_000);
});

test("a full tree takes no more", () => {
  const t = new Variants(game, 0);
  for (let i = 0; i < Variants.most; i++) assert.equal(t.play("A" + i + "+"), true);
  assert.equal(t.play("B1+"), false);
  assert.equal(t.at.ply, Variants.most);
});
