package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/trax"
)

// waitBeforeWhite is how long a red player has to be silent: enough for a
// board to say what it should not, at any baud rate.
const waitBeforeWhite = 300 * time.Millisecond

// policy values a legal move of our own, before and after it: the checker
// plays one of the best.
type policy func(before trax.Move, width int, after *trax.Position) int

func anywhere(trax.Move, int, *trax.Position) int { return 0 }

func leftAndUp(m trax.Move, _ int, _ *trax.Position) int {
	if m.Cell.Col == 0 || m.Cell.Row == 0 {
		return 1
	}
	return 0
}

func rightwards(m trax.Move, width int, _ *trax.Position) int {
	if m.Cell.Col > width {
		return 1
	}
	return 0
}

func forcing(_ trax.Move, _ int, after *trax.Position) int { return after.Forced() }

// sparring is one game of a check, a host.Game with one seat: the player's.
type sparring struct {
	color  trax.Color // the player's
	policy policy     // ours
	o      *checkOptions
	seed   uint64

	// What a drill adds to a check.
	script []string                         // both sides' moves, ours as long as the player keeps to it
	heard  func(line string, a host.Answer) // each answer, before it is played; nil is not told
	enough func() bool                      // leaves the game after an answer; nil plays on
	hasty  bool                             // red is not made to wait

	moves     []string // so far
	strayed   bool     // the player has left the script
	pos       *trax.Position
	team      string
	firstMove string
	waited    bool // the player has had its time to be silent
	shifts    int  // turns that moved the origin
	width     int
	forced    int // the most in a turn
	foul      *host.Foul
	strays    []string
}

// play is the game. It ends without a foul when the game does, or is left.
func (g *sparring) play(ctx context.Context, t *host.Table) (host.Verdict, error) {
	g.pos = trax.NewPosition()
	v := host.Verdict{Winner: -1, Reason: "checked"}
	if err := g.greet(ctx, t); err != nil {
		return v, err
	}
	rng := rand.New(rand.NewPCG(g.seed, 0))
	line := "-W"
	if g.color == trax.Red {
		if err := t.Tell(ctx, 0, "-B"); err != nil {
			return v, err
		}
		if err := g.wait(ctx); err != nil {
			return v, err
		}
		line = g.move(rng)
	}
	for !g.pos.Outcome().Over && g.pos.Ply() < g.o.plies {
		if err := g.ask(ctx, t, line); err != nil {
			v.Ply = g.pos.Ply()
			return v, err
		}
		if g.pos.Outcome().Over || g.enough != nil && g.enough() {
			break
		}
		line = g.move(rng)
	}
	v.Ply = g.pos.Ply()
	return v, g.lastMove(ctx, t, line)
}

// wait gives a red player the time to say what it should not.
func (g *sparring) wait(ctx context.Context) error {
	if g.hasty {
		return nil
	}
	select {
	case <-time.After(waitBeforeWhite):
	case <-ctx.Done():
		return host.ErrInterrupted
	}
	g.waited = true
	return nil
}

// lastMove tells the player how we ended the game, if we did.
func (g *sparring) lastMove(ctx context.Context, t *host.Table, line string) error {
	if g.pos.Outcome().Over && g.pos.Turn() == g.color {
		return t.Tell(ctx, 0, line)
	}
	return nil
}

// greet asks for the team code.
func (g *sparring) greet(ctx context.Context, t *host.Table) error {
	if g.o.noTeam {
		return nil
	}
	a, err := t.AskFor(ctx, 0, "-T", g.o.handshake, func(line string) bool {
		return isTeamCode(trimLine(line))
	})
	g.team = trimLine(a.Text)
	return err
}

// ask sends a line and plays the player's answer.
func (g *sparring) ask(ctx context.Context, t *host.Table, line string) error {
	limit := g.o.move
	if g.pos.Ply() < 2 {
		limit = g.o.first
	}
	a, err := t.Ask(ctx, 0, line, limit)
	if err != nil {
		return err
	}
	if g.heard != nil {
		g.heard(line, a)
	}
	move := trimLine(a.Text)
	g.moves = append(g.moves, move)
	if ply := g.pos.Ply(); ply < len(g.script) && move != g.script[ply] {
		g.strayed = true
	}
	if err := g.pos.PlayText(move); err != nil {
		var illegal *trax.IllegalError
		foul := &host.Foul{
			Kind: host.Illegal, Detail: err.Error(), Question: line,
			Bytes: []byte(a.Text[:min(len(a.Text), 256)]), Used: a.Used, Limit: limit,
		}
		if errors.As(err, &illegal) {
			foul.Reason = string(illegal.Reason)
		}
		return foul
	}
	if g.firstMove == "" {
		g.firstMove = move
	}
	g.look(move)
	return nil
}

// look keeps what the steps are about.
func (g *sparring) look(move string) {
	if m, err := trax.ParseMove(move); err == nil && g.pos.Ply() > 1 &&
		(m.Cell.Col == 0 || m.Cell.Row == 0) {
		g.shifts++
	}
	g.width = g.pos.Width()
	g.forced = max(g.forced, g.pos.Forced())
}

// move chooses and plays a move of ours: one of those the policy values most,
// that ends the game only if nothing else is left.
func (g *sparring) move(rng *rand.Rand) string {
	if ply := g.pos.Ply(); ply < len(g.script) && !g.strayed {
		return g.make(g.script[ply])
	}
	var best []trax.Move
	top := 0
	for _, m := range g.pos.AppendMoves(nil) {
		value := g.value(m)
		if len(best) == 0 || value > top {
			best, top = best[:0], value
		}
		if value == top {
			best = append(best, m)
		}
	}
	if len(best) == 0 {
		return "" // there is always a move: a board has a rim
	}
	return g.make(best[rng.IntN(len(best))].String())
}

// make plays a move of ours.
func (g *sparring) make(move string) string {
	if err := g.pos.PlayText(move); err != nil {
		return ""
	}
	g.moves = append(g.moves, move)
	g.look(move)
	return move
}

func (g *sparring) value(m trax.Move) int {
	width := g.pos.Width()
	if g.pos.Play(m) != nil {
		return -2
	}
	defer g.pos.Undo()
	if g.pos.Outcome().Over {
		return -1
	}
	return g.policy(m, width, g.pos)
}

// ply is how many plies were played.
func (g *sparring) ply() int {
	if g.pos == nil {
		return 0
	}
	return g.pos.Ply()
}

// step is the outcome of a step: if it is not ok, with the game's foul.
func (g *sparring) step(name string, ok bool, detail, expected string) checkStep {
	s := checkStep{Name: name, Detail: detail, Expected: expected}
	if ok {
		return s
	}
	s.Status, s.Detail = stepFailed, ""
	if g.foul != nil {
		s.Detail = string(g.foul.Kind) + " (" + g.foul.Reason + "): " + g.foul.Detail
		s.Got = gotWords(g.foul)
	}
	return s
}

// whole is the step of playing a game to its end.
func (g *sparring) whole(name string) checkStep {
	how := "left after " + plural(g.ply(), "ply", "plies")
	if g.foul == nil && g.pos.Outcome().Over {
		how = g.pos.Outcome().String() + " after " + plural(g.ply(), "ply", "plies")
	}
	s := g.step(name, g.foul == nil, how, "a legal move within the limit at every ply")
	if g.foul != nil {
		s.Detail = fmt.Sprintf("ply %d: %s", g.ply()+1, s.Detail)
	}
	return s
}
