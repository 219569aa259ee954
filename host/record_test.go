package host

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/internal/tier"
	"github.com/stretchr/testify/require"
)

// sample is the record of a short match in fake time, with a line of every
// kind that a player can bring about.
func sample(t *testing.T) string {
	t.Helper()
	var text string
	synctest.Test(t, func(t *testing.T) {
		board := hosttest.New(func(f *fake, text string) {
			f.Say(0, text+"\n")
			if text == "-T" {
				f.Say(0, "boot \"\\\t\x01\n")
			}
			coder(f, text)
			if text == "go" {
				f.Say(1500*time.Microsecond, "stray\n")
			}
		})
		mute := 0
		m := between(code, board, hosttest.New(func(f *fake, text string) {
			if mute++; mute < 4 {
				coder(f, text)
			}
		}))
		m.Limits = map[string]time.Duration{"move": second, "code": second}
		m.Options = map[string]string{"b": "x", "a": "ü\n"}
		m.Log(0, "stderr")
		_, text = played(t, m)
	})
	return text
}

func TestEventsComeBack(t *testing.T) {
	text := sample(t)
	games, err := ReadRecord(strings.NewReader(text))
	require.NoError(t, err)
	require.Len(t, games, 1)
	g := games[0]
	require.True(t, g.Complete)
	require.Equal(t, map[string]Micros{"move": 1e6, "code": 1e6}, g.Opening().Limits)
	require.Equal(t, map[string]string{"b": "x", "a": "ü\n"}, g.Opening().Options)
	require.Equal(t, "test", g.Opening().Host)
	types := map[string]int{}
	lines := map[int]bool{}
	for _, e := range g.Events {
		types[e.Type]++
		lines[e.Line] = true
	}
	require.Len(t, lines, len(g.Events))
	require.Equal(t, 1, g.Logs)
	require.Equal(t, map[string]int{
		"game": 1, "ask": 6, "tell": 4, "echo": 5, "noise": 1,
		"stray": 1, "answer": 5, "fault": 1, "verdict": 1,
	}, types)
	require.Equal(t, "silent", g.Verdict().Reason)
	require.Equal(t, "a", *g.Verdict().Winner)
	require.Equal(t, 5, g.Answers())
}

func TestEachEventIsOneWrite(t *testing.T) {
	var writes writeCounter
	m := between(rounds(3, second), hosttest.Answering("ok", 0))
	events := 0
	m.Record, m.Watch = &writes, func(Event) { events++ }
	_, err := m.Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1+3*3+1, events)
	require.Equal(t, events, writes.whole)
	require.Zero(t, writes.broken)
}

type writeCounter struct{ whole, broken int }

func (w *writeCounter) Write(p []byte) (int, error) {
	if bytes.Count(p, []byte{'\n'}) == 1 && p[len(p)-1] == '\n' {
		w.whole++
	} else {
		w.broken++
	}
	return len(p), nil
}

// failing is a disk that is full after some writes.
type failing struct {
	left int
	buf  bytes.Buffer
}

var errFull = errors.New("write game.jsonl: no space left on device")

func (w *failing) Write(p []byte) (int, error) {
	if w.left--; w.left < 0 {
		return 0, errFull
	}
	return w.buf.Write(p)
}

func TestDiskFull(t *testing.T) {
	const events = 1 + 3*2 + 1
	for left := range events {
		m := between(rounds(2, second), hosttest.Answering("ok", 0))
		disk := &failing{left: left}
		m.Record = disk
		v, err := m.Run(t.Context())
		require.ErrorIs(t, err, errFull)
		if left == events-1 {
			require.Equal(t, "done", v.Reason, "the game was finished")
			continue
		}
		require.True(t, v.Void)
		require.Contains(t, v.Detail, "game.jsonl")
		games, err := ReadRecord(&disk.buf)
		require.NoError(t, err)
		require.LessOrEqual(t, len(games), 1)
	}
}

