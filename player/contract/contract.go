// Package contract is what a player owes the host and the host owes a player: what a referee gets of a far end,
// whatever is between. [Run] proves a way to a player, and prints it as a column of the table.
package contract

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
)

// Step is one of those that a far end does in order: it waits for so many lines, then for a time, then it says
// bytes, or hangs up.
type Step struct {
	Lines int
	Wait  time.Duration
	Say   string
	Hang  bool
}

// Play does the steps at the far end of a wire, and then reads what is sent until the wire ends.
func Play(far io.ReadWriteCloser, steps []Step) {
	in := bufio.NewReader(far)
	for _, s := range steps {
		for range s.Lines {
			if _, err := in.ReadString('\n'); err != nil {
				return
			}
		}
		time.Sleep(s.Wait)
		if s.Hang {
			far.Close()
			return
		}
		if _, err := io.WriteString(far, s.Say); err != nil {
			return
		}
	}
	_, _ = io.Copy(io.Discard, in)
}

// PlaySelected does the steps of the row that the first byte selects: see SelectRow.
func PlaySelected(far io.ReadWriteCloser) {
	first := []byte{0}
	for {
		if _, err := io.ReadFull(far, first); err != nil {
			return
		}
		if row := int(first[0]) - int(SelectRow(0)); row >= 0 && row < len(Rows) {
			Play(far, Rows[row].Steps)
			return
		}
	}
}

// limit is that of the answers of the contract. Only what is silent takes it whole.
const limit = 20 * time.Second

// short is a limit that passes.
const short = 300 * time.Millisecond

// Row is a row of the table.
type Row struct {
	Name    string
	Steps   []Step
	referee func(ctx context.Context, t *host.Session) ([]string, error)
	want    []string // answers
	foul    string   // kind and reason; or empty
	exact   bool     // it needs the same clock for the answer and its limit
	first   bool     // the host begins by hearing the player
}

// Rows are the rows of the table. The first begins when the far end is switched on: it is a board that sends its name
// 200 ms later. The second board answers twice.
var Rows = []Row{
	{Name: "speaks first", Steps: []Step{{Wait: 200 * time.Millisecond, Say: "AB\n"}}, referee: hear(limit), want: []string{"AB"}, first: true},
	{Name: "two lines", Steps: []Step{{Lines: 1, Say: "1 0 0 0\n"}, {Wait: 20 * time.Millisecond, Say: "2 0 0 0\n"}},
		referee: calls(ask(limit), hear(limit)), want: []string{"1 0 0 0", "2 0 0 0"}},
	{Name: "blank, answer", Steps: []Step{{Lines: 1, Say: "\n\r\n"}, {Wait: 20 * time.Millisecond, Say: "ok\n"}},
		referee: ask(limit), want: []string{"ok"}},
	{Name: "in pieces", Steps: []Step{{Lines: 1, Say: "1 "}, {Wait: 100 * time.Millisecond, Say: "2 "}, {Wait: 100 * time.Millisecond, Say: "3\n"}},
		referee: ask(limit), want: []string{"1 2 3"}},
	{Name: "before asked", Steps: []Step{{Say: "early\n"}, {Lines: 1, Say: "ok\n"}},
		referee: calls(wait(200*time.Millisecond), ask(limit)), want: []string{"ok"}},
	{Name: "echo", Steps: []Step{{Lines: 1, Say: "go\nok\n"}, {Lines: 1, Say: "go\nok\n"}},
		referee: calls(askFor, askFor), want: []string{"ok", "ok"}},
	{Name: "long lines", Steps: []Step{{Lines: 2, Say: "ok\n"}}, referee: calls(tellLong, askLong), want: []string{"ok"}},
	{Name: "half a line", Steps: []Step{{Lines: 1, Say: "ha"}}, referee: ask(short), foul: "late unfinished"},
	{Name: "late", Steps: []Step{{Lines: 1, Wait: 2 * short, Say: "ok\n"}}, referee: ask(short), foul: "silent no-byte"},
	{Name: "late by 1 µs", Steps: []Step{{Lines: 1, Say: "1\n"}, {Lines: 1, Say: "2\n"}, {Lines: 1, Say: "3\n"}},
		referee: exactly, want: []string{"1", "2"}, foul: "late overdue", exact: true},
	{Name: "never", Steps: nil, referee: ask(short), foul: "silent no-byte"},
	{Name: "gone first", Steps: []Step{{Hang: true}}, referee: hear(limit), foul: "gone closed", first: true},
	{Name: "gone asked", Steps: []Step{{Lines: 1}, {Wait: 100 * time.Millisecond, Hang: true}}, referee: ask(limit), foul: "gone closed"},
	{Name: "gone half", Steps: []Step{{Lines: 1, Say: "ha"}, {Wait: 100 * time.Millisecond, Hang: true}}, referee: ask(limit), foul: "gone half-line"},
	{Name: "gone after", Steps: []Step{{Lines: 1, Say: "ok\n"}, {Wait: 10 * time.Millisecond, Hang: true}}, referee: calls(ask(limit), hear(limit)), want: []string{"ok"}, foul: "gone closed"},
}

