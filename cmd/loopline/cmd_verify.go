package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/audit"
	"github.com/loopline/loopline/internal/phrase"
	"github.com/loopline/loopline/internal/stream"
)

type verifyOptions struct {
	asJSON          bool
	sum             string
	allowIncomplete bool
}

func newVerifyCmd() *cobra.Command {
	var o verifyOptions
	cmd := &cobra.Command{
		Use:   "verify RECORD...",
		Short: "Derive every verdict again from its record",
		Long: `Verify plays every game of the records again: the rules and the clock are
applied to what was recorded, and all that follows must come out as it stands
there. The games of a record must be those that were played, in their order, and
every byte of it must be understood. It prints a line a game. - is standard
input. With --json it prints one object a game: record, line, id, status (ok,
incomplete, differs, damaged), plies, winner, reason, void, detail.

A game that was cut by the end of its host is incomplete; it is told what it
holds. So is a match that has fewer games than it was to have.

Who can write a record can also write its sums, and make up a match that was
never played, if nobody kept the final sum that play prints: --sum compares it.
docs/record.md says what verify promises and what it does not.

The status is 3 if a game differs, a record is damaged or does not end with the
sum, or a game or a match is incomplete and --allow-incomplete is not given.`,
		Example: `  loopline verify match.jsonl
  loopline verify --sum 2f9c4f8e0d3b1a6758c0e1d2f3a4b5c6 match.jsonl`,
		Args: wantArgs(1, -1, "the RECORD to verify"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(args); err != nil {
				return &usageError{cmd.CommandPath(), err.Error()}
			}
			v := &verifier{o: &o, out: bufio.NewWriter(cmd.OutOrStdout()), count: map[string]int{}}
			err := v.files(cmd, args)
			return flush(v.out, err)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.asJSON, "json", false, "print a JSON object a game")
	f.StringVar(&o.sum, "sum", "", "the final sum of the record, in `HEX`, as play printed it")
	f.BoolVar(&o.allowIncomplete, "allow-incomplete", false, "a game or a match without an end is no failure")
	return cmd
}

func (o *verifyOptions) check(args []string) error {
	switch {
	case o.sum == "":
	case len(args) > 1:
		return fmt.Errorf("--sum is that of one RECORD, not of %d", len(args))
	case !host.IsSum(strings.ToLower(o.sum)):
		return fmt.Errorf("--sum %.60q is no sum of a record, which has 32 hexadecimal digits", o.sum)
	}
	return nil
}

// verifier verifies records and counts what comes out.
type verifier struct {
	o     *verifyOptions
	out   *bufio.Writer
	count map[string]int
	found int
}

func (v *verifier) files(cmd *cobra.Command, names []string) error {
	for _, name := range names {
		if err := v.file(cmd, name); err != nil {
			return err
		}
	}
	if !v.o.asJSON {
		fmt.Fprintf(v.out, "%s: %d ok, %d incomplete, %d wrong\n", phrase.Plural(v.found, "game", "games"),
			v.count[audit.OK], v.count[audit.Incomplete], v.wrong())
	}
	if n := v.wrong(); n > 0 {
		return &foundError{phrase.Plural(n, "game does", "games do") + " not hold what the record says"}
	}
	if n := v.count[audit.Incomplete]; n > 0 && !v.o.allowIncomplete {
		return &foundError{phrase.Plural(n, "game or match is", "games or matches are") +
			" incomplete; --allow-incomplete takes that"}
	}
	return nil
}

// wrong counts what should not be.
func (v *verifier) wrong() int { return v.count[audit.Differs] + v.count[audit.Damaged] }

func (v *verifier) file(cmd *cobra.Command, name string) error {
	r, label := stream.Interruptible(cmd.Context(), cmd.InOrStdin()), "standard input"
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		r, label = f, name
	}
	text := bufio.NewReader(r)
	if err := v.looksRight(text, label); err != nil {
		return err
	}
	a := audit.Auditor{Verify: games.Verify, Sum: v.o.sum}
	for f, err := range a.Record(&namedReader{text, label}) {
		if cmd.Context().Err() != nil {
			return cmd.Context().Err()
		}
		if err == nil {
			err = v.print(&f)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// looksRight wants something that begins as a record may. Of other files one
// clear sentence says more than the first byte that is wrong.
func (v *verifier) looksRight(text *bufio.Reader, label string) error {
	start, err := text.Peek(1)
	switch {
	case errors.Is(err, io.EOF):
		return fmt.Errorf("%s: no game in it; loopline play --record makes records", label)
	case err != nil:
		return err
	case start[0] != '{' && start[0] != 0xef && start[0] > ' ':
		return fmt.Errorf("%s: not a record, which begins with %s", label, host.RecordStart)
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

func (v *verifier) print(f *audit.Finding) error {
	v.found++
	v.count[f.Status]++
	if v.o.asJSON {
		return json.NewEncoder(v.out).Encode(f)
	}
	_, err := fmt.Fprintln(v.out, f)
	return err
}
