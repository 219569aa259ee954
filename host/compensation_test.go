package host

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/internal/tier"
)

const ms = time.Millisecond

// stallFunc is a stalls.Source of stalls that are known.
type stallFunc func(from, to time.Time) []stalls.Stall

func (f stallFunc) Watch(stalls.Watched) (func(from, to time.Time) []stalls.Stall, func()) {
	return f, func() {}
}

// still is a match whose host stalled at these times, in milliseconds from
// now, and may credit that.
func still(m *Game, credit time.Duration, stalled ...[2]int) *Game {
	m.MaxCompensation = credit
	spans := make([][2]time.Duration, len(stalled))
	for i, s := range stalled {
		spans[i] = [2]time.Duration{time.Duration(s[0]) * ms, time.Duration(s[1]) * ms}
	}
	m.Stalls = hosttest.Stalled(spans...)
	return m
}

// seated puts a player at a seat and a good one at the other.
func seated(seat int, bad Player) []Player {
	players := []Player{hosttest.Answering("ok", 0), hosttest.Answering("ok", 0)}
	players[seat] = bad
	return players
}

// says answers its first question so late, all others at once.
func says(after time.Duration, text string) *fake {
	return hosttest.On(1, func(f *fake, _ string) { f.Say(after, text) })
}

func TestStallsAreNotCharged(t *testing.T) {
	for _, c := range []struct {
		name   string
		player func() Player
		credit time.Duration
		stalls [][2]int
		reason string // of the foul, empty for none
		detail string
		events int           // stalls recorded
		took   time.Duration // of the match
	}{
		{"in time", func() Player { return says(second, "ok\n") }, second,
			[][2]int{{100, 900}}, "", "", 0, second},
		{"the answer lay in the pipe", func() Player { return says(1100*ms, "ok\n") }, second,
			[][2]int{{950, 1100}}, "", "", 1, 1100 * ms},
		{"exactly the limit and the stall", func() Player { return says(1150*ms, "ok\n") }, second,
			[][2]int{{500, 650}}, "", "", 1, 1150 * ms},
		{"a microsecond more", func() Player { return says(1150*ms+time.Microsecond, "ok\n") }, second,
			[][2]int{{500, 650}}, ReasonOverdue,
			"took 1.150001s of 1s and 150ms of host stalls", 1, 1150*ms + time.Microsecond},
		{"two stalls", func() Player { return says(1100*ms, "ok\n") }, second,
			[][2]int{{100, 150}, {1020, 1070}}, "", "", 2, 1100 * ms},
		{"two processors at once", func() Player { return says(1100*ms, "ok\n") }, second,
			[][2]int{{100, 150}, {120, 180}}, ReasonOverdue, "80ms", 1, 1100 * ms},
		{"a stall in the grace", func() Player { return says(1200*ms, "ok\n") }, second,
			[][2]int{{990, 1200}}, "", "", 1, 1200 * ms},
		{"late by more than the stall", func() Player { return says(1200*ms, "ok\n") }, second,
			[][2]int{{900, 1000}}, ReasonNoByte, "100ms", 1, 1130 * ms},
		{"silent", func() Player { return says(0, "") }, second,
			[][2]int{{300, 450}}, ReasonNoByte,
			"not one byte in 1s and 150ms of host stalls", 1, 1180 * ms},
		{"half a line", func() Player { return says(0, "o") }, second,
			[][2]int{{300, 450}}, ReasonUnfinished, "150ms", 1, 1180 * ms},
		{"more than is credited", func() Player { return says(1120*ms, "ok\n") }, 100 * ms,
			[][2]int{{300, 450}}, ReasonHost, "100ms", 1, 1120 * ms},
		{"so late that more credit would not do", func() Player { return says(1120*ms, "ok\n") }, 100 * ms,
			[][2]int{{300, 410}}, ReasonOverdue, "100ms", 1, 1120 * ms},
		{"nothing is credited", func() Player { return says(1020*ms, "ok\n") }, 0,
			[][2]int{{300, 450}}, ReasonOverdue, "took 1.02s of 1s", 0, 1020 * ms},
		{"before the question", func() Player { return says(1020*ms, "ok\n") }, second,
			[][2]int{{-200, 0}}, ReasonOverdue, "took 1.02s of 1s", 0, 1020 * ms},
		{"while sending", func() Player { return &slowSend{1100 * ms} }, second,
			[][2]int{{10, 400}}, "", "", 0, 1100 * ms},
		{"deaf", func() Player { return &slowSend{time.Hour} }, second,
			[][2]int{{10, 400}}, ReasonUnread, "", 0, 1420 * ms},
	} {
		for seat := range 2 {
			t.Run(fmt.Sprintf("%s/seat %d", c.name, seat), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					start := time.Now()
					m := between(rounds(1, second), seated(seat, c.player())...)
					v, text := played(t, still(m, c.credit, c.stalls...))
					require.Equal(t, c.took, time.Since(start).Truncate(time.Microsecond))
					require.Equal(t, c.events, strings.Count(text, `"type":"stall"`), text)
					if c.reason == "" {
						require.Nil(t, v.Foul)
						require.Equal(t, 2, v.Ply)
						return
					}
					if c.reason == ReasonHost {
						require.True(t, v.Void)
						require.Equal(t, ReasonHost, v.Reason)
						require.Contains(t, v.Detail, c.detail)
						return
					}
					require.Equal(t, 1-seat, v.Winner)
					require.Equal(t, c.reason, v.Foul.Reason)
					require.Contains(t, v.Foul.Detail, c.detail)
				})
			})
		}
	}
}

