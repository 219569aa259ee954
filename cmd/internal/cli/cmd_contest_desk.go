package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/google/shlex"
	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/desk"
	"github.com/loopline/loopline/contest/live/deskpages"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/internal/commandline"
	"github.com/loopline/loopline/internal/entrant"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/termsafe"
)

// atFolder returns the desk of the contest, which this process need not have open.
func (c *contestFile) atFolder() *desk.Desk { return &desk.Desk{Dir: c.folder, Plan: c.plan} }

// atDesk returns the address of an entrant of the desk as it can be opened, and what it may use; other
// addresses stay as they are. Without a version in the address it is the one that would play now.
func (c *contestFile) atDesk(address string, means player.Means) (string, player.Means, error) {
	team, v, ok := config.ParseDesk(address)
	if !ok {
		return address, means, nil
	}
	d := c.atFolder()
	if v.Number == 0 {
		playing, err := d.Playing(team, "")
		if err != nil {
			return "", means, err
		}
		v = playing.Next
	}
	p, err := d.Player(team, v)
	if err != nil {
		return "", means, err
	}
	return c.run(p, means)
}

// run returns how what was handed in is opened. Programs and designs of strangers run in the sandbox
// alone.
func (c *contestFile) run(p desk.Player, means player.Means) (string, player.Means, error) {
	if err := c.confined(); err != nil {
		return "", means, err
	}
	if p.Command != "" {
		means.Dir = p.Dir
		return addr.SchemeExec + ":" + p.Command, means, nil
	}
	if p.Bitstream != "" {
		address, err := p.Board.Bitstream(p.Bitstream, p.Pins, p.Files)
		return addr.SchemeBit + ":" + address, means, err
	}
	address, err := p.Board.Address(p.Dir, p.Files)
	return addr.SchemeSim + ":" + address, means, err
}

// confined wants the sandbox, unless the organiser trusts everybody.
func (c *contestFile) confined() error {
	if c.trust.mode == sandbox.None {
		return nil
	}
	if err := c.opener.Isolation.Unavailable(); err != nil {
		return fmt.Errorf("what teams hand in runs in the sandbox alone: %w; --isolation none trusts them", err)
	}
	return nil
}

// checkBoard finds what of a team's board the contest does not grant.
func (c *contestFile) checkBoard(b entrant.Board) error {
	_, bits := b.Option("package")
	_, err := sim.ParseEntrant(b, bits, c.opener.Boards)
	return err
}

// builtIn is where a build finds what was handed in: a file system in memory, of its own and of a fixed
// size.
const builtIn = "/tmp/handed-in"

// buildScript copies the folder $1 to $2, runs the other words there, and prints what is there then as a
// tar. What the words print goes to the standard error. Compilers that keep a cache get a home for it.
const buildScript = `from=$1 to=$2; shift 2
[ -w "$HOME" ] || export HOME=/tmp
mkdir -p "$to" && cp -R "$from/." "$to/" && cd "$to" && "$@" </dev/null >&2 && exec tar --hard-dereference -cf - .`

// lowestNice is more than the niceness of this process can be below that of programs that are checked, which is
// the highest of the system.
const lowestNice = 20 + sandbox.Nice

// Bounds of a build besides those of its policy.
const (
	buildTimes  = 16      // the bytes of its files, in multiples of an upload's
	buildReport = 1 << 20 // bytes that are read of what it says
)

// buildAt builds a program of its sources in the sandbox, which sees the folder and the system's
// programs, and writes to its own file system in memory alone. What is there at the end goes to built.
func (c *contestFile) buildAt(ctx context.Context, dir, command string, built, report io.Writer) error {
	if err := c.confined(); err != nil {
		return err
	}
	words, err := shlex.Split(command)
	if err != nil || len(words) == 0 {
		return fmt.Errorf("build = %q is no command line", command)
	}
	to := builtIn
	if c.trust.mode == sandbox.None {
		if to, err = os.MkdirTemp("", "loopline-build-"); err != nil {
			return err
		}
		defer os.RemoveAll(to)
	}
	text, err := c.pipe(ctx, &sandbox.Program{
		Policy: sandbox.PolicyBuild, Args: append([]string{"/bin/sh", "-c", buildScript, "sh", dir, to}, words...), Dir: dir,
		Visible: append(sandbox.Tool(words[0]), dir), Limits: sandbox.Limits{Scratch: int64(c.plan.Desk.MaxSize) * buildTimes},
	}, built)
	fmt.Fprintf(&safeReport{w: termsafe.NewWriter(report)}, "%s\n%s\n", command, text)
	return err
}

