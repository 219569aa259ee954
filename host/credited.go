package host

import (
	"slices"
	"time"

	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
)

// CreditedAnswer is an answer that came after its limit and counts, because the host kept its player from
// answering in time.
type CreditedAnswer struct {
	Seat        int
	Question    string
	Used, Limit time.Duration
	Credit      time.Duration // at least Used - Limit
}

// Text implements say.Sayer. It does not name the seat.
func (a CreditedAnswer) Text() say.Text {
	return say.Format("the answer to %q took %s of %s, %s of it credited",
		clip([]byte(a.Question)), humanize.Duration(a.Used), humanize.Duration(a.Limit), humanize.Duration(a.Credit))
}

// HangsOnCredit reports whether a verdict might be another without the credit: a player that did not lose has an
// answer that counts by it alone.
func (v *Verdict) HangsOnCredit() bool {
	if v.Void {
		return v.Reason == ReasonCredit
	}
	return slices.ContainsFunc(v.Credited, func(a CreditedAnswer) bool { return a.Seat != v.loser() })
}

// loser is the one seat that lost, or NoWinner.
func (v *Verdict) loser() int {
	switch {
	case v.Foul != nil:
		return v.Foul.Seat
	case v.Winner != NoWinner && !v.Draw && len(v.Times) == 2:
		return 1 - v.Winner
	}
	return NoWinner
}

// voidCredited makes a verdict void that hangs on credit.
func (v *Verdict) voidCredited(seats []seatState) {
	loser := v.loser()
	i := slices.IndexFunc(v.Credited, func(a CreditedAnswer) bool { return a.Seat != loser })
	if v.Void || i < 0 {
		return
	}
	v.Winner, v.Draw, v.Foul, v.Void = NoWinner, false, nil, true
	v.Reason = ReasonCredit
	v.Detail = say.Format("the verdict hangs on the credit for host stalls: %s: %s", seats[v.Credited[i].Seat].name, v.Credited[i].Text()).String()
}

// CreditedAnswers are the answers of a recorded game that count by credit alone, and whether its verdict hangs
// on one: see [Verdict.HangsOnCredit].
func CreditedAnswers(g *record.Game) (all []CreditedAnswer, hangs bool) {
	limits := make([]time.Duration, len(g.Header().Seats))
	for i := range g.Events {
		switch e := &g.Events[i]; {
		case e.Seat < 0 || e.Seat >= len(limits):
		case e.Type == record.EventAsk || e.Type == record.EventHear:
			limits[e.Seat] = e.Limit.Duration()
		case e.Type == record.EventAnswer && e.Credit > 0:
			a := CreditedAnswer{e.Seat, e.Question, e.Used.Duration(), limits[e.Seat], e.Credit.Duration()}
			if a.counts() {
				all = append(all, a)
			}
		}
	}
	v := Verdict{Winner: NoWinner, Credited: all, Times: make([]Times, len(limits))}
	if is := g.Verdict(); is != nil {
		v.Void, v.Reason, v.Draw = is.Void, is.Reason, is.Draw
		v.Winner = slices.IndexFunc(g.Header().Seats, func(s record.EventSeat) bool { return is.Winner != nil && s.Name == *is.Winner })
		if is.Foul != nil {
			v.Foul = &Foul{Seat: is.Foul.Seat}
		}
	}
	return all, v.HangsOnCredit()
}

// counts reports whether an answer is in time by its credit.
func (a *CreditedAnswer) counts() bool { return a.Used > a.Limit && a.Used-a.Credit <= a.Limit }
