package simulate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
)

// The standings once more, from the decisions, in another way than the tournament's:
// nothing is carried along but the last word on each game.

// game is the last word on a game.
type game struct {
	settled bool
	winner  string // or empty: a draw, or nothing
	draw    bool
	voids   int

	scores []int
	plies  int
	faults []int64  // of the seats
	absent []string // or withdrawn

	playing bool
	without []string // of a heat, whom it was begun without
}

// ledger is the last words on all games.
type ledger struct {
	plan      *config.Config
	rounds    map[string][]tournament.Decision // by stage: the pairings that stand
	games     map[string]*game                 // by pairing and number
	drawn     map[string]string                // by pairing: who goes on
	withdrawn map[string]bool
}

// key is a pairing: the same two in the same place have the games that they had.
func key(stage string, round int, p tournament.PairedWith) string {
	return fmt.Sprintf("%s/%d/%d/%d/%q/%q", stage, round, p.Pair, p.Group, p.First, p.Second)
}

// pairing finds a match that stands.
func (l *ledger) pairing(match string) string {
	for stage, rounds := range l.rounds {
		for _, c := range rounds {
			for _, p := range c.Pairs {
				if fmt.Sprintf("%s/%d/%d", stage, c.Round, p.Pair) == match {
					return key(stage, c.Round, p)
				}
			}
		}
	}
	return ""
}

func (l *ledger) game(pairing string, number int) *game {
	at := fmt.Sprint(pairing, "/", number)
	if l.games[at] == nil {
		l.games[at] = &game{}
	}
	return l.games[at]
}

func newLedger(plan *config.Config, decisions []tournament.Decision) *ledger {
	l := &ledger{
		plan: plan, rounds: map[string][]tournament.Decision{}, games: map[string]*game{},
		drawn: map[string]string{}, withdrawn: map[string]bool{},
	}
	for _, c := range decisions {
		switch {
		case c.Type == tournament.Withdrawn:
			l.withdrawn[c.Entrant] = true
			l.forfeit()
		case c.Type == tournament.Entered:
			l.enter(c.Entrant)
			l.forfeit()
		case c.Type == tournament.Paired:
			l.rounds[c.Stage] = append(l.rounds[c.Stage], c)
			l.forfeit()
		case c.Type == tournament.DecidedByLots:
			l.drawn[l.pairing(c.Match)] = c.Winner
		case c.Game != "":
			l.take(c)
			l.forfeit()
		}
	}
	return l
}

// enter has a late entrant of a round robin meet those who are free, in the smallest group of an
// odd number.
func (l *ledger) enter(name string) {
	first := l.plan.Stages[0]
	rounds := l.rounds[first.Name]
	if first.Kind != config.RoundRobin || len(rounds) == 0 {
		return
	}
	groups := slices.Clone(rounds[0].Groups)
	best := -1
	for g := range groups {
		if len(groups[g])%2 == 1 && (best < 0 || len(groups[g]) < len(groups[best])) {
			best = g
		}
	}
	if best < 0 {
		return
	}
	for i := range rounds {
		free := slices.IndexFunc(rounds[i].Byes, func(e string) bool { return slices.Contains(groups[best], e) })
		if free < 0 {
			continue
		}
		pair := 0
		for _, p := range rounds[i].Pairs {
			pair = max(pair, p.Pair)
		}
		rounds[i].Pairs = append(slices.Clip(rounds[i].Pairs), tournament.PairedWith{Pair: pair + 1, Group: best + 1, First: rounds[i].Byes[free], Second: name})
		rounds[i].Byes = slices.Delete(slices.Clone(rounds[i].Byes), free, free+1)
	}
	groups[best] = append(slices.Clip(groups[best]), name)
	rounds[0].Groups = groups
}

// take takes in a decision on a game.
func (l *ledger) take(c tournament.Decision) {
	parts := strings.Split(c.Game, "/")
	match := strings.Join(parts[:3], "/")
	pairing := l.pairing(match)
	var number int
	_, _ = fmt.Sscan(parts[3], &number)
	g := l.game(pairing, number)
	was := *g
	switch c.Type {
	case tournament.Started:
		g.settled, g.playing, g.without = false, true, c.Absent
		return
	case tournament.Replayed:
		*g = game{}
	default:
		*g = game{
			settled: true, winner: c.Winner, draw: c.Draw, voids: was.voids,
			scores: c.Scores, plies: c.Ply, faults: c.Measures["faults"], absent: c.Absent, without: was.without,
		}
	}
	switch {
	case c.Type != tournament.Finished:
	case c.Void:
		g.winner, g.draw, g.voids = "", false, was.voids+1
		g.draw = l.plan.Void == "draw"
		g.settled = l.plan.Void != "replay" || g.voids == 2
	}
	if slices.Contains([]string{tournament.Voided, tournament.Replayed, tournament.Amended, tournament.Adjudicated}, c.Type) {
		delete(l.drawn, pairing)
		if c.Cascade {
			l.takeBack(parts[0], match)
		}
	}
}

