package audit

// Help is what people read of loopline verify.
const Help = `Verify plays every game of the records again: the rules and the clock are
applied to what was recorded, and all that follows must come out as it stands
there. The games of a record must be those that were played, in their order, and
every byte of it must be understood. It prints a line a game. - is standard
input. With --json it prints one object a game: record, line, id, status (ok,
incomplete, differs, damaged), plies, winner, reason, void, detail.

A game that was cut by the end of its host is incomplete; it is told what it
holds. So is a match that has fewer games than it was to have.

Who can write a record can also write its sums, and make up a match that was
never played, if nobody kept the final sum that play prints: --sum compares it.
docs/record.md says what verify promises and what it does not.

The status is 3 if a game differs, a record is damaged or does not end with the
sum, or a game or a match is incomplete and --allow-incomplete is not given.`
