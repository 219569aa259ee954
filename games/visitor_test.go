package games

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/player"
)

// shownEnd is how a game ended on the page of a person.
type shownEnd struct {
	verdicts []string
	err      error
}

// visited plays a game between players, of whom those at the address web choose among the options
// of their pages, and derives its verdict again.
func visited(t *testing.T, limit time.Duration, choose func(seat string) func(int) int, addresses ...string) (host.Verdict, []shownEnd) {
	t.Helper()
	g, err := ByName("trax")
	require.NoError(t, err)
	ends, links := make(chan shownEnd, len(addresses)), atomic.Int32{}
	pages := SeatServer(func(text string) { t.Log(text) }, func(who, link string) {
		links.Add(1)
		go func() {
			verdicts, err := hosttest.Visit(t.Context(), link, choose(who))
			ends <- shownEnd{verdicts, err}
		}()
	})
	o := opener(&g, func(string) {})
	o.Visitor = g.Visitors(pages, func(v player.Visit) (key, name string) { return v.Seat, v.Address }, BotOptions{Team: "HU", Limit: time.Minute, Notify: o.Say})
	var seats []host.Seat
	for i, address := range addresses {
		p, err := o.Open(t.Context(), g.Seats[i], address, io.Discard)
		require.NoError(t, err)
		defer p.Close()
		seats = append(seats, host.Seat{Address: address, Player: p})
	}
	m, err := g.NewGame(Settings{Move: limit, First: limit}, seats...)
	require.NoError(t, err)
	var written bytes.Buffer
	m.Record = &written
	m.Watch = func(e record.Event) { pages.Watch("g", e) }
	v, err := m.Run(t.Context())
	require.NoError(t, err)
	recorded, err := record.Read(&written)
	require.NoError(t, err)
	report, err := Verify(&recorded[0])
	require.NoError(t, err)
	require.Equal(t, v.Reason, report.Verdict.Reason)
	require.NoError(t, pages.Close())
	var all []shownEnd
	for range links.Load() {
		end := <-ends
		require.NoError(t, end.err)
		require.Len(t, end.verdicts, 1)
		all = append(all, end)
	}
	return v, all
}

// Two people at pages play a whole game against each other, and both pages end with its
// verdict.
func TestVisitorsPlay(t *testing.T) {
	v, ends := visited(t, time.Minute, func(seat string) func(int) int {
		return rand.New(rand.NewPCG(uint64(len(seat)), 1)).IntN
	}, "web", "web")
	require.False(t, v.Void, v.Detail)
	require.Nil(t, v.Foul)
	require.Len(t, ends, 2)
	for _, end := range ends {
		require.Contains(t, end.verdicts[0], fmt.Sprintf("wins by %s after %d moves", v.Reason, v.Ply))
	}
}

// A person who leaves in the game loses by its limit.
func TestVisitorWhoLeaves(t *testing.T) {
	turns := 0
	v, ends := visited(t, 200*time.Millisecond, func(string) func(int) int {
		return func(options int) int {
			if turns++; turns > 2 {
				return -1
			}
			return options / 2
		}
	}, "web", "bot:random?seed=4")
	require.NotNil(t, v.Foul)
	require.Equal(t, 0, v.Foul.Seat)
	require.Equal(t, host.Silent, v.Foul.Kind)
	require.Equal(t, 1, v.Winner)
	require.Contains(t, ends[0].verdicts[0], "web loses at move 5: silent")
}

// A game whose moves no page offers has no people at pages.
func TestVisitorsOfOtherGames(t *testing.T) {
	for _, g := range All() {
		err := g.ValidateAddress("web")
		require.ErrorContains(t, err, "a person at a page plays only in loopline play and loopline contest run, and not in every game")
		require.Equal(t, g.Name == "trax", g.Visitors(nil, nil, BotOptions{}) != nil, g.Name)
	}
}
