"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const { page, plain } = require("./page.js");

// A browser that knows one thing: a picture of "<svg>", lines of text, "</svg>", as one
// element with a text node for each line and for each line feed.
function node(data) { return { data, parentNode: null, get nextSibling() { const all = this.parentNode.childNodes; return all[all.indexOf(this) + 1] || null; }, remove() { const all = this.parentNode.childNodes; all.splice(all.indexOf(this), 1); } }; }
function svgOf(text) {
  const svg = { nodeName: "svg", childNodes: [], attributes: [], set: {}, parentNode: null };
  svg.insertBefore = (n, next) => { if (n.parentNode) n.remove(); n.parentNode = svg; svg.childNodes.splice(next ? svg.childNodes.indexOf(next) : svg.childNodes.length, 0, n); };
  svg.setAttribute = (name, value) => { svg.set[name] = value; };
  Object.defineProperty(svg, "firstChild", { get: () => svg.childNodes[0] || null });
  const head = /^<svg([^>]*)>/.exec(text);
  for (const m of head[1].matchAll(/(\w+)="([^"]*)"/g)) svg.attributes.push({ name: m[1], value: m[2] });
  for (const part of text.slice(head[0].length).replace("</svg>", "").split(/(\n)/)) if (part) svg.insertBefore(node(part), null);
  return svg;
}
function browser() {
  let whole = 0;
  const box = { svg: null, querySelector: () => box.svg };
  Object.defineProperty(box, "innerHTML", { set: (text) => { whole++; box.svg = text.startsWith("<svg") ? svgOf(text) : null; } });
  const document = {
    getElementById: () => null,
    createElement: () => { const made = { content: {} }; Object.defineProperty(made, "innerHTML", { set: (text) => { made.content.firstChild = text.startsWith("<svg") ? svgOf(text) : null; } }); return made; },
    createTreeWalker: (svg) => { let at = -1; return { nextNode: () => svg.childNodes[++at] || null }; },
  };
  const Picture = page(["lines.js", "picture.js"], { document, NodeFilter: { SHOW_TEXT: 4 } })("Picture");
  return { picture: new Picture(box), box, text: () => box.svg.childNodes.map((n) => n.data).join(""), whole: () => whole };
}

test("a step replaces the nodes of its lines alone, and back", () => {
  const b = browser();
  b.picture.set(["<svg>", "one", "two", "three", "</svg>"]);
  const kept = b.box.svg.childNodes.find((n) => n.data === "three");
  const undo = b.picture.apply([[1, 2, ["1", "1b", "2"]]]);
  assert.equal(b.text(), "\n1\n1b\n2\nthree\n");
  assert.ok(b.box.svg.childNodes.includes(kept), "what did not change is the same node");
  b.picture.apply(undo);
  assert.equal(b.text(), "\none\ntwo\nthree\n");
  assert.deepEqual(plain(b.picture.lines), ["<svg>", "one", "two", "three", "</svg>"]);
  assert.equal(b.whole(), 1, "the picture is made as a whole once");
});

test("lines are added and taken away", () => {
  const b = browser();
  b.picture.set(["<svg>", "one", "</svg>"]);
  const undo = b.picture.apply([[2, 0, ["two", "three"]]]);
  assert.equal(b.text(), "\none\ntwo\nthree\n");
  b.picture.apply(undo);
  assert.equal(b.text(), "\none\n");
  assert.equal(b.whole(), 1);
});

test("the first line changes the attributes of the picture", () => {
  const b = browser();
  b.picture.set(["<svg>", "one", "</svg>"]);
  b.picture.apply([[0, 2, ['<svg width="20">', "uno"]]]);
  assert.equal(b.box.svg.set.width, "20");
  assert.equal(b.text(), "\nuno\n");
  assert.equal(b.whole(), 1);
});

test("what cannot be replaced is made anew as a whole", () => {
  const b = browser();
  b.picture.set(["<svg>", "one", "</svg>"]);
  b.picture.apply([[0, 1, ["<g>"]], [0, 1, ["<svg>"]]]);
  assert.deepEqual(plain(b.picture.lines), ["<svg>", "one", "</svg>"]);
  assert.equal(b.text(), "\none\n");
  assert.equal(b.whole(), 2);
});
