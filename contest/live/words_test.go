package live

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live/livetest"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
)

// asked finds the messages that templates ask for.
var asked = regexp.MustCompile(`(?:\.|\$f\.)(?:T|Raw) "([^"]+)"`)

// asksFor adds the messages that a Go file asks for.
func asksFor(path string, used map[string]bool) error {
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		return err
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if text, ok := n.(*ast.BasicLit); ok && (strings.HasPrefix(text.Value, `"director-`) || strings.HasPrefix(text.Value, `"seat-`) || strings.HasPrefix(text.Value, `"stand-`) || strings.HasPrefix(text.Value, `"desk-`)) {
			used[strings.Trim(text.Value, `"`)] = true
		}
		if call, ok := n.(*ast.CallExpr); ok && len(call.Args) > 0 {
			name, isMethod := call.Fun.(*ast.SelectorExpr)
			text, isText := call.Args[0].(*ast.BasicLit)
			if isMethod && isText && name.Sel.Name == "T" {
				used[strings.Trim(text.Value, `"`)] = true
			}
		}
		return true
	})
	return nil
}

// Every text that a page of this folder and those below it asks for is in the catalogue, and every one there is asked for.
func TestMessages(t *testing.T) {
	used := map[string]bool{}
	require.NoError(t, filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch filepath.Ext(path) {
		case ".html", ".js":
			text, err := os.ReadFile(path)
			for _, m := range asked.FindAllStringSubmatch(string(text), -1) {
				used[m[1]] = true
			}
			return err
		case ".go":
			return asksFor(path, used)
		}
		return err
	}))
	for _, name := range say.NamesOf("live.") {
		key := strings.TrimPrefix(name, "live.")
		family, _, _ := strings.Cut(key, "-")
		isFamily := slices.Contains([]string{"column", "decision", "verb", "help", "kind", "left", "rule", "foul", "alarm", "hall", "spectator", "reason"}, family)
		require.True(t, used[key] || isFamily, "nothing says %q", key)
	}
	for key := range used {
		require.True(t, say.Has("live."+key), key)
	}
}

// toldView says a move and names of which the catalogue has both languages.
type toldView struct{ livetest.CountView }

func (v *toldView) Observe(e record.Event) (terminal.Move, bool) {
	m, ok := v.CountView.Observe(e)
	m.Words, m.Remark = say.Format("turn %d %s", 7, m.Words), say.Format("+%d forced", 1)
	return m, ok
}

func (*toldView) Name(name string) say.Text {
	return say.Named(map[string]string{"a": "trax.white", "count": "trax.loop"}[name], name)
}

// What a game says of its moves, its seats and its end is said in the language of
// the page; a kind of foul has a message, and names of players stay.
func TestTranslated(t *testing.T) {
	g, err := NewGameFeed("1", &toldView{})
	require.NoError(t, err)
	tell(g, livetest.Opening("xy", "zz"))
	for _, e := range livetest.Ply(0, "move", 0) {
		tell(g, e)
	}
	tell(g, livetest.Won("a"))
	require.Equal(t, Translation{"7 ターン目 move", "+1 強制"}, g.moves[0].In(web.Japanese))
	require.Equal(t, Translation{"turn 7 move", "+1 forced"}, g.moves[0].In(web.English))
	require.Contains(t, g.ending(web.English), "by count")
	require.Contains(t, g.ending(web.Japanese), "xy (白) の勝ち（ループ、")
	g.verdict.Reason = string(host.Late)
	require.Contains(t, g.ending(web.Japanese), web.Japanese.T("foul-late"))
	g.verdict.Foul = &record.EventFoul{Kind: string(host.Late), Detail: "took 2 s of 1 s", Used: 2e6, Limit: 1e6}
	require.Contains(t, g.ending(web.Japanese), "1s のところ 2s かかりました")
	require.Contains(t, g.ending(web.English), "took 2 s of 1 s")
	for _, kind := range []host.Kind{host.Illegal, host.Late, host.Silent, host.Gone, host.Garbled, host.Protocol} {
		require.True(t, say.Has("live.foul-"+string(kind)), kind)
	}
}

// What others wrote is shown as they wrote it, whatever it looks like: an error of the
// system, the end of a player's connection, the reason of a decision.
func TestOthersWordsStay(t *testing.T) {
	const others = "game 1 of white: note"
	g, err := NewGameFeed("1", &livetest.CountView{})
	require.NoError(t, err)
	tell(g, livetest.Opening("x", "y"), record.Event{Type: record.EventVerdict, Void: true, Reason: host.ReasonError, Detail: others})
	require.Contains(t, g.ending(web.Japanese), "（0 手、"+others+"）")
	require.Contains(t, g.ending(web.English), others)

	foul := &record.EventFoul{Seat: 1, Kind: string(host.Gone), Reason: host.ReasonClosed, Detail: others}
	tell(g, record.Event{Type: record.EventVerdict, Reason: string(host.Gone), Detail: others, Foul: foul})
	require.Contains(t, g.ending(web.Japanese), "、切断、"+others+"）")
	require.Equal(t, others, web.Japanese.Say(errors.New(others)))
}

// A verdict in the hall has no measurements; the score is that of the ply that is shown.
func TestHallWords(t *testing.T) {
	g := played(t, 3)
	winner := "a"
	tell(g, record.Event{Type: record.EventVerdict, Winner: &winner, Reason: "foul", Ply: 3,
		Foul: &record.EventFoul{Seat: 1, Kind: "late", Reason: "late", Detail: "took 1.977266s of 500ms"}})
	g.publish(time.Unix(100, 0))
	require.Equal(t, "x (a) wins: y was too late", g.SpectatorEnding(web.English))
	require.Equal(t, "x (a)の勝ち。y: 時間切れ", g.SpectatorEnding(web.Japanese))
	p, err := g.Page(web.PageData{}, 2, time.Unix(100, 0))
	require.NoError(t, err)
	require.Equal(t, []int{2, 4}, []int{p.Players[0].Points, p.Players[1].Points})
}
