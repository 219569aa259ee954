package cli

import (
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
	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/rehearsal"
	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/contests"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/version"
	"github.com/loopline/loopline/player"
)

type rehearseOptions struct {
	dir, start string
	game, away time.Duration
	faults     []string
}

// begin is when the day begins: today, if start is a time of the day.
func (o *rehearseOptions) begin() (time.Time, error) {
	at, err := config.ParseTime(o.start, time.Now())
	if err != nil {
		err = fmt.Errorf("--start %.20q: write when the day begins, such as 09:00 or \"2026-11-28 09:00\"", o.start)
	}
	return at, err
}

// check finds mistakes in the flags.
func (o *rehearseOptions) check() error {
	if len(o.faults) == 1 && o.faults[0] == "none" {
		o.faults = nil
	}
	for _, name := range o.faults {
		if !slices.Contains(rehearsal.Faults, name) {
			return fmt.Errorf("--faults: there is no fault %.40q; there are %s, or none", name, strings.Join(rehearsal.Faults, ", "))
		}
	}
	if o.game < 0 || o.away < 0 {
		return errors.New("--game-time and --away are no less than 0")
	}
	return nil
}

func newContestRehearseCmd() *cobra.Command {
	var c contestFile
	var o rehearseOptions
	cmd := &cobra.Command{
		Use: "rehearse FILE", Short: "Play the whole day by a clock that runs ahead, with stand-ins",
		Long: `Rehearse plays the day of a file with bots in place of all entrants, by a clock that
runs ahead, and prints when each round is played and the longest queue. Then it plays
the day once more for each fault of a list, and prints what follows from it:
  late-board     a board of the first match comes late
  pulled-cable   a player is gone in the middle of the day, and comes back later
  wrong-result   the first game is corrected after games began that depend on it
  power-cut      the host goes down in the middle of the day, and comes back later

The folder gets a contest for each of these days, which the other commands read, and
pages of them. A game takes half of the move limit a ply, unless you say --game-time.`,
		Example: "  loopline contest rehearse cup.toml --start 09:30 --game-time 4m",
		Args:    wantArgs(1, 1, "the FILE of the contest"),
		RunE: func(cmd *cobra.Command, args []string) error {
			start, err := o.begin()
			if err = cmp.Or(err, o.check()); err != nil {
				return &usageError{cmd.CommandPath(), err.Error()}
			}
			if err := c.read(cmd, args[0]); err != nil {
				return err
			}
			defer c.opener.Close()
			dir := cmp.Or(o.dir, c.folder+"-rehearsal")
			if _, err := os.Lstat(dir); !errors.Is(err, os.ErrNotExist) {
				return cmp.Or(err, say.Errorf("%s is there already: remove it, or name another folder with --dir", dir))
			}
			o.away = cmp.Or(o.away, 2*time.Duration(c.plan.Wait))
			return c.rehearse(cmd.Context(), cmd.OutOrStdout(), args[0], dir, start, &o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.dir, "dir", "", "the folder `DIR`; without it the file's name without its extension, and -rehearsal")
	f.StringVar(&o.start, "start", "09:00", "when the day begins: `TIME` of today, or with a date")
	f.DurationVar(&o.game, "game-time", 0, "how long a game takes; 0 is half of the move limit for each ply")
	f.DurationVar(&o.away, "away", 0, "how long a board, or the power, is away; 0 is twice the file's wait")
	f.StringSliceVar(&o.faults, "faults", rehearsal.Faults, "the `LIST` of faults, or none")
	return cmd
}

// rehearse plays the day, and once more with each fault, and writes what came out and the pages.
func (c *contestFile) rehearse(ctx context.Context, w io.Writer, file, dir string, start time.Time, o *rehearseOptions) error {
	plain := c.rehearsal(file, filepath.Join(dir, "day"), start, o)
	if _, err := fmt.Fprintf(w, "%s, from %s, with stand-ins for all entrants\n", c.plan.Name, start.Format("2006-01-02 15:04")); err != nil {
		return err
	}
	if err := c.playRehearsal(ctx, dir, plain); err != nil {
		return err
	}
	err := plain.WriteTimetable(w)
	for _, name := range o.faults {
		if err != nil {
			return err
		}
		r := c.rehearsal(file, filepath.Join(dir, name), start, o)
		r.Fault, r.At, r.Away = name, plain.Middle(), o.away
		if err = c.playRehearsal(ctx, dir, r); err == nil {
			err = r.WriteFault(w, plain)
		}
	}
	if err == nil {
		_, err = fmt.Fprintf(w, "all of it follows from the decisions and records in %s; open %s\n", dir, filepath.Join(dir, "pages", "day", "index.html"))
	}
	return err
}

// playRehearsal plays and verifies a day, and writes its pages.
func (c *contestFile) playRehearsal(ctx context.Context, dir string, r *rehearsal.Rehearsal) error {
	name := filepath.Base(r.Dir)
	c.opener.Say("rehearsing: " + name)
	if err := r.Play(ctx); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	v := journal.VerifyIn(ctx, r.Env, r.Dir, games.Verify)
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(v.Differences) > 0 {
		return fmt.Errorf("%s: the day does not follow from its decisions: %w", name, v.Differences[0])
	}
	pages := filepath.Join(dir, "pages")
	if err := os.MkdirAll(pages, 0o755); err != nil {
		return err
	}
	return games.Publish(ctx, r.Dir, filepath.Join(pages, name), live.Options{Title: c.plan.Name + ": " + name})
}

// rehearsal returns a day that is to be played in a folder.
func (c *contestFile) rehearsal(file, dir string, start time.Time, o *rehearseOptions) *rehearsal.Rehearsal {
	seeds := map[string]int{}
	for i, e := range c.plan.Entrants {
		seeds[e.Name] = i + 1
	}
	return &rehearsal.Rehearsal{
		Plan: c.plan, Dir: dir, Start: start, Version: version.Read().String(), Env: contests.Env(file),
		Match: contests.NewGame(&c.game),
		Open: func(ctx context.Context, entrant string, seat int) (series.PlayerConn, error) {
			bot := fmt.Sprintf("%s:greedy?seed=%d", addr.SchemeBot, seeds[entrant])
			return c.opener.OpenWithin(ctx, entrant, bot, player.Means{Seat: c.game.Seats[seat]}, io.Discard)
		},
		Length: func(s tournament.GameSetup, plies int) time.Duration {
			return cmp.Or(o.game, time.Duration(plies)*s.Move/2)
		},
	}
}
