package referee

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const ms = time.Millisecond

// scripted answers its questions one after the other, as hosttest.Scripted has it,
// and is gone behind the last.
func scripted(answers ...string) *hosttest.FakePlayer {
	return hosttest.New(hosttest.Scripted("", slices.Concat(answers, []string{"!"})...))
}

// play runs a match on fake time, and requires that its record gives the verdict
// again.
func play(t *testing.T, c Config, first, second host.Player) (v host.Verdict, recorded string, log *Log) {
	t.Helper()
	return playStalled(t, c, first, second)
}

// playStalled is play on a host that stalls at these times, and may credit a second of that.
func playStalled(t *testing.T, c Config, first, second host.Player, spans ...[2]time.Duration) (v host.Verdict, recorded string, log *Log) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var buf bytes.Buffer
		m := c.Game(host.Seat{Player: first}, host.Seat{Player: second}, func(l *Log) error { log = l; return nil })
		m.Record = &buf
		if len(spans) > 0 {
			m.Stalls, m.MaxCompensation = hosttest.Stalled(spans...), time.Second
		}
		var err error
		v, err = m.Run(t.Context())
		require.NoError(t, err)
		recorded = buf.String()
	})
	games, err := record.Read(strings.NewReader(recorded))
	require.NoError(t, err)
	r, err := Verify(&games[0])
	require.NoError(t, err)
	require.True(t, r.Complete)
	return v, recorded, log
}

// Every way to lose, with the name that the contest's judge has for it and the
// turn that it reports.
func TestFaults(t *testing.T) {
	const start = "3 3\n"
	for _, c := range []struct {
		name   string
		bad    []string // what the player that loses answers
		good   []string // the other
		seat   int
		kind   host.Kind
		reason battle2048.Reason
		turn   int
	}{
		{"late at the start", []string{"@1001ms 3 3\n"}, []string{start}, 0, host.Late, battle2048.TimeAtInit, 1},
		{"silent at the start", []string{""}, []string{start}, 1, host.Silent, battle2048.TimeAtInit, 1},
		{"gone at the start", []string{"!"}, []string{start}, 0, host.Gone, battle2048.PresentationAtInit, 1},
		{"half a line at the start", []string{"3 3"}, []string{start}, 0, host.Late, battle2048.TimeAtInit, 1},
		{"three words at the start", []string{"3 3 3\n"}, []string{start}, 1, host.Illegal, battle2048.PresentationAtInit, 1},
		{"off the board at the start", []string{"0 3\n"}, []string{start}, 1, host.Illegal, battle2048.PositionAtInit, 1},
		{"an empty line", []string{start, "\n"}, []string{start}, 0, host.Illegal, battle2048.PresentationAtTurn, 1},
		{"late", []string{start, "@1001ms L 1 1 1 1\n"}, []string{start}, 0, host.Late, battle2048.TurnTime, 1},
		{"silent", []string{start, ""}, []string{start, "L 1 1 1 1\n"}, 1, host.Silent, battle2048.TurnTime, 1},
		{"gone", []string{start, "!"}, []string{start}, 0, host.Gone, battle2048.PresentationAtTurn, 1},
		{"binary", []string{start, "\xff\xfe\x00\n"}, []string{start}, 0, host.Illegal, battle2048.PresentationAtTurn, 1},
		{"lower case", []string{start, "l 1 1 1 1\n"}, []string{start}, 0, host.Illegal, battle2048.PresentationAtTurn, 1},
		{"two spaces", []string{start, "L  1 1 1 1\n"}, []string{start}, 0, host.Illegal, battle2048.PresentationAtTurn, 1},
		{"a slide of nothing", []string{start, "L 1 1 1 1\n"}, []string{"3 1\n"}, 0, host.Illegal, battle2048.CannotMove, 1},
		{"wrong sum", []string{start, "L 2 1 1 1 1 2\n"}, []string{start}, 0, host.Illegal, battle2048.AttackSum, 1},
		{"off the board", []string{start, "L 1 1 1 6\n"}, []string{start}, 0, host.Illegal, battle2048.PositionAtAttack, 1},
		{"occupied", []string{start, "L 1 1 3 3\n"}, []string{start}, 0, host.Illegal, battle2048.Occupied, 1},
		{"the second's attack", []string{start, "L 1 2 1 1\n"}, []string{start, "L 1 1 1 1\n"}, 1, host.Illegal, battle2048.AttackSum, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			players := [2]host.Player{scripted(c.good...), scripted(c.good...)}
			players[c.seat] = scripted(c.bad...)
			v, record, log := play(t, Config{}, players[0], players[1])
			require.NotNil(t, v.Foul)
			require.Equal(t, c.seat, v.Foul.Seat)
			require.Equal(t, 1-c.seat, v.Winner)
			require.Equal(t, c.kind, v.Foul.Kind)
			require.Equal(t, string(c.reason), v.Foul.Reason)
			require.Equal(t, &Result{1 - c.seat, c.turn, c.reason}, log.Result)
			require.Contains(t, record, `"name":"result"`)
		})
	}
}

