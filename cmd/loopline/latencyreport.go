package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/loopline/loopline/host/latency"
)

// micros is a length of time in microseconds, as JSON has it.
type micros time.Duration

// MarshalJSON writes microseconds with three decimals.
func (m micros) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, "%.3f", float64(m)/float64(time.Microsecond)), nil
}

// timesReport is a distribution for programs.
type timesReport struct {
	Count  int    `json:"count"`
	Min    micros `json:"min"`
	P50    micros `json:"p50"`
	P90    micros `json:"p90"`
	P99    micros `json:"p99"`
	P999   micros `json:"p99.9"`
	Max    micros `json:"max"`
	Mean   micros `json:"mean"`
	Jitter micros `json:"jitter"`

	all *latency.Distribution
}

func newTimesReport(d *latency.Distribution) timesReport {
	at := func(percent float64) micros { return micros(d.Percentile(percent)) }
	return timesReport{
		d.Count(), micros(d.Min()), at(50), at(90), at(99), at(99.9), micros(d.Max()),
		micros(d.Mean()), micros(d.Jitter()), d,
	}
}

// columns are the times as a table shows them.
func (t *timesReport) columns() []micros {
	return []micros{t.P50, t.P90, t.P99, t.P999, t.Max, t.Jitter}
}

// timesHead names the columns.
const timesHead = "       p50       p90       p99     p99.9       max    jitter"

// row is a line of the table.
func (t *timesReport) row(u latency.Unit) string {
	var b strings.Builder
	for _, m := range t.columns() {
		fmt.Fprintf(&b, "%10s", u.Number(time.Duration(m)))
	}
	return b.String()
}

// partReport is what the answers of a part of the suite took.
type partReport struct {
	Name     string      `json:"part"`
	MaxTiles int         `json:"max_tiles"`
	Hardware timesReport `json:"hardware_us"`
}

// cyclesReport compares a simulated board's clock with the stamps.
type cyclesReport struct {
	Min     int64  `json:"min"`
	P50     int64  `json:"p50"`
	P90     int64  `json:"p90"`
	P99     int64  `json:"p99"`
	P999    int64  `json:"p99.9"`
	Max     int64  `json:"max"`
	MostOff micros `json:"most_off_us"` // hardware time less the cycles' time
	Outside int    `json:"outside"`     // answers that differ by more than the uncertainty
}

// wireReport is what was taken out for the wire.
type wireReport struct {
	Baud int    `json:"baud"` // 0 is none
	Bits int    `json:"bits"`
	Bit  micros `json:"bit_us"`
	Not  string `json:"not_taken_out,omitempty"` // why the address's rate was not
}

// latencyReport is what a run of latency found. Times are in microseconds.
type latencyReport struct {
	Type    string `json:"type"`
	Address string `json:"address"`
	Answers int    `json:"answers"`
	Games   int    `json:"games"` // that were played to where they end or are left
	Partial bool   `json:"partial"`
	Reason  string `json:"reason,omitempty"` // why it is partial
	Strayed int    `json:"strayed"`          // games in which the player left the suite
	Stalled int    `json:"stalled"`          // answers not in hardware: the host stood still

	Clock    timesReport   `json:"clock_us"`
	Round    timesReport   `json:"round_us"`
	Wire     wireReport    `json:"wire"`
	OnWire   timesReport   `json:"wire_us"`
	Floor    *timesReport  `json:"floor_us"` // null when not measured
	Hardware timesReport   `json:"hardware_us"`
	Below    micros        `json:"below_us"`
	Above    micros        `json:"above_us"`
	Cycles   *cyclesReport `json:"cycles"` // null unless simulated
	Parts    []*partReport `json:"parts"`

	Share      float64 `json:"limit_share"` // the longest clock time, of the limit
	limit      time.Duration
	simulated  bool
	floorFault string
}

