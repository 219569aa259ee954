package report_test

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/tournamenttest"
)

func TestReports(t *testing.T) {
	plan := tournamenttest.PlanOf(t, 5, "[[stage]]\nname = \"s\"\nkind = \"swiss\"\ngames = 1\n[[stage]]\nname = \"k\"\nkind = \"knockout\"\n")
	p := tournamenttest.NewPaper(t, plan)
	for range 6 {
		p.Step()
	}
	var b bytes.Buffer
	require.NoError(t, report.WriteStatus(p.Tournament(), &b))
	require.Contains(t, b.String(), "Cup goes on: 2 games settled")
	d := p.End()
	for form, want := range map[string]string{
		"json": `{"stage":"s","group":1,"rank":1,"entrant":"E5",`,
		"csv":  "s,1,1,E5,",
		"trf":  "001    1      E1" + strings.Repeat(" ", 65) + "2.0    2     3 w 1     2 b 0     5 w 1",
		"":     "rank  entrant",
	} {
		b.Reset()
		require.NoError(t, report.Write(d, &b, form, "-"), form)
		require.Contains(t, b.String(), want, form)
	}
	require.Error(t, report.Write(d, &b, "trf", "zzz"))
	b.Reset()
	require.NoError(t, report.WriteTRF(d, &b, "s"))
	require.Contains(t, b.String(), "  0000 - U", "the bye")
	b.Reset()
	require.NoError(t, report.WriteStatusJSON(d, &b))
	require.Equal(t, len(report.Games(d)), strings.Count(b.String(), "\n"))
	b.Reset()
	require.NoError(t, plan.WriteTimetable(&b, time.Minute))
	require.Contains(t, b.String(), "s: swiss of 5 entrants, 3 rounds, 6 matches, 6 games, about 6m0s")
	require.Contains(t, b.String(), "k: knockout of 5 entrants, 3 rounds, 4 matches, 8 games")
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
		plan := tournamenttest.PlanOf(t, n, "[[stage]]\nname = \"s\"\nkind = \"swiss\"\ngames = 1\n")
		p := tournamenttest.NewPaper(t, plan)
		p.Result = tournamenttest.ByChance(uint64(n))
		d := p.End()
		var b bytes.Buffer
		require.NoError(t, report.WriteTRF(d, &b, "s"))
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
