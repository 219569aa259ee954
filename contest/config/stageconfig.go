package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/loopline/loopline/contest/pairing"
)

// The kinds of stage.
const (
	RoundRobin = "round-robin"
	Swiss      = "swiss"
	Knockout   = "knockout"
	Gauntlet   = "gauntlet"
	Qualifier  = "qualifier"
	Tables     = "tables" // heats of several
	Ladder     = "ladder" // of those who are free, until a time
)

// What the tie-breaks of a stage decide: the order of a table, or matches that are even.
const (
	OfTable = "table"
	OfMatch = "match"
)

// The seats of the entrants in a qualifier, against the house.
const (
	SeatsExchanged = "exchange" // after each game
	SeatsFirst     = "first"
	SeatsSecond    = "second"
)

// StageConfig is a stage of the file.
type StageConfig struct {
	Name        string              `toml:"name"`
	Title       string              `toml:"title"`
	Start       string              `toml:"start"`
	Kind        string              `toml:"kind"`
	Draw        string              `toml:"draw"`
	Groups      int                 `toml:"groups"`
	Double      bool                `toml:"double"`
	Games       int                 `toml:"games"`
	BestOf      int                 `toml:"best-of"`
	Rounds      int                 `toml:"rounds"`
	Advance     int                 `toml:"advance"`
	One         string              `toml:"one"`
	ThirdPlace  bool                `toml:"third-place"`
	PlayOff     []string            `toml:"play-off"`
	PlayOffTime Duration            `toml:"play-off-time"`
	TieBreaks   []string            `toml:"tie-breaks"`
	Openings    []map[string]string `toml:"openings"`

	Of         string   `toml:"of"` // what the tie-breaks decide: a table, or a match
	By         string   `toml:"by"` // whoever advances, of all groups together
	House      []string `toml:"house"`
	Seats      string   `toml:"seats"`
	PointsWin  string   `toml:"points-win"`
	PointsLoss string   `toml:"points-loss"`
	PointsDraw string   `toml:"points-draw"`
	Maps       []string `toml:"maps"`
	MapTypes   []string `toml:"map-types"`

	Heat         int    `toml:"heat"` // entrants of one
	SmallestHeat int    `toml:"smallest-heat"`
	PointsBy     string `toml:"points-by"`
	PlacePoints  []int  `toml:"place-points"`

	Until string `toml:"until"`

	Strikes       int      `toml:"strikes"`
	StrikeReasons []string `toml:"strike-reasons"`
	Struck        string   `toml:"struck"`
}

// The values of settings.
var (
	kinds     = []string{RoundRobin, Swiss, Knockout, Gauntlet, Qualifier, Tables, Ladder}
	draws     = []string{"seed", "lots"}
	voids     = []string{"replay", "draw", "nothing"}
	missings  = []string{"forfeit", "withdraw"}
	networks  = []string{"replay", "forfeit"}
	ponders   = []string{"", PonderOn, PonderOff}
	playOffs  = []string{"games", "seed", "lots"}
	tieBreaks = []string{Points, Direct, GamePoints, SonnebornBerger, Buchholz, BuchholzCut1, PlayOff,
		Score, ScoreDifference, OpponentsScore, Faults, Time, Wins}

	// Of these a match has a value of its own; the last one decides a match that is even in all.
	matchTieBreaks = []string{Wins, Score, ScoreDifference, Faults, Time}
	matchLasts     = []string{NewMap, "lots"}

	// By these entrants of several groups can be compared.
	groupTieBreaks = []string{Points, GamePoints, Score, ScoreDifference, Faults, Time, Wins}
	seatings       = []string{SeatsExchanged, SeatsFirst, SeatsSecond}
)

func (s *StageConfig) defaults(p *Config) {
	s.Draw = orElse(s.Draw, "seed")
	if s.Games == 0 {
		s.Games = max(2*min(1, 1-s.BestOf), s.BestOf) // of best-of its length, else 2
	}
	if s.Groups == 0 {
		s.Groups = 1
	}
	s.Of, s.Seats = orElse(s.Of, OfTable), orElse(s.Seats, SeatsExchanged)
	if s.Of == OfMatch {
		if s.PlayOff == nil {
			s.PlayOff = []string{"lots"}
		}
	} else if s.TieBreaks == nil && s.Kind != Tables && s.Kind != Ladder {
		s.TieBreaks = p.TieBreaks
	}
	if s.TieBreaks == nil && s.Kind == Ladder {
		s.TieBreaks = []string{RatingOf, Points}
	}
	if s.TieBreaks == nil && (s.Kind == Qualifier || s.Kind == Tables) {
		s.TieBreaks = []string{Points, Wins, Score}
	}
	if s.TieBreaks == nil && s.Kind == Swiss {
		s.TieBreaks = []string{Points, BuchholzCut1, Buchholz, SonnebornBerger}
	}
	if s.TieBreaks == nil && s.Of != OfMatch {
		s.TieBreaks = []string{Points, Direct, GamePoints, SonnebornBerger}
	}
	if s.PlayOff == nil {
		s.PlayOff = []string{"games", "lots"}
	}
	if s.PlayOffTime == 0 {
		s.PlayOffTime = p.MoveTime / 2
	}
}

