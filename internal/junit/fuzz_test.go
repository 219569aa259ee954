package junit

import (
	"encoding/xml"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzAppend: names and texts of others stay within their elements.
func FuzzAppend(f *testing.F) {
	for _, text := range []string{"plain", `"/><testcase name="x"/>`, "]]>", "<!--", "&amp;", "\x00\x1b[31m", "a\nb", "\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		report, err := Append([]byte(nil), Suite{Name: text, Output: text, Cases: []Case{
			{Class: text, Name: text, Failure: text}, {Name: "second", Error: text}, {Name: "third", Skipped: text},
		}})
		require.NoError(t, err)
		var read suites
		require.NoError(t, xml.Unmarshal(report, &read), "%s", report)
		require.Len(t, read.Suite.Cases, 3)
		require.Equal(t, "third", read.Suite.Cases[2].Name)
	})
}
