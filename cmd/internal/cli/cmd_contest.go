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
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/contest/command"
	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/desk"
	"github.com/loopline/loopline/contest/director"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/contestpages"
	"github.com/loopline/loopline/contest/live/seat"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/contests"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/internal/commandline"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/junit"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/internal/version"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/safefile"
	"github.com/loopline/loopline/sandbox"
)

func newContestCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "contest",
		Short: "Run a contest day: groups, Swiss, knockout, at several tables",
		Long: `Contest runs a day of matches from one file, in which the organiser names the game,
the entrants and the stages. The day is a folder: the file, the decisions, a line
each, and a record for each match. A run that was stopped or killed goes on with the
same command; nothing but the games in play is lost. docs/contest.md has the file,
the folder, the pairings and the tie-breaks.

While a day runs, other commands direct it: pause, resume, void, replay, adjudicate,
correct, withdraw, set-address, add. Each is written down with who and why.`,
		Example: `  loopline contest new cup.toml
  loopline contest check cup.toml
  loopline contest run cup.toml
  loopline contest standings cup
  loopline contest verify cup`,
		Args: wantArgs(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newContestNewCmd(), newContestCodesCmd(), newContestDeskCmd(), newContestCheckCmd(), newContestRehearseCmd(), newContestRunCmd(), newContestStatusCmd(),
		newContestStandingsCmd(), newContestVerifyCmd(), newContestPublishCmd(),
		newContestCeremonyCmd(), newContestCertificatesCmd())
	for _, v := range command.Kinds() {
		cmd.AddCommand(newOrderCmd(v))
	}
	return cmd
}

func newContestNewCmd() *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use: "new FILE", Short: "Write a file for a contest, with a comment for every key", Args: wantArgs(1, 1, "the FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			return safefile.Write(args[0], contestOutput, force, []byte(config.Sample))
		},
	}
	forceFlag(cmd.Flags(), &force)
	return cmd
}

// contestFile is the file of a contest, its game, and who opens its players.
type contestFile struct {
	plan   *config.Config
	game   descriptor.Descriptor
	opener *player.Opener
	trust  trustOptions
	folder string        // of the contest
	stalls stalls.Source // of this machine, for which short checks compensate; nil compensates for none
}

// read reads the file. Mistakes in it are wrong usage.
func (c *contestFile) read(cmd *cobra.Command, name string) (err error) {
	c.folder = director.FolderOf(name)
	if c.plan, c.game, err = contests.Read(name); err == nil {
		c.opener = newOpener(&c.game, time.Duration(c.plan.Wait), c.plan.Shortest(), stream.NewNotifier(cmd.ErrOrStderr(), "loopline").Notify)
		c.trust.apply(c.opener)
		c.opener.Boards, err = contests.Boards(c.plan) // read before
		c.opener.Isolation.Seats(c.plan.Seats() * c.plan.Tables)
		c.opener.Network = player.NetworkPolicy{Wait: time.Duration(c.plan.NetWait), Forfeit: c.plan.Network == "forfeit", Share: time.Duration(c.plan.NetShare)}
		c.seatVisitors(nil)
		c.opener.Handshake = c.game.HandshakeQuestion(contests.Settings(c.plan))
		err = contests.InFile(name, cmp.Or(err, c.plan.CheckAddresses(c.checkAddress), c.checkHouse(), c.checkCPUs()))
	}
	var all config.Errors
	var mistake *config.Error
	switch {
	case errors.As(err, &all):
		return &usageError{cmd.CommandPath(), all.Error()}
	case errors.As(err, &mistake):
		return &usageError{cmd.CommandPath(), mistake.Error()}
	}
	return err
}

// checkHalls wants the file's other halls to be reached.
func (c *contestFile) checkHalls(at, key string) error {
	switch {
	case len(c.plan.Halls) == 0 && at+key == "":
		return nil
	case len(c.plan.Halls) == 0:
		return errors.New("--at and --key are for files with other halls, and this one has no [[hall]]")
	case program.Halls == nil:
		return errors.New("the file has other halls; loopline-farm contest run reaches them")
	case at == "" || key == "":
		return errors.New("the file has other halls; say how they are reached: --at tls://HOST:4222 --key host.access")
	}
	return nil
}

