package record

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// sample is the record of a short match, as package host wrote it, with a line of every
// kind that a player can bring about.
func sample(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("testdata/sample.jsonl")
	require.NoError(t, err)
	return string(text)
}

// reseal gives the lines of a record new sums, as a forger would.
func reseal(text string) string {
	var out strings.Builder
	var c HashChain
	for line := range strings.Lines(text) {
		whole := []byte(strings.TrimSuffix(line, "\n"))
		body, sum, ok := splitSum(whole)
		if !ok {
			c.pass(whole)
			out.WriteString(line)
			continue
		}
		version := Version
		if len(sum) == shortSum {
			version = shortVersion
		}
		c.last = c.after(body, version)
		fmt.Fprintf(&out, "%s,\"sum\":\"%s\"}\n", body, c.Sum())
	}
	return out.String()
}

// changed replaces text in a record; it must be there.
func changed(t *testing.T, text, from, to string) string {
	t.Helper()
	require.Contains(t, text, from)
	return strings.Replace(text, from, to, 1)
}

func TestEventsComeBack(t *testing.T) {
	text := sample(t)
	games, err := Read(strings.NewReader(text))
	require.NoError(t, err)
	require.Len(t, games, 1)
	g := games[0]
	require.True(t, g.Complete)
	require.Equal(t, map[string]Micros{"move": 1e6, "code": 1e6}, g.Header().Limits)
	require.Equal(t, map[string]string{"b": "x", "a": "ü\n"}, g.Header().Options)
	require.Equal(t, "test", g.Header().Host)
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

// A record cut at any byte yields what is whole.
func TestCutAtAnyByte(t *testing.T) {
	tier.NoRace(t)
	first := sample(t)
	text := reseal(first + first)[:len(first)*5/4]
	for cut := range len(text) {
		games, err := Read(strings.NewReader(text[:cut]))
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
		games, err := Read(strings.NewReader(reseal(head + text)))
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
	tier.Slow(t)
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
			_, err := Read(bytes.NewReader(text))
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
			_, err := Read(strings.NewReader(c.text))
			require.ErrorContains(t, err, c.want)
		})
	}
}

func TestNothingIsNoError(t *testing.T) {
	games, err := Read(strings.NewReader(""))
	require.NoError(t, err)
	require.Empty(t, games)
}

// A file of a hundred megabytes without a line end costs one clear error and
// the memory of one line.
func TestHugeLine(t *testing.T) {
	huge := &endless{left: 100 << 20}
	_, err := Read(io.MultiReader(strings.NewReader(sample(t)), huge))
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
	games, err := Read(RepairChecksums(strings.NewReader(text), nil))
	require.NoError(t, err)
	require.Len(t, games[0].Events, maxEvents)
	_, err = Read(RepairChecksums(strings.NewReader(text+stray), nil))
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

// What an earlier version has not is not in its records, and they are read as ever.
func TestOlderVersions(t *testing.T) {
	text := sample(t)
	for version := 1; version < Version; version++ {
		older := inVersion(t, text, version)
		require.Equal(t, version > 1, strings.Contains(older, "credit"))
		require.Equal(t, version > 2, strings.Contains(older, `"match"`))
		games, err := Read(strings.NewReader(older))
		require.NoError(t, err)
		require.Len(t, games, 1)
		require.True(t, games[0].Complete)
		require.Equal(t, strings.Count(text, "\n"), len(games[0].Events)+games[0].Logs)
	}
	lines := strings.SplitAfter(text, "\n")
	stall := summed(&Event{Type: EventStall, From: 1, To: 2}) + "\n"
	_, err := Read(strings.NewReader(inVersion(t, lines[0]+stall, 1)))
	require.ErrorContains(t, err, "record:2: stall event in a record of version 1")
}

// inVersion writes a record as an older version did.
func inVersion(t *testing.T, text string, version int) string {
	t.Helper()
	var out strings.Builder
	var c HashChain
	for line := range strings.Lines(text) {
		e := scanned(t, strings.TrimSuffix(line, "\n"))
		if e.Type == EventGame {
			e.Version = version
		}
		body := appendEvent(nil, e, version)
		c.last = c.after(body, version)
		fmt.Fprintf(&out, "%s,\"sum\":\"%s\"}\n", body, c.Sum())
	}
	return out.String()
}
