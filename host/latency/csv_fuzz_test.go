package latency

import (
	"bytes"
	"encoding/csv"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// traxMove is a game's answer that begins as a formula of a spreadsheet does, and is none.
var traxMove = regexp.MustCompile(`^@\d+[+/\\]$`)

// FuzzWriteCSV: whatever a player answers is one cell of one row, and no formula of a spreadsheet.
func FuzzWriteCSV(f *testing.F) {
	for _, answer := range []string{"@0+", "@0/\n", "A1+", "a,b", "a\"b", "a\nb", "=1+1", "+x", "-x", "@SUM(A1)", "@0+cmd|' /C calc'!A0", "\t=1", "\r=1", "\x00", "\xff", ""} {
		f.Add(answer)
	}
	f.Fuzz(func(t *testing.T, answer string) {
		for _, plain := range []func(string) bool{nil, traxMove.MatchString} {
			r := Run{Plain: plain, Answers: []*Sample{
				{Labels: []Label{{"game", 1}}, Exchange: Exchange{Question: "-W", Answer: answer}},
				{Labels: []Label{{"game", 2}}, Exchange: Exchange{Question: "-W", Answer: "A1+"}},
			}}
			var b bytes.Buffer
			require.NoError(t, r.WriteCSV(&b))
			require.True(t, IsCSV(b.String()))
			require.Equal(t, 3, strings.Count(b.String(), "\n"), "%q", b.String())
			rows, err := csv.NewReader(&b).ReadAll()
			require.NoError(t, err)
			require.Len(t, rows, 3)
			require.Equal(t, "A1+", rows[2][2])
			cell := rows[1][2]
			if sent := trimEnd(answer); plain != nil && plain(sent) {
				require.Equal(t, sent, cell)
				continue
			}
			require.False(t, strings.ContainsAny(cell[:min(1, len(cell))], "=+-@\t\r"), "%q", cell)
		}
	})
}
