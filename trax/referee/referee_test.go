package referee

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/trax"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// errGone is how a player ends that dies.
var errGone = errors.New("process exited with status 1")

// fixed plays its side of a game written down, and answers -T.
func fixed(color trax.Color, moves string) *hosttest.FakePlayer {
	return altered(color, moves, nil)
}

// altered is fixed, with other answers to some lines: do is asked first and
// says whether it has dealt with the nth line that wants an answer. Lines are
// counted from 1, without -T and -B.
func altered(
	color trax.Color, moves string, do func(p *hosttest.FakePlayer, nth int) bool,
) *hosttest.FakePlayer {
	all := strings.Fields(moves)
	nth := 0
	return hosttest.New(func(p *hosttest.FakePlayer, line string) {
		switch line {
		case AskTeam:
			p.Say(time.Millisecond, map[trax.Color]string{
				trax.White: "WT", trax.Red: "RD",
			}[color]+"\n")
			return
		case TellRed, "-E":
			return
		}
		nth++
		if do != nil && do(p, nth) {
			return
		}
		if i := 2*(nth-1) + int(color); i < len(all) {
			p.Say(time.Millisecond, all[i]+"\n")
		}
	})
}

// play runs a match on fake time, and requires that the record gives the
// verdict again.
func play(t *testing.T, cfg Config, white, red host.Player) (v host.Verdict, recorded string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var buf bytes.Buffer
		m := cfg.Game(host.Seat{Player: white}, host.Seat{Player: red})
		m.Record = &buf
		var err error
		v, err = m.Run(t.Context())
		require.NoError(t, err)
		recorded = buf.String()
	})
	games, err := record.Read(strings.NewReader(recorded))
	require.NoError(t, err)
	require.Len(t, games, 1)
	r, err := Verify(&games[0])
	require.NoError(t, err)
	require.True(t, r.Complete)
	return v, recorded
}

