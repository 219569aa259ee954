package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
)

// suitePart is a kind of game that a player is drilled with.
type suitePart struct {
	name   string
	group  string   // under which answers are summed up
	policy policy   // of our moves
	plies  int      // after which the game is left; 0 is as long as it lasts
	script []string // moves to keep to as long as the player does
}

// builtinSuite brings a player to short and long games, small and large boards,
// and forced chains. The positions depend on the player too.
func builtinSuite() []suitePart {
	return []suitePart{
		{name: "opening", group: "opening", policy: anywhere, plies: 12},
		{name: "middle game", group: "middle game", policy: lasting(anywhere)},
		{name: "large board", group: "large board", policy: lasting(outwards)},
		{name: "long chains", group: "long chains", policy: lasting(forcing)},
	}
}

// outwards grows the box.
func outwards(m trax.Move, width int, after *trax.Position) int {
	if m.Cell.Col == 0 || m.Cell.Row == 0 || m.Cell.Col > width || m.Cell.Row == after.Height() {
		return 1
	}
	return 0
}

// What lasting puts above all else: any other policy counts in units, and the
// board at first sight decides between equals.
const (
	lastingSafe = 1 << 40
	lastingUnit = 1 << 22
)

// lasting plays a policy so that the game goes on: it leaves the opponent no win
// at once if that can be, and among equals the worst board at first sight.
func lasting(wish policy) policy {
	evaluate := engine.Tracks()
	return func(m trax.Move, width int, after *trax.Position) int {
		value := engine.MaxValue - min(max(evaluate(after), -engine.MaxValue), engine.MaxValue)
		value += lastingUnit * wish(m, width, after)
		if !canWin(after) {
			value += lastingSafe
		}
		return value
	}
}

// canWin tells whether the side to move wins with one move.
func canWin(p *trax.Position) bool {
	side := p.Turn()
	for _, m := range p.AppendMoves(nil) {
		if p.Play(m) != nil {
			continue
		}
		o := p.Outcome()
		p.Undo()
		if o.Over && o.Winner == side {
			return true
		}
	}
	return false
}

// maxSuite bounds the games of a suite file.
const maxSuite = 10_000

// suiteGame is a game of a file.
type suiteGame struct {
	title string
	moves []string
}

// readSuite reads the games of a file in any format that replay reads. Every
// game must be legal up to its last move.
func readSuite(ctx context.Context, name string, stdin io.Reader) ([]suitePart, error) {
	var parts []suitePart
	err := readSuiteGames(ctx, name, stdin, func(g suiteGame) error {
		if _, _, err := playOut(g.moves); err != nil {
			return fmt.Errorf("%s: %w", g.title, err)
		}
		if len(parts) == maxSuite {
			return fmt.Errorf("%s: more than %d games", name, maxSuite)
		}
		parts = append(parts, suitePart{name: g.title, group: name, policy: anywhere, script: g.moves})
		return nil
	})
	if err == nil && len(parts) == 0 {
		err = fmt.Errorf("%s: the file holds no game", name)
	}
	return parts, err
}

// playOut plays moves and returns where they lead, and how many were legal.
func playOut(moves []string) (p *trax.Position, legal int, err error) {
	p = trax.NewPosition()
	for i, m := range moves {
		if err := p.PlayText(m); err != nil {
			return p, i, fmt.Errorf("ply %d: %w", i+1, err)
		}
	}
	return p, len(moves), nil
}

// readSuiteGames calls f with each game of a file.
func readSuiteGames(ctx context.Context, name string, stdin io.Reader, f func(suiteGame) error) error {
	s, err := openSource(ctx, name, stdin)
	if err != nil {
		return err
	}
	defer s.Close()
	return eachSuiteGame(ctx, s, f)
}

// eachSuiteGame calls f with each game of a source.
func eachSuiteGame(ctx context.Context, s *source, f func(suiteGame) error) error {
	if s.format == formatLines {
		return eachJSONGame(ctx, s, f)
	}
	return eachGame(s, func(title string, q *question) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return f(q.game(title))
	})
}

// eachJSONGame calls f with each game of JSON Lines.
func eachJSONGame(ctx context.Context, s *source, f func(suiteGame) error) error {
	q, scratch := &question{}, &jsonScanner{}
	var long []byte
	for number := 1; ; number++ {
		line, err := readLine(s.r, &long)
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("%s:%d: %w", s.name, number, err)
		}
		if !blank(line) {
			title := fmt.Sprintf("%s:%d", s.name, number)
			if err := q.decode(line, scratch); err != nil {
				return fmt.Errorf("%s: %w", title, err)
			}
			if err := f(q.game(title)); err != nil {
				return err
			}
		}
		if err != nil || ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// game is the question as a game of its own memory.
func (q *question) game(title string) suiteGame {
	g := suiteGame{title: title}
	for i := range q.moves {
		g.moves = append(g.moves, q.move(i))
	}
	return g
}
