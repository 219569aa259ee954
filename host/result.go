package host

import "github.com/loopline/loopline/internal/say"

// Result returns how a game ended in a few words, such as "white wins (loop) after 11 plies". winner names the winning
// seat; it is not used where none won.
func (v *Verdict) Result(winner say.Text) say.Text {
	reason, plies := say.Word(v.Reason), say.Plural(v.Ply, "%d ply", "%d plies")
	switch {
	case v.Void:
		return say.Format("void (%s) after %s", reason, plies)
	case v.Winner != NoWinner:
		return say.Format("%s wins (%s) after %s", winner, reason, plies)
	case v.Draw:
		return say.Format("drawn (%s) after %s", reason, plies)
	}
	return say.Format("nobody wins (%s) after %s", reason, plies)
}
