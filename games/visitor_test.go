package games

import (
	"bytes"
	"io"
	"math/rand/v2"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/descriptor"
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

// guest is a match with people at pages.
type guest struct {
	game    string
	options map[string]string
	limit   time.Duration
	seats   []string // addresses
	play    func(seat, link string) ([]string, error)
}

// visited plays the match, and derives its verdict again.
func visited(t *testing.T, m guest) (host.Verdict, []shownEnd, *record.Game) {
	t.Helper()
	g, err := ByName(m.game)
	require.NoError(t, err)
	ends, links := make(chan shownEnd, len(m.seats)), atomic.Int32{}
	pages := SeatServer(func(text string) { t.Log(text) }, func(who, link string) {
		links.Add(1)
		go func() {
			verdicts, err := m.play(who, link)
			ends <- shownEnd{verdicts, err}
		}()
	})
	o := opener(&g, func(string) {})
	o.Visitor = g.Visitors(pages, func(v player.Visit) (key, name string) { return v.Seat, v.Address }, descriptor.BotOptions{Team: "HU", Limit: time.Minute, Notify: o.Say})
	var seats []host.Seat
	for i, address := range m.seats {
		p, err := o.Open(t.Context(), g.Seats[i], address, io.Discard)
		require.NoError(t, err)
		defer p.Close()
		seats = append(seats, host.Seat{Address: address, Player: p})
	}
	match, err := g.NewGame(descriptor.Settings{Move: m.limit, First: m.limit, Person: m.limit, Options: m.options}, seats...)
	require.NoError(t, err)
	var written bytes.Buffer
	match.Record = &written
	match.Watch = func(e record.Event) { pages.Watch("g", e) }
	v, err := match.Run(t.Context())
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
	return v, all, &recorded[0]
}

// visits are short matches of every game.
func visits() []guest {
	return []guest{
		{game: "trax"},
		{game: "battle2048"},
		{game: "chaser", options: map[string]string{"turns": "20"}},
		{game: "dpt", options: map[string]string{"turns": "6"}},
		{game: "kakomimasu", options: map[string]string{"turns": "4", "agents": "3"}},
	}
}

// Every game has people at pages, wherever they may be named.
func TestVisitorsOfEveryGame(t *testing.T) {
	var games []string
	for _, m := range visits() {
		games = append(games, m.game)
	}
	require.Equal(t, Names(), games)
	for _, g := range All() {
		require.NotNil(t, g.NewVisitor, g.Name)
		err := g.ValidateAddress("web")
		require.ErrorContains(t, err, "a person at a page plays only in loopline play")
	}
}

// Two people at pages play a whole game against each other, and both pages end with its
// verdict.
func TestVisitorsPlay(t *testing.T) {
	for _, m := range visits() {
		t.Run(m.game, func(t *testing.T) {
			m.limit, m.seats = time.Minute, []string{"web", "web"}
			m.play = func(seat, link string) ([]string, error) {
				return hosttest.Visit(t.Context(), link, rand.New(rand.NewPCG(uint64(len(seat)), 1)).IntN)
			}
			v, ends, _ := visited(t, m)
			require.False(t, v.Void, v.Detail)
			require.Nil(t, v.Foul)
			require.Len(t, ends, 2)
			require.Equal(t, ends[0].verdicts, ends[1].verdicts)
			require.NotEmpty(t, ends[0].verdicts[0])
		})
	}
}

// A person who leaves in the game loses by its limit, or, where a late answer costs the turn alone,
// has no action in any turn from then on.
func TestVisitorWhoLeaves(t *testing.T) {
	for _, m := range visits() {
		t.Run(m.game, func(t *testing.T) {
			turns := 0
			m.limit, m.seats = 500*time.Millisecond, []string{"web", "bot:random?seed=4"}
			m.play = func(_, link string) ([]string, error) {
				return hosttest.Visit(t.Context(), link, func(options int) int {
					if turns++; turns > 4 {
						return -1
					}
					return options / 2
				})
			}
			v, ends, recorded := visited(t, m)
			silent := 0
			for _, e := range recorded.Events {
				if e.Type == record.EventFouled && e.Seat == 0 {
					silent++
				}
			}
			if m.game == "dpt" || m.game == "kakomimasu" {
				require.Nil(t, v.Foul)
				require.GreaterOrEqual(t, silent, 2)
				return
			}
			require.NotNil(t, v.Foul)
			require.Equal(t, 0, v.Foul.Seat)
			require.Equal(t, host.Silent, v.Foul.Kind)
			require.Equal(t, 1, v.Winner)
			require.Contains(t, ends[0].verdicts[0], "web loses at")
		})
	}
}

// TestVisitorUnderAttack: at a seat of every game, what isn't an answer of the person who has it,
// in turn and by the rules, is refused, and the game goes on as if it had not come.
func TestVisitorUnderAttack(t *testing.T) {
	for _, m := range visits() {
		t.Run(m.game, func(t *testing.T) {
			m.limit, m.seats = time.Minute, []string{"web", "bot:random?seed=4"}
			attacked := 0
			m.play = func(_, link string) ([]string, error) {
				b, stranger, chance := hosttest.NewBrowser(link), hosttest.NewBrowser(link), rand.New(rand.NewPCG(1, 1))
				try := func(who *hosttest.Browser, to string, body map[string]any, header http.Header) int {
					status, text, err := who.Post(t.Context(), to, body, header)
					if err != nil {
						text = err.Error()
					}
					t.Log(to, status, text)
					return status
				}
				last := map[string]any{}
				verdicts, err := b.Play(t.Context(), chance.IntN, func(turn int, answers []string) {
					if attacked++; attacked > 2 {
						return
					}
					good := map[string]any{"turn": turn, "answers": answers}
					for name, got := range map[string]int{
						"code used":     try(stranger, "enter", map[string]any{"code": b.Code}, nil) - http.StatusForbidden,
						"code guessed":  try(stranger, "enter", map[string]any{"code": "GUESS"}, nil) - http.StatusForbidden,
						"no cookie":     try(stranger, "reply", good, nil) - http.StatusForbidden,
						"other origin":  try(b, "reply", good, http.Header{"Origin": {"http://evil.example"}}) - http.StatusForbidden,
						"another turn":  try(b, "reply", map[string]any{"turn": turn + 1, "answers": answers}, nil) - http.StatusConflict,
						"illegal":       try(b, "reply", map[string]any{"turn": turn, "answers": append([]string{"Z9\n1 1"}, answers[1:]...)}, nil) - http.StatusUnprocessableEntity,
						"too few parts": try(b, "reply", map[string]any{"turn": turn, "answers": []string{}}, nil) - http.StatusUnprocessableEntity,
						"too many":      try(b, "reply", map[string]any{"turn": turn, "answers": append(answers[:len(answers):len(answers)], answers[0])}, nil) - http.StatusUnprocessableEntity,
					} {
						if got != 0 {
							t.Errorf("%s: the status is %d too high", name, got)
						}
					}
					if old := last["turn"]; old != nil && try(b, "reply", last, nil) != http.StatusConflict {
						t.Errorf("an old tab's answer counts")
					}
					last = good
				})
				if got := try(b, "reply", last, nil); err == nil && got != 0 && got != http.StatusConflict {
					t.Errorf("an answer after the game has status %d", got)
				}
				return verdicts, err
			}
			v, _, _ := visited(t, m)
			require.Nil(t, v.Foul)
			require.False(t, v.Void, v.Detail)
			require.Positive(t, attacked)
		})
	}
}
