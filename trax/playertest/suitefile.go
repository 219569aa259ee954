package playertest

import (
	"context"
	"fmt"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/gamefile"
)

// maxSuite bounds the games of a suite file.
const maxSuite = 10_000

// ReadSuite reads the games of a file in any format that replay reads. Every
// game must be legal up to its last move.
func ReadSuite(ctx context.Context, s *gamefile.Source) (parts []TestCase, err error) {
	name := s.Name()
	err = s.Each(ctx, func(g *gamefile.Game) error {
		if _, _, err := PlayOut(g.Moves); err != nil {
			return fmt.Errorf("%s: %w", g.Title, err)
		}
		if len(parts) == maxSuite {
			return fmt.Errorf("%s: more than %d games", name, maxSuite)
		}
		parts = append(parts, TestCase{Name: g.Title, Group: name, Policy: Anywhere, Script: g.Moves})
		return nil
	})
	if err == nil && len(parts) == 0 {
		err = fmt.Errorf("%s: the file holds no game", name)
	}
	return parts, err
}

// PlayOut plays moves and returns where they lead, and how many were legal.
func PlayOut(moves []string) (p *trax.Position, legal int, err error) {
	p = trax.NewPosition()
	for i, m := range moves {
		if err := p.PlayText(m); err != nil {
			return p, i, fmt.Errorf("ply %d: %w", i+1, err)
		}
	}
	return p, len(moves), nil
}
