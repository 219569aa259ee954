package conformance

import (
	"bytes"
	"context"
	"strconv"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/playertest"
)

// nameTeam is the step that NoTeam leaves out.
const nameTeam = "answers -T with its team code"

// waitBeforeWhite is the time for which a red player has to be silent: long enough for a board
// to send what it should not, at any baud rate.
const waitBeforeWhite = 300 * time.Millisecond

// openPlayer opens the player. Where no other step asks it, it is asked whether it answers: what never says a word is
// not there, as boards are that are wired wrongly.
func (c *Checker) openPlayer(ctx context.Context) (Step, error) {
	there := Step{Detail: say.Raw(c.Address)}
	if err := c.harness.Resume(ctx); err != nil || !c.Only.FirstAlone() {
		return there, err
	}
	g := &playertest.Opponent{Color: trax.White, Policy: playertest.Anywhere, Stop: 1}
	if err := c.play(ctx, g); err != nil {
		return Step{}, err
	}
	if g.Foul != nil && g.Foul.Kind != host.Gone && g.Foul.Mute() && g.Team == "" && g.Ply() == 0 {
		return gameStep(g, false, say.Text{}, say.Word("an answer")), nil
	}
	return there, nil
}

// asColor plays the first game in a colour, unless it was played. How far it came
// tells which of several steps failed.
func (c *Checker) asColor(ctx context.Context, color trax.Color) (*playertest.Opponent, error) {
	first := &c.white
	g := &playertest.Opponent{Color: color, Policy: playertest.Anywhere}
	if color == trax.Red {
		first, g.Patience = &c.red, waitBeforeWhite
	}
	if *first != nil {
		return *first, nil
	}
	err := c.play(ctx, g)
	if err == nil {
		*first = g
	}
	return g, err
}

func (c *Checker) team(ctx context.Context) (Step, error) {
	if c.Limits.NoTeam {
		return skipped("--no-team"), nil
	}
	g, err := c.asColor(ctx, trax.White)
	s := gameStep(g, g.Team != "", say.Format("team code %s", g.Team), say.Word("two printable characters and a line end"))
	if s.Status == Failed && g.Foul != nil && bytes.HasPrefix(g.Foul.Bytes, []byte("-")) {
		s.Detail = say.Format("%s; a team code does not begin with a hyphen, for the host's questions do", s.Detail)
	}
	return s, err
}

func (c *Checker) firstMove(ctx context.Context) (Step, error) {
	g, err := c.asColor(ctx, trax.White)
	if c.noTeam(g) {
		return c.without(noTeam, g), err
	}
	return gameStep(g, g.Ply() > 0, say.Raw(g.FirstMove), say.Word("@0+ or @0/ within the limit")), err
}

func (c *Checker) asWhite(ctx context.Context) (Step, error) {
	g, err := c.asColor(ctx, trax.White)
	if err != nil || g.Ply() == 0 {
		return c.without(noMove, g), err
	}
	return wholeGame(g), nil
}

// silentFirst is about the game in which the player has to wait.
func (c *Checker) silentFirst(ctx context.Context) (Step, error) {
	g, err := c.asColor(ctx, trax.Red)
	if err != nil || c.noTeam(g) {
		return c.without(noTeam, g), err
	}
	s := gameStep(g, g.Waited && len(g.Unsolicited) == 0, say.Word("no line came"), say.Word("no line before the opponent's first move"))
	if g.Waited && g.Starved {
		s.Status, s.Detail = Note, say.Word("the player's program got no processor: run the step again when this machine is idle")
	}
	if len(g.Unsolicited) > 0 {
		s.Detail, s.Got = say.Word("a line came at once"), say.Raw(strconv.Quote(g.Unsolicited[0]))
		s.Moves, s.Board, s.Drawn = "", nil, "" // of the game that went on
		if g.Unsolicited[0] == g.Team {
			s.Detail = say.Word("its answer to -T came once more: does it send each answer twice?")
		}
	}
	return s, nil
}

func (c *Checker) asRed(ctx context.Context) (Step, error) {
	g, err := c.asColor(ctx, trax.Red)
	if err != nil || !g.Waited {
		return c.without("the game did not begin", g), err
	}
	return wholeGame(g), nil
}

// noTeam is the reason of the steps behind a team code that did not come.
const noTeam = "no team code came"

// noTeam reports whether a game ended with the handshake.
func (c *Checker) noTeam(g *playertest.Opponent) bool { return !c.Limits.NoTeam && g.Team == "" }

func (c *Checker) againName() say.Text {
	return say.Format("plays %s in a row without being opened again", say.Plural(c.Games, "%d game", "%d games"))
}

// again is game after game without opening the player again.
func (c *Checker) again(ctx context.Context) (Step, error) {
	if c.unable() {
		return skipped(noMove), nil
	}
	for i := range c.Games {
		g := &playertest.Opponent{Color: trax.Color(i % 2), Policy: playertest.Anywhere}
		if err := c.playOn(ctx, g, c.harness.Resume); err != nil {
			return Step{}, err
		}
		if g.Foul != nil {
			s := wholeGame(g)
			s.Detail = say.Format("game %d: %s", i+1, s.Detail)
			return s, nil
		}
	}
	return Step{}, nil
}
