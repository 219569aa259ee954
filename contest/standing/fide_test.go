package standing

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/tournament"
)

// swissOf makes a Swiss stage of crosstables as testdata/fide.txt has them.
func swissOf(t *testing.T, edition string, lines []string) (d *tournament.Tournament, want [][]float64) {
	t.Helper()
	s := &tournament.Stage{StageConfig: config.StageConfig{Name: "s", Kind: config.Swiss, Games: 1, Of: config.OfTable, TieBreaks: []string{config.Points, config.BuchholzCut1, config.Buchholz, config.SonnebornBerger}}}
	d = tournament.Env{}.New(t.TempDir())
	d.Config, d.Stages = &config.Config{Edition: edition}, []*tournament.Stage{s}
	var cells [][]string
	field := []int{}
	for i, line := range lines {
		table, values, _ := strings.Cut(line, "|")
		cells = append(cells, strings.Fields(table)[1:])
		var row []float64
		for _, text := range strings.Fields(values) {
			v, err := strconv.ParseFloat(text, 64)
			require.NoError(t, err)
			row = append(row, v)
		}
		want, field = append(want, row), append(field, i)
		d.Entrants = append(d.Entrants, &tournament.Entrant{Index: i, Name: fmt.Sprint("E", i+1)})
	}
	s.Groups = [][]int{field}
	for n := range cells[0] {
		r := &tournament.Round{Number: n + 1}
		for e := range cells {
			text := cells[e][n]
			result := text[len(text)-1:]
			if result == "U" {
				r.Byes = append(r.Byes, e)
			}
			other, _ := strconv.Atoi(text[:len(text)-1])
			if other--; other < e {
				continue // not paired, or done already
			}
			m := &tournament.Match{Stage: s, Round: n + 1, Pair: len(r.Matches) + 1, Entrants: []int{e, other}, Drawn: tournament.None}
			g := m.Game(1)
			g.State, g.By = tournament.Settled, tournament.Finished
			theirs := cells[other][n]
			switch both := result + theirs[len(theirs)-1:]; both {
			case "10", "+-":
				g.Winner = e
			case "01", "-+":
				g.Winner = other
			case "==":
				g.Draw = true
			default:
				require.Equal(t, "--", both)
			}
			for side, who := range m.Entrants {
				if text := cells[who][n]; text[len(text)-1:] == "-" {
					g.By, g.Absent = tournament.Forfeited, append(g.Absent, m.Entrants[side])
				}
			}
			r.Matches = append(r.Matches, m)
		}
		s.Rounds = append(s.Rounds, r)
	}
	return d, want
}

// Tie-breaks of Swiss stages are those of an independent program, rounds that were not played included.
func TestFIDETieBreaks(t *testing.T) {
	text, err := os.ReadFile("testdata/fide.txt")
	require.NoError(t, err)
	days := strings.Split(string(text), "# day ")[1:]
	require.Len(t, days, 12)
	for _, day := range days {
		lines := strings.Split(strings.TrimSpace(day), "\n")
		d, want := swissOf(t, config.Edition2026, lines[1:])
		rows := Of(d, d.Stages[0], 0)
		require.Len(t, rows, len(want))
		for _, row := range rows {
			require.InDeltaSlice(t, want[row.Index], row.TieBreak, 0.006, "day %s, %s", lines[0], row.Entrant)
		}
	}
}

// The editions differ in what a dummy opponent has: at most a draw a round, and no more than who stayed away.
func TestFIDEEditions(t *testing.T) {
	lines := []string{
		"1  2+ U  31 |", // three points, of which two by a forfeit and a bye
		"2  1- 31 U  |",
		"3  U  20 10 |",
	}
	for edition, want := range map[string]string{
		// The dummies of E1 have what E2 has, 2, and half the rounds, 1.5; E3 has 1.
		config.Edition2026: "[3 3.5 4.5 4.5]",
		config.Edition2024: "[3 6 7 7]",
		config.EditionNone: "[3 5 6 3]", // E2 2, E3 1, the bye 3; Sonneborn-Berger without it
	} {
		d, _ := swissOf(t, edition, lines)
		row := Of(d, d.Stages[0], 0)[0]
		require.Equal(t, "E1", row.Entrant)
		require.Equal(t, want, fmt.Sprint(row.TieBreak), edition)
	}
}

// An entrant who leaves a Swiss stage does not take points from those whom it met: rounds after it left
// count as draws for them.
func TestFIDEWithdrawal(t *testing.T) {
	lines := []string{
		"1  20 3= 41 |",
		"2  11 4= Z  |", // leaves with 1.5
		"3  41 1= U  |",
		"4  30 2= 10 |",
	}
	d, _ := swissOf(t, config.Edition2026, lines)
	f := table(d, d.Stages[0], 0).fide()
	require.Equal(t, 3, f.score(1))
	require.Equal(t, 4, f.adjusted(1))
	d, _ = swissOf(t, config.Edition2026, []string{lines[0], "2  11 4= 3- |", "3  41 1= 2+ |", lines[3]})
	require.Equal(t, 3, table(d, d.Stages[0], 0).fide().adjusted(1), "a forfeit counts as it is")
}
