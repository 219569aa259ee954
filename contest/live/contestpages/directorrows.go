package contestpages

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/loopline/loopline/contest/command"
	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/humanize"
)

// tableRow is a game in play on the director's page.
type tableRow struct {
	matchView
	Table, Game string
	Started     string // the time of the day
	Clocks      []string
	Running     []bool
}

type waitRow struct {
	Name, Address, Since, Left string
	Overdue                    bool
}

// resultRow is a game that can be amended or replayed, or a match that comes.
type resultRow struct {
	Match, Game string
	Names       []string
	Text        string
	Decided     string // by which decision, where it is not by the game
	Next        bool   // it has no result
	Postponed   bool
	Start       string
}

type logRow struct {
	notice
	Undo bool
}

type personRow struct {
	Name, Team, Address string
	Withdrawn, Missing  bool
	Next                string
}

type settingRow struct{ Key, Value string }

// alarmView is something that the director ought to see.
type alarmView struct{ Kind, Text, At string }

// maxResults limits how many results the director's page lists.
const maxResults = 60

// fill makes the rows of the page of a contest.
func (p *directorPage) fill(day *tournament.Tournament, s *Site) {
	now := time.Now()
	p.Keeps = tournament.PodiumIsSecret(s.folder())
	s.mu.Lock()
	p.Shown = cmp.Or(s.hall, hallModes[0])
	s.mu.Unlock()
	begun, settled := map[string]string{}, map[string]int{}
	for i := range day.Decisions {
		c := &day.Decisions[i]
		switch c.Type {
		case tournament.Started:
			begun[c.Game] = clockTime(c.Time)
		case tournament.Finished, tournament.Forfeited, tournament.Voided, tournament.Adjudicated, tournament.Amended:
			if match, game, _, err := tournament.ParseGameID(c.Game); err == nil {
				settled[fmt.Sprint(match, "/", game)] = i
			}
		}
	}
	day.Matches(func(m *tournament.Match) {
		var names []string
		for _, e := range m.Entrants {
			names = append(names, nameOf(day, e))
		}
		for _, g := range m.Games {
			switch g.State {
			case tournament.Playing:
				row := tableRow{Table: day.Table(m), Game: g.ID, Started: begun[g.AttemptID()]}
				row.Clocks, row.Running = make([]string, len(names)), make([]bool, len(names))
				row.Names, row.Key = names, live.KeyOf(g.AttemptID())
				s.clocksOf(&row, g, m)
				p.Running = append(p.Running, row)
			case tournament.Settled:
				row := resultRow{Match: m.ID, Game: g.ID, Names: names, Text: resultOf(day, m, g)}
				if g.By != tournament.Finished {
					row.Decided = g.By
				}
				p.Results = append(p.Results, row)
			}
		}
		if n := m.Next(); n > 0 && !slices.ContainsFunc(m.Games, func(g *tournament.Game) bool { return g.State == tournament.Playing }) {
			p.Upcoming = append(p.Upcoming, resultRow{
				Match: m.ID, Game: fmt.Sprint(m.ID, "/", n), Names: names, Next: true, Postponed: m.Postponed, Start: m.Stage.Start,
			})
		}
	})
	slices.SortStableFunc(p.Results, func(a, b resultRow) int { return settled[b.Game] - settled[a.Game] })
	p.Results = p.Results[:min(len(p.Results), maxResults)]
	next := map[string]string{}
	for _, c := range report.Calls(day, now) {
		next[c.Entrant] = c.Match + " · " + c.Port
		if c.Table != "" {
			next[c.Entrant] += " · " + p.T("table", c.Table)
		}
		if c.About != "" {
			next[c.Entrant] += " · " + p.T("about", c.About)
		}
	}
	for _, e := range day.Entrants {
		row := personRow{
			Name: web.Shown(e.Name, web.MaxName), Team: web.Shown(e.Team, web.MaxName), Address: web.Shown(e.Address, web.MaxWords), Withdrawn: e.Withdrawn,
			Missing: !e.Missing.IsZero(), Next: next[e.Name],
		}
		p.People = append(p.People, row)
		if row.Missing && row.Next != "" && !p.Over { // whom no match waits for is not missed
			left := time.Duration(day.Config.Wait) - now.Sub(e.Missing)
			p.Waiting = append(p.Waiting, waitRow{
				Name: row.Name, Address: row.Address, Since: e.Missing.Local().Format("15:04:05"),
				Left: max(0, left).Round(time.Second).String(), Overdue: left <= 0,
			})
		}
	}
	for i := len(day.Decisions) - 1; i >= 0 && len(p.Log) < 100; i-- {
		c := &day.Decisions[i]
		n, ok := noticeOf(c)
		if !ok {
			continue
		}
		_, err := command.Undo(day, strconv.Itoa(c.N))
		p.Log = append(p.Log, logRow{n, err == nil && c.Type != tournament.Entered})
	}
	p.Settings = append(p.Settings, settingRow{"tables", strconv.Itoa(day.Config.Tables)},
		settingRow{"wait", time.Duration(day.Config.Wait).String()}, settingRow{"move-time", time.Duration(day.Config.MoveTime).String()})
	for _, s := range day.Stages {
		if s.Groups == nil {
			p.Settings = append(p.Settings, settingRow{s.Name + ".games", strconv.Itoa(s.StageConfig.Games)}, settingRow{s.Name + ".start", s.Start})
		}
		if s.Kind == config.Ladder {
			p.Settings = append(p.Settings, settingRow{s.Name + ".until", s.Until})
		}
		if s.Index+1 == len(day.Stages) || day.Stages[s.Index+1].Groups != nil {
			continue
		}
		p.Settings = append(p.Settings, settingRow{s.Name + ".advance", strconv.Itoa(s.Advance)})
		if s.Groups != nil && s.Kind == config.Swiss {
			p.Settings = append(p.Settings, settingRow{s.Name + ".rounds", strconv.Itoa(s.StageConfig.Rounds)})
		}
	}
	p.LateGames = day.LateGames()
	p.Alarms = append(p.Alarms, s.diskAlarms(day)...)
	if s.HostFaults != nil {
		for _, text := range s.HostFaults() {
			p.Alarms = append(p.Alarms, alarmView{"host", text, ""})
		}
	}
	for _, w := range p.Waiting {
		p.Alarms = append(p.Alarms, alarmView{"missing", w.Name, w.Since})
	}
	for _, h := range day.Halls() {
		if !h.Here && !p.Over {
			p.Alarms = append(p.Alarms, hallAlarm(h))
		}
	}
	day.Matches(func(m *tournament.Match) {
		if text := s.equalGames(m); text != "" {
			p.Alarms = append(p.Alarms, alarmView{"equal", text, ""})
		}
		for _, g := range m.Games {
			if text := s.stalledGame(g); text != "" {
				p.Alarms = append(p.Alarms, alarmView{"stall", text, ""})
			}
		}
	})
}

