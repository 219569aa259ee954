package conformance

import (
	"context"
	"strings"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/playertest"
)

// variantPlies are the plies of a game with a variant of the player.
const variantPlies = 16

// notSimulated is the reason of the steps that only a simulated board can have.
const notSimulated = "only of a simulated board; sim check plays with one"

func (c *Checker) powerUp(ctx context.Context) (Step, error) { return c.variants(ctx, c.PowerUp) }

func (c *Checker) rates(ctx context.Context) (Step, error) { return c.variants(ctx, c.Rates) }

// variants plays two short games with each variant of the player.
func (c *Checker) variants(ctx context.Context, variants []Variant) (Step, error) {
	switch {
	case len(variants) == 0:
		return skipped(notSimulated), nil
	case c.unable():
		return skipped(noMove), nil
	}
	c.harness.Close()
	usual := c.Open
	c.isVariant = true
	defer func() {
		c.harness.Close()
		c.Open, c.isVariant = usual, false
	}()
	var names []string
	for _, v := range variants {
		c.harness.Close()
		c.Open = v.Open
		for color := range trax.Color(2) {
			g := &playertest.Opponent{Color: color, Policy: playertest.Anywhere, Stop: variantPlies, Box: growBox}
			if err := c.play(ctx, g); err != nil {
				return Step{}, err
			}
			if g.Foul != nil {
				s := wholeGame(g)
				s.Detail = say.Format("%s: %s", v.Name, s.Detail)
				return s, nil
			}
		}
		names = append(names, v.Name)
	}
	return Step{Detail: say.Format("%s with each of %s", say.Plural(2, "%d game", "%d games"), strings.Join(names, ", "))}, nil
}