// takeBack takes back the pairings that depend on a match.
func (l *ledger) takeBack(stage, match string) {
	later := false
	for _, s := range l.plan.Stages {
		if later {
			delete(l.rounds, s.Name)
		}
		if s.Name != stage {
			continue
		}
		later = true
		if s.Kind == config.Swiss || s.Kind == config.Knockout {
			var round int
			_, _ = fmt.Sscan(strings.Split(match, "/")[1], &round)
			l.rounds[stage] = l.rounds[stage][:round]
		}
	}
}

// forfeit gives the open games of who has withdrawn to the others.
func (l *ledger) forfeit() {
	for stage, rounds := range l.rounds {
		for _, c := range rounds {
			for _, p := range c.Pairs {
				if len(p.Others) > 0 {
					l.forfeitHeat(stage, c.Round, p)
					continue
				}
				if !l.withdrawn[p.First] && !l.withdrawn[p.Second] {
					continue
				}
				for n := range l.length(stage) {
					g := l.game(key(stage, c.Round, p), n+1)
					if g.settled {
						continue
					}
					*g = game{settled: true, voids: g.voids}
					for _, name := range []string{p.First, p.Second} {
						if l.withdrawn[name] {
							g.absent = append(g.absent, name)
						}
					}
					switch {
					case !l.withdrawn[p.First]:
						g.winner = p.First
					case !l.withdrawn[p.Second]:
						g.winner = p.Second
					}
				}
			}
		}
	}
}

// forfeitHeat gives the open games of a heat to the last one who has not withdrawn.
func (l *ledger) forfeitHeat(stage string, round int, p tournament.PairedWith) {
	var gone []string
	last := ""
	all := heatOf(p, 0)
	for _, name := range all {
		if l.withdrawn[name] {
			gone = append(gone, name)
		} else {
			last = name
		}
	}
	if len(gone) < len(all)-1 {
		return
	}
	for n := range l.length(stage) {
		g := l.game(key(stage, round, p), n+1)
		if g.playing && !g.settled {
			return
		}
		if !g.settled {
			*g = game{settled: true, voids: g.voids, absent: gone, winner: last}
		}
	}
}

// heatOf are the entrants of a heat in the seats of its game, from 0.
func heatOf(p tournament.PairedWith, n int) (seats []string) {
	all := append([]string{p.First, p.Second}, p.Others...)
	for i := range all {
		seats = append(seats, all[(i+n)%len(all)])
	}
	return seats
}

// heatPoints are the points of everybody in a stage of heats, times twelve, with those of each place.
func (l *ledger) heatPoints(stage string, ofPlace []int) map[string]int {
	points := map[string]int{}
	for _, c := range l.rounds[stage] {
		for _, p := range c.Pairs {
			for n := range l.length(stage) {
				g := l.game(key(stage, c.Round, p), n+1)
				if !g.settled || g.winner == "" && !g.draw {
					continue
				}
				var there []string
				for _, name := range heatOf(p, n) {
					if !slices.Contains(g.without, name) && !slices.Contains(g.absent, name) {
						there = append(there, name)
					}
				}
				worth := func(i int) int {
					value := 0
					if len(g.scores) == len(there) {
						value = g.scores[i]
					}
					if there[i] == g.winner {
						value += 1000
					}
					return value
				}
				for i, name := range there {
					sum, equal, place := 0, 0, 0
					for k := range there {
						if worth(k) > worth(i) {
							place++
						}
					}
					for k := range there {
						if worth(k) == worth(i) {
							sum += ofPlace[place+equal]
							equal++
						}
					}
					points[name] += 12 * sum / equal
				}
			}
		}
	}
	return points
}

func (l *ledger) length(stage string) int {
	for _, s := range l.plan.Stages {
		if s.Name == stage {
			return s.Games
		}
	}
	return 0
}

// score is the halves of both in a match.
func (l *ledger) score(stage string, round int, p tournament.PairedWith) (first, second int) {
	for n := range l.length(stage) {
		switch g := l.game(key(stage, round, p), n+1); {
		case !g.settled:
		case g.draw:
			first, second = first+1, second+1
		case g.winner == p.First:
			first += 2
		case g.winner == p.Second:
			second += 2
		}
	}
	return first, second
}

// points are the halves of everybody in a stage, by matches.
func (l *ledger) points(stage string, swiss bool) map[string]int {
	points := map[string]int{}
	for _, c := range l.rounds[stage] {
		for _, p := range c.Pairs {
			switch first, second := l.score(stage, c.Round, p); {
			case first > second:
				points[p.First] += 2
			case second > first:
				points[p.Second] += 2
			case first > 0:
				points[p.First]++
				points[p.Second]++
			}
		}
		for _, name := range c.Byes {
			if swiss {
				points[name] += 2
			}
		}
	}
	return points
}

