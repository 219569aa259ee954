package games

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/sandbox"
)

// fault is a way to go wrong, and what it deserves on every wire.
type fault struct {
	says    func(n int, line string) []string
	want    string // of "kind (reason)", a regular expression; empty is a game without a foul
	move    time.Duration
	options map[string]string
}

// never says nothing from line n on.
func never(n int) func(int, string) []string {
	return from(n, func(string) []string { return []string{} })
}

// from says something else from line n on.
func from(n int, says func(line string) []string) func(int, string) []string {
	return func(i int, line string) []string {
		if i >= n {
			return says(line)
		}
		return []string{line}
	}
}

// short is a limit for those who are late.
const short = 50 * time.Millisecond

// late says line n when its time has long been over.
func late(n int) func(int, string) []string {
	return func(i int, line string) []string {
		if i == n {
			time.Sleep(4 * short)
		}
		return []string{line}
	}
}

// half says the beginning of line n, and nothing more.
func half(n int) func(int, string) []string {
	begun := false
	return from(n, func(line string) []string {
		if begun {
			return []string{}
		}
		begun = true
		return []string{halfLine + line[:1]}
	})
}

// faults are the tables of faults, by game. In the first two a fault loses, in
// the others the match goes on to its end. How much of a line that is too late
// has come in its time is luck.
func faults() map[string]map[string]fault {
	const (
		turnTime = `(late|silent) \(TURN_TIME_LIMIT_EXCEEDED_AT_MAIN_OR_ATTACK\)`
		overdue  = `late \((overdue|unfinished)\)|silent \(no-byte\)`
		answer   = `illegal \(answer\)`
		garbled  = `garbled \(answer\)`
		binary   = `garbled \(binary\)`
		closed   = `gone \(closed\)`
	)
	of := func(reason battle2048.Reason) string { return `illegal \(` + string(reason) + `\)` }
	limit := map[string]string{"turn": strconv.FormatInt(short.Milliseconds(), 10)}
	board := map[string]string{"turns": "3", "seed": "16"}
	field := map[string]string{"turns": "3", "size": "8x8"}
	return map[string]map[string]fault{
		"battle2048": {
			"none":             {says: at(-1)},
			"no start cell":    {says: at(1, "x"), want: of(battle2048.PresentationAtInit)},
			"start off board":  {says: at(1, "6 1"), want: of(battle2048.PositionAtInit)},
			"empty line":       {says: at(3, ""), want: of(battle2048.PresentationAtTurn)},
			"small letter":     {says: at(3, "u 1 1 1 1"), want: of(battle2048.PresentationAtTurn)},
			"two blanks":       {says: at(3, "U  1 1 1 1"), want: of(battle2048.PresentationAtTurn)},
			"attack off board": {says: lastWord("6"), want: of(battle2048.PositionAtAttack)},
			"attack too large": {says: values, want: of(battle2048.AttackSum)},
			"attack twice":     {says: twice, want: of(battle2048.Occupied)},
			"no UTF-8":         {says: at(3, "\xff\xfe"), want: of(battle2048.PresentationAtTurn)},
			"hangs up":         {says: at(3), want: `gone \(PRESENTATION_ERROR_AT_MAIN_OR_ATTACK\)`},
			"silent":           {says: never(2), want: turnTime, options: limit},
			"late":             {says: late(2), want: turnTime, options: limit},
			"half a line":      {says: half(2), want: turnTime, options: limit},
		},
		"chaser": {
			"none":         {says: at(-1), options: map[string]string{"turns": "5"}},
			"no gr":        {says: at(2, "go"), want: `protocol \(get-ready\)`},
			"gr twice":     {says: at(3, "gr"), want: `illegal \(method\)`},
			"no method":    {says: at(3, "xu"), want: `illegal \(method\)`},
			"large letter": {says: at(3, "WU"), want: `illegal \(method\)`},
			"no end mark":  {says: at(4, "##"), want: `protocol \(end-mark\)`},
			"no ASCII":     {says: at(2, "\xff\xfe"), want: binary},
			"hangs up":     {says: at(3), want: closed},
			"silent":       {says: never(2), want: overdue, move: short},
			"late":         {says: late(2), want: overdue, move: short},
			"half a line":  {says: half(2), want: overdue, move: short},
		},
		"kakomimasu": {
			"none":           {says: at(-1), options: board},
			"other words":    {says: at(3, "hello"), want: answer, options: board},
			"half an action": {says: at(3, "2 0 M"), want: answer, options: board},
			"a turn to come": {says: at(3, "9"), want: answer, options: board},
			"a huge number":  {says: at(3, "2 0 P 4294967296 0"), want: answer, options: board},
			"off the board":  {says: at(3, "2 0 P 99 99"), options: board},
			"no such agent":  {says: at(3, "2 18 P 0 0"), options: board},
			"no ASCII":       {says: at(3, "\xff\xfe"), want: binary, options: board},
			"hangs up":       {says: at(3), want: closed, options: board},
			"silent":         {says: never(3), want: overdue, move: short, options: board},
			"late":           {says: late(4), want: overdue, move: short, options: board},
			"half a line":    {says: half(4), want: overdue, move: short, options: board},
		},
		"dpt": {
			"none":           {says: at(-1), options: field},
			"other words":    {says: at(2, "2 move 1 0"), want: garbled, options: field},
			"half an action": {says: at(2, "2 1 0"), want: garbled, options: field},
			"a turn to come": {says: at(2, "9 0 0 0"), want: `garbled \(turn\)`, options: field},
			"a huge number":  {says: at(2, "2 1 99999999999999999999 0"), want: garbled, options: field},
			"a wide step":    {says: at(2, "2 1 4294967297 0"), options: field},
			"no ASCII":       {says: at(2, "\xff\xfe"), want: binary, options: field},
			"hangs up":       {says: at(2), want: closed, options: field},
			"silent":         {says: never(2), want: overdue, move: short, options: field},
			"late":           {says: late(3), want: overdue, move: short, options: field},
			"half a line":    {says: half(3), want: overdue, move: short, options: field},
		},
	}
}