// seatVisitors has people play at pages. Records of a contest have the names of entrants.
func (c *contestFile) seatVisitors(pages *seat.Server) {
	c.opener.Visitor = c.game.Visitors(pages, func(v player.Visit) (key, name string) { return v.Who, v.Who },
		descriptor.BotOptions{Team: "HU", Limit: time.Duration(c.plan.MoveTime), Notify: c.opener.Say})
}

// checkAddress finds mistakes in the address of an entrant.
func (c *contestFile) checkAddress(address string) error {
	if address == addr.SchemeHuman {
		return errors.New("a person plays at no table of a contest; give a program, a board or a bot")
	}
	if _, _, ok := config.ParseDesk(address); ok {
		return nil
	}
	return c.opener.CheckAddress(address)
}

// warnSlowWires says which entrants' wires are too slow for the game.
func (c *contestFile) warnSlowWires(in say.Language) {
	for _, e := range c.plan.Entrants {
		if text := c.game.SlowWire(contests.Settings(c.plan), player.Wire(e.Address, -1)); !text.IsZero() {
			c.opener.Say(e.Name + ": " + in.Say(text))
		}
	}
}

// checkHouse finds mistakes in the addresses of the house.
func (c *contestFile) checkHouse() error {
	for i, s := range c.plan.Stages {
		for _, address := range s.House {
			if err := c.checkAddress(address); err != nil {
				return c.plan.At("stage", i, "house", fmt.Sprintf("stage %d, house: %v", i+1, err))
			}
		}
	}
	return nil
}

// checkCPUs wants the processors of entrants that are programs to be there: no such
// program would start.
func (c *contestFile) checkCPUs() error {
	for i, e := range c.plan.Entrants {
		a, err := addr.Parse(e.Address)
		if err != nil || a.Scheme != addr.SchemeExec || e.Hall != "" {
			continue
		}
		cpus, _ := c.plan.Means(e.Name)
		if len(a.Exec.CPUs) > 0 {
			cpus = a.Exec.CPUs
		}
		missing := sandbox.MissingCPUs(cpus)
		if len(missing) == 0 {
			continue
		}
		problem := fmt.Sprintf("cpus: this machine has no processor %d, on which %s would run; nproc and lscpu tell which it has",
			missing[0], e.Name)
		switch {
		case len(a.Exec.CPUs) > 0:
			return c.plan.At("entrant", i, "address", problem)
		case e.CPUs == nil:
			return c.plan.At("", 0, "cpus", problem)
		}
		return c.plan.At("entrant", i, "cpus", problem)
	}
	return nil
}

// means returns the processors and the memory of an entrant.
func (c *contestFile) means(entrant string) player.Means {
	cpus, memory := c.plan.Means(entrant)
	return player.Means{CPUs: cpus, Memory: memory}
}

// checkEntrant checks an entrant at an address, by the command for that, which speaks a language.
func (c *contestFile) checkEntrant(ctx context.Context, in say.Language, out, errOut io.Writer, entrant, address string, means player.Means) error {
	args := append(contests.CheckArguments(&c.game, c.plan, address), "--isolation="+c.trust.mode.String(), fmt.Sprintf("--trust-rtl=%t", c.trust.rtl), "--github=false", "--lang="+say.Names()[in])
	cpus, memory := c.plan.Means(entrant)
	if memory != 0 {
		args = append(args, "--memory="+memory.String())
	}
	sub := (&checkOptions{loadSaid: true, trust: trustOptions{cpus: cpus, dir: means.Dir, policy: means.Policy, boards: c.opener.Boards}}).command()
	commandline.LanguageFlag(sub)
	sub.SetArgs(args)
	sub.SetOut(out)
	sub.SetErr(errOut)
	sub.SilenceErrors, sub.SilenceUsage = true, true
	return sub.ExecuteContext(ctx)
}

