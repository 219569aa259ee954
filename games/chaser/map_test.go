package chaser

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Random maps keep the contests' conditions.
func TestRandomMap(t *testing.T) {
	require.Equal(t, RandomMap(7), RandomMap(7))
	require.NotEqual(t, RandomMap(7), RandomMap(8))
	for seed := range uint64(100) {
		m := RandomMap(seed)
		require.NoError(t, m.Check())
		require.Equal(t, [2]int{ContestWidth, ContestHeight}, [2]int{m.Width(), m.Height()})
		require.True(t, m.connected())
		count := map[Cell]int{}
		for y, row := range m.Rows {
			for x, c := range row {
				count[c]++
				require.Equal(t, c, m.At(m.mirror(Point{x, y})))
			}
		}
		require.Equal(t, 20, count[Block])
		require.Equal(t, 51, count[Item])
		require.Equal(t, m.Start[1], m.mirror(m.Start[0]))
	}
}

// Maps are the same when they are read again, in either form.
func TestMapFiles(t *testing.T) {
	m := RandomMap(3)
	for _, text := range []string{m.String(), strings.ReplaceAll(m.String(), "\n", "\r\n"), strings.TrimSpace(m.String()), "\ufeff" + m.String()} {
		again, err := ReadMap([]byte(text))
		require.NoError(t, err)
		require.Equal(t, m, again)
	}
	text, err := m.Hakodate()
	require.NoError(t, err)
	again, err := ReadMap(text)
	require.NoError(t, err)
	again.Name = m.Name
	require.Equal(t, m, again)
	other, err := ParseMap("C:0,0\nN:名\nS:9,9\nT:5\nH:1,0\nD:0,3")
	require.NoError(t, err)
	require.Equal(t, "名", other.Name)
	require.Equal(t, 2, other.Width())
}

func TestHakodateRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`{`:                                      "not a JSON object",
		`{}`:                                     "Map is missing",
		`{"Map":[[0,1]]}`:                        "Map[0][1] is 1",
		`{"Map":[[0,0]],"Hot":[1]}`:              "Cool is missing",
		`{"Map":[[0,0]],"Cool":[0,0],"Hot":[1]}`: "Hot has 1 elements, not 2",
		`{"Map":[[0,0],[0]],"Cool":[0,0],"Hot":[1,0]}`:  "row 1 of the map has 1 cells",
		`{"Map":[[0,0]],"Cool":[0,0],"Hot":[5,0]}`:      "off the map",
		`{"Map":[[0,2]],"Cool":[0,0],"Hot":[1,0]}`:      "on a block",
		`{"Map":[[0,0]],"Cool":[0,0],"Hot":[-1e99,0]}`:  "Hot[0] is",
		`{"Map":[[0,0]],"Cool":[0,0],"Hot":[1,0]} junk`: "something follows",
	} {
		_, err := ReadMap([]byte(text))
		require.ErrorContains(t, err, want, text)
	}
}

func FuzzReadMap(f *testing.F) {
	f.Add([]byte(`{"Map":[[0,3,2]],"Hot":[1,0],"Cool":[0,0],"Turn":5}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if m, err := ReadMap(text); err == nil {
			require.NoError(t, m.Check())
			New(m, 3).GetReady(0)
		}
	})
}
