"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const { page } = require("./page.js");

const evaluate = page(["copy.js"], { URL });

test("moves are copied a line each", () => {
  assert.equal(evaluate("movesText")([{ ply: 1, words: "ply 1 white @0/" }, { ply: 2, words: "ply 2 red A2\\" }]), "ply 1 white @0/\nply 2 red A2\\");
  assert.equal(evaluate("movesText")([]), "");
});

test("a link leads to the position, of a server and of a file", () => {
  const link = evaluate("positionLink");
  assert.equal(link("http://h:1/game/3/?lang=ja&ply=2#x", 7, false), "http://h:1/game/3/?lang=ja&ply=7");
  assert.equal(link("file:///site/game/3/index.html#2", 7, true), "file:///site/game/3/index.html#7");
});
