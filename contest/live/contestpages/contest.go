package contestpages

import (
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/say"
)

type contestView struct {
	Name     string
	Paused   bool
	Over     bool
	Tables   []matchView // in play
	Next     []matchView // to be played
	Stages   []stageView
	Notices  []notice
	Entrants []entrantView
	Slides   []string
	Secret   bool         // it is over, and its places are kept for the ceremony
	Podium   []podiumView // the best of the last stage; nil before the contest is over, and while that is secret
	Places   []podiumView // all of it, for a ceremony

	game     string // its name in records
	version  int
	refs     map[string]gameRef         // of the games that are over, by their keys
	expected map[string]report.Expected // of the matches that wait, by their ids
}

type gameRef struct{ path, id string }

type entrantView struct {
	Name, Team, Note string
	Withdrawn        bool
	Swaps            int // how often its board was changed
	Missing          bool
}

type podiumView struct {
	Rank             int
	Group            string // "" when there is one
	Name, Team, Note string
}

// podium returns the best three of the last stage, or of each of its groups the best.
func podium(d *tournament.Tournament) []podiumView {
	if len(d.Stages[len(d.Stages)-1].Groups) > 1 {
		return places(d, 1)
	}
	return places(d, 3)
}

type stageView struct {
	Name, Title, Kind string
	Groups            []groupView
	Rounds            []roundView
	Bracket           bool
	Credits           []report.CreditNote
	Secret            bool // it has no results until the ceremony
}

type groupView struct {
	Name    string // "" when there is one
	Columns []string
	Rows    []rowView
	Cross   bool
}

type rowView struct {
	standing.Standing
	Name  string
	Main  float64     // what ranks it: points, or the rating of a ladder
	Cells []crossCell // against each, in the order of the rows
}

type crossCell struct {
	Self  bool
	Text  string
	Key   string // of the last game between them
	Games []gameView
}

type roundView struct {
	Number  int
	PlayOff bool
	Left    string // of a knockout: what the round is called by how many are left, "" where it has no name
	Matches []matchView
	Byes    []string
}

type matchView struct {
	ID      string
	Names   []string
	Score   []string
	Won     []bool
	Games   []gameView
	Playing bool
	Over    bool
	Key     string // of the game in play
	Moves   int    // of the game in play
	HasPage bool   // the game in play can be followed
	Rule    string // lots or seed, where these decided
	Third   bool   // for the third place
	Needs   [2]int // points that each of two has to win yet, in halves
	Missing []bool
	Table   string   // at which it is played, or as About an expectation
	About   string   // when it begins
	At      []string // where each plays: an address without secrets
	Start   string
}

type gameView struct {
	Number int
	Key    string // of its page; "" when there is none
	Text   string
	Live   bool
}

// notice is a decision that people should know of.
type notice struct {
	N, Type, What, Why, By string
	At                     string
}

// tournamentView returns a contest as the page shows it.
func tournamentView(d *tournament.Tournament, secret bool) *contestView {
	v := &contestView{
		Name: web.Shown(d.Config.Name, web.MaxName), Paused: d.Paused, Over: standing.Over(d), game: d.Config.Game, version: 2 * len(d.Decisions),
		refs: map[string]gameRef{}, expected: report.Forecast(d, time.Now()),
	}
	v.Secret = v.Over && secret
	if v.Secret {
		v.version++
	}
	for _, text := range d.Config.Slides {
		v.Slides = append(v.Slides, web.Shown(text, web.MaxWords))
	}
	for _, e := range d.Entrants {
		v.Entrants = append(v.Entrants, entrantView{
			web.Shown(e.Name, web.MaxName), web.Shown(e.Team, web.MaxName), web.Shown(e.Note, web.MaxWords), e.Withdrawn, len(e.Moves), !e.Missing.IsZero(),
		})
	}
	for _, s := range d.Stages {
		v.Stages = append(v.Stages, v.stage(d, s))
	}
	if v.Over {
		v.Podium, v.Places = podium(d), places(d, maxPlaces)
	}
	if v.Secret {
		last := &v.Stages[len(v.Stages)-1]
		last.Secret, last.Bracket, last.Groups, last.Rounds, last.Credits = true, false, nil, []roundView{}, nil
		v.Podium = nil
	}
	last := d.Stages[len(d.Stages)-1].Name + "/"
	for i := range d.Decisions {
		c := &d.Decisions[i]
		if v.Secret && (strings.HasPrefix(c.Game, last) || strings.HasPrefix(c.Match, last)) {
			continue // who won it
		}
		if n, ok := noticeOf(c); ok {
			v.Notices = append([]notice{n}, v.Notices...)
		}
	}
	const most = 50
	v.Notices = v.Notices[:min(len(v.Notices), most)]
	return v
}

