package grade

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzWriteCSV: whatever a student calls the project, and whatever is wrong with it, is one cell of one row of the table,
// in one line, and no formula of a spreadsheet.
func FuzzWriteCSV(f *testing.F) {
	for _, name := range []string{"ann", "a,b", "a\"b", "a\nb,1,1", "=1+1", "+x", "-x", "@SUM(1)", "\t=1", "\r=1", "'", "\x00", "\xff", "é", ""} {
		f.Add(name, name)
	}
	f.Fuzz(func(t *testing.T, name, problem string) {
		weights := DefaultWeights(2)
		students := []Student{
			{Name: name, Problem: problem, Alike: []Alike{{Name: name}, {Name: problem}}},
			{Name: "last", Tutorial: []Result{{Number: 1, Passed: true}}},
		}
		var b bytes.Buffer
		require.NoError(t, WriteCSV(&b, students, weights))
		require.Equal(t, 3, strings.Count(b.String(), "\n"), "%q", b.String())
		rows, err := csv.NewReader(&b).ReadAll() // which wants as many cells in each row
		require.NoError(t, err)
		require.Len(t, rows, 3)
		require.Equal(t, "last", rows[2][0])
		for _, cell := range rows[1] {
			require.False(t, strings.ContainsAny(cell[:min(1, len(cell))], "=+-@\t\r"), "%q", cell)
		}
	})
}
