package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

// Bounds of a timing run.
const (
	maxTimedAnswers = 1_000_000
	maxFloorCount   = 100_000
)

type latencyOptions struct {
	drillOptions
	count  int
	floor  int
	baud   int
	asJSON bool
	csv    string
	hlog   string
	svg    string
}

func newLatencyCmd() *cobra.Command {
	var o latencyOptions
	cmd := &cobra.Command{
		Use:   "latency ADDR",
		Short: "Time a player's answers",
		Long: `Latency plays games with a player and times each of its answers. It tells the
clock, which is what a referee counts (last byte of the question out to last
byte of the answer in), from the time of the hardware: wire time is taken out by
arithmetic from baud rate and length, and the transport's floor as it is measured
with many -T. docs/latency.md has the definitions.

Positions are reached by playing: we play one seat, the player the other, in
turn. The built-in suite has openings, middle games, large boards and long forced
chains. --suite FILE has games in any format of "loopline replay"; we play our
side of them as long as the player plays its own.

The time of a byte is that of serial: and usb: addresses, unless --baud says
otherwise. A link that is faster than its rate, as a pseudo-terminal is, has no
wire time. A simulated board also counts its clock cycles; its times are simulated
ones, and the two must agree.

With --json it prints JSON Lines: an object of type answer for each answer and
one of type summary. If the player fails, what was timed until then is printed,
marked partial, and the status is 3.

` + addressHelp,
		Example: `  loopline latency serial:/dev/ttyUSB0
  loopline latency serial:/dev/ttyUSB0 --games 200 --svg latency.svg --csv latency.csv
  loopline latency exec:./mybot --suite games.jsonl --json`,
		Args:              wantArgs(1, 1, "the ADDR of the player"),
		ValidArgsFunction: completeAddress,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(args[0]); err != nil {
				return &usageError{cmd.CommandPath(), err.Error()}
			}
			return o.run(cmd, args[0])
		},
	}
	f := cmd.Flags()
	o.flags(f, 16)
	f.IntVar(&o.count, "count", 0, "answers after which to stop; 0 plays all games")
	f.IntVar(&o.floor, "floor-count", 200, "-T that measure the transport's floor; 0 measures none")
	f.IntVar(&o.baud, "baud", -1, "bits per second of the wire, 0 for none (of the address)")
	f.BoolVar(&o.asJSON, "json", false, "print JSON Lines")
	f.StringVar(&o.csv, "csv", "", "write a line an answer to `FILE`")
	f.StringVar(&o.hlog, "hlog", "", "write a HdrHistogram log to `FILE`")
	f.StringVar(&o.svg, "svg", "", "draw the times into `FILE`")
	return cmd
}

func (o *latencyOptions) check(address string) error {
	if err := o.drillOptions.check(address); err != nil {
		return err
	}
	if o.count < 0 || o.count > maxTimedAnswers {
		return fmt.Errorf("--count %d is outside 0 to %d", o.count, maxTimedAnswers)
	}
	if o.floor < 0 || o.floor > maxFloorCount {
		return fmt.Errorf("--floor-count %d is outside 0 to %d", o.floor, maxFloorCount)
	}
	if o.baud != -1 && o.baud != 0 && (o.baud < 50 || o.baud > 100_000_000) {
		return fmt.Errorf("--baud %d is outside 50 to 100000000", o.baud)
	}
	return nil
}

// run times the player. What was timed is reported whatever ended the run.
func (o *latencyOptions) run(cmd *cobra.Command, address string) error {
	ctx := cmd.Context()
	suite := builtinSuite()
	if o.suite != "" {
		var err error
		if suite, err = readSuite(ctx, o.suite, cmd.InOrStdin()); err != nil {
			return err
		}
	}
	files, err := o.createFiles()
	if err != nil {
		return err
	}
	out := &safeWriter{w: cmd.OutOrStdout()}
	t := newTimer(o, address, cmd.ErrOrStderr())
	if o.asJSON {
		t.heard = func(s *timedAnswer) { writeJSON(out, s.json()) }
	}
	err = t.run(ctx, suite)
	t.close()
	r := t.report()
	if r.Answers > 0 || err == nil {
		if o.asJSON {
			writeJSON(out, r)
		} else {
			r.print(out, newPainter(cmd.OutOrStdout()).fancy || speaksUTF8())
		}
	}
	err = errors.Join(err, files.finish(t, r), out.failed())
	if err == nil && r.Cycles != nil && r.Cycles.Outside > 0 {
		err = &foundError{plural(r.Cycles.Outside, "answer", "answers") +
			" took other than their clock cycles say, beyond the uncertainty"}
	}
	return err
}
