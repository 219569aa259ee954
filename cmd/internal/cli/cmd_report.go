package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/report"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/commandline"
	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/toolset"
	"github.com/loopline/loopline/internal/version"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/safefile"
)

// The files of a report.
const (
	reportPage   = "report.html"
	reportJSON   = "report.json"
	reportRecord = "match.jsonl"
)

// reportDrills is how many games are played to time answers; the others bound a report.
const (
	reportDrills   = 16
	maxPositions   = 100_000
	maxReportGames = 100
)

var (
	reportPageOutput = safefile.FileType{Name: "report", Match: func(start string) bool {
		return strings.HasPrefix(start, "<!doctype html>") && strings.Contains(start, `<ul class="badge">`)
	}}
	reportRecordOutput = safefile.FileType{Name: "record", Match: func(start string) bool { return record.GameOf(start) != "" }}
	reportJSONOutput   = safefile.FileType{Name: "report", Match: safefile.HasPrefix("{\n  \"format\": \"" + report.Format + `"`)}
)

type reportOptions struct {
	checkOptions
	output    string
	force     bool
	positions int
	answers   int
	matches   int
	opponent  string
}

func newReportCmd() *cobra.Command {
	var o reportOptions
	cmd := &cobra.Command{
		Use:   "report ADDR",
		Short: "Check, compare, time and play a player, and write one page about it",
		Long: `Report measures one player and writes a folder: report.html, a page that needs no
other file and can be printed, report.json with the same for programs, and
match.jsonl, the record of its match. The page says what was measured, on which
port, adapter and rate, with which versions.

It runs in four parts:
  check      the steps of "loopline check"
  positions  answers in --positions positions, each judged by the rules and compared
             with a bot. A player of Trax that knows the line -O is brought to the
             positions of golden vectors and of the openings of the check; another,
             and players of other games, to those that games lead to
  latency    the times of --answers answers, as "loopline latency" has them
  match      --match-games games against --opponent

The files are written after each part, so that an interrupted report keeps what there
is. The status is 3 if something is wrong with the player, else 1 if a part did not run
to its end, as when the player is not there. docs/report.md explains the fields.

` + player.AddressHelp,
		Example: `  loopline report serial:/dev/ttyUSB0 -o report
  loopline report sim:reference --positions 50 --answers 50
  loopline report --game chaser exec:./mybot --lang ja`,
		Args:              wantArgs(1, 1, "the ADDR of the player"),
		ValidArgsFunction: completeAddress,
		RunE:              commandline.InLanguage(checked(o.check, o.run)),
	}
	o.gameOptions.flags(cmd)
	f := cmd.Flags()
	o.limitFlags(cmd)
	f.StringVarP(&o.output, "output", "o", "report", "the folder to write, `DIR`")
	forceFlag(f, &o.force)
	f.Lookup("force").Usage = "replace the report that is in the folder"
	f.IntVar(&o.positions, "positions", 100, "positions to compare answers in; 0 is no such part")
	f.IntVar(&o.answers, "answers", 100, "answers to time; 0 is no such part")
	f.IntVar(&o.matches, "match-games", 2, "games of the match; 0 is no such part")
	f.StringVar(&o.opponent, "opponent", "bot:greedy", "the player's opponent in the match, `ADDR`")
	f.Uint64Var(&o.seed, "seed", 1, "of our opponent's moves, and of the choice of positions")
	o.trust.flagsRTL(f)
	o.trust.flagMemory(f)
	return cmd
}

func (o *reportOptions) check(address string) error {
	o.games, o.step = 4, "0"
	if err := o.checkOptions.check(address); err != nil {
		return err
	}
	if err := newOpener(&o.game, 0, time.Second, func(string) {}).CheckAddress(o.opponent); err != nil {
		return fmt.Errorf("--opponent: %w", err)
	}
	return cmp.Or(
		rangecheck.Int("--positions", o.positions, 0, maxPositions),
		rangecheck.Int("--answers", o.answers, 0, maxTimedAnswers),
		rangecheck.Int("--match-games", o.matches, 0, maxReportGames),
	)
}

// reporting is one report in the making.
type reporting struct {
	o       *reportOptions
	cmd     *cobra.Command
	address string
	report  report.Report
	show    *terminal.Stages
}