func (l *ledger) stage(name string) config.StageConfig {
	return l.plan.Stages[slices.IndexFunc(l.plan.Stages, func(s config.StageConfig) bool { return s.Name == name })]
}

// scores returns the points of the first and the second of a pairing in all games of a match.
func (l *ledger) scores(stage string, round int, p tournament.PairedWith) (sums [2]int) {
	for n := range l.length(stage) {
		for seat, score := range l.game(key(stage, round, p), n+1).scores {
			sums[(seat+n)%2] += score
		}
	}
	return sums
}

// The formulas of the qualifier that is simulated.
const (
	pointsWin  = "2*score - opponent-score + plies"
	pointsLoss = "(2*score - opponent-score)/3 - 5"
)

// qualified are the points of everybody in a qualifier, by hand.
func (l *ledger) qualified(stage string) map[string]int {
	points := map[string]int{}
	house := func(name string) bool { return strings.HasPrefix(name, "house ") }
	for _, c := range l.rounds[stage] {
		for n := range l.length(stage) {
			failed := false
			for _, p := range c.Pairs {
				g := l.game(key(stage, c.Round, p), n+1)
				for seat, name := range []string{p.First, p.Second} {
					fault := slices.Contains(g.absent, name) || (seat+n)%2 < len(g.faults) && g.faults[(seat+n)%2] > 0
					failed = failed || g.settled && house(name) && fault
				}
			}
			for _, p := range c.Pairs {
				g := l.game(key(stage, c.Round, p), n+1)
				if failed || !g.settled || len(g.absent) > 0 || g.winner == "" && !g.draw {
					continue
				}
				own, other := 0, 0
				if len(g.scores) == 2 {
					own, other = g.scores[n%2], g.scores[1-n%2]
				}
				if g.winner == p.First {
					points[p.First] += 2*own - other + g.plies
				} else {
					points[p.First] += (2*own-other)/3 - 5
				}
			}
		}
	}
	return points
}

func (l *ledger) champion(stage string) string {
	rounds := l.rounds[stage]
	last := rounds[len(rounds)-1]
	if len(last.Pairs) == 0 {
		return ""
	}
	p := last.Pairs[0]
	switch first, second := l.score(stage, last.Round, p); {
	case first > second:
		return p.First
	case second > first:
		return p.Second
	}
	if l.stage(stage).Of == config.OfMatch {
		switch sums := l.scores(stage, last.Round, p); {
		case sums[0] > sums[1]:
			return p.First
		case sums[1] > sums[0]:
			return p.Second
		}
	}
	return l.drawn[key(stage, last.Round, p)]
}

// heatShares is the number of games that count for everybody in a stage of heats of which not all play as many;
// nil where all do.
func (l *ledger) heatShares(s *tournament.Stage) map[string]int {
	if s.Kind != config.Tables {
		return nil
	}
	heats, games := map[string]int{}, map[string]int{}
	for _, c := range l.rounds[s.Name] {
		for _, p := range c.Pairs {
			for _, name := range heatOf(p, 0) {
				heats[name]++
				for n := range l.length(s.Name) {
					if g := l.game(key(s.Name, c.Round, p), n+1); g.settled && (g.winner != "" || g.draw) {
						games[name]++
					}
				}
			}
		}
	}
	least, most := len(l.rounds[s.Name]), 0
	for _, n := range heats {
		least, most = min(least, n), max(most, n)
	}
	if least == most {
		return nil
	}
	return games
}

// checkStandings compares.
func checkStandings(is *tournament.Tournament, decisions []tournament.Decision) error {
	l := newLedger(is.Config, decisions)
	for _, s := range is.Stages {
		rows := standing.Of(is, s, 0)
		if len(s.Groups) == 0 {
			continue
		}
		if s.Kind == config.Knockout {
			if len(s.Rounds) == 0 {
				continue
			}
			if want := l.champion(s.Name); rows[0].Entrant != want {
				return fmt.Errorf("%s is won by %q, and by the decisions by %q", s.Name, rows[0].Entrant, want)
			}
			continue
		}
		points := l.points(s.Name, s.Kind == config.Swiss)
		if s.Kind == config.Qualifier {
			points = l.qualified(s.Name)
			for name := range points {
				points[name] *= 2
			}
		}
		parts := 2
		if s.Kind == config.Tables {
			points, parts = l.heatPoints(s.Name, s.PlacePoints), 12
		}
		share := l.heatShares(s)
		for i, row := range rows {
			if want := float64(points[row.Entrant]) / float64(parts*max(1, share[row.Entrant])); row.Points != want {
				return fmt.Errorf("%s: %s has %v points, and by the decisions %v", s.Name, row.Entrant, row.Points, want)
			}
			if i > 0 && rows[i-1].Points < row.Points && s.Kind != config.Ladder {
				return fmt.Errorf("%s: %s stands below %s", s.Name, row.Entrant, rows[i-1].Entrant)
			}
		}
	}
	return nil
}
