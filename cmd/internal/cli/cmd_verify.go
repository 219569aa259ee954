package cli

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/host/audit"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/say"
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
		Short: "Replay records and check every verdict",
		Long: `Verify replays every game of the records through the rules and the clock, and
reports the first event that differs. The games of a record must be those that were
played, in their order, and every byte of it must be understood. It prints a line a
game. - is standard input. With --json it prints one object a game: record, line, id, status (ok,
incomplete, differs, damaged), plies, winner, reason, void, detail.

A game that was cut by the end of its host is incomplete; verify reports its length.
A match with fewer games than planned is incomplete too.

The hash chain shows that a record is intact, not that it is genuine: anyone can
forge a whole record. Publish the final sum that play prints, and compare it with
--final-sum.
docs/record.md says what verify promises and what it does not.

The status is 3 if a game differs, a record is damaged or does not end with the
sum, or a game or a match is incomplete and --allow-incomplete is not given.`,
		Example: `  loopline verify match.jsonl
  loopline verify --final-sum 2f9c4f8e0d3b1a6758c0e1d2f3a4b5c6 match.jsonl`,
		Args: wantArgs(1, -1, "the RECORD to verify"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(args); err != nil {
				return &usageError{cmd.CommandPath(), say.TextOf(err)}
			}
			return o.run(cmd, args)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.asJSON, "json", false, "print a JSON object a game")
	f.StringVar(&o.sum, "final-sum", "", "the final sum of the record, in `HEX`, as play printed it")
	f.BoolVar(&o.allowIncomplete, "allow-incomplete", false, "accept games and matches without an end")
	return cmd
}

func (o *verifyOptions) check(args []string) error {
	switch {
	case o.sum == "":
	case len(args) > 1:
		return fmt.Errorf("--final-sum checks one RECORD, not %d", len(args))
	case !record.IsSum(strings.ToLower(o.sum)):
		return fmt.Errorf("--final-sum %.60q is not the sum of a record; write its 32 hexadecimal digits", o.sum)
	}
	return nil
}

func (o *verifyOptions) run(cmd *cobra.Command, names []string) error {
	out := bufio.NewWriter(cmd.OutOrStdout())
	p := audit.Printer{Auditor: audit.Auditor{Verify: games.Verify, Sum: o.sum}, Out: out, JSON: o.asJSON}
	for _, name := range names {
		in, label, err := openInput(cmd, name)
		if err == nil {
			err = p.Record(cmd.Context(), in, label)
			in.Close()
		}
		if err != nil {
			return flush(out, err)
		}
	}
	if err := flush(out, p.Sum()); err != nil {
		return err
	}
	return found(p.Problem(o.allowIncomplete))
}
