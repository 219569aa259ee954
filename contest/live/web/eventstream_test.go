package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A viewer is told of every event once, whenever it comes, and of the end.
func TestLog(t *testing.T) {
	var l EventStream
	events, changed, ended := l.From(0, 0)
	require.Empty(t, events)
	require.False(t, ended)
	l.Append(NewEvent("g", 1, "state", []byte("{}")))
	<-changed
	events, changed, _ = l.From(0, 0)
	require.Len(t, events, 1)
	require.Equal(t, "id: g/1\nevent: state\ndata: {}\n\n", string(events[0].Text))
	l.Append(NewEvent("g", 2, "state", nil))
	<-changed
	events, changed, _ = l.From(1, 0)
	require.Len(t, events, 1)
	l.End()
	<-changed
	l.Append(NewEvent("g", 3, "state", nil))
	events, _, ended = l.From(2, 0)
	require.Empty(t, events)
	require.True(t, ended)
	events, _, _ = l.From(99, 0)
	require.Empty(t, events)
}

// Who comes back is told what it lacks, and all events of the last move that it had,
// one of which may be a verdict.
func TestLogAfter(t *testing.T) {
	var l EventStream
	require.Zero(t, l.After(3))
	for _, ply := range []int{0, 2, 2, 5} {
		l.Append(NewEvent("g", ply, "state", nil))
	}
	for ply, place := range map[int]int{0: 0, 1: 1, 2: 1, 4: 3, 5: 3, 9: 4} {
		require.Equal(t, place, l.After(ply), "ply %d", ply)
	}
	ply, ok := PlyOf("g/12", "g")
	require.True(t, ok)
	require.Equal(t, 12, ply)
	for _, id := range []string{"", "g", "g/", "g/-1", "h/1", "g/1/2", "g/999999999999999999999"} {
		_, ok := PlyOf(id, "g")
		require.False(t, ok, id)
	}
}

// The feed forgets its older half, and says by its numbers what is missing.
func TestFeedIsBounded(t *testing.T) {
	var l EventStream
	for n := range 10 {
		l.Keep(Event{Text: fmt.Appendln(nil, n)}, 4)
	}
	events, _, _ := l.From(0, 0)
	require.Equal(t, "6\n", string(events[0].Text))
	require.LessOrEqual(t, len(events), 4)
	events, _, _ = l.From(9, 0)
	require.Len(t, events, 1)
	require.Equal(t, "9\n", string(events[0].Text))
}

// Each change is told once, whoever follows for how long; what is old is forgotten.
func TestWholeEvents(t *testing.T) {
	var l EventStream
	place := 0
	for n := range 3 * maxWhole {
		l.Replace(strings.Repeat("x", n%3))
		l.Replace(strings.Repeat("x", n%3))
		events, behind, _, _ := l.next(place, 0)
		require.Len(t, events, 1)
		require.Equal(t, place+1, behind)
		place = behind
	}
	require.Less(t, len(l.events), maxWhole+1)
	require.Equal(t, 3*maxWhole-1, l.Last())
	events, _, _ := l.From(0, 0)
	require.Equal(t, l.events, events, "of a page that is told as a whole the last ones are enough")
}
