// The worker in which the engine of a game runs. The first message says where the engine is: at
// the address "module", or, on pages of files, in "text", compressed and in base64. Questions follow.
"use strict";

self.looplineReply = (text) => self.postMessage(text);

async function instance(at, go) {
  if (!at.text) return (await WebAssembly.instantiateStreaming(fetch(at.module), go.importObject)).instance;
  const zipped = Uint8Array.from(atob(at.text), (c) => c.charCodeAt(0));
  const plain = new Blob([zipped]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await WebAssembly.instantiate(await new Response(plain).arrayBuffer(), go.importObject)).instance;
}

async function start(at) {
  const go = new Go(), engine = await instance(at, go);
  self.onmessage = ({ data }) => {
    if (data.stop) self.looplineStop();
    else if (data.do === "memory") self.looplineReply(JSON.stringify({ id: data.id, done: true, bytes: engine.exports.mem.buffer.byteLength }));
    else self.looplineAsk(JSON.stringify(data));
  };
  go.run(engine).then(() => { throw new Error("the engine has ended"); }).catch(failed);
  self.postMessage("ready");
}

function failed(error) { self.postMessage(JSON.stringify({ failed: String(error) })); }

self.onmessage = ({ data }) => { start(data).catch(failed); };
