// Messages of the pages, whose places the scripts fill in.
"use strict";

// fill fills in the places of a message: %d or %s the next one, %[2]s the one of that number; %% is a
// percent sign.
function fill(text, ...args) {
  let next = 0;
  return text.replace(/%(?:%|(?:\[(\d)\])?[ds])/g, (place, n) => {
    if (place === "%%") return "%";
    if (n) next = n - 1;
    return String(args[next++]);
  });
}
