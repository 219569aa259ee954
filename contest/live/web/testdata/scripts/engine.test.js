"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const { page, plain } = require("./page.js");

const Engine = page(["engine.js"], { Promise })("Engine");

// fake is an engine that answers when it is told to.
function fake() {
  const f = { sent: [], opened: 0, closed: 0 };
  f.engine = new Engine(async (heard) => {
    f.opened++;
    if (f.broken) throw new Error("no wasm");
    f.heard = (m) => heard(JSON.stringify(m));
    return { send: (m) => f.sent.push(plain(m)), close: () => f.closed++ };
  });
  f.answer = (m) => f.heard({ id: f.asked().id, done: true, ...m });
  f.asked = () => f.sent.filter((m) => !m.stop).at(-1);
  f.settle = () => new Promise((done) => setImmediate(done));
  return f;
}

test("nothing is loaded before the first question, and one worker answers all", async () => {
  const f = fake();
  assert.equal(f.opened, 0);
  const parts = [], first = f.engine.ask({ do: "analyse" }, 1, (m) => parts.push(m.info));
  const second = f.engine.ask({ do: "review" }, 2);
  await f.settle();
  assert.equal(f.sent.length, 1, "one at a time");
  f.heard({ id: f.asked().id, info: 1 });
  f.heard({ id: 99, info: 2 });
  f.answer({ move: "A1/" });
  assert.equal((await first).move, "A1/");
  assert.deepEqual(parts, [1]);
  await f.settle();
  f.answer({ review: 1 });
  assert.equal((await second).review, 1);
  assert.equal(f.opened, 1);
});

test("what is waited for goes first, and what was stopped for it comes again", async () => {
  const f = fake(), review = f.engine.ask({ do: "review" }, 2);
  await f.settle();
  const position = f.engine.ask({ do: "position" }, 0);
  assert.deepEqual(f.sent.map((m) => m.do || "stop"), ["review", "stop"]);
  f.answer({ error: "stopped" });
  await f.settle();
  assert.equal(f.asked().do, "position");
  f.answer({ position: 1 });
  assert.equal((await position).position, 1);
  await f.settle();
  assert.equal(f.asked().do, "review");
  f.answer({ review: 1 });
  assert.equal((await review).review, 1);
});

test("a new analysis takes the place of the old one", async () => {
  const f = fake(), parts = [], old = f.engine.ask({ do: "analyse" }, 1, (m) => parts.push(m));
  await f.settle();
  const fresh = f.engine.ask({ do: "analyse" }, 1), newest = f.engine.ask({ do: "analyse" }, 1);
  assert.equal((await fresh).error, "dropped");
  f.heard({ id: f.asked().id, info: 1 });
  f.answer({ move: "A1/" });
  assert.equal((await old).error, "dropped");
  assert.deepEqual(parts, [], "what is dropped is not heard");
  await f.settle();
  f.answer({ move: "B2/" });
  assert.equal((await newest).move, "B2/");
});

test("an engine that can't be loaded, or ends, fails what was asked; the next question tries again", async () => {
  const f = fake();
  f.broken = true;
  await assert.rejects(f.engine.ask({ do: "position" }), /no wasm/);
  f.broken = false;
  const asked = f.engine.ask({ do: "position" });
  await f.settle();
  f.heard({ failed: "out of memory" });
  await assert.rejects(asked, /out of memory/);
  assert.equal(f.closed, 1);
  const again = f.engine.ask({ do: "position" });
  await f.settle();
  f.answer({ position: 2 });
  assert.equal((await again).position, 2);
  assert.equal(f.opened, 3);
});

test("a closed engine hears nothing more", async () => {
  const f = fake(), asked = f.engine.ask({ do: "analyse" }, 1);
  f.engine.close();
  assert.equal((await asked).error, "dropped");
  await f.settle();
  assert.equal(f.closed, 1, "also one that was still being opened");
  assert.equal(f.sent.length, 0);
});
