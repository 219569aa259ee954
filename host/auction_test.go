package host

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
)

// An auction is a game unlike all others here, to prove what a game may want of a
// table: three seats bid at once, in questions of several lines. A single
// highest bid earns its points. Who is late or bids nonsense has a foul and bids
// nothing; it plays on. The last seat speaks first, over CR LF, and names itself
// in any letters.
type auction struct {
	rounds int
	table  *Session
	scores []int
	name   string
}

// crlf is the line end of the last seat.
const crlf = "\r\n"

func auctionGame(rounds int) Referee {
	return func(ctx context.Context, t *Session) (Verdict, error) {
		a := &auction{rounds: rounds, table: t, scores: make([]int, t.Seats())}
		return a.play(ctx)
	}
}

func (a *auction) play(ctx context.Context) (Verdict, error) {
	last := a.table.Seats() - 1
	name, err := a.table.Hear(ctx, last, Question{
		Limit: second, Charset: UTF8,
		Accept: func(line string) bool { return strings.HasPrefix(line, "I am ") },
	})
	if err != nil {
		return Verdict{Scores: a.scores}, err
	}
	a.name = strings.TrimPrefix(name.Text, "I am ")
	if err := a.table.TellWith(ctx, last, Question{Text: "hello\n" + strconv.Itoa(last), LineEnd: crlf}); err != nil {
		return Verdict{Scores: a.scores}, err
	}
	for round := range a.rounds {
		if err := a.round(ctx, round); err != nil {
			return Verdict{Ply: round, Scores: a.scores}, err
		}
	}
	return a.verdict(), nil
}

// round asks all seats at once.
func (a *auction) round(ctx context.Context, round int) error {
	bids := make([]int, len(a.scores))
	errs := a.table.Each(ctx, func(ctx context.Context, seat int) (err error) {
		bids[seat], err = a.bid(ctx, seat, round)
		return err
	})
	for seat, err := range errs {
		var foul *Foul
		switch {
		case err == nil:
		case errors.As(err, &foul) && foul.Kind != Gone:
			bids[seat] = 0
			if err := a.table.Foul(foul); err != nil {
				return err
			}
		default:
			return err
		}
	}
	best := slices.Max(bids)
	if i := slices.Index(bids, best); !slices.Contains(bids[i+1:], best) {
		a.scores[i] += best
	}
	return a.table.Note("round", bids)
}

// bid asks a seat for its bid. The answer says the round, so that one that comes
// late is no answer to the next question.
func (a *auction) bid(ctx context.Context, seat, round int) (int, error) {
	q := Question{
		Text: fmt.Sprintf("round %d\nscores %v\nbid", round, a.scores), Limit: second,
		Accept: func(line string) bool { return strings.HasPrefix(line, strconv.Itoa(round)+":") },
	}
	if seat == a.table.Seats()-1 {
		q.LineEnd = crlf
	}
	answer, err := a.table.AskWith(ctx, seat, q)
	if err != nil {
		return 0, err
	}
	_, text, _ := strings.Cut(answer.Text, ":")
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 9 {
		return 0, &Foul{
			Seat: seat, Kind: Illegal, Reason: "bid", Detail: "bids are 0 to 9",
			Question: q.Text, Bytes: []byte(answer.Text), Used: answer.Used, Limit: q.Limit,
		}
	}
	return n, nil
}

func (a *auction) verdict() Verdict {
	v := Verdict{Winner: NoWinner, Reason: "points", Ply: a.rounds, Scores: a.scores, Detail: "auction of " + a.name}
	best := slices.Max(a.scores)
	if i := slices.Index(a.scores, best); slices.Contains(a.scores[i+1:], best) {
		v.Draw = true
	} else {
		v.Winner = i
	}
	return v
}

// bidder bids these, one a round; an empty bid is none.
func bidder(after time.Duration, bids ...string) *fake {
	return hosttest.New(func(f *fake, text string) {
		lines := strings.Split(text, "\n")
		if len(lines) != 3 {
			return
		}
		round, _ := strconv.Atoi(strings.TrimPrefix(lines[0], "round "))
		if bids[round] != "" {
			f.Say(after, fmt.Sprintf("%d:%s\n", round, bids[round]))
		}
	})
}

// first is a bidder that speaks first.
func first(p *fake, name string) *fake {
	p.Say(0, "booting\nI am "+name+"\n")
	return p
}