func (o *reportOptions) run(cmd *cobra.Command, address string) error {
	r := &reporting{o: o, cmd: cmd, address: address, show: terminal.NewStages(cmd.ErrOrStderr(), commandline.Language(cmd))}
	r.describe()
	if err := r.folder(); err != nil {
		return err
	}
	var err, partial error
	for _, p := range []struct {
		name say.Text
		part *report.Part
		none bool
		run  func(context.Context) error
	}{
		{say.Format("check"), &r.report.Check.Part, false, r.check},
		{say.Format("positions"), &r.report.Positions.Part, o.positions == 0, r.positions},
		{say.Format("answer times"), &r.report.Latency.Part, o.answers == 0, r.latency},
		{say.Format("match"), &r.report.Match.Part, o.matches == 0, r.match},
	} {
		switch {
		case err != nil:
			p.part.State, p.part.Why = report.NotRun, say.Word("interrupted")
		case p.none:
			p.part.State, p.part.Why = report.NotRun, say.Word("not asked for")
		default:
			r.show.Begin(p.name)
			err = r.part(p.part, p.run)
			r.show.End()
			if p.part.State == report.Partial && partial == nil {
				partial = say.Errorf("the report is incomplete: %s: %s", p.name, p.part.Why)
			}
		}
		r.report.Took = report.Seconds(time.Since(r.report.Began))
		r.report.Finish()
		if written := r.write(); written != nil {
			fmt.Fprintln(cmd.OutOrStdout(), strings.Join(r.badges(), " | ")) // the files lack it
			return errors.Join(err, written)
		}
	}
	fmt.Fprintln(cmd.OutOrStdout(), strings.Join(r.badges(), " | "))
	fmt.Fprintln(cmd.OutOrStdout(), filepath.Join(o.output, reportPage))
	if problems := r.report.Problems(); err == nil && !problems.IsZero() {
		err = &foundError{problems}
	}
	return cmp.Or(err, partial)
}

// badges are the badge line in the language of the user.
func (r *reporting) badges() []string { return r.report.Badges(commandline.Language(r.cmd)) }

// part runs a part and notes how far it came. Only the end of the command is its error: what fails in one
// part is no reason to leave out the others.
func (r *reporting) part(p *report.Part, run func(context.Context) error) error {
	ctx, began := r.cmd.Context(), time.Now()
	err := run(ctx)
	p.Took, p.State = report.Seconds(time.Since(began)), report.Done
	switch {
	case ctx.Err() != nil:
		p.State, p.Why = report.Partial, say.Word("interrupted")
		return ctx.Err()
	case err != nil:
		p.State, p.Why = report.Partial, say.TextOf(err)
	}
	return nil
}

// describe sets what is known before the player is opened.
func (r *reporting) describe() {
	l, w := &r.report, player.Wire(r.address, -1)
	l.Began, l.Game, l.Title = time.Now(), r.o.game.Name, r.o.game.Title
	l.Command = commandline.Again(r.cmd, r.address)
	l.Player = report.Player{Address: addr.DisplayName(r.address), Baud: w.Baud, Bits: w.Bits}
	l.Host = report.Host{Loopline: version.Read().String(), System: systemName(), Processors: runtime.NumCPU()}
	if load, ok := stalls.Load(); ok {
		l.Host.Load = &load
	}
	a, err := addr.Parse(r.address)
	if err != nil {
		return
	}
	l.Player.Kind = a.Scheme
	switch a.Scheme {
	case addr.SchemeSerial, addr.SchemeUSB:
		if p, ok := devices.PortOf(a); ok {
			l.Player.Port = reportPort(p)
			l.Player.Physical = p.VendorID != "" && !p.Emulated()
		}
	case addr.SchemeSim, addr.SchemeBit:
		if tool, ok := toolset.ByName("verilator"); ok {
			if found, err := tool.Look(r.cmd.Context()); err == nil {
				l.Host.Verilator = "Verilator " + found.Version
			}
		}
	}
}

// systemName is the system with its version, as far as it is known.
func systemName() string {
	name := runtime.GOOS + "/" + runtime.GOARCH
	if release, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		name += " " + strings.TrimSpace(string(release))
	}
	return name
}

