package games

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/games/descriptor"
)

// What a published game adds to its record is smaller than the record: no page has copies of what others have.
func TestPublishedSize(t *testing.T) {
	for _, g := range All() {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			_, recorded := playSeries(t, g, descriptor.Settings{Move: time.Minute, Handshake: time.Minute, First: time.Minute}, 2, "bot:greedy?seed=1", "bot:greedy?seed=2")
			dir := t.TempDir()
			path, site := filepath.Join(dir, "r.jsonl"), filepath.Join(dir, "site")
			require.NoError(t, os.WriteFile(path, recorded, 0o644))
			require.NoError(t, Publish(t.Context(), path, site, live.Options{}))
			size := 0
			require.NoError(t, filepath.WalkDir(filepath.Join(site, "game"), func(path string, e fs.DirEntry, err error) error {
				if err != nil || e.IsDir() || e.Name() == "record.jsonl" {
					return err
				}
				text, err := os.ReadFile(path)
				size += len(text)
				require.NotContains(t, string(text), "<svg", path)
				return err
			}))
			require.Positive(t, size)
			require.Less(t, size, len(recorded))
		})
	}
}
