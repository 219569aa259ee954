// The page of a published game. Pages share the frame, a script of their lines; steps.js has the lines by
// which this one differs from it, and the game's moves and pictures, compressed and in base64.
"use strict";

// unpack is the value of a packed text.
async function unpack(packed) {
  const zipped = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  return new Response(new Blob([zipped]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

// framed is the text of a page.
function framed(frame, hunks) {
  const lines = frame.slice();
  changeLines(lines, hunks);
  return lines.join("\n");
}

async function openGame(root, frame) {
  const game = await unpack(self.looplinePack);
  Object.assign(self, { looplineMoves: game.moves, looplineSteps: game.steps, looplineWorths: game.worths, looplineStart: game.start });
  root.outerHTML = framed(frame.lines, game.page[document.documentElement.lang]);
  for (const name of frame.scripts) {
    const script = document.createElement("script");
    script.src = name;
    script.async = false; // they run in their order
    document.head.append(script);
  }
}

if (document.getElementById("game")) openGame(document.getElementById("game"), self.looplineFrame).catch((error) => {
  console.error(error);
  const note = document.getElementById("note");
  note.textContent = note.dataset.old;
});
