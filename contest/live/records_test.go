package live

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live/livetest"
	"github.com/loopline/loopline/host/record"
)

// A game that is downloaded from a longer record is an excerpt of it.
func TestDownloadIsAnExcerpt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.jsonl")
	livetest.RecordGame(t, path, "first")
	livetest.RecordGame(t, path, "second")
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	s, url := newTestSite(t, Options{})
	require.NoError(t, s.ShowRecord(path))
	_, first := livetest.Get(t, url+"/game/1/record.jsonl")
	_, second := livetest.Get(t, url+"/game/2/record.jsonl")
	head, rest, _ := strings.Cut(first, "\n")
	require.Equal(t, `{"type":"excerpt","after":""}`, head)
	head, last, _ := strings.Cut(second, "\n")
	require.Regexp(t, `^\{"type":"excerpt","after":"[0-9a-f]{32}"\}$`, head)
	require.Equal(t, string(whole), rest+last, "nothing is changed")
	games, err := record.Read(strings.NewReader(second))
	require.NoError(t, err)
	require.Len(t, games, 1)
	require.Equal(t, "second", games[0].Header().ID)
}

// TestLineWithoutEnd: a record whose line does not end, such as a sparse file of a
// terabyte, is not read to its end.
func TestLineWithoutEnd(t *testing.T) {
	name := filepath.Join(t.TempDir(), "r.jsonl")
	require.NoError(t, os.WriteFile(name, nil, 0o644))
	require.NoError(t, os.Truncate(name, 1<<40))
	s, _ := newTestSite(t, Options{})
	require.ErrorContains(t, s.ShowRecord(name), "line 1 is longer than 1048576 bytes: not a record")
}
