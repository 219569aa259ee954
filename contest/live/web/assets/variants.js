// The moves of a game and those that somebody tries, as a tree: no page here, and no rules.
"use strict";

class Variants {
  // moves are those of the game; at is how many of them are played.
  constructor(moves, at) {
    this.root = { move: "", ply: 0, parent: null, children: [], game: true };
    this.tried = 0;
    this.end = this.root;
    this.extend(moves);
    this.at = this.ofGame(at);
  }

  // extend takes in moves that the game has gone on by.
  extend(moves) {
    for (const move of moves.slice(this.end.ply)) {
      let node = this.end.children.find((c) => c.move === move);
      if (!node) node = { move, ply: this.end.ply + 1, parent: this.end, children: [] };
      else this.tried--;
      this.end.children = [node, ...this.end.children.filter((c) => c !== node)];
      node.game = true;
      this.end = node;
    }
  }

  // ofGame is the node after so many moves of the game.
  ofGame(ply) {
    let node = this.root;
    while (node.ply < ply && node !== this.end) node = node.children[0];
    return node;
  }

  // path are the moves to a node.
  path(node = this.at) {
    const all = [];
    for (let n = node; n.parent; n = n.parent) all.unshift(n.move);
    return all;
  }

  // play goes on by a move; false where the tree is full.
  play(move) {
    let node = this.at.children.find((c) => c.move === move);
    if (!node) {
      if (this.tried >= Variants.most) return false;
      this.tried++;
      node = { move, ply: this.at.ply + 1, parent: this.at, children: [], game: false };
      this.at.children.push(node);
    }
    this.at = node;
    return true;
  }

  back() { if (this.at.parent) this.at = this.at.parent; }
  forward() { if (this.at.children[0]) this.at = this.at.children[0]; }

  // aside goes to the next move, or the one before, that was tried in the same position.
  aside(by) {
    const all = this.at.parent ? this.at.parent.children : [], next = all[all.indexOf(this.at) + by];
    if (next) this.at = next;
  }

  // base is the position of the game that the current one comes from.
  base(node = this.at) { while (!node.game) node = node.parent; return node; }

  // lines are the variants in the order of a book: {node, depth}, of which each begins at a move
  // beside the game or beside a variant's.
  lines() {
    const all = [];
    const walk = (node, depth) => {
      for (const c of node.children) if (!c.game) {
        const main = !node.game && node.children[0] === c;
        all.push({ node: c, depth: main ? depth : depth + 1, first: !main });
        walk(c, main ? depth : depth + 1);
      }
    };
    for (let n = this.root; ; n = n.children[0]) {
      walk(n, 0);
      if (n === this.end) return all;
    }
  }

  // link is the position as a part of an address: the ply of the game, and what was tried then.
  link() {
    const base = this.base(), tried = this.path().slice(base.ply);
    return "try=" + [base.ply, ...tried.map(Variants.code)].join(".");
  }

  // code is a move as addresses have it, and written a list of them.
  static code(move) { return move.replace(/[/\\+]$/, (s) => ({ "/": "s", "\\": "b", "+": "p" })[s]); }
  static written(moves) { return moves.map(Variants.code).join("."); }

  // moves reads such a list; null where it is none.
  static moves(text) {
    const codes = text ? text.split(".") : [], shapes = { s: "/", b: "\\", p: "+" };
    if (codes.every((m) => /^(@|[A-Z]{1,4})\d{1,5}[sbp]$/.test(m))) return codes.map((m) => m.slice(0, -1) + shapes[m.slice(-1)]);
    return Variants.plain && codes.every((m) => Variants.plain.test(m)) ? codes : null;
  }

  // read reads such a part: {ply, moves}, or {error} that says what is wrong with it: long or
  // broken; null for one of another kind.
  static read(text) {
    if (!text.startsWith("try=")) return null;
    if (text.length > Variants.longest) return { error: "long" };
    const [position, game = ""] = text.slice(4).split("&game="), [ply] = position.split(".", 1);
    const moves = Variants.moves(position.slice(ply.length + 1));
    if (!/^\d{1,5}$/.test(ply) || !moves || !Variants.moves(game)) return { error: "broken" };
    return { ply: +ply, moves };
  }
}
Variants.plain = null; // what moves look like in a game whose moves are fit for addresses as they are
Variants.most = 2000; // moves tried
Variants.longest = 4000; // characters of a link
