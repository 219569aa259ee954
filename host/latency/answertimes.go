package latency

import (
	"slices"
	"time"

	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
)

// AnswerTimes sums up how long one player took for its moves. The zero Answers
// holds none. It is not safe for concurrent use.
type AnswerTimes struct {
	Wire UARTLine // that the player is behind

	used  []time.Duration
	share float64         // the most of its limit that an answer took
	wired []time.Duration // of each answer's bytes on the wire
	quick bool            // an answer took less: the link does not keep the rate
}

// Add takes in an answer of the given number of bytes, line end included. A limit of 0 is
// none.
func (a *AnswerTimes) Add(used, limit time.Duration, bytes int) {
	a.used = append(a.used, used)
	if limit > 0 {
		a.share = max(a.share, used.Seconds()/limit.Seconds())
	}
	wired := a.Wire.Time(bytes)
	a.wired = append(a.wired, wired)
	a.quick = a.quick || used < wired*9/10
}

// Count returns how many answers there were.
func (a *AnswerTimes) Count() int { return len(a.used) }

// Percentile is by nearest rank: a time that was really taken, 0 if there is
// none.
func (a *AnswerTimes) Percentile(percent int) time.Duration {
	slices.Sort(a.used)
	return percentile(a.used, percent)
}

func percentile(sorted []time.Duration, percent int) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[max(0, (percent*len(sorted)+99)/100-1)]
}

// String is the summary in English.
func (a *AnswerTimes) String() string { return a.Text().String() }

// Text is the summary in one line: count, percentiles, longest.
func (a *AnswerTimes) Text() say.Text {
	format := "%s, median %s, 90th percentile %s, 99th %s, longest %s"
	parts := []any{
		say.Plural(len(a.used), "%d move", "%d moves"), humanize.Duration(a.Percentile(50)),
		humanize.Duration(a.Percentile(90)), humanize.Duration(a.Percentile(99)), humanize.Duration(a.Percentile(100)),
	}
	if a.share > 0 {
		format = "%s, median %s, 90th percentile %s, 99th %s, longest %s (%.1f %% of the limit)"
		parts = append(parts, 100*a.share)
	}
	text := say.Format(format, parts...)
	if a.Wire.Baud > 0 && !a.quick {
		slices.Sort(a.wired)
		text = say.Format("%s; in each about %s on the wire at %d baud", text, humanize.Duration(percentile(a.wired, 50)), a.Wire.Baud)
	}
	return text
}