// noticed are the decisions that people made.
var noticed = []string{
	tournament.Entered, tournament.Withdrawn, tournament.AddressChanged, tournament.Paused, tournament.Resumed,
	tournament.Forfeited, tournament.Voided, tournament.Replayed, tournament.Adjudicated, tournament.Amended, tournament.DecidedByLots,
	tournament.Reinstated, tournament.Renamed, tournament.Postponed, tournament.Called, tournament.Replanned, tournament.Disqualified,
	tournament.Closed,
}

func noticeOf(c *tournament.Decision) (notice, bool) {
	if !slices.Contains(noticed, c.Type) {
		return notice{}, false
	}
	what := c.Game + c.Match
	if c.Key != "" {
		what = c.Key + ": " + c.Value
	}
	if c.Entrant != "" {
		what = c.Entrant
	}
	if c.Type == tournament.Closed {
		what = c.Stage
	}
	if c.Name != "" {
		what += " → " + c.Name
	}
	if c.Winner != "" {
		what += " → " + web.Shown(c.Winner, web.MaxName)
	}
	n := notice{
		N: strconv.Itoa(c.N), Type: c.Type, What: web.Shown(what, web.MaxWords), Why: web.Shown(c.Why, 2*web.MaxWords), By: web.Shown(c.By, web.MaxName),
	}
	if at, err := time.Parse(time.RFC3339Nano, c.Time); err == nil {
		n.At = at.Format("15:04")
	}
	return n, true
}

func (v *contestView) stage(d *tournament.Tournament, s *tournament.Stage) stageView {
	sv := stageView{Name: web.Shown(s.Name, web.MaxName), Title: web.Shown(s.Shown(), web.MaxName), Kind: s.Kind, Bracket: s.Kind == config.Knockout}
	for _, r := range s.Rounds {
		rv := roundView{Number: r.Number, PlayOff: r.PlayOff}
		for _, m := range r.Matches {
			mv := v.match(d, m)
			mv.Third = m.ForThird()
			rv.Matches = append(rv.Matches, mv)
			switch {
			case mv.Playing:
				v.Tables = append(v.Tables, mv)
			case !mv.Over:
				v.Next = append(v.Next, mv)
			}
		}
		for _, e := range r.Byes {
			rv.Byes = append(rv.Byes, web.Shown(d.Entrants[e].Name, web.MaxName))
		}
		if sv.Bracket {
			rv.Left = map[int]string{0: "left-1", 1: "left-2", 2: "left-4"}[s.RoundsLeft(r.Number)]
		}
		sv.Rounds = append(sv.Rounds, rv)
	}
	if s.Kind == config.Ladder {
		sv.Rounds = sv.Rounds[max(0, len(sv.Rounds)-maxLadderRounds):]
	}
	sv.Credits = report.CreditNotes(d, s)
	for group := range s.Groups {
		sv.Groups = append(sv.Groups, v.group(d, s, group))
	}
	return sv
}

func (v *contestView) match(d *tournament.Tournament, m *tournament.Match) matchView {
	mv := matchView{ID: m.ID, Over: m.Over(), Rule: m.DecidedBy()}
	score := m.Score()
	for side, e := range m.Entrants {
		mv.Names, mv.Score = append(mv.Names, nameOf(d, e)), append(mv.Score, m.ScoreText(side))
		mv.Won = append(mv.Won, mv.Over && m.Winner() == e)
		if len(m.Entrants) == 2 {
			mv.Needs[side] = max(0, m.Stage.StageConfig.Games+1-score[side])
		}
		mv.Missing, mv.At = append(mv.Missing, !d.Entrants[e].Missing.IsZero()), append(mv.At, d.Entrants[e].Port())
	}
	if !mv.Over {
		mv.Table, mv.Start = d.Table(m), m.Stage.Start
		if x, ok := v.expected[m.ID]; ok {
			mv.Table, mv.About = x.Table, x.About()
		}
	}
	for _, g := range m.Games {
		gv := gameView{Number: g.Number, Key: live.KeyOf(g.AttemptID())}
		switch {
		case g.State == tournament.Playing:
			mv.Playing, mv.Key, gv.Live = true, gv.Key, true
		case g.State == tournament.Settled && g.Sum != "":
			v.refs[gv.Key] = gameRef{d.Record(m.ID), g.AttemptID()}
			gv.Text = resultOf(d, m, g)
		case g.State == tournament.Settled:
			gv.Key, gv.Text = "", resultOf(d, m, g)
		default:
			gv.Key = ""
		}
		mv.Games = append(mv.Games, gv)
	}
	return mv
}

func resultOf(d *tournament.Tournament, m *tournament.Match, g *tournament.Game) string {
	switch {
	case g.Void:
		return "∅"
	case m.Stage.Kind == config.Tables && g.Winner != tournament.None:
		return nameOf(d, g.Winner)
	case m.Stage.Kind == config.Tables:
		return "="
	case g.Draw:
		return "½–½"
	case g.Winner == m.Entrants[0]:
		return "1–0"
	case g.Winner == m.Entrants[1]:
		return "0–1"
	}
	return "0–0"
}

