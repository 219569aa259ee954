package playertest

import "fmt"

// Game is one numbered game of a harness.
type Game struct {
	*Opponent
	Number   int // from 1
	TestCase *TestCase
}

// FoulText describes the foul by which the player lost the game. There must be one.
func (g *Game) FoulText() string {
	return fmt.Sprintf("game %d (%s, the player is %s), ply %d: %s (%s): %s",
		g.Number, g.TestCase.Name, g.Color, g.Ply()+1, g.Foul.Kind, g.Foul.Reason, g.Foul.Detail)
}

// KeepToScript stops the game where the player deviates from its script, or
// where the script ends. A game without a script goes on.
func (g *Game) KeepToScript() {
	if g.Script == nil {
		return
	}
	enough := g.StopWhen
	g.StopWhen = func() bool { return enough() || g.LeftScript || g.Position.Ply() >= len(g.Script) }
}