// A record cut at any byte yields what is whole, and verifies.
func TestCutAtAnyByte(t *testing.T) {
	tier.NoRace(t)
	first := sample(t)
	text := reseal(first + first)[:len(first)*5/4]
	for cut := range len(text) {
		games, err := ReadRecord(strings.NewReader(text[:cut]))
		require.NoError(t, err, "cut at %d", cut)
		// The line feed of the last event may be missing.
		if cut >= len(first)-1 {
			require.NotEmpty(t, games)
			require.True(t, games[0].Complete)
		}
		whole := wholeLines(text[:cut])
		held := 0
		for i := range games {
			held += len(games[i].Events) + games[i].Logs
			if cut%16 == 0 {
				_, err := Verify(&games[i], code)
				require.NoError(t, err)
			}
		}
		require.Equal(t, whole, held, "cut at %d", cut)
	}
}

func wholeLines(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		if _, _, ok := splitSum([]byte(strings.TrimSpace(line))); ok {
			n++
		}
	}
	return n
}

// The same when another game was appended behind the cut.
func TestCutBetweenGames(t *testing.T) {
	text := sample(t)
	lines := strings.Count(text, "\n")
	for cut := 1; cut < len(text); cut += 7 {
		head := text[:cut]
		if !strings.HasSuffix(head, "\n") {
			head += "\n"
		}
		games, err := ReadRecord(strings.NewReader(reseal(head + text)))
		require.NoError(t, err, "cut at %d", cut)
		last := games[len(games)-1]
		require.True(t, last.Complete)
		require.Equal(t, lines, len(last.Events)+last.Logs)
		if n := strings.Count(head, "\n"); len(games) == 2 && wholeLines(head) < n {
			require.False(t, games[0].Complete)
			require.Equal(t, n, games[0].Cut)
		}
	}
}

// A flipped bit anywhere is found and located. At the ends of lines, where
// damage could look like a cut, every bit is tried, elsewhere one of each
// byte.
func TestFlippedBit(t *testing.T) {
	tier.NoRace(t)
	game := sample(t)
	text := []byte(reseal(game + game[:strings.IndexByte(game, '\n')+1]))
	line := 1
	for i := range text[:len(text)-1] { // the last line feed says nothing
		for bit := range 8 {
			atEnd := bytes.IndexByte(text[i:], '\n') < longSum+12
			if !atEnd && bit != i%8 {
				continue
			}
			text[i] ^= 1 << bit
			_, err := ReadRecord(bytes.NewReader(text))
			require.Error(t, err, "byte %d bit %d: %q", i, bit, text[max(0, i-30):i+1])
			var at int
			_, scanErr := fmt.Sscanf(err.Error(), "record:%d:", &at)
			require.NoError(t, scanErr, err.Error())
			require.Contains(t, []int{line, line + 1}, at, err.Error())
			text[i] ^= 1 << bit
		}
		if text[i] == '\n' {
			line++
		}
	}
}

