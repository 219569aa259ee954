// Package report is what a page says of one player: what it was checked for, compared
// with and timed by, on which port and with which versions. It knows no game.
package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/internal/say"
)

// Format and Version are the first fields of a report in JSON. A later version may have more fields;
// one that changes a field has another number.
const (
	Format  = "loopline-report"
	Version = 1
)

// The results of a report.
const (
	Passed     = "passed"     // all parts ran, and nothing is wrong
	Failed     = "failed"     // something is wrong
	Incomplete = "incomplete" // nothing is wrong, but a part did not run to its end
)

// Report holds the results of one player's measurement. Texts in JSON are English. It is not safe for
// concurrent use.
type Report struct {
	Format  string    `json:"format"`
	Version int       `json:"version"`
	Result  string    `json:"result"`
	Badge   []string  `json:"badge"` // the first line of the page, in parts
	Command string    `json:"command"`
	Began   time.Time `json:"began"`
	Took    Seconds   `json:"took_s"`
	Game    string    `json:"game"`
	Title   string    `json:"-"` // of the game

	// HardwareRow is the report as a row of the table of docs/hardware.md, in Markdown; empty unless a physical
	// board was measured.
	HardwareRow string `json:"hardware_row,omitempty"`

	Player Player `json:"player"`
	Host   Host   `json:"host"`

	Check     Check     `json:"check"`
	Positions Positions `json:"positions"`
	Latency   Latency   `json:"latency"`
	Match     Match     `json:"match"`
}

// Seconds is a length of time in seconds, as JSON has it.
type Seconds time.Duration

// MarshalJSON writes seconds with three decimals.
func (s Seconds) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, "%.3f", time.Duration(s).Seconds()), nil
}

// Player names the measured player and the line between it and the host.
type Player struct {
	Address  string `json:"address"`
	Kind     string `json:"kind"`     // the address's scheme: serial, usb, sim, exec, …
	Physical bool   `json:"physical"` // a serial or USB port of a device that is no emulation
	Baud     int    `json:"baud"`     // bits per second; 0 without a serial line
	Bits     int    `json:"bits"`     // of a byte, with start, parity and stop bits
	Port     *Port  `json:"port"`     // null without one
}

// Port is the port of a board, and its adapter, as "loopline ports" has them. Fields that do not apply are
// empty. Don't trust the texts of USB devices.
type Port struct {
	Device       string `json:"device"`
	Driver       string `json:"driver"`
	USB          string `json:"usb"` // 0403:6010
	Manufacturer string `json:"manufacturer"`
	Product      string `json:"product"`
	SerialNumber string `json:"serial_number"`
	Channel      string `json:"channel"`
	LatencyTimer *int   `json:"latency_timer_ms"` // null where the chip has none
	Board        string `json:"board"`            // a guess
	Sure         string `json:"board_guess"`      // sure, likely, possible
}

// Host is the machine that measured.
type Host struct {
	Loopline   string   `json:"loopline"` // version, revision, Go, system
	System     string   `json:"system"`
	Processors int      `json:"processors"`
	Load       *float64 `json:"load"` // of the last minute as the report began; null where it is not known
	Verilator  string   `json:"verilator,omitempty"`
}

// The states of a part.
const (
	Done    = "done"
	Partial = "partial" // it ended early: Why
	NotRun  = "not run" // Why
)

// Part holds the state of one part of the report. The zero Part has not begun.
type Part struct {
	State string   `json:"state"`
	Why   say.Text `json:"why,omitzero"`
	Took  Seconds  `json:"took_s"`
}

// Check holds the steps of "loopline check".
type Check struct {
	Part
	Steps   []check.Step   `json:"steps"`
	OK      int            `json:"ok"`
	Failed  int            `json:"failed"`
	Notes   int            `json:"notes"`
	Skipped int            `json:"skipped"`
	Rules   check.RulesMet `json:"rules"`
}

// Add takes in a step.
func (c *Check) Add(s check.Step) {
	c.Steps = append(c.Steps, s)
	switch s.Status {
	case check.Failed:
		c.Failed++
	case check.Note:
		c.Notes++
	case check.Skipped:
		c.Skipped++
	default:
		c.OK++
	}
}

// Positions counts the player's answers in single positions, each judged by the rules.
type Positions struct {
	Part
	Wanted   int     `json:"wanted"`
	Reached  int     `json:"reached"`
	Golden   int     `json:"golden"`   // of them, the positions of golden vectors
	Openings int     `json:"openings"` // of them, positions behind the openings of the check
	Played   int     `json:"played"`   // of them, positions that games came to
	Right    int     `json:"right"`    // answers that the rules allow, silence after the end included
	Bot      string  `json:"bot"`      // that the moves were compared with; empty without
	Compared int     `json:"compared"` // moves
	Same     int     `json:"same"`     // as the bot's
	Lost     float64 `json:"lost_chance"`
	Loss     float64 `json:"mean_loss"` // in the bot's points

	// NoOpenings says that the player knows no line -O: only play reaches positions.
	NoOpenings bool    `json:"no_openings"`
	Wrong      []Wrong `json:"wrong"` // at most MaxWrong
}

// MaxWrong bounds the wrong answers that a report shows.
const MaxWrong = 10

