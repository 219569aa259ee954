package standing

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/tournament"
)

// Standing is an entrant's row in a table.
type Standing struct {
	Stage    string    `json:"stage"`
	Group    int       `json:"group"` // from 1
	Rank     int       `json:"rank"`  // those who are equal share one
	Entrant  string    `json:"entrant"`
	Points   float64   `json:"points"`
	Games    int       `json:"games"` // that counted
	Wins     int       `json:"wins"`  // of games
	Draws    int       `json:"draws"`
	Losses   int       `json:"losses"`
	TieBreak []float64 `json:"tie_breaks"` // in the order of the stage

	// Of a ladder: half the 95 % interval of the rating, and that it counts fewer games than
	// [config.Provisional].
	Margin      *float64 `json:"margin,omitempty"`
	Provisional bool     `json:"provisional,omitempty"`

	Index     int  `json:"-"` // of the entrant
	Withdrawn bool `json:"-"`

	halves, gameHalves int
	heats              int // points of heats, in parts of tournament.HeatUnit
	share              int // of sums over games that counts: one in so many; see StageConfig.uneven
}

// GamePoints returns the points of games that counted.
func (s Standing) GamePoints() float64 { return float64(s.gameHalves) / 2 }

// MarshalJSON writes no null for an empty list.
func (s Standing) MarshalJSON() ([]byte, error) {
	type plain Standing
	if s.TieBreak == nil {
		s.TieBreak = []float64{}
	}
	return json.Marshal(plain(s))
}

// Places returns the rows of the last stage up to the rank most in each of its groups, but for those
// who have withdrawn, group by group, the first on top. Several tells that there are groups.
func Places(d *tournament.Tournament, most int) (all []Standing, several bool) {
	last := d.Stages[len(d.Stages)-1]
	for group := range last.Groups {
		for _, row := range Of(d, last, group) {
			if row.Rank <= most && !row.Withdrawn {
				all = append(all, row)
			}
		}
	}
	return all, len(last.Groups) > 1
}

// Of is the table of a group as it stands, the first on top. Rows of one rank
// are equal in all tie-breaks, and follow the order of lots. A knockout is ranked by
// how far everybody came.
func Of(d *tournament.Tournament, s *tournament.Stage, group int) []Standing {
	return standings(d, s, group, true)
}

func standings(d *tournament.Tournament, s *tournament.Stage, group int, playOff bool) []Standing {
	if group >= len(s.Groups) {
		return nil
	}
	t := table(d, s, group)
	order := d.Lots(s.Name+"/rank", s.Groups[group])
	if s.Kind == config.Knockout {
		rows := t.ranked(order, []tableKey{{value: func(_ []int, e int) float64 { return t.reached(e) }}})
		for i := range rows {
			rows[i].TieBreak = nil
		}
		return rows
	}
	var keys []tableKey
	for _, name := range s.TieBreaks {
		if name != config.PlayOff || playOff {
			keys = append(keys, tableKey{t.key(name), config.FewerFirst(name)})
		}
	}
	if s.Kind == config.Ladder {
		return t.rankedLadder(order, keys)
	}
	return t.ranked(order, keys)
}

// rankedLadder ranks those whose rating is provisional below the others.
func (t *standingsTable) rankedLadder(order []int, keys []tableKey) []Standing {
	field := t.stage.Field()
	var established, provisional []int
	for _, e := range order {
		r := t.stage.Ratings()[slices.Index(field, e)]
		margin := r.Margin
		if t.rows[e].Margin = &margin; r.Games < config.Provisional {
			t.rows[e].Provisional = true
			provisional = append(provisional, e)
		} else {
			established = append(established, e)
		}
	}
	rows := t.ranked(established, keys)
	for _, row := range t.ranked(provisional, keys) {
		row.Rank += len(established)
		rows = append(rows, row)
	}
	return rows
}

// table counts the results of a group.
func table(d *tournament.Tournament, s *tournament.Stage, group int) *standingsTable {
	t := &standingsTable{day: d, stage: s, rows: map[int]*Standing{}, sums: map[string]map[int]int64{}, failed: map[[2]int]bool{}}
	for _, e := range s.Groups[group] {
		t.rows[e] = &Standing{
			Stage: s.Name, Group: group + 1, Entrant: d.Entrants[e].Name, Index: e, Withdrawn: d.Entrants[e].Withdrawn,
		}
	}
	for _, f := range HouseFaults(d, s) {
		t.failed[[2]int{f.Round, f.Number}] = true
	}
	t.count(group)
	return t
}

