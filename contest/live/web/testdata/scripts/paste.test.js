"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const { page } = require("./page.js");

const evaluate = page(["fill.js", "paste.js"], { self: {} });
const fill = evaluate("fill"), reasonOf = evaluate("reasonOf");

test("places are filled in their order, or by their number", () => {
  assert.equal(fill("move %d, %s", 3, "B1+"), "move 3, B1+");
  assert.equal(fill("%[2]s のうち %[1]s、%s", 3, 4, 5), "4 のうち 3、4");
  assert.equal(fill("100 % of it", 1), "100 % of it");
});

test("a reason is in the language of its words, to its innermost part", () => {
  const said = { format: "%.60q: %s", parts: ["\"x\"", { format: "want a column and a row", text: "want a column and a row" }], text: "\"x\": want a column and a row" };
  assert.equal(reasonOf(said, { "%.60q: %s": "%s: %s", "want a column and a row": "列と行が必要です" }), "\"x\": 列と行が必要です");
  assert.equal(reasonOf(said, { "%.60q: %s": "%[2]s（%[1]s）" }), "want a column and a row（\"x\"）");
  assert.equal(reasonOf(said, {}), said.text);
});
