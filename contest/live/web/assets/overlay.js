// The sizes of an overlay, from its query: width, height and size (of the letters) in pixels.
"use strict";

function overlaySizes(root, query) {
  for (const [name, variable] of [["width", "--w"], ["height", "--h"], ["size", "--size"]]) {
    const n = Number(query.get(name));
    if (n >= 1 && n <= 10000) root.style.setProperty(variable, n + "px");
  }
}

overlaySizes(document.documentElement, new URLSearchParams(location.search));
