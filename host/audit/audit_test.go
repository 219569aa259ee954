package audit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
)

// turns is a game in which each seat is asked once; the first one wins.
func turns(ctx context.Context, t *host.Session) (host.Verdict, error) {
	for seat := range t.Seats() {
		a, err := t.Ask(ctx, seat, "go", time.Second)
		if err != nil {
			return host.Verdict{}, err
		}
		if a.Text == "void" {
			return host.Verdict{Void: true, Reason: "none", Winner: -1}, nil
		}
		if err := t.Note("said", a.Text); err != nil {
			return host.Verdict{}, err
		}
	}
	return host.Verdict{Winner: 0, Reason: "done", Ply: t.Seats()}, nil
}

func verify(g *record.Game) (host.ReplayReport, error) { return host.Verify(g, turns) }

// chainedBuffer is a writer for several games.
type chainedBuffer struct {
	bytes.Buffer
	chain record.HashChain
}

func (r *chainedBuffer) Chain() *record.HashChain { return &r.chain }

// play records a game that an answer decides.
func (r *chainedBuffer) play(t *testing.T, match string, number, games int, answer string) {
	t.Helper()
	m := &host.Game{
		Referee: turns, Name: "turns", ID: fmt.Sprintf("%s-%d-%d", match, number, r.Len()), Record: r,
		Match: host.MatchRef{ID: match, Number: number, Games: games},
		Seats: []host.Seat{
			{Name: "a", Address: "x", Player: hosttest.Answering(answer, 0)},
			{Name: "b", Address: "y", Player: hosttest.Answering("ok", 0)},
		},
	}
	_, err := m.Run(t.Context())
	require.NoError(t, err)
}

// matches is a record of several matches, each of so many games.
func matches(t *testing.T, games ...int) string {
	t.Helper()
	var r chainedBuffer
	for i, n := range games {
		for number := range n {
			r.play(t, fmt.Sprint("match", i), number+1, n, "ok")
		}
	}
	return r.String()
}

// audited are the findings of a record, as lines.
func audited(t *testing.T, text, sum string) []string {
	t.Helper()
	return findings(t, &Auditor{Verify: verify, Sum: sum}, text)
}

func findings(t *testing.T, a *Auditor, text string) (lines []string) {
	t.Helper()
	for f, err := range a.Record(strings.NewReader(text)) {
		require.NoError(t, err)
		lines = append(lines, f.Status+" "+f.Detail)
		require.NotEmpty(t, f.Status)
	}
	return lines
}

// cutGames cuts a record into its games.
func cutGames(text string) []string {
	var games []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, record.GameStart) {
			games = append(games, "")
		}
		games[len(games)-1] += line
	}
	return games
}

var wholeLine = regexp.MustCompile(`^(.*),"sum":"([0-9a-f]+)"}\n?$`)

// resummed gives every line the sum that it should have, as docs/record.md says
// it is made: as a forger would, and without this program's own code.
func resummed(text string) string {
	var out strings.Builder
	last := ""
	for line := range strings.Lines(text) {
		m := wholeLine.FindStringSubmatch(line)
		if m == nil {
			hash := sha256.Sum256([]byte(last + strings.TrimSuffix(line, "\n")))
			last = hex.EncodeToString(hash[:16])
			out.WriteString(line)
			continue
		}
		hash := sha256.Sum256([]byte(last + m[1] + "}"))
		last = hex.EncodeToString(hash[:16])
		out.WriteString(m[1] + `,"sum":"` + last + "\"}\n")
	}
	return out.String()
}

func TestRepairChecksumsIsWhatIsWritten(t *testing.T) {
	text := matches(t, 3, 1)
	require.Equal(t, text, resummed(text))
}

func TestSoundRecords(t *testing.T) {
	text := matches(t, 3, 1, 2)
	found := audited(t, text, "")
	require.Len(t, found, 6)
	for _, f := range found {
		require.Equal(t, "ok ", f)
	}
	require.Empty(t, audited(t, "", ""))
}

