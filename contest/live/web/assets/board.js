// A board on which moves are chosen and arrows drawn. It knows no rules: a position has each legal
// move with the tiles that it draws.
"use strict";

class Board {
  // root holds .play, .sheet, .shapes and .go, and where several act at once .parts and .rest; words
  // are {play, choose}, and then {next, all, lang}; chosen is called with the answer that somebody
  // gives, and with those of all parts.
  constructor(root, words, chosen) {
    this.root = root;
    this.sheet = root.querySelector(".sheet");
    this.shapes = root.querySelector(".shapes");
    this.go = root.querySelector(".go");
    this.words = words;
    this.chosen = chosen;
    this.chips = root.querySelector(".parts");
    this.rest = root.querySelector(".rest");
    this.all = [new Choice([])];
    this.parts = [];
    this.part = 0;
    this.spots = [];
    this.at = -1;
    this.go.addEventListener("click", () => this.play());
    if (this.rest) this.rest.addEventListener("click", () => this.answer());
    root.querySelector(".play").addEventListener("keydown", (e) => this.key(e));
  }

  get choice() { return this.all[this.part]; }

  // show shows a position: its choices, or parts that each have some.
  show(p) {
    this.position = p;
    this.sheet.innerHTML = p.picture;
    const svg = this.svg = this.sheet.querySelector("svg"), box = svg.viewBox.baseVal;
    this.sheet.style.setProperty("--cells", (box.width / p.cell).toFixed(3));
    this.sheet.style.setProperty("--ratio", (box.width / box.height).toFixed(4));
    this.parts = p.parts || [p];
    this.all = choicesOf(this.parts);
    this.spots = [];
    this.turnTo(0);
    this.arrows(p.arrows || []);
  }

  // turnTo turns to a part: it puts a button on each cell on which something may be played.
  turnTo(i) {
    if (i >= this.all.length) { this.all = [new Choice([])]; this.parts = [{}]; i = 0; }
    this.part = i;
    for (const s of this.spots) s.remove();
    this.spots = this.choice.choices.map((c, k) => {
      const b = this.place(document.createElement("button"), c.x, c.y);
      b.type = "button";
      b.className = "spot" + (c.options[0].words ? " full" : "");
      b.tabIndex = -1;
      b.addEventListener("click", (e) => this.tap(k, e.detail > 0));
      return b;
    });
    this.sheet.append(...this.spots);
    const last = this.parts[i].at || (this.position.fresh || [])[0];
    this.at = this.choice.cell >= 0 ? this.choice.cell : last ? this.choice.nearest(last[0], last[1]) : this.spots.length ? 0 : -1;
    if (this.spots[this.at]) this.spots[this.at].tabIndex = 0;
    this.mark();
  }

  // place puts an element onto a cell of the picture.
  place(e, x, y) {
    const box = this.svg.viewBox.baseVal, percent = (n, of) => n / of * 100 + "%";
    e.style.left = percent(x - box.x, box.width);
    e.style.top = percent(y - box.y, box.height);
    e.style.width = percent(this.position.cell, box.width);
    e.style.height = percent(this.position.cell, box.height);
    return e;
  }

  // tap chooses a cell. Who points, and has no more to choose there, goes on to the next part.
  tap(k, points) {
    this.choice.tap(k);
    const on = points && this.choice.options.length === 1 ? unanswered(this.all, this.part) : -1;
    if (on >= 0) this.turnTo(on);
    else { this.focus(k); this.mark(); }
  }

  // clear takes back what is chosen; false where nothing is.
  clear() {
    if (!this.choice.option) return false;
    this.choice.clear();
    this.mark();
    return true;
  }

  play() {
    const next = unanswered(this.all, this.part);
    if (!this.choice.option) return;
    if (next < 0) this.answer();
    else { this.turnTo(next); this.focus(this.at); }
  }

  answer() {
    const all = this.all.map((c) => c.option ? c.option.answer : "");
    this.chosen(all[0], all);
  }

  // option is the option of a part with an answer, null where there is none.
  option(answer, part = 0) {
    for (const c of this.all[part] ? this.all[part].choices : []) for (const o of c.options) if (o.answer === answer) return o;
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
    else if ((e.key === "]" || e.key === "[") && this.all.length > 1) {
      this.turnTo((this.part + (e.key === "]" ? 1 : this.all.length - 1)) % this.all.length);
      this.focus(this.at);
    }
    else if (e.key.length === 1 && this.choice.key(spot, e.key)) this.mark();
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  // mark shows what is chosen.
  mark() {
    const o = this.choice.option, cell = this.choice.choices[this.choice.cell], parts = this.parts, several = parts.length > 1;
    const drawn = this.all.flatMap((c) => c.option ? c.option.draw : []);
    this.ghost("chosen", drawn.length ? { draw: drawn } : null);
    for (const h of this.sheet.querySelectorAll(".here")) h.remove();
    if (several && parts[this.part].at) {
      const here = this.place(document.createElement("div"), ...parts[this.part].at);
      here.className = "here";
      this.sheet.append(here);
    }
    this.spots.forEach((s, i) => {
      const c = this.choice.choices[i];
      s.setAttribute("aria-pressed", i === this.choice.cell);
      s.setAttribute("aria-label", i === this.choice.cell ? this.label(o, c) : c.name + ": " + c.options.map((p) => p.words ? p.words[this.words.lang] : p.key).join(" "));
    });
    if (this.chips) this.tabs(several);
    this.shapes.replaceChildren(...(this.choice.options.length < 2 && several ? [] : this.choice.options).map((p, i) => {
      const b = document.createElement("button");
      b.type = "button";
      b.className = "shape";
      b.setAttribute("aria-pressed", i === this.choice.index);
      b.setAttribute("aria-label", this.label(p, cell));
      b.innerHTML = `<svg viewBox="${+cell.x} ${+cell.y} ${+this.position.cell} ${+this.position.cell}" aria-hidden="true">${p.draw[0]}</svg>`;
      b.addEventListener("click", () => { this.choice.pick(i); this.mark(); });
      return b;
    }));
    const next = o ? unanswered(this.all, this.part) : -1;
    this.go.disabled = !o;
    this.go.textContent = !o ? this.words.choose : next >= 0 ? this.words.next(parts[next].name[this.words.lang]) : several ? this.words.all : this.words.play(o.words ? this.label(o, cell) : o.answer);
    if (!this.rest) return;
    labelRest(this.rest, this.all);
    this.rest.hidden = !several || unanswered(this.all, this.part) < 0 && !!o || parts.some((p, i) => !p.optional && !this.all[i].option);
  }

  label(o, cell) { return o.words ? cell.name + " " + o.words[this.words.lang] + (o.remark ? " " + o.remark[this.words.lang] : "") : o.answer; }

  // tabs are a button a part.
  tabs(several) {
    this.chips.hidden = !several;
    this.chips.replaceChildren(...!several ? [] : this.parts.map((p, i) => {
      const b = document.createElement("button"), done = this.all[i].option, name = p.name[this.words.lang];
      b.type = "button";
      b.className = "part" + (done ? " done" : "");
      b.setAttribute("aria-pressed", i === this.part);
      b.textContent = name + (done ? " ✓" : "");
      b.setAttribute("aria-label", name + (done ? ": " + this.label(done, this.all[i].choices[this.all[i].cell]) : ""));
      b.addEventListener("click", () => { this.turnTo(i); this.chips.children[i].focus(); });
      return b;
    }));
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
