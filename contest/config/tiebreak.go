package config

import (
	"fmt"
	"slices"
	"strings"
)

// The tie-breaks.
const (
	Points          = "points"           // of matches: 1, a half, 0
	Direct          = "direct"           // points in the matches between those who are equal so far
	GamePoints      = "games"            // points of games
	SonnebornBerger = "sonneborn-berger" // the points of whom one beat, and half of whom one drew with
	Buchholz        = "buchholz"         // the points of all opponents
	BuchholzCut1    = "buchholz-cut-1"   // the same without the lowest
	PlayOff         = "play-off"         // points in matches that were played to break the tie

	Score           = "score"            // the game's own, such as items
	ScoreDifference = "score-difference" // less the opponents' in the same games
	OpponentsScore  = "opponents-score"  // the scores that all opponents have in the stage
	Faults          = "faults"           // fouls and games lost by absence; fewer first
	Time            = "time"             // that the answers took, in milliseconds; less first
	Wins            = "wins"             // of games
	RatingOf        = "rating"           // of a ladder, in Elo
	NewMap          = "new-map"          // of a match: it is played again on another map
)

// Editions of FIDE's tie-break regulations (Handbook C.07), by which the rounds count that an entrant of a
// Swiss stage has not played.
const (
	Edition2026 = "2026"   // of 1 March 2026: article 16 limits the score of a dummy opponent
	Edition2024 = "2024"   // of 1 August 2024: it does not
	EditionNone = "simple" // none: a forfeit counts as played, a bye in Buchholz alone
)

var editions = []string{Edition2026, Edition2024, EditionNone}

// checkEdition looks at an edition.
func checkEdition(edition string) error {
	if !slices.Contains(editions, edition) {
		return fmt.Errorf("fide-edition = %.40q is not known; there are %s", edition, strings.Join(editions, ", "))
	}
	return nil
}

// ReasonPrefix precedes, in a tie-break, the reason by which games were won.
const ReasonPrefix = "reason:"

// FewerFirst reports whether less of a criterion is better.
func FewerFirst(criterion string) bool { return criterion == Faults || criterion == Time }

// namesAndReasons lists tie-breaks in a message.
func namesAndReasons(names []string) string {
	return strings.Join(names, ", ") + " and " + ReasonPrefix + "NAME"
}

// isTieBreak reports whether a name is a tie-break, or one by a reason of wins.
func isTieBreak(name string, of []string) bool {
	reason, ok := strings.CutPrefix(name, ReasonPrefix)
	return ok && isID(reason) || slices.Contains(of, name)
}
