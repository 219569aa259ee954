package latency

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Micros is a length of time in microseconds, as JSON has it.
type Micros time.Duration

// MarshalJSON writes microseconds with three decimals.
func (m Micros) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, "%.3f", float64(m)/float64(time.Microsecond)), nil
}

// Times is a distribution for programs.
type Times struct {
	Count  int    `json:"count"`
	Min    Micros `json:"min"`
	P50    Micros `json:"p50"`
	P90    Micros `json:"p90"`
	P99    Micros `json:"p99"`
	P999   Micros `json:"p99.9"`
	Max    Micros `json:"max"`
	Mean   Micros `json:"mean"`
	Jitter Micros `json:"jitter"`

	all *Distribution
}

func newTimes(d *Distribution) Times {
	at := func(percent float64) Micros { return Micros(d.Percentile(percent)) }
	return Times{
		d.Count(), Micros(d.Min()), at(50), at(90), at(99), at(99.9), Micros(d.Max()),
		Micros(d.Mean()), Micros(d.Jitter()), d,
	}
}

// columns are the times as a table shows them.
func (t *Times) columns() []Micros {
	return []Micros{t.P50, t.P90, t.P99, t.P999, t.Max, t.Jitter}
}

// timesHead names the columns.
const timesHead = "       p50       p90       p99     p99.9       max    jitter"

// row is a line of the table.
func (t *Times) row(u Unit) string {
	var b strings.Builder
	for _, m := range t.columns() {
		fmt.Fprintf(&b, "%10s", u.Number(time.Duration(m)))
	}
	return b.String()
}

// PartReport holds the times of the answers in one part of the suite.
type PartReport struct {
	Name     string
	Most     int // of Run.Across
	Hardware Times

	across string
}

// MarshalJSON names the most of what answers are spread out by after it.
func (p *PartReport) MarshalJSON() ([]byte, error) {
	name, err := compactJSON(p.Name)
	if err != nil {
		return nil, err
	}
	times, err := compactJSON(p.Hardware)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, `{"part":%s,"max_%s":%d,"hardware_us":%s}`, name, p.across, p.Most, times), nil
}

// CyclesReport compares a simulated board's clock with the stamps.
type CyclesReport struct {
	Min     int64  `json:"min"`
	P50     int64  `json:"p50"`
	P90     int64  `json:"p90"`
	P99     int64  `json:"p99"`
	P999    int64  `json:"p99.9"`
	Max     int64  `json:"max"`
	MostOff Micros `json:"most_off_us"` // hardware time less the cycles' time
	Outside int    `json:"outside"`     // answers that differ by more than the uncertainty
}

// WireReport holds the corrections for the time on the wire.
type WireReport struct {
	Baud int    `json:"baud"` // 0 if there is no serial line
	Bits int    `json:"bits"`
	Bit  Micros `json:"bit_us"`
	Not  string `json:"not_taken_out,omitempty"` // why the address's rate was not
}

// Report sums up a Run, as text and as JSON. Times are in microseconds. The
// run must stay as it is.
type Report struct {
	Type    string `json:"type"`
	Address string `json:"address"`
	Answers int    `json:"answers"`
	Games   int    `json:"games"` // that were played to where they end or are left
	Partial bool   `json:"partial"`
	Reason  string `json:"reason,omitempty"` // why it is partial
	Strayed int    `json:"strayed"`          // games in which the player left the suite
	Stalled int    `json:"stalled"`          // answers not in hardware: the host stalled

	Clock    Times         `json:"clock_us"`
	Round    Times         `json:"round_us"`
	Wire     WireReport    `json:"wire"`
	OnWire   Times         `json:"wire_us"`
	Floor    *Times        `json:"floor_us"` // null when not measured
	Hardware Times         `json:"hardware_us"`
	Below    Micros        `json:"below_us"`
	Above    Micros        `json:"above_us"`
	Cycles   *CyclesReport `json:"cycles"` // null unless simulated
	Parts    []*PartReport `json:"parts"`

	Share     float64 `json:"limit_share"` // the longest clock time, of the limit
	run       *Run
	simulated bool
}

// Report sums up what was timed.
func (r *Run) Report() *Report {
	report := &Report{
		Type: "summary", Address: r.Address, Answers: len(r.Answers), Games: r.Games,
		Partial: r.Partial != "", Reason: r.Partial, Strayed: r.Strayed,
		run: r, simulated: false,
	}
	report.addTimes()
	none := r.Estimator.Estimate(&Exchange{})
	report.Below, report.Above = Micros(none.Below), Micros(none.Above)
	report.Share = report.Clock.all.Max().Seconds() / r.Limit.Seconds()
	report.Wire = WireReport{Baud: r.Estimator.Wire.Baud, Bits: r.Estimator.Wire.Bits, Bit: Micros(r.Estimator.Wire.Bit())}
	if r.Wire != r.Estimator.Wire {
		report.Wire.Not = fmt.Sprintf("%s and its answer took less than %d baud allow: "+
			"this link does not keep that rate", r.Probe, r.Wire.Baud)
	}
	if r.Floor != nil {
		floor := newTimes(r.Floor.Times)
		report.Floor = &floor
	}
	report.addCycles()
	return report
}

