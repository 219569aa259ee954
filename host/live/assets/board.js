// A board on which moves are chosen and arrows drawn. It knows no rules: a position has each legal
// move with the tiles that it draws.
"use strict";

class Board {
  // root holds .play, .sheet, .shapes and .go; words are {play, choose}; chosen is called with a
  // move that somebody plays.
  constructor(root, words, chosen) {
    this.root = root;
    this.sheet = root.querySelector(".sheet");
    this.shapes = root.querySelector(".shapes");
    this.go = root.querySelector(".go");
    this.words = words;
    this.chosen = chosen;
    this.choice = new Choice([]);
    this.spots = [];
    this.at = -1;
    this.go.addEventListener("click", () => this.play());
    root.querySelector(".play").addEventListener("keydown", (e) => this.key(e));
  }

  // show shows a position.
  show(p) {
    this.position = p;
    this.sheet.innerHTML = p.picture;
    const svg = this.svg = this.sheet.querySelector("svg"), box = svg.viewBox.baseVal;
    this.sheet.style.setProperty("--cells", (box.width / p.cell).toFixed(3));
    this.sheet.style.setProperty("--ratio", (box.width / box.height).toFixed(4));
    this.choice = new Choice(p.choices || []);
    const percent = (n, of) => n / of * 100 + "%";
    this.spots = this.choice.choices.map((c, i) => {
      const b = document.createElement("button");
      b.type = "button";
      b.className = "spot";
      b.tabIndex = -1;
      b.style.left = percent(c.x - box.x, box.width);
      b.style.top = percent(c.y - box.y, box.height);
      b.style.width = percent(p.cell, box.width);
      b.style.height = percent(p.cell, box.height);
      b.addEventListener("click", () => { this.choice.tap(i); this.focus(i); this.mark(); });
      return b;
    });
    this.sheet.append(...this.spots);
    const last = (p.fresh || [])[0];
    this.at = last ? this.choice.nearest(last[0], last[1]) : this.spots.length ? 0 : -1;
    if (this.spots[this.at]) this.spots[this.at].tabIndex = 0;
    this.arrows(p.arrows || []);
    this.mark();
  }

  // clear takes back what is chosen; false where nothing is.
  clear() {
    if (!this.choice.option) return false;
    this.choice.clear();
    this.mark();
    return true;
  }

  play() { if (this.choice.option) this.chosen(this.choice.option.answer); }

  // option is the option of a move, null where it is none.
  option(move) {
    for (const c of this.choice.choices) for (const o of c.options) if (o.answer === move) return o;
    return null;
  }

  focus(i) {
    if (!this.spots[i]) return;
    if (this.spots[this.at]) this.spots[this.at].tabIndex = -1;
    this.at = i;
    this.spots[i].tabIndex = 0;
    this.spots[i].focus();
  }

  key(e) {
    const spot = this.spots.indexOf(e.target);
    if (e.ctrlKey || e.metaKey || e.altKey || spot < 0) return;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (way) this.focus(this.choice.beside(spot, ...way));
    else if (e.key === "Enter" && spot === this.choice.cell) this.play();
    else if (e.key.length === 1 && this.choice.key(spot, e.key)) this.mark();
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  // mark shows what is chosen.
  mark() {
    const o = this.choice.option, cell = this.choice.choices[this.choice.cell];
    this.ghost("chosen", o);
    this.spots.forEach((s, i) => {
      const c = this.choice.choices[i];
      s.setAttribute("aria-pressed", i === this.choice.cell);
      s.setAttribute("aria-label", i === this.choice.cell ? o.answer : c.name + ": " + c.options.map((p) => p.key).join(" "));
    });
    this.shapes.replaceChildren(...this.choice.options.map((p, i) => {
      const b = document.createElement("button");
      b.type = "button";
      b.className = "shape";
      b.setAttribute("aria-pressed", i === this.choice.index);
      b.setAttribute("aria-label", p.answer);
      b.innerHTML = `<svg viewBox="${+cell.x} ${+cell.y} ${+this.position.cell} ${+this.position.cell}" aria-hidden="true">${p.draw[0]}</svg>`;
      b.addEventListener("click", () => { this.choice.pick(i); this.mark(); });
      return b;
    }));
    this.go.disabled = !o;
    this.go.textContent = o ? this.words.play(o.answer) : this.words.choose;
  }

  // ghost draws the tiles of an option in a pale layer of its own; null draws none.
  ghost(layer, o) {
    for (const g of this.sheet.querySelectorAll(".ghost." + layer)) g.remove();
    if (!o || !this.svg) return;
    const g = document.createElementNS(Board.ns, "g");
    g.setAttribute("class", "ghost " + layer);
    g.innerHTML = o.draw.join("");
    this.svg.append(g);
  }

  // arrows draws lines through the middles of cells, with a head at their ends.
  arrows(all) {
    for (const a of all) {
      const g = document.createElementNS(Board.ns, "g"), line = document.createElementNS(Board.ns, "polyline"), head = document.createElementNS(Board.ns, "path");
      g.setAttribute("class", "arrow " + a.kind + " of" + a.seat);
      line.setAttribute("points", a.points.map((p) => p.join(",")).join(" "));
      head.setAttribute("d", Board.head(a.points));
      g.append(line, head);
      this.svg.append(g);
    }
  }

  // head is the path of an arrow's head.
  static head(points) {
    const [x, y] = points[points.length - 1], [fx, fy] = points[points.length - 2] || [x, y - 1];
    const far = Math.hypot(x - fx, y - fy) || 1, dx = (x - fx) / far * 9, dy = (y - fy) / far * 9;
    return `M${x + dx} ${y + dy}L${x - dy * 0.8} ${y + dx * 0.8}L${x + dy * 0.8} ${y - dx * 0.8}Z`;
  }
}
Board.ns = "http://www.w3.org/2000/svg";
