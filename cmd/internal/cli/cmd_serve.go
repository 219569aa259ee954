package cli

import (
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/analysis"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/stream"
)

// liveFlags adds what says how pages are served.
func liveFlags(f *pflag.FlagSet, o *live.Options) {
	f.DurationVar(&o.Delay, "delay", 0, "how much later than the match viewers see it")
	f.StringVar(&o.Analysis.Evaluator, "eval-bot", "", "draw the value of each position by `BOT`, such as bot:search?depth=4")
	o.Analysis.Rule = analysis.After
	f.Var(analysisFlag{&o.Analysis.Rule}, "analysis", "let viewers analyse games by the engine of their pages `WHEN`: after the game, always or never")
	f.IntVar(&o.Limits.Viewers, "viewers", web.DefaultViewers, "how many may follow at once")
	f.IntVar(&o.Limits.PerAddress, "viewers-per-address", web.DefaultPerAddress, "how many of them from one address")
}

// analysisFlag is when viewers may analyse.
type analysisFlag struct{ rule *string }

func (f analysisFlag) String() string {
	if f.rule == nil {
		return ""
	}
	return *f.rule
}

func (f analysisFlag) Set(rule string) error {
	*f.rule = rule
	return analysis.ValidateRule(rule)
}

func (analysisFlag) Type() string { return "string" }

func newServeCmd() *cobra.Command {
	var o live.Options
	var stand standOptions
	var folder, openings string
	cmd := &cobra.Command{
		Use:   "serve RECORD|DIR",
		Short: "Show a record or a contest day as web pages, or offer games to visitors",
		Long: `Serve shows the games of a record, or the folder of a contest day, as web pages,
until it is interrupted. Each game can be stepped through, with its clocks and
times. A day may be played meanwhile. docs/live.md has the rest.

With --play, serve offers games instead, for a stand at a fair: whoever opens the
page queues, and plays in the browser against the player at the address, one after
another. While nobody comes, the page shows games of bots.`,
		Example: "  loopline serve match.jsonl\n  loopline serve DIR --addr :8080\n  loopline serve DIR --publish SITE\n" +
			"  loopline serve --play serial:/dev/ttyUSB0 --addr :8080",
		Args: wantArgs(0, 1, ""),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("play") {
				if err := stand.checkWith(args, folder); err != nil {
					return &usageError{cmd.CommandPath(), say.TextOf(err)}
				}
				return stand.run(cmd, o)
			}
			if len(args) == 0 {
				return &usageError{cmd.CommandPath(), say.Format("the RECORD or DIR to show is missing")}
			}
			o.Title, o.Say = filepath.Base(args[0]), stream.NewNotifier(cmd.ErrOrStderr(), "loopline").Notify
			if openings != "" {
				var err error
				if o.Analysis.NewOpenings, err = games.LiveOpenings(openings); err != nil {
					return err
				}
			}
			if folder != "" {
				return games.Publish(cmd.Context(), args[0], folder, o)
			}
			s := games.Site(o)
			defer s.Close()
			if err := s.Show(cmd.Context(), args[0]); err != nil {
				return err
			}
			if _, err := s.Listen(cmd.Context(), stand.addr); err != nil {
				return err
			}
			<-cmd.Context().Done()
			return nil
		},
	}
	cmd.Flags().StringVar(&stand.addr, "addr", "localhost:8080", "`ADDRESS` to serve the pages at; :8080 is for everybody")
	cmd.Flags().StringVar(&folder, "publish", "", "write the pages into the folder `SITE`, which needs no server, and end")
	cmd.Flags().StringVar(&openings, "openings", "", "show the openings of `BOOK`, which \"loopline openings -o BOOK\" wrote")
	liveFlags(cmd.Flags(), &o)
	stand.flags(cmd)
	return cmd
}