func halves(n int) string {
	switch {
	case n == 1:
		return "½"
	case n%2 == 1:
		return strconv.Itoa(n/2) + "½"
	}
	return strconv.Itoa(n / 2)
}

func nameOf(d *tournament.Tournament, entrant int) string {
	if entrant < 0 || entrant >= len(d.Entrants) {
		return "–"
	}
	return web.Shown(d.Entrants[entrant].Name, web.MaxName)
}

// maxLadderRounds is the number of a ladder's last rounds that are listed.
const maxLadderRounds = 40

// maxCross is the largest group that has a table of everybody against everybody.
const maxCross = 24

// group returns the table of a group as the page shows it.
func (v *contestView) group(d *tournament.Tournament, s *tournament.Stage, group int) groupView {
	rows := standing.Of(d, s, group)
	gv := groupView{Columns: s.TieBreaks, Cross: s.Kind == config.RoundRobin && len(rows) <= maxCross}
	if s.Kind == config.Knockout {
		gv.Columns = nil
	}
	if len(s.Groups) > 1 {
		gv.Name = groupName(group)
	}
	for _, row := range rows {
		rv := rowView{Standing: row, Name: web.Shown(row.Entrant, web.MaxName)}
		for i := range rv.TieBreak {
			rv.TieBreak[i] = math.Round(100*rv.TieBreak[i]) / 100
		}
		if rv.Main = math.Round(100*row.Points) / 100; s.Kind == config.Ladder {
			rv.Main = row.TieBreak[0]
		}
		if len(gv.Columns) == 0 {
			rv.TieBreak = nil
		}
		if gv.Cross {
			for _, other := range rows {
				rv.Cells = append(rv.Cells, v.cross(s, row.Index, other.Index))
			}
		}
		gv.Rows = append(gv.Rows, rv)
	}
	return gv
}

// groupName returns a letter, or a number behind Z.
func groupName(group int) string {
	if group < 26 {
		return string(rune('A' + group))
	}
	return strconv.Itoa(group + 1)
}

func (v *contestView) cross(s *tournament.Stage, who, other int) (c crossCell) {
	if c.Self = who == other; c.Self {
		return c
	}
	points, any := 0, false
	for _, r := range s.Rounds {
		for _, m := range r.Matches {
			side := slices.Index(m.Entrants, who)
			if side < 0 || m.Entrants[1-side] != other {
				continue
			}
			for _, g := range m.Games {
				if g.State == tournament.Settled {
					any = true
					if key := live.KeyOf(g.AttemptID()); g.Sum != "" {
						c.Key = key
					}
				}
			}
			points += m.Score()[side]
		}
	}
	if any {
		c.Text = halves(points)
	}
	return c
}

type contestPage struct {
	web.PageData
	*contestView
	Hide    bool
	Version string
}

// Scripts follow the contest.
func (p contestPage) Scripts() []string { return []string{"contest.js"} }

// showContest answers with the page of the contest; false when there is none.
func (s *Site) showContest(w http.ResponseWriter, r *http.Request, f web.PageData) bool {
	v := s.shownContest()
	if v == nil {
		return false
	}
	p := s.contestFrame(f, v)
	p.Hide, p.Wait = r.URL.Query().Has("hide"), 10
	if p.Hide {
		p.PageData.Query = "?hide"
	}
	s.Render(w, r, templates.Lookup("contest.html"), p)
	return true
}

// contestFrame returns the page of a contest, with the games in play as they are.
func (s *Site) contestFrame(f web.PageData, v *contestView) contestPage {
	tables := slices.Clone(v.Tables)
	for i := range tables {
		if g := s.InMemory(tables[i].Key); g != nil {
			tables[i].HasPage, tables[i].Moves = true, g.Info().Moves
		}
	}
	with := *v
	with.Tables = tables
	f.Title = v.Name
	f.Site = v.Name
	return contestPage{PageData: f, contestView: &with, Version: strconv.Itoa(v.version)}
}

// Criterion returns the name of a column that orders a table.
func (p contestPage) Criterion(name string) string {
	if reason, ok := strings.CutPrefix(name, "reason:"); ok {
		return p.T("column-reason", p.Say(say.Named(p.game+"."+reason, web.Shown(reason, web.MaxName))))
	}
	return p.Column(name)
}

// MatchRule returns the name of the rule that decided a match that ended even.
func (p contestPage) MatchRule(name string) string {
	if say.Has("live.rule-" + name) {
		return p.Named("rule-", name)
	}
	return p.Criterion(name)
}

// Latest returns the stages that have begun, the last one first, and the next one.
func (p contestPage) Latest() (stages []stageView) {
	for i, s := range p.Stages {
		if s.Rounds == nil && i > 0 {
			break
		}
		stages = append([]stageView{s}, stages...)
	}
	return stages
}

type matchPage struct {
	contestPage
	Match matchView
}

// With returns the page with a match.
func (p contestPage) With(m matchView) matchPage { return matchPage{p, m} }