// exactly gives an answer the time that the same answer took, and then one microsecond less.
func exactly(ctx context.Context, t *host.Session) (got []string, err error) {
	limit := limit
	for _, less := range []time.Duration{0, 0, time.Microsecond} {
		a, err := t.Ask(ctx, 0, "go", limit-less)
		if err != nil {
			return got, err
		}
		got, limit = append(got, a.Text), a.Used
	}
	return got, nil
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

// Scripted is a player in this program, as bots are.
type Scripted []Step

// Serve implements player.LocalPlayer.
func (s Scripted) Serve(ctx context.Context, line host.Player) error {
	for _, one := range s {
		for range one.Lines {
			if _, _, _, err := line.Receive(ctx); err != nil {
				return err
			}
		}
		time.Sleep(one.Wait)
		if one.Hang {
			return nil
		}
		text, whole := strings.CutSuffix(one.Say, "\n")
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

// cannot says why a row says nothing of a way; it is empty if it does.
func (w *Way) cannot(r *Row) string {
	switch {
	case r.exact && !w.Simulated:
		return "the wall's clock: TestJudge of host is exact"
	case r.first && w.Greets:
		return "what it says as it is opened would be the line"
	case !w.Partial && slices.ContainsFunc(r.Steps, func(s Step) bool { return s.Say != "" && !strings.HasSuffix(s.Say, "\n") }):
		return "it has whole lines alone"
	case w.Stays != "" && slices.ContainsFunc(r.Steps, func(s Step) bool { return s.Hang }):
		return w.Stays
	}
	return ""
}

// Way is a way to a player.
type Way struct {
	Name      string
	Partial   bool   // the far end can say parts of a line
	Simulated bool   // the time of the far end is simulated
	Stays     string // why the far end cannot hang up; empty if it can
	Greets    bool   // the far end says lines of its own as it is opened

	// Open opens the player whose far end does the steps of a row, by its place in Rows. The test closes it.
	Open func(t *testing.T, row int) host.Player

	// Elsewhere proves a row in place of Open, where the game is played in another process: see Row.Prove.
	Elsewhere func(t *testing.T, row int) error
}

// Run proves ways, and prints the table. Each game is replayed from its record: that is a way too.
func Run(t *testing.T, ways []Way) {
	cells := make([][]string, len(ways))
	notes := []string{}
	for i, w := range ways {
		cells[i] = make([]string, len(Rows))
		t.Run(w.Name, func(t *testing.T) {
			for row, r := range Rows {
				if why := w.cannot(&r); why != "" {
					n := slices.Index(notes, why)
					if n < 0 {
						n, notes = len(notes), append(notes, why)
					}
					cells[i][row] = fmt.Sprintf("- (%d)", n+1)
					continue
				}
				cells[i][row] = "FAILED"
				t.Run(r.Name, func(t *testing.T) {
					defer func() {
						if t.Skipped() {
							cells[i][row] = "not run"
						}
					}()
					if w.Elsewhere != nil {
						require.NoError(t, w.Elsewhere(t, row))
					} else {
						require.NoError(t, r.Prove(w.Open(t, row)))
					}
					cells[i][row] = "ok"
				})
			}
		})
	}
	table := fmt.Sprintf("%-14s", "")
	for _, w := range ways {
		table += fmt.Sprintf("  %-10s", w.Name)
	}
	table += "  replay"
	for row, r := range Rows {
		table += fmt.Sprintf("\n%-14s", r.Name)
		replay := "-"
		for i := range ways {
			table += fmt.Sprintf("  %-10s", cells[i][row])
			if cells[i][row] == "FAILED" || cells[i][row] == "ok" && replay == "-" {
				replay = cells[i][row] // every game was
			}
		}
		table += "  " + replay
	}
	for n, why := range notes {
		table += fmt.Sprintf("\n(%d) %s", n+1, why)
	}
	t.Log("\n" + table)
}

// Prove plays the game of a row with a player whose far end does its steps, and replays it from its record. The error
// says what differs from the row.
func (r *Row) Prove(p host.Player) error {
	var file strings.Builder
	var got []string
	foul := ""
	game := func(ctx context.Context, s *host.Session) (v host.Verdict, err error) {
		var said []string
		if said, err = r.referee(ctx, s); got == nil {
			got = said
		}
		return host.Verdict{Reason: "done"}, err
	}
	m := &host.Game{Referee: game, Name: "contract", Seats: []host.Seat{{Name: "player", Player: p}}, Record: &file}
	v, err := m.Run(context.Background())
	if err != nil {
		return err
	}
	if v.Foul != nil {
		foul = fmt.Sprint(v.Foul.Kind, " ", v.Foul.Reason)
	}
	if foul != r.foul || !slices.Equal(got, r.want) {
		return fmt.Errorf("answers %q and foul %q, not %q and %q; the record:\n%s", got, foul, r.want, r.foul, file.String())
	}
	g, err := record.NewReader(strings.NewReader(file.String())).Next()
	if err != nil {
		return err
	}
	_, err = host.Verify(&g, game)
	return err
}