// checkStages follows the field from stage to stage.
func (p *Config) checkStages() (found Errors) {
	names := map[string]bool{}
	field, known := len(p.Entrants), true // who reaches the stage, unless one before is wrong
	for i := range p.Stages {
		s := &p.Stages[i]
		wrong := func(key, format string, args ...any) {
			found = append(found, p.At("stage", i, key, fmt.Sprintf("stage %d: ", i+1)+fmt.Sprintf(format, args...)))
			known = false
		}
		taken := names[s.Name]
		names[s.Name] = true
		if taken {
			wrong("name", "name %q: another stage has it", s.Name)
		} else if err := s.validate(); err != nil {
			wrong(err.key, "%s", err.problem)
		}
		if !known {
			continue
		}
		if field < 2 {
			wrong("kind", "nobody to play: %d of the entrants reach %s, and it needs 2; look at advance of the stage before", field, s.Name)
		} else if err := s.fits(field, p); err != nil {
			wrong(err.key, "%s", err.problem)
		}
		field = s.advancing(field)
	}
	return found
}

// validate finds what a stage may not say, whoever plays it.
func (s *StageConfig) validate() *keyError {
	switch {
	case !isID(s.Name):
		return &keyError{"name", fmt.Sprintf("name %.40q has 1 to 20 characters a to z, 0 to 9 and -", s.Name)}
	case s.Title != "" && CheckName(s.Title) != nil:
		return &keyError{"title", fmt.Sprintf("title: %v", CheckName(s.Title))}
	case s.Start != "" && CheckStart(s.Start) != nil:
		return &keyError{"start", CheckStart(s.Start).Error()}
	case !slices.Contains(kinds, s.Kind):
		return &keyError{"kind", fmt.Sprintf("kind %.40q is not known; there are %s", s.Kind, strings.Join(kinds, ", "))}
	case !slices.Contains(draws, s.Draw):
		return &keyError{"draw", fmt.Sprintf("draw %.40q is not known; there are %s", s.Draw, strings.Join(draws, ", "))}
	case s.Groups < 1 || s.Groups > 64 || s.Groups > 1 && s.Kind != RoundRobin:
		return &keyError{"groups", fmt.Sprintf("groups = %d: a round-robin has 1 to 64, other kinds have 1", s.Groups)}
	case s.Double && s.Kind != RoundRobin && s.Kind != Gauntlet:
		return &keyError{"double", "double is of round-robin and gauntlet"}
	case s.BestOf < 0 || s.BestOf > MaxMatch || s.BestOf > 0 && s.BestOf != s.Games:
		return &keyError{"best-of", fmt.Sprintf("best-of = %d stands for games, and is 1 to %d", s.BestOf, MaxMatch)}
	case s.Games < 1 || s.Games > MaxMatch:
		return &keyError{"games", fmt.Sprintf("games = %d is outside 1 to %d", s.Games, MaxMatch)}
	case s.Rounds < 0 || s.Rounds > 0 && s.Kind != Swiss && s.Kind != Tables:
		return &keyError{"rounds", fmt.Sprintf("rounds = %d: only swiss and tables have rounds, 1 or more", s.Rounds)}
	case s.Advance < 0:
		return &keyError{"advance", fmt.Sprintf("advance = %d: how many of a group go on, 1 or more", s.Advance)}
	case s.One != "" && s.Kind != Gauntlet:
		return &keyError{"one", "one is of gauntlet"}
	case s.ThirdPlace && s.Kind != Knockout:
		return &keyError{"third-place", "third-place is of knockout"}
	case len(s.Openings) > 1000:
		return &keyError{"openings", fmt.Sprintf("there are %d openings, want 1000 at most", len(s.Openings))}
	}
	return cmp.Or(s.checkMaps(), s.checkQualifier(), s.checkHeats(), s.checkLadder(), s.checkStrikes(), s.checkLists())
}

