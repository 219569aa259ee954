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
