package latency

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/internal/quoting"
	"github.com/loopline/loopline/internal/say"
)

// csvHead names the columns behind the labels. Times are in microseconds; sent and
// the other stamps are since the run began.
var csvHead = [...]string{
	"question", "answer", "sent_us", "drained_us", "first_us", "last_us", "clock_us",
	"wire_us", "hardware_us", "below_us", "above_us", "stalled_us", "cycles",
}

const partialCSV = "# partial\n"

// IsCSV reports whether a text begins as WriteCSV begins a file.
func IsCSV(start string) bool {
	head, _, _ := strings.Cut(strings.TrimPrefix(start, partialCSV), "\n")
	return strings.HasSuffix(head, ","+strings.Join(csvHead[:], ","))
}

// WriteCSV writes a line for each answer.
func (r *Run) WriteCSV(w io.Writer) error {
	if r.Partial != "" {
		if _, err := io.WriteString(w, partialCSV); err != nil {
			return err
		}
	}
	out := csv.NewWriter(w)
	var head []string
	if len(r.Answers) > 0 {
		for _, l := range r.Answers[0].Labels {
			head = append(head, l.Name)
		}
	}
	_ = out.Write(append(head, csvHead[:]...)) // its error stays
	for _, a := range r.Answers {
		_ = out.Write(a.csv(r))
	}
	out.Flush()
	return out.Error()
}

// csv are the columns of an answer.
func (t *Sample) csv(r *Run) (row []string) {
	for _, l := range t.Labels {
		row = append(row, l.String())
	}
	answer := trimEnd(t.Exchange.Answer)
	if r.Plain == nil || !r.Plain(answer) {
		answer = quoting.Cell(answer)
	}
	row = append(row, t.Exchange.Question, answer)
	for _, d := range [...]time.Duration{
		t.Exchange.Sent.Sub(r.Start), t.Exchange.Drained.Sub(r.Start), t.Exchange.First.Sub(r.Start), t.Exchange.Last.Sub(r.Start),
		t.Clock, t.Wire, t.Hardware, t.Below, t.Above, t.Stalled,
	} {
		row = append(row, fmt.Sprintf("%.3f", float64(d)/float64(time.Microsecond)))
	}
	cycles := ""
	if t.Cycles != nil {
		cycles = strconv.FormatInt(t.Cycles.Count, 10)
	}
	return append(row, cycles)
}

// WriteLog writes the distributions as a HdrHistogram log.
func (r *Report) WriteLog(w io.Writer) error {
	comments := []string{fmt.Sprintf("loopline latency %q, nanoseconds", r.Address)}
	if r.Partial {
		comments = append(comments, "partial")
	}
	all := []TaggedDistribution{{Tag: "clock", Distribution: r.Clock.all}, {Tag: "hardware", Distribution: r.Hardware.all}}
	if r.Floor != nil {
		all = append(all, TaggedDistribution{Tag: "floor", Distribution: r.Floor.all})
	}
	return WriteLog(w, r.run.Start, r.run.End, comments, all...)
}

// Plot is the picture of the run.
func (r *Report) Plot() *Plot {
	u := UnitOf(r.Hardware.all.Percentile(99)) // that of the axes
	p := &Plot{
		Title: say.Format("Answer times of %s", r.Address), Times: r.Hardware.all, ScatterLabel: r.run.AcrossWords,
		Notes: []say.Text{
			say.Format("%s in %s, hardware time sure to -%s +%s", say.Plural(r.Answers, "%d answer", "%d answers"),
				say.Plural(r.Games, "%d game", "%d games"), u.Text(time.Duration(r.Below)), u.Text(time.Duration(r.Above))),
			say.Format("p50 %s, p90 %s, p99 %s, p99.9 %s, max %s, jitter %s",
				u.Text(time.Duration(r.Hardware.P50)), u.Text(time.Duration(r.Hardware.P90)),
				u.Text(time.Duration(r.Hardware.P99)), u.Text(time.Duration(r.Hardware.P999)),
				u.Text(time.Duration(r.Hardware.Max)), u.Text(time.Duration(r.Hardware.Jitter))),
		},
	}
	if r.Partial {
		p.Notes = append(p.Notes, say.Format("PARTIAL, it ended early: %s", r.Reason))
	}
	for _, a := range r.run.Answers {
		if a.Stalled == 0 {
			x := float64(a.number(r.run.Across))
			p.Points = append(p.Points, Point{X: x, Time: a.Hardware, Group: a.Group})
		}
	}
	return p
}
