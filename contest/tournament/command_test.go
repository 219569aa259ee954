package tournament

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/internal/vfs"
)

// order gives an order to a day.
func (p *paper) order(verb string, args ...string) ([]string, error) {
	given, err := p.log.Apply(Command{Verb: verb, Args: args, By: "Ann", Why: "because"})
	return given.Lines(), err
}

func TestOrders(t *testing.T) {
	p := newPaper(t, planOf(t, 4, oneStage+"games = 1\n"))
	p.step()
	for _, c := range []struct {
		verb, err string
		args      []string
	}{
		{"dance", "there is no order", nil},
		{"void", "void wants GAME", nil},
		{"pause", "pause wants nothing more", []string{"x"}},
		{"void", "names no game", []string{"all"}},
		{"void", "there is no match all/9/1", []string{"all/9/1/1"}},
		{"void", "is at attempt 0", []string{"all/1/1/1/2"}},
		{"replay", "is not at attempt 0", []string{"all/1/1/1"}},
		{"amend", "what is not settled is adjudicated", []string{"all/1/1/1", "E1"}},
		{"adjudicate", "does not play in", []string{"all/1/1/1", "E2"}},
		{"adjudicate", "write draw for a draw", []string{"all/1/1/1", "Zed"}},
		{"withdraw", "there is no entrant", []string{"Zed"}},
		{"readdress", "is the address of E2", []string{"E1", "bot:2"}},
		{"add", "nobody can enter a round-robin then", []string{"E9", "bot:9"}},
		{"add", "there is an entrant", []string{"e1", "bot:9"}},
		{"resume", "resumed already", nil},
		{"withdraw", "U+202E is not shown", []string{"E\u202e1"}},
	} {
		_, err := p.order(c.verb, c.args...)
		require.ErrorContains(t, err, c.err, "%s %v", c.verb, c.args)
	}
	_, err := p.log.Apply(Command{Verb: "withdraw", Args: []string{"E1"}})
	require.ErrorContains(t, err, "withdraw wants a reason")
	before := len(p.tournament().Decisions)
	lines, err := p.order("adjudicate", "all/1/1/1", "draw")
	require.NoError(t, err)
	require.Equal(t, []string{fmt.Sprintf("decision %d: adjudicated all/1/1/1 draw, by Ann: because", before+1)}, lines)
	_, err = p.order("amend", "all/1/1/1", "e4")
	require.NoError(t, err)
	require.Equal(t, 3, p.tournament().Match("all/1/1").Winner())
	_, err = p.order("void", "all/1/1/1")
	require.NoError(t, err)
	require.True(t, p.tournament().Match("all/1/1").Games[0].Void)
	_, err = p.order("readdress", "E1", "bot:99")
	require.NoError(t, err)
	_, err = p.order("pause")
	require.NoError(t, err)
	require.True(t, p.tournament().Paused)
	p.end()
}

// What depends on a result is named, and one has to choose.
func TestDepends(t *testing.T) {
	p := newPaper(t, planOf(t, 4, "[[stage]]\nname = \"k\"\nkind = \"knockout\"\ngames = 1\n"))
	p.end()
	_, err := p.order("amend", "k/1/2/1", "E3")
	var depends *DependsError
	require.ErrorAs(t, err, &depends)
	require.Equal(t, []string{"k/2/1 E1 - E2 1 - 0"}, depends.Matches)
	_, err = p.order("amend", "k/1/2/1", "E2")
	require.NoError(t, err, "nothing depends on what stays as it is")
	given, err := p.log.Apply(Command{Verb: "amend", Args: []string{"k/1/2/1", "E3"}, Why: "x", Cascade: true})
	require.NoError(t, err)
	require.Equal(t, "depends on it: k/2/1 E1 - E2 1 - 0", given.Lines()[0])
	require.Equal(t, []int{0, 2}, p.end().Match("k/2/1").Entrants)
}

