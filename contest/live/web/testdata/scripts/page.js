// A page without a browser: the scripts run in a context of their own, in the order
// of the page, and see only what is given to them.
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const vm = require("node:vm");

// page runs scripts beside what a browser has, and returns a function that
// evaluates an expression there.
exports.page = (scripts, given = {}) => {
  const context = vm.createContext({ document: { getElementById: () => null }, setTimeout, clearTimeout, console, ...given });
  for (const name of scripts) {
    const file = join(__dirname, "../../assets", name);
    vm.runInContext(readFileSync(file, "utf8"), context, { filename: file });
  }
  return (expression) => vm.runInContext(expression, context);
};

// plain is a value of a context as one of ours, which can be compared.
exports.plain = (value) => JSON.parse(JSON.stringify(value));
