"use strict";

// The director's page: its state is loaded again every few seconds, unless an order is being
// written, somebody chooses something, or the page is not seen.
function directorPage(page, every) {
  const state = page.querySelector("#state");
  const busy = () => document.hidden || page.querySelector("#ask") || (document.activeElement && state.contains(document.activeElement) && document.activeElement.tagName !== "BODY");
  async function load() {
    if (busy()) return;
    const answer = await fetch("/");
    if (!answer.ok || busy()) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#state");
    const open = [...state.querySelectorAll("details")].map((d) => d.open);
    if (!fresh) return;
    state.replaceChildren(...fresh.childNodes);
    const now = [...state.querySelectorAll("details")];
    if (now.length === open.length) now.forEach((d, i) => { d.open = open[i]; });
  }
  return setInterval(() => load().catch(() => {}), every);
}

if (document.getElementById("director")) directorPage(document.getElementById("director"), 3000);
