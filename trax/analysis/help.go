package analysis

// Help is what people read of loopline compare.
const Help = `Compare takes each move of a player and tells whether it is legal, what a bot
would have played there, and what both moves are worth by search: the chance to win
of the side that moves. A loss of 20 % or more is marked by an exclamation mark.

Of a RECORD, or games in any other format of "loopline replay", it compares the
moves of --seat, which is white, red, both, or the address of a seat. Of a player
at ADDR it compares the moves that it plays now: against our side of the built-in
suite, or of the games of --record FILE or --suite FILE, up to where the player deviates from
them, since the protocol has no other way to a position.

--is ADDR says what the player is supposed to be: the reference board
(sim:reference), a bot with a bound that is not of time, or any other player that
plays the same again. It plays each game along; the first move that it would not
have played is a divergence, told with its ply, the board and the moves that lead
there. In a game after the first it may also be one that was opened anew.

With --json it prints JSON Lines: an object of type move for each move, divergence
and illegal where there is one, and summary. The status is 3 if a move is illegal
or diverges, or if the record was changed.

The RECORD of another game, and with --game NAME a player of one, is compared with
the bot of --bot alone.

`

// AnalyseHelp is what people read of loopline analyse.
const AnalyseHelp = `Analyse goes through the games of a RECORD, or of any other FILE that "loopline
replay" reads, and says of every move what it is worth, which move search prefers and
what that is worth, and in words what came of it: a win that it missed, in so many
turns of the side that wins, a blunder that lets the other win by force, a mistake
that throws 20 % of the chance to win away.

Values are those of "loopline compare": the chance to win of the side that moves, by
search of --depth plies. Attacks, and the answers to them, are followed farther, so
that a win by force is found although it takes more.

With --json it prints JSON Lines, as compare does, with the comment of each move.
The status is 3 if a move is illegal, or if the record was changed.

`
