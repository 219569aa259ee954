package live

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live/livetest"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/host/record"
)

// newCountView makes the view of a game that is called count.
func newCountView(string) (View, error) { return &livetest.CountView{}, nil }

// played is a game of moves that has been told.
func played(t *testing.T, moves int) *GameFeed {
	t.Helper()
	g, err := NewGameFeed("1", &livetest.CountView{})
	require.NoError(t, err)
	tell(g, livetest.Opening("x", "y"))
	for i := range moves {
		tell(g, livetest.Ply(i%2, fmt.Sprintf("m%d", i+1), time.Millisecond)...)
	}
	g.publish(time.Unix(100, 0))
	return g
}

// tell has a game take in events.
func tell(g *GameFeed, events ...record.Event) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i := range events {
		g.take(&events[i], time.Unix(100, 0))
	}
}

// texts are the events of a log in the form in which they are sent.
func texts(l *web.EventStream, from int) (all []string) {
	events, _, _ := l.From(from, 0)
	for _, e := range events {
		all = append(all, string(e.Text))
	}
	return all
}