// Whole games; the first names the winner, whoever moved last.
var games = []struct {
	winner, reason, moves string
}{
	{"red", "loop", `@0/ A2\ B1\`},
	{"red", "loop", `@0/ B1\ B2/`},
	{"red", "loop", `@0/ @1\ @1/ A2\`},
	{"white", "loop", `@0/ A0\ B1/ @2\`},
	{"white", "loop", `@0/ @1\ A0/`},
	{"red", "line", `@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+`},
	{"red", "line", `@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1\ H2\`},
	{"white", "line", `@0+ A2+ A3+ A4+ A5+ A6+ A7+ A8+`},
	{"white", "line", `@0+ A0+ A3+ A4/ @4/ B0\ A1\ @4/ B0+ B0/ D1+ D0/ E1/`},
	{
		"red", "loop+line",
		`@0/ B1/ B0\ B3+ C2/ C0/ @4\ D0\ E5\ A3/ B2\ A1+ B1+ E2+ @1\ @4/ H2\`,
	},
}

func TestGames(t *testing.T) {
	for _, g := range games {
		for _, cfg := range []Config{{}, {AskTeam: true}, {AskTeam: true, Strict: true, EndLine: "-E"}} {
			t.Run(fmt.Sprintf("%s/%+v", g.moves, cfg), func(t *testing.T) {
				white, red := fixed(trax.White, g.moves), fixed(trax.Red, g.moves)
				v, record := play(t, cfg, white, red)
				moves := strings.Fields(g.moves)
				require.Equal(t, g.winner, trax.Color(v.Winner).String())
				require.Equal(t, g.reason, v.Reason)
				require.Nil(t, v.Foul)
				require.Equal(t, len(moves), v.Ply)
				require.Equal(t, len(moves), strings.Count(record, `"name":"ply"`))
				requireHeard(t, cfg, moves, white, red)
			})
		}
	}
}

// requireHeard checks each line that the players of a whole game were sent.
func requireHeard(t *testing.T, cfg Config, moves []string, white, red *hosttest.FakePlayer) {
	t.Helper()
	var w, r []string
	if cfg.AskTeam {
		w, r = append(w, "-T"), append(r, "-T")
	}
	w, r = append(w, "-W"), append(r, "-B")
	for i, move := range moves[:len(moves)-1] {
		if i%2 == 0 {
			r = append(r, move)
		} else {
			w = append(w, move)
		}
	}
	if cfg.EndLine != "" {
		w, r = append(w, cfg.EndLine), append(r, cfg.EndLine)
	}
	require.Equal(t, w, white.Heard())
	require.Equal(t, r, red.Heard())
}

const line = `@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+`

// Each way to lose, at the first and at a later answer, for both colours.
func TestFouls(t *testing.T) {
	for _, c := range []struct {
		name   string
		do     func(p *hosttest.FakePlayer)
		kind   host.Kind
		reason string
	}{
		{"syntax", func(p *hosttest.FakePlayer) { p.Say(0, "B1\n") }, host.Illegal, "syntax"},
		{"lower case", func(p *hosttest.FakePlayer) { p.Say(0, "b1+\n") }, host.Illegal, "syntax"},
		{"off board", func(p *hosttest.FakePlayer) { p.Say(0, "ZZ99+\n") }, host.Illegal, "off-board"},
		{"late", func(p *hosttest.FakePlayer) { p.Say(1001*time.Millisecond, "B1+\n") },
			host.Late, host.ReasonOverdue},
		{"half a line", func(p *hosttest.FakePlayer) { p.Say(0, "B1+") },
			host.Late, host.ReasonUnfinished},
		{"silent", func(*hosttest.FakePlayer) {}, host.Silent, host.ReasonNoByte},
		{"gone", func(p *hosttest.FakePlayer) { p.Fail(0, errGone) },
			host.Gone, host.ReasonClosed},
		{"half a line, gone", func(p *hosttest.FakePlayer) { p.Say(0, "B1"); p.Fail(0, errGone) },
			host.Gone, host.ReasonHalfLine},
		{"nul", func(p *hosttest.FakePlayer) { p.Say(0, "B1+\x00\n") },
			host.Garbled, host.ReasonBinary},
		{"over-long", func(p *hosttest.FakePlayer) {
			p.Fail(0, &hosttest.GarbledError{Text: "line too long", Bytes: []byte("xxx")})
		}, host.Garbled, host.ReasonFraming},
	} {
		for _, color := range []trax.Color{trax.White, trax.Red} {
			for _, nth := range []int{1, 3} {
				t.Run(fmt.Sprintf("%s/%s/%d", c.name, color, nth), func(t *testing.T) {
					players := [2]host.Player{fixed(trax.White, line), fixed(trax.Red, line)}
					players[color] = altered(color, line, func(p *hosttest.FakePlayer, n int) bool {
						if n == nth {
							c.do(p)
						}
						return n >= nth
					})
					v, _ := play(t, Default(), players[0], players[1])
					want := c.reason
					if want == "off-board" && color == trax.White && nth == 1 {
						want = "first-move"
					}
					require.False(t, v.Void)
					require.Equal(t, int(color.Other()), v.Winner)
					require.Equal(t, string(c.kind), v.Reason)
					require.Equal(t, int(color), v.Foul.Seat)
					require.Equal(t, c.kind, v.Foul.Kind)
					require.Equal(t, want, v.Foul.Reason)
					require.Equal(t, 2*(nth-1)+int(color), v.Ply)
					require.NotEmpty(t, v.Foul.Detail)
				})
			}
		}
	}
}

// Old clients end lines in their own ways, and boards talk before they play.
func TestTolerance(t *testing.T) {
	for _, cfg := range []Config{{}, {AskTeam: true}} {
		sloppy := altered(trax.White, line, func(p *hosttest.FakePlayer, nth int) bool {
			p.Say(0, []string{"@0+ ", "C1+\r", "E1+ \r", "G1+  "}[nth-1]+"\n")
			return true
		})
		echoing := fixed(trax.Red, line)
		script := echoing.Script
		echoing.Script = func(p *hosttest.FakePlayer, text string) {
			p.Say(0, text+"\n")
			script(p, text)
		}
		v, record := play(t, cfg, sloppy, echoing)
		require.Equal(t, "line", v.Reason, v.Detail)
		require.Contains(t, record, `"type":"echo"`)
		require.Contains(t, record, `"move":"E1+"`)
	}
}

func TestNoiseBeforeTheGame(t *testing.T) {
	banner := func(color trax.Color) *hosttest.FakePlayer {
		p := fixed(color, line)
		script := p.Script
		said := false
		p.Script = func(p *hosttest.FakePlayer, text string) {
			if !said {
				p.Say(0, "BOOT v1.2\n-T\nready to play\n\xfe\xff\n")
				said = true
			}
			script(p, text)
		}
		return p
	}
	for _, cfg := range []Config{{}, {AskTeam: true}, {AskTeam: true, Strict: true}} {
		v, record := play(t, cfg, banner(trax.White), banner(trax.Red))
		require.Equal(t, "line", v.Reason, v.Detail)
		require.Contains(t, record, "BOOT v1.2")
	}
}

// What a player does that has no team code to give.
var badStarts = []struct {
	name   string
	script hosttest.Script
	kind   host.Kind
	reason string
}{
	{"silent", func(*hosttest.FakePlayer, string) {}, host.Protocol, ReasonHandshake},
	{"banner only", func(p *hosttest.FakePlayer, _ string) { p.Say(0, "hello\n") },
		host.Protocol, ReasonHandshake},
	{"too long", func(p *hosttest.FakePlayer, _ string) { p.Say(0, "ABC\n") },
		host.Protocol, ReasonHandshake},
	{"space", func(p *hosttest.FakePlayer, _ string) { p.Say(0, "A B\n A\n\tA\n") },
		host.Protocol, ReasonHandshake},
	{"echo only", func(p *hosttest.FakePlayer, s string) { p.Say(0, s+"\n"+s+"\n") },
		host.Protocol, ReasonHandshake},
	{"half", func(p *hosttest.FakePlayer, _ string) { p.Say(0, "AB") },
		host.Protocol, ReasonHandshake},
	{"late", func(p *hosttest.FakePlayer, _ string) { p.Say(5001*time.Millisecond, "AB\n") },
		host.Protocol, ReasonHandshake},
	{"gone", func(p *hosttest.FakePlayer, _ string) { p.Fail(0, errGone) },
		host.Gone, host.ReasonClosed},
	{"flood", func(p *hosttest.FakePlayer, _ string) { p.Say(0, strings.Repeat("bla\n", 1000)) },
		host.Garbled, host.ReasonTooMany},
}

func TestHandshakeFouls(t *testing.T) {
	for _, c := range badStarts {
		for _, color := range []trax.Color{trax.White, trax.Red} {
			t.Run(fmt.Sprintf("%s/%s", c.name, color), func(t *testing.T) {
				players := [2]host.Player{fixed(trax.White, line), fixed(trax.Red, line)}
				players[color] = hosttest.New(c.script)
				v, _ := play(t, Default(), players[0], players[1])
				require.False(t, v.Void)
				require.Equal(t, int(color.Other()), v.Winner)
				require.Equal(t, c.kind, v.Foul.Kind)
				require.Equal(t, c.reason, v.Foul.Reason)
				require.Equal(t, 0, v.Ply)
			})
		}
	}
}

// Two players that cannot start are nobody's loss.
func TestNeitherStarts(t *testing.T) {
	for _, c := range badStarts {
		t.Run(c.name, func(t *testing.T) {
			v, _ := play(t, Default(), hosttest.New(c.script), hosttest.New(c.script))
			require.True(t, v.Void)
			require.Equal(t, -1, v.Winner)
			require.Equal(t, ReasonNoStart, v.Reason)
		})
	}
}

// Without a team code the first answer is the handshake.
func TestStartWithoutTeam(t *testing.T) {
	unsent := func() *hosttest.FakePlayer { return &hosttest.FakePlayer{SendErr: errGone} }
	t.Run("red gone", func(t *testing.T) {
		v, _ := play(t, Config{}, fixed(trax.White, line), unsent())
		require.Equal(t, 0, v.Winner)
		require.Equal(t, host.Gone, v.Foul.Kind)
	})
	t.Run("both gone", func(t *testing.T) {
		v, _ := play(t, Config{}, unsent(), unsent())
		require.True(t, v.Void)
		require.Equal(t, ReasonNoStart, v.Reason)
	})
	t.Run("white says no move", func(t *testing.T) {
		v, _ := play(t, Config{}, hosttest.Answering("@0*", 0), fixed(trax.Red, line))
		require.Equal(t, 1, v.Winner)
		require.Equal(t, host.Protocol, v.Foul.Kind)
		require.Equal(t, ReasonHandshake, v.Foul.Reason)
		require.Equal(t, "@0*\n", string(v.Foul.Bytes))
	})
	t.Run("a first move that is none", func(t *testing.T) {
		v, _ := play(t, Config{}, hosttest.Answering(`@0\`, 0), fixed(trax.Red, line))
		require.Equal(t, host.Illegal, v.Foul.Kind)
		require.Equal(t, "first-move", v.Foul.Reason)
	})
}

// The limits of the first move and of the others are apart.
func TestFirstLimit(t *testing.T) {
	slow := func(after time.Duration, nth int) *hosttest.FakePlayer {
		return altered(trax.White, line, func(p *hosttest.FakePlayer, n int) bool {
			if n == nth {
				p.Say(after, strings.Fields(line)[2*(n-1)]+"\n")
			}
			return n == nth
		})
	}
	cfg := Config{AskTeam: true, First: 3 * time.Second, Move: time.Second}
	v, _ := play(t, cfg, slow(3*time.Second, 1), fixed(trax.Red, line))
	require.Equal(t, "line", v.Reason)
	v, _ = play(t, cfg, slow(2*time.Second, 2), fixed(trax.Red, line))
	require.Equal(t, "silent", v.Reason)
	require.Equal(t, time.Second, v.Foul.Limit)
}

func TestTooLong(t *testing.T) {
	cfg := Config{MaxPlies: 5}
	v, _ := play(t, cfg, fixed(trax.White, line), fixed(trax.Red, line))
	require.True(t, v.Void)
	require.Equal(t, ReasonTooLong, v.Reason)
	require.Equal(t, 5, v.Ply)
}

// Two players who make short moves that force millions of tiles end in a void
// game, not in a host without memory.
func TestTooLarge(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	moves := []string{"@0/"}
	for i := 1; i < 3000; i++ {
		at := trax.Cell{Col: i/2 + 1, Row: (i+1)/2 + 1}
		moves = append(moves, trax.Move{Cell: at, Shape: trax.Backslash}.String())
	}
	v, _ := play(t, Config{}, fixed(trax.White, strings.Join(moves, " ")), fixed(trax.Red, strings.Join(moves, " ")))
	require.True(t, v.Void)
	require.Equal(t, ReasonTooLarge, v.Reason)
	require.Contains(t, v.Detail, "more than 1048576 tiles, the limit")
}

// A player that takes no lines cannot hold up a verdict by the end line.
func TestEndLineToTheDeaf(t *testing.T) {
	cfg := Default()
	cfg.EndLine = "-E"
	v, record := play(t, cfg, fixed(trax.White, line), &hosttest.FakePlayer{Unresponsive: true})
	require.Equal(t, 0, v.Winner)
	require.Equal(t, 1, strings.Count(record, `"type":"fault"`))
}

func TestInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		white := altered(trax.White, line, func(_ *hosttest.FakePlayer, nth int) bool {
			if nth == 2 {
				cancel()
			}
			return nth == 2
		})
		var recorded bytes.Buffer
		m := Default().Game(host.Seat{Player: white}, host.Seat{Player: fixed(trax.Red, line)})
		m.Record = &recorded
		v, err := m.Run(ctx)
		require.ErrorIs(t, err, context.Canceled)
		require.True(t, v.Void)
		require.Equal(t, 2, v.Ply)
		games, err := record.Read(&recorded)
		require.NoError(t, err)
		_, err = Verify(&games[0])
		require.NoError(t, err)
	})
}

func TestTwoSeats(t *testing.T) {
	m := Default().Game(host.Seat{Player: hosttest.New(nil)}, host.Seat{Player: hosttest.New(nil)})
	m.Seats = m.Seats[:1]
	_, err := m.Run(t.Context())
	require.ErrorContains(t, err, "2 seats, not 1")
}

// TestCutRecords cuts whole games at every byte, as a kill of the host does:
// what is left can be derived as far as it goes, and a game is complete only
// when its verdict is there.
func TestCutRecords(t *testing.T) {
	for _, g := range games[:2] {
		_, recorded := play(t, Default(), fixed(trax.White, g.moves), fixed(trax.Red, g.moves))
		for n := range len(recorded) {
			left, err := record.Read(strings.NewReader(recorded[:n]))
			if len(left) == 0 {
				continue
			}
			require.NoError(t, err, n)
			r, err := Verify(&left[0])
			require.NoError(t, err, "%d bytes of %s", n, g.moves)
			require.Equal(t, n == len(recorded)-1, r.Complete, "only the last line feed may be missing")
		}
	}
}

// A forged move is found even when the rules do not notice.
func TestForgedMove(t *testing.T) {
	_, recorded := play(t, Default(), fixed(trax.White, line), fixed(trax.Red, line))
	require.Contains(t, recorded, `"move":"H1+"`)
	games, err := record.Read(strings.NewReader(recorded))
	require.NoError(t, err)
	for i := range games[0].Events {
		e := games[0].Events[i]
		if e.Type != record.EventAnswer {
			continue
		}
		games[0].Events[i].Text = strings.Replace(e.Text, "+", "/", 1)
		_, err := Verify(&games[0])
		var d *host.Divergence
		if i > 4 {
			require.ErrorAs(t, err, &d, e.Text)
		}
		games[0].Events[i] = e
	}
}

func TestFromRecord(t *testing.T) {
	want := Config{
		Handshake: 2 * time.Second, First: time.Minute, Move: time.Millisecond,
		AskTeam: true, EndLine: "-E", MaxPlies: 7, Strict: true,
	}
	opening := func() *record.Event {
		return &record.Event{
			Game: Name, Seats: []record.EventSeat{{Name: "white"}, {Name: "red"}}, Strict: true,
			Limits:  map[string]record.Micros{"handshake": 2e6, "first": 60e6, "move": 1e3},
			Options: want.options(),
		}
	}
	got, err := FromRecord(opening())
	require.NoError(t, err)
	require.Equal(t, want, got)

	for _, c := range []struct {
		spoil func(e *record.Event)
		want  string
	}{
		{func(e *record.Event) { e.Game = "go" }, `record is of game "go"`},
		{func(e *record.Event) { e.Seats = nil }, "record has 0 seats"},
		{func(e *record.Event) { e.Seats[0], e.Seats[1] = e.Seats[1], e.Seats[0] }, `record's seat 0 is "red", in trax it is "white"`},
		{func(e *record.Event) { e.Options["colour"] = "blue" }, "options are not those of trax"},
		{func(e *record.Event) { e.Limits["talk"] = 7 }, `limit "talk" of 7 µs`},
		{func(e *record.Event) { e.Limits["move"] = -7 }, `limit "move" of -7 µs`},
		{func(e *record.Event) { delete(e.Limits, "handshake") }, "record has 2 limits, trax has 3"},
		{func(e *record.Event) { e.Options = nil }, "option ask-team"},
		{func(e *record.Event) { e.Options[OptionPlies] = "many" }, "option max-plies"},
	} {
		e := opening()
		c.spoil(e)
		_, err := FromRecord(e)
		require.ErrorContains(t, err, c.want)
		_, err = Verify(&record.Game{Name: "r", Events: []record.Event{*e}})
		require.ErrorContains(t, err, c.want)
	}
}