// checkMaps looks at the maps of a stage.
func (s *StageConfig) checkMaps() *keyError {
	switch {
	case len(s.Maps) > maxMaps:
		return &keyError{"maps", fmt.Sprintf("there are %d maps, want %d at most", len(s.Maps), maxMaps)}
	case len(s.MapTypes) > maxMaps:
		return &keyError{"map-types", fmt.Sprintf("there are %d types, want %d at most", len(s.MapTypes), maxMaps)}
	case len(s.Openings) > 0 && (len(s.Maps) > 0 || len(s.MapTypes) > 0):
		return &keyError{"openings", "openings and maps both say what is played on; leave one out"}
	case s.DrawsMaps() && s.Openings != nil:
		return &keyError{"openings", "openings and new-map both say what is played on; write maps or map-types instead"}
	}
	return nil
}

// checkQualifier looks at what only a qualifier has.
func (s *StageConfig) checkQualifier() *keyError {
	for _, f := range [][2]string{{"points-win", s.PointsWin}, {"points-loss", s.PointsLoss}, {"points-draw", s.PointsDraw}} {
		if f[1] == "" {
			continue
		}
		if s.Kind != Qualifier {
			return &keyError{f[0], f[0] + " is of qualifier"}
		}
		if _, err := ParseFormula(f[1]); err != nil {
			return &keyError{f[0], f[0] + ": " + err.Error()}
		}
	}
	switch is := s.Kind == Qualifier; {
	case (s.PointsWin == "") != (s.PointsLoss == ""):
		return &keyError{"points-win", "points-win and points-loss stand together"}
	case s.PointsDraw != "" && s.PointsWin == "":
		return &keyError{"points-draw", "points-draw stands with points-win and points-loss"}
	case is && len(s.House) == 0:
		return &keyError{"house", `house is missing: the players that everybody meets, such as house = ["bot:greedy?seed=3"]`}
	case !is && s.House != nil:
		return &keyError{"house", "house is of qualifier"}
	case len(s.House) > maxHouse:
		return &keyError{"house", fmt.Sprintf("house has %d players, want %d at most", len(s.House), maxHouse)}
	case !slices.Contains(seatings, s.Seats):
		return &keyError{"seats", fmt.Sprintf("seats = %.40q is not known; there are %s", s.Seats, strings.Join(seatings, ", "))}
	case !is && s.Seats != SeatsExchanged:
		return &keyError{"seats", "seats is of qualifier"}
	case is && s.BestOf > 0:
		return &keyError{"best-of", "a qualifier has games: its points count, not who leads"}
	}
	for i, address := range s.House {
		if err := CheckText(address, MaxText); err != nil || address == "" {
			return &keyError{"house", fmt.Sprintf("house: player %d is no address; loopline play --help lists what there is", i+1)}
		}
		if slices.Contains(s.House[:i], address) {
			return &keyError{"house", fmt.Sprintf("house: %.60q stands twice", address)}
		}
	}
	return nil
}

// checkMatchRules looks at the tie-breaks inside a match.
func (s *StageConfig) checkMatchRules() *keyError {
	last := len(s.TieBreaks) - 1
	wrong := func(problem string) *keyError { return &keyError{"tie-breaks", problem} }
	switch {
	case s.Kind != Knockout:
		return &keyError{"of", `of = "match" is of knockout; in a table a match may be even`}
	case !slices.Equal(s.PlayOff, []string{"lots"}):
		return &keyError{"play-off", `of = "match" stands in place of play-off; leave that out`}
	case last < 0:
		return wrong(`of = "match" needs tie-breaks of the stage, such as tie-breaks = ["score", "new-map"]`)
	case !slices.Contains(matchLasts, s.TieBreaks[last]):
		return wrong(fmt.Sprintf(`tie-breaks inside a match end in "new-map" or "lots", not in %.40q`, s.TieBreaks[last]))
	}
	for _, name := range s.TieBreaks[:last] {
		if !isTieBreak(name, matchTieBreaks) {
			return wrong(fmt.Sprintf("tie-break %.40q is not known inside a match; there are %s", name, namesAndReasons(matchTieBreaks)))
		}
	}
	return nil
}