// TestForgedOrder takes games out of records, doubles and moves them, as they
// are and with all sums made again.
func TestForgedOrder(t *testing.T) {
	g := cutGames(matches(t, 3, 2))
	other := cutGames(strings.ReplaceAll(matches(t, 2), "match0", "other0"))
	join := func(parts ...string) string { return strings.Join(parts, "") }
	for _, c := range []struct {
		name, text, sealed string // what is said when the sums were made again
	}{
		{"first dropped", join(g[1], g[2], g[3], g[4]), "damaged record:1: match begins with game 2 of 3"},
		{"middle dropped", join(g[0], g[2], g[3], g[4]), "game 3 of 3 follows game 1: a game is missing, doubled or moved"},
		{"last of a match dropped", join(g[0], g[1], g[3], g[4]), "incomplete the match ends with game 2 of 3"},
		{"doubled", join(g[0], g[1], g[1], g[2], g[3], g[4]), "occurs in line 9 too: a game was doubled or moved"},
		{"doubled with another id", join(g[0], strings.Replace(g[0], `"id":"match0`, `"id":"natch0`, 1), g[1]), "game 1 of 3 follows game 1"},
		{"reordered", join(g[1], g[0], g[2], g[3], g[4]), "damaged record:1: match begins with game 2 of 3"},
		{"reordered later", join(g[0], g[2], g[1], g[3], g[4]), "game 3 of 3 follows game 1"},
		{"matches mixed", join(g[0], g[3], g[1], g[4], g[2]), `the match ends with game 1 of 3`},
		{"match continued", join(g[0], g[1], g[2], g[3], strings.Replace(g[2], `"id":"match0`, `"id":"natch0`, 1)), `match "match0" occurs in line 1 too`},
		{"spliced into a match", join(g[0], other[0], other[1], g[1], g[2]), "the match ends with game 1 of 3"},
		{"other number of games", join(g[0], strings.Replace(g[1], `"games":3`, `"games":2`, 1)), "match has 2 games here, and 3 in line 1"},
		{"number too high", join(strings.Replace(g[0], `"number":1`, `"number":4`, 1)), "game is number 4 of 3"},
		{"no id", strings.Replace(g[0], `"id":"match0-1-0"`, `"id":""`, 1), "id has 0 bytes, want 1 to 64"},
		{"long id", strings.Replace(g[0], `"id":"match0-1-0"`, `"id":"`+strings.Repeat("x", 65)+`"`, 1), "id has 65 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := strings.Join(audited(t, c.text, ""), "\n")
			require.Contains(t, found, "the record was changed")
			found = strings.Join(audited(t, resummed(c.text), ""), "\n")
			require.Contains(t, found, c.sealed)
		})
	}
}

// TestForgedTogether makes records of whole matches of others: with all sums
// made again only the published final sum tells them.
func TestForgedTogether(t *testing.T) {
	text := matches(t, 2, 1)
	g := cutGames(text)
	for _, forged := range []string{g[0] + g[1], g[2], g[2] + g[0] + g[1]} {
		require.NotEqual(t, []string{"ok ", "ok ", "ok "}, audited(t, forged+"x", ""))
		forged = resummed(forged)
		for _, f := range audited(t, forged, "") {
			require.Equal(t, "ok ", f, "docs/record.md says that nobody can tell")
		}
		found := audited(t, forged, lastSum(text))
		require.Contains(t, found[len(found)-1], "differs the record ends with sum "+lastSum(forged))
	}
}

func lastSum(text string) string {
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	return wholeLine.FindStringSubmatch(lines[len(lines)-1])[2]
}

func TestFinalSum(t *testing.T) {
	text := matches(t, 2, 1)
	sum := lastSum(text)
	require.Len(t, sum, 32)
	require.Equal(t, []string{"ok ", "ok ", "ok "}, audited(t, text, sum))
	require.Equal(t, []string{"ok ", "ok ", "ok "}, audited(t, text, strings.ToUpper(sum)))
	early := lastSum(cutGames(text)[0])
	require.Contains(t, audited(t, text, early)[3], "and goes on behind it to "+sum)
	require.Contains(t, audited(t, text, sum[:31]+"x")[3], "not the one that the sum was printed for")
	// A line that was cut at the end is covered too.
	require.Contains(t, strings.Join(audited(t, text+`{"type":"game"`, sum), "\n"), "goes on behind it")
}

// TestEveryByteIsUnderstood changes a record at each place where something
// could be slipped in.
func TestEveryByteIsUnderstood(t *testing.T) {
	text := matches(t, 2)
	for _, slip := range []string{"{hello", "garbage\n", "\n", " ", "\x00\x00\x00\x00", "\r\n", "{}\n", "{\"type\":\"ask\"", "# note\n"} {
		for at := 0; at <= len(text); {
			forged := text[:at] + slip + text[at:]
			found := audited(t, resummed(forged), "")
			bad := found[len(found)-1]
			require.NotContains(t, bad, "ok ", "%q at %d: %q", slip, at, found)
			if at == len(text) {
				break
			}
			at += strings.IndexByte(text[at:], '\n') + 1
		}
	}
	for name, forged := range map[string]string{
		"CR LF":           strings.ReplaceAll(text, "\n", "\r\n"),
		"byte order mark": "\ufeff" + text,
		"UTF-16":          strings.Join(strings.Split(text, ""), "\x00"),
		"cut in the head": text[:20],
	} {
		found := audited(t, forged, "")
		require.NotEqual(t, "ok ", found[len(found)-1], name)
	}
}

// A record without its last line feed was cut there, perhaps by a kill.
func TestMissingLineFeed(t *testing.T) {
	text := matches(t, 1)
	found := audited(t, text[:len(text)-1], "")
	require.Len(t, found, 1)
	require.Contains(t, found[0], "incomplete line 8 has no line feed")
}