func newContestCheckCmd() *cobra.Command {
	var c contestFile
	var length time.Duration
	var report ciReport
	var quick bool
	cmd := &cobra.Command{
		Use: "check FILE", Short: "Open every entrant, check that it plays, and print the timetable",
		Long: `Check reads the file, opens every entrant in turn and has it checked as loopline
check does. Then it prints the timetable. Before that it measures for three seconds how late timers
come, and says which limits and games this machine can referee. The length of a game is an estimate:
--game-time, or else 40 moves at half of the limit. The status is 3 if an entrant failed.

--quick plays with all entrants at once, each for five seconds against a bot, and
prints a line for each. It tells who is there and answers, and not whether it keeps
to the rules.`,
		Args: wantArgs(1, 1, "the FILE of the contest"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.read(cmd, args[0]); err != nil {
				return err
			}
			if err := contests.CheckMaps(args[0], c.plan); err != nil {
				return &foundError{say.TextOf(err)}
			}
			c.warnSlowWires(commandline.Language(cmd))
			warnBusyHost(cmd)
			if quick {
				return c.quickReport(cmd, &report)
			}
			if err := c.measureHost(cmd); err != nil {
				return err
			}
			failed := 0
			players := slices.Clone(c.plan.Entrants)
			for i, address := range c.plan.HouseAddresses() {
				players = append(players, config.EntrantConfig{Name: fmt.Sprintf("house %d", i+1), Address: address})
			}
			for _, e := range players {
				var said bytes.Buffer
				out := cmd.OutOrStdout()
				cmd.SetOut(io.MultiWriter(out, &said))
				fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", e.Name, tournament.WithoutToken(e.Address))
				t := junit.Case{Class: cmd.CommandPath(), Name: e.Name}
				var err error
				if why := untested(e); why != "" {
					t.Skipped = why
					fmt.Fprintln(cmd.OutOrStdout(), why)
				} else {
					var address string
					var means player.Means
					if address, means, err = c.atDesk(e.Address, player.Means{}); err == nil {
						err = c.checkEntrant(cmd.Context(), commandline.Language(cmd), cmd.OutOrStdout(), cmd.ErrOrStderr(), e.Name, address, means)
					}
				}
				cmd.SetOut(out)
				if err != nil && cmd.Context().Err() == nil {
					failed++
					t.Failure = fmt.Sprintf("%s: %v\n%s", tournament.WithoutToken(e.Address), err, said.Bytes())
					fmt.Fprintf(cmd.OutOrStdout(), "%s failed: %v\n", e.Name, err)
				}
				report.add(t)
			}
			if length == 0 {
				length = 20 * time.Duration(c.plan.MoveTime)
			}
			err := errors.Join(cmd.Context().Err(), c.plan.WriteTimetable(cmd.OutOrStdout(), length))
			if err == nil && failed > 0 {
				err = &foundError{say.Raw(humanize.Plural(failed, "entrant", "entrants") + " failed")}
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&quick, "quick", false, "five seconds for each, all at once, and a line for each")
	cmd.Flags().DurationVar(&length, "game-time", 0, "how long a game takes; 0 is 40 moves at half of the limit")
	c.trust.flagsRTL(cmd.Flags())
	report.of(cmd)
	return cmd
}

func newContestRunCmd() *cobra.Command {
	var c contestFile
	var o live.Options
	var dir, addr, page, at, key, podium string
	var exit bool
	var pace time.Duration
	cmd := &cobra.Command{
		Use: "run FILE", Short: "Run a contest, or resume it",
		Long: `Run plays the contest of a file, in a folder beside it that has its name, or resumes
the contest in a folder. Press Ctrl-C once to pause after the current moves, twice to
stop. Run the same command again to resume. With --live the pages stay after the end
until Ctrl-C; the same command shows them again.`,
		Args: wantArgs(1, 1, "the FILE of the contest, or the folder of its day"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkPace(pace); err != nil {
				return &usageError{cmd.CommandPath(), err.Error()}
			}
			if err := cmp.Or(c.read(cmd, args[0]), c.game.ValidateEvaluator(o.Analysis.Evaluator)); err != nil {
				return err
			}
			if err := c.checkHalls(at, key); err != nil {
				return &usageError{cmd.CommandPath(), err.Error()}
			}
			c.warnSlowWires(commandline.Language(cmd))
			warnBusyHost(cmd)
			if dir == "" {
				dir = director.FolderOf(args[0])
			}
			if page == "" && !cmd.Flags().Changed("podium") {
				podium = tournament.PodiumAtOnce // nobody could reveal it
			}
			if podium != tournament.PodiumAtOnce && podium != tournament.PodiumCeremony {
				return &usageError{cmd.CommandPath(), fmt.Sprintf("--podium is ceremony or at-once, not %.40q", podium)}
			}
			c.folder = dir
			d := &director.Director{
				Env: contests.Env(args[0]), Playing: desk.NewGames(dir).Begin,
				Match: contests.NewGame(&c.game), Version: version.Read().String(), Say: c.opener.Say, Pace: pace,
				KeepsSeat: keepsSeat,
				Sides:     func(names, addresses []string) string { return c.opener.Sides(c.game.Seats, names, addresses) },
				Open: func(ctx context.Context, entrant string, seat int, address string, stderr io.Writer) (series.PlayerConn, error) {
					means := c.means(entrant)
					means.Seat = c.game.Seats[seat]
					address, means, err := c.atDesk(address, means)
					if err != nil {
						return nil, err
					}
					return c.opener.OpenWithin(ctx, entrant, address, means, stderr)
				},
			}
			pages := newSeatServer(cmd)
			defer func() {
				pages.Finish(cmd.Context())
				pages.Close()
			}()
			c.seatVisitors(pages)
			d.Watch = pages.Watch
			c.opener.Isolation.Hide(sandbox.Hidden{Folder: dir, Files: tournament.FilesIn(dir)})
			defer c.opener.Close()
			if err := c.opener.Listen(true, slices.Concat(c.plan.AddressesIn(""), c.plan.HouseAddresses())...); err != nil {
				return err
			}
			begun := func() error { return c.atFolder().Import(d.Log) }
			if len(c.plan.Halls) > 0 {
				halls, err := program.Halls(cmd.Context(), at, key, c.plan.Halls, d)
				if err != nil {
					return err
				}
				defer halls.Close()
				d.Halls, d.Verify = halls, games.Verify
				begun = func() error { return errors.Join(c.atFolder().Import(d.Log), halls.Start()) }
			}
			d.Begun = begun
			if addr == "" {
				return director.Run(cmd.Context(), dir, c.plan, d, cmd.OutOrStdout())
			}
			o.Title, o.Say = c.plan.Name, c.opener.Say
			site := games.Site(o)
			site.FullSince, site.HostFaults = d.FullSince, d.HostFaults
			defer site.Close()
			d.Watch = func(id string, e record.Event) {
				site.WatchGame(id, e)
				pages.Watch(id, e)
			}
			d.Begun = func() (err error) {
				if err := begun(); err != nil {
					return err
				}
				if site.Token, err = director.Token(dir); err != nil {
					return err
				}
				if err := tournament.BeginPodium(dir, podium); err != nil {
					return err
				}
				give := c.givesChecked(cmd.Context(), func(o command.Command) (command.Applied, error) { return command.ApplyTo(d.Log, o) })
				return site.Contest(context.WithoutCancel(cmd.Context()), dir, addr, page, give)
			}
			if d.Stay = !exit; d.Stay {
				d.Over = func() {
					c.opener.Say("the contest is over; its pages stay until Ctrl-C, and the same command shows them again")
				}
			}
			if err := director.Run(cmd.Context(), dir, c.plan, d, cmd.OutOrStdout()); err != nil || !exit {
				return err
			}
			return site.Finish(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&addr, "live", "", "show the day as web pages at `ADDRESS`, such as :8080")
	cmd.Flags().BoolVar(&exit, "exit", false, "with --live, end after the final instead of showing the pages until Ctrl-C")
	cmd.Flags().StringVar(&page, "director", "localhost:0", "`ADDRESS` of the director's page, with --live; empty turns it off")
	cmd.Flags().StringVar(&podium, "podium", tournament.PodiumCeremony, "with --live, when the pages show the places `WHEN`: ceremony, when the director reveals them, or at-once")
	liveFlags(cmd.Flags(), &o)
	paceFlag(cmd.Flags(), &pace)
	if program.Halls != nil {
		cmd.Flags().StringVar(&at, "at", "", "`URL` of the server through which the other halls of the file are reached")
		cmd.Flags().StringVar(&key, "key", "", "access `FILE` for --at: host.access")
	}
	cmd.Flags().StringVar(&dir, "dir", "", "the folder `DIR`; without it the file's name without its extension")
	c.trust.flagsRTL(cmd.Flags())
	return cmd
}

// keepsSeat reports whether clients over HTTP come to an address: they know the seat with which they joined.
func keepsSeat(address string) bool {
	a, err := addr.Parse(address)
	return err == nil && a.Scheme == addr.SchemeAPI
}

// newDayCmd makes a command that reads a day and prints something of it.
func newDayCmd(name, short string, report func(d *tournament.Tournament, w io.Writer) error) *cobra.Command {
	return &cobra.Command{
		Use: name + " DIR", Short: short, Args: wantArgs(1, 1, "the contest's folder DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := tournament.Read(args[0])
			if err != nil {
				return err
			}
			return report(d, cmd.OutOrStdout())
		},
	}
}

func newContestStatusCmd() *cobra.Command {
	var asJSON bool
	cmd := newDayCmd("status", "Say how far the day is, and what comes next", func(d *tournament.Tournament, w io.Writer) error {
		if asJSON {
			return report.WriteStatusJSON(d, w)
		}
		return report.WriteStatus(d, w)
	})
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object a game")
	return cmd
}

func newContestStandingsCmd() *cobra.Command {
	var asJSON, asCSV bool
	var trf string
	cmd := newDayCmd("standings", "Print the tables as they stand", func(d *tournament.Tournament, w io.Writer) error {
		return report.Write(d, w, map[bool]string{asJSON: "json", asCSV: "csv", trf != "": "trf"}[true], trf)
	})
	f := cmd.Flags()
	f.BoolVar(&asJSON, "json", false, "print a JSON object a row")
	f.BoolVar(&asCSV, "csv", false, "print comma-separated values")
	f.StringVar(&trf, "trf", "", "print a tournament report file, TRF16, of the `STAGE`; without one of the first")
	f.Lookup("trf").NoOptDefVal = "-"
	cmd.MarkFlagsMutuallyExclusive("json", "csv", "trf")
	return cmd
}

func newContestPublishCmd() *cobra.Command {
	return &cobra.Command{
		Use: "publish DIR SITE", Short: "Write a day as pages that need no server",
		Args: wantArgs(2, 2, "the contest's folder DIR, or the folder SITE to write,"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return games.Publish(cmd.Context(), args[0], args[1], live.Options{Title: args[0]})
		},
	}
}

func newContestCeremonyCmd() *cobra.Command {
	return &cobra.Command{
		Use: "ceremony DIR SITE", Short: "Write the pages of publish, and say which one reveals the places",
		Long: `Ceremony writes the same pages as publish, and prints the file of the one that reveals
the places of the last stage, from the last to the first, one with each key. Open it
in a browser; it needs no network. Contests on --live pages have it as /ceremony.`,
		Args: wantArgs(2, 2, "the contest's folder DIR, or the folder SITE to write,"),
		RunE: commandline.InLanguage(func(cmd *cobra.Command, args []string) error {
			d, err := tournament.Read(args[0])
			if err != nil {
				return err
			}
			if !standing.Over(d) {
				return report.ErrNotOver
			}
			if err := games.PublishCeremony(cmd.Context(), args[0], args[1], live.Options{Title: args[0]}); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), filepath.Join(args[1], contestpages.CeremonyPage(web.Lang(commandline.Language(cmd)))))
			return nil
		}),
	}
}

// maxTemplate bounds the template of certificates in bytes.
const maxTemplate = 16 << 20

func newContestCertificatesCmd() *cobra.Command {
	var template, date string
	var places int
	var force bool
	cmd := &cobra.Command{
		Use: "certificates DIR FOLDER", Short: "Write a certificate, SVG, for each of the first places",
		Long: `Certificates fills a template for the first places of the last stage. A template is an
SVG with placeholders: {contest}, {name}, {team}, {place}, {ordinal}, {points}, {date},
{title}, and {name-size}, the size of letters by which the name fits 960 units.`,
		Args: wantArgs(2, 2, "the contest's folder DIR, or the FOLDER to write,"),
		RunE: commandline.InLanguage(func(cmd *cobra.Command, args []string) error {
			text, name := report.CertificateTemplate, "template"
			if template != "" {
				var err error
				if text, err = readText(template, maxTemplate, "a template"); err != nil {
					return fmt.Errorf("--template %s: %w", template, err)
				}
				name = template
			}
			d, err := tournament.Read(args[0])
			if err != nil {
				return err
			}
			all, err := report.Certificates(d, commandline.Language(cmd), name, text, places, date)
			if err != nil {
				return err
			}
			if err := os.MkdirAll(args[1], 0o755); err != nil {
				return err
			}
			for _, c := range all {
				file := filepath.Join(args[1], c.File)
				if err := safefile.Write(file, certificateOutput, force, []byte(c.SVG)); err != nil {
					return err
				}
				fmt.Fprintln(cmd.OutOrStdout(), file)
			}
			return nil
		}),
	}
	f := cmd.Flags()
	f.StringVar(&template, "template", "", "fill this SVG instead of our own: `FILE`")
	f.StringVar(&date, "date", "", "the date on it; without one the day of the last decision")
	f.IntVar(&places, "places", 3, "how many places, in each group of the stage")
	forceFlag(f, &force)
	return cmd
}

func newContestVerifyCmd() *cobra.Command {
	return &cobra.Command{
		Use: "verify DIR", Short: "Verify all verdicts, pairings and lots of a contest",
		Long: `Verify derives a day again from its folder: each pairing and each lot from the
decisions before it, each verdict from its record. It prints the final sum, which
covers the decisions, and by them the records; who kept it can tell whether the day
is still what it was. The status is 3 if something differs.`,
		Args: wantArgs(1, 1, "the contest's folder DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			v := journal.VerifyIn(cmd.Context(), contests.Env(args[0]), args[0], games.Verify)
			if err := cmd.Context().Err(); err != nil {
				return err
			}
			wrong, err := report.WriteVerification(&v, cmd.OutOrStdout(), args[0])
			if wrong != "" {
				err = &foundError{say.Raw(wrong)}
			}
			return err
		},
	}
}

// presentNames are the names of the commands whose orders have another one.
var presentNames = map[string]string{"amend": "correct", "readdress": "set-address"}

func newOrderCmd(v command.Kind) *cobra.Command {
	o, n := command.Command{Verb: v.Name}, 1+len(strings.Fields(v.Args))
	name := cmp.Or(presentNames[v.Name], v.Name)
	var c contestFile
	var noCheck bool
	cmd := &cobra.Command{
		Use: strings.TrimSpace(name + " DIR " + v.Args), Short: v.Short,
		Long: strings.TrimSpace(v.Short + ".\n\n" + v.Long),
		Args: wantArgs(n, n, strings.TrimSpace("DIR "+v.Args)),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Args = args[1:]
			if err := o.Check(); err != nil {
				return &usageError{cmd.CommandPath(), say.TextOf(err)}
			}
			if v.Address && !noCheck {
				err := c.read(cmd, args[0])
				if err == nil {
					defer c.opener.Close()
					err = c.checkOrder(cmd.Context(), o)
				}
				if err != nil {
					return fmt.Errorf("%w; --no-check goes on all the same", err)
				}
			}
			given, err := command.Apply(args[0], o)
			for _, line := range given.Lines() {
				fmt.Fprintln(cmd.OutOrStdout(), line)
			}
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.By, "by", director.CurrentUser(), "who decides")
	f.StringVar(&o.Why, "why", "", "why")
	if v.Result {
		f.BoolVar(&o.Cascade, "cascade", false, "take back the games that depend on it")
		f.BoolVar(&o.Keep, "keep", false, "leave the games that depend on it as they are")
	}
	if v.Address {
		f.BoolVar(&noCheck, "no-check", false, "do not check the player at the new address")
		c.trust.flagsRTL(f)
	}
	return cmd
}
