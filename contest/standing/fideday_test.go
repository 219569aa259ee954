package standing_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
	"github.com/loopline/loopline/internal/tier"
)

// Swiss days by chance end, and each entrant has a contribution for each round.
func TestFIDEDays(t *testing.T) {
	days := 20
	if tier.RunsRest() {
		days = 200
	}
	for seed := range uint64(days) {
		d := swissDay(t, seed)
		s := d.Stages[0]
		f := standing.FIDEOf(d, s)
		for _, row := range standing.Of(d, s, 0) {
			require.Equal(t, len(s.Rounds), f.Rounds(row.Index), "seed %d, %s", seed, row.Entrant)
			require.InDelta(t, row.Points, f.Score(row.Index), 0)
			require.LessOrEqual(t, f.Buchholz(row.Index, 1), f.Buchholz(row.Index, 0))
		}
		read, err := tournament.Read(d.Dir)
		require.NoError(t, err)
		require.Equal(t, tournamenttest.TableText(standing.Of(d, s, 0)), tournamenttest.TableText(standing.Of(read, read.Stages[0], 0)))
	}
}

var (
	tieBreakServer = flag.String("tiebreakserver", "", "folder of TieBreakServer, by which TestTieBreakServer computes days")
	fideDays       = flag.Int("fide-days", 100, "days of TestTieBreakServer")
)

// TestTieBreakServer compares the tie-breaks of Swiss days by chance with those of TieBreakServer.
func TestTieBreakServer(t *testing.T) {
	if *tieBreakServer == "" {
		t.Skip("runs with -tiebreakserver, as in make verify-long STEPS=fide")
	}
	var compared, withdrawn, late, forfeited atomic.Int64
	t.Run("days", func(t *testing.T) {
		for seed := range uint64(*fideDays) {
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				t.Parallel()
				d := swissDay(t, seed)
				rows := standing.Of(d, d.Stages[0], 0)
				want := byTieBreakServer(t, reportFile(d, rows))
				for _, row := range rows {
					require.InDeltaSlice(t, want[row.Index], row.TieBreak, 0.006, row.Entrant)
				}
				compared.Add(int64(len(rows)))
				for _, c := range d.Decisions {
					switch c.Type {
					case tournament.Withdrawn:
						withdrawn.Add(1)
					case tournament.Entered:
						late.Add(1)
					case tournament.Forfeited:
						forfeited.Add(1)
					}
				}
			})
		}
	})
	t.Logf("%d days, %d entrants compared: %d withdrew, %d came late, %d matches forfeited",
		*fideDays, compared.Load(), withdrawn.Load(), late.Load(), forfeited.Load())
}

// reportFile returns a Swiss day as a tournament report file (FIDE, TRF16).
func reportFile(d *tournament.Tournament, rows []standing.Standing) []byte {
	s := d.Stages[0]
	lines := make([][]byte, len(d.Entrants))
	for _, row := range rows {
		lines[row.Index] = fmt.Appendf(nil, "001 %4d      %-33s 1500 %27s%4.1f %4d", row.Index+1, fmt.Sprint("E", row.Index+1), "", row.Points, row.Rank)
	}
	for _, r := range s.Rounds {
		cells := make([]string, len(lines))
		for e := range cells {
			cells[e] = "0000 - Z"
		}
		for _, e := range r.Byes {
			cells[e] = "0000 - U"
		}
		for _, m := range r.Matches {
			for side, e := range m.Entrants {
				result := map[bool][]string{true: {"0", "=", "1"}, false: {"-", "=", "+"}}[standing.WasPlayed(m)][m.Halves()[side]]
				cells[e] = fmt.Sprintf("%4d %c %s", m.Entrants[1-side]+1, "wb"[side], result)
			}
		}
		for e := range lines {
			lines[e] = append(append(lines[e], "  "...), cells[e]...)
		}
	}
	text := fmt.Appendf(nil, "012 T\nXXR %d\n", len(s.Rounds))
	return append(append(text, bytes.Join(lines, []byte("\n"))...), '\n')
}

// byTieBreakServer computes the points, Buchholz cut 1, Buchholz and Sonneborn-Berger of a report file's entrants.
func byTieBreakServer(t *testing.T, report []byte) (all [][]float64) {
	file := filepath.Join(t.TempDir(), "day.trf")
	require.NoError(t, os.WriteFile(file, report, 0o600))
	out, err := exec.Command("python3", filepath.Join(*tieBreakServer, "tiebreakchecker.py"),
		"-i", file, "-f", "TRF", "-s", "-dT", "-o", "-", "-t", "PTS", "BH/C1", "BH", "SB").CombinedOutput()
	require.NoError(t, err, string(out))
	for line := range strings.Lines(string(out)) {
		cells := strings.Fields(line)
		if len(cells) != 6 || cells[0] == "StartNo" {
			continue
		}
		require.Equal(t, fmt.Sprint(len(all)+1), cells[0])
		var row []float64
		for _, cell := range cells[2:] {
			v, err := strconv.ParseFloat(cell, 64)
			require.NoError(t, err)
			row = append(row, v)
		}
		all = append(all, row)
	}
	require.Len(t, all, bytes.Count(report, []byte("\n001 ")), string(report)+string(out))
	return all
}

// swissDay plays a Swiss day by chance, with entrants who leave, come late, or do not come to a match.
func swissDay(t *testing.T, seed uint64) *tournament.Tournament {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 57))
	n := 4 + r.IntN(13)
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, n, fmt.Sprintf("[[stage]]\nname = \"s\"\nkind = \"swiss\"\ngames = 1\nrounds = %d\n", 2+r.IntN(n/2-1))))
	p.Result = tournamenttest.ByChance(seed)
	try := func(c tournament.Decision) {
		_, _ = p.Log.Append(func(*tournament.Tournament) (*tournament.Decision, error) { return &c, nil })
	}
	for late := 0; p.Step(); {
		d := p.Tournament()
		here := 0
		for _, e := range d.Entrants {
			if !e.Withdrawn {
				here++
			}
		}
		switch e := r.IntN(len(d.Entrants)); r.IntN(25) {
		case 0:
			if here > 3 {
				try(tournament.Decision{Type: tournament.Withdrawn, Entrant: d.Entrants[e].Name})
			}
		case 1:
			if late < 3 {
				late++
				try(tournament.Decision{Type: tournament.Entered, Entrant: fmt.Sprint("L", late), Address: fmt.Sprint("bot:", 100+late)})
			}
		case 2, 3, 4:
			d.Matches(func(m *tournament.Match) {
				if m.Next() != 1 || m.InPlay() || r.IntN(3) > 0 {
					return
				}
				absent := m.Entrants[r.IntN(2)]
				c := tournament.Decision{Type: tournament.Forfeited, Game: m.ID + "/1", Reason: "absent", Absent: []string{d.Entrants[absent].Name}, Winner: d.Entrants[m.Opponent(absent)].Name}
				if r.IntN(6) == 0 {
					c.Absent, c.Winner = []string{d.Entrants[m.Entrants[0]].Name, d.Entrants[m.Entrants[1]].Name}, ""
				}
				try(c)
			})
		}
	}
	return p.Tournament()
}