// A first event that was cut is told, wherever it is.
func TestCutOpening(t *testing.T) {
	text := matches(t, 1)
	require.Equal(t, []string{"ok ", "incomplete no event is whole, the writer was stopped in its first line"},
		audited(t, text+text[:30], ""))
	later := cutGames(matches(t, 1, 1))[1]
	found := audited(t, resummed(text+text[:30]+"\n"+text[:9]+"\n"+later), "")
	require.Len(t, found, 4)
	require.Equal(t, "ok ", found[3])
}

// A game that was void or cut may be played once more, and a match that was
// stopped from outside ends there.
func TestPlayedOnceMore(t *testing.T) {
	var r chainedBuffer
	r.play(t, "m", 1, 2, "ok")
	r.play(t, "m", 2, 2, "void")
	r.play(t, "m", 2, 2, "ok")
	require.Equal(t, []string{"ok ", "ok ", "ok "}, audited(t, r.String(), ""))

	var short chainedBuffer
	short.play(t, "m", 1, 2, "void")
	require.Contains(t, audited(t, short.String(), "")[1], "incomplete the match ends with game 1 of 2")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stopped chainedBuffer
	m := &host.Game{
		Referee: turns, Name: "turns", ID: "1", Record: &stopped, Match: host.MatchRef{ID: "m", Number: 1, Games: 4},
		Seats: []host.Seat{{Name: "a", Player: hosttest.New(nil)}},
	}
	_, err := m.Run(ctx)
	require.ErrorIs(t, err, host.ErrInterrupted)
	require.Equal(t, []string{"ok interrupted: no line: context canceled"}, audited(t, stopped.String(), ""))
}

// A game of an older version behind one of this version was put there.
func TestOlderBehindNewer(t *testing.T) {
	old, err := os.ReadFile(filepath.Join("..", "testdata", "records", "one.jsonl"))
	require.NoError(t, err)
	found := audited(t, matches(t, 1)+string(old), "")
	require.Contains(t, found[1], "game of version 2 behind one of version 4")
}

// excerpt is a part of a record, from a line to before another.
func excerpt(t *testing.T, text string, from, to int) string {
	t.Helper()
	lines := strings.SplitAfter(text, "\n")
	at := func(n int) int64 { return int64(len(strings.Join(lines[:n], ""))) }
	r, err := record.Excerpt(strings.NewReader(text), at(from), at(to), int64(len(text)))
	require.NoError(t, err)
	part, err := io.ReadAll(r)
	require.NoError(t, err)
	return string(part)
}

// said are the findings of a record, as people read them.
func said(t *testing.T, text string) (lines []string) {
	t.Helper()
	for f, err := range (&Auditor{Verify: verify}).Record(strings.NewReader(text)) {
		require.NoError(t, err)
		lines = append(lines, f.String())
	}
	return lines
}

// A game that was cut out of a longer record holds, and is said to be cut out: its
// lines and sums are those of the record.
func TestExcerpt(t *testing.T) {
	whole := matches(t, 3)
	lines := strings.SplitAfter(whole, "\n")
	starts := []int{}
	for i, line := range lines {
		if strings.HasPrefix(line, record.GameStart) {
			starts = append(starts, i)
		}
	}
	starts = append(starts, len(lines)-1)
	require.Equal(t, whole, excerpt(t, whole, 0, starts[3]))
	for game := range 3 {
		part := excerpt(t, whole, starts[game], starts[game+1])
		require.True(t, strings.HasPrefix(part, `{"type":"excerpt","after":"`))
		require.True(t, strings.HasSuffix(part, strings.Join(lines[starts[game]:starts[game+1]], "")), "unchanged")
		require.Equal(t, []string{
			fmt.Sprintf("record:2: ok: a wins (done) after 2 plies; game %d of 3, an excerpt of its record", game+1),
		}, said(t, part))
		same, err := io.ReadAll(record.RepairChecksums(strings.NewReader(part), func(int) { require.Fail(t, "a sum does not fit") }))
		require.NoError(t, err)
		require.Equal(t, part, string(same))
	}
	last := excerpt(t, whole, starts[2], starts[3])
	require.Len(t, audited(t, last, lastSum(whole)), 1, "its last sum is the record's")
	require.Contains(t, strings.Join(audited(t, excerpt(t, whole, starts[1], starts[2]), lastSum(whole)), "\n"), "differs the record ends with sum")
	require.Contains(t, audited(t, strings.Replace(last, "ok", "no", 1), "")[0], "damaged record:")
	require.Contains(t, audited(t, strings.Replace(last, `"after":"`, `"after":"0`, 1), "")[0], "damaged record:1: want the line of an excerpt")
	other := excerpt(t, whole, starts[1], starts[2])
	require.Contains(t, audited(t, last+other, "")[1], "damaged")
	require.Contains(t, audited(t, whole+last, "")[3], "damaged", "only a file begins with it")
}
