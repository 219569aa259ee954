package playertest

import (
	"context"

	"github.com/loopline/loopline/trax"
)

// openingProbe is an opening that shows whether a player knows -O: a first move of a game, which one
// that does not know it answers, is illegal behind it.
var openingProbe = [...]string{"@0+", "B1+"}

// KnowsOpenings finds out whether the player can begin behind an opening, in a game that nobody observes.
func (d *Harness) KnowsOpenings(ctx context.Context) (bool, error) {
	observe := d.OnEvent
	d.OnEvent = nil
	defer func() { d.OnEvent = observe }()
	g := &Opponent{
		Color: trax.White, Policy: Anywhere, Opening: openingProbe[:], Script: openingProbe[:], Stop: len(openingProbe) + 1,
	}
	if err := d.PlayOn(ctx, g); err != nil {
		return false, err
	}
	return g.Foul == nil, nil
}
