package live

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live/livetest"
	"github.com/loopline/loopline/contest/live/web"
)

// Pages of games share a frame in each language, and each differs from it by what its pack says. A folder has
// no copies: of pictures, of moves, of the page.
func TestPublishedGamesShareTheirFrame(t *testing.T) {
	recorded := filepath.Join(t.TempDir(), "r.jsonl")
	for _, id := range []string{"a", "b", "c"} {
		livetest.RecordGame(t, recorded, id)
	}
	s, _ := newTestSite(t, Options{})
	require.NoError(t, s.ShowRecord(recorded))
	dir := filepath.Join(t.TempDir(), "site")
	require.NoError(t, s.Publish(dir))
	frames, err := filepath.Glob(filepath.Join(dir, "static", "frame-*.js"))
	require.NoError(t, err)
	require.Len(t, frames, 2)
	keys := s.keys()
	require.Len(t, keys, 3)
	for _, key := range keys {
		g, err := s.Game(key)
		require.NoError(t, err)
		files, err := os.ReadDir(filepath.Join(dir, "game", key))
		require.NoError(t, err)
		var names []string
		for _, f := range files {
			names = append(names, f.Name())
		}
		require.Equal(t, []string{"index.html", "index.ja.html", "record.jsonl", "steps.js"}, names)
		var pack struct{ Page map[string]json.RawMessage }
		require.NoError(t, json.Unmarshal(livetest.Unpacked(t, dir, key), &pack))
		for l := range web.Langs {
			file, err := os.ReadFile(filepath.Join(dir, "game", key, web.PageFile(web.Lang(l))))
			require.NoError(t, err)
			require.Less(t, len(file), 2500)
			name := regexp.MustCompile(`frame-[0-9a-f]+\.js`).Find(file)
			text, err := os.ReadFile(filepath.Join(dir, "static", string(name)))
			require.NoError(t, err)
			var f struct{ Lines, Scripts []string }
			text = bytes.TrimPrefix(text, []byte("self.looplineFrame = "))
			require.NoError(t, json.Unmarshal(bytes.TrimSuffix(text, []byte(";\n")), &f))
			require.Contains(t, f.Scripts, "../../static/game.js")
			for _, script := range f.Scripts {
				require.NotContains(t, string(file), `src="`+script+`"`, "runs twice")
			}
			page, err := s.staticGamePage(g, web.Lang(l), true)
			require.NoError(t, err)
			whole, err := web.Rendered(templates.Lookup("game-main"), page)
			require.NoError(t, err)
			require.Equal(t, string(whole), strings.Join(livetest.Patched(t, f.Lines, pack.Page[web.Lang(l).String()]), "\n"))
			require.Contains(t, string(whole), `data-key="`+key+`"`)
		}
	}
}