// Somebody comes late to a Swiss tournament, and is paired in the next round.
func TestEnteredLate(t *testing.T) {
	p := newPaper(t, planOf(t, 6, "[[stage]]\nname = \"s\"\nkind = \"swiss\"\ngames = 1\n"))
	for range 4 {
		p.step()
	}
	_, err := p.order("add", "Late", "bot:late")
	require.NoError(t, err)
	d := p.end()
	games := 0
	for _, row := range d.Standings(d.Stages[0], 0) {
		if row.Entrant == "Late" {
			games = row.Games
		}
	}
	require.Positive(t, games)
	requireSound(t, d, d.Stages[0])
}

// A disk that is full is told, and the same day goes on afterwards.
func TestFullDisk(t *testing.T) {
	p := newPaper(t, planOf(t, 4, oneStage))
	p.step()
	full, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		t.Skip("there is no /dev/full here")
	}
	require.Error(t, putOn(p.log, vfs.OSFile{File: full}))
	require.NoError(t, full.Close())
	breakLog(p.log, errors.New("disk full"))
	_, err = p.order("pause")
	require.ErrorContains(t, err, "disk full")
	j, err := Open(p.dir(), nil, 0, "test")
	require.NoError(t, err)
	defer j.Close()
	p.on(j).end()
}

// Clocks that are set back decide nothing.
func TestClockSetBack(t *testing.T) {
	p := newPaper(t, planOf(t, 4, oneStage))
	hour := 100
	p.log.Now = func() time.Time { hour--; return time.Unix(int64(hour)*3600, 0) }
	d := p.end()
	require.Greater(t, d.Decisions[0].Time, d.Decisions[len(d.Decisions)-1].Time)
}

func TestReports(t *testing.T) {
	plan := planOf(t, 5, "[[stage]]\nname = \"s\"\nkind = \"swiss\"\ngames = 1\n[[stage]]\nname = \"k\"\nkind = \"knockout\"\n")
	p := newPaper(t, plan)
	for range 6 {
		p.step()
	}
	var b bytes.Buffer
	require.NoError(t, p.tournament().WriteStatus(&b))
	require.Contains(t, b.String(), "Cup goes on: 2 games settled")
	d := p.end()
	for form, want := range map[string]string{
		"json": `{"stage":"s","group":1,"rank":1,"entrant":"E5",`,
		"csv":  "s,1,1,E5,",
		"trf":  "001    1      E1" + strings.Repeat(" ", 65) + "2.0    2     3 w 1     2 b 0     5 w 1",
		"":     "rank  entrant",
	} {
		b.Reset()
		require.NoError(t, d.Report(&b, form, "-"), form)
		require.Contains(t, b.String(), want, form)
	}
	require.Error(t, d.Report(&b, "trf", "zzz"))
	b.Reset()
	require.NoError(t, d.WriteTRF(&b, "s"))
	require.Contains(t, b.String(), "  0000 - U", "the bye")
	b.Reset()
	require.NoError(t, d.WriteStatusJSON(&b))
	require.Equal(t, len(d.Games()), strings.Count(b.String(), "\n"))
	b.Reset()
	require.NoError(t, plan.WriteTimetable(&b, time.Minute))
	require.Contains(t, b.String(), "s: swiss of 5 entrants, 3 rounds, 6 matches, 6 games, about 6m0s")
	require.Contains(t, b.String(), "k: knockout of 5 entrants, 3 rounds, 4 matches, 8 games")
}

func TestSample(t *testing.T) {
	p, err := ParseConfig("sample", Sample)
	require.NoError(t, err)
	require.Len(t, p.Stages, 2)
}

