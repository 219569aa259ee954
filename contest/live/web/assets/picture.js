"use strict";

// Pictures are kept as lines. A step replaces some of them, and the nodes
// that they made, so that a step costs what it changes. Between two lines
// there is a text node: it says where in the tree a line ends.
class Picture {
  constructor(box) { this.box = box; this.lines = null; this.ends = null; }

  set(lines) {
    this.lines = lines;
    this.box.innerHTML = lines.join("\n");
    this.ends = null;
  }

  // adopt takes over the picture that the page came with.
  adopt(lines) { this.lines = lines; this.ends = null; }

  // text is the picture as a file has it.
  text() { return this.lines.join("\n") + "\n"; }

  findEnds() {
    const svg = this.box.querySelector("svg");
    const ends = svg ? lineEnds(svg) : [];
    this.ends = ends.length === this.lines.length - 1 ? ends : [];
  }

  // apply applies hunks and returns those that undo them.
  apply(hunks) {
    if (this.ends === null) this.findEnds();
    const undo = [];
    let whole = this.ends.length === 0;
    for (const [at, deleted, lines] of hunks) {
      const old = this.lines.slice(at, at + deleted);
      if (!whole) whole = !this.change(at, old, lines);
      this.lines.splice(at, deleted, ...lines);
      undo.unshift([at, lines.length, old]);
    }
    if (whole) this.set(this.lines);
    return undo;
  }

  // change replaces the nodes of lines; false when it cannot.
  change(at, old, lines) {
    if (at === 0) {
      if (!old.length || !lines.length || !this.head(lines[0])) return false;
      old = old.slice(1); lines = lines.slice(1); at = 1;
    }
    const before = this.ends[at - 1], last = this.ends[at + old.length - 1];
    if (!before || !last || before.parentNode !== last.parentNode) return false;
    const made = document.createElement("template");
    made.innerHTML = "<svg>" + lines.map((l) => l + "\n").join("") + "</svg>";
    const svg = made.content.firstChild, ends = lineEnds(svg);
    if (ends.length !== lines.length || ends.length && ends[ends.length - 1].parentNode !== svg) return false;
    while (before !== last && before.nextSibling !== last) before.nextSibling.remove();
    if (before !== last) last.remove();
    const parent = before.parentNode, next = before.nextSibling;
    while (svg.firstChild) parent.insertBefore(svg.firstChild, next);
    this.ends.splice(at, old.length, ...ends);
    return true;
  }

  // head gives the picture the attributes of another first line.
  head(line) {
    const made = document.createElement("template");
    made.innerHTML = line;
    const from = made.content.firstChild, svg = this.box.querySelector("svg");
    if (!from || from.nodeName !== "svg" || !svg) return false;
    for (const a of from.attributes) svg.setAttribute(a.name, a.value);
    return true;
  }
}

// lineEnds are the text nodes of line feeds.
function lineEnds(svg) {
  const walk = document.createTreeWalker(svg, NodeFilter.SHOW_TEXT), ends = [];
  for (let n = walk.nextNode(); n; n = walk.nextNode()) if (n.data === "\n") ends.push(n);
  return ends;
}
