package record

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Records that were joined are one: it reads as they do, and is what the same games
// would have been in one file. What is damaged or cut is refused.
func TestJoined(t *testing.T) {
	one := sample(t)
	var out bytes.Buffer
	j := Merger{To: &out}
	for range 3 {
		require.NoError(t, j.Add(strings.NewReader(one)))
	}
	require.NoError(t, j.Add(strings.NewReader("")))
	require.Equal(t, reseal(one+one+one), out.String())
	games, err := Read(&out)
	require.NoError(t, err)
	require.Len(t, games, 3)

	lines := strings.SplitAfter(one, "\n")
	for want, record := range map[string]string{
		"record:2: the sum does not fit":  strings.Replace(one, `"type":"log","seat":0`, `"type":"log","seat":1`, 1),
		"record:3: the sum does not fit":  lines[0] + lines[1] + strings.Join(lines[3:], ""),
		"want a complete event":           one[:len(one)-1],
		"record:1: want a complete event": ExcerptStart + excerptEnd + "\n" + one,
	} {
		require.ErrorContains(t, j.Add(strings.NewReader(record)), want)
	}
}