// slowSend takes a line only after a while, and answers at once.
type slowSend struct{ after time.Duration }

func (s *slowSend) Send(ctx context.Context, _ string) (sent, drained time.Time, err error) {
	sent = time.Now()
	select {
	case <-time.After(s.after):
		return sent, time.Now(), nil
	case <-ctx.Done():
		return sent, sent, fmt.Errorf("write: %w", ctx.Err())
	}
}

func (s *slowSend) Receive(context.Context) (string, time.Time, time.Time, error) {
	return "ok", time.Now(), time.Now(), nil
}

// A host that always stands still grants each seat five credits and no more. Then the game is void.
func TestCreditOfAMatchIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := between(rounds(20, second), seated(1, hosttest.Answering("ok", 1100*ms))...)
		v, text := played(t, still(m, 100*ms, [2]int{0, 1 << 20}))
		require.Equal(t, 5, strings.Count(text, `"credit":100000,"judged"`))
		require.True(t, v.Void)
		require.Equal(t, ReasonHost, v.Reason, "the host failed the player: it does not lose")
		require.Contains(t, v.Detail, "took 1.1s of 1s; the host kept it from answering for longer than may be credited")
		verified(t, text, rounds(20, second))
	})
}

// A player without an answer is waited for until it has had its limit without the stalls: then it loses, whatever
// the load. Only one that the host kept from answering all that time, or that answers then, makes the game void.
func TestAMutePlayerLosesAtAnyLoad(t *testing.T) {
	for _, c := range []struct {
		name   string
		player func() Player
		stalls [2]int
		reason string
		took   time.Duration
	}{
		{"mute, held up for longer than its credit", func() Player { return says(0, "") }, [2]int{300, 700}, ReasonNoByte, 1430 * ms},
		{"half a line", func() Player { return says(0, "o") }, [2]int{300, 700}, ReasonUnfinished, 1430 * ms},
		{"an answer after its limit without the stalls", func() Player { return says(1420*ms, "ok\n") }, [2]int{300, 700}, ReasonOverdue, 1420 * ms},
		{"an answer within it", func() Player { return says(1390*ms, "ok\n") }, [2]int{300, 700}, ReasonHost, 1390 * ms},
		{"held up all the time", func() Player { return says(0, "") }, [2]int{300, 9000}, ReasonHost, 1630 * ms},
	} {
		for seat := range 2 {
			t.Run(fmt.Sprintf("%s/seat %d", c.name, seat), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					start := time.Now()
					v, text := played(t, still(between(rounds(1, second), seated(seat, c.player())...), 100*ms, c.stalls))
					require.Equal(t, c.took, time.Since(start).Truncate(time.Microsecond))
					verified(t, text, rounds(1, second))
					if c.reason == ReasonHost {
						require.True(t, v.Void)
						return
					}
					require.False(t, v.Void, v.Detail)
					require.Equal(t, 1-seat, v.Winner)
					require.Equal(t, c.reason, v.Foul.Reason)
				})
			})
		}
	}
}

