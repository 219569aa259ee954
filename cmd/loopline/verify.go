package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/trax/contest"
)

func newVerifyCmd() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify RECORD...",
		Short: "Derive every verdict again from its record",
		Long: `Verify plays every game of the records again: the rules and the clock are
applied to what was recorded, and all that follows must come out as it stands
there. It prints a line a game. A game that was cut by the end of its host is
incomplete; it is told what it holds. - is standard input. With --json it prints
one object a game: record, line, id, status (ok, incomplete, differs, damaged),
plies, winner, reason, void, detail.

The status is 3 if a game differs or a record is damaged.`,
		Example: `  loopline verify match.jsonl`,
		Args:    wantArgs(1, -1, "the RECORD to verify"),
		RunE: func(cmd *cobra.Command, args []string) error {
			v := &verifier{out: bufio.NewWriter(cmd.OutOrStdout()), asJSON: asJSON}
			err := v.files(cmd, args)
			return flush(v.out, err)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object a game")
	return cmd
}

// The statuses of a verified game.
const (
	verifiedOK         = "ok"
	verifiedIncomplete = "incomplete"
	verifiedDiffers    = "differs"
	verifiedDamaged    = "damaged"
)

// verified is what came out for one game, or for a damaged record.
type verified struct {
	Record string  `json:"record"`
	Line   int     `json:"line"` // of the game's first event
	ID     string  `json:"id"`
	Status string  `json:"status"`
	Plies  int     `json:"plies"`
	Winner *string `json:"winner"` // as recorded
	Reason string  `json:"reason"`
	Void   bool    `json:"void"`
	Detail string  `json:"detail"`
}

// verifier verifies records and counts what comes out.
type verifier struct {
	out    *bufio.Writer
	asJSON bool
	count  map[string]int
	games  int
}

func (v *verifier) files(cmd *cobra.Command, names []string) error {
	v.count = map[string]int{}
	for _, name := range names {
		if err := v.file(cmd, name); err != nil {
			return err
		}
	}
	if !v.asJSON {
		fmt.Fprintf(v.out, "%s: %d ok, %d incomplete, %d wrong\n",
			plural(v.games, "game", "games"), v.count[verifiedOK],
			v.count[verifiedIncomplete], v.wrong())
	}
	if n := v.wrong(); n > 0 {
		return &foundError{plural(n, "game does", "games do") +
			" not hold what the record says"}
	}
	return nil
}

// wrong counts what should not be.
func (v *verifier) wrong() int { return v.count[verifiedDiffers] + v.count[verifiedDamaged] }

func (v *verifier) file(cmd *cobra.Command, name string) error {
	r, label := interruptible(cmd.Context(), cmd.InOrStdin()), "standard input"
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		r, label = f, name
	}
	text := bufio.NewReader(r)
	start, _ := text.Peek(2)
	if len(start) == 2 && start[0] != '{' && start[1] != '"' {
		return fmt.Errorf("%s: not a record, which begins with %s", label, host.RecordStart)
	}
	before := v.games
	for g, err := range host.Games(&namedReader{text, label}) {
		if cmd.Context().Err() != nil {
			return cmd.Context().Err()
		}
		var path *os.PathError
		if errors.As(err, &path) {
			return err
		}
		if err := v.print(verifyGame(&g, label, err)); err != nil {
			return err
		}
	}
	if v.games == before && len(start) > 0 {
		return v.print(verified{
			Record: label, Line: 1, Status: verifiedIncomplete,
			Detail: "no event is whole, the writer was stopped in its first line",
		})
	}
	if v.games == before {
		return fmt.Errorf("%s: no game in it; loopline play --record makes records", label)
	}
	return nil
}

// namedReader is a reader whose errors are named after its file.
type namedReader struct {
	io.Reader
	name string
}

// Name is the name for errors.
func (r *namedReader) Name() string { return r.name }

// verifyGame verifies one game, or says what is wrong with its record.
func verifyGame(g *host.RecordedGame, label string, damage error) verified {
	if damage != nil {
		return verified{Record: label, Status: verifiedDamaged, Detail: damage.Error()}
	}
	o := verified{
		Record: label, Line: g.Opening().Line, ID: g.Opening().ID, Status: verifiedOK,
	}
	report, err := contest.Verify(g)
	o.Plies = report.Verdict.Ply
	if e := g.Verdict(); e != nil {
		o.Winner, o.Reason, o.Void, o.Plies = e.Winner, e.Reason, e.Void, e.Ply
		o.Detail = e.Detail
	}
	switch {
	case err != nil:
		o.Status, o.Detail = verifiedDiffers, err.Error()
	case !g.Complete:
		o.Status, o.Detail = verifiedIncomplete, held(g, report)
	}
	return o
}

// held says what an incomplete game holds.
func held(g *host.RecordedGame, r host.Report) string {
	last := g.Last()
	text := fmt.Sprintf("%s and %s, the last event is %s in line %d",
		plural(r.Verdict.Ply, "ply", "plies"), plural(r.Answers, "answer", "answers"),
		last.Type, last.Line)
	if g.Cut > 0 {
		text += fmt.Sprintf(", line %d is cut", g.Cut)
	}
	return text + "; it holds as far as it goes"
}

func (v *verifier) print(o verified) error {
	v.games++
	v.count[o.Status]++
	if v.asJSON {
		return json.NewEncoder(v.out).Encode(o)
	}
	if o.Status == verifiedDamaged {
		_, err := fmt.Fprintf(v.out, "damaged: %s\n", o.Detail)
		return err
	}
	_, err := fmt.Fprintf(v.out, "%s:%d: %s: %s\n", o.Record, o.Line, o.Status, o.words())
	return err
}

// words is what became of the game.
func (o *verified) words() string {
	switch {
	case o.Status != verifiedOK:
		return o.Detail
	case o.Void:
		return "void: " + o.Detail
	case o.Winner == nil:
		return "nobody wins after " + strconv.Itoa(o.Plies) + " plies: " + o.Detail
	}
	return fmt.Sprintf("%s wins (%s) after %s", *o.Winner, o.Reason, plural(o.Plies, "ply", "plies"))
}
