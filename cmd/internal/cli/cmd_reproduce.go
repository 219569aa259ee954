package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/vfs"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/reproduce"
)

// maxSeeds bounds the power-up states of reproduce.
const maxSeeds = 100_000

type reproduceOptions struct {
	gameInRecord
	is       string
	seeds    int
	jitter   time.Duration
	idle     time.Duration
	slack    time.Duration
	wave     string
	force    bool
	output   string
	minimise bool
	netlist  bool
	bits     string
	trust    trustOptions
}

func newReproduceCmd() *cobra.Command {
	var o reproduceOptions
	cmd := &cobra.Command{
		Use:   "reproduce RECORD --is BOARD",
		Short: "Send a recorded game's bytes to a simulated board, and say where the fault is",
		Long: `Reproduce sends the design of a board exactly the bytes that the board was sent in
a recorded game, at the recorded times, and compares each answer, byte for byte
and in time. It does so from many power-up states, each a clock cycle later than
the one before, and with the host's clock off. Then it says whether the design
answers as the board did: then the fault is in the RTL, and --wave shows it; or
whether it answers otherwise, and where to look.

If the RTL answers otherwise from every power-up state, --netlist also sends them to what
Yosys makes of it for an iCE40, and --bitstream to a bitstream of it: the first that
answers as the board did is where the fault came in. A bitstream has but one power-up
state, so it is sent few times.

BOARD is sim:DIR?OPTIONS, as for "loopline sim board", or bit:FILE?OPTIONS. The
seat is the only one with a board, or else the one that lost by a foul, or lost, unless
--seat names another. If nothing was
sent for longer than --idle, only that much of the silence is simulated; --idle 0
simulates all.

--output makes a folder for a team-mate: what was found, the game, its moves, the
position, the waveform with a save file for GTKWave, and the command. --minimise
also plays the game again with fewer moves of the opponents, as long as the design
commits the same foul, and puts the shortest game there.

The status is 3 if the design answers otherwise from any power-up state.`,
		Example: `  loopline reproduce final.jsonl --game 3 --is 'sim:path/to/dir?top=my_top&clk=12e6'
  loopline reproduce final.jsonl --is sim:mine --seeds 1000 -o case --minimise
  loopline reproduce final.jsonl --is sim:mine --netlist --bitstream 'top.bin?pcf=board.pcf'`,
		Args: wantArgs(1, 1, "the RECORD of the game"),
		RunE: checked(o.check, o.run),
	}
	f := cmd.Flags()
	f.StringVar(&o.is, "is", "", "the design of the board: `BOARD`")
	o.flags(f)
	f.IntVar(&o.seeds, "seeds", 100, "power-up states")
	f.DurationVar(&o.jitter, "jitter", 0, "move each line by up to this, either way, by the seed")
	f.DurationVar(&o.idle, "idle", 5*time.Millisecond, "longest silence between an answer and the next line; 0 is as recorded")
	f.DurationVar(&o.slack, "tolerance", 50*time.Millisecond, "by how much answers may take longer or shorter than recorded")
	fileFlag(f, &o.wave, "wave", "", "write a waveform around the ply to `FILE`", sim.WaveEndings())
	forceFlag(f, &o.force)
	f.StringVarP(&o.output, "output", "o", "", "make a folder `DIR` with all that was found")
	f.BoolVar(&o.minimise, "minimise", false, "find a shorter game with the same foul")
	f.BoolVar(&o.netlist, "netlist", false, "if the RTL answers otherwise, try it after synthesis for an iCE40")
	f.StringVar(&o.bits, "bitstream", "", "then try the bitstream in `FILE?pcf=FILE`; clk, baud and pins are those of --is")
	o.trust.flagsRTL(f)
	return cmd
}

