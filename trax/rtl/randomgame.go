package rtl

import (
	"math/rand/v2"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/vectors"
)

// roundTurns is the number of turns a round of random games has.
const roundTurns = 8192

// A stimulusProfile is how moves are chosen in a random game. Uniform play ends soon and
// stays small; the others lead to where designs break.
type stimulusProfile struct {
	plies          int  // at most; 0 is until the board has been full for a while
	live           bool // moves that end the game are taken back, or avoided
	outward        bool // moves at the rim are preferred: the board fills up
	row            bool // the box grows to one side until it is full
	line           bool // a track is led across the board
	coverageDriven bool // turns are preferred that complete what is rare, or force much
}

// stimulusProfiles are taken in turns, so that each round has all of them.
var stimulusProfiles = [...]stimulusProfile{
	{plies: 60, live: true}, {plies: 60, line: true}, {plies: 100, coverageDriven: true, live: true}, {row: true, live: true},
	{plies: 400, live: true}, {plies: 200}, {plies: 60, line: true, coverageDriven: true, live: true}, {plies: 120, live: true, outward: true},
}

// generator makes the random commands of a round.
type generator struct {
	o     *oracle
	rng   *rand.Rand
	emit  func(Command) (uint8, bool)
	lacks [Gen + 1]bool // operations that are left out
	limit int           // of turns
	turns int
	done  bool

	full    int // plies of the game that the board had no room for
	style   stimulusProfile
	side    int // to which a row grows
	longest int // columns or rows that the box has before a line is wanted
	track   track
	bends   bool        // the track may
	near    trax.Cell   // of a turn that was refused: what comes next is played beside it
	after   int         // turns that are still to be beside it
	legal   []trax.Move // in the position
	// forced are the moves that only forced play forbids.
	forced []trax.Move
	seen   binCounts
	// met counts the statuses that were right, without the moves of Gen, and
	// streamed how often Gen was asked for a move of that status.
	met      [Gen + 1][statuses]int
	streamed [statuses]int
}

// randomGames is the script of a round of the given number of turns, less the operations
// that are left out. The same seed, round and operations make the same
// commands; fewer turns are the beginning of more.
func randomGames(seed uint64, round, turns int, without []Op) script {
	return func(o *oracle, emit func(Command) (uint8, bool)) {
		g := &generator{o: o, rng: rand.New(rand.NewPCG(seed, uint64(round))), emit: emit, limit: turns}
		for _, op := range without {
			g.lacks[op] = true
		}
		for game := g.rng.IntN(len(stimulusProfiles)); !g.done; game++ {
			g.game(g.styleOf(game))
		}
	}
}

// styleOf is the style of a game: the next, or the row if the board is large
// and has not been full yet.
func (g *generator) styleOf(game int) stimulusProfile {
	const row = 3
	if g.turns > roundTurns/2 && g.rare(Play, vectors.BoardFull) {
		return stimulusProfiles[row]
	}
	return stimulusProfiles[game%len(stimulusProfiles)]
}

// tell emits a command, unless its operation is left out. The turn beyond the
// last ends the round.
func (g *generator) tell(op Op, m trax.Move) (status uint8) {
	turn := op == Play || op == Try
	if turn && !g.lacks[op] && g.turns == g.limit {
		g.done = true
	}
	if g.done || g.lacks[op] {
		return statusSkipped
	}
	c := Command{Op: op, Move: m}
	switch g.rng.IntN(8) {
	case 0:
		c.Flags |= WaitReady
	case 1, 2:
		c.Flags |= OfferWhileBusy
	}
	if op == Gen && g.rng.IntN(2) == 0 {
		c.Flags |= Backpressure
	}
	if turn {
		g.turns++
	}
	status, more := g.emit(c)
	g.done = !more
	g.met[op][status%statuses]++
	return status
}

// rare reports whether a status has hardly come up yet: it is sought then.
func (g *generator) rare(op Op, status vectors.Status) bool {
	const enough = 4
	return g.met[op][status] < enough
}

// undo takes a turn back.
func (g *generator) undo() (status uint8) { return g.tell(Undo, trax.Move{}) }

// one tells in one of n cases.
func (g *generator) one(n int) bool { return g.rng.IntN(n) == 0 }

// game plays one game.
func (g *generator) game(s stimulusProfile) {
	if g.one(4) {
		g.undo() // of a game that is over, or of none
	}
	g.tell(New, trax.Move{})
	if g.one(4) {
		g.undo()
	}
	g.style, g.side, g.after, g.longest = s, g.rng.IntN(4), 0, g.rng.IntN(24)
	for g.full = 0; !g.done && g.goesOn(); {
		if !g.o.pos.Outcome().Over {
			g.ply()
			continue
		}
		g.afterEnd()
		if !s.live || g.one(64) || g.undo() == statusSkipped {
			break
		}
	}
	if g.one(8) {
		g.unwind()
	}
}

// goesOn reports whether the game has not had its plies yet, nor been on a full
// board for long.
func (g *generator) goesOn() bool {
	const enough = 12
	plies := g.style.plies
	if plies == 0 {
		plies = 2 * g.o.room
		if g.atRim() {
			g.full++
		}
	}
	return g.full < enough && g.o.pos.Ply() < plies
}

// atRim reports whether the box has no room for one side more.
func (g *generator) atRim() bool {
	return g.o.pos.Width() == g.o.room || g.o.pos.Height() == g.o.room
}

// unwind takes all turns back, and one more.
func (g *generator) unwind() {
	for g.o.pos.Ply() > 0 {
		if g.undo() == statusSkipped {
			return
		}
	}
	g.undo()
}

// ply looks at a position, and plays.
func (g *generator) ply() {
	g.legal = g.o.pos.AppendMoves(g.legal[:0])
	hurries := g.style.plies == 0 && !g.atRim() && !g.one(4)
	if !hurries {
		g.probe()
	}
	g.contradict()
	if g.one(16) && !g.lacks[Undo] && !g.style.line {
		for range 1 + g.rng.IntN(6) {
			g.undo()
		}
		return
	}
	m := g.next()
	if g.tell(Play, m) == 0 && g.style.line {
		g.track.played(g.o.pos, m.Cell, g.side)
	}
}

// next is the move to play: a rare one, after it was tried, or as the style
// has it. Where a rare end cannot be tried, or the game cannot go on after it,
// there are fewer of them: it is not let go then.
func (g *generator) next() trax.Move {
	every, keep := 32, g.lacks[Undo] || g.lacks[Try]
	switch {
	case g.style.coverageDriven:
		every = 2
	case keep:
		every = 6
	}
	if g.one(every) {
		if rare, ends, ok := g.leastCovered(); ok {
			g.tell(Try, rare)
			if g.style.coverageDriven || ends && keep {
				return rare
			}
		}
	}
	return g.choose()
}
