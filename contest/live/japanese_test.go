package live

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live/livetest"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
)

// Japanese pages of games say nothing in English.
func TestJapanesePages(t *testing.T) {
	s := NewSite(Options{Title: "Cup", NewView: newCountView})
	t.Cleanup(func() { _ = s.Close() })
	f := s.StaticPageData(web.Japanese, "")
	show := func(name string, data any) {
		var page bytes.Buffer
		require.NoError(t, templates.Lookup(name).Execute(&page, data))
		livetest.RequireJapanese(t, page.String(), "Cup")
	}
	ended := livetest.Won("a")
	ended.Reason = string(host.Late)
	ended.Foul = &record.EventFoul{Seat: 1, Kind: string(host.Late), Detail: "took 2 s of 1 s", Used: 2e6, Limit: 1e6}
	for _, last := range []record.Event{
		ended, {Type: record.EventVerdict, Draw: true, Reason: string(host.Illegal)},
		{Type: record.EventVerdict, Void: true, Reason: host.ReasonInterrupted, Detail: "interrupted"}, {Type: record.EventAsk},
	} {
		g, err := NewGameFeed("1", &livetest.CountView{})
		require.NoError(t, err)
		tell(g, livetest.Opening("x", "y"))
		tell(g, livetest.Ply(0, "m1", time.Millisecond)...)
		tell(g, last)
		g.publish(time.Unix(100, 0))
		p, err := g.Page(f, 1, time.Unix(100, 0))
		require.NoError(t, err)
		p.Picture, p.Evaluator, p.Record, p.Earlier, p.Later = "", "J", true, true, true
		show("game.html", p)
		show("list.html", listPage{PageData: f, Live: []Info{g.Info()}, Over: []Info{g.Info()}, Next: "?from=1"})
	}
	show("list.html", listPage{PageData: f})
	show("nothing.html", f)
}
