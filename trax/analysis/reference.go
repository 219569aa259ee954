package analysis

import (
	"context"
	"fmt"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/playertest"
	"github.com/loopline/loopline/trax/referee"
)

// reference is a player that should play the same moves. It replays one side of a game that
// was already played.
type reference struct {
	harness *playertest.Harness
	played  bool // it has played before, and is not as when it was opened
}

// divergence is a move that the reference would not have made.
type divergence struct {
	ply  int // from 1
	move string
}

// follow plays one side of a game along and returns the first divergence, nil if
// there is none. After a divergence in a game that is not its first the reference is
// opened again and has a second try: it's unknown whether the player was.
func (r *reference) follow(ctx context.Context, g *comparedGame, color trax.Color) (*divergence, error) {
	first := !r.played
	r.played = true
	d, err := r.try(ctx, g, color)
	if err != nil || d == nil || first {
		return d, err
	}
	r.harness.Close()
	again, err := r.try(ctx, g, color)
	if err == nil && again != nil && again.ply < d.ply {
		return d, nil
	}
	return again, err
}

// try plays one side of a game along.
func (r *reference) try(ctx context.Context, g *comparedGame, color trax.Color) (*divergence, error) {
	var d *divergence
	v, err := r.harness.Run(ctx, func(ctx context.Context, table *host.Session) (v host.Verdict, err error) {
		v = host.Verdict{Winner: -1, Reason: "compared"}
		d, err = r.game(ctx, table, g, color)
		return v, err
	})
	if err == nil && v.Foul != nil {
		err = fmt.Errorf("%s fails as %s in %s: %s (%s): %s",
			r.harness.Address, color, g.title, v.Foul.Kind, v.Foul.Reason, v.Foul.Detail)
	}
	return d, err
}

// game asks for each move of a colour and tells the other's.
func (r *reference) game(ctx context.Context, table *host.Session, g *comparedGame, color trax.Color) (*divergence, error) {
	greeting := playertest.Opponent{Color: color, Limits: &r.harness.Limits}
	if err := greeting.Greet(ctx, table); err != nil {
		return nil, err
	}
	line, p, err := r.begin(ctx, table, g, color)
	if err != nil {
		return nil, err
	}
	begins := p.Ply()
	for i := begins; i < len(g.moves); i++ {
		move := g.moves[i].played()
		if p.Turn() == color && !p.Outcome().Over {
			limit := r.harness.Limits.Move
			if i < begins+2 {
				limit = r.harness.Limits.First
			}
			a, err := table.Ask(ctx, 0, line, limit)
			if err != nil {
				return nil, err
			}
			if answer := referee.Trim(a.Text); answer != g.moves[i].text {
				return &divergence{i + 1, answer}, nil
			}
		}
		if p.PlayText(move) != nil {
			return nil, nil // told where moves are judged
		}
		line = move
	}
	return nil, nil
}

// begin tells the opening, if there is one, and the colour of who does not begin. It
// returns the line that asks for the first move, and the position then.
func (r *reference) begin(ctx context.Context, table *host.Session, g *comparedGame, color trax.Color) (string, *trax.Position, error) {
	p, err := referee.ReadOpening(g.opening())
	if err != nil {
		return "", nil, fmt.Errorf("the opening of %s: %w", g.title, err)
	}
	if p.Ply() > 0 {
		if err := table.Tell(ctx, 0, referee.TellOpening+" "+g.opening()); err != nil {
			return "", nil, err
		}
	}
	line := referee.AskFirst
	if color == trax.Red {
		line = referee.TellRed
	}
	if p.Turn() != color {
		return line, p, table.Tell(ctx, 0, line)
	}
	return line, p, nil
}
