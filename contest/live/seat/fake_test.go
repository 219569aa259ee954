package seat

import (
	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/livetest"
	"github.com/loopline/loopline/contest/live/web"
)

// newCountView makes the view of a game that is called count.
func newCountView(string) (live.View, error) { return &livetest.CountView{}, nil }

// texts are the events of a log in the form in which they are sent.
func texts(l *web.EventStream, from int) (all []string) {
	events, _, _ := l.From(from, 0)
	for _, e := range events {
		all = append(all, string(e.Text))
	}
	return all
}