// report sums up what was timed.
func (t *timer) report() *latencyReport {
	r := &latencyReport{
		Type: "summary", Address: t.drill.address, Answers: len(t.answers), Games: t.games,
		Partial: t.partial != "", Reason: t.partial, Strayed: t.strayed(),
		floorFault: t.floorFault, limit: t.o.move,
	}
	clock, round, wire, hardware := latency.NewDistribution(), latency.NewDistribution(),
		latency.NewDistribution(), latency.NewDistribution()
	for _, a := range t.answers {
		clock.Add(a.Clock)
		round.Add(a.Round)
		wire.Add(a.Wire)
		if a.stalled > 0 {
			r.Stalled++
			continue
		}
		hardware.Add(a.Hardware)
		r.part(a)
	}
	r.Clock, r.Round, r.OnWire, r.Hardware =
		newTimesReport(clock), newTimesReport(round), newTimesReport(wire), newTimesReport(hardware)
	for _, p := range r.Parts {
		p.Hardware = newTimesReport(p.Hardware.all)
	}
	none := t.method.Read(&latency.Exchange{})
	r.Below, r.Above = micros(none.Below), micros(none.Above)
	r.Share = clock.Max().Seconds() / t.o.move.Seconds()
	r.Wire = wireReport{Baud: t.method.Wire.Baud, Bits: t.method.Wire.Bits, Bit: micros(t.method.Wire.Bit())}
	if t.wire != t.method.Wire {
		r.Wire.Not = fmt.Sprintf("-T and its answer took less than %d baud allow: "+
			"this link does not keep that rate", t.wire.Baud)
	}
	if t.floor != nil {
		floor := newTimesReport(t.floor.Times)
		r.Floor = &floor
	}
	r.addCycles(t)
	return r
}

// part counts an answer for its part of the suite.
func (r *latencyReport) part(a *timedAnswer) {
	name := a.game.part.group
	for _, p := range r.Parts {
		if p.Name == name {
			p.Hardware.all.Add(a.Hardware)
			p.MaxTiles = max(p.MaxTiles, a.tiles)
			return
		}
	}
	p := &partReport{Name: name, MaxTiles: a.tiles}
	p.Hardware.all = latency.NewDistribution()
	p.Hardware.all.Add(a.Hardware)
	r.Parts = append(r.Parts, p)
}

// addCycles compares what the stamps and the clock cycles of a simulated board
// say of each answer.
func (r *latencyReport) addCycles(t *timer) {
	cycles := latency.NewDistribution()
	c := &cyclesReport{}
	for _, a := range t.answers {
		if a.cycles == nil {
			continue
		}
		cycles.Add(time.Duration(a.cycles.count))
		off := a.Hardware - a.cycles.took
		if off.Abs() > time.Duration(c.MostOff).Abs() {
			c.MostOff = micros(off)
		}
		if !a.Holds(a.cycles.took) {
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

// answerJSON is an answer for programs.
type answerJSON struct {
	Type     string `json:"type"`
	Game     int    `json:"game"`
	Part     string `json:"part"`
	Seat     string `json:"seat"`
	Ply      int    `json:"ply"`
	Tiles    int    `json:"tiles"`
	Legal    int    `json:"legal"`
	Width    int    `json:"width"`
	Height   int    `json:"height"`
	Question string `json:"question"`
	Answer   string `json:"answer"`
	Clock    micros `json:"clock_us"`
	Round    micros `json:"round_us"`
	Wire     micros `json:"wire_us"`
	Hardware micros `json:"hardware_us"`
	Below    micros `json:"below_us"`
	Above    micros `json:"above_us"`
	Stalled  micros `json:"stalled_us"`
	Cycles   *int64 `json:"cycles,omitempty"`
}

func (a *timedAnswer) json() *answerJSON {
	j := &answerJSON{
		"answer", a.game.number, a.game.part.name, a.game.color.String(), a.ply, a.tiles, a.legal,
		a.width, a.height, a.stamps.Question, trimLine(a.stamps.Answer), micros(a.Clock), micros(a.Round),
		micros(a.Wire), micros(a.Hardware), micros(a.Below), micros(a.Above), micros(a.stalled), nil,
	}
	if a.cycles != nil {
		j.Cycles = &a.cycles.count
	}
	return j
}

// writeJSON writes an object as a line. The writer keeps its error.
func writeJSON(w io.Writer, object any) {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(object)
}