// The page that players are written from names every way to lose.
func TestProtocolPageIsComplete(t *testing.T) {
	page, err := os.ReadFile("../../docs/protocol.md")
	require.NoError(t, err)
	for _, word := range []string{
		string(host.Illegal), string(host.Late), string(host.Silent),
		string(host.Gone), string(host.Garbled), string(host.Protocol),
		host.ReasonOverdue, host.ReasonUnfinished, host.ReasonNoByte,
		host.ReasonUnread, host.ReasonClosed, host.ReasonHalfLine,
		host.ReasonUnsent, host.ReasonFraming, host.ReasonBinary,
		host.ReasonTooMany, host.ReasonStray, ReasonHandshake,
		string(trax.Syntax), string(trax.FirstMove), string(trax.OffBoard),
		string(trax.Occupied), string(trax.Isolated), string(trax.Colour),
		string(trax.ForcedPlay), AskTeam, AskFirst, TellRed,
	} {
		require.Contains(t, string(page), "`"+word+"`")
	}
}

func TestIsTeam(t *testing.T) {
	for line, want := range map[string]bool{
		"AB": true, "AB ": true, "AB\r": true, "!~": true, "a1": true, "A-": true,
		"": false, "A": false, "A ": false, " A": false, "ABC": false, "-T": false,
		"-W": false, "A\x7f": false, "é": false,
	} {
		require.Equal(t, want, IsTeam(line), "%q", line)
	}
}
