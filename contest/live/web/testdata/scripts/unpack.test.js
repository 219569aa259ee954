"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const { gzipSync } = require("node:zlib");
const { page, plain } = require("./page.js");

const given = { atob, Blob, Response, DecompressionStream };
const has = page(["lines.js", "unpack.js"], given);

test("a pack is compressed JSON in base64", async () => {
  const game = { moves: [{ words: "1 手目" }], page: { en: [] } };
  assert.deepEqual(plain(await has("unpack")(gzipSync(JSON.stringify(game)).toString("base64"))), game);
  await assert.rejects(has("unpack")("AAAA"));
});

test("a page is its frame but for the lines that differ", () => {
  const frame = ["<main>", "Ann", "<p>", "</main>"];
  assert.equal(has("framed")(frame, [[1, 1, ["Ben", "Cid"]], [3, 1, []]]), "<main>\nBen\nCid\n</main>");
  assert.equal(has("framed")(frame, []), "<main>\nAnn\n<p>\n</main>");
});

test("a game is opened in the language of its page, and its scripts run in their order", async () => {
  const scripts = [], root = {}, note = { dataset: { old: "too old" } };
  const pack = gzipSync(JSON.stringify({ page: { ja: [[0, 1, ["二"]]] }, moves: [1], steps: [2], worths: [3], start: 4 })).toString("base64");
  const self = { looplinePack: pack, looplineFrame: { lines: ["one"], scripts: ["a.js", "b.js"] } };
  const document = {
    documentElement: { lang: "ja" }, head: { append: (s) => scripts.push(s) }, createElement: () => ({ async: true }),
    getElementById: (id) => ({ game: root, note }[id]),
  };
  page(["lines.js", "unpack.js"], { ...given, self, document });
  while (scripts.length < 2) await new Promise((r) => setTimeout(r, 1));
  assert.equal(root.outerHTML, "二");
  assert.deepEqual(scripts.map((s) => [s.src, s.async]), [["a.js", false], ["b.js", false]]);
  assert.deepEqual(plain([self.looplineMoves, self.looplineSteps, self.looplineWorths, self.looplineStart]), [[1], [2], [3], 4]);
});

test("a browser that can't unpack says so", async () => {
  const note = { dataset: { old: "too old" } };
  const document = { documentElement: { lang: "en" }, getElementById: (id) => ({ game: {}, note }[id]) };
  page(["lines.js", "unpack.js"], { atob, Blob, Response, console: { error() {} }, self: { looplinePack: "AAAA", looplineFrame: {} }, document });
  while (!note.textContent) await new Promise((r) => setTimeout(r, 1));
  assert.equal(note.textContent, "too old");
});
