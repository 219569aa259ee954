"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const { page } = require("./page.js");

// contest opens the page of a contest with pictures of these games.
function contest(keys) {
  const timers = [], streams = [];
  const images = keys.map((key) => ({ dataset: { key }, src: "game/" + key + "/board.svg?ply=0", getAttribute: () => "game/" + key + "/board.svg?ply=0" }));
  const box = { dataset: { version: "5", lost: "lost" }, querySelectorAll: (what) => (what === "img[data-key]" ? images : []) };
  const note = { hidden: true, textContent: "" };
  class EventSource {
    constructor() { this.on = {}; streams.push(this); }
    addEventListener(type, f) { this.on[type] = f; }
    close() { this.closed = true; }
  }
  EventSource.CLOSED = 2;
  const listeners = {};
  page(["contest.js"], {
    document: { hidden: false, getElementById: (id) => ({ contest: box, note })[id], addEventListener: (type, f) => { listeners[type] = f; } },
    addEventListener: () => {}, EventSource, setTimeout: (f, ms) => { timers.push({ f, ms }); return timers.length; },
  });
  return { images, note, timers, streams, tell: (d) => streams[0].on.contest({ data: JSON.stringify(d) }) };
}

test("a board in play follows its game", () => {
  const c = contest(["a", "b"]);
  c.tell({ version: 5, tables: { a: 7 } });
  assert.equal(c.images[0].src, "game/a/board.svg?ply=7");
  assert.equal(c.images[1].src, "game/b/board.svg?ply=0");
  assert.equal(c.timers.length, 0, "nothing was decided, so nothing is loaded");
});

test("a board that is not there has the page loaded, unless its game has no move", () => {
  const c = contest(["a"]);
  c.tell({ version: 5, tables: { z: 0 } });
  assert.equal(c.timers.length, 0);
  c.tell({ version: 5, tables: { z: 1 } });
  assert.equal(c.timers.length, 1);
});

test("a decision has the page loaded once", () => {
  const c = contest(["a"]);
  c.tell({ version: 6, tables: {} });
  c.tell({ version: 7, tables: {} });
  assert.equal(c.timers.length, 1);
  assert.ok(c.timers[0].ms < 1500);
});

test("a stream that ended is opened again after a while, and said to be lost", () => {
  const c = contest([]);
  c.streams[0].readyState = 2;
  c.streams[0].onerror();
  assert.equal(c.note.textContent, "lost");
  assert.equal(c.note.hidden, false);
  assert.ok(c.timers[0].ms >= 10000);
  c.timers[0].f();
  assert.equal(c.streams.length, 2);
});