// tableKey is a criterion of a table: what an entrant has of it among those who are equal so far.
type tableKey struct {
	value func(tied []int, e int) float64
	fewer bool // is better
}

// standingsTable counts the results of a group.
type standingsTable struct {
	day     *tournament.Tournament
	stage   *tournament.Stage
	rows    map[int]*Standing
	matches []*tournament.Match // that are over, play-offs aside
	extra   []*tournament.Match // play-offs that are over
	byes    []int

	fideRounds *fideTable // made when it is asked for

	counted []countedGame
	sums    map[string]map[int]int64 // of criteria that sum over games, by entrant; made when they are asked for
	failed  map[[2]int]bool          // games of a qualifier that count for no entrant, by round and number
}

// countedGame is a game that counts in the table, of an entrant with a row.
type countedGame struct {
	game    *tournament.Game
	entrant int
}

// sum adds up a criterion over an entrant's games.
func (t *standingsTable) sum(criterion string, e int) float64 {
	if t.sums[criterion] == nil {
		sums := map[int]int64{}
		for _, c := range t.counted {
			sums[c.entrant] += c.game.Value(criterion, c.entrant)
		}
		t.sums[criterion] = sums
	}
	return float64(t.sums[criterion][e]) / float64(t.rows[e].share)
}

// opponentsScore is the scores that all opponents have in the table.
func (t *standingsTable) opponentsScore(e int) (sum float64) {
	for _, m := range t.matches {
		for side, who := range m.Entrants {
			if who == e {
				sum += t.sum(config.Score, m.Entrants[1-side])
			}
		}
	}
	return sum
}

func (t *standingsTable) count(group int) {
	for _, r := range t.stage.Rounds {
		for _, m := range r.Matches {
			if m.Group == group {
				t.countMatch(m)
			}
		}
		for _, e := range r.Byes {
			if row := t.rows[e]; row != nil && t.stage.Kind == config.Swiss {
				row.halves += 2
				row.gameHalves += 2 * t.stage.StageConfig.Games
				t.byes = append(t.byes, e)
			}
		}
	}
	for _, row := range t.rows {
		if row.share = 1; t.stage.Uneven(len(t.rows)) {
			row.share = max(1, row.Games)
		}
		if row.Points = float64(row.halves) / 2; t.stage.Kind == config.Tables {
			row.Points = float64(row.heats) / float64(tournament.HeatUnit*row.share)
		}
	}
}

func (t *standingsTable) countMatch(m *tournament.Match) {
	if m.PlayOff {
		if m.Over() {
			t.extra = append(t.extra, m)
		}
		return
	}
	counted := m.CountedGames()
	score, halves := m.Score(), m.Halves()
	for side, e := range m.Entrants {
		row := t.rows[e]
		if row == nil {
			continue
		}
		row.gameHalves += score[side]
		if t.stage.Kind == config.Qualifier {
			halves[side] = t.qualifierPoints(m, e)
		}
		row.halves += halves[side]
		row.heats += m.HeatSum(e)
		for _, g := range counted {
			if !t.failed[[2]int{m.Round, g.Number}] {
				row.countGame(g, e)
				t.counted = append(t.counted, countedGame{g, e})
			}
		}
	}
	if m.Over() {
		t.matches = append(t.matches, m)
	}
}

func (s *Standing) countGame(g *tournament.Game, e int) {
	if g.State != tournament.Settled || g.Void {
		return
	}
	s.Games++
	switch {
	case g.Draw:
		s.Draws++
	case g.Winner == e:
		s.Wins++
	default:
		s.Losses++
	}
}

