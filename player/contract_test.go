package player

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/tier"
)

func TestMain(m *testing.M) {
	bridgetest.Main(nil)
	os.Exit(m.Run())
}

// A far end does its steps in order: it waits for so many lines, then for a time, then it says
// bytes, or hangs up.
type step struct {
	lines int
	wait  time.Duration
	say   string
	hang  bool
}

// play does the steps at the far end of a wire, and then reads what is sent until the wire ends.
func play(far io.ReadWriteCloser, steps []step) {
	in := bufio.NewReader(far)
	for _, s := range steps {
		for range s.lines {
			if _, err := in.ReadString('\n'); err != nil {
				return
			}
		}
		time.Sleep(s.wait)
		if s.hang {
			far.Close()
			return
		}
		if _, err := io.WriteString(far, s.say); err != nil {
			return
		}
	}
	_, _ = io.Copy(io.Discard, in)
}

// limit is that of the answers of the contract. Only what is silent takes it whole.
const limit = 20 * time.Second

// short is a limit that passes.
const short = 300 * time.Millisecond

// contract is what a player owes the host and the host owes a player: what a referee gets of a
// far end, whatever is between.
var contract = []struct {
	name    string
	steps   []step
	referee func(ctx context.Context, t *host.Session) ([]string, error)
	want    []string // answers
	foul    string   // kind and reason; or empty
}{
	{name: "speaks first", steps: []step{{wait: 200 * time.Millisecond, say: "AB\n"}}, referee: hear(limit), want: []string{"AB"}},
	{name: "two lines", steps: []step{{lines: 1, say: "1\n"}, {wait: 20 * time.Millisecond, say: "2\n"}},
		referee: calls(ask(limit), hear(limit)), want: []string{"1", "2"}},
	{name: "blank, answer", steps: []step{{lines: 1, say: "\n\r\n"}, {wait: 20 * time.Millisecond, say: "ok\n"}},
		referee: ask(limit), want: []string{"ok"}},
	{name: "in pieces", steps: []step{{lines: 1, say: "1 "}, {wait: 100 * time.Millisecond, say: "2 "}, {wait: 100 * time.Millisecond, say: "3\n"}},
		referee: ask(limit), want: []string{"1 2 3"}},
	{name: "before asked", steps: []step{{say: "early\n"}, {lines: 1, say: "ok\n"}},
		referee: calls(wait(200*time.Millisecond), ask(limit)), want: []string{"ok"}},
	{name: "echo", steps: []step{{lines: 1, say: "go\nok\n"}, {lines: 1, say: "go\nok\n"}},
		referee: calls(askFor, askFor), want: []string{"ok", "ok"}},
	{name: "long lines", steps: []step{{lines: 2, say: "ok\n"}}, referee: calls(tellLong, askLong), want: []string{"ok"}},
	{name: "half a line", steps: []step{{lines: 1, say: "ha"}}, referee: ask(short), foul: "late unfinished"},
	{name: "late", steps: []step{{lines: 1, wait: 2 * short, say: "ok\n"}}, referee: ask(short), foul: "silent no-byte"},
	{name: "never", steps: nil, referee: ask(short), foul: "silent no-byte"},
	{name: "gone first", steps: []step{{hang: true}}, referee: hear(limit), foul: "gone closed"},
	{name: "gone asked", steps: []step{{lines: 1, hang: true}}, referee: ask(limit), foul: "gone closed"},
	{name: "gone half", steps: []step{{lines: 1, say: "ha"}, {wait: 100 * time.Millisecond, hang: true}}, referee: ask(limit), foul: "gone half-line"},
	{name: "gone after", steps: []step{{lines: 1, say: "ok\n"}, {wait: 10 * time.Millisecond, hang: true}}, referee: calls(ask(limit), hear(limit)), want: []string{"ok"}, foul: "gone closed"},
}

type referee = func(ctx context.Context, t *host.Session) ([]string, error)

func answered(a host.Answer, err error) ([]string, error) {
	if err != nil {
		return nil, err
	}
	return []string{a.Text}, nil
}

