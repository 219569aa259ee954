// Answers questions, a line each from standard input, by the engine as a page has it.
//
//	node node.js WASM_EXEC ENGINE
"use strict";
const { readFileSync, writeSync } = require("node:fs");
require(process.argv[2]);

let answered;
globalThis.looplineReply = (text) => {
  writeSync(1, text + "\n");
  if (JSON.parse(text).done) answered();
};

(async () => {
  const go = new Go();
  const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[3]), go.importObject);
  go.run(instance);
  for (const line of readFileSync(0, "utf8").trim().split("\n")) {
    const done = new Promise((resolve) => { answered = resolve; });
    globalThis.looplineAsk(line);
    await done;
  }
  process.exit(0);
})();