func reportPort(p devices.Port) *report.Port {
	out := &report.Port{
		Device: p.Device, Driver: p.Driver, Manufacturer: p.Manufacturer, Product: p.Product, SerialNumber: p.SerialNumber,
		Channel: p.Channel, LatencyTimer: p.LatencyTimer,
	}
	if p.VendorID != "" {
		out.USB = p.VendorID + ":" + p.ProductID
	}
	if p.Board != nil {
		out.Board, out.Sure = p.Board.Name, p.Board.Certainty
	}
	return out
}

// folder makes the folder, or finds that the report can be written to one that is there.
func (r *reporting) folder() error {
	dir := r.o.output
	if err := os.Mkdir(dir, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
		return r.notWritten(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return r.notWritten(err)
	}
	for _, e := range entries {
		if !slices.Contains([]string{reportPage, reportJSON, reportRecord}, e.Name()) {
			return fmt.Errorf("--output %s: the folder holds other files, such as %.60q; name a new one", dir, e.Name())
		}
	}
	if len(entries) > 0 && !r.o.force {
		return fmt.Errorf("--output %s: the folder holds a report; name a new one, or replace it with --force", dir)
	}
	if err := r.checkFiles(); err != nil {
		return err
	}
	if len(entries) > 0 {
		for _, e := range entries {
			if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
				return r.notWritten(err)
			}
		}
	}
	r.report.Finish()
	return r.write() // now, so that a folder without room or rights is found before anything is measured
}

// checkFiles wants the files of a report that is replaced to be one.
func (r *reporting) checkFiles() error {
	return cmp.Or(
		safefile.Check(filepath.Join(r.o.output, reportPage), reportPageOutput, false),
		safefile.Check(filepath.Join(r.o.output, reportJSON), reportJSONOutput, false),
		safefile.Check(filepath.Join(r.o.output, reportRecord), reportRecordOutput, false),
	)
}

// write writes the page and the JSON of what there is.
func (r *reporting) write() error {
	var page, text bytes.Buffer
	if err := errors.Join(r.report.WritePage(&page, commandline.Language(r.cmd)), r.report.WriteJSON(&text)); err != nil {
		return err
	}
	err := cmp.Or(
		safefile.Write(filepath.Join(r.o.output, reportPage), reportPageOutput, false, page.Bytes()),
		safefile.Write(filepath.Join(r.o.output, reportJSON), reportJSONOutput, false, text.Bytes()),
	)
	if err != nil {
		return r.notWritten(err)
	}
	return nil
}

func (r *reporting) notWritten(err error) error {
	return fmt.Errorf("--output %s: %w; make room or allow writing there, or name another folder", r.o.output, err)
}

// check runs the steps of the check.
func (r *reporting) check(ctx context.Context) error {
	o, into := r.o, &r.report.Check
	taps, endings, err := openTaps("")
	if err != nil {
		return err
	}
	c := o.config(r.cmd, r.address, taps)
	defer c.Test.Opener.Close()
	watch := stalls.Start()
	defer watch.Close()
	if !simulatesTime(r.address) {
		c.Stalled = func(from, to time.Time) time.Duration { return stalls.Total(watch.Stalls(from, to), from, to) }
	}
	c.Endings = endings
	c.Progress = func(step say.Text, game, question int) {
		r.show.Tick(say.Format("%s: game %d, question %d", step, game, question))
	}
	c.Again = func(step int) string {
		return commandline.ReproCheck(r.cmd, r.address, step, "output", "force", "positions", "answers", "match-games", "opponent")
	}
	c.Report = check.NewReport(io.Discard, false)
	c.Report.OnStep = into.Add
	err = o.game.CheckPlayer(ctx, c)
	into.Rules = c.Report.Rules
	return errors.Join(err, taps.Close())
}

// test opens the player for a part of its own.
func (r *reporting) test() *descriptor.TestSetup {
	o := r.o
	t := o.test(r.cmd, r.address, &o.limits, &o.trust)
	t.Seed, t.Opener.Language, t.Stderr = o.seed, commandline.Language(r.cmd), io.Discard
	return t
}

// positions compares answers with the rules and a bot.
func (r *reporting) positions(ctx context.Context) error {
	t := &descriptor.PositionTest{
		TestSetup: r.test(), Drill: r.o.drill(), Count: r.o.positions,
		Tick: func(n int) { r.show.Tick(say.Format("%d of %d", n, r.o.positions)) },
	}
	defer t.Opener.Close()
	return r.o.game.ComparePositions(ctx, t, &r.report.Positions)
}

