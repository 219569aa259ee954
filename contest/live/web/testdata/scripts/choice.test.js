"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const { page } = require("./page.js");

const evaluate = page(["choice.js"]);
const Choice = evaluate("Choice"), remaining = evaluate("remaining");

// cells in a plus, with a corner that is nearer than what lies straight ahead.
const option = (answer) => ({ answer, key: answer.slice(-1), draw: [] });
const cells = () => [
  { name: "B1", x: 40, y: 0, options: [option("B1/"), option("B1\\")] },
  { name: "A2", x: 0, y: 40, options: [option("A2+"), option("A2/"), option("A2\\")] },
  { name: "B2", x: 40, y: 40, options: [option("B2/")] },
  { name: "E2", x: 160, y: 40, options: [option("E2+"), option("E2/")] },
  { name: "C3", x: 80, y: 80, options: [option("C3/")] },
];

test("a tap chooses a cell, and taps again its options, round and round", () => {
  const c = new Choice(cells());
  assert.equal(c.option, null);
  const answers = [];
  for (const i of [1, 1, 1, 1, 0, 1]) { c.tap(i); answers.push(c.option.answer); }
  assert.deepEqual(answers, ["A2+", "A2/", "A2\\", "A2+", "B1/", "A2+"]);
  c.tap(99);
  assert.equal(c.option.answer, "A2+", "there is no such cell");
  c.clear();
  assert.equal(c.option, null);
});

test("a key picks the option with it, or none", () => {
  const c = new Choice(cells());
  assert.equal(c.key(1, "\\"), true);
  assert.equal(c.option.answer, "A2\\");
  assert.equal(c.key(1, "S"), true, "a letter stands for /");
  assert.equal(c.option.answer, "A2/");
  assert.equal(c.key(2, "+"), false, "B2 has no +");
  assert.equal(c.option.answer, "A2/");
  assert.equal(c.key(2, " "), false);
  assert.equal(c.key(-1, "+"), false);
});

test("arrows go to the nearest cell ahead, straight before aside, and stay at the rim", () => {
  const c = new Choice(cells());
  const by = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };
  for (const [from, way, to] of [
    ["B2", "left", "A2"], ["B2", "up", "B1"], ["B2", "right", "E2"], ["B2", "down", "C3"], ["A2", "left", "A2"],
    ["A2", "right", "B2"], ["B1", "down", "B2"], ["E2", "down", "C3"], ["E2", "left", "B2"],
  ]) {
    const i = cells().findIndex((k) => k.name === from);
    assert.equal(cells()[c.beside(i, ...by[way])].name, to, from + " " + way);
  }
});

test("the nearest cell to a place", () => {
  assert.equal(new Choice(cells()).nearest(150, 50), 3);
  assert.equal(new Choice([]).nearest(0, 0), -1);
});

test("a clock runs down in minutes, and in tenths at the end", () => {
  assert.deepEqual([600000, 61500, 20000, 19960, 50, -5].map(remaining), ["10:00", "1:01", "0:20", "20.0 s", "0.1 s", "0.0 s"]);
});

test("parts of a question have their own choices, or share those of another", () => {
  const all = evaluate("choicesOf")([{ choices: cells() }, { like: 0 }, { choices: [] }]);
  all[1].tap(0);
  assert.equal(all[1].option.answer, "B1/");
  assert.equal(all[0].option, null, "sharing cells is not sharing what is chosen");
  assert.equal(all[2].choices.length, 0);
});

test("the next part without an answer comes after this one, round and round", () => {
  const unanswered = evaluate("unanswered"), all = evaluate("choicesOf")([{ choices: cells() }, { like: 0 }, { like: 0 }]);
  assert.equal(unanswered(all, 0), 1);
  assert.equal(unanswered(all, 2), 0);
  all[1].tap(0);
  assert.equal(unanswered(all, 0), 2);
  all[2].tap(0);
  assert.equal(unanswered(all, 0), -1, "this one is not asked for");
  assert.equal(unanswered(all, 1), 0);
});

test("the button for those that stay says when all do", () => {
  const label = evaluate("labelRest"), all = evaluate("choicesOf")([{ choices: cells() }, { like: 0 }]);
  const button = { textContent: "the others stay", dataset: { all: "all stay" } };
  label(button, all);
  assert.equal(button.textContent, "all stay");
  all[0].tap(0);
  label(button, all);
  assert.equal(button.textContent, "the others stay");
});
