package games

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/compare"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/trax/gamefile"
)

// Cards is a game for these tests alone, written by the page "Add a game" of
// CONTRIBUTING.md. Two or three seats each show a card of 1 to 3 at once; a
// single highest card earns its points. Who is late or shows something else
// shows nothing that round, and plays on. The last seat speaks first. Equal
// scores are a draw. It has a check and a comparison, as each game may.
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

// leader is who has the highest score, or host.NoWinner when several share it.
func (c *cards) leader() int {
	best := slices.Max(c.scores)
	i := slices.Index(c.scores, best)
	if slices.Contains(c.scores[i+1:], best) {
		return host.NoWinner
	}
	return i
}

// The game's name, its seats, its option, its note.
const (
	cardsName   = "cards"
	cardsRounds = "rounds"
	cardsNote   = "round"
	cardsFoul   = "card"
)

var cardsSeats = []string{"left", "middle", "right"}

// cardsGame is the referee.
func cardsGame(rounds int, limit time.Duration) host.Referee {
	return func(ctx context.Context, t *host.Session) (host.Verdict, error) {
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
		v.Draw = v.Winner == host.NoWinner
		return v, err
	}
}

func playRound(ctx context.Context, t *host.Session, c *cards, limit time.Duration) error {
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
		return &host.Foul{Seat: seat, Kind: host.Illegal, Reason: cardsFoul, Detail: "cards are 1 to 3",
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
func cardsMatch(s descriptor.Settings, seats ...host.Seat) (*host.Game, error) {
	g := cardsRow()
	if err := g.ValidateSeats(len(seats)); err != nil {
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
	return &host.Game{
		Referee: cardsGame(rounds, limit), Name: cardsName, Seats: seats, Strict: s.Strict,
		Limits: map[string]time.Duration{"move": limit}, Options: map[string]string{cardsRounds: strconv.Itoa(rounds)},
	}, nil
}

func cardsVerify(g *record.Game) (host.ReplayReport, error) {
	opening := g.Header()
	m, err := cardsMatch(descriptor.Settings{Move: opening.Limits["move"].Duration(), Options: opening.Options},
		make([]host.Seat, len(opening.Seats))...)
	if err != nil {
		return host.ReplayReport{}, err
	}
	return host.Verify(g, m.Referee)
}

// cardsBot shows the card of its name, or whatever its name is; with draw another
// one in each round.
type cardsBot struct {
	card string
	draw *rand.Rand
}

// newCardsBot makes a bot of its name. Greedy and random are those that every game has.
func newCardsBot(spec string, _ descriptor.BotOptions) (player.LocalPlayer, error) {
	name, query, _ := strings.Cut(spec, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, err
	}
	seed, _ := strconv.ParseUint(values.Get("seed"), 10, 64)
	switch name {
	case "greedy":
		return cardsBot{card: greedyCard}, nil
	case "random":
		return cardsBot{draw: rand.New(rand.NewPCG(seed, 0))}, nil
	}
	return cardsBot{card: spec}, nil
}

// greedyCard is worth most where nobody else shows it.
const greedyCard = "3"

// Serve implements player.LocalPlayer.
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
		card := b.card
		if b.draw != nil {
			card = strconv.Itoa(1 + b.draw.IntN(3))
		}
		if _, _, err := line.Send(ctx, card); err != nil {
			return err
		}
	}
}

// cardsRule is the one rule that a player can break.
const cardsRule = "shows a card from 1 to 3"

// cardsTable is what a player is checked for beside what every game's is.
func cardsTable() check.GameSteps {
	return check.GameSteps{
		Rules: []check.Rule{{Name: cardsRule, Reasons: []string{cardsFoul}, Expected: "1, 2 or 3"}},
		Trials: []check.Scenario{
			{Name: "plays a single round", Options: map[string]string{cardsRounds: "1"}},
			{Name: "meets the card that it shows", Opponent: "random", Seat: 1, Options: map[string]string{cardsRounds: "6"}},
		},
		Watch: func(seat int) func(*record.Event) []string {
			return func(e *record.Event) []string {
				switch {
				case e.Seat != seat:
				case e.Type == record.EventFouled && e.Foul.Reason == cardsFoul:
					return []string{"!" + cardsRule}
				case e.Type == record.EventAnswer && len(e.Text) == 1 && e.Text >= "1" && e.Text <= "3":
					return []string{cardsRule}
				}
				return nil
			}
		},
	}
}

// cardsSuggester would show the card of a bot's name, and knows what it had earned.
type cardsSuggester struct{ card int }

func newCardsSuggester(bot string) (compare.Suggester, error) {
	if bot == "greedy" {
		bot = greedyCard
	}
	card, err := strconv.Atoi(bot)
	if err != nil || card < 1 || card > 3 {
		return nil, fmt.Errorf("bot %.40q has no card to compare with: there are greedy, 1, 2, 3", bot)
	}
	return &cardsSuggester{card}, nil
}

// Take implements compare.Suggester.
func (a *cardsSuggester) Take(_ context.Context, e *record.Event) (all []compare.Move, err error) {
	var shown []int
	if e.Type != record.EventNote || e.Name != cardsNote {
		return nil, nil
	}
	if err := json.Unmarshal(e.Data, &shown); err != nil {
		return nil, err
	}
	for seat, card := range shown {
		instead := slices.Clone(shown)
		instead[seat] = a.card
		loss := earned(instead, seat) - earned(shown, seat)
		all = append(all, compare.Move{
			Seat: seat, Move: strconv.Itoa(card), Bot: strconv.Itoa(a.card), Same: card == a.card, Loss: &loss,
		})
	}
	return all, nil
}

// earned is what a seat earns in a round.
func earned(shown []int, seat int) int {
	c := &cards{make([]int, len(shown))}
	c.show(shown)
	return c.scores[seat]
}

// cardsView is the view.
type cardsView struct{ rounds [][]int }

// Observe implements terminal.View.
func (v *cardsView) Observe(e record.Event) (terminal.Move, bool) {
	var shown []int
	if e.Type != record.EventNote || e.Name != cardsNote || json.Unmarshal(e.Data, &shown) != nil {
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
func cardsRow() descriptor.Descriptor {
	return descriptor.Descriptor{
		Name: cardsName, Title: "Cards", Summary: "The single highest card earns its points.",
		Seats: cardsSeats, MinSeats: 2,
		Options: []descriptor.Option{{Name: cardsRounds, Default: "2", Meaning: "rounds of a game", Validate: descriptor.IsPositive}},
		Play:    descriptor.Play{NewGame: cardsMatch, Verify: cardsVerify},
		Players: descriptor.Players{
			Bots:   []string{"greedy", "random", "1", "2", "3"},
			NewBot: newCardsBot,
		},
		Show:    descriptor.Show{View: func() descriptor.View { return &cardsView{} }},
		Testing: descriptor.Testing{Conformance: cardsTable, NewSuggester: newCardsSuggester},
		Wire:    "lines of ASCII, two for a question",
		Example: "loopline play --game cards bot:1 bot:2 bot:3",
	}
}

func TestToyRow(t *testing.T) { requireWhole(t, cardsRow()) }

// playCards plays a series between bots and returns what is shown and recorded.
func playCards(t *testing.T, games int, bots ...string) (shown string, record []byte) {
	t.Helper()
	return playSeries(t, cardsRow(), descriptor.Settings{Move: 2 * time.Second}, games, bots...)
}

// verifyCards derives every verdict again.
func verifyCards(t *testing.T, recorded []byte) (found []host.ReplayReport) {
	t.Helper()
	games, err := record.Read(bytes.NewReader(recorded))
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
	_, recorded := playCards(t, 1, "bot:1", "bot:3", "bot:2")
	games, err := record.Read(bytes.NewReader(recorded))
	require.NoError(t, err)
	for i := range games[0].Events {
		if e := &games[0].Events[i]; e.Type == record.EventAnswer && e.Text == "1" {
			e.Text = "3"
		}
	}
	_, err = cardsVerify(&games[0])
	var diverged *host.Divergence
	require.ErrorAs(t, err, &diverged)
}

// A player of the toy is checked by the steps of every game and its own: each fault
// fails its own step.
func TestToyCheck(t *testing.T) {
	tier.Slow(t)
	g := cardsRow()
	bot := func(spec string) (player.LocalPlayer, error) { return g.NewBot(spec, descriptor.BotOptions{}) }
	for name, c := range map[string]struct {
		address string
		failed  []string
		kept    bool // the rule, in some answer
	}{
		"a good one":     {"bot:2", nil, true},
		"no such card":   {"bot:7", []string{cardsRule}, false},
		"no card at all": {"bot:nothing", []string{"answers in time"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			limit := patient
			if c.address == "bot:nothing" {
				limit = 50 * time.Millisecond
			}
			found := stepsOf(t, &g, c.address, limit, &player.Opener{Bot: bot}, nil)
			require.Contains(t, found, "plays a single round")
			require.Contains(t, found, "plays a game as middle")
			require.NotContains(t, found, "plays a game as right", "a match needs two seats")
			for step, s := range found {
				if slices.Contains(c.failed, step) {
					require.Equal(t, check.Failed, s.Status, "%+v", s)
				}
				if len(c.failed) == 0 {
					require.NotEqual(t, check.Failed, s.Status, "%+v", s)
				}
			}
			require.Equal(t, c.kept, found[cardsRule].Status == check.OK, "%+v", found[cardsRule])
		})
	}
}

// sourceOf is a record as a file of games.
func sourceOf(t *testing.T, record []byte) descriptor.GameFile {
	t.Helper()
	s, err := gamefile.Open(t.Context(), "-", bytes.NewReader(record))
	require.NoError(t, err)
	return s
}

// A comparison says of each card what the bot would have shown, and what that would
// have earned: in matches that are played, and in records.
func TestToyCompare(t *testing.T) {
	g := cardsRow()
	test := &descriptor.TestSetup{
		Address: "bot:1", Seed: 1, Stderr: io.Discard, Settings: descriptor.Settings{Move: time.Minute},
		Opener: &player.Opener{Say: func(string) {}, Bot: func(spec string) (player.LocalPlayer, error) { return g.NewBot(spec, descriptor.BotOptions{}) }},
	}
	var out bytes.Buffer
	r := &compare.Report{Out: &out, Bot: "2", Seats: g.Seats, Only: -1}
	require.NoError(t, g.ComparePlayer(t.Context(), test, 2, r))
	r.Finish()
	// 1 and 2 lose to greedy's 3 alike.
	require.Contains(t, out.String(), "left: 2 moves, 0 (0 %) as 2 plays; 0.0 points lost a move\n")
	require.Contains(t, out.String(), "middle: 2 moves, 0 (0 %) as 2 plays; 0.0 points lost a move\n")

	_, record := playCards(t, 1, "bot:1", "bot:3", "bot:2")
	out.Reset()
	r = &compare.Report{Out: &out, Bot: greedyCard, Seats: g.Seats, Only: -1}
	require.NoError(t, g.CompareFile(t.Context(), sourceOf(t, record), r))
	r.Finish()
	// Another 3 takes the points from middle and gives them to nobody.
	require.Contains(t, out.String(), "left: 2 moves, 0 (0 %) as 3 plays; 0.0 points lost a move\n")
	require.Contains(t, out.String(), "middle: 2 moves, 2 (100 %) as 3 plays; 0.0 points lost a move\n")
	out.Reset()
	r = &compare.Report{Out: &out, Bot: "1", Seats: g.Seats, Only: -1}
	require.NoError(t, g.CompareFile(t.Context(), sourceOf(t, record), r))
	r.Finish()
	require.Contains(t, out.String(), "middle: 2 moves, 0 (0 %) as 1 plays; -3.0 points lost a move\n")

	_, err := g.ValidateCompare("clever", "")
	require.EqualError(t, err, `--bot: bot "clever" has no card to compare with: there are greedy, 1, 2, 3`)
}
