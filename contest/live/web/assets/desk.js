"use strict";

// The desk's page: while a version is being checked its list is loaded again every few seconds.
function deskPage(state, every) {
  async function load() {
    if (document.hidden || state.dataset.checking !== "true") return;
    const answer = await fetch("/");
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#state");
    if (!fresh) return;
    state.dataset.checking = fresh.dataset.checking;
    state.replaceChildren(...fresh.childNodes);
  }
  return setInterval(() => load().catch(() => {}), every);
}

if (document.getElementById("state")) deskPage(document.getElementById("state"), 2000);
