// Package audit checks whole records: that every byte of one is understood,
// that its games are the ones that were played, in their order, and that each
// verdict follows from the recorded events. It knows no game; the caller says
// how a game is verified.
package audit

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/humanize"
)

// The statuses of a finding.
const (
	OK         = "ok"         // the game gives the recorded verdict again
	Incomplete = "incomplete" // it holds as far as it goes, and has no end
	Differs    = "differs"    // the game again gives something else
	Damaged    = "damaged"    // the record is not as it was written
)

// Finding reports the result for one game, or something that is wrong with
// the record. Texts are as in the record: print them with care.
type Finding struct {
	Record string  `json:"record"`
	Line   int     `json:"line"` // of the game's first event, 0 where none is meant
	ID     string  `json:"id"`
	Status string  `json:"status"`
	Plies  int     `json:"plies"`
	Winner *string `json:"winner"` // as recorded
	Draw   bool    `json:"draw,omitempty"`
	Reason string  `json:"reason"`
	Void   bool    `json:"void"`
	Detail string  `json:"detail"`
	// Network names seats whose agents leave more to the network than it can well take.
	Network string `json:"network,omitempty"`
	// Excerpt says which game it is, of a record that is an excerpt of another.
	Excerpt string `json:"excerpt,omitempty"`
}

// Auditor audits records one after the other.
type Auditor struct {
	// Verify derives the verdict of a game again; see host.Verify.
	Verify func(*record.Game) (host.ReplayReport, error)
	// Sum is the expected final checksum of the record; empty accepts any.
	Sum string
}

// Record audits the record that r holds, game by game as they are read. An
// error comes from reading r, and is the last thing it yields. A record without
// a byte yields nothing.
func (a *Auditor) Record(r io.Reader) iter.Seq2[Finding, error] {
	return func(yield func(Finding, error) bool) {
		one := &auditRun{auditor: a, reader: record.NewReader(r), yield: yield, sums: newSums(a.Sum)}
		one.all()
	}
}

// auditRun is the audit of one record.
type auditRun struct {
	auditor *Auditor
	reader  *record.Reader
	yield   func(Finding, error) bool
	order   sequenceCheck
	sums    checksumCheck
	stopped bool // by who takes the findings, or because nothing more can be read
}

func (r *auditRun) all() {
	for !r.stopped {
		g, err := r.reader.Next()
		var path *os.PathError
		switch {
		case errors.Is(err, io.EOF):
			r.end()
			return
		case errors.As(err, &path):
			r.yield(Finding{}, err)
			return
		case err != nil:
			r.report(Finding{Record: g.Name, Status: Damaged, Detail: err.Error()})
			return
		}
		r.game(&g)
	}
}

// end is called when the record has been read to its end.
func (r *auditRun) end() {
	if !r.reader.Excerpt() {
		r.unfinished(r.order.end())
	}
	if f := r.sums.check(r.reader.Sum()); f != nil {
		f.Record = r.order.record
		r.report(*f)
	}
}

func (r *auditRun) report(f Finding) {
	r.stopped = r.stopped || !r.yield(f, nil)
}

// unfinished reports a match that has fewer games than it was to have.
func (r *auditRun) unfinished(f *Finding) {
	if f != nil && !r.stopped {
		r.report(*f)
	}
}

// game audits one game.
func (r *auditRun) game(g *record.Game) {
	r.order.record = g.Name
	r.sums.add(g, r.reader.Excerpt())
	if len(g.Events) == 0 {
		r.report(Finding{
			Record: g.Name, Line: g.Cut, Status: Incomplete,
			Detail: "no event is whole, the writer was stopped in its first line",
		})
		return
	}
	r.order.excerpt = r.reader.Excerpt()
	before, err := r.order.add(g)
	r.unfinished(before)
	if r.stopped {
		return
	}
	if err != nil {
		r.report(Finding{
			Record: g.Name, Line: g.Header().Line, ID: g.Header().ID, Status: Damaged,
			Detail: fmt.Sprintf("%s:%d: %v", g.Name, g.Header().Line, err),
		})
		return
	}
	r.report(r.verify(g))
}

// verify derives the verdict of a game.
func (r *auditRun) verify(g *record.Game) Finding {
	f := Finding{Record: g.Name, Line: g.Header().Line, ID: g.Header().ID, Status: OK}
	if e := g.Header(); r.order.excerpt {
		f.Excerpt = fmt.Sprintf("game %d of %d, an excerpt of its record", e.Number, e.Games)
	}
	for _, n := range host.NetworkShares(g) {
		if !n.Exceeds() {
			continue
		}
		if f.Network != "" {
			f.Network += "; "
		}
		f.Network += g.Header().Seats[n.Seat].Name + ": " + n.String()
	}
	report, err := r.auditor.Verify(g)
	f.Plies = report.Verdict.Ply
	if e := g.Verdict(); e != nil {
		f.Winner, f.Draw, f.Reason, f.Void, f.Plies = e.Winner, e.Draw, e.Reason, e.Void, e.Ply
		f.Detail = e.Detail
	}
	switch {
	case err != nil:
		f.Status, f.Detail = Differs, err.Error()
	case !g.Complete:
		f.Status, f.Detail = Incomplete, held(g, report)
	case g.Open:
		_, line := g.End()
		f.Status = Incomplete
		f.Detail = fmt.Sprintf("line %d has no line feed, the writer was stopped there; the game is whole", line)
	}
	return f
}

func held(g *record.Game, r host.ReplayReport) string {
	last, line := g.End()
	text := fmt.Sprintf("%s and %s, the last event is %s in line %d",
		humanize.Plural(r.Verdict.Ply, "ply", "plies"), humanize.Plural(r.Answers, "answer", "answers"), last, line)
	if g.Cut > 0 {
		text += fmt.Sprintf(", line %d is cut", g.Cut)
	}
	return text + "; it holds as far as it goes"
}
