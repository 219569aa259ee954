package playertest

// TestCase is a kind of game that a player is drilled with.
type TestCase struct {
	Name   string
	Group  string   // under which answers are summed up
	Policy Policy   // of our moves
	Plies  int      // limit of a game; 0 is unlimited
	Script []string // moves to keep to as long as the player does
}

// Builtin returns the built-in suite: it brings a player to short and long
// games, small and large boards, and forced chains. The positions depend on the
// player too.
func Builtin() []TestCase {
	return []TestCase{
		{Name: "opening", Group: "opening", Policy: Anywhere, Plies: 12},
		{Name: "middle game", Group: "middle game", Policy: Lasting(Anywhere)},
		{Name: "large board", Group: "large board", Policy: Lasting(Outwards)},
		{Name: "long chains", Group: "long chains", Policy: Lasting(Forcing)},
	}
}
