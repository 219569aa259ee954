package conformance

// Help is what people read of loopline check.
const Help = `Check plays games with one player, in both colours and in numbered steps. It
reports which steps failed, what was expected, and the bytes that came. The
opponent is ours. In most steps it steers the game, by the rules, to where
players fail: a board that grows left and up, columns beyond Z, long chains of
forced tiles, positions with many moves that forced play forbids, and every way
for a game to end. How far it gets depends on the player too.

A step is ok, failed, a note (allowed, but better otherwise, or met too rarely to
tell), or skipped, with the reason. A failed step prints the moves, the board
before the player's last move, and the command that runs the step again. The step
"met every rule" names the rules that no step met often enough; --verbose prints
the table of all rules.

A simulated board is also played from other power-up states (seed=) and where our
bit rate is 2 % off (skew=), and its own bit rate is measured.

With --game NAME a player of another game is checked, in its own steps: in every
seat, in matches with our bots, under the game's times unless --move-time says
otherwise.

With --json it prints an object a step: step, name, status, detail, and where it
failed expected, got, moves, board, again. Then an object a rule: rule, text, met,
need, and steps, which counts by the number of the step. The status is 3 if a step
failed.

`
