package latency

import (
	"time"

	"github.com/loopline/loopline/host/stalls"
)

// MarkStalls notes which answers of a game, in their order, the host may have
// stamped late: it stalled between the question and the answer. Stalls are those
// that overlap a time.
func MarkStalls(answers []*Sample, stalls func(from, to time.Time) []stalls.Stall) {
	if len(answers) == 0 {
		return
	}
	all := stalls(answers[0].Exchange.Sent, answers[len(answers)-1].Exchange.Last)
	for _, a := range answers {
		for _, s := range all {
			from, to := later(s.From, a.Exchange.Sent), earlier(s.To, a.Exchange.Last)
			a.Stalled = max(a.Stalled, to.Sub(from))
		}
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
