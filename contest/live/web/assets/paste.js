// The box into which somebody pastes a game: to the analysis it is the page of that game. The
// engine reads the text, so that here are no rules and no notation.
"use strict";

function pastePage(form) {
  const data = form.dataset, text = document.getElementById("text"), note = document.getElementById("note"), names = document.getElementById("players");
  const words = JSON.parse(data.reasons || "{}"); // of the reasons, by their formats
  let codes = [], read = null; // the text of codes
  const page = {
    at: () => 1e6, plies: () => codes.length, moves: () => codes.length, codes: () => codes, live: () => data.live === "true",
    go() {},
    say(words) { note.textContent = words; note.hidden = !words; },

    // prepare reads the text. It returns null where there is nothing to analyse, else {fresh, wrong}: whether
    // it is another game than before, and what is wrong with it.
    async prepare(ask) {
      const now = text.value;
      if (now === read) return { fresh: false, wrong: "" };
      page.say("");
      const a = await ask({ do: "read", text: now }, 0);
      if (a.error === "dropped") return null;
      const legal = a.error === "illegal" ? a.at || 0 : undefined;
      if (a.error && legal === undefined) {
        page.say(a.error === "large" ? data.large : a.reason ? fill(data.unread, a.at, a.said ? reasonOf(a.said, words) : a.reason) : data.nothing);
        text.focus();
        return null;
      }
      read = now;
      codes = a.moves.slice(0, legal);
      names.textContent = (a.players || []).join(" – ");
      return { fresh: true, wrong: legal === undefined ? "" : fill(data.illegal, legal + 1, a.moves[legal]) };
    },

    // link is what the address says: the position, and the game if it fits.
    link(tree) {
      const whole = tree.link() + "&game=" + Variants.written(codes);
      return whole.length <= Variants.longest ? whole : "try=0." + Variants.written(tree.path());
    },
  };
  const linked = () => {
    const game = /&game=(.*)$/.exec(location.hash), moves = game ? Variants.moves(game[1]) : null;
    if (moves) text.value = moves.join(" ");
    else if (location.hash.startsWith("#try=")) text.value = read = "";
  };
  form.addEventListener("submit", (e) => e.preventDefault()); // the button is the analysis's
  text.addEventListener("keydown", (e) => { if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) document.getElementById("analyse").click(); });
  addEventListener("hashchange", linked);
  linked();
  return page;
}

// reasonOf writes a reason in the page's language, by its words of each format; a part may be a reason.
function reasonOf(said, words) {
  if (typeof said === "string") return said;
  return words[said.format] ? fill(words[said.format], ...(said.parts || []).map((p) => reasonOf(p, words))) : said.text;
}

if (document.getElementById("text")) self.looplinePage = pastePage(document.getElementById("board"));
