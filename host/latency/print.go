package latency

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/loopline/loopline/internal/humanize"
)

// The terminal histogram.
const (
	histogramRows    = 14
	histogramColumns = 44
)

// Print writes the report as readable text. The writer keeps its
// error; unicode says whether the terminal draws blocks.
func (r *Report) Print(w io.Writer, unicode bool) {
	fmt.Fprintf(w, "%s: %s in %s", r.Address, humanize.Plural(r.Answers, "answer", "answers"), humanize.Plural(r.Games, "game", "games"))
	if r.Partial {
		fmt.Fprintf(w, " – PARTIAL, it ended early: %s", r.Reason)
	}
	fmt.Fprintln(w)
	if r.Answers == 0 {
		return
	}
	r.printTimes(w)
	r.printHistogram(w, unicode)
	r.printParts(w)
	r.printCorrections(w)
}

func (r *Report) unit() Unit {
	return UnitOf(time.Duration(r.Clock.P50))
}

func (r *Report) printTimes(w io.Writer) {
	u := r.unit()
	fmt.Fprintf(w, "\n%-10s%s\n", u.Name, timesHead)
	fmt.Fprintf(w, "%-10s%s\n", "clock", r.Clock.row(u))
	if r.Wire.Baud > 0 {
		fmt.Fprintf(w, "%-10s%s\n", "wire", r.OnWire.row(u))
	}
	if r.Floor != nil && !r.simulated {
		fmt.Fprintf(w, "%-10s%s\n", r.run.Probe, r.Floor.row(u))
	}
	fmt.Fprintf(w, "%-10s%s\n", "hardware", r.Hardware.row(u))
	if c := r.Cycles; c != nil {
		fmt.Fprintf(w, "%-10s%10d%10d%10d%10d%10d\n", "cycles", c.P50, c.P90, c.P99, c.P999, c.Max)
	}
	fmt.Fprintf(w, "\nclock is what a referee counts, from the question's last byte to the answer's; its longest is %.1f %% of %v\n"+
		"hardware is sure to -%s +%s\n", 100*r.Share, r.run.Limit,
		u.Text(time.Duration(r.Below)), u.Text(time.Duration(r.Above)))
	if c := r.Cycles; c != nil {
		fmt.Fprintf(w, "stamps and clock cycles differ by at most %s (1 bit is %s): ",
			UnitOf(0).Text(time.Duration(c.MostOff).Abs()), UnitOf(0).Text(time.Duration(r.Wire.Bit)))
		if c.Outside == 0 {
			fmt.Fprintln(w, "they agree")
		} else {
			fmt.Fprintf(w, "%s beyond the uncertainty\n", humanize.Plural(c.Outside, "answer is", "answers are"))
		}
	}
	if r.Answers < 1000 {
		fmt.Fprintln(w, "p99.9 needs 1,000 answers to differ from max; --games plays more")
	}
}

// printHistogram draws the hardware times.
func (r *Report) printHistogram(w io.Writer, unicode bool) {
	d := r.Hardware.all
	bins := d.Bins(histogramRows)
	if len(bins) == 0 {
		return
	}
	u := UnitOf(d.Percentile(99))
	fmt.Fprintf(w, "\n%22s  answers\n", "hardware time, "+u.Name)
	most := 0
	for _, b := range bins {
		most = max(most, b.Count)
	}
	for _, b := range bins {
		fmt.Fprintf(w, "%10s –%10s  %7d  %s\n", u.Number(b.From), u.Number(b.To), b.Count,
			Bar(b.Count, most, histogramColumns, !unicode))
	}
}

func (r *Report) printParts(w io.Writer) {
	if len(r.Parts) < 2 {
		return
	}
	d := r.Hardware.all
	u := UnitOf(d.Percentile(99))
	fmt.Fprintf(w, "\n%-24s%8s%8s%s\n", "hardware time, "+u.Name, "answers", r.run.Across, timesHead)
	for _, p := range r.Parts {
		fmt.Fprintf(w, "%-24.24s%8d%8d%s\n", p.Name, p.Hardware.Count, p.Most, p.Hardware.row(u))
	}
}

func (r *Report) printCorrections(w io.Writer) {
	u := UnitOf(0)
	fmt.Fprintln(w, "\nhardware time is the round trip, from before the question's first byte to the answer's last, less")
	switch {
	case r.Wire.Baud > 0:
		fmt.Fprintf(w, "  wire       question and answer at %d baud, %d bits a byte, by arithmetic\n", r.Wire.Baud, r.Wire.Bits)
	case r.Wire.Not != "":
		fmt.Fprintf(w, "  wire       nothing: %s\n", r.Wire.Not)
	default:
		fmt.Fprintln(w, "  wire       nothing: the address has no baud rate (--baud gives one)")
	}
	switch {
	case r.simulated:
		fmt.Fprintln(w, "  transport  nothing: times are simulated, at the board's pins")
	case r.Floor == nil:
		fmt.Fprintf(w, "  transport  nothing: its floor was %s\n", r.run.FloorFault)
	default:
		fmt.Fprintf(w, "  transport  its floor of %s, the least of %d %s beyond their wire\n",
			u.Text(time.Duration(r.Floor.Min)), r.Floor.Count, r.run.Probe)
	}
	if r.run.FloorFault != "" && r.Floor != nil {
		fmt.Fprintf(w, "             (%s)\n", r.run.FloorFault)
	}
	if held := r.held(); len(held) > 0 {
		fmt.Fprintf(w, "its uncertainty holds %s\n", strings.Join(held, ", and "))
	}
	if r.Wire.Baud > 0 {
		fmt.Fprintln(w, "it does not hold a baud rate that is off: 1 % of it is 1 % of the wire time")
	}
	if r.Stalled > 0 {
		fmt.Fprintf(w, "left out: %s during which this host stalled\n", humanize.Plural(r.Stalled, "answer", "answers"))
	}
	if r.Strayed > 0 {
		fmt.Fprintf(w, "the player left the moves of the suite in %s; we went on at random\n",
			humanize.Plural(r.Strayed, "game", "games"))
	}
}

func (r *Report) held() (parts []string) {
	if r.Floor != nil && !r.simulated {
		parts = append(parts, "what the transport takes beyond its floor (p99 of "+r.run.Probe+")",
			"what the player needs for "+r.run.Probe+" (at most the floor)")
	}
	if r.Wire.Baud > 0 {
		parts = append(parts, "one bit, for where a UART calls a byte done")
	}
	return parts
}
