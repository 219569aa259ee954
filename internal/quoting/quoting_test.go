package quoting

import (
	"encoding/csv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// hostileNames are names that end what they stand in, in some language.
var hostileNames = []string{
	"plain_1", "", "a b", "x; exec -- touch /tmp/x", "x\n[script]\nshell id", "$(shell id)", "`id`", `'"'"';id;'`, "a#b", `a\`, `\#`,
	"=1+1", "+1", "-1", "@x", "=cmd|' /C calc'!A0", "a,b", "a\"b", "--flag", "x]y", "{}", "\x00", "é", "\u202e", "\u00a0",
}

// FuzzWord: a word stays one, in its line, whatever the name.
func FuzzWord(f *testing.F) {
	for _, name := range hostileNames {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		word, err := Word(name)
		if err != nil {
			return
		}
		require.Equal(t, name, word)
		require.Equal(t, []string{word}, strings.Fields("\t"+word+"\n"))
		require.False(t, strings.ContainsAny(word, "\"'`;#[]{}\r\n\x00"), "%q", word)
		require.False(t, strings.HasPrefix(word, "-"))
	})
}

// FuzzCell: a cell is read back as one of its row, and no spreadsheet takes it for a formula.
func FuzzCell(f *testing.F) {
	for _, name := range hostileNames {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		var b strings.Builder
		w := csv.NewWriter(&b)
		require.NoError(t, w.Write([]string{"before", Cell(name), "behind"}))
		w.Flush()
		require.Equal(t, 1, strings.Count(b.String(), "\n"), "%q", b.String())
		rows, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
		require.NoError(t, err)
		require.Len(t, rows, 1)
		require.Len(t, rows[0], 3)
		require.False(t, strings.ContainsAny(rows[0][1][:min(1, len(rows[0][1]))], "=+-@\t\r"), "%q", rows[0][1])
	})
}
