package tournamenttest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
)

// PlanOf is a plan of so many entrants with some stages.
func PlanOf(t *testing.T, entrants int, stages string) *config.Config {
	t.Helper()
	p, err := config.Parse("test.toml", PlanText(entrants, stages))
	require.NoError(t, err)
	return p
}

// PlanText is the text of PlanOf.
func PlanText(entrants int, stages string) string {
	var b strings.Builder
	b.WriteString("name = \"Cup\"\ngame = \"toy\"\nseed = 7\n")
	for i := range entrants {
		fmt.Fprintf(&b, "[[entrant]]\nname = \"E%d\"\naddress = \"bot:%d\"\n", i+1, i+1)
	}
	return b.String() + stages
}

// OneStage is a round robin, whose keys may follow.
const OneStage = "[[stage]]\nname = \"all\"\nkind = \"round-robin\"\n"

// TablesOf is a stage of heats of four with more lines.
func TablesOf(lines string) string {
	return "[[stage]]\nname = \"heats\"\nkind = \"tables\"\nheat = 4\n" + lines + "\n"
}

// GroupsAndEnd are two groups, and a knockout of the first two of each.
const GroupsAndEnd = OneStage + "groups = 2\nadvance = 2\n[[stage]]\nname = \"end\"\nkind = \"knockout\"\nthird-place = true\n"

// ManyTables puts four tables before the text of a contest.
func ManyTables(text string) string { return "tables = 4\n" + text }

// Asahikawa is a knockout whose even matches are played again on new maps.
const Asahikawa = `[[stage]]
name = "k"
kind = "knockout"
of = "match"
best-of = 3
tie-breaks = ["reason:put", "score", "new-map"]
`

// Hakodate is a qualifier against the house by formulas, and a knockout of its first two.
const Hakodate = `[[stage]]
name = "q"
kind = "qualifier"
house = ["bot:house"]
games = 1
seats = "first"
points-win = "3*score + turns-left"
points-loss = "3*score - turns-left"
advance = 2
[[stage]]
name = "k"
kind = "knockout"
`

// DeskPlan is a contest of two teams that hand in.
const DeskPlan = `name = "Desk"
game = "any"
[[entrant]]
name = "Aoi"
address = "desk:aoi"
[[entrant]]
name = "Bo"
address = "desk:bo"
[[stage]]
name = "all"
kind = "round-robin"
double = true
map-types = ["A", "B"]
[desk]
designs = true
`

// SumOf is the sum of a made-up upload.
func SumOf(n int) string { return strings.Repeat(fmt.Sprintf("%02x", n), 32) }
