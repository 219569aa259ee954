package simulate

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// plans are the stages of days.
var plans = []string{
	"[[stage]]\nname = \"all\"\nkind = \"round-robin\"\ngames = %d\n",
	"[[stage]]\nname = \"swiss\"\nkind = \"swiss\"\ngames = %d\n",
	"[[stage]]\nname = \"cup\"\nkind = \"knockout\"\ngames = %d\nthird-place = true\nplay-off = [\"lots\"]\n",
	"[[stage]]\nname = \"swiss\"\nkind = \"swiss\"\nadvance = 2\ndraw = \"lots\"\ngames = %d\n" +
		"[[stage]]\nname = \"cup\"\nkind = \"knockout\"\ngames = 1\nplay-off = [\"seed\"]\n",
}

// ScoredStages are the stages of a day on which scores count: a qualifier, and matches that scores
// decide.
const ScoredStages = `[[stage]]
name = "morning"
kind = "qualifier"
house = ["bot:90", "bot:91"]
games = 2
advance = 3
points-win = "` + pointsWin + `"
points-loss = "` + pointsLoss + `"
[[stage]]
name = "cup"
kind = "knockout"
games = 2
third-place = true
of = "match"
tie-breaks = ["score", "lots"]
`

// HeatStages are the stages of a day of heats, and a knockout of the best.
const HeatStages = `[[stage]]
name = "heats"
kind = "tables"
heat = 4
smallest-heat = 3
rounds = 3
games = 2
place-points = [5, 3, 1, 0]
advance = 2
[[stage]]
name = "cup"
kind = "knockout"
games = 1
play-off = ["lots"]
`

// LadderStages are the stages of a day with a ladder that ends a minute after the day began.
const LadderStages = `[[stage]]
name = "ladder"
kind = "ladder"
until = "UNTIL"
advance = 2
[[stage]]
name = "cup"
kind = "knockout"
games = 1
play-off = ["seed"]
`

// planText draws a config, with its stages if stages is empty.
func planText(r *rand.Rand, seed uint64, stages string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "name = \"Day %d\"\ngame = \"numbers\"\nseed = %d\ntables = %d\n", seed, r.IntN(1000), 1+r.IntN(3))
	fmt.Fprintf(&b, "move-time = \"1s\"\nwait = \"10s\"\nstall-credit = \"0s\"\nvoid = %q\nmissing = %q\n",
		pick(r, "replay", "draw", "nothing"), pick(r, "forfeit", "withdraw"))
	for i := range 3 + r.IntN(6) {
		fmt.Fprintf(&b, "[[entrant]]\nname = \"E%d\"\naddress = \"bot:%d\"\n", i+1, i+1)
	}
	if stages != "" {
		return b.String() + stages
	}
	fmt.Fprintf(&b, plans[r.IntN(len(plans))], 1+r.IntN(2))
	return b.String()
}

func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }
