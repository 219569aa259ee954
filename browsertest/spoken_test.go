package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/record"
)

// recordedPly is a move as the record of a game of Trax has it.
type recordedPly struct {
	Ply, Seat, Forced int
	Move              string
}

// spoken returns what a person who hears the page has to hear of a move.
func (m recordedPly) spoken(lang string) string {
	if lang == "ja" {
		text := fmt.Sprintf("%d 手目 %s %s", m.Ply, []string{"白", "赤"}[m.Seat], m.Move)
		if m.Forced > 0 {
			text += fmt.Sprintf(" +%d 強制", m.Forced)
		}
		return text
	}
	text := fmt.Sprintf("ply %d %s %s", m.Ply, []string{"white", "red"}[m.Seat], m.Move)
	if m.Forced > 0 {
		text += fmt.Sprintf(" +%d forced", m.Forced)
	}
	return text
}

// recordedPlies reads the moves of a record, without the code of the pages.
func recordedPlies(t *testing.T, name string) (all []recordedPly) {
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	for g, err := range record.Games(f) {
		require.NoError(t, err)
		for _, e := range g.Events {
			var m recordedPly
			if e.Type == record.EventNote && e.Name == "ply" {
				require.NoError(t, json.Unmarshal(e.Data, &m))
				all = append(all, m)
			}
		}
	}
	return all
}

// keepsSaid has the page keep every text that its live region gets.
const keepsSaid = `self.heard = [], new MutationObserver(() => heard.push(document.getElementById("said").textContent)).observe(document.getElementById("said"), { childList: true, characterData: true, subtree: true }), true`

// stepsThrough goes through a game by the arrow key, and returns every text of the live region.
func stepsThrough(t *testing.T, ctx context.Context, plies int) []string {
	eval[bool](t, ctx, keepsSaid)
	for ply := range plies {
		press(t, ctx, "ArrowRight")
		wait(t, ctx, fmt.Sprintf("looplinePage.at() === %d && heard.length >= %d", ply+1, ply+1))
	}
	return eval[[]string](t, ctx, "heard")
}

// TestSpoken replays a whole game by keys and compares each text of the live region with the moves of the record, in
// both languages.
func TestSpoken(t *testing.T) {
	ctx := browser(t)
	name := played(t, "trax")
	plies := recordedPlies(t, name)
	require.Greater(t, len(plies), 8)
	forced := 0
	for _, m := range plies {
		forced += m.Forced
	}
	require.Positive(t, forced, "a game with forced tiles")
	s := newSite()
	require.NoError(t, s.Show(t.Context(), name))
	url := serve(t, s)
	for _, lang := range []string{"en", "ja"} {
		open(t, ctx, url+"/game/1/?ply=0&lang="+lang)
		wait(t, ctx, fmt.Sprintf("looplinePage.at() === 0 && looplinePage.moves() === %d", len(plies)))
		require.Equal(t, "polite", eval[string](t, ctx, "document.getElementById('said').getAttribute('aria-live')"))
		var want []string
		for _, m := range plies {
			want = append(want, m.spoken(lang))
		}
		require.Equal(t, want, stepsThrough(t, ctx, len(plies)), lang)
		quiet(t, ctx)
	}
}
