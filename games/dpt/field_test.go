package dpt

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReadField(t *testing.T) {
	text, err := os.ReadFile("testdata/field.json")
	require.NoError(t, err)
	f, err := ReadField(text)
	require.NoError(t, err)
	require.Equal(t, []int{3, 7}, []int{f.TeamID(0), f.TeamID(1)})
	require.Equal(t, []int{21, 20}, f.AgentIDs[0])
	require.Equal(t, [2][]Point{{{0, 0}, {2, 1}}, {{3, 2}, {1, 1}}}, f.Agents)
	require.Equal(t, "100002120002", digits(f.Tiles))
	require.Equal(t, -16, f.Values[3])
	s := f.State()
	require.Equal(t, []int{9, 0, 2, 1}, []int{s.Teams[0].TilePoint, s.Teams[0].AreaPoint, s.Teams[0].Agents[1].Y, s.Teams[0].Agents[0].X})
	again, err := ReadField(append([]byte("\ufeff"), s.JSON()...))
	require.NoError(t, err)
	require.Equal(t, f, again)
}

func digits(tiles []uint8) string {
	var b strings.Builder
	for _, t := range tiles {
		b.WriteByte('0' + t)
	}
	return b.String()
}

func TestReadFieldRefuses(t *testing.T) {
	b, err := os.ReadFile("testdata/field.json")
	require.NoError(t, err)
	text := string(b)
	for _, c := range []struct{ old, new, want string }{
		{`"width": 4`, `"width": 5`, "points[0] has 4 elements, not 5"},
		{`"width": 4`, `"width": 65`, "width is 65, outside 1 to 64"},
		{`"height": 3`, `"height": "3"`, "height is not a number"},
		{`[3, 0, 0, 0]`, `[4, 0, 0, 0]`, "tiled[0][0] is 4; the teams are 3 and 7"},
		{`"teamID": 3`, `"teamID": 7`, "tiled[0][0] is 3; the teams are"},
		{`"teamID": 3`, `"teamID": 0`, "teams[0].teamID is 0, outside 1"},
		{`"agentID": 21`, `"agentID": 20`, "two agents have the number 20"},
		{`"x": 1,`, `"x": 0,`, "teams[0].agents[0].x is 0, outside 1 to 4"},
		{`"x": 1,`, `"x": 3000000000,`, "teams[0].agents[0].x is 3000000000, outside 1 to 4"},
		{`"x": 1, "y": 1`, `"x": 3, "y": 2`, "where another agent is"},
		{`"teams"`, `"team"`, "teams is missing"},
		{`{`, ``, "not a JSON object"},
	} {
		require.Contains(t, text, c.old)
		_, err := ReadField([]byte(strings.Replace(text, c.old, c.new, 1)))
		require.ErrorContains(t, err, c.want, c.new)
	}
}

func TestFieldCheck(t *testing.T) {
	for want, f := range map[string]*Field{
		"a field has 1 to 64 columns and rows, not 0 x 3": {Height: 3},
		"the field has 1 values for 2 cells":              {Width: 2, Height: 1, Values: []int{1}},
		"the field has 0 tiles for 1 cells":               {Width: 1, Height: 1, Values: []int{1}},
		"value of cell (0, 0) is 4294967296":              {Width: 1, Height: 1, Values: []int{1 << 32}, Tiles: []uint8{0}},
		"tile of cell (0, 0) is 3; there are 0, 1 and 2":  {Width: 1, Height: 1, Values: []int{1}, Tiles: []uint8{3}},
		"agent 0 of team 1 is at (1, 0), off the field":   {Width: 1, Height: 1, Values: []int{1}, Tiles: []uint8{0}, Agents: [2][]Point{nil, {{1, 0}}}},
		"team 0 has 0 agents and 2 numbers for them":      {Width: 1, Height: 1, Values: []int{1}, Tiles: []uint8{0}, AgentIDs: [2][]int{{1, 2}}},
		"the teams need two numbers of their own":         {Width: 1, Height: 1, Values: []int{1}, Tiles: []uint8{0}, TeamIDs: [2]int{4, 4}},
	} {
		require.ErrorContains(t, f.Check(), want)
	}
}

// Public fields of procon30 are read, and played on, where they are at hand.
func TestPublicFields(t *testing.T) {
	folder := os.Getenv("PROCON30_FIELDS")
	if folder == "" {
		t.Skip("PROCON30_FIELDS names no folder of field files")
	}
	files, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(folder + "/" + file.Name())
		require.NoError(t, err)
		f, err := ReadField(text)
		require.NoError(t, err, file.Name())
		again, err := ReadField(f.State().JSON())
		require.NoError(t, err)
		require.Equal(t, f, again)
		t.Log(file.Name(), f.Width, len(f.Agents[0]), f.start())
	}
}
