package games

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/player"
)

// Cards is a game for these tests alone, written by the page "Add a game" of
// CONTRIBUTING.md. Two or three seats each show a card of 1 to 3 at once; a
// single highest card earns its points. Who is late or shows something else
// shows nothing that round, and plays on. The last seat speaks first. Equal
// scores are a draw.
//
// cards are its rules: the scores so far.
type cards struct{ scores []int }

// show scores a round; a card of 0 is none.
func (c *cards) show(shown []int) {
	best := slices.Max(shown)
	i := slices.Index(shown, best)
	if best > 0 && !slices.Contains(shown[i+1:], best) {
		c.scores[i] += best
	}
}

// leader is who has the highest score, or host.Nobody when several share it.
func (c *cards) leader() int {
	best := slices.Max(c.scores)
	i := slices.Index(c.scores, best)
	if slices.Contains(c.scores[i+1:], best) {
		return host.Nobody
	}
	return i
}

// The game's name, its seats, its option, its note.
const (
	cardsName   = "cards"
	cardsRounds = "rounds"
	cardsNote   = "round"
)

var cardsSeats = []string{"left", "middle", "right"}

// cardsGame is the referee.
func cardsGame(rounds int, limit time.Duration) host.Game {
	return func(ctx context.Context, t *host.Table) (host.Verdict, error) {
		c := &cards{make([]int, t.Seats())}
		var err error
		for seat := 0; seat < t.Seats() && err == nil; seat++ {
			_, err = t.Hear(ctx, seat, host.Question{Limit: limit,
				Accept: func(line string) bool { return line == "ready" }})
		}
		for round := 0; round < rounds && err == nil; round++ {
			err = playRound(ctx, t, c, limit)
		}
		v := host.Verdict{Winner: c.leader(), Reason: "points", Ply: rounds, Scores: c.scores}
		v.Draw = v.Winner == host.Nobody
		return v, err
	}
}

func playRound(ctx context.Context, t *host.Table, c *cards, limit time.Duration) error {
	shown := make([]int, t.Seats())
	errs := t.Each(ctx, func(ctx context.Context, seat int) error {
		question := fmt.Sprintf("scores %v\ncard", c.scores)
		a, err := t.Ask(ctx, seat, question, limit)
		if err != nil {
			return err
		}
		if n, err := strconv.Atoi(a.Text); err == nil && n >= 1 && n <= 3 {
			shown[seat] = n
			return nil
		}
		return &host.Foul{Seat: seat, Kind: host.Illegal, Reason: "card", Detail: "cards are 1 to 3",
			Question: question, Bytes: []byte(a.Text), Used: a.Used, Limit: limit}
	})
	for _, err := range errs {
		var foul *host.Foul
		if errors.As(err, &foul) && foul.Kind != host.Gone {
			err = t.Foul(foul) // it costs the round, not the game
		}
		if err != nil {
			return err
		}
	}
	c.show(shown)
	return t.Note(cardsNote, shown)
}

// cardsMatch makes the match, cardsVerify plays a recorded one again: both from
// what the record holds.
func cardsMatch(s Settings, seats ...host.Seat) (*host.Match, error) {
	g := cardsRow()
	if err := g.CheckSeats(len(seats)); err != nil {
		return nil, err
	}
	rounds, err := strconv.Atoi(g.Value(s, cardsRounds))
	if err != nil {
		return nil, err
	}
	limit := s.Move
	if limit == 0 {
		limit = time.Second
	}
	for i := range seats {
		seats[i].Name = cardsSeats[i]
	}
	return &host.Match{
		Game: cardsGame(rounds, limit), Name: cardsName, Seats: seats, Strict: s.Strict,
		Limits: map[string]time.Duration{"move": limit}, Options: map[string]string{cardsRounds: strconv.Itoa(rounds)},
	}, nil
}

func cardsVerify(g *host.RecordedGame) (host.Report, error) {
	opening := g.Opening()
	m, err := cardsMatch(Settings{Move: opening.Limits["move"].Duration(), Options: opening.Options},
		make([]host.Seat, len(opening.Seats))...)
	if err != nil {
		return host.Report{}, err
	}
	return host.Verify(g, m.Game)
}

// cardsBot shows the card of its name, or whatever its name is.
type cardsBot struct{ card string }

// Serve implements player.Local.
func (b cardsBot) Serve(ctx context.Context, line host.Player) error {
	// Every seat may be the last one, which speaks first; to the others it is a
	// line that nobody asked for.
	if _, _, err := line.Send(ctx, "ready"); err != nil {
		return err
	}
	for {
		text, _, _, err := line.Receive(ctx)
		switch {
		case errors.Is(err, io.EOF) || ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return err
		case text != "card" || b.card == "nothing":
			continue
		}
		if _, _, err := line.Send(ctx, b.card); err != nil {
			return err
		}
	}
}

// cardsView is the view.
type cardsView struct{ rounds [][]int }

