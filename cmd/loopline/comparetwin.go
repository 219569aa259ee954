package main

import (
	"context"
	"fmt"
	"io"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/trax"
)

// twin is what a player is supposed to be. It plays a game along that was
// played already.
type twin struct {
	drill  *drill
	played bool // it has played before, and is not as when it was opened
}

func newTwin(o *drillOptions, address string, stderr io.Writer) *twin {
	return &twin{drill: newDrill(o, address, stderr)}
}

func (t *twin) close() { t.drill.close() }

// divergence is a move that the twin would not have made.
type divergence struct {
	ply  int // from 1
	move string
}

// follow plays one side of a game along and returns the first divergence, nil if
// there is none. After a divergence in a game that is not its first the twin is
// opened anew and has a second try: nobody knows whether the player was.
func (t *twin) follow(ctx context.Context, g *comparedGame, color trax.Color) (*divergence, error) {
	first := !t.played
	t.played = true
	d, err := t.try(ctx, g, color)
	if err != nil || d == nil || first {
		return d, err
	}
	t.drill.close()
	again, err := t.try(ctx, g, color)
	if err == nil && again != nil && again.ply < d.ply {
		return d, nil
	}
	return again, err
}

// try plays one side of a game along.
func (t *twin) try(ctx context.Context, g *comparedGame, color trax.Color) (*divergence, error) {
	var d *divergence
	v, err := t.drill.run(ctx, func(ctx context.Context, table *host.Table) (v host.Verdict, err error) {
		v = host.Verdict{Winner: -1, Reason: "compared"}
		d, err = t.game(ctx, table, g, color)
		return v, err
	})
	if err == nil && v.Foul != nil {
		err = fmt.Errorf("%s fails as %s in %s: %s (%s): %s",
			t.drill.address, color, g.title, v.Foul.Kind, v.Foul.Reason, v.Foul.Detail)
	}
	return d, err
}

// game asks for each move of a colour and tells the other's.
func (t *twin) game(ctx context.Context, table *host.Table, g *comparedGame, color trax.Color) (*divergence, error) {
	greeting := sparring{color: color, o: &t.drill.rules}
	if err := greeting.greet(ctx, table); err != nil {
		return nil, err
	}
	if color == trax.Red {
		if err := table.Tell(ctx, 0, "-B"); err != nil {
			return nil, err
		}
	}
	line, p := "-W", trax.NewPosition()
	for i := range g.moves {
		move := g.moves[i].played()
		if p.Turn() == color && !p.Outcome().Over {
			limit := t.drill.rules.move
			if i < 2 {
				limit = t.drill.rules.first
			}
			a, err := table.Ask(ctx, 0, line, limit)
			if err != nil {
				return nil, err
			}
			if answer := trimLine(a.Text); answer != g.moves[i].text {
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