func hear(limit time.Duration) referee {
	return func(ctx context.Context, t *host.Session) ([]string, error) {
		return answered(t.Hear(ctx, 0, host.Question{Limit: limit}))
	}
}

func ask(limit time.Duration) referee {
	return func(ctx context.Context, t *host.Session) ([]string, error) {
		return answered(t.Ask(ctx, 0, "go", limit))
	}
}

func askFor(ctx context.Context, t *host.Session) ([]string, error) {
	return answered(t.AskFor(ctx, 0, "go", limit, func(line string) bool { return line == "ok" }))
}

// long is a question of DPT on a field of 20 x 20: 1.6 s at 9600 baud.
var long = strings.Repeat("x", 1490)

func tellLong(ctx context.Context, t *host.Session) ([]string, error) {
	return nil, t.Tell(ctx, 0, long)
}

func askLong(ctx context.Context, t *host.Session) ([]string, error) {
	a, err := t.Ask(ctx, 0, long, limit)
	if err == nil && a.Used > time.Second {
		err = fmt.Errorf("used %v: the clock starts at the last byte of the question", a.Used)
	}
	return answered(a, err)
}

func wait(d time.Duration) referee {
	return func(context.Context, *host.Session) ([]string, error) { time.Sleep(d); return nil, nil }
}

func calls(all ...referee) referee {
	return func(ctx context.Context, t *host.Session) (got []string, err error) {
		for _, one := range all {
			more, err := one(ctx, t)
			if got = append(got, more...); err != nil {
				return got, err
			}
		}
		return got, nil
	}
}

// scripted is a player in this program, as bots, people and clients of web and api are.
type scripted []step

// Serve implements LocalPlayer.
func (s scripted) Serve(ctx context.Context, line host.Player) error {
	for _, one := range s {
		for range one.lines {
			if _, _, _, err := line.Receive(ctx); err != nil {
				return err
			}
		}
		time.Sleep(one.wait)
		if one.hang {
			return nil
		}
		text, whole := strings.CutSuffix(one.say, "\n")
		if !whole {
			return errors.New("a line in pieces")
		}
		if _, _, err := line.Send(ctx, strings.ReplaceAll(text, "\r", "")); err != nil {
			return err
		}
	}
	<-ctx.Done()
	return nil
}

// pieces reports whether steps say anything but whole lines.
func pieces(steps []step) bool {
	return slices.ContainsFunc(steps, func(s step) bool { return s.say != "" && !strings.HasSuffix(s.say, "\n") })
}

// a way opens a player whose far end does the steps. Partial is false of one that has whole lines
// alone.
type way struct {
	name    string
	partial bool
	open    func(t *testing.T, steps []step) host.Player
}

var contractLines = bridge.LineConfig{}

func ways() (all []way) {
	for _, w := range bridgetest.Transports() {
		over := func(around func(io.ReadWriteCloser) io.ReadWriteCloser) func(*testing.T, []step) host.Player {
			return func(t *testing.T, steps []step) host.Player {
				near, far := w.Pair(t)
				go play(far, steps)
				line := bridge.NewLine(around(near), contractLines)
				t.Cleanup(func() { line.Close(); far.Close() })
				return &Player{openConn: line}
			}
		}
		all = append(all, way{w.Name, true, over(func(c io.ReadWriteCloser) io.ReadWriteCloser { return c })})
		if w.Name == bridge.SchemeSerial {
			all = append(all,
				way{"9600 baud", true, over(func(c io.ReadWriteCloser) io.ReadWriteCloser { return newSlowWire(c, 9600) })},
				way{"usb, 16 ms", true, over(func(c io.ReadWriteCloser) io.ReadWriteCloser { return &heldWire{c, 16 * time.Millisecond} })})
		}
	}
	return append(all, way{"bot", false, func(t *testing.T, steps []step) host.Player {
		o := &Opener{Lines: contractLines, Say: func(string) {}}
		p, err := o.seatLocal("bot:scripted", scripted(steps))
		require.NoError(t, err)
		t.Cleanup(func() { p.Close() })
		return p
	}})
}