// Everything in the folder of a day is looked at: what is taken away, added or
// exchanged is told with its place.
func TestVerifyPlaces(t *testing.T) {
	plan := planOf(t, 3, oneStage)
	h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
	require.NoError(t, h.Run(t.Context()))
	dir := h.tournament().Dir
	require.Empty(t, Verify(dir, verifyHigher).Differences)
	record := func(n int) string { return filepath.Join(dir, RecordsFolder, fmt.Sprintf("all-%d-1.jsonl", n)) }
	first, second := readFile(t, record(1)), readFile(t, record(2))
	lines := strings.SplitAfter(first, "\n")
	for name, c := range map[string]struct {
		change func()
		place  string
	}{
		"record missing":    {func() { require.NoError(t, os.Remove(record(1))) }, "all-1-1.jsonl: the record is missing"},
		"records exchanged": {func() { writeFile(t, record(1), second); writeFile(t, record(2), first) }, "all-1-1.jsonl:"},
		"game missing":      {func() { writeFile(t, record(1), strings.Join(lines[:len(lines)/2], "")) }, "decisions.jsonl:"},
		"strange record":    {func() { writeFile(t, filepath.Join(dir, RecordsFolder, "x.jsonl"), first) }, "x.jsonl: no match of the day"},
		"line of a record":  {func() { writeFile(t, record(1), strings.Replace(first, "how strong", "how str0ng", 1)) }, "all-1-1.jsonl:"},
		"decisions cut":     {func() { cutFile(t, filepath.Join(dir, DecisionsFile), 5) }, "decisions.jsonl:"},
		"file changed":      {func() { writeFile(t, filepath.Join(dir, ConfigFile), plan.Text()+"#") }, "contest.toml:"},
		"file missing":      {func() { require.NoError(t, os.Remove(filepath.Join(dir, ConfigFile))) }, "contest.toml"},
		"pairing exchanged": {func() { forge(t, dir, `"first":"E2","second":"E3"`, `"first":"E3","second":"E2"`) }, "decisions.jsonl:2: paired"},
		"result changed":    {func() { forge(t, dir, `"winner":"E3"`, `"winner":"E2"`) }, "decisions.jsonl:"},
		"reason changed":    {func() { forge(t, dir, `"reason":"higher"`, `"reason":"lower"`) }, "decisions.jsonl:"},
		"sum of a record":   {func() { forge(t, dir, `"record":"`, `"record":"0`) }, "decisions.jsonl:"},
		"seed of lots":      {func() { forge(t, dir, `"seed":7`, `"seed":8`) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			kept := map[string]string{}
			for _, f := range []string{record(1), record(2), record(3), filepath.Join(dir, DecisionsFile), filepath.Join(dir, ConfigFile)} {
				kept[f] = readFile(t, f)
			}
			c.change()
			v := Verify(dir, verifyHigher)
			if c.place == "" { // no lots were drawn: only the final sum tells
				require.NotEqual(t, h.tournament().Sum, v.Sum)
			} else {
				require.NotEmpty(t, v.Differences)
				require.ErrorContains(t, v.Differences[0], c.place)
			}
			for f, text := range kept {
				writeFile(t, f, text)
			}
			_ = os.Remove(filepath.Join(dir, RecordsFolder, "x.jsonl"))
		})
	}
}

func cutFile(t *testing.T, name string, n int) {
	t.Helper()
	text := readFile(t, name)
	writeFile(t, name, text[:len(text)-n])
}

// forge changes the first such text of the decisions and makes all sums again, as who
// can write the file could.
func forge(t *testing.T, dir, old, now string) {
	t.Helper()
	name := filepath.Join(dir, DecisionsFile)
	text := readFile(t, name)
	require.Contains(t, text, old)
	text = strings.Replace(text, old, now, 1)
	var out strings.Builder
	last := ""
	for line := range strings.Lines(text) {
		const key = `,"sum":"`
		body := line[:strings.LastIndex(line, key)]
		sum := sha256.Sum256([]byte(last + body + "}"))
		last = hex.EncodeToString(sum[:])[:32]
		out.WriteString(body + key + last + "\"}\n")
	}
	writeFile(t, name, out.String())
}

// Every single byte of a small day's files is changed: the day is refused, and the first
// difference names the file, and the line or an earlier one of the decisions.
func TestVerifyEveryByte(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	h := newHall(t, filepath.Join(t.TempDir(), "day"), planOf(t, 2, oneStage))
	require.NoError(t, h.Run(t.Context()))
	dir := h.tournament().Dir
	require.Empty(t, Verify(dir, verifyHigher).Differences)
	for _, name := range []string{ConfigFile, DecisionsFile, filepath.Join(RecordsFolder, "all-1-1.jsonl")} {
		path := filepath.Join(dir, name)
		text := readFile(t, path)
		require.NotEmpty(t, text)
		for at := range text {
			changed := []byte(text)
			changed[at] ^= 1 + byte(at%7)
			writeFile(t, path, string(changed))
			v := Verify(dir, verifyHigher)
			require.NotEmpty(t, v.Differences, "%s: byte %d", name, at)
			require.Contains(t, v.Differences[0].Error(), filepath.Base(path), "byte %d", at)
		}
		writeFile(t, path, text)
	}
}