// pipe runs a program whose standard output goes to out, and returns what it says on its standard error.
func (c *contestFile) pipe(ctx context.Context, p *sandbox.Program, out io.Writer) (said string, err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return "", err
	}
	defer r.Close()
	e, ew, err := os.Pipe()
	if err != nil {
		w.Close()
		return "", err
	}
	defer e.Close()
	p.Stdout, p.Stderr = w, ew
	q, err := c.opener.Isolation.Start(p)
	w.Close()
	ew.Close()
	if err != nil {
		return "", err
	}
	defer context.AfterFunc(ctx, q.Kill)()
	working, ended := context.WithCancel(ctx)
	defer ended()
	if !q.Apart() { // else the system shares the processors out
		go c.atFolder().StandStill(working, func(still bool) {
			if still {
				_ = q.Stop() // one that cannot be stopped is killed
			} else {
				_ = q.Continue()
			}
		})
	}
	var all sync.WaitGroup
	var text bytes.Buffer
	var copied error
	all.Go(func() {
		if _, copied = io.Copy(out, r); copied != nil {
			q.Kill()
		}
	})
	all.Go(func() {
		_, _ = io.Copy(&text, io.LimitReader(e, buildReport))
		_, _ = io.Copy(io.Discard, e)
	})
	<-q.Exited()
	// Without isolation a child that was left behind may hold the pipes open.
	_ = r.SetReadDeadline(time.Now().Add(time.Second))
	_ = e.SetReadDeadline(time.Now().Add(time.Second))
	all.Wait()
	switch end := q.Ending(); {
	case ctx.Err() != nil:
		return text.String(), context.Cause(ctx)
	case copied != nil:
		return text.String(), copied
	case end != (sandbox.Ending{}):
		return text.String(), &sandbox.EndError{Ending: end}
	}
	return text.String(), nil
}

// checkAtDesk plays a short game with what a team handed in, and checks it in all steps if the file
// says so.
func (c *contestFile) checkAtDesk(ctx context.Context, team string, p desk.Player, report io.Writer) error {
	name := c.atFolder().Name(team)
	address, means, err := c.run(p, c.means(name))
	if err != nil {
		return err
	}
	in := c.opener.Language
	said := &safeReport{w: termsafe.NewWriter(report)}
	means.Notify, means.Policy = func(text string) { fmt.Fprintln(said, text) }, sandbox.PolicyCheck
	r := c.quickCheck(ctx, name, address, means, time.Duration(c.plan.Desk.CheckTime), said) // a model is built first
	status, detail := r.verdict()
	fmt.Fprintln(said, in.Say(say.Format("one short game: %s: %s", say.Word(status), detail)))
	if r.failed() {
		return say.Errorf("a short game: %s", detail)
	}
	if c.plan.Desk.Check != config.DeskCheckFull {
		return nil
	}
	fmt.Fprintln(said)
	return c.checkEntrant(ctx, in, said, said, name, address, means)
}

// safeReport takes the texts of others, from several goroutines, such that they act on no terminal.
type safeReport struct {
	mu sync.Mutex
	w  *termsafe.Writer
}

// Write implements io.Writer.
func (r *safeReport) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	n, err := r.w.Write(p)
	return n, errors.Join(err, r.w.Flush())
}