// latency times answers.
func (r *reporting) latency(ctx context.Context) error {
	setup := r.test()
	defer setup.Opener.Close()
	t, err := r.o.game.NewTimer(ctx, &descriptor.Timing{
		TestSetup: setup, Drill: r.o.drill(), Wire: player.Wire(r.address, -1),
	})
	if err != nil {
		return err
	}
	t.Count, t.Ticked = r.o.answers, func(n int) { r.show.Tick(say.Format("%d of %d", n, r.o.answers)) }
	t.Games = max(t.Games, r.o.answers) // the count ends it
	err = t.Time(ctx)
	timed := t.Close()
	into := &r.report.Latency
	into.Limit = report.Seconds(timed.Limit)
	if l := timed.Report(); l.Answers > 0 {
		var picture bytes.Buffer
		plot := l.Plot()
		plot.Language = commandline.Language(r.cmd)
		into.Times, err = l, errors.Join(err, plot.WriteSVG(&picture))
		into.SVG = picture.String()
	}
	return err
}

// drill returns the options of drills.
func (o *reportOptions) drill() descriptor.Drill {
	return descriptor.Drill{Limits: o.limits, Usual: reportDrills, Seed: o.seed, Flags: o.own.Of(o.game.Name)}
}

// match plays the match, and keeps its record.
func (r *reporting) match(ctx context.Context) error {
	o, into := r.o, &r.report.Match
	play := playOptions{
		gameOptions: o.gameOptions, addresses: []string{r.address, o.opponent}, games: o.matches, move: o.limits.Move, first: o.limits.First,
		handshake: o.limits.Handshake, connect: o.limits.Connect, own: o.own, credit: stallCredit{most: config.DefaultCredit}, trust: o.trust,
		record: filepath.Join(o.output, reportRecord), seed: o.seed,
	}
	if o.game.MinSeats > len(play.addresses) {
		return say.Errorf("the game needs more players than two")
	}
	s, opener, err := play.series(r.cmd)
	if err != nil {
		return err
	}
	defer opener.Close()
	into.Opponent, into.Record = addr.DisplayName(o.opponent), reportRecord
	s.Say = func(string) {} // the page has it
	watch := &matchWatcher{reporting: r}
	s.Show, s.Watch = watch, watch.game
	if err = opener.Listen(o.matches > 1, play.addresses...); err == nil {
		err = s.Play(ctx)
	}
	if err == nil && into.Void == len(into.Games) {
		err = say.Errorf("no game counts: all are void")
	}
	return errors.Join(err, s.Close())
}

// matchWatcher is a display that keeps how the games end.
type matchWatcher struct {
	*reporting
	terminal.Quiet
	seats  []host.Seat
	events []record.Event
	mine   int
}

// Begin implements terminal.Display.
func (w *matchWatcher) Begin(seats []host.Seat, title string) {
	w.seats, w.events = seats, w.events[:0]
	w.show.Tick(say.Raw(title))
}

// game notes the player's seat, which changes with each game that is not a void one's second try.
func (w *matchWatcher) game(m *host.Game) func(record.Event) {
	w.mine = (m.Match.Number - 1) % len(m.Seats)
	return func(record.Event) {}
}

// Event implements terminal.Display.
func (w *matchWatcher) Event(e record.Event) { w.events = append(w.events, e) }

// End implements terminal.Display.
func (w *matchWatcher) End(v host.Verdict) {
	g := report.Game{Seat: w.seats[w.mine].Name, Outcome: report.Lost, Reason: v.Reason, Plies: v.Ply}
	switch {
	case v.Void:
		g.Outcome, g.Detail = report.Void, say.Word(v.Detail)
	case v.Winner == w.mine:
		g.Outcome = report.Won
	case v.Winner == host.NoWinner && v.Foul == nil:
		g.Outcome = report.Drawn
	}
	if v.Foul != nil {
		g.Foul = v.Foul.Seat == w.mine
		g.Detail = v.Foul.Said()
	}
	if w.mine < len(v.Times) {
		g.Median, g.Longest = report.Seconds(v.Times[w.mine].Median), report.Seconds(v.Times[w.mine].Max)
	}
	var picture bytes.Buffer
	if w.o.game.Render(&picture, w.events, descriptor.RenderOptions{SVG: true}) == nil {
		g.Picture = picture.String()
	}
	w.report.Match.Add(g)
}
