package cli

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/bridgetest"
	bridgelines "github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/referee"
)

// foulLimit is the limit of a match with a player that runs into it. A verdict must
// stand within 50 ms of it: BenchmarkVerdict measures that.
const foulLimit = time.Second

// ample is a limit that no player reaches who answers at all.
const ample = 30 * time.Second

// limits are those for the handshake and for a move of a match with the player:
// ample, where it is no limit that the player runs into, so that a machine that
// has other work does not judge.
func limits(player string) (handshake, move time.Duration) {
	switch player {
	case "deaf":
		return 3 * foulLimit, ample // it is the other's limit too
	case "late", "silent":
		return ample, foulLimit
	}
	return ample, ample
}

// deserves is the verdict on each player of bridgetest: "kind (reason)" of its
// foul, or nothing if it plays to the end.
var deserves = map[string]string{
	"good":           "",
	"slow":           "",
	"late":           "silent (no-byte)", // nothing came by the limit
	"silent":         "silent (no-byte)",
	"deaf":           "protocol (handshake)",
	"drip":           "",
	"babble":         "illegal (syntax)",
	"flood":          "illegal (syntax)",
	"crash":          "gone (closed)",
	"cheat":          "illegal (off-board)",
	"half-line":      "gone (half-line)",
	"nul":            "garbled (binary)",
	"utf8":           "garbled (binary)",
	"long-line":      "garbled (framing)",
	"echo":           "",
	"banner":         "",
	"cr":             "",
	"crlf":           "",
	"trailing-space": "",
}

// TestEveryPlayerOnEveryWire seats every scripted player on every transport,
// as white and as red, checks the verdict, and lets two good players play the
// next match in the same process. Nothing may be left over.
func TestEveryPlayerOnEveryWire(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	bridgetest.NoLeaks(t)
	for _, wire := range bridgetest.Transports() {
		for _, player := range bridgetest.Players() {
			want, known := deserves[player.Name]
			require.True(t, known, "what does %s deserve?", player.Name)
			for seat, name := range []string{"white", "red"} {
				t.Run(wire.Name+"/"+player.Name+"/"+name, func(t *testing.T) {
					t.Parallel()
					bad := wireMatch(t, wire.Name, seat, player.Name)
					if bad.verdict.Void { // the limit was too short for the good one, on a busy machine
						bad = wireMatchWithin(t, wire.Name, seat, player.Name, ample, ample)
					}
					require.Equal(t, want, foulOf(bad.verdict), "%+v", bad.verdict)
					if want != "" {
						require.Equal(t, 1-seat, bad.verdict.Winner)
					}
					next := wireMatch(t, wire.Name, seat, "good")
					require.Empty(t, foulOf(next.verdict))
					require.False(t, next.verdict.Void)
				})
			}
		}
	}
}

func foulOf(v host.Verdict) string {
	if v.Foul == nil {
		return ""
	}
	return fmt.Sprintf("%s (%s)", v.Foul.Kind, v.Foul.Reason)
}

// wireResult is how a match ended, and how much later than the limit.
type wireResult struct {
	verdict host.Verdict
	overdue time.Duration
}

// wireMatch plays one match: the named scripted player on the wire in the
// given seat, against a good one over exec.
func wireMatch(t testing.TB, wire string, seat int, player string) wireResult {
	t.Helper()
	handshake, move := limits(player)
	return wireMatchWithin(t, wire, seat, player, handshake, move)
}

func wireMatchWithin(t testing.TB, wire string, seat int, player string, handshake, move time.Duration) wireResult {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	addresses := [2]string{}
	addresses[seat] = bridgetest.StartPlayer(t, wire, player, scriptQuick, scripts())
	addresses[1-seat] = bridgetest.ExecAddress("good", scriptQuick)
	var seats [2]host.Seat
	for i, address := range addresses {
		conn, err := bridge.Open(ctx, address, bridge.Options{})
		require.NoError(t, err)
		line := bridgelines.New(conn, bridgelines.Config{Dialect: bridgelines.SpaceEnded})
		defer func() { require.NoError(t, line.Close()) }()
		seats[i] = host.Seat{Address: address, Player: line}
	}
	m := referee.Config{Handshake: handshake, Move: move, AskTeam: true}.Game(seats[0], seats[1])
	var asked time.Time
	m.Watch = func(e record.Event) {
		if e.Type == record.EventAsk {
			asked = time.Now()
		}
	}
	v, err := m.Run(ctx)
	require.NoError(t, err)
	return wireResult{v, time.Since(asked) - foulLimit}
}

// scriptQuick plays the first legal move at once.
const scriptQuick = "quick"

// quickScript is a player that follows the game and plays its first legal
// move: as fast as a player can be, and soon at an end. A bad one turns bad
// after its team code and one move.
func quickScript() bridgetest.Script {
	p := trax.NewPosition()
	reply := func() (string, bool) {
		moves := p.AppendMoves(nil)
		if len(moves) == 0 {
			return "", false
		}
		if err := p.Play(moves[0]); err != nil {
			return "", false
		}
		return moves[0].String(), true
	}
	return bridgetest.Script{
		Good: 2, Cheat: badMove, Late: 2 * foulLimit,
		Answer: func(question string) (string, bool) {
			switch question {
			case "-T":
				return "QK", true
			case "-W":
				return reply()
			case "-B":
				return "", false
			}
			if p.PlayText(question) != nil {
				return "", false
			}
			return reply()
		},
	}
}

// BenchmarkVerdict reports how much later than the limit the verdict on a
// silent player stands, on each transport. The contract is 50 ms.
func BenchmarkVerdict(b *testing.B) {
	for _, wire := range bridgetest.Transports() {
		b.Run(wire.Name, func(b *testing.B) {
			worst := time.Duration(0)
			for b.Loop() {
				worst = max(worst, wireMatch(b, wire.Name, 0, "silent").overdue)
			}
			b.ReportMetric(float64(worst)/1e6, "worst-ms-late")
			b.ReportMetric(0, "ns/op")
		})
	}
}
