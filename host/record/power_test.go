package record

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/vfs/simfs"
)

// After a sync that failed nothing of a record counts as being on the disk, whatever the
// system says of later ones: it tells of one that failed once.
func TestSyncErrorOfARecordStays(t *testing.T) {
	disk := simfs.New(simfs.Options{Seed: 1})
	r, err := OpenOn(disk.Process("run"), "game.jsonl")
	require.NoError(t, err)
	disk.FailSyncs(func(string) bool { return true })
	_, err = r.Write([]byte(sample(t)))
	require.NoError(t, err)
	require.ErrorContains(t, r.Sync(), "sync record game.jsonl: sync game.jsonl: input/output error")
	disk.FailSyncs(nil)
	require.ErrorContains(t, r.Sync(), "input/output error")
	_, err = r.Write([]byte("x"))
	require.ErrorContains(t, err, "input/output error")
	require.ErrorContains(t, r.Close(), "input/output error")
}

// Intact is how far a record is as it was written.
func TestIntact(t *testing.T) {
	text := sample(t)
	for at := 0; at < len(text); at += 7 {
		line := strings.LastIndexByte(text[:at], '\n') + 1
		zeros := []byte(text)
		clear(zeros[at:min(at+5, len(text))])
		intact, err := Intact(bytes.NewReader(zeros))
		require.NoError(t, err)
		require.Equal(t, int64(line), intact, "zeros at %d", at)

		intact, err = Intact(strings.NewReader(text[:at])) // a writer was stopped
		require.NoError(t, err)
		require.Equal(t, int64(at), intact, "cut at %d", at)
	}
	intact, err := Intact(strings.NewReader(text))
	require.NoError(t, err)
	require.Equal(t, int64(len(text)), intact)
}