func newContestCodesCmd() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use: "codes FILE [TEAM...]", Short: "Print the codes with which teams hand in at the desk",
		Long: `Codes draws a code for each team of the file, whose entrant has an address desk:TEAM,
and prints it with the entrant's name: once, for only a hash of it is kept. Teams that
have a code keep it, unless they are named: these get another one, and the one before
opens nothing any more.`,
		Args: wantArgs(1, 1+config.MaxEntrants, "the FILE of the contest"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var c contestFile
			if err := c.read(cmd, args[0]); err != nil {
				return err
			}
			c.folder = cmp.Or(dir, c.folder)
			d := c.atFolder()
			teams := args[1:]
			for _, e := range c.plan.Entrants {
				team, _, ok := config.ParseDesk(e.Address)
				if !ok || len(args) > 1 {
					continue
				}
				has, err := desk.HasCode(c.folder, team)
				if err != nil {
					return err
				}
				if !has {
					teams = append(teams, team)
				}
			}
			for _, team := range teams {
				if _, _, ok := config.ParseDesk(config.DeskScheme + ":" + team); !ok {
					return &usageError{cmd.CommandPath(), fmt.Sprintf("%.40q is no team; an address desk:TEAM names it", team)}
				}
				code, err := desk.NewCode(c.folder, team)
				if err != nil {
					return err
				}
				if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s\t%s\t%s\n", team, code, termsafe.Escape(d.Name(team))); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "the folder `DIR`; without it the file's name without its extension")
	return cmd
}

func newContestDeskCmd() *cobra.Command {
	var c contestFile
	var dir, addr, deadline string
	var checks int
	cmd := &cobra.Command{
		Use: "desk FILE", Short: "Take in what teams hand in, on a page",
		Long: `Desk serves a page on which teams, each by its own code, hand in programs, designs and
bitstreams, until Ctrl-C. Each version is unpacked and checked in the sandbox, and the
team sees the report. The newest version that passed plays, or the one that the team
chose, in matches that begin from then on; loopline contest run plays meanwhile, before
or afterwards.`,
		Example: "  loopline contest codes cup.toml\n  loopline contest desk cup.toml --addr :2080",
		Args:    wantArgs(1, 1, "the FILE of the contest, or the folder of its day"),
		RunE: commandline.InLanguage(func(cmd *cobra.Command, args []string) error {
			if err := c.read(cmd, args[0]); err != nil {
				return err
			}
			defer c.opener.Close()
			if checks < 1 || checks > 16 {
				return &usageError{cmd.CommandPath(), fmt.Sprintf("--checks %d is outside 1 to 16", checks)}
			}
			if deadline != "" {
				c.plan.Desk.Deadline = deadline
			}
			until, err := c.plan.Desk.Until()
			if err != nil {
				return &usageError{cmd.CommandPath(), "--" + err.Error()}
			}
			if err := c.confined(); err != nil {
				return err
			}
			c.folder = cmp.Or(dir, c.folder)
			d := c.atFolder()
			d.Deadline, d.Say, d.CheckBoard = until, c.opener.Say, c.checkBoard
			d.Build, d.Check, d.Alone = c.buildAt, c.checkAtDesk, !c.opener.Isolation.Apart()
			host := stalls.Start()
			defer host.Close()
			stalled, stop := host.Watch(stalls.Watched{Nice: lowestNice})
			defer stop()
			c.stalls = host
			d.Stalled = func(from, to time.Time) time.Duration { return stalls.Total(stalled(from, to), from, to) }
			if err := d.Open(); err != nil {
				return err
			}
			defer d.Close()
			c.opener.Language = commandline.Language(cmd)
			pages := deskpages.New(web.Options{Title: c.plan.Name, Say: c.opener.Say}, d)
			defer pages.Close()
			url, err := pages.Listen(cmd.Context(), addr)
			if err != nil {
				return err
			}
			c.opener.Say("teams hand in at " + url)
			if !until.IsZero() {
				c.opener.Say("until " + until.Local().Format(time.DateTime))
			}
			var all sync.WaitGroup
			for range checks {
				all.Go(func() { d.Run(cmd.Context()) })
			}
			all.Wait()
			return nil
		}),
	}
	f := cmd.Flags()
	f.StringVar(&addr, "addr", ":2080", "serve the page at `ADDRESS`")
	f.StringVar(&deadline, "deadline", "", "instead of the file's: `TIME`, such as \"2026-11-28 17:00\"")
	f.IntVar(&checks, "checks", 1, "how many versions are checked at once")
	f.StringVar(&dir, "dir", "", "the folder `DIR`; without it the file's name without its extension")
	c.trust.flagsRTL(f)
	return cmd
}