// hallAlarm tells of a hall that is not connected.
func hallAlarm(h tournament.HallStatus) alarmView {
	if h.Since.IsZero() {
		return alarmView{"hall-awaited", h.Name, ""}
	}
	return alarmView{"hall-cut", h.Name, h.Since.Local().Format("15:04:05")}
}

// diskAlarms tells of the disk of a contest, where it is full or soon will be.
func (s *Site) diskAlarms(day *tournament.Tournament) []alarmView {
	if s.FullSince != nil {
		if since := s.FullSince(); !since.IsZero() {
			return []alarmView{{"full", day.Dir, since.Local().Format("15:04:05")}}
		}
	}
	if free, low := report.LowSpace(day); low {
		return []alarmView{{"disk", fmt.Sprintf("%s: %d MiB", day.Dir, free>>20), ""}}
	}
	return nil
}

// minEqual is the number of common moves from which two games count as the same.
const minEqual = 8

// equalGames finds a game in play that has been, move for move, what an earlier one of its match
// between the same seats was; "" for none. Further such games would decide nothing.
func (s *Site) equalGames(m *tournament.Match) string {
	for _, g := range m.Games {
		if g.State != tournament.Playing {
			continue
		}
		now, err := s.Game(live.KeyOf(g.AttemptID()))
		if err != nil {
			continue
		}
		moves := now.MovesFrom(0, 1<<30)
		for _, was := range m.Games {
			if len(moves) < minEqual || was == g || !slices.Equal(was.Seats, g.Seats) || was.State != tournament.Settled || was.Sum == "" {
				continue
			}
			earlier, err := s.Game(live.KeyOf(was.AttemptID()))
			if err != nil {
				continue
			}
			same := func(a, b live.Move) bool { return a.Words == b.Words && a.Seat == b.Seat }
			if before := earlier.MovesFrom(0, len(moves)); len(before) == len(moves) && slices.EqualFunc(moves, before, same) {
				return fmt.Sprintf("%s = %s (%d)", g.ID, was.ID, len(moves))
			}
		}
	}
	return ""
}

