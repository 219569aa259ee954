package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/host/capture"
	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/vfs"
	"github.com/loopline/loopline/safefile"
)

func newRecordCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "record",
		Short: "Draw the bytes of a record, and compare them with a logic analyser's",
		Args:  wantArgs(0, 0, ""),
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newRecordVCDCmd())
	return cmd
}

type recordVCDOptions struct {
	gameInRecord
	baud    int
	output  string
	force   bool
	against string
	tx, rx  string
}

var vcdOutput = safefile.FileType{Name: "waveform", Match: safefile.HasPrefix("$"), Stream: true}

func newRecordVCDCmd() *cobra.Command {
	var o recordVCDOptions
	cmd := &cobra.Command{
		Use:   "vcd RECORD",
		Short: "Write a game's bytes as a waveform, or compare them with a capture",
		Long: `Vcd writes the bytes that a seat was sent (tx) and that it sent (rx) in a recorded
game as a waveform in VCD, at their stamps: a line that was sent ends at its stamp
"drained", a line of the player at its stamp "last".

--against compares them with what a logic analyser saw on the two wires: a capture
by sigrok-cli or PulseView (.sr). It prints by how much the host's stamps are later
than the bytes on the wire. The clocks are joined where the median of tx is 0, so rx
shows what the host, the USB and the driver add to each answer.`,
		Example: `  loopline record vcd final.jsonl --game 3 -o game3.vcd
  loopline record vcd final.jsonl --against capture.sr --tx D0 --rx D1`,
		Args: wantArgs(1, 1, "the RECORD of the game"),
		RunE: checked(o.check, o.run),
	}
	f := cmd.Flags()
	o.flags(f)
	f.IntVar(&o.baud, "baud", 115200, "the bit rate of the wire")
	fileFlag(f, &o.output, "output", "o", "write to `FILE` instead of standard output", []string{".vcd", ".txt"})
	forceFlag(f, &o.force)
	f.StringVar(&o.against, "against", "", "compare with the capture in `FILE`")
	f.StringVar(&o.tx, "tx", "D0", "`CHANNEL` of the capture on the wire to the board")
	f.StringVar(&o.rx, "rx", "D1", "`CHANNEL` of the capture on the wire from the board")
	return cmd
}

func (o *recordVCDOptions) check(string) error {
	long := error(nil)
	if o.against != "" && o.output != "" {
		long = errors.New("--against prints a comparison; leave --output out")
	}
	return cmp.Or(long, rangecheck.Int("--baud", o.baud, 50, 100_000_000), o.gameInRecord.check())
}

func (o *recordVCDOptions) run(cmd *cobra.Command, name string) error {
	recorded, g, err := o.recorded(cmd, name)
	if err != nil {
		return err
	}
	seat, err := o.seatOf(recorded)
	if err != nil {
		return err
	}
	baud := float64(o.baud)
	w := capture.Of(recorded, seat, baud, g.Lines.Dialect.End())
	switch {
	case o.against != "":
		return o.compare(cmd, w, recorded.Header().Seats[seat].Name)
	case o.output == "" || o.output == "-":
		return w.WriteVCD(cmd.OutOrStdout(), baud)
	}
	var files safefile.Set
	if err := files.Create(o.output, vcdOutput, o.force, func(f io.Writer) error { return w.WriteVCD(f, baud) }); err != nil {
		return err
	}
	return files.Finish()
}

// compare prints by how much the stamps are later than a capture.
func (o *recordVCDOptions) compare(cmd *cobra.Command, w capture.Wire, seat string) error {
	f, err := vfs.OpenRegular(o.against)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var seen [2][]capture.Sampled
	c, err := capture.ReadSigrok(f, info.Size())
	for i, channel := range []string{o.tx, o.rx} {
		if err == nil {
			seen[i], err = c.Bytes(channel, float64(o.baud))
		}
	}
	var found capture.Comparison
	if err == nil {
		found, err = capture.Compare(w, seen[0], seen[1], c.Rate)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", o.against, err)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "stamps of %s later than the wire, clocks joined at the median of tx:\n"+
		"tx (drained)  %v\nrx (last)     %v\n%d bytes of the capture before the game\n", seat, found.TX, found.RX, found.Skipped)
	return err
}
