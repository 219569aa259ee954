package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
)

// WriteTRF writes a stage by its name, - is the first, as a tournament report file, TRF16, which programs for
// chess tournaments read. It has groups only where there is one. A game of a match is a
// round of its own; white is who has the first seat.
func WriteTRF(d *tournament.Tournament, w io.Writer, stage string) error {
	s := d.Stages[0]
	if i := slices.IndexFunc(d.Stages, func(s *tournament.Stage) bool { return s.Name == stage }); i >= 0 {
		s = d.Stages[i]
	} else if stage != "-" {
		return fmt.Errorf("there is no stage %.40q", stage)
	}
	if s.Kind == config.Tables {
		return fmt.Errorf("stage %s has heats, and a tournament report file has games between two; --csv and --json have its table", s.Name)
	}
	if len(s.Groups) != 1 {
		return fmt.Errorf("stage %s has %d groups, and a tournament report file has one; write a stage without groups", s.Name, len(s.Groups))
	}
	field := s.Groups[0]
	at := map[int]int{}
	for i, e := range field {
		at[e] = i + 1
	}
	rows := standing.Of(d, s, 0)
	rounds := stageColumns(s)
	_, err := fmt.Fprintf(w, "012 %s\n062 %d\n072 0\n092 %s\nXXR %d\n", line(d.Config.Name+", "+s.Name), len(field), trfKind(s.Kind), rounds)
	for i, e := range field {
		points, rank := 0.0, 0
		for _, r := range rows {
			if r.Index == e {
				points, rank = r.GamePoints(), r.Rank
			}
		}
		text := fmt.Sprintf("001 %4d %1s%3s %-33.33s %4s %3s %11s %10s %4.1f %4d", i+1, "", "", line(d.Entrants[e].Name), "", "", "", "", points, rank)
		for _, r := range s.Rounds {
			text += trfRound(d, s, r, e, at)
		}
		if err == nil {
			_, err = fmt.Fprintln(w, strings.TrimRight(text, " "))
		}
	}
	return err
}

// line is a text without line ends.
func line(text string) string { return strings.Join(strings.Fields(text), " ") }

func trfKind(kind string) string {
	return map[string]string{config.Swiss: "Individual: Swiss-System", config.RoundRobin: "Individual: Round-Robin"}[kind]
}

func stageColumns(s *tournament.Stage) (n int) {
	for _, r := range s.Rounds {
		n += roundColumns(r, s)
	}
	return n
}

func roundColumns(r *tournament.Round, s *tournament.Stage) int {
	longest := s.StageConfig.Games
	for _, m := range r.Matches {
		longest = max(longest, len(m.Games))
	}
	return longest
}

// trfRound is an entrant's columns of a round: opponent, colour, result.
func trfRound(d *tournament.Tournament, s *tournament.Stage, r *tournament.Round, e int, at map[int]int) (text string) {
	for _, bye := range r.Byes {
		if bye == e && s.Kind == config.Swiss {
			return strings.Repeat("  0000 - U", roundColumns(r, s))
		}
	}
	for _, m := range r.Matches {
		if m.Entrants[0] != e && m.Entrants[1] != e {
			continue
		}
		for n := range roundColumns(r, s) {
			text += trfGame(m, n, e, at)
		}
		return text
	}
	return strings.Repeat("  0000 - Z", roundColumns(r, s))
}

func trfGame(m *tournament.Match, n, e int, at map[int]int) string {
	if n >= len(m.Games) || m.Games[n].State != tournament.Settled {
		return strings.Repeat(" ", 10)
	}
	g := m.Games[n]
	colour, result := "b", "0"
	if g.Seats[0] == e {
		colour = "w"
	}
	unplayed := len(g.Absent) > 0
	switch {
	case g.Draw:
		result = "="
	case g.Winner == e && unplayed:
		result = "+"
	case unplayed:
		result = "-"
	case g.Winner == e:
		result = "1"
	}
	return fmt.Sprintf("  %4d %s %s", at[m.Opponent(e)], colour, result)
}
