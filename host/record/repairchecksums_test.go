package record

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// wellSummed is a record of two games whose lines need not make sense.
func wellSummed(t *testing.T) []string {
	t.Helper()
	var b bytes.Buffer
	out := &chained{w: &b}
	for range 2 {
		require.NoError(t, written(out))
	}
	return strings.SplitAfter(strings.TrimSuffix(b.String(), "\n"), "\n")
}

// chained is a writer that several matches record to.
type chained struct {
	w     io.Writer
	chain HashChain
}

func (c *chained) Write(p []byte) (int, error) { return c.w.Write(p) }
func (c *chained) Chain() *HashChain           { return &c.chain }

func resummed(t *testing.T, text string) (string, []int) {
	t.Helper()
	var changed []int
	out, err := io.ReadAll(RepairChecksums(strings.NewReader(text), func(n int) { changed = append(changed, n) }))
	require.NoError(t, err)
	return string(out), changed
}

func TestRepairChecksumsLeavesAGoodRecordAlone(t *testing.T) {
	text := strings.Join(wellSummed(t), "") + "\n"
	out, changed := resummed(t, text)
	require.Equal(t, text, out)
	require.Empty(t, changed)
}

// Only the changed line is told, and the record can be read.
func TestRepairChecksumsReadsAChangedRecord(t *testing.T) {
	lines := wellSummed(t)
	for i := range lines {
		changed := append([]string(nil), lines...)
		for _, r := range [][2]string{{`"id":"x"`, `"id":"y"`}, {`"one"`, `"eno"`}, {`"done"`, `"node"`}} {
			changed[i] = strings.ReplaceAll(changed[i], r[0], r[1])
		}
		text := strings.Join(changed, "")
		_, err := Read(strings.NewReader(text))
		require.Error(t, err)
		_, told := resummed(t, text)
		require.Equal(t, []int{i + 1}, told)
		games, err := Read(RepairChecksums(strings.NewReader(text), nil))
		require.NoError(t, err)
		require.Len(t, games, 2)
		require.True(t, games[1].Complete)
	}
}

// What is no event stays what it was, for the reader to complain of.
func TestRepairChecksumsLeavesDamageAlone(t *testing.T) {
	lines := wellSummed(t)
	for _, bad := range []string{"", "{}\n", "no record at all\n", lines[0][:20]} {
		text := strings.Join(lines[:2], "") + bad
		out, changed := resummed(t, text)
		require.Equal(t, strings.TrimSuffix(text, "\n"), strings.TrimSuffix(out, "\n"))
		require.Empty(t, changed)
	}
}