// The columns of a player's line in FIDE's tournament report file of 2016, counted from
// 1, both ends in.
var trfColumns = []struct {
	field    string
	from, to int
	form     string
}{
	{"data identification", 1, 3, `^001$`},
	{"starting rank", 5, 8, `^ *[1-9][0-9]*$`},
	{"sex", 10, 10, `^ $`},
	{"title", 11, 13, `^ {3}$`},
	{"name", 15, 47, `^\S.*$`},
	{"FIDE rating", 49, 52, `^ {4}$`},
	{"federation", 54, 56, `^ {3}$`},
	{"FIDE number", 58, 68, `^ {11}$`},
	{"birth date", 70, 79, `^ {10}$`},
	{"points", 81, 84, `^ *[0-9]+\.[05]$`},
	{"rank", 86, 89, `^ *[1-9][0-9]*$`},
}

// trfLine are the fields of a player's line; the rounds stand behind.
func trfLine(t *testing.T, line string) (fields map[string]string, rounds []string) {
	t.Helper()
	chars := []rune(line)
	fields = map[string]string{}
	used := map[int]bool{}
	for _, c := range trfColumns {
		text := string(chars[c.from-1 : c.to])
		require.Regexp(t, c.form, text, "%s of %q", c.field, line)
		fields[c.field] = strings.TrimSpace(text)
		for i := c.from; i <= c.to; i++ {
			used[i] = true
		}
	}
	for i := 1; i < 90; i++ {
		require.True(t, used[i] || chars[i-1] == ' ', "column %d is of no field in %q", i, line)
	}
	for at := 90; at < len(chars); at += 10 { // 92-95 the opponent, 97 the colour, 99 the result; 102 and so on
		round := string(chars[at-1 : min(at+9, len(chars))])
		require.Regexp(t, `^  ( *[1-9][0-9]* [wb] [10=+-]|0000 - [UZ])$`, round)
		rounds = append(rounds, round)
	}
	return fields, rounds
}

// Every player's line has its fields where TRF16 wants them, the two sides of a game
// agree, and the points are those of the games.
func TestTRFColumns(t *testing.T) {
	for _, n := range []int{5, 8, 12} {
		plan := planOf(t, n, "[[stage]]\nname = \"s\"\nkind = \"swiss\"\ngames = 1\n")
		p := newPaper(t, plan)
		p.result = byChance(uint64(n))
		d := p.end()
		var b bytes.Buffer
		require.NoError(t, d.WriteTRF(&b, "s"))
		require.Contains(t, b.String(), fmt.Sprintf("012 Cup, s\n062 %d\n", n))
		var players []map[string]string
		var rounds [][]string
		for line := range strings.Lines(b.String()) {
			if strings.HasPrefix(line, "001") {
				fields, played := trfLine(t, strings.TrimSuffix(line, "\n"))
				players, rounds = append(players, fields), append(rounds, played)
			}
		}
		require.Len(t, players, n)
		mirror := map[byte]byte{'1': '0', '0': '1', '=': '=', 'w': 'b', 'b': 'w'}
		for i, played := range rounds {
			require.Equal(t, strconv.Itoa(i+1), players[i]["starting rank"])
			points := 0.0
			for k, round := range played {
				points += map[byte]float64{'1': 1, 'U': 1, '=': 0.5}[round[9]]
				if opponent, _ := strconv.Atoi(strings.TrimSpace(round[2:6])); opponent > 0 {
					theirs := rounds[opponent-1][k]
					require.Equal(t, fmt.Sprintf("  %4d %c %c", i+1, mirror[round[7]], mirror[round[9]]), theirs)
				}
			}
			require.Equal(t, fmt.Sprintf("%.1f", points), players[i]["points"])
		}
	}
}
