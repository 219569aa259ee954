package report

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
)

//go:embed page.html
var pageText string

// page is the data of the page's template.
type page struct {
	*Report
	In say.Language
}

// WritePage writes the report as one page of HTML, which needs no other file.
func (r *Report) WritePage(w io.Writer, in say.Language) error {
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return err
	}
	return t.Execute(w, page{r, in})
}

// Badges returns the badge line in a language.
func (r *Report) Badges(in say.Language) (all []string) {
	for _, t := range r.badge() {
		all = append(all, in.Say(t))
	}
	return all
}

// badge returns the parts of the first line.
func (r *Report) badge() []say.Text {
	all := []say.Text{say.Raw("Loopline"), say.Word(r.Title), say.Word(r.Result)}
	if c := r.Check; len(c.Steps) > 0 {
		all = append(all, say.Format("check: %d ok, %d failed", c.OK, c.Failed))
		if c.Rules.Of > 0 {
			all = append(all, say.Format("rules: %d of %d", c.Rules.Met, c.Rules.Of))
		}
	}
	if p := r.Positions; p.Reached > 0 {
		all = append(all, say.Format("positions: %d of %d right", p.Right, p.Reached))
	}
	if l := r.Latency.Times; l != nil {
		all = append(all, say.Format("p99 %s", humanize.Duration(time.Duration(l.Clock.P99))))
	}
	if m := r.Match; len(m.Games) > 0 {
		all = append(all, say.Format("match: %d won, %d lost", m.Won, m.Lost))
	}
	return all
}

// pageWords are the words of the page.
func pageWords() map[string]say.Text {
	all := map[string]say.Text{}
	for _, t := range []say.Text{
		say.Format("what was measured"), say.Format("player"), say.Format("port"), say.Format("adapter"), say.Format("rate"), say.Format("driver"),
		say.Format("machine"), say.Format("program"), say.Format("date"), say.Format("command"), say.Format("check"), say.Format("positions"), say.Format("answer times"),
		say.Format("match"), say.Format("expected"), say.Format("got"), say.Format("moves"), say.Format("board"), say.Format("stderr"), say.Format("again"),
		say.Format("seat"), say.Format("outcome"), say.Format("reason"), say.Format("plies"), say.Format("median"), say.Format("longest"), say.Format("what the referee counts"),
		say.Format("on the wire"), say.Format("hardware"), say.Format("files"), say.Format("clock cycles"),
	} {
		all[t.String()] = t
	}
	return all
}

// Say is a word of the page.
func (p page) Say(key string) string { return p.In.Say(pageWords()[key]) }

// Text is a text in the page's language.
func (p page) Text(t say.Text) string { return p.In.Say(t) }

// Word is a word that the program has, such as a status.
func (p page) Word(word string) string { return p.In.Say(say.Word(word)) }

// Heading is the title of the page.
func (p page) Heading() string { return p.In.Say(say.Format("Report on %s", p.Player.Address)) }

// Problem says what is wrong with the player; it is empty if nothing is.
func (p page) Problem() string { return p.In.Say(p.Problems()) }

// Sorts tells readers what was measured, so that nobody takes a simulation for a board.
func (p page) Sorts() string {
	switch {
	case p.Player.Physical:
		return p.In.Say(say.Format("A board at a port of this machine."))
	case p.Player.Kind == "sim" || p.Player.Kind == "bit":
		return p.In.Say(say.Format("A simulated board: no physical board was measured, and times are by its own clock."))
	case p.Player.Port != nil || p.Player.Kind == "serial" || p.Player.Kind == "usb":
		return p.In.Say(say.Format("A serial line without a known USB adapter: whether a physical board is behind it is not known."))
	}
	return p.In.Say(say.Format("A program or a connection: no physical board was measured."))
}

// Rate is the serial line in words; it is empty without one.
func (p page) Rate() string {
	if p.Player.Baud == 0 {
		return ""
	}
	return p.In.Say(say.Format("%d baud, %d bits a byte", p.Player.Baud, p.Player.Bits))
}

// Adapter is the adapter in words; it is empty where none is known.
func (p page) Adapter() string {
	port := p.Player.Port
	if port == nil {
		return ""
	}
	words := []string{port.Board, port.Manufacturer, port.Product, port.USB}
	if port.SerialNumber != "" {
		words = append(words, "sn="+port.SerialNumber)
	}
	if port.Channel != "" {
		words = append(words, "#"+port.Channel)
	}
	if port.LatencyTimer != nil {
		words = append(words, p.In.Say(say.Format("latency timer %d ms", *port.LatencyTimer)))
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), ", ")
}

// Machine is the host in words.
func (p page) Machine() string {
	h := p.Host
	text := say.Format("%s, %s", h.System, say.Plural(h.Processors, "%d processor", "%d processors"))
	if h.Load != nil {
		text = say.Format("%s, load %.1f", text, *h.Load)
	}
	if h.Verilator != "" {
		text = say.Format("%s, %s", text, h.Verilator)
	}
	return p.In.Say(text)
}

// Words are those of the command, which a narrow page breaks between them.
func (p page) Words() []string { return strings.Split(p.Command, " ") }

// Date is when the report was begun, and how long it took.
func (p page) Date() string {
	return p.In.Say(say.Format("%s, in %s", p.Began.Format("2006-01-02 15:04 MST"), humanize.Duration(time.Duration(p.Took))))
}

