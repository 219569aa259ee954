package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/host/live"
	"github.com/loopline/loopline/internal/stream"
)

// liveOptions say how pages are served.
type liveOptions struct {
	addr   string
	delay  time.Duration
	limits live.Limits
}

func (o *liveOptions) flags(f *pflag.FlagSet) {
	f.DurationVar(&o.delay, "delay", 0, "how much later than the match viewers see it")
	f.IntVar(&o.limits.Viewers, "viewers", live.DefaultViewers, "how many may follow at once")
	f.IntVar(&o.limits.PerAddress, "viewers-per-address", live.DefaultPerAddress, "how many of them from one address")
}

// site makes pages with a title.
func (o *liveOptions) site(title string, say func(string)) *live.Site {
	return live.NewSite(live.Options{Title: title, Limits: o.limits, Delay: o.delay, Say: say, NewView: games.LiveView})
}

// listen serves the pages, and says where.
func (o *liveOptions) listen(ctx context.Context, s *live.Site, say func(string)) error {
	url, err := s.Listen(ctx, o.addr)
	if err == nil {
		say("pages at " + url)
	}
	return err
}

func newServeCmd() *cobra.Command {
	var o liveOptions
	var site string
	cmd := &cobra.Command{
		Use:   "serve RECORD|DAY",
		Short: "Show a record or a contest day as web pages",
		Long: `Serve shows the games of a record, or the folder of a contest day, as web pages,
until it is interrupted. Each game can be stepped through, with its clocks and
times. A day may be played meanwhile. docs/live.md has the rest.`,
		Example: "  loopline serve match.jsonl\n  loopline serve DAY --addr :8080",
		Args:    wantArgs(1, 1, "the RECORD or DAY to show"),
		RunE: func(cmd *cobra.Command, args []string) error {
			say := stream.NewSayer(cmd.ErrOrStderr(), "loopline").Say
			s := o.site(args[0], say)
			defer s.Close()
			if err := s.Show(cmd.Context(), args[0]); err != nil {
				return err
			}
			if site != "" {
				return s.Publish(site)
			}
			if err := o.listen(cmd.Context(), s, say); err != nil {
				return err
			}
			<-cmd.Context().Done()
			return nil
		},
	}
	cmd.Flags().StringVar(&o.addr, "addr", "localhost:8080", "`ADDRESS` to serve the pages at; :8080 is for everybody")
	cmd.Flags().StringVar(&site, "publish", "", "write the pages into the folder `SITE`, which needs no server, and end")
	o.flags(cmd.Flags())
	return cmd
}