// The kernel counts the wait for a processor when it is over. Until then the program is waited for.
func TestAProgramThatWaitsForItsProcessor(t *testing.T) {
	for _, c := range []struct {
		name   string
		until  time.Duration // it has a processor from then on
		answer time.Duration // 0 is none
		reason string
		took   time.Duration
	}{
		{"for longer than its limit", 1500 * ms, 1501 * ms, "", 1501 * ms},
		{"and then answers too late", 1200 * ms, 2300 * ms, ReasonNoByte, 2290 * ms},
		{"and then never answers", 1500 * ms, 0, ReasonNoByte, 2605 * ms},
		{"for ever", time.Hour, 0, ReasonHost, 7030 * ms},
		{"before its limit alone", 900 * ms, 0, ReasonNoByte, 1930 * ms},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				player := hosttest.New(nil)
				if c.answer > 0 {
					player = says(c.answer, "ok\n")
				}
				m := still(between(rounds(1, second), seated(0, player)...), second)
				m.Seats[0].Waits = func(bool) stalls.Waits {
					now := time.Since(start)
					w := stalls.Waits{Others: now, Waiting: now < c.until && now > 0}
					if now >= c.until {
						w.Held = c.until
					}
					return w
				}
				v, text := played(t, m)
				require.Equal(t, c.took, time.Since(start).Truncate(time.Millisecond), text)
				require.Equal(t, c.reason == ReasonHost, v.Void, v.Detail)
				if c.reason != "" && !v.Void {
					require.Equal(t, c.reason, v.Foul.Reason)
				}
				verified(t, text, rounds(1, second))
			})
		})
	}
}

// A player with a clock of its own is judged by that alone, the other as ever.
func TestOwnClockIsNotCredited(t *testing.T) {
	for seat, detail := range []string{"not one byte in 1s", "not one byte in 1s and 150ms of host stalls"} {
		synctest.Test(t, func(t *testing.T) {
			m := between(rounds(1, second), seated(seat, says(0, ""))...)
			m.Seats[0].SimulatedTime = true
			v, _ := played(t, still(m, second, [2]int{300, 450}))
			require.Equal(t, seat, 1-v.Winner)
			require.Equal(t, detail, v.Foul.Detail)
		})
	}
}

// Noise after the limit looks at the stalls too, and no stall counts twice.
func TestStallsInAHandshake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		board := hosttest.New(func(f *fake, text string) {
			if text == "-T" {
				f.Say(1010*ms, "banner\n")
				f.Say(1080*ms, "AB\n")
				return
			}
			coder(f, text)
		})
		v, text := played(t, still(between(code, board), second, [2]int{100, 150}, [2]int{1020, 1070}))
		require.Equal(t, "done", v.Reason)
		require.Equal(t, 2, strings.Count(text, `"type":"stall"`))
		require.Contains(t, text, `"used":1080000,"credit":80000,`)
	})
}

// An interrupted match ends at once, also while it has patience.
func TestInterruptedWhileStill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 1100*ms)
		defer cancel()
		start := time.Now()
		m := still(between(rounds(1, second), says(0, "")), second, [2]int{100, 500})
		_, _, err := recorded(ctx, m)
		require.ErrorIs(t, err, ErrInterrupted)
		require.Equal(t, 1100*ms, time.Since(start))
	})
}

// creditedGame is the record of a game in which an answer was credited, and
// that was then lost on time.
func creditedGame(t *testing.T) (text string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		slow := hosttest.New(func(f *fake, _ string) {
			f.Say(1150*ms, "ok\n")
			f.Script = func(f *fake, _ string) { f.Say(1045*ms, "ok\n") }
		})
		m := between(rounds(3, second), hosttest.Answering("ok", 3*ms), slow)
		_, text = played(t, still(m, second, [2]int{400, 550}, [2]int{1300, 1320}))
	})
	require.Equal(t, 2, strings.Count(text, `"type":"stall"`))
	require.Contains(t, text, `{"type":"stall","seat":1,"from":400000,"to":550000,"waited":5000,"own":0,"read":0,"sum":`)
	require.Contains(t, text, `"used":1150000,"credit":150000,`)
	require.Contains(t, text, `took 1.045s of 1s and 20ms of host stalls`)
	return text
}