func (o *reproduceOptions) check(string) error {
	if o.is == "" {
		return errors.New("--is is missing: the design of the board, such as --is sim:path/to/dir")
	}
	a, err := sim.ParseBoard(o.is)
	if err == nil && a.Bitstream != nil && (o.netlist || o.bits != "") {
		err = errors.New("--netlist and --bitstream come after RTL; name it with --is sim:DIR")
	}
	if err == nil && o.bits != "" {
		_, err = sim.ParseBitstream(o.bits)
	}
	long := error(nil)
	for _, d := range []time.Duration{o.jitter, o.idle, o.slack} {
		if d < 0 || d > time.Hour {
			long = errors.New("--jitter, --idle and --tolerance are from 0 to 1h")
		}
	}
	if o.minimise && o.output == "" {
		long = errors.New("--minimise needs --output: the folder for the game that it finds")
	}
	return cmp.Or(err, long, rangecheck.Int("--seeds", o.seeds, 1, maxSeeds), o.gameInRecord.check())
}

func (o *reproduceOptions) run(cmd *cobra.Command, name string) error {
	ctx := cmd.Context()
	recorded, g, err := o.recorded(cmd, name)
	if err != nil {
		return err
	}
	seat, err := o.seatOf(recorded)
	if err != nil {
		return err
	}
	s, err := reproduce.Read(recorded, seat, o.idle, g.Lines.Dialect.End())
	if err != nil {
		return err
	}
	if o.output != "" {
		if err := newFolder(o.output); err != nil {
			return err
		}
		o.wave = cmp.Or(o.wave, filepath.Join(o.output, "wave.fst"))
	}
	if o.wave != "" {
		if err := sim.CheckWave(o.wave, o.force); err != nil {
			return err
		}
	}
	c := &reproduction{o: o, cmd: cmd, game: g, stimulus: s, builder: newBuilder(cmd, &o.trust)}
	if err := c.levels(ctx); err != nil {
		return err
	}
	var text bytes.Buffer
	c.report(&text)
	if _, err := cmd.OutOrStdout().Write(text.Bytes()); err != nil {
		return err
	}
	if err := c.writeWave(ctx); err != nil {
		return err
	}
	if o.output != "" {
		if err := c.folder(ctx, name, text.Bytes()); err != nil {
			return err
		}
	}
	if first := c.results[0]; first.Same() < len(first.Replays) {
		return &foundError{say.Raw("the design does not answer as recorded from every power-up state")}
	}
	return nil
}

type reproduction struct {
	o        *reproduceOptions
	cmd      *cobra.Command
	game     *descriptor.Descriptor
	stimulus *reproduce.Stimulus
	builder  *model.Builder
	results  []*reproduce.Result
	rtl      sim.BoardConfig
}

// levels sends the game to the levels of the design, from the RTL on until one answers as
// recorded.
func (c *reproduction) levels(ctx context.Context) error {
	a, err := sim.ParseBoard(c.o.is)
	if err != nil {
		return err
	}
	if c.rtl, err = player.BoardConfig(ctx, c.builder, a, c.game.BoardDesign); err != nil {
		return err
	}
	c.rtl.Wave = ""
	level, seeds := reproduce.RTL, c.o.seeds
	if a.Bitstream != nil {
		level, seeds = reproduce.Bitstream, min(seeds, bitstreamSeeds)
	}
	model, err := c.level(ctx, level, c.rtl, seeds)
	if err != nil || c.results[0].Same() > 0 {
		return err
	}
	given := c.rtl.Pins
	c.rtl.Pins = model.Pins()
	if c.o.netlist {
		config, err := sim.Synthesise(ctx, c.builder, c.rtl)
		if err != nil {
			return err
		}
		if _, err := c.level(ctx, reproduce.Netlist, config, min(c.o.seeds, bitstreamSeeds)); err != nil || c.results[1].Same() > 0 {
			return err
		}
	}
	if c.o.bits == "" {
		return nil
	}
	bits, err := sim.ParseBitstream(c.o.bits)
	if err != nil {
		return err
	}
	config := c.rtl
	config.Params, config.Pins = nil, given
	if config, err = sim.Unpack(ctx, c.builder, config, *bits.Bitstream); err == nil {
		_, err = c.level(ctx, reproduce.Bitstream, config, min(c.o.seeds, bitstreamSeeds))
	}
	return err
}

// bitstreamSeeds is how often a game is sent to a netlist or a bitstream, whose flip-flops
// start as they are configured.
const bitstreamSeeds = 4

