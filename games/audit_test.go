package games

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/audit"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/tier"
)

// audited are the statuses and details of a record's findings.
func audited(t *testing.T, r io.Reader) (lines []string) {
	t.Helper()
	a := audit.Auditor{Verify: Verify}
	for f, err := range a.Record(r) {
		require.NoError(t, err)
		winner := "nobody"
		if f.Winner != nil {
			winner = *f.Winner
		}
		lines = append(lines, fmt.Sprintf("%s %s %d: %s", f.Status, winner, f.Plies, f.Detail))
	}
	return lines
}

const oldRecords = "../host/testdata/records"

// TestOlderRecords verifies what earlier versions wrote: a game, a match of
// four, matches appended to each other, and hosts that were killed.
func TestOlderRecords(t *testing.T) {
	for name, want := range map[string][]string{
		"version1.jsonl": {"ok red 4: "},
		"one.jsonl":      {"ok red 4: "},
		"four.jsonl":     {"ok red 23: ", "ok red 11: ", "ok red 23: ", "ok red 11: "},
		"appended.jsonl": {"ok red 4: ", "ok white 14: ", "ok red 22: "},
		"killed.jsonl": {
			"incomplete nobody 0: 0 plies and 0 answers, the last event is ask in line 3; ",
			"incomplete nobody 2: 2 plies and 4 answers, the last event is ask in line 17, line 18 is cut; ",
			"ok red 44: ",
		},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(oldRecords, name))
			require.NoError(t, err)
			found := audited(t, bytes.NewReader(text))
			require.Len(t, found, len(want))
			for i := range want {
				require.True(t, strings.HasPrefix(found[i], want[i]), found[i])
			}
		})
	}
}

// TestAppendToOlderRecords goes on with records of earlier versions: the games
// of this one are summed up behind them.
func TestAppendToOlderRecords(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(oldRecords, "*.jsonl"))
	require.NoError(t, err)
	require.Len(t, files, 5)
	for _, name := range files {
		for _, cut := range []int{0, 1, 40} {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			path := filepath.Join(t.TempDir(), "match.jsonl")
			require.NoError(t, os.WriteFile(path, text[:len(text)-cut], 0o600))
			before := len(audited(t, bytes.NewReader(text)))
			sum := playTo(t, path)
			text, err = os.ReadFile(path)
			require.NoError(t, err)
			found := audited(t, bytes.NewReader(text))
			require.Len(t, found, before+1, "%s cut by %d: %q", name, cut, found)
			require.True(t, strings.HasPrefix(found[before], "ok "), found[before])
			require.True(t, bytes.HasSuffix(text, []byte(sum+"\"}\n")))
		}
	}
}

// playTo appends a game that white loses at once to a record, and returns the
// final sum.
func playTo(t *testing.T, path string) string {
	t.Helper()
	f, err := record.Open(path)
	require.NoError(t, err)
	g, err := ByName(Default)
	require.NoError(t, err)
	m, err := g.NewGame(descriptor.Settings{}, host.Seat{Address: "x"}, host.Seat{Address: "y"})
	require.NoError(t, err)
	for i := range m.Seats {
		m.Seats[i].Player = hosttest.Answering("AB", 0)
	}
	m.Record = f
	_, err = m.Run(t.Context())
	require.NoError(t, err)
	require.NoError(t, f.Close())
	return f.Chain().Sum()
}

// resum gives the lines of a record the sums that they should have.
func fix(t *testing.T, text string) string {
	t.Helper()
	out, err := io.ReadAll(record.RepairChecksums(strings.NewReader(text), nil))
	require.NoError(t, err)
	return string(out)
}

// TestFlippedWinner forges who won: the winner must follow from the moves, and
// be one of the seats that the game knows, in its order.
func TestFlippedWinner(t *testing.T) {
	record, err := os.ReadFile(filepath.Join(oldRecords, "one.jsonl"))
	require.NoError(t, err)
	text := string(record)
	require.Contains(t, text, `"winner":"red"`)
	flip := strings.NewReplacer(`"name":"white"`, `"name":"red"`, `"name":"red"`, `"name":"white"`, `"winner":"red"`, `"winner":"white"`)
	for name, c := range map[string]struct{ forged, want string }{
		"winner":           {strings.Replace(text, `"winner":"red"`, `"winner":"white"`, 1), `verdict's winner: record has "white", the game again gives "red"`},
		"renamed and flip": {flip.Replace(text), `record's seat 0 is "red"; the seats of trax are white, red, in this order`},
		"other names":      {strings.NewReplacer(`"name":"red"`, `"name":"gold"`, `"winner":"red"`, `"winner":"gold"`).Replace(text), `record's seat 1 is "gold"`},
		"nobody":           {strings.Replace(text, `"winner":"red"`, `"winner":null`, 1), "verdict's winner"},
		"unknown option":   {strings.Replace(text, `"ask-team":"true"`, `"ask-team":"true","colour":"blue"`, 1), "options are not those of trax"},
		"another game":     {strings.Replace(text, `"game":"trax"`, `"game":"chess"`, 1), `there is no game "chess"`},
	} {
		t.Run(name, func(t *testing.T) {
			require.NotEqual(t, text, c.forged)
			found := audited(t, strings.NewReader(fix(t, c.forged)))
			require.Len(t, found, 1)
			require.True(t, strings.HasPrefix(found[0], "differs "), found[0])
			require.Contains(t, found[0], c.want)
		})
	}
}

// TestLargeRecord verifies a record of more than 100 MB, nearly all of which is
// what players said beside the wire, in bounded memory.
func TestLargeRecord(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	one, err := os.ReadFile(filepath.Join(oldRecords, "one.jsonl"))
	require.NoError(t, err)
	head, rest, _ := strings.Cut(string(one), "\n")
	r, w := io.Pipe()
	go func() {
		fmt.Fprintln(w, head)
		log := `{"type":"log","seat":0,"text":"` + strings.Repeat("thinking ", 60) + `","at":1,"sum":"0000000000000000"}` + "\n"
		block := strings.Repeat(log, 1000)
		for range 180 {
			if _, err := io.WriteString(w, block); err != nil {
				return
			}
		}
		_, _ = io.WriteString(w, rest)
		w.Close()
	}()
	defer r.Close()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	read := &counter{r: record.RepairChecksums(r, nil)}
	found := audited(t, read)
	runtime.ReadMemStats(&after)
	require.Len(t, found, 1)
	require.True(t, strings.HasPrefix(found[0], "ok red 4: "), found[0])
	require.Greater(t, read.bytes, 100<<20)
	grown := int64(after.HeapSys) - int64(before.HeapSys)
	require.Less(t, grown, int64(64<<20))
	t.Logf("%d MB read, the heap grew by %d MB", read.bytes>>20, grown>>20)
}

type counter struct {
	r     io.Reader
	bytes int
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.bytes += n
	return n, err
}