func TestForgedStallsAreFound(t *testing.T) {
	text := creditedGame(t)
	stall := `{"type":"stall","seat":1,"from":400000,"to":550000,"waited":5000,"own":0,"read":0`
	for _, c := range []struct{ name, from, to string }{
		{"shorter", `"to":550000`, `"to":540000`},
		{"too short for the answer", `"to":550000`, `"to":450000`},
		{"before the question", `"from":400000`, `"from":0`},
		{"after the answer", `"to":550000`, `"to":1550000`},
		{"backwards", `"from":400000`, `"from":600000`},
		{"another seat's", `"stall","seat":1`, `"stall","seat":0`},
		{"waited longer than it lasted", `"waited":5000`, `"waited":500000`},
		{"more of it the player's own", `"own":0`, `"own":1000`},
		{"the player wrote much", `"read":0`, `"read":90000`},
		{"taken out", stall, `{"type":"log","seat":1,"text":"","at":0`},
		{"twice", stall, stall + `,"sum":"00000000000000000000000000000000"}` + "\n" + stall},
		{"credit of the answer", `"credit":150000`, `"credit":160000`},
		{"no credit in this match", `"credit":1000000`, `"credit":0`},
		{"little credit in this match", `"credit":1000000`, `"credit":99000`},
		{"where none was needed", `{"type":"answer","seat":0`,
			`{"type":"stall","seat":0,"from":1,"to":2,"waited":0,"own":0,"read":0,"sum":"00000000000000000000000000000000"}` + "\n" +
				`{"type":"answer","seat":0`},
		{"enough for the last answer", `"to":1320000`, `"to":1420000`},
	} {
		t.Run(c.name, func(t *testing.T) {
			forged := changed(t, text, c.from, c.to)
			_, err := record.Read(strings.NewReader(forged))
			require.ErrorContains(t, err, "the record was changed")
			games, err := record.Read(strings.NewReader(reseal(forged)))
			require.NoError(t, err)
			_, err = Verify(&games[0], rounds(3, second))
			var d *Divergence
			require.ErrorAs(t, err, &d, forged)
		})
	}
}

// A record with stalls that was cut at any byte holds as far as it goes.
func TestCutStallsAtAnyByte(t *testing.T) {
	tier.NoRace(t)
	text := creditedGame(t)
	for cut := range len(text) {
		games, err := record.Read(strings.NewReader(text[:cut]))
		require.NoError(t, err)
		for i := range games {
			_, err := Verify(&games[i], rounds(3, second))
			require.NoError(t, err, "cut at %d", cut)
		}
	}
}

// Records of earlier versions verify as ever; version 1 knows no stalls.
func TestOlderRecords(t *testing.T) {
	for version := 1; version < record.Version; version++ {
		text, err := os.ReadFile(fmt.Sprintf("testdata/older/late%d.jsonl", version))
		require.NoError(t, err)
		verified(t, string(text), rounds(3, second))
	}
}

// A match that may credit but need not is recorded as any other, and its
// stalls are never asked for.
func TestStallsAreAskedForWhenTheyMatter(t *testing.T) {
	m := between(rounds(10, second), hosttest.Answering("ok", 0))
	m.MaxCompensation = second
	m.Stalls = stallFunc(func(time.Time, time.Time) []stalls.Stall { panic("asked") })
	var record bytes.Buffer
	m.Record = &record
	_, err := m.Run(t.Context())
	require.NoError(t, err)
	require.Contains(t, record.String(), `"credit":1000000`)
	verified(t, record.String(), m.Referee)
}

// A question costs one look at a player's load, and those that follow each other
// at once share it.
func TestLoadsAreReadSeldom(t *testing.T) {
	for _, c := range []struct {
		answers   time.Duration
		questions int
		looks     int
	}{
		{0, 500, 1},
		{5 * ms, 100, 100},
	} {
		synctest.Test(t, func(t *testing.T) {
			m := between(rounds(c.questions, second), hosttest.Answering("ok", c.answers))
			looks := 0
			m.MaxCompensation, m.Stalls = second, stallFunc(func(time.Time, time.Time) []stalls.Stall { return nil })
			m.Seats[0].Usage = func() stalls.Usage { looks++; return stalls.Usage{} }
			_, err := m.Run(t.Context())
			require.NoError(t, err)
			require.Equal(t, c.looks, looks)
		})
	}
}

// What a player does while it takes the question, however long that is, does not
// count as done while its clock runs.
func TestLoadBeforeTheClockDoesNotCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := says(1320*ms, "ok\n")
		slow.SendTime = 300 * ms
		m := between(rounds(1, second), slow)
		start := time.Now()
		load := func() stalls.Usage { return stalls.Usage{CPU: 8 * min(time.Since(start), 300*ms)} }
		m.MaxCompensation, m.Seats[0].Usage = second, load
		after := stalls.Usage{CPU: 8 * 300 * ms}
		m.Stalls = &busyStalls{stall: stalls.Stall{
			From: start.Add(800 * ms), To: start.Add(1000 * ms), Before: after, After: after,
		}}
		v, text := played(t, m)
		require.Contains(t, text, `"type":"stall"`)
		require.Nil(t, v.Foul, text)
	})
}