// wires are the transports that have lines.
var wires = []string{"exec", "tcp", "listen", "serial"}

// TestFaultsOnEveryWire: each fault deserves the same on every wire.
func TestFaultsOnEveryWire(t *testing.T) {
	tier.Slow(t)
	for game, table := range faults() {
		for name, f := range table {
			for _, wire := range wires {
				if name == "hangs up" && wire == "serial" {
					continue // a port stays there when who was behind it has gone
				}
				t.Run(game+"/"+name+"/"+wire, func(t *testing.T) {
					t.Parallel()
					v, fouls := faultMatch(t, game, name, wire, f)
					switch {
					case f.want == "":
						require.Empty(t, fouls)
					case v.Foul != nil:
						require.Zero(t, v.Foul.Seat, "%v", v.Foul)
						require.Regexp(t, "^("+f.want+")$", fmt.Sprintf("%s (%s)", v.Foul.Kind, v.Foul.Reason))
					default:
						require.NotEmpty(t, fouls)
						// What a late player says counts for a turn that has begun since.
						require.Regexp(t, "^("+f.want+")$", fouls[0])
					}
					if turns := f.options["turns"]; turns != "" && game != "chaser" {
						require.Equal(t, turns, strconv.Itoa(v.Ply), "the match goes on")
					}
				})
			}
		}
	}
}

var listening = regexp.MustCompile(`connect to (127\.0\.0\.1:\d+)`)

// faultMatch plays a match of a player that goes wrong, in the first seat,
// against a bot. It returns the fouls of that player with which the match went on.
func faultMatch(t *testing.T, game, name, wire string, f fault) (v host.Verdict, fouls []string) {
	t.Helper()
	g, err := ByName(game)
	require.NoError(t, err)
	say := func(string) {}
	far := func(conn io.ReadWriteCloser) { go goWrong(t.Context(), &g, name, conn) }
	address := ""
	switch wire {
	case "exec":
		address = fmt.Sprintf("exec:env LOOPLINE_TEST_FAULT='%s/%s' %s -test.run=^TestFaultyPlayer$", game, name, os.Args[0])
	case "tcp":
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		defer l.Close()
		address = "tcp:" + l.Addr().String()
		go func() {
			if conn, err := l.Accept(); err == nil {
				far(conn)
			}
		}()
	case "listen":
		address = "listen:127.0.0.1:0"
		say = func(text string) {
			if found := listening.FindStringSubmatch(text); found != nil {
				if conn, err := net.Dial("tcp", found[1]); err == nil {
					far(conn)
				}
			}
		}
	case "serial":
		pty, err := player.OpenPTY("")
		require.NoError(t, err)
		address = "serial:" + pty.Path()
		far(pty)
	}
	s := descriptor.Settings{Move: time.Minute, Handshake: time.Minute, Options: f.options}
	if f.move > 0 {
		s.Move = f.move
	}
	opener := player.Opener{
		Connect: time.Minute, Lines: g.Lines, Say: say, Isolation: sandbox.New(sandbox.None, nil),
		Bot: func(spec string) (player.LocalPlayer, error) {
			return g.NewBot(spec, descriptor.BotOptions{Team: "LL", Limit: time.Second, Notify: func(string) {}})
		},
	}
	if g.Greeting != nil {
		if greeting, ok := g.Greeting(s); ok {
			opener.Handshake = &greeting
		}
	}
	seats := make([]host.Seat, 2)
	for i, a := range []string{address, "bot:greedy?seed=2"} {
		p, err := opener.Open(t.Context(), g.Seats[i], a, io.Discard)
		require.NoError(t, err)
		defer p.Close()
		seats[i] = host.Seat{Address: a, Player: p}
	}
	m, err := g.NewGame(s, seats...)
	require.NoError(t, err)
	m.Watch = func(e record.Event) {
		if e.Type == record.EventFouled && e.Foul.Seat == 0 {
			fouls = append(fouls, fmt.Sprintf("%s (%s)", e.Foul.Kind, e.Foul.Reason))
		}
	}
	v, err = m.Run(t.Context())
	require.NoError(t, err)
	return v, fouls
}

// goWrong plays as a bot that goes wrong, until the other side ends it.
func goWrong(ctx context.Context, g *descriptor.Descriptor, name string, conn io.ReadWriteCloser) {
	line := lines.New(conn, g.Lines)
	defer line.Close()
	bot, err := g.NewBot("greedy?seed=1", descriptor.BotOptions{Team: "LL", Limit: time.Second, Notify: func(string) {}})
	if err != nil {
		return
	}
	_ = (&wrong{bot, faults()[g.Name][name].says, conn}).Serve(ctx, line)
}

// TestFaultyPlayer is no test but the program that plays over exec.
func TestFaultyPlayer(t *testing.T) {
	game, name, ok := strings.Cut(os.Getenv("LOOPLINE_TEST_FAULT"), "/")
	if !ok {
		t.Skip("run by TestFaultsOnEveryWire")
	}
	g, err := ByName(game)
	if err != nil {
		os.Exit(2)
	}
	goWrong(t.Context(), &g, name, struct {
		io.Reader
		io.WriteCloser
	}{os.Stdin, os.Stdout})
	os.Exit(0)
}