func (c *reproduction) level(ctx context.Context, name string, config sim.BoardConfig, seeds int) (*sim.BoardModel, error) {
	model, err := sim.BuildBoard(ctx, c.builder, config)
	if err != nil {
		return nil, err
	}
	if len(c.results) == 0 {
		for _, note := range model.Notes() {
			fmt.Fprintln(c.cmd.ErrOrStderr(), "loopline:", note)
		}
	}
	return model, c.try(ctx, reproduce.Level{Name: name, Model: model}, seeds)
}

func (c *reproduction) try(ctx context.Context, l reproduce.Level, seeds int) error {
	ticker := terminal.NewTicker(c.cmd.ErrOrStderr(), "games sent to the "+l.Name)
	r, err := c.stimulus.Try(ctx, l, reproduce.Options{
		Lines: c.game.Lines, Seeds: seeds, Jitter: c.o.jitter, Tolerance: c.o.slack, Progress: ticker.Tick,
	})
	ticker.Done()
	if err == nil {
		c.results = append(c.results, r)
	}
	return err
}

func (c *reproduction) report(w io.Writer) {
	s := c.stimulus
	header := s.Game.Header()
	seat := header.Seats[s.Seat]
	fmt.Fprintf(w, "record     %s, game %d: %s (%s)\n", s.Game.Name, c.o.number, seat.Name, seat.Address)
	if where, what := s.Fault(); where != "" {
		fmt.Fprintf(w, "foul       %s: %s\n", where, what)
	}
	cut := ""
	if s.Cut > 0 {
		cut = fmt.Sprintf(", %s shortened to %v", humanize.Plural(s.Cut, "silence", "silences"), c.o.idle)
	}
	fmt.Fprintf(w, "sent       %s%s\n", humanize.Plural(len(s.Steps), "line", "lines"), cut)
	for _, r := range c.results {
		for i, line := range s.Summary(r) {
			title := ""
			if i == 0 {
				title = r.Level
			}
			fmt.Fprintf(w, "%-10s %s\n", title, line)
		}
	}
	if text := c.results[0].First().TimesText(); text != "" {
		fmt.Fprintf(w, "times      %s\n", text)
	}
	fmt.Fprintf(w, "\n%s\n", s.Conclusion(c.results))
}

// shown returns the step to look at, and the conditions in which the RTL comes to it.
func (c *reproduction) shown() (step int, from reproduce.Conditions) {
	first := c.results[0].First()
	if first.Differs != nil {
		return first.Differs.Step, first.Conditions
	}
	return len(c.stimulus.Steps) - 1, first.Conditions
}