// addTimes adds the answers. It leaves answers during which the host stalled out of the
// hardware's times; the parts keep the order of all answers.
func (r *Report) addTimes() {
	clock, round, wire, hardware := NewDistribution(), NewDistribution(), NewDistribution(), NewDistribution()
	begins := map[string]int{}
	for i, a := range r.run.Answers {
		if _, seen := begins[a.Group]; !seen {
			begins[a.Group] = i
		}
		clock.Add(a.Clock)
		round.Add(a.Round)
		wire.Add(a.Wire)
		if a.Stalled > 0 {
			r.Stalled++
			continue
		}
		hardware.Add(a.Hardware)
		r.part(a)
	}
	r.Clock, r.Round, r.OnWire, r.Hardware =
		newTimes(clock), newTimes(round), newTimes(wire), newTimes(hardware)
	slices.SortFunc(r.Parts, func(a, b *PartReport) int { return begins[a.Name] - begins[b.Name] })
	for _, p := range r.Parts {
		p.Hardware = newTimes(p.Hardware.all)
	}
}

// part counts an answer for its part of the suite.
func (r *Report) part(a *Sample) {
	most := a.number(r.run.Across)
	for _, p := range r.Parts {
		if p.Name == a.Group {
			p.Hardware.all.Add(a.Hardware)
			p.Most = max(p.Most, most)
			return
		}
	}
	p := &PartReport{Name: a.Group, Most: most, across: r.run.Across}
	p.Hardware.all = NewDistribution()
	p.Hardware.all.Add(a.Hardware)
	r.Parts = append(r.Parts, p)
}

// addCycles compares what the stamps and the clock cycles of a simulated board
// say of each answer.
func (r *Report) addCycles() {
	cycles := NewDistribution()
	c := &CyclesReport{}
	for _, a := range r.run.Answers {
		if a.Cycles == nil {
			continue
		}
		cycles.Add(time.Duration(a.Cycles.Count))
		off := a.Hardware - a.Cycles.Took
		if off.Abs() > time.Duration(c.MostOff).Abs() {
			c.MostOff = Micros(off)
		}
		if !a.Holds(a.Cycles.Took) {
			c.Outside++
		}
	}
	if cycles.Count() == 0 {
		return
	}
	at := func(percent float64) int64 { return int64(cycles.Percentile(percent)) }
	c.Min, c.P50, c.P90, c.P99, c.P999, c.Max =
		int64(cycles.Min()), at(50), at(90), at(99), at(99.9), int64(cycles.Max())
	r.Cycles, r.simulated = c, true
}

// timedTimes are the times of an answer for programs.
type timedTimes struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
	Clock    Micros `json:"clock_us"`
	Round    Micros `json:"round_us"`
	Wire     Micros `json:"wire_us"`
	Hardware Micros `json:"hardware_us"`
	Below    Micros `json:"below_us"`
	Above    Micros `json:"above_us"`
	Stalled  Micros `json:"stalled_us"`
	Cycles   *int64 `json:"cycles,omitempty"`
}

// MarshalJSON writes the labels, each under its name, and then the times.
func (t *Sample) MarshalJSON() ([]byte, error) {
	times := timedTimes{
		t.Exchange.Question, trimEnd(t.Exchange.Answer), Micros(t.Clock), Micros(t.Round),
		Micros(t.Wire), Micros(t.Hardware), Micros(t.Below), Micros(t.Above), Micros(t.Stalled), nil,
	}
	if t.Cycles != nil {
		times.Cycles = &t.Cycles.Count
	}
	text := []byte(`{"type":"answer"`)
	for _, l := range t.Labels {
		value, err := compactJSON(l.Value)
		if err != nil {
			return nil, err
		}
		text = fmt.Appendf(text, ",%q:%s", l.Name, value)
	}
	rest, err := compactJSON(times)
	if err != nil {
		return nil, err
	}
	return append(append(text, ','), rest[1:]...), nil
}

// compactJSON is JSON on one line that leaves <, > and & as they are.
func compactJSON(value any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(value)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// trimEnd takes off what old clients put before the line end.
func trimEnd(line string) string { return strings.TrimRight(line, " \r") }