// checkLists looks at the tie-breaks and the rule for drawn matches.
func (s *StageConfig) checkLists() *keyError {
	if s.Of != OfTable && s.Of != OfMatch {
		return &keyError{"of", fmt.Sprintf("of = %.40q is not known; there are %s, %s", s.Of, OfTable, OfMatch)}
	}
	if s.Of == OfMatch {
		if err := s.checkMatchRules(); err != nil {
			return err
		}
	}
	if s.By != "" && !isTieBreak(s.By, groupTieBreaks) {
		return &keyError{"by", fmt.Sprintf("by = %.40q is not known; there are %s", s.By, namesAndReasons(groupTieBreaks))}
	}
	if s.By != "" && (s.Kind == Knockout || s.Advance == 0) {
		return &keyError{"by", "by stands with advance, in a stage that has tables"}
	}
	for i, name := range s.TieBreaks {
		if s.Of == OfTable && s.Kind != Ladder && !isTieBreak(name, tieBreaks) {
			return &keyError{"tie-breaks", fmt.Sprintf("tie-break %.40q is not known; there are %s", name, namesAndReasons(tieBreaks))}
		}
		if slices.Contains(s.TieBreaks[:i], name) {
			return &keyError{"tie-breaks", fmt.Sprintf("tie-break %q stands twice", name)}
		}
		if name == PlayOff && i != len(s.TieBreaks)-1 {
			return &keyError{"tie-breaks", "play-off is the last tie-break"}
		}
	}
	if len(s.TieBreaks) == 0 {
		return &keyError{"tie-breaks", "tie-breaks is empty; write at least points"}
	}
	for i, name := range s.PlayOff {
		last := i == len(s.PlayOff)-1
		if !slices.Contains(playOffs, name) || last == (name == "games") || len(s.PlayOff) > 8 {
			return &keyError{"play-off", `play-off is "games", up to seven times, and at last "lots" or "seed"`}
		}
	}
	if s.Kind == Knockout && len(s.PlayOff) == 0 {
		return &keyError{"play-off", `play-off is empty: say who goes on from a drawn match, "lots" or "seed"`}
	}
	if s.PlayOffTime < Duration(time.Microsecond) || s.PlayOffTime > Duration(24*time.Hour) {
		return &keyError{"play-off-time", fmt.Sprintf("play-off-time = %v is outside 1µs to 24h", time.Duration(s.PlayOffTime))}
	}
	return nil
}

// Check finds what a stage may not say that a field of the given size plays; 0 is of a field that is not known yet.
func (s *StageConfig) Check(field int, p *Config) error {
	err := s.validate()
	if err == nil && field > 0 {
		err = s.fits(field, p)
	}
	return err.sentence()
}

// fits reports the first setting of a stage that does not allow a field of the given size.
func (s *StageConfig) fits(field int, p *Config) *keyError {
	switch {
	case s.Groups > field/2:
		return &keyError{"groups", fmt.Sprintf("groups = %d: %d entrants make at most %d groups of two", s.Groups, field, field/2)}
	case s.Kind == Ladder && field > MaxLadder:
		return &keyError{"kind", fmt.Sprintf("%d entrants are too many for a ladder, which has %d at most", field, MaxLadder)}
	case s.Kind == Swiss && field > pairing.MaxSwiss:
		return &keyError{"kind", fmt.Sprintf("%d entrants are too many for swiss, which pairs %d at most", field, pairing.MaxSwiss)}
	case s.Kind == Swiss && s.Rounds > pairing.SwissRounds(field):
		return &keyError{"rounds", fmt.Sprintf("rounds = %d: %d entrants can always play %d rounds without meeting twice, not more; "+
			"a round-robin has all %d", s.Rounds, field, pairing.SwissRounds(field), field-1+field%2)}
	case s.One != "" && !slices.ContainsFunc(p.Entrants, func(e EntrantConfig) bool { return e.Name == s.One }):
		return &keyError{"one", fmt.Sprintf("one = %.60q: unknown entrant", s.One)}
	case s.By != "" && slices.Contains(s.TieBreaks, PlayOff):
		return &keyError{"by", "by and the tie-break play-off both say who goes on; leave one out"}
	case s.Advance > field:
		return &keyError{"advance", fmt.Sprintf("advance = %d: the stage has %d entrants", s.Advance, field)}
	}
	return nil
}

// Tabled reports whether all pairings of the stage are known from its start.
func (s *StageConfig) Tabled() bool {
	return s.Kind == RoundRobin || s.Kind == Gauntlet || s.Kind == Qualifier || s.Kind == Tables
}

func (s *StageConfig) advancing(field int) int {
	if s.Advance == 0 {
		return field
	}
	if s.By != "" {
		return min(field, s.Advance)
	}
	return min(field, s.Advance*s.Groups)
}

// SwissRounds counts the rounds of a Swiss stage with a field of a size.
func (s *StageConfig) SwissRounds(field int) int {
	if s.Rounds > 0 {
		return s.Rounds
	}
	return min(pairing.SwissRounds(field), pairing.Rounds(field)+1)
}

// Shown returns the title of the stage, or its name where it has none.
func (s *StageConfig) Shown() string { return cmp.Or(s.Title, s.Name) }

// Times counts how often two entrants meet in a round robin or a gauntlet.
func (s *StageConfig) Times() int {
	if s.Double {
		return 2
	}
	return 1
}
