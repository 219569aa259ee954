package audit

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/humanize"
)

// Printer audits records and prints a line a game, or with JSON an object.
type Printer struct {
	Auditor Auditor
	Out     io.Writer
	JSON    bool

	found int
	count map[string]int // by status
}

// Record audits the record that r holds; errors call it by its label. It returns an
// error of ctx, of reading or of writing only: it reports faults of the games through
// Found.
func (p *Printer) Record(ctx context.Context, r io.Reader, label string) error {
	text := bufio.NewReader(r)
	if err := looksRight(text, label); err != nil {
		return err
	}
	for f, err := range p.Auditor.Record(record.Named(text, label)) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			err = p.print(&f)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// looksRight wants something that begins as a record may. Of other files one
// clear sentence says more than the first byte that is wrong.
func looksRight(text *bufio.Reader, label string) error {
	start, err := text.Peek(1)
	switch {
	case errors.Is(err, io.EOF):
		return fmt.Errorf("%s: no game in it; loopline play --record makes records", label)
	case err != nil:
		return err
	case start[0] != '{' && start[0] != 0xef && start[0] > ' ':
		return fmt.Errorf("%s: not a record, which begins with %s", label, record.GameStart)
	}
	return nil
}

func (p *Printer) print(f *Finding) error {
	if p.count == nil {
		p.count = map[string]int{}
	}
	p.found++
	p.count[f.Status]++
	if p.JSON {
		return json.NewEncoder(p.Out).Encode(f)
	}
	_, err := fmt.Fprintln(p.Out, f)
	return err
}

// Sum prints how many games are ok, incomplete and wrong, unless JSON is set.
func (p *Printer) Sum() error {
	if p.JSON {
		return nil
	}
	_, err := fmt.Fprintf(p.Out, "%s: %d ok, %d incomplete, %d wrong\n", humanize.Plural(p.found, "game", "games"),
		p.count[OK], p.count[Incomplete], p.wrong())
	return err
}

// wrong counts what should not be.
func (p *Printer) wrong() int { return p.count[Differs] + p.count[Damaged] }

// Problem describes what is wrong with the records, empty if nothing is. A game
// without its end is not, where that is allowed.
func (p *Printer) Problem(allowIncomplete bool) string {
	if n := p.wrong(); n > 0 {
		return humanize.Plural(n, "game does", "games do") + " not hold what the record says"
	}
	if n := p.count[Incomplete]; n > 0 && !allowIncomplete {
		return humanize.Plural(n, "game or match is", "games or matches are") +
			" incomplete; --allow-incomplete takes that"
	}
	return ""
}
