// Searches the pages: a page is found if it has every word that was typed.
"use strict";

const root = document.querySelector("header a").getAttribute("href").replace(/index\.html$/, "");
const field = document.getElementById("search");
const found = document.getElementById("found");
const most = 12;

// How well a page answers: each word counts, the more so in the title.
function worth(page, words) {
  const title = page.title.toLowerCase();
  const text = page.text.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const times = text.split(word).length - 1;
    if (times === 0 && !title.includes(word)) return 0;
    sum += Math.log2(1 + times) + (title.includes(word) ? 10 : 0);
  }
  return sum;
}

// The text around the first word.
function around(page, word) {
  const at = Math.max(0, page.text.toLowerCase().indexOf(word) - 40);
  return page.text.slice(at, at + 140).replace(/\s+/g, " ");
}

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const best = words.length === 0 ? [] : pages
    .map((page) => [worth(page, words), page])
    .filter(([sum]) => sum > 0)
    .sort(([a], [b]) => b - a)
    .slice(0, most);
  found.replaceChildren(...best.map(([, page]) => {
    const line = document.createElement("li");
    const link = document.createElement("a");
    link.href = root + page.url;
    link.textContent = page.title;
    line.append(link, " ", around(page, words[0]));
    return line;
  }));
  if (words.length > 0 && best.length === 0) found.textContent = found.dataset.none;
}

field.addEventListener("input", search);
const asked = new URLSearchParams(location.search).get("q");
if (asked) {
  field.value = asked;
  search();
}