// A host that stalls before it has read the load at a question goes on with one that
// holds what the player did in the stall. It does not count from there.
func TestAStallBehindTheQuestionIsTheSeats(t *testing.T) {
	for _, sending := range []time.Duration{0, 5 * ms} {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			began := start.Add(sending)
			var sent atomic.Bool
			player := hosttest.On(1, func(f *fake, _ string) { sent.Store(true); f.Say(1025*ms, "ok\n") })
			player.SendTime = sending
			m := between(rounds(1, second), player)
			m.MaxCompensation, m.Seats[0].Usage = second, func() stalls.Usage {
				if sent.CompareAndSwap(true, false) {
					time.Sleep(400 * ms)
				}
				return stalls.Usage{CPU: max(0, min(time.Since(began), 400*ms))}
			}
			m.Stalls = &busyStalls{stall: stalls.Stall{
				From: start.Add(sending), To: start.Add(400*ms + sending), After: stalls.Usage{CPU: 400 * ms},
			}}
			v, text := played(t, m)
			require.Contains(t, text, `"own":400000`)
			require.NotNil(t, v.Foul)
			require.Equal(t, ReasonOverdue, v.Foul.Reason, text)
		})
	}
}

// busyStalls is a stalls.Source of one stall, in which the player that is watched
// had the given load.
type busyStalls struct {
	stall stalls.Stall
	loads []func() stalls.Usage
}

func (b *busyStalls) Watch(p stalls.Watched) (func(from, to time.Time) []stalls.Stall, func()) {
	b.loads = append(b.loads, p.Load)
	return func(from, to time.Time) []stalls.Stall {
		if b.stall.From.Before(to) && b.stall.To.After(from) {
			return []stalls.Stall{b.stall}
		}
		return nil
	}, func() {}
}

// A seat whose player's processor time nobody can count earns nothing, the record tells
// it, and Verify finds the same.
func TestUncountedSeatsEarnNoCredit(t *testing.T) {
	for _, uncounted := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			m := between(rounds(1, second), hosttest.Answering("ok", 0), says(1020*ms, "ok\n"))
			start := time.Now()
			m.MaxCompensation, m.Seats[1].Uncounted = second, uncounted
			m.Stalls = &busyStalls{stall: stalls.Stall{From: start.Add(800 * ms), To: start.Add(1000 * ms)}}
			v, text := played(t, m)
			require.Equal(t, uncounted, strings.Contains(text, `"uncounted":true`), text)
			if !uncounted {
				require.Nil(t, v.Foul, text)
				return
			}
			require.Contains(t, text, `"own":200000`)
			require.Equal(t, ReasonOverdue, v.Foul.Reason, text)
			require.Equal(t, 0, v.Winner)
		})
	}
}

// A seat earns nothing for time in which its own player kept the host busy, and
// what that was is in the record, so that Verify finds the same. What the player
// did before it was asked does not count.
func TestOwnLoadEarnsNoCredit(t *testing.T) {
	for _, c := range []struct {
		name          string
		before, after stalls.Usage // the stall, of 200 ms
		asked         stalls.Usage // when the question had been sent
		reason        string
	}{
		{"idle", stalls.Usage{}, stalls.Usage{}, stalls.Usage{}, ""},
		{"a thread that ran before", stalls.Usage{CPU: 5 * second, Read: 500}, stalls.Usage{CPU: 5 * second, Read: 510}, stalls.Usage{}, ""},
		{"half the time", stalls.Usage{}, stalls.Usage{CPU: 100 * ms, Read: 0}, stalls.Usage{}, ""},
		{"burning", stalls.Usage{}, stalls.Usage{CPU: 1600 * ms, Read: 0}, stalls.Usage{}, ReasonOverdue},
		{"all the time", stalls.Usage{}, stalls.Usage{CPU: 200 * ms, Read: 0}, stalls.Usage{}, ReasonOverdue},
		{"flooding", stalls.Usage{}, stalls.Usage{CPU: 0, Read: 1 << 20}, stalls.Usage{}, ReasonOverdue},
		{"burning before it was asked", stalls.Usage{}, stalls.Usage{CPU: 1600 * ms, Read: 0}, stalls.Usage{CPU: 1590 * ms, Read: 0}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := between(rounds(1, second), hosttest.Answering("ok", 0), says(1020*ms, "ok\n"))
				start := time.Now()
				m.MaxCompensation = second
				m.Seats[1].Usage = func() stalls.Usage { return c.asked }
				m.Stalls = &busyStalls{stall: stalls.Stall{
					From: start.Add(800 * ms), To: start.Add(1000 * ms), Before: c.before, After: c.after,
				}}
				v, text := played(t, m)
				require.Contains(t, text, `"type":"stall"`)
				if c.reason == "" {
					require.Nil(t, v.Foul, text)
					return
				}
				require.Equal(t, c.reason, v.Foul.Reason, text)
				require.Equal(t, 0, v.Winner)
			})
		})
	}
}
