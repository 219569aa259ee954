// Questions to the engine of a game, which runs in a worker: no page here. One is answered at a
// time; one that a person waits for goes before what is worked out meanwhile.
"use strict";

// Engine asks the worker that open makes, when there is something to ask. Open gets a function for
// the worker's messages, and returns a promise of {send, close}.
class Engine {
  constructor(open) { this.open = open; this.waiting = []; this.now = null; this.worker = null; this.number = 0; }

  // ask returns a promise of the last part of the answer; heard gets those before. A question with
  // a rank waits for those of lower ones, and is stopped for them; of a rank in Engine.single a new
  // question takes the place of an older one. What is dropped has the error "dropped".
  ask(question, rank = 0, heard = () => {}) {
    if (Engine.single.includes(rank)) this.drop(rank);
    return new Promise((done, fail) => {
      const q = { question: { ...question, id: ++this.number }, rank, heard, done, fail };
      const at = this.waiting.findIndex((w) => w.rank > rank);
      this.waiting.splice(at < 0 ? this.waiting.length : at, 0, q);
      if (this.now && this.now.rank > rank) this.stop();
      this.next();
    });
  }

  // drop drops the questions of a rank.
  drop(rank) {
    for (const q of this.waiting.filter((w) => w.rank === rank)) q.done({ error: "dropped" });
    this.waiting = this.waiting.filter((w) => w.rank !== rank);
    if (this.now && this.now.rank === rank) { this.now.dropped = true; this.stop(); }
  }

  // close ends the worker: the next question makes another.
  close() { this.end(null); }

  stop() {
    if (this.now.stopped || !this.now.sent) return;
    this.now.stopped = true;
    this.worker.send({ stop: true });
  }

  // next asks the next question, as soon as there is a worker and nothing is asked.
  async next() {
    if (this.now || !this.waiting.length) return;
    const q = this.now = this.waiting.shift();
    try {
      if (!this.worker) {
        const mine = this.opening = {};
        const worker = await this.open((message) => { if (this.opening === mine) this.heard(message); });
        if (this.opening !== mine) { worker.close(); return; }
        this.worker = worker;
      }
    } catch (error) { this.end(error); return; }
    if (q.dropped) { this.answered(q, { error: "dropped" }); return; }
    q.sent = true;
    this.worker.send(q.question);
    if (this.waiting.length && this.waiting[0].rank < q.rank) this.stop();
  }

  heard(message) {
    const m = JSON.parse(message), q = this.now;
    if (m.failed) { this.end(new Error(m.failed)); return; }
    if (!q || m.id !== q.question.id) return;
    if (!m.done) { if (!q.dropped) q.heard(m); return; }
    if (m.error === "stopped" && q.stopped && !q.dropped) { // its turn comes again
      this.now = null;
      q.stopped = q.sent = false;
      const at = this.waiting.findIndex((w) => w.rank >= q.rank);
      this.waiting.splice(at < 0 ? this.waiting.length : at, 0, q);
      this.next();
      return;
    }
    this.answered(q, q.dropped ? { error: "dropped" } : m);
  }

  answered(q, answer) { this.now = null; q.done(answer); this.next(); }

  // end ends the worker and whatever was asked.
  end(error) {
    const all = this.now ? [this.now, ...this.waiting] : this.waiting;
    this.now = null;
    this.waiting = [];
    this.opening = null;
    if (this.worker) this.worker.close();
    this.worker = null;
    for (const q of all) if (error) q.fail(error); else q.done({ error: "dropped" });
  }
}
Engine.single = [0, 1]; // what the page shows now, and its analysis

// openEngine makes the worker of the engine that an element names. A page of files gets it by a
// script, since it may fetch nothing.
function openEngine(data, heard) {
  return new Promise((done, fail) => {
    const begin = (address, at) => {
      let worker;
      try { worker = new Worker(address); } catch (error) { fail(error); return; }
      worker.onerror = (e) => { heard(JSON.stringify({ failed: e.message || "the worker can't be started" })); fail(new Error(e.message || "worker")); };
      worker.onmessage = (e) => {
        if (e.data === "ready") done({ send: (m) => worker.postMessage(m), close: () => worker.terminate() });
        else if (JSON.parse(e.data).failed) { worker.terminate(); fail(new Error(JSON.parse(e.data).failed)); heard(e.data); } else heard(e.data);
      };
      worker.postMessage(at);
    };
    if (!data.text) { begin(data.engine, { module: new URL(data.module, location.href).href }); return; }
    const loaded = () => begin(URL.createObjectURL(new Blob([self.looplineEngine.worker], { type: "text/javascript" })), { text: self.looplineEngine.module });
    if (self.looplineEngine) { loaded(); return; }
    const script = document.createElement("script");
    script.src = data.text;
    script.onload = loaded;
    script.onerror = () => fail(new Error(data.text));
    document.head.append(script);
  });
}