// writeWave writes the waveform around the step to look at.
func (c *reproduction) writeWave(ctx context.Context) error {
	if c.o.wave == "" {
		return nil
	}
	config := c.rtl
	config.Wave = c.o.wave
	if c.o.force {
		if err := os.Remove(c.o.wave); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	model, err := sim.BuildBoard(ctx, c.builder, config)
	if err != nil {
		return err
	}
	step, from := c.shown()
	return c.stimulus.Wave(ctx, model, c.game.Lines, from, step)
}

// newFolder makes a folder, which may be there if it is empty.
func newFolder(name string) error {
	if entries, err := os.ReadDir(name); err == nil && len(entries) == 0 {
		return nil
	} else if err == nil {
		return fmt.Errorf("--output %s: the folder holds files; name a new one", name)
	}
	return os.Mkdir(name, 0o755)
}

// folder writes what a team-mate needs.
func (c *reproduction) folder(ctx context.Context, name string, report []byte) error {
	dir, s := c.o.output, c.stimulus
	write := func(file string, text []byte) error { return os.WriteFile(filepath.Join(dir, file), text, 0o644) }
	step, _ := c.shown()
	errs := []error{
		write("report.txt", report),
		write("lines.txt", lines(s)),
		write("command.txt", []byte(c.command(name))),
	}
	var picture bytes.Buffer
	moves := 0
	if ply := s.Steps[step].Ply; ply > 1 {
		moves = ply - 1
	}
	if err := c.game.Render(&picture, s.Game.Events, descriptor.RenderOptions{SVG: true, Moves: moves}); err == nil {
		errs = append(errs, write("position.svg", picture.Bytes()))
	}
	if text := moveList(s.Game); text != "" {
		errs = append(errs, write("moves.txt", []byte(text)))
	}
	if name != "-" {
		errs = append(errs, c.excerpt(name))
	}
	if c.o.minimise {
		errs = append(errs, c.shorten(ctx))
	}
	return errors.Join(errs...)
}

// excerpt writes the game as a record of its own.
func (c *reproduction) excerpt(name string) error {
	f, err := vfs.OpenRegular(name) // a pipe was read to its end before
	if err != nil {
		return err
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	from, to, line := 0, len(text), 0
	_, end := c.stimulus.Game.End()
	at := 0
	for part := range bytes.Lines(text) {
		if line++; line == c.stimulus.Game.Header().Line {
			from = at
		}
		if at += len(part); line == end {
			to = at
		}
	}
	r, err := record.Excerpt(bytes.NewReader(text), int64(from), int64(to), int64(len(text)))
	if err != nil {
		return err
	}
	cut, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(c.o.output, "game.jsonl"), cut, 0o644)
}

// command returns the line that does the same again.
func (c *reproduction) command(name string) string {
	words := []string{"loopline", "reproduce", name, "--game", fmt.Sprint(c.o.number), "--is", c.o.is}
	c.cmd.Flags().Visit(func(f *pflag.Flag) {
		if !slices.Contains([]string{"is", "game", "output", "wave", "force"}, f.Name) {
			words = append(words, "--"+f.Name+"="+f.Value.String())
		}
	})
	for i, w := range words {
		words[i] = humanize.ShellWord(w)
	}
	return strings.Join(words, " ") + "\n"
}

// lines returns the lines that passed, for people.
func lines(s *reproduce.Stimulus) []byte {
	var text bytes.Buffer
	for i := range s.Steps {
		step := &s.Steps[i]
		fmt.Fprintf(&text, "%-12s > %q\n", step.Where(), step.Bytes)
		for _, l := range step.Lines {
			fmt.Fprintf(&text, "%-12s < %q after %v\n", "", l.Text, l.Used)
		}
		if step.Fault != "" {
			fmt.Fprintf(&text, "%-12s < %q, then %s\n", "", step.Partial, step.Fault)
		}
	}
	return text.Bytes()
}

// moveList returns the moves of a game whose plies are noted.
func moveList(g *record.Game) string {
	var moves []string
	for i := range g.Events {
		if e := &g.Events[i]; e.Type == record.EventNote && e.Name == "ply" {
			var ply struct{ Move string }
			_ = json.Unmarshal(e.Data, &ply)
			moves = append(moves, ply.Move)
		}
	}
	if len(moves) == 0 || slices.Contains(moves, "") {
		return ""
	}
	return strings.Join(moves, " ") + "\n"
}

// shorten finds a shorter game, and writes it.
func (c *reproduction) shorten(ctx context.Context) error {
	first := c.results[0].First()
	if first.Differs != nil {
		return errors.New("--minimise: the RTL does not answer as recorded, so there is nothing to shorten with it")
	}
	model, err := sim.BuildBoard(ctx, c.builder, c.rtl)
	if err != nil {
		return err
	}
	short, err := c.game.Shorten(ctx, c.stimulus.Game, c.stimulus.Seat, func() (host.Player, io.Closer, error) {
		board, err := model.WithConditions(first.Seed, first.Skew).Start(ctx)
		if err != nil {
			return nil, nil, err
		}
		p, err := sim.NewPlayer(ctx, board, c.game.Lines, nil, nil)
		return p, p, err
	})
	if err != nil {
		return fmt.Errorf("--minimise: %w", err)
	}
	file := filepath.Join(c.o.output, "shortest.jsonl")
	fmt.Fprintf(c.cmd.OutOrStdout(), "shortest: %d of the opponents' %d moves show the same foul: %s\n", short.Kept, short.Of, file)
	return os.WriteFile(file, short.Record, 0o644)
}