func TestAuction(t *testing.T) {
	for _, c := range []struct {
		name   string
		seats  func() []Player
		winner int
		draw   bool
		scores []int
		fouls  []string
		rounds []string
	}{
		{"won", func() []Player {
			return []Player{bidder(ms, "5", "1"), bidder(2*ms, "3", "2"), first(bidder(0, "1", "9"), "Zoë")}
		}, 2, false, []int{5, 0, 9}, nil, []string{"[5,3,1]", "[1,2,9]"}},
		{"drawn", func() []Player {
			return []Player{bidder(0, "5", "1"), bidder(0, "3", "5"), first(bidder(0, "1", "0"), "C")}
		}, NoWinner, true, []int{5, 5, 0}, nil, []string{"[5,3,1]", "[1,5,0]"}},
		{"fouls that end nothing", func() []Player {
			return []Player{bidder(0, "", "4"), bidder(0, "77", "1"), first(bidder(0, "1", "\x01"), "C")}
		}, 0, false, []int{4, 0, 1}, []string{`"kind":"silent","reason":"no-byte"`, `"kind":"illegal","reason":"bid"`},
			[]string{"[0,0,1]", "[4,1,0]"}},
		{"late", func() []Player {
			return []Player{bidder(1500*ms, "9", "8"), bidder(500*ms, "3", "2"), first(bidder(0, "1", "1"), "C")}
		}, 1, false, []int{0, 5, 0}, []string{`"kind":"silent","reason":"no-byte"`}, []string{"[0,3,1]", "[0,2,1]"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				v, text := played(t, between(auctionGame(len(c.rounds)), c.seats()...))
				require.Nil(t, v.Foul)
				require.Equal(t, c.winner, v.Winner)
				require.Equal(t, c.draw, v.Draw)
				require.Equal(t, c.scores, v.Scores)
				for _, foul := range c.fouls {
					require.Contains(t, text, `"type":"foul"`)
					require.Contains(t, text, foul)
				}
				for _, round := range c.rounds {
					require.Contains(t, text, `"data":`+round)
				}
				require.Contains(t, text, `{"type":"hear","seat":2,"limit":1000000`)
				require.Contains(t, text, `"line_end":"\u000d\u000a"`)
				require.Contains(t, text, `"type":"noise","seat":2,"text":"booting"`)
			})
		})
	}
}

// A seat that goes ends the auction; of three seats nobody wins then, and the
// scores stand.
func TestAuctionEndsByAFoul(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gone := bidder(0, "2", "1")
		gone.Fail(0, errGone)
		leaves := hosttest.New(func(f *fake, text string) {
			if strings.HasPrefix(text, "round 1") {
				f.Fail(0, errGone)
				return
			}
			f.Say(0, "0:2\n")
		})
		v, text := played(t, between(auctionGame(2), bidder(0, "5", "1"), leaves, first(bidder(0, "1", "1"), "C")))
		require.Equal(t, NoWinner, v.Winner)
		require.False(t, v.Draw)
		require.Equal(t, 1, v.Foul.Seat)
		require.Equal(t, Gone, v.Foul.Kind)
		require.Equal(t, []int{5, 0, 0}, v.Scores)
		require.Contains(t, text, `"winner":null,"scores":[5,0,0],"reason":"gone"`)
	})
}

// While seats play at once, a line sent to one says nothing about the answer of
// another: that counts as judged when all have played.
func TestEachSettlesItsOwnSeat(t *testing.T) {
	game := func(ctx context.Context, t *Session) (Verdict, error) {
		errs := t.Each(ctx, func(ctx context.Context, seat int) error {
			for range 1 + 2*seat {
				if _, err := t.Ask(ctx, seat, "go", second); err != nil {
					return err
				}
			}
			return nil
		})
		if err := errors.Join(errs...); err != nil {
			return Verdict{}, err
		}
		return Verdict{Winner: 0, Reason: "done"}, t.Note("played", len(errs))
	}
	synctest.Test(t, func(t *testing.T) {
		_, text := played(t, between(game, hosttest.Answering("ok", 0), hosttest.Answering("ok", 100*ms)))
		require.Contains(t, text, `"seat":0,"question":"go","text":"ok","sent":0,"drained":0,"first":0,"last":0,"used":0,"judged":300000`)
		require.Contains(t, text, `"last":100000,"used":100000,"judged":100000`)
		require.Contains(t, text, `"last":300000,"used":100000,"judged":300000`)
	})
}

// What the auction adds to a record is checked by Verify like all else.
func TestForgedAuctions(t *testing.T) {
	var text string
	synctest.Test(t, func(t *testing.T) {
		_, text = played(t, between(auctionGame(2),
			bidder(0, "", "5"), bidder(0, "3", "2"), first(bidder(0, "1", "1"), "C")))
	})
	for _, c := range []struct{ name, from, to string }{
		{"score", `"scores":[5,3,0]`, `"scores":[5,6,0]`},
		{"no scores", `"scores":[5,3,0],`, ``},
		{"draw", `"winner":"a"`, `"winner":null,"draw":true`},
		{"foul's kind", `"foul":{"seat":0,"kind":"silent"`, `"foul":{"seat":0,"kind":"late"`},
		{"foul's seat", `"foul":{"seat":0`, `"foul":{"seat":1`},
		{"line end", `"line_end":"\u000d\u000a"`, `"line_end":"\u000d"`},
		{"no line end", `"line_end":"\u000d\u000a",`, ``},
		{"time to hear", `{"type":"hear","seat":2,"limit":1000000`, `{"type":"hear","seat":2,"limit":2000000`},
		{"who is heard", `{"type":"hear","seat":2`, `{"type":"hear","seat":1`},
	} {
		t.Run(c.name, func(t *testing.T) {
			games, err := record.Read(strings.NewReader(reseal(changed(t, text, c.from, c.to))))
			if err != nil {
				return // reading refuses it
			}
			_, err = Verify(&games[0], auctionGame(2))
			var d *Divergence
			require.ErrorAs(t, err, &d)
		})
	}
}