// All turns together have a limit, which a late turn alone does not reach.
func TestTotalTime(t *testing.T) {
	c := Config{Total: 25 * ms}
	bad := scripted("3 3\n", "@10ms L 1 1 1 1\n", "@10ms R 1 1 2 3\n", "@10ms L 1 1 1 3\n")
	good := scripted("3 3\n", "L 1 1 1 1\n", "R 1 1 5 3\n")
	v, _, log := play(t, c, bad, good)
	require.Equal(t, string(battle2048.TotalTime), v.Foul.Reason)
	require.Equal(t, host.Late, v.Foul.Kind)
	require.Equal(t, 30*ms, v.Foul.Used)
	require.Equal(t, []string{
		"1 25 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 1 0 0\n0 0 0 0 0\n0 0 0 0 0\n" +
			"0 0 0 0 0\n0 0 0 0 0\n0 0 1 0 0\n0 0 0 0 0\n0 0 0 0 0",
		"2 15 0 0\n1 0 0 0 0\n0 0 0 0 0\n1 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n" +
			"1 0 0 0 0\n0 0 0 0 0\n1 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0",
	}, bad.Heard()[1:3])
	require.Equal(t, 10.0, log.Commands[2].Runtime)
}

// Host stalls that are credited to a turn are no part of the total; the limit itself is allowed.
func TestTotalTimeWithoutStalls(t *testing.T) {
	for total, reason := range map[time.Duration]battle2048.Reason{1000 * ms: battle2048.PresentationAtTurn, 999 * ms: battle2048.TotalTime} {
		slow := scripted("3 3\n", "@1150ms L 1 1 1 1\n", "end\n")
		v, record, _ := playStalled(t, Config{Total: total}, slow, scripted("3 3\n", "L 1 1 1 1\n"), [2]time.Duration{500 * ms, 650 * ms})
		require.Contains(t, record, `"credit":150000`)
		require.Equal(t, string(reason), v.Foul.Reason, "a total of %v", total)
	}
}

// An answer that comes before its question counts, and is told.
func TestTwoAnswersAtOnce(t *testing.T) {
	eager := scripted("3 3\nL 1 1 1 1\n", "", "R 1 1 1 2\n")
	other := scripted("@1ms 3 3\n", "@1ms L 1 1 1 1\n", "L 1\n")
	v, record, _ := play(t, Config{}, eager, other)
	require.Equal(t, 1, v.Foul.Seat)
	require.Contains(t, record, `"text":"answered \"L 1 1 1 1\" before it was asked"`)
	v, _, _ = play(t, Config{Strict: true}, scripted("3 3\nL 1 1 1 1\n"), scripted("@1ms 3 3\n"))
	require.Equal(t, host.Protocol, v.Foul.Kind)
	require.Equal(t, string(battle2048.PresentationAtTurn), v.Foul.Reason)
}

// Who cannot slide is not asked: the match is over behind the other's turn.
func TestPlayedOut(t *testing.T) {
	a, b := answering(), answering()
	v, record, log := play(t, Config{}, a, b)
	require.Nil(t, v.Foul)
	var g battle2048.Position
	for _, c := range log.Commands {
		if g.Started() {
			g.Play(c.Output)
		} else {
			g.Start(c.Output)
		}
	}
	require.NotZero(t, g.Scores[0])
	require.Equal(t, []int{int(g.Scores[0]), int(g.Scores[1])}, v.Scores)
	require.Equal(t, string(battle2048.CannotMove), v.Reason)
	require.Equal(t, battle2048.CannotMove, log.Result.Reason)
	require.Contains(t, record, `"reason":"CANNOT_MOVE_AT_MAIN"`)
	require.Equal(t, len(log.Commands)-2, v.Ply)
}

// answering plays the first slide that it can, with as many tiles as it may.
func answering() *hosttest.FakePlayer {
	c := Responder{Strategy: plain{}, Limit: time.Second}
	return hosttest.New(func(p *hosttest.FakePlayer, text string) {
		for line := range strings.SplitSeq(text, "\n") {
			if answer, _ := c.Answer(context.Background(), line); answer != "" {
				p.Say(0, answer+"\n")
			}
		}
	})
}

type plain struct{}

func (plain) Start(context.Context, int) (battle2048.Cell, error) { return 12, nil }

func (plain) Turn(_ context.Context, s *TurnState, _ time.Duration) (battle2048.Answer, error) {
	for d := battle2048.Up; ; d++ {
		own := s.Boards[0]
		merges, _, moved := own.Slide(d)
		if !moved {
			continue
		}
		var empty []battle2048.Cell
		for c, e := range s.Boards[1] {
			if e == 0 {
				empty = append(empty, battle2048.Cell(c))
			}
		}
		k := merges
		for 1<<k > len(empty) {
			k--
		}
		return battle2048.Answer{Direction: d, Exponent: merges + 1 - k, Cells: empty[:1<<k]}, nil
	}
}

// The log is what the viewer reads, whatever bytes a player wrote.
func TestLog(t *testing.T) {
	_, _, log := play(t, Config{}, scripted("3 3\n", "\xff\n"), scripted("3 3\n"))
	var b bytes.Buffer
	require.NoError(t, log.Write(&b))
	var back struct {
		Commands []map[string]any `json:"commands"`
		Result   map[string]any   `json:"gameResult"`
	}
	require.NoError(t, json.Unmarshal(b.Bytes(), &back))
	require.Len(t, back.Commands, 3)
	require.Equal(t, map[string]any{"playerIndex": 1.0, "aiinput": "1", "aioutput": "3 3", "runtime": 0.0}, back.Commands[1])
	require.Equal(t, "\ufffd", back.Commands[2]["aioutput"])
	require.Equal(t, map[string]any{"winner": 1.0, "turn": 1.0, "defeatReason": "PRESENTATION_ERROR_AT_MAIN_OR_ATTACK"}, back.Result)
}

func FuzzParseQuestion(f *testing.F) {
	f.Add("1 100000 0 0\n" + strings.Repeat("0 0 0 0 1\n", 10))
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := ParseQuestion(strings.Split(strings.TrimSpace(text), "\n")); err == nil {
			require.GreaterOrEqual(t, s.Left, time.Duration(0))
		}
	})
}