// State says how far a part has come; it is empty if that is to its end.
func (p page) State(part Part) string {
	if part.State == Done {
		return ""
	}
	if part.Why.IsZero() {
		return p.Word(part.State)
	}
	return p.In.Say(say.Format("%s: %s", say.Word(part.State), part.Why))
}

// Mark is the sign of a step's status.
func (page) Mark(status string) string {
	switch status {
	case check.OK:
		return "✓"
	case check.Failed:
		return "✗"
	case check.Note:
		return "!"
	}
	return "–"
}

// Rules sums up the rules that were met.
func (p page) Rules() string {
	if p.Check.Rules.Of == 0 {
		return ""
	}
	return p.In.Say(p.Check.Rules.Text())
}

// Counts sums up the steps.
func (p page) Counts() string {
	c := p.Check
	return p.In.Say(say.Format("%s: %d ok, %d failed, %s, %d skipped", say.Plural(len(c.Steps), "%d step", "%d steps"),
		c.OK, c.Failed, say.Plural(c.Notes, "%d note", "%d notes"), c.Skipped))
}

// Compared sums up the positions.
func (p page) Compared() (lines []string) {
	c := p.Positions
	if c.Reached == 0 {
		return nil
	}
	text := say.Format("%d of %s answered as the rules allow", c.Right, say.Plural(c.Reached, "%d position", "%d positions"))
	if c.Golden+c.Openings > 0 {
		text = say.Format("%s; %d of golden vectors, %d behind openings, %d reached by play", text, c.Golden, c.Openings, c.Played)
	}
	all := []say.Text{text}
	if c.NoOpenings {
		all = append(all, say.Format("The player does not know the line -O, so only play could lead it to positions."))
	}
	if c.Compared > 0 {
		text := say.Format("%s plays the same in %d of %s", c.Bot, c.Same, say.Plural(c.Compared, "%d move", "%d moves"))
		if c.Lost > 0 {
			text = say.Format("%s; against it %.1f %% of the chance to win is lost a move", text, 100*c.Lost)
		}
		all = append(all, text)
	}
	for _, t := range all {
		lines = append(lines, p.In.Say(t))
	}
	return lines
}

// TimeRow is a row of the table of times.
type TimeRow struct {
	Name  string
	Cells []string
}

// Times returns the table of times.
func (p page) Times() (rows []TimeRow) {
	l := p.Latency.Times
	if l == nil {
		return nil
	}
	unit := latency.UnitOf(time.Duration(l.Clock.P50))
	row := func(name string, t latency.Times) {
		r := TimeRow{Name: p.Say(name) + ", " + unit.Name}
		for _, m := range [...]latency.Micros{t.P50, t.P90, t.P99, t.P999, t.Max, t.Jitter} {
			r.Cells = append(r.Cells, unit.Number(time.Duration(m)))
		}
		rows = append(rows, r)
	}
	row("what the referee counts", l.Clock)
	if l.Wire.Baud > 0 {
		row("on the wire", l.OnWire)
	}
	row("hardware", l.Hardware)
	if c := l.Cycles; c != nil {
		r := TimeRow{Name: p.Say("clock cycles")}
		for _, n := range [...]int64{c.P50, c.P90, c.P99, c.P999, c.Max} {
			r.Cells = append(r.Cells, fmt.Sprint(n))
		}
		rows = append(rows, TimeRow{r.Name, append(r.Cells, "")})
	}
	return rows
}

// Timed sums up the answers that were timed.
func (p page) Timed() (lines []string) {
	l := p.Latency.Times
	if l == nil {
		return nil
	}
	all := []say.Text{say.Format("%s in %s; the longest took %.1f %% of the limit of %s", say.Plural(l.Answers, "%d answer", "%d answers"),
		say.Plural(l.Games, "%d game", "%d games"), 100*l.Share, humanize.Duration(time.Duration(p.Latency.Limit)))}
	if l.Wire.Not != "" {
		all = append(all, say.Raw(l.Wire.Not))
	}
	if l.Stalled > 0 {
		all = append(all, say.Format("%s left out of hardware, as this machine stalled meanwhile", say.Plural(l.Stalled, "%d answer", "%d answers")))
	}
	for _, t := range all {
		lines = append(lines, p.In.Say(t))
	}
	return lines
}

// Heads are the heads of the table of times.
func (page) Heads() []string { return []string{"p50", "p90", "p99", "p99.9", "max", "jitter"} }

// Picture is the address of a picture that is in the page itself, where nothing of it acts on the rest.
func (page) Picture(svg string) template.URL {
	return template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(svg)))
}

// Span is a length of time in words.
func (page) Span(s Seconds) string { return humanize.Duration(time.Duration(s)) }

// Lines are texts as lines.
func (page) Lines(all []string) string { return strings.Join(all, "\n") }

// Against says who played, and how it came out.
func (p page) Against() string {
	m := p.Match
	if len(m.Games) == 0 {
		return ""
	}
	return p.In.Say(say.Format("against %s: %d won, %d lost, %d drawn, %d void", m.Opponent, m.Won, m.Lost, m.Drawn, m.Void))
}

// Beside says which files lie beside the page.
func (p page) Beside() string {
	if p.Match.Record == "" {
		return p.In.Say(say.Format("report.json has the same for programs."))
	}
	return p.In.Say(say.Format("report.json has the same for programs; %s is the record of the match, and loopline verify %s derives its verdicts again.",
		p.Match.Record, p.Match.Record))
}

// Count is the number of an item of a list, from 1.
func (page) Count(i int) int { return i + 1 }
