// The menu that copies a game: its moves, the link to the position, its picture.
"use strict";

// movesText is the list of moves as text, a line each.
function movesText(moves) { return moves.map((m) => m.words).join("\n"); }

// positionLink is the address of a position of a page.
function positionLink(href, ply, fixed) {
  const u = new URL(href);
  if (fixed) u.hash = ply;
  else { u.hash = ""; u.searchParams.set("ply", ply); }
  return u.href;
}

// imageOf is a picture as PNG, drawn here.
async function imageOf(svg) {
  const picture = new Image(), canvas = document.createElement("canvas");
  picture.src = "data:image/svg+xml," + encodeURIComponent(svg);
  await picture.decode();
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  canvas.getContext("2d").drawImage(picture, 0, 0);
  return new Promise((done, fail) => canvas.toBlob((image) => image ? done(image) : fail(new Error("canvas")), "image/png"));
}

function copyMenu(menu, root, said) {
  const ply = () => Number(document.getElementById("slider").value), fixed = !!root.dataset.static;
  menu.hidden = false;

  // put puts a text onto the clipboard; browsers give it to pages of HTTPS and this machine alone.
  async function put(text) {
    if (navigator.clipboard && navigator.clipboard.writeText) return navigator.clipboard.writeText(text);
    const area = document.createElement("textarea");
    area.value = text;
    menu.append(area);
    area.select();
    const ok = document.execCommand("copy");
    area.remove();
    if (!ok) throw new Error("clipboard");
  }

  const ways = {
    async moves() {
      const all = fixed ? self.looplineMoves || [] : await (await fetch("moves.json")).json();
      return put(movesText(all));
    },
    async link() { return put(positionLink(location.href, ply(), fixed)); },
    async picture() {
      const image = fixed ? await imageOf(self.looplinePage.picture()) : await (await fetch("card.png?ply=" + ply())).blob();
      if (navigator.clipboard && self.ClipboardItem) return navigator.clipboard.write([new ClipboardItem({ "image/png": image })]);
      const a = document.createElement("a");
      a.href = URL.createObjectURL(image);
      a.download = root.dataset.key + ".png";
      a.click();
      setTimeout(() => URL.revokeObjectURL(a.href), 10000);
    },
  };
  const table = document.getElementById("table");
  if (table) table.addEventListener("click", () => { table.href = "table?ply=" + ply(); });
  for (const b of menu.querySelectorAll("button")) {
    b.addEventListener("click", async () => {
      try { await ways[b.dataset.copy](); said.textContent = menu.dataset.done; } catch { said.textContent = menu.dataset.failed; }
    });
  }
}

if (document.getElementById("copy")) copyMenu(document.getElementById("copy"), document.getElementById("game"), document.getElementById("copied"));
