package live

import (
	"bytes"
	"html/template"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/tournament"
	"github.com/loopline/loopline/internal/phrase"
)

// Every page is what the standard library makes of its template, in both
// languages, with hostile names.
func TestPagesAsTheStandardLibraryFillsThem(t *testing.T) {
	theirs := template.Must(template.New("").Funcs(template.FuncMap{
		"brief": func(ms float64) string { return phrase.Brief(time.Duration(ms * 1e6)) },
		"used":  func(us int64) string { return phrase.Brief(time.Duration(us) * time.Microsecond) },
		"inc":   func(i int) int { return i + 1 },
	}).ParseFS(assets, "assets/*.html"))
	_, dir := newDay(t, 3)
	day, err := tournament.Read(dir)
	require.NoError(t, err)
	over, dir := newDay(t, 100)
	require.NotNil(t, over)
	done, err := tournament.Read(dir)
	require.NoError(t, err)
	g, err := NewGame("1", &countView{})
	require.NoError(t, err)
	tell(g, opening(attack, "y"))
	for range 3 {
		tell(g, ply(0, attack, time.Millisecond)...)
	}
	g.publish(time.Unix(100, 0))
	s := NewSite(Options{Title: attack, NewView: newCountView})
	t.Cleanup(func() { _ = s.Close() })
	for l := range langs {
		for _, static := range []bool{true, false} {
			f := s.staticFrame(Lang(l), "")
			f.Static, f.Wait, f.Big, f.Refused = static, 5, static, static
			p, err := g.page(f, 2, time.Unix(100, 0))
			require.NoError(t, err)
			p.Picture, p.Judge, p.Hide, p.Record, p.Worth, p.Earlier, p.Later = "", attack, static, static, p.Graph, true, true
			running, contest := s.contestFrame(f, viewDay(day)), s.contestFrame(f, viewDay(done))
			running.Hide = static
			director := directorPage{
				contestPage: running, Form: "f", Verbs: tournament.Verbs(), Done: []string{attack}, Problem: attack,
				Depends: []string{attack}, Order: tournament.Order{Verb: "void", Args: []string{attack}, Why: attack},
			}
			director.Notices = []notice{{N: "1", Type: "voided", What: attack, Why: attack, By: attack}}
			for _, one := range []struct {
				name string
				data any
			}{
				{"game.html", p}, {"contest.html", running}, {"contest.html", contest}, {"director.html", director},
				{"list.html", listPage{frame: f, Live: []Info{g.info()}, Over: []Info{g.info()}, Next: "?from=1"}},
				{"list.html", listPage{frame: f}}, {"enter.html", f}, {"nothing.html", f},
			} {
				var want, got bytes.Buffer
				require.NoError(t, theirs.ExecuteTemplate(&want, one.name, one.data))
				require.NoError(t, templates.ExecuteTemplate(&got, one.name, one.data))
				require.Equal(t, want.String(), got.String(), one.name)
			}
		}
	}
}
