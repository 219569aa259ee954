"use strict";
const test = require("node:test");
const assert = require("node:assert");
const { page, plain } = require("./page.js");

function ceremony(places) {
  const steps = Array.from({ length: places }, () => ({ open: false, scrollIntoView() {} }));
  const run = page(["ceremony.js"], {
    document: { getElementById: () => null, addEventListener() {} },
    box: { querySelectorAll: () => steps },
  });
  run("var p = ceremonyPage(box)");
  const press = (key, more = "") => run(`(() => { let held = false; p.key({ key: ${JSON.stringify(key)}, preventDefault() { held = true; } ${more} }); return held; })()`);
  return { press, open: () => plain(steps.map((s) => s.open)) };
}

test("places are revealed from the last to the first, a key each", () => {
  const c = ceremony(3);
  assert.ok(c.press(" "));
  assert.deepEqual(c.open(), [false, false, true]);
  c.press("ArrowRight");
  c.press("Enter");
  assert.deepEqual(c.open(), [true, true, true]);
  c.press("PageDown");
  assert.deepEqual(c.open(), [true, true, true]);
});

test("a step goes back, and other keys do nothing", () => {
  const c = ceremony(2);
  c.press(" ");
  assert.ok(!c.press("x"));
  assert.ok(!c.press("ArrowRight", ", ctrlKey: true"));
  assert.deepEqual(c.open(), [false, true]);
  c.press("ArrowLeft");
  c.press("ArrowLeft");
  assert.deepEqual(c.open(), [false, false]);
});
