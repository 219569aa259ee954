package config

import (
	"fmt"
	"time"

	"github.com/loopline/loopline/internal/say"
)

// MaxLadder is the most entrants of a ladder.
const MaxLadder = 64

// Provisional is the number of games below which the rating of a ladder is provisional.
const Provisional = 15

// ladderTieBreaks order the table of a ladder.
var ladderTieBreaks = []string{RatingOf, Points, GamePoints, Wins, Score, ScoreDifference, Faults, Time}

// checkLadder looks at what only a ladder has.
func (s *StageConfig) checkLadder() *keyError {
	if s.Kind != Ladder {
		if s.Until != "" {
			return &keyError{"until", "until is of ladder"}
		}
		return nil
	}
	if s.BestOf > 0 {
		return &keyError{"best-of", "a match of a ladder has games: each counts for the ratings"}
	}
	if err := checkUntil(s.Until); err != nil {
		return &keyError{"until", err.Error()}
	}
	for _, name := range s.TieBreaks {
		if !isTieBreak(name, ladderTieBreaks) {
			return &keyError{"tie-breaks", fmt.Sprintf("tie-break %.40q is not of ladder; there are %s", name, namesAndReasons(ladderTieBreaks))}
		}
	}
	return nil
}

// The forms of times in a contest's file.
const (
	TimeOfDay   = "15:04"
	dateAndTime = "2006-01-02 15:04"
)

// ParseTime reads a time as a contest's file has it, in a day's location: "17:00" of that day, or
// "2026-11-28 17:00".
func ParseTime(text string, day time.Time) (time.Time, error) {
	if at, err := time.Parse(TimeOfDay, text); err == nil {
		return time.Date(day.Year(), day.Month(), day.Day(), at.Hour(), at.Minute(), 0, 0, day.Location()), nil
	}
	return time.ParseInLocation(dateAndTime, text, day.Location())
}

func checkUntil(text string) error {
	if _, err := ParseTime(text, time.Time{}); err == nil {
		return nil
	}
	return say.Errorf("until: %.20q: write when the ladder ends, such as \"17:00\" or \"2026-11-28 17:00\"", text)
}

// CheckStart wants a time of the day.
func CheckStart(text string) error {
	if _, err := time.Parse(TimeOfDay, text); err != nil {
		return say.Errorf("start: %.20q: write a time of day such as \"13:30\"", text)
	}
	return nil
}
