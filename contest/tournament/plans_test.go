package tournament

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// planOf is a plan of so many entrants with some stages.
func planOf(t *testing.T, entrants int, stages string) *Config {
	t.Helper()
	p, err := ParseConfig("test.toml", planText(entrants, stages))
	require.NoError(t, err)
	return p
}

// planText is the text of planOf.
func planText(entrants int, stages string) string {
	var b strings.Builder
	b.WriteString("name = \"Cup\"\ngame = \"toy\"\nseed = 7\n")
	for i := range entrants {
		fmt.Fprintf(&b, "[[entrant]]\nname = \"E%d\"\naddress = \"bot:%d\"\n", i+1, i+1)
	}
	return b.String() + stages
}

// oneStage is a round robin, whose keys may follow.
const oneStage = "[[stage]]\nname = \"all\"\nkind = \"round-robin\"\n"

// tablesOf is a stage of heats of four with more lines.
func tablesOf(lines string) string {
	return "[[stage]]\nname = \"heats\"\nkind = \"tables\"\nheat = 4\n" + lines + "\n"
}

// groupsAndEnd are two groups, and a knockout of the first two of each.
const groupsAndEnd = oneStage + "groups = 2\nadvance = 2\n[[stage]]\nname = \"end\"\nkind = \"knockout\"\nthird-place = true\n"

// manyTables puts four tables before the text of a contest.
func manyTables(text string) string { return "tables = 4\n" + text }

// asahikawa is a knockout whose even matches are played again on new maps.
const asahikawa = `[[stage]]
name = "k"
kind = "knockout"
of = "match"
best-of = 3
tie-breaks = ["reason:put", "score", "new-map"]
`

// hakodate is a qualifier against the house by formulas, and a knockout of its first two.
const hakodate = `[[stage]]
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

// deskPlan is a contest of two teams that hand in.
const deskPlan = `name = "Desk"
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

// sumOf is the sum of a made-up upload.
func sumOf(n int) string { return strings.Repeat(fmt.Sprintf("%02x", n), 32) }
