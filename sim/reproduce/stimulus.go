package reproduce

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/sim"
)

// A Stimulus is what one seat was sent in a recorded game, and what it answered.
type Stimulus struct {
	Game  *record.Game
	Seat  int
	Steps []Step
	Cut   int // intervals that were shortened to the longest idle time
}

// A Step is a line, or lines in one write, that a seat was sent, and all that it sent
// before the next one.
type Step struct {
	Bytes    []byte        // empty where the host only listened
	Question string        // as text
	After    time.Duration // between the beginnings of the step before and of this one; of the first since power-up
	Limit    time.Duration // in which the answer was due; 0 if none was
	Lines    []Line
	Partial  string // of a line that was not ended
	Fault    string // a kind of fault of the record, where no answer came
	Ply      int    // that the answer was, from 1; 0 if unknown
	number   int    // of the question, from 1
}

// A Line is a line of a player.
type Line struct {
	Text string
	Used time.Duration // from the last byte of the question to that of the line
}

// Read makes the stimulus of a seat. Between a step's last byte and the next step pass
// at most idle; 0 keeps the recorded times. LineEnd ends each line for which the record
// names no other end.
func Read(g *record.Game, seat int, idle time.Duration, lineEnd string) (*Stimulus, error) {
	header := g.Header()
	if seat < 0 || seat >= len(header.Seats) {
		return nil, fmt.Errorf("%s:%d: there is no seat %d", g.Name, header.Line, seat)
	}
	r := stimulusReader{s: &Stimulus{Game: g, Seat: seat}, idle: idle, end: lineEnd}
	for i := range g.Events {
		r.event(&g.Events[i])
	}
	r.assign()
	if len(r.s.Steps) == 0 {
		return nil, fmt.Errorf("%s:%d: seat %s was sent nothing in this game; name another with --seat",
			g.Name, header.Line, header.Seats[seat].Name)
	}
	r.dropUnanswered()
	if v := g.Verdict(); v != nil && v.Foul != nil && v.Foul.Seat == seat {
		if last := &r.s.Steps[len(r.s.Steps)-1]; last.Ply == 0 && v.Ply > 0 {
			last.Ply = v.Ply + 1
		}
	}
	return r.s, nil
}

type stimulusReader struct {
	s       *Stimulus
	idle    time.Duration
	end     string
	sent    []record.Micros // of each step
	drained []record.Micros
	after   record.Micros // the last byte of the last step
	lines   []recordedLine
	answer  int // the step of the last answer, -1 if that has its ply
}

type recordedLine struct {
	text    string
	last    record.Micros
	partial bool
}

func (r *stimulusReader) event(e *record.Event) {
	if e.Type == record.EventNote {
		r.note(e)
		return
	}
	if e.Seat != r.s.Seat {
		return
	}
	switch e.Type {
	case record.EventTell, record.EventAsk, record.EventHear:
		r.step(e)
	case record.EventStray, record.EventNoise, record.EventEcho, record.EventAnswer:
		r.lines = append(r.lines, recordedLine{text: e.Received(), last: e.Last})
		r.after = max(r.after, e.Last)
		if e.Type == record.EventAnswer {
			r.answer = len(r.s.Steps) - 1
		}
	case record.EventFault:
		if n := len(r.s.Steps); n > 0 {
			r.s.Steps[n-1].Fault = e.Kind
		}
		if text := e.Received(); text != "" {
			r.lines = append(r.lines, recordedLine{text: text, last: e.At, partial: true})
		}
	}
}

// step begins a step.
func (r *stimulusReader) step(e *record.Event) {
	s := Step{Question: e.Text, Limit: e.Limit.Duration(), After: sim.DefaultBoot, number: len(r.s.Steps) + 1}
	if e.Type != record.EventHear {
		end := cmp.Or(e.LineEnd, r.end)
		s.Bytes = []byte(strings.ReplaceAll(e.Received(), "\n", end) + end)
	}
	if n := len(r.sent); n > 0 {
		s.After = (e.Sent - r.sent[n-1]).Duration()
		if pause := (e.Sent - r.after).Duration(); r.idle > 0 && pause > r.idle {
			s.After -= pause - r.idle
			r.s.Cut++
		}
	}
	r.s.Steps = append(r.s.Steps, s)
	r.sent, r.drained = append(r.sent, e.Sent), append(r.drained, e.Drained)
	r.after = max(r.after, e.Drained)
}

// note takes the number of a ply.
func (r *stimulusReader) note(e *record.Event) {
	var data struct{ Ply, Seat int }
	if e.Name != "ply" || r.answer < 0 || json.Unmarshal(e.Data, &data) != nil || data.Seat != r.s.Seat {
		return
	}
	if len(r.s.Steps) > r.answer {
		r.s.Steps[r.answer].Ply = data.Ply
	}
	r.answer = -1
}

// assign gives each line to the step in which it ended.
func (r *stimulusReader) assign() {
	slices.SortStableFunc(r.lines, func(a, b recordedLine) int { return cmp.Compare(a.last, b.last) })
	for _, l := range r.lines {
		next, _ := slices.BinarySearchFunc(r.sent, l.last, func(sent, last record.Micros) int {
			if sent <= last {
				return -1
			}
			return 1
		})
		at := max(0, next-1)
		if len(r.sent) == 0 {
			return
		}
		s := &r.s.Steps[at]
		if l.partial {
			s.Partial = l.text
			continue
		}
		s.Lines = append(s.Lines, Line{l.text, max(0, (l.last - r.drained[at]).Duration())})
	}
}

// dropUnanswered removes a last question whose answer the record does not have,
// because the record or the game ended first.
func (r *stimulusReader) dropUnanswered() {
	n := len(r.s.Steps) - 1
	if n < 1 {
		return
	}
	if s := &r.s.Steps[n]; s.Limit > 0 && s.Fault == "" && s.silent() {
		r.s.Steps = r.s.Steps[:n]
	}
}

// silent is whether nothing came in the step.
func (s *Step) silent() bool { return len(s.Lines) == 0 && s.Partial == "" }

// Where names a step for people.
func (s *Step) Where() string {
	if s.Ply > 0 {
		return fmt.Sprintf("ply %d", s.Ply)
	}
	return fmt.Sprintf("question %d", s.number)
}

// said is the lines for people.
func said(lines []Line, partial string) string {
	var texts []string
	for _, l := range lines {
		texts = append(texts, fmt.Sprintf("%.60q", l.Text))
	}
	if partial != "" {
		texts = append(texts, fmt.Sprintf("%.60q without a line end", partial))
	}
	if len(texts) == 0 {
		return "nothing"
	}
	const most = 4
	if more := len(texts) - most; more > 0 {
		texts = append(texts[:most], fmt.Sprintf("%d more", more))
	}
	return strings.Join(texts, " ")
}
