package cli

import (
	"cmp"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/safefile"
)

// maxTimedAnswers bounds a timing run.
const maxTimedAnswers = 1_000_000

type latencyOptions struct {
	drillOptions
	count  int
	baud   int
	asJSON bool
	csv    string
	hlog   string
	force  bool
	svg    string
}

func newLatencyCmd() *cobra.Command {
	var o latencyOptions
	cmd := &cobra.Command{
		Use:   "latency ADDR",
		Short: "Time a player's answers",
		Long: `Latency plays games with a player and times each of its answers. It tells the
clock, which is what a referee counts (last byte of the question out to last
byte of the answer in), from the time of the hardware: wire time is subtracted by
arithmetic from baud rate and length, and the transport's floor as it is measured
with many -T. docs/latency.md has the definitions.

Positions are reached by playing: we play one seat, the player the other, in
turn. The built-in suite has openings, middle games, large boards and long forced
chains. --suite FILE has games in any format of "loopline replay"; we play our
side of them as long as the player plays its own.

The time of a byte follows from the baud rate of serial: and usb: addresses, or
from --baud. A link that is faster than its rate, as a pseudo-terminal is, has no
wire time. A simulated board also counts its clock cycles; its times are simulated
ones, and the two must agree.

With --game NAME a player of another game is timed, in matches with our bots, in
every seat by turns. The transport's floor is not measured then.

With --json it prints JSON Lines: an object of type answer for each answer and
one of type summary. If the player fails, what was timed until then is printed,
marked partial, and the status is 3.

` + player.AddressHelp,
		Example: `  loopline latency serial:/dev/ttyUSB0
  loopline latency serial:/dev/ttyUSB0 --games 200 --svg latency.svg --csv latency.csv
  loopline latency exec:./mybot --suite games.jsonl --json`,
		Args:              wantArgs(1, 1, "the ADDR of the player"),
		ValidArgsFunction: completeAddress,
		RunE:              checked(o.check, o.run),
	}
	o.flags(cmd, 16)
	f := cmd.Flags()
	f.IntVar(&o.count, "count", 0, "answers after which to stop; 0 plays all games")
	f.IntVar(&o.baud, "baud", -1, "bits per second of the wire, 0 for none (of the address)")
	f.BoolVar(&o.asJSON, "json", false, "print JSON Lines")
	fileFlag(f, &o.csv, "csv", "", "write a line an answer to `FILE`", csvEndings)
	fileFlag(f, &o.hlog, "hlog", "", "write a HdrHistogram log to `FILE`", hlogEndings)
	fileFlag(f, &o.svg, "svg", "", "draw the times into `FILE`", svgEndings)
	forceFlag(f, &o.force)
	return cmd
}

func (o *latencyOptions) check(address string) error {
	bauds := error(nil)
	if o.baud != -1 && o.baud != 0 {
		bauds = rangecheck.Int("--baud", o.baud, 50, 100_000_000)
	}
	if err := o.drillOptions.check(address); err != nil {
		return err
	}
	return cmp.Or(
		o.refuse(),
		rangecheck.Int("--count", o.count, 0, maxTimedAnswers),
		bauds,
	)
}

// run times the player. It reports the measured times even if it returns an error.
func (o *latencyOptions) run(cmd *cobra.Command, address string) error {
	ctx := cmd.Context()
	t, done, err := o.timer(cmd, address)
	if err != nil {
		return err
	}
	var timed *latency.Run
	var r *latency.Report
	var files safefile.Set
	for _, f := range [...]struct {
		name    string
		kind    safefile.FileType
		content func(io.Writer) error
	}{
		{o.csv, answersOutput, func(w io.Writer) error { return timed.WriteCSV(w) }},
		{o.hlog, histogramOutput, func(w io.Writer) error { return r.WriteLog(w) }},
		{o.svg, plotOutput, func(w io.Writer) error { return r.Plot().WriteSVG(w) }},
	} {
		if err := files.Create(f.name, f.kind, o.force, f.content); err != nil {
			return err
		}
	}
	out := &stream.FirstError{W: cmd.OutOrStdout()}
	if o.asJSON {
		t.Heard = func(a *latency.Sample) { stream.JSON(out, a) }
	}
	err = t.Time(ctx)
	timed = t.Close()
	done()
	if check.IsPlayerError(err) {
		err = &foundError{say.TextOf(err)}
	}
	if r = timed.Report(); r.Answers == 0 {
		files.Discard()
	}
	if r.Answers > 0 || err == nil {
		if o.asJSON {
			stream.JSON(out, r)
		} else {
			r.Print(out, terminal.StyleOf(cmd.OutOrStdout()).Fancy || terminal.SpeaksUTF8())
		}
	}
	err = errors.Join(err, files.Finish(), out.Err())
	if err == nil && r.Cycles != nil && r.Cycles.Outside > 0 {
		err = &foundError{say.Raw(humanize.Plural(r.Cycles.Outside, "answer", "answers") +
			" took other than their clock cycles say, beyond the uncertainty")}
	}
	return err
}

// timer times the player at an address. Done ends its progress line.
func (o *latencyOptions) timer(cmd *cobra.Command, address string) (t *latency.Timer, done func(), err error) {
	t, err = o.game.NewTimer(cmd.Context(), &descriptor.Timing{
		TestSetup: o.test(cmd, address), Drill: o.Drill, Wire: player.Wire(address, o.baud), Open: anyGamesOpener(cmd),
	})
	if err != nil {
		return nil, nil, err
	}
	show := terminal.NewTicker(cmd.ErrOrStderr(), "answers timed")
	t.Count, t.Ticked = o.count, show.Tick
	return t, show.Done, nil
}