// slowWire has bytes leave and come at a rate, as a UART does; it drains as tcdrain does.
type slowWire struct {
	io.ReadWriteCloser
	baud int
	mu   sync.Mutex
	busy time.Time // until then bytes are on the wire to the player
	in   time.Time // and from it
}

func newSlowWire(c io.ReadWriteCloser, baud int) *slowWire {
	return &slowWire{ReadWriteCloser: c, baud: baud}
}

// SendTime is the time of bytes of ten bits.
func (w *slowWire) SendTime(bytes int) time.Duration {
	return time.Duration(bytes) * 10 * time.Second / time.Duration(w.baud)
}

// Write hands a byte on when it has left.
func (w *slowWire) Write(b []byte) (int, error) {
	for i := range b {
		w.mu.Lock()
		w.busy = later(w.busy, w.SendTime(1))
		at := w.busy
		w.mu.Unlock()
		time.Sleep(time.Until(at))
		if _, err := w.ReadWriteCloser.Write(b[i : i+1]); err != nil {
			return i, err
		}
	}
	return len(b), nil
}

// Drain returns when the last byte has left, which Write has waited for.
func (w *slowWire) Drain() error { return nil }

// Read gives a byte when it has come.
func (w *slowWire) Read(b []byte) (int, error) {
	n, err := w.ReadWriteCloser.Read(b[:min(1, len(b))])
	w.in = later(w.in, w.SendTime(n))
	time.Sleep(time.Until(w.in))
	return n, err
}

func later(t time.Time, d time.Duration) time.Time {
	if now := time.Now(); t.Before(now) {
		t = now
	}
	return t.Add(d)
}

// heldWire is an adapter that holds what comes for so long, as the latency timer of an FTDI chip does.
type heldWire struct {
	io.ReadWriteCloser
	timer time.Duration
}

// Read gives what came with a delay.
func (w *heldWire) Read(b []byte) (int, error) {
	n, err := w.ReadWriteCloser.Read(b)
	time.Sleep(w.timer)
	return n, err
}

// TestContract prints what each way to a player keeps of the contract. Each game is replayed from
// its record, which is a way too.
func TestContract(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	var names []string
	cells := map[string]map[string]string{}
	var mu sync.Mutex
	for _, w := range ways() {
		names = append(names, w.name)
		cells[w.name] = map[string]string{}
		t.Run(w.name, func(t *testing.T) {
			for _, c := range contract {
				set := func(cell string) { mu.Lock(); defer mu.Unlock(); cells[w.name][c.name] = cell }
				if !w.partial && pieces(c.steps) {
					set("-") // it cannot say half a line
					continue
				}
				set("FAILED")
				t.Run(c.name, func(t *testing.T) {
					p := w.open(t, c.steps)
					var file strings.Builder
					got, foul := []string(nil), ""
					game := func(ctx context.Context, s *host.Session) (v host.Verdict, err error) {
						var said []string
						if said, err = c.referee(ctx, s); got == nil {
							got = said
						}
						return host.Verdict{Reason: "done"}, err
					}
					m := &host.Game{Referee: game, Name: "contract", Seats: []host.Seat{{Name: "player", Player: p}}, Record: &file}
					v, err := m.Run(t.Context())
					require.NoError(t, err)
					if v.Foul != nil {
						foul = fmt.Sprint(v.Foul.Kind, " ", v.Foul.Reason)
					}
					require.Equal(t, c.foul, foul)
					require.Equal(t, c.want, got)
					verified(t, file.String(), game)
					set("ok")
				})
			}
		})
	}
	table := fmt.Sprintf("%-14s", "")
	for _, name := range names {
		table += fmt.Sprintf("  %-10s", name)
	}
	for _, c := range contract {
		table += fmt.Sprintf("\n%-14s", c.name)
		for _, name := range names {
			table += fmt.Sprintf("  %-10s", cells[name][c.name])
		}
	}
	t.Log("\n" + table)
}

// verified replays a record.
func verified(t *testing.T, text string, game host.Referee) {
	t.Helper()
	g, err := record.NewReader(strings.NewReader(text)).Next()
	require.NoError(t, err)
	_, err = host.Verify(&g, game)
	require.NoError(t, err)
}
