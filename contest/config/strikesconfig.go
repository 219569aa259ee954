package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/loopline/loopline/host"
)

// The values of struck: what the games of a disqualified entrant count in its stage.
const (
	StruckForfeit = "forfeit" // the opponents win those that are not played
	StruckAnnul   = "annul"   // none counts for either entrant, played ones included
)

// maxStrikes bounds strikes.
const maxStrikes = 1000

// AbsentReason is the strike of an entrant that was not there.
const AbsentReason = "absent"

var (
	struckValues = []string{StruckForfeit, StruckAnnul}

	// strikeReasons are the kinds of foul, and absence.
	strikeReasons = []string{
		string(host.Illegal), string(host.Late), string(host.Silent), string(host.Gone), string(host.Garbled), string(host.Protocol), AbsentReason,
	}
)

// checkStrikes looks at the strikes of a stage.
func (s *StageConfig) checkStrikes() *keyError {
	switch {
	case s.Strikes < 0 || s.Strikes > maxStrikes:
		return &keyError{"strikes", fmt.Sprintf("strikes = %d is outside 1 to %d; leave it out for none", s.Strikes, maxStrikes)}
	case s.Strikes == 0 && s.StrikeReasons != nil:
		return &keyError{"strike-reasons", "strike-reasons stands with strikes"}
	case s.Strikes == 0 && s.Struck != "":
		return &keyError{"struck", "struck stands with strikes"}
	case s.Struck != "" && !slices.Contains(struckValues, s.Struck):
		return &keyError{"struck", fmt.Sprintf("struck = %.40q is not known; there are %s", s.Struck, strings.Join(struckValues, ", "))}
	case s.Struck == StruckAnnul && s.Kind != RoundRobin && s.Kind != Gauntlet:
		return &keyError{"struck", fmt.Sprintf("struck = %q is of round-robin and gauntlet: elsewhere later pairings follow from the games", StruckAnnul)}
	}
	for i, reason := range s.StrikeReasons {
		if !slices.Contains(strikeReasons, reason) {
			return &keyError{"strike-reasons", fmt.Sprintf("strike-reasons: %.40q is not known; there are %s", reason, strings.Join(strikeReasons, ", "))}
		}
		if slices.Contains(s.StrikeReasons[:i], reason) {
			return &keyError{"strike-reasons", fmt.Sprintf("strike-reasons: %q stands twice", reason)}
		}
	}
	return nil
}
