package host

import "github.com/loopline/loopline/internal/say"

// Result returns how a game ended in a few words, such as "white wins (loop) after 11 plies". winner names the winning
// seat; it is not used where none won.
func (v *Verdict) Result(winner say.Text) say.Text {
	reason, plies := say.Word(v.Reason), say.N(v.Ply, "%d ply", "%d plies")
	switch {
	case v.Void:
		return say.F("void (%s) after %s", reason, plies)
	case v.Winner != NoWinner:
		return say.F("%s wins (%s) after %s", winner, reason, plies)
	case v.Draw:
		return say.F("drawn (%s) after %s", reason, plies)
	}
	return say.F("nobody wins (%s) after %s", reason, plies)
}
