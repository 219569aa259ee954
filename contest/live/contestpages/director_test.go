package contestpages

import (
	"bytes"
	"html"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/command"
	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/livetest"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/say"
)

// Every order has a button on the director's page, a name and a help.
func TestOrdersHaveButtons(t *testing.T) {
	page, err := assets.ReadFile("assets/director.html")
	require.NoError(t, err)
	for _, v := range command.Kinds() {
		require.Contains(t, string(page), `.Act "`+v.Name+`"`)
		require.True(t, say.Has("live.verb-"+v.Name) && say.Has("live.help-"+v.Name), v.Name)
	}
}

// Japanese pages of contests say nothing in English, but for names.
func TestJapaneseContests(t *testing.T) {
	j, _ := newDay(t, 4)
	_, err := command.ApplyTo(j, command.Command{Verb: "withdraw", Args: []string{"C"}, By: "Jun", Why: "Strom"})
	require.NoError(t, err)
	s := New(live.Options{Title: "Cup", NewView: newCountView})
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	f := s.StaticPageData(web.Japanese, "")
	show := func(name string, data any) {
		var page bytes.Buffer
		require.NoError(t, templates.Lookup(name).Execute(&page, data))
		livetest.RequireJapanese(t, page.String(), "Cup", "<b>", "<script>", "Jun", "Strom")
	}
	show("enter.html", enterPage{f, false})
	show("enter.html", enterPage{f, true})
	require.NoError(t, j.View(func(d *tournament.Tournament) {
		v := tournamentView(d, false)
		show("contest.html", s.contestFrame(f, v))
		show("ceremony.html", ceremonyPage{s.contestFrame(f, v), true})
		v.Over, v.Places = true, places(d, maxPlaces)
		show("ceremony.html", ceremonyPage{s.contestFrame(f, v), true})
	}))
}

// What comes of an order is said in the language of the director's page; what people
// wrote stays as they wrote it.
func TestJapaneseOrders(t *testing.T) {
	browser, base, form, _ := directed(t)
	order := func(verb, why string, args ...string) string {
		values := url.Values{"form": {form}, "verb": {verb}, "why": {why}, "arg": args, "by": {"Jun"}, "depends": {"keep"}}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base+"/order", strings.NewReader(values.Encode()))
		require.NoError(t, err)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Accept-Language", "ja")
		a, err := browser.Do(r)
		require.NoError(t, err)
		defer a.Body.Close()
		text, err := io.ReadAll(a.Body)
		require.NoError(t, err)
		require.Contains(t, string(text), `lang="ja"`, verb)
		livetest.RequireJapanese(t, string(text), "Cup", "<b>", "<script>", "Jun", "E\u202e1", "Zed", "ok; late")
		return html.UnescapeString(string(text))
	}
	for _, c := range []struct {
		verb, want string
		args       []string
	}{
		{"dance", "はありません。あるのは", nil},
		{"void", "void には GAME が必要です", nil},
		{"pause", "pause に引数はありません", []string{"x"}},
		{"void", "という対局はありません", []string{"all"}},
		{"void", "対戦 all/9/1 はありません", []string{"all/9/1/1"}},
		{"void", "対局 all/1/1/1 は 1 回目の試行です", []string{"all/1/1/1/2"}},
		{"adjudicate", "対局 all/1/1/1/1 は決着済みです", []string{"all/1/1/1", "draw"}},
		{"amend", "の対局者ではありません", []string{"all/1/1/1", "A <script>"}},
		{"amend", "引き分けは draw と書きます", []string{"all/1/1/1", "Zed"}},
		{"withdraw", "参加者 \"Zed\" はいません", []string{"Zed"}},
		{"readdress", "b は B の接続先です", []string{"C", "b"}},
		{"add", "（総当たり）。途中からは参加できません", []string{"Zed", "z"}},
		{"add", "すでにいます", []string{"b", "z"}},
		{"resume", "すでに再開されています", nil},
		{"withdraw", "U+202E は表示されず", []string{"E\u202e1"}},
	} {
		require.Contains(t, order(c.verb, "ok; late", c.args...), c.want, c.verb)
	}
	require.Contains(t, order("withdraw", "", "C"), "withdraw には理由が必要です")
	require.Contains(t, order("pause", "ok; late"), ": 一時停止（Jun）: ok; late</bdi>")
	require.Contains(t, order("readdress", "ok; late", "C", "z"), ": ボード交換 C z（Jun）: ok; late</bdi>")
	require.Contains(t, order("amend", "ok; late", "all/1/1/1", "draw"), "引き分け（Jun）: ok; late</bdi>")
	require.Contains(t, order("rename", "ok; late", "B", "Zed"), ": 名前の変更 B Zed（Jun）: ok; late</bdi>")
	require.Contains(t, order("replan", "ok; late", "tables", "3"), ": 計画の変更 tables 3（Jun）: ok; late</bdi>")
}
