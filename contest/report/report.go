package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/quoting"
	"github.com/loopline/loopline/internal/vfs"
	"github.com/loopline/loopline/termsafe"
)

// groupTitle returns what people call a group: the stage, and a letter where there are
// several.
func groupTitle(s *tournament.Stage, group int) string {
	if len(s.Groups) < 2 {
		return s.Name
	}
	return fmt.Sprintf("%s, group %s", s.Name, GroupName(group))
}

// GroupName is the letter of a group that counts from 0; behind Z comes A1.
func GroupName(group int) string {
	name := string(rune('A' + group%26))
	if group >= 26 {
		name += strconv.Itoa(group / 26)
	}
	return name
}

// AllStandings are the tables of all groups of all stages that have begun.
func AllStandings(d *tournament.Tournament) (rows []standing.Standing) {
	for _, s := range d.Stages {
		for g := range s.Groups {
			rows = append(rows, standing.Of(d, s, g)...)
		}
	}
	return rows
}

// WriteJSON writes the rows of all tables, an object a line.
func WriteJSON(d *tournament.Tournament, w io.Writer) error {
	e := json.NewEncoder(w)
	for _, row := range AllStandings(d) {
		if err := e.Encode(row); err != nil {
			return err
		}
	}
	return nil
}

// WriteCSV writes the rows of all tables as comma-separated values with a head line.
func WriteCSV(d *tournament.Tournament, w io.Writer) error {
	c := csv.NewWriter(w)
	head := []string{"stage", "group", "rank", "entrant", "points", "games", "wins", "draws", "losses", "tie_breaks"}
	if err := c.Write(head); err != nil {
		return err
	}
	for _, r := range AllStandings(d) {
		row := []string{
			r.Stage, strconv.Itoa(r.Group), strconv.Itoa(r.Rank), quoting.Cell(r.Entrant), number(r.Points), strconv.Itoa(r.Games),
			strconv.Itoa(r.Wins), strconv.Itoa(r.Draws), strconv.Itoa(r.Losses), numbers(r.TieBreak),
		}
		if err := c.Write(row); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// number writes points: in parts of a game, or of a place that some share.
func number(f float64) string { return strconv.FormatFloat(math.Round(100*f)/100, 'f', -1, 64) }

func numbers(all []float64) string {
	var texts []string
	for _, f := range all {
		texts = append(texts, number(f))
	}
	return strings.Join(texts, " ")
}

// WriteTables writes the tables of all groups, with crosstables as readable text.
func WriteTables(d *tournament.Tournament, w io.Writer) error {
	for i, s := range d.Stages {
		for g := range s.Groups {
			state := ""
			if !standing.Done(d, i) {
				state = " (not over)"
			}
			if _, err := fmt.Fprintf(w, "%s%s\n", groupTitle(s, g), state); err != nil {
				return err
			}
			if err := writeTable(d, w, s, g); err != nil {
				return err
			}
		}
		for _, fault := range standing.HouseFaults(d, s) {
			if _, err := fmt.Fprintf(w, "  %s\n", fault); err != nil {
				return err
			}
		}
		for _, note := range CreditNotes(d, s) {
			if _, err := fmt.Fprintf(w, "  %s\n", note); err != nil {
				return err
			}
		}
	}
	return nil
}

// maxCrosstable limits how many columns a crosstable has at most.
const maxCrosstable = 16

func writeTable(d *tournament.Tournament, w io.Writer, s *tournament.Stage, group int) error {
	rows := standing.Of(d, s, group)
	cross := s.Kind != config.Knockout && s.Kind != config.Tables && s.Kind != config.Ladder && len(rows) <= maxCrosstable
	t := termsafe.NewColumns(w)
	fmt.Fprint(t, "  rank\tentrant\t")
	if s.Kind == config.Knockout {
		fmt.Fprint(t, "points\t")
	} else {
		fmt.Fprint(t, strings.Join(s.TieBreaks, "\t"), "\t")
	}
	for i := range rows {
		if cross {
			fmt.Fprintf(t, "%d\t", i+1)
		}
	}
	fmt.Fprintln(t, "+ = -")
	for i, r := range rows {
		name := r.Entrant
		switch {
		case d.Entrants[r.Index].Disqualified != "":
			name += " (disqualified)"
		case r.Withdrawn:
			name += " (withdrawn)"
		case r.Provisional:
			name += " (provisional)"
		}
		fmt.Fprintf(t, "  %d\t%s\t", r.Rank, name)
		if s.Kind == config.Knockout {
			fmt.Fprintf(t, "%s\t", number(r.Points))
		} else {
			fmt.Fprintf(t, "%s\t", strings.ReplaceAll(numbers(r.TieBreak), " ", "\t"))
		}
		for k := range rows {
			if cross {
				fmt.Fprintf(t, "%s\t", crossCell(d, s, r.Index, rows[k].Index, i == k))
			}
		}
		fmt.Fprintf(t, "%d %d %d\n", r.Wins, r.Draws, r.Losses)
	}
	return t.Flush()
}

// crossCell returns what one has against another: the points of games in each match.
func crossCell(d *tournament.Tournament, s *tournament.Stage, one, other int, self bool) string {
	if self {
		return "·"
	}
	var texts []string
	for _, r := range s.Rounds {
		for _, m := range r.Matches {
			for side, e := range m.Entrants {
				if e == one && m.Entrants[1-side] == other && !m.PlayOff && len(m.Games) > 0 {
					texts = append(texts, m.ScoreText(side))
				}
			}
		}
	}
	return strings.Join(texts, " ")
}

// Status is one line about the games in progress or the next ones.
type Status struct {
	Game   string `json:"game"` // its identity, with the attempt where it has one
	Stage  string `json:"stage"`
	Round  int    `json:"round"`
	Group  int    `json:"group"`
	First  string `json:"first"`
	Second string `json:"second"`

	Others []string `json:"others,omitempty"` // of a heat, in their seats

	State   string `json:"state"` // waiting, playing, settled
	Winner  string `json:"winner"`
	Draw    bool   `json:"draw"`
	Void    bool   `json:"void"`
	Reason  string `json:"reason"`
	Decided string `json:"decided"` // by which decision

	// Network are the entrants whose agents left more to the network than their round trips
	// take, in any attempt at the game.
	Network []tournament.NetworkShare `json:"network,omitempty"`

	// Credited are the entrants with answers that count by the credit for host stalls alone, and HangsOnCredit
	// that the result might be another without it.
	Credited      []tournament.CreditedAnswers `json:"credited,omitempty"`
	HangsOnCredit bool                         `json:"hangs_on_credit,omitempty"`

	Missing   []string `json:"missing,omitempty"`   // of its entrants, who are not there
	Postponed bool     `json:"postponed,omitempty"` // it waits until it is called
	Start     string   `json:"start,omitempty"`     // not before this time of the day
	Table     string   `json:"table,omitempty"`     // where it is played
	At        []string `json:"at,omitempty"`        // where the players connect to, or are called: the addresses of all
}

// Games lists all games that are paired, and of each match that is not over the next
// one.
func Games(d *tournament.Tournament) (all []Status) {
	d.Matches(func(m *tournament.Match) {
		next := m.Next()
		for n := 1; n <= max(len(m.Games), next); n++ {
			all = append(all, status(d, m, n))
		}
	})
	return all
}

func status(d *tournament.Tournament, m *tournament.Match, number int) Status {
	g := m.Game(number)
	s := Status{
		Game: g.ID, Stage: m.Stage.Name, Round: m.Round, Group: m.Group + 1, State: g.State.String(), Network: g.Network,
		First: d.Entrants[g.Seats[0]].Name, Second: d.Entrants[g.Seats[1]].Name, Others: d.NamesOf(g.Seats[2:]),
	}
	if g.Attempt > 0 {
		s.Game = g.AttemptID()
	}
	for _, e := range g.Seats {
		if e := d.Entrants[e]; !e.Missing.IsZero() && g.State != tournament.Settled {
			s.Missing = append(s.Missing, e.Name)
		}
		if g.State != tournament.Settled {
			s.At = append(s.At, d.Entrants[e].Port())
		}
	}
	if g.State != tournament.Settled {
		s.Postponed, s.Table = m.Postponed, d.Table(m)
		if g.Attempt == 0 && m.Stage.Start != "" {
			s.Start = m.Stage.Start
		}
	}
	if g.State == tournament.Settled {
		s.Draw, s.Void, s.Reason, s.Decided = g.Draw, g.Void, g.Reason, g.By
		s.Credited, s.HangsOnCredit = g.Credited, g.HangsOnCredit
		if g.Winner != tournament.None {
			s.Winner = d.Entrants[g.Winner].Name
		}
	}
	return s
}

// WriteStatusJSON writes the games of the contest, an object a line.
func WriteStatusJSON(d *tournament.Tournament, w io.Writer) error {
	e := json.NewEncoder(w)
	for _, s := range Games(d) {
		if err := e.Encode(s); err != nil {
			return err
		}
	}
	return nil
}

// lowSpace is the free space in bytes below which the disk of a contest is an alarm: more than an
// ordinary day writes.
const lowSpace = 64 << 20

// LowSpace returns how many bytes are free on the disk of the contest, and whether they are so few that
// the director ought to know.
func LowSpace(d *tournament.Tournament) (free uint64, low bool) {
	free, known := vfs.Free(d.Dir)
	return free, known && free < lowSpace
}

// maxNext limits how many games that come next are shown.
const maxNext = 10

// WriteStatus writes how far the contest is as readable text.
func WriteStatus(d *tournament.Tournament, w io.Writer) error {
	var lines, network, credited []string
	settled, open, playing, next := 0, 0, 0, []string{}
	for _, s := range Games(d) {
		text := fmt.Sprintf("  %s  %s", s.Game, strings.Join(append([]string{s.First, s.Second}, s.Others...), " - "))
		for _, n := range s.Network {
			network = append(network, fmt.Sprintf("  %s  %s", s.Game, n))
		}
		switch s.State {
		case tournament.Settled.String():
			settled++
		case tournament.Playing.String():
			playing++
			lines = append(lines, text)
		default:
			open++
			next = append(next, text)
		}
	}
	state := "goes on"
	switch {
	case standing.Over(d):
		state = "is over"
	case d.Paused:
		state = "is paused"
	}
	text := fmt.Sprintf("%s %s: %d games settled, %d begun, %d matches wait\n", d.Config.Name, state, settled, playing, open)
	if host, known := journal.HostOf(d.Dir); known && host == "" && !standing.Over(d) {
		text += fmt.Sprintf("no host plays it; it goes on with: loopline contest run %s\n", d.Dir)
	}
	if len(lines) > 0 {
		text += "begun:\n" + strings.Join(lines, "\n") + "\n"
	}
	if len(next) > 0 {
		text += "next:\n" + strings.Join(next[:min(maxNext, len(next))], "\n") + "\n"
	}
	for _, s := range d.Stages {
		for _, n := range CreditNotes(d, s) {
			credited = append(credited, "  "+n.String())
		}
	}
	if len(credited) > 0 {
		text += "credit for host stalls:\n" + strings.Join(credited, "\n") + "\n"
	}
	if len(network) > 0 {
		text += "network:\n" + strings.Join(network, "\n") + "\n"
	}
	if free, low := LowSpace(d); low {
		text += fmt.Sprintf("alarm: the disk of %s has %d KiB free; a contest whose disk is full waits for space\n", d.Dir, free>>10)
	}
	for _, h := range d.Halls() {
		text += h.String() + "\n"
	}
	for _, e := range d.Entrants {
		if !e.Missing.IsZero() {
			text += fmt.Sprintf("missing: %s since %s, on %s\n", e.Name, e.Missing.Local().Format("15:04:05"), tournament.WithoutToken(e.Address))
		}
	}
	for _, c := range Calls(d, time.Now()) {
		text += "  " + c.String() + "\n"
	}
	for i := max(0, len(d.Decisions)-20); i < len(d.Decisions); i++ {
		if c := &d.Decisions[i]; c.By != "" {
			text += fmt.Sprintf("decision %d: %s\n", c.N, c)
		}
	}
	_, err := io.WriteString(w, text)
	return err
}
