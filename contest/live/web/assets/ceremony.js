"use strict";

// The page of a ceremony: a key or a click on the page reveals the next place, from the last to the first.
function ceremonyPage(box) {
  const steps = [...box.querySelectorAll("details")].reverse();
  const next = ["ArrowRight", "ArrowDown", "PageDown", "Enter", " "];
  const back = ["ArrowLeft", "ArrowUp", "PageUp", "Backspace"];
  function step(forward) {
    const at = forward ? steps.find((d) => !d.open) : steps.findLast((d) => d.open);
    if (!at) return;
    at.open = forward;
    at.scrollIntoView({ block: "center" });
  }
  function key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (!next.includes(event.key) && !back.includes(event.key)) return;
    event.preventDefault();
    step(next.includes(event.key));
  }
  document.addEventListener("keydown", key);
  return { step, key };
}

if (document.getElementById("ceremony")) ceremonyPage(document.getElementById("ceremony"));