func TestBadRecords(t *testing.T) {
	text := sample(t)
	lines := strings.SplitAfter(text, "\n")
	for _, c := range []struct {
		name, text, want string
	}{
		{"no record", "Trax\nwhite vs red\n", "record:1: byte 1 is not understood"},
		{"head missing", strings.Join(lines[1:], ""), "record:1: log event outside a game"},
		{"head missing, resealed", reseal(strings.Join(lines[1:], "")),
			"log event outside a game: the record's beginning is missing"},
		{"line missing", lines[0] + strings.Join(lines[2:], ""), "record:2: sum is"},
		{"lines swapped", lines[0] + lines[2] + lines[1] + strings.Join(lines[3:], ""),
			"record:2: sum is"},
		{"half a line in the middle", lines[0] + lines[1][:20] + "\n" + lines[2],
			"record:2: line is cut in the middle of a game"},
		{"behind the verdict", reseal(text + lines[1]), "event outside a game"},
		{"version", reseal(changed(t, text, `"version":4`, `"version":5`)),
			"record:1: record has version 5, this program reads 1 to 4"},
		{"type", reseal(changed(t, text, `"type":"log"`, `"type":"lag"`)),
			`record:2: unknown event type "lag"`},
		{"seat", reseal(changed(t, text, `"log","seat":0`, `"log","seat":2`)),
			"record:2: seat 2 does not exist"},
		{"seats", reseal(changed(t, text, `"seats":[{"name":"a","address":"fake:"},{"name":"b","address":"fake:"}]`, `"seats":[]`)),
			"record:1: game has 0 seats"},
		{"hex", reseal(changed(t, text, `"hex":"`, `"hex":"x`)), "hexadecimal digits, two a byte, are expected here"},
		{"time", reseal(changed(t, text, `"limit":1000000`, `"limit":9000000000000000000`)),
			"out of range"},
		{"limit", reseal(changed(t, text, `"code":1000000`, `"code":-9000000000000000000`)),
			"record:1: byte 217 is not understood: number of 20 digits is out of range"},
		{"no number", reseal(changed(t, text, `"limit":1000000`, `"limit":"soon"`)),
			"a whole number is expected here"},
		{"a field more", reseal(changed(t, text, `"limit":1000000`, `"limit":1000000,"new":1`)), "is expected here"},
		{"a space", reseal(changed(t, text, `"limit":1000000`, `"limit": 1000000`)), "a whole number is expected here"},
		{"a zero", reseal(changed(t, text, `"limit":1000000`, `"limit":01000000`)), "not as a record is written"},
		{"escaped for nothing", reseal(changed(t, text, `"text":"AB"`, `"text":"\u0041B"`)), "not as a record is written"},
		{"empty line", lines[0] + "\n" + lines[1], "record:2: line is empty"},
		{"a line between", lines[0] + "{hello\n" + lines[1], "record:2: byte 2 is not understood"},
		{"spaces between", lines[0] + "  \n" + lines[1], "record:2: byte 1 is not understood"},
		{"{hello behind it", text + "{hello", "byte 2 is not understood"},
		{"garbage behind it", text + "garbage\n", "byte 1 is not understood"},
		{"an empty line behind it", text + "\n", "line is empty"},
		{"zeros behind it", text + "\x00\x00\x00", `byte 1 is not understood: {"type":" is expected here; there stands "\x00\x00\x00"`},
		{"a cut event of no game behind it", text + `{"type":"ask`, "ask event outside a game"},
		{"byte order mark", "\ufeff" + text, "record:1: line begins with a byte order mark"},
		{"CR LF", strings.ReplaceAll(text, "\n", "\r\n"), "record:1: line ends with CR LF"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ReadRecord(strings.NewReader(c.text))
			require.ErrorContains(t, err, c.want)
		})
	}
}

func TestNothingIsNoError(t *testing.T) {
	games, err := ReadRecord(strings.NewReader(""))
	require.NoError(t, err)
	require.Empty(t, games)
}

// A file of a hundred megabytes without a line end costs one clear error and
// the memory of one line.
func TestHugeLine(t *testing.T) {
	huge := &endless{left: 100 << 20}
	_, err := ReadRecord(io.MultiReader(strings.NewReader(sample(t)), huge))
	require.ErrorContains(t, err, "line is longer than 1048576 bytes")
	require.Greater(t, huge.left, 98<<20)
}

type endless struct{ left int }

func (e *endless) Read(p []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	n := min(len(p), e.left)
	e.left -= n
	for i := range n {
		p[i] = 'x'
	}
	return n, nil
}

// A game with more events than are read is one clear error, wherever its log
// stands.
func TestTooManyEvents(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	lines := strings.SplitAfter(sample(t), "\n")
	log, stray := lines[1], `{"type":"stray","seat":0,"text":"x","first":0,"last":1,"sum":"`+strings.Repeat("0", longSum)+"\"}\n"
	text := lines[0] + strings.Repeat(log, 10) + strings.Repeat(stray, maxEvents-1)
	games, err := ReadRecord(Rechecksum(strings.NewReader(text), nil))
	require.NoError(t, err)
	require.Len(t, games[0].Events, maxEvents)
	_, err = ReadRecord(Rechecksum(strings.NewReader(text+stray), nil))
	require.ErrorContains(t, err, fmt.Sprintf("record:%d: game has more than %d events", maxEvents+11, maxEvents))
}

// Reading can stop at any game.
func TestGamesStops(t *testing.T) {
	text := sample(t)
	n := 0
	for _, err := range Games(strings.NewReader(reseal(text+text) + "garbage")) {
		require.NoError(t, err)
		if n++; n == 2 {
			break
		}
	}
	require.Equal(t, 2, n)
}
