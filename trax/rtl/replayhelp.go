package rtl

// ReplayHelp is what people read of loopline sim replay.
const ReplayHelp = `Replay plays the moves of games on a Trax core and prints what the core makes
of them: the outcome by its answers, the board by its traces. With --json the
objects are those of "loopline replay --json", so that the two can be compared.
Only how moves are written is read by this program; the rules are the core's.

A core has a finite board: a move that it has no room for ends the game with
the reason board-full, and nobody has lost. A game that does not fit 32 x 32 is
played again on our core with a board of 256 x 256, unless --size or --core says
what to play on.

`