// Take implements terminal.View.
func (v *cardsView) Take(e host.Event) (terminal.Move, bool) {
	var shown []int
	if e.Type != host.EventNote || e.Name != cardsNote || json.Unmarshal(e.Data, &shown) != nil {
		return terminal.Move{}, false
	}
	v.rounds = append(v.rounds, shown)
	return terminal.Move{Words: say.Raw(fmt.Sprintf("round %d %v", len(v.rounds), shown)), Seat: -1}, true
}

// Moves implements terminal.View.
func (v *cardsView) Moves() int { return len(v.rounds) }

func (v *cardsView) scores(moves int) []int {
	c := &cards{make([]int, len(cardsSeats))}
	for _, shown := range v.rounds[:moves] {
		c.show(shown)
	}
	return c.scores
}

// Draw implements terminal.View.
func (v *cardsView) Draw(dst []byte, moves int, _ terminal.Style, _ terminal.Size) []byte {
	return fmt.Appendf(dst, "%v\n", v.scores(moves))
}

// SVG implements View.
func (v *cardsView) SVG(w io.Writer, moves int) error {
	_, err := fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\"><text>%v</text></svg>", v.scores(moves))
	return err
}

// cardsRow is the row of the registry.
func cardsRow() Game {
	return Game{
		Name: cardsName, Title: "Cards", Summary: "The single highest card earns its points.",
		Seats: cardsSeats, MinSeats: 2,
		Options: []Option{{Name: cardsRounds, Default: "2", Meaning: "rounds of a game", Check: isPositive}},
		Play:    Play{Match: cardsMatch, Verify: cardsVerify},
		Players: Players{
			Bots:   []string{"1", "2", "3"},
			NewBot: func(spec string, _ Self) (player.Local, error) { return cardsBot{spec}, nil },
		},
		Show:    Show{View: func() View { return &cardsView{} }},
		Wire:    "lines of ASCII, two for a question",
		Example: "loopline play --game cards bot:1 bot:2 bot:3",
	}
}

func TestToyRow(t *testing.T) { requireWhole(t, cardsRow()) }

// playCards plays a series between bots and returns what is shown and recorded.
func playCards(t *testing.T, games int, bots ...string) (shown string, record []byte) {
	t.Helper()
	return playSeries(t, cardsRow(), Settings{Move: 2 * time.Second}, games, bots...)
}

// verifyCards derives every verdict again.
func verifyCards(t *testing.T, record []byte) (found []host.Report) {
	t.Helper()
	games, err := host.ReadRecord(bytes.NewReader(record))
	require.NoError(t, err)
	for i := range games {
		r, err := cardsVerify(&games[i])
		require.NoError(t, err)
		require.True(t, r.Complete)
		found = append(found, r)
	}
	return found
}

// Three seats play at once, change seats after each game, and every verdict
// comes out again from the record.
func TestToySeries(t *testing.T) {
	shown, record := playCards(t, 3, "bot:1", "bot:3", "bot:2")
	require.Contains(t, shown, "game 1 of 3: left bot:1, middle bot:3, right bot:2\n")
	require.Contains(t, shown, "game 2 of 3: left bot:3, middle bot:2, right bot:1\n")
	require.Contains(t, shown, "round 2 [1 3 2]\n")
	require.Contains(t, shown, "[0 6 0]\n")
	require.Contains(t, shown, "middle (bot:3) wins by points after 2 plies (left 0, middle 6, right 0)\n")
	require.Contains(t, shown, "match: bot:1 0, bot:3 3, bot:2 0")
	reports := verifyCards(t, record)
	require.Len(t, reports, 3)
	for game, winner := range []int{1, 0, 2} {
		require.Equal(t, winner, reports[game].Verdict.Winner)
		require.Equal(t, 6, reports[game].Verdict.Scores[winner])
	}
}

// A draw is no win of anybody, and fouls that end nothing are in the record.
func TestToyDrawAndFouls(t *testing.T) {
	tier.Slow(t)
	shown, record := playCards(t, 1, "bot:2", "bot:2")
	require.Contains(t, shown, "drawn by points after 2 plies (left 0, middle 0)\n")
	require.True(t, verifyCards(t, record)[0].Verdict.Draw)

	shown, record = playCards(t, 1, "bot:nothing", "bot:7", "bot:1")
	require.Contains(t, shown, "round 1 [0 0 1]\n")
	v := verifyCards(t, record)[0].Verdict
	require.Equal(t, 2, v.Winner)
	require.Nil(t, v.Foul)
	require.Equal(t, 4, strings.Count(string(record), `"type":"foul"`))
}

// A forged card is found.
func TestToyForged(t *testing.T) {
	_, record := playCards(t, 1, "bot:1", "bot:3", "bot:2")
	games, err := host.ReadRecord(bytes.NewReader(record))
	require.NoError(t, err)
	for i := range games[0].Events {
		if e := &games[0].Events[i]; e.Type == host.EventAnswer && e.Text == "1" {
			e.Text = "3"
		}
	}
	_, err = cardsVerify(&games[0])
	var diverged *host.Divergence
	require.ErrorAs(t, err, &diverged)
}
