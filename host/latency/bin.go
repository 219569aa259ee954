package latency

import (
	"strings"
	"time"
	"unicode/utf8"
)

// Bin is a range of times, From among them and To not, and how many lie in it.
type Bin struct {
	From, To time.Duration
	Count    int
}

// Bins sorts the times into at most that many ranges between round edges, and
// one more for what lies far beyond the others. Empty ranges at the ends are
// left out.
func (d *Distribution) Bins(most int) []Bin {
	if d.Count() == 0 {
		return nil
	}
	// A single straggler is not to press all others into one bin.
	return d.binsTo(d.Percentile(99), most)
}

// binsTo is Bins with round edges up to a time.
func (d *Distribution) binsTo(top time.Duration, most int) []Bin {
	s := newScale(d.min, top, most)
	bins := make([]Bin, len(s.edges)-1, len(s.edges))
	for i := range bins {
		bins[i].From, bins[i].To = s.edges[i], s.edges[i+1]
	}
	bins[0].From = min(bins[0].From, d.min)
	end := s.edges[len(s.edges)-1]
	if d.max >= end {
		bins = append(bins, Bin{From: end, To: d.max + 1})
	}
	for _, bar := range d.h.Distribution() {
		if bar.Count == 0 {
			continue
		}
		t := min(max(time.Duration(bar.From), d.min), d.max)
		i := s.find(t)
		if t >= end {
			i = len(bins) - 1
		}
		bins[i].Count += int(bar.Count)
	}
	return trim(bins)
}

func trim(bins []Bin) []Bin {
	for len(bins) > 1 && bins[0].Count == 0 {
		bins = bins[1:]
	}
	for len(bins) > 1 && bins[len(bins)-1].Count == 0 {
		bins = bins[:len(bins)-1]
	}
	return bins
}

// eighths are bars of one to eight eighths of a column.
var eighths = [...]string{"▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"}

// Bar draws a count as a bar: the largest count fills the columns. A count above
// 0 is always seen. Where only ASCII can be shown it is drawn of #.
func Bar(count, largest, columns int, ascii bool) string {
	if count <= 0 || largest <= 0 {
		return ""
	}
	if ascii {
		return strings.Repeat("#", max(1, count*columns/largest))
	}
	full := max(1, count*columns*len(eighths)/largest)
	bar := strings.Repeat(eighths[len(eighths)-1], full/len(eighths))
	if part := full % len(eighths); part > 0 {
		bar += eighths[part-1]
	}
	return bar
}

// width is the number of columns that a text takes.
func width(s string) int { return utf8.RuneCountInString(s) }