// Wrong is an answer that the rules forbid.
type Wrong struct {
	Moves    string   `json:"moves"` // that lead to the position
	Board    []string `json:"board"`
	Expected string   `json:"expected"`
	Got      string   `json:"got"`
	Why      string   `json:"why"`
}

// AddWrong takes in a wrong answer.
func (p *Positions) AddWrong(w Wrong) {
	if len(p.Wrong) < MaxWrong {
		p.Wrong = append(p.Wrong, w)
	}
}

// Latency holds the answer times that "loopline latency" measures.
type Latency struct {
	Part
	Times *latency.Report `json:"times"` // null before the first answer
	Limit Seconds         `json:"limit_s"`
	SVG   string          `json:"-"` // the histogram, and each answer
}

// Match is a short match, whose record lies beside the page.
type Match struct {
	Part
	Opponent string `json:"opponent"`
	Record   string `json:"record"` // the file's name
	Games    []Game `json:"games"`
	Won      int    `json:"won"`
	Lost     int    `json:"lost"`
	Drawn    int    `json:"drawn"`
	Void     int    `json:"void"`
	Fouls    int    `json:"fouls"` // that the player lost by
}

// Game is one game of the match.
type Game struct {
	Seat    string   `json:"seat"`    // the player's
	Outcome string   `json:"outcome"` // won, lost, drawn, void
	Reason  string   `json:"reason"`
	Plies   int      `json:"plies"`
	Foul    bool     `json:"foul"` // lost by one of the player's
	Detail  say.Text `json:"detail,omitzero"`
	Median  Seconds  `json:"median_s"` // of the player's answers
	Longest Seconds  `json:"longest_s"`
	Picture string   `json:"-"` // the last position, as SVG
}

// The outcomes of a game, for the player.
const (
	Won   = "won"
	Lost  = "lost"
	Drawn = "drawn"
	Void  = "void"
)

// Add takes in a game.
func (m *Match) Add(g Game) {
	m.Games = append(m.Games, g)
	switch g.Outcome {
	case Won:
		m.Won++
	case Lost:
		m.Lost++
	case Drawn:
		m.Drawn++
	default:
		m.Void++
	}
	if g.Foul {
		m.Fouls++
	}
}

// parts are all parts, in the order of the page.
func (r *Report) parts() [4]*Part {
	return [...]*Part{&r.Check.Part, &r.Positions.Part, &r.Latency.Part, &r.Match.Part}
}

// Problems returns what is wrong with the player, or zero if nothing is.
func (r *Report) Problems() say.Text {
	var all []say.Text
	if n := r.Check.Failed; n > 0 {
		all = append(all, say.Format("%s failed", say.Plural(n, "%d step", "%d steps")))
	}
	if n := r.Positions.Reached - r.Positions.Right; n > 0 {
		all = append(all, say.Plural(n, "%d wrong answer", "%d wrong answers"))
	}
	if l := r.Latency.Times; l != nil && l.Cycles != nil && l.Cycles.Outside > 0 {
		all = append(all, say.Plural(l.Cycles.Outside, "%d answer whose time its clock cycles contradict", "%d answers whose time their clock cycles contradict"))
	}
	if n := r.Match.Fouls; n > 0 {
		all = append(all, say.Plural(n, "%d game lost by a foul", "%d games lost by fouls"))
	}
	return say.Join(", ", all...)
}

// Finish sets the result and the badge line.
func (r *Report) Finish() {
	r.Format, r.Version = Format, Version
	r.Result = Passed
	for _, p := range r.parts() {
		if p.State == "" {
			p.State = NotRun
		}
		if p.State != Done {
			r.Result = Incomplete
		}
	}
	if !r.Problems().IsZero() {
		r.Result = Failed
	}
	r.HardwareRow, r.Badge = r.hardwareRow(), nil
	for _, text := range r.badge() {
		r.Badge = append(r.Badge, text.String())
	}
}

// hardwareRow is the report as a row of a table.
func (r *Report) hardwareRow() string {
	p := r.Player.Port
	if p == nil || !r.Player.Physical {
		return ""
	}
	cells := []string{
		cmp.Or(p.Board, p.Product), fmt.Sprintf("%s %s, %s, %d baud", p.Product, p.USB, cmp.Or(p.Driver, "raw USB"), r.Player.Baud),
		r.Host.System + "; " + r.Host.Loopline,
		fmt.Sprintf("%d ok, %d failed, %d notes; %d of %d rules", r.Check.OK, r.Check.Failed, r.Check.Notes, r.Check.Rules.Met, r.Check.Rules.Of),
		fmt.Sprintf("%d won, %d lost, %d drawn against %s", r.Match.Won, r.Match.Lost, r.Match.Drawn, r.Match.Opponent),
	}
	row := "|"
	for _, c := range cells {
		row += " " + strings.NewReplacer("|", `\|`, "\n", " ", "\r", " ").Replace(c) + " |"
	}
	return row
}

// WriteJSON writes the report as one JSON object.
func (r *Report) WriteJSON(w io.Writer) error {
	out := *r
	out.Check.Steps = append([]check.Step{}, out.Check.Steps...)
	out.Positions.Wrong = append([]Wrong{}, out.Positions.Wrong...)
	out.Match.Games = append([]Game{}, out.Match.Games...)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(&out)
}
