package latency

import (
	"errors"
	"fmt"
	"io"
	"time"

	hdr "github.com/HdrHistogram/hdrhistogram-go"
)

// longest is the longest time that a distribution tells from longer ones.
const longest = 24 * time.Hour

// digits sets how many decimal digits of a time a distribution keeps.
const digits = 3

var percentiles = [...]float64{50, 90, 99, 99.9}

// Distribution is a histogram of times. Times below 0 count as 0. It is
// used by one goroutine at a time.
type Distribution struct {
	h         *hdr.Histogram
	min, max  time.Duration
	previous  time.Duration
	variation time.Duration // sum of the differences from one time to the next
}

// NewDistribution returns an empty distribution.
func NewDistribution() *Distribution {
	return &Distribution{h: hdr.New(1, int64(longest), digits)}
}

// Add takes in a time.
func (d *Distribution) Add(t time.Duration) {
	t = min(max(t, 0), longest)
	if d.h.RecordValue(int64(t)) != nil {
		return // it is within the range
	}
	if d.Count() == 1 {
		d.min, d.max, d.previous = t, t, t
		return
	}
	d.min, d.max = min(d.min, t), max(d.max, t)
	d.variation += (t - d.previous).Abs()
	d.previous = t
}

// Count returns how many times it holds.
func (d *Distribution) Count() int { return int(d.h.TotalCount()) }

// Min is the shortest time, exactly; 0 when there is none.
func (d *Distribution) Min() time.Duration { return d.min }

// Max is the longest time, exactly; 0 when there is none.
func (d *Distribution) Max() time.Duration { return d.max }

// Percentile is the time that the given percentage of the times do not exceed, to
// three digits and never beyond Max.
func (d *Distribution) Percentile(percent float64) time.Duration {
	return min(time.Duration(d.h.ValueAtPercentile(percent)), d.max)
}

// Mean is the arithmetic mean, to three digits.
func (d *Distribution) Mean() time.Duration { return time.Duration(d.h.Mean()) }

// Jitter is the mean difference between one time and the next, whichever is
// longer: 0 when each is as the one before it.
func (d *Distribution) Jitter() time.Duration {
	if d.Count() < 2 {
		return 0
	}
	return d.variation / time.Duration(d.Count()-1)
}

// TaggedDistribution is a distribution with the name it has in a log.
type TaggedDistribution struct {
	Tag string // without spaces and commas
	*Distribution
}

// WriteLog writes the distributions measured from start to end as a
// HdrHistogram log of version 1.3: one interval for each, in nanoseconds.
// Comments are written at its head, a line each.
func WriteLog(w io.Writer, start, end time.Time, comments []string, all ...TaggedDistribution) error {
	out := hdr.NewHistogramLogWriter(w)
	var errs []error
	for _, c := range comments {
		errs = append(errs, out.OutputComment(" "+c))
	}
	errs = append(errs, out.OutputLogFormatVersion(), out.OutputStartTime(start.UnixMilli()),
		out.OutputBaseTime(start.UnixMilli()), out.OutputLegend())
	// The base is written in whole seconds.
	out.SetBaseTime(start.Unix() * 1000)
	for _, d := range all {
		h := d.h.Clone()
		h.SetTag(d.Tag)
		h.SetStartTimeMs(start.UnixMilli())
		h.SetEndTimeMs(end.UnixMilli())
		if err := out.OutputIntervalHistogram(h); err != nil {
			errs = append(errs, fmt.Errorf("histogram %s: %w", d.Tag, err))
		}
	}
	return errors.Join(errs...)
}