// stalledGame names a game that stands as it was played, and who lost it by a stall of the host that
// is longer than what the host may credit; "" for none.
func (s *Site) stalledGame(g *tournament.Game) string {
	if g.State != tournament.Settled || g.By != tournament.Finished {
		return ""
	}
	feed := s.InMemory(live.KeyOf(g.AttemptID()))
	if feed == nil {
		return ""
	}
	who, excess := feed.LostToStall()
	if who == "" {
		return ""
	}
	return fmt.Sprintf("%s: %s (%s)", g.ID, who, humanize.Duration(excess))
}

// clocksOf fills in the clocks of a game in play.
func (s *Site) clocksOf(row *tableRow, g *tournament.Game, m *tournament.Match) {
	feed := s.InMemory(row.Key)
	if feed == nil {
		return
	}
	plies, clocks := feed.Clocks(time.Now())
	row.HasPage, row.Moves = true, plies
	for seat, st := range clocks {
		if seat >= len(g.Seats) {
			return
		}
		side := slices.Index(m.Entrants, g.Seats[seat])
		row.Clocks[side] = web.Brief(st.Total)
		if row.Running[side] = st.Running >= 0; row.Running[side] {
			row.Clocks[side] = web.Brief(st.Running) + " / " + web.Brief(st.Limit)
		}
	}
}

// clockTime returns the time of the day of a decision.
func clockTime(text string) string {
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return ""
	}
	return at.Local().Format("15:04:05")
}

// Confirms returns the order that waits to be confirmed, in words.
func (p directorPage) Confirms() string { return p.Verb(p.Order.Verb) }

// NeedsWhy reports whether an order needs a reason.
func (p directorPage) NeedsWhy() bool { return p.Order.Verb != "pause" && p.Order.Verb != "resume" }

// Choices returns the results that a game may be given, for the order that waits.
func (p directorPage) Choices() []string {
	if (p.Order.Verb != "amend" && p.Order.Verb != "adjudicate") || len(p.Order.Args) != 1 {
		return nil
	}
	for _, r := range slices.Concat(p.Results, p.Upcoming) {
		if r.Game == p.Order.Args[0] {
			return append(slices.Clone(r.Names), "draw")
		}
	}
	for _, r := range p.Running {
		if r.Game == p.Order.Args[0] {
			return append(slices.Clone(r.Names), "draw")
		}
	}
	return nil
}

// Typed are the fields of the pending command that have no fixed choices: a new name, an address, a value.
func (p directorPage) Typed() []string {
	switch v := p.Order.Verb; {
	case v == "add" && len(p.Order.Args) == 0:
		return []string{"director-name", "director-address"}
	case v == "rename" && len(p.Order.Args) == 1:
		return []string{"director-newname"}
	case v == "readdress" && len(p.Order.Args) == 1:
		return []string{"director-address"}
	case v == "replan" && len(p.Order.Args) == 1:
		return []string{"director-value"}
	}
	return nil
}

// Act returns the page with an order that a button asks for.
func (p directorPage) Act(verb string, args ...string) directorPage {
	p.Order = command.Command{Verb: verb, Args: args}
	return p
}

// Pin returns the page with the button that shows key in the hall.
func (p directorPage) Pin(key string) directorPage { return p.Act("", key) }

// Reasons returns the reasons that directors give most often.
func (p directorPage) Reasons() (reasons []string) {
	for _, key := range []string{"reason-board", "reason-rule", "reason-typed", "reason-schedule"} {
		reasons = append(reasons, p.T(key))
	}
	return reasons
}