// key is a tie-break: what an entrant has of it among those who are equal so far.
func (t *standingsTable) key(name string) func(tied []int, e int) float64 {
	switch name {
	case config.Direct:
		return func(tied []int, e int) float64 { return t.among(t.matches, tied, e) }
	case config.PlayOff:
		return func(tied []int, e int) float64 { return t.among(t.extra, tied, e) }
	case config.GamePoints:
		return func(_ []int, e int) float64 { return t.rows[e].GamePoints() }
	case config.SonnebornBerger:
		return func(_ []int, e int) float64 { return t.sonnebornBerger(e) }
	case config.Buchholz:
		return func(_ []int, e int) float64 { return t.buchholz(e, 0) }
	case config.BuchholzCut1:
		return func(_ []int, e int) float64 { return t.buchholz(e, 1) }
	case config.OpponentsScore:
		return func(_ []int, e int) float64 { return t.opponentsScore(e) }
	case config.Points:
		return func(_ []int, e int) float64 { return t.rows[e].Points }
	case config.RatingOf:
		field, ratings := t.stage.Field(), t.stage.Ratings()
		return func(_ []int, e int) float64 { return float64(wholeElo(ratings[slices.Index(field, e)])) }
	}
	return func(_ []int, e int) float64 { return t.sum(name, e) }
}

// among is an entrant's points in the matches with those who are equal so far.
func (t *standingsTable) among(matches []*tournament.Match, tied []int, e int) (points float64) {
	for _, m := range matches {
		for side, who := range m.Entrants {
			if who == e && slices.Contains(tied, m.Entrants[1-side]) {
				points += float64(m.Halves()[side]) / 2
			}
		}
	}
	return points
}

// sonnebornBerger is the points of whom an entrant beat, and half of whom it drew with.
func (t *standingsTable) sonnebornBerger(e int) (sum float64) {
	if f := t.fide(); f != nil {
		return f.sonnebornBerger(e)
	}
	for _, m := range t.matches {
		for side, who := range m.Entrants {
			if other := t.rows[m.Entrants[1-side]]; who == e && other != nil {
				sum += float64(m.Halves()[side]) / 2 * other.Points
			}
		}
	}
	return sum
}

// buchholz is the points of all opponents without some of the lowest. Outside of FIDE's regulations a bye
// counts as an opponent with the entrant's own points.
func (t *standingsTable) buchholz(e, cut int) (sum float64) {
	if f := t.fide(); f != nil {
		return f.buchholz(e, cut)
	}
	var points []float64
	for _, m := range t.matches {
		for side, who := range m.Entrants {
			if other := t.rows[m.Entrants[1-side]]; who == e && other != nil {
				points = append(points, other.Points)
			}
		}
	}
	for _, bye := range t.byes {
		if bye == e {
			points = append(points, t.rows[e].Points)
		}
	}
	slices.Sort(points)
	for _, p := range points[min(cut, len(points)):] {
		sum += p
	}
	return sum
}

// reached returns how far an entrant came in a knockout: by the last round in which it was
// paired, won or lost, and the match for the third place below the final.
func (t *standingsTable) reached(e int) (place float64) {
	for _, r := range t.stage.Rounds {
		if slices.Contains(r.Byes, e) {
			place = float64(4*r.Number) + 3
		}
		for _, m := range r.Matches {
			if !slices.Contains(m.Entrants, e) {
				continue
			}
			place = float64(4 * r.Number)
			if !m.ForThird() {
				place += 2
			}
			if m.Winner() == e {
				place++
			}
		}
	}
	return place
}

// ranked orders the rows by the keys, one after the other, each within those who are
// equal so far.
func (t *standingsTable) ranked(order []int, keys []tableKey) (rows []Standing) {
	ties := [][]int{order}
	for _, key := range keys {
		var next [][]int
		for _, tied := range ties {
			next = append(next, t.split(tied, key)...)
		}
		ties = next
	}
	rank := 1
	for _, tied := range ties {
		for _, e := range tied {
			row := *t.rows[e]
			row.Rank = rank
			rows = append(rows, row)
		}
		rank += len(tied)
	}
	return rows
}

// split orders those who are equal by one key more, and keeps its values.
func (t *standingsTable) split(tied []int, key tableKey) (ties [][]int) {
	value := map[int]float64{}
	for _, e := range tied {
		value[e] = key.value(tied, e)
		t.rows[e].TieBreak = append(t.rows[e].TieBreak, value[e])
	}
	tied = slices.Clone(tied)
	slices.SortStableFunc(tied, func(a, b int) int {
		if key.fewer {
			a, b = b, a
		}
		return cmp.Compare(value[b], value[a])
	})
	for i, e := range tied {
		if i == 0 || value[e] != value[tied[i-1]] {
			ties = append(ties, nil)
		}
		ties[len(ties)-1] = append(ties[len(ties)-1], e)
	}
	return ties
}
