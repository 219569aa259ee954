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

// site opens the pages of a title, and says where they are.
func (o *liveOptions) site(ctx context.Context, title string, records *live.Records, say func(string)) (*live.Site, error) {
	s := live.NewSite(live.Options{
		Title: title, Limits: o.limits, Delay: o.delay, Say: say, NewView: games.LiveView, Records: records,
	})
	url, err := s.Listen(ctx, o.addr)
	if err != nil {
		return nil, err
	}
	say("pages at " + url)
	return s, nil
}

func newServeCmd() *cobra.Command {
	var o liveOptions
	cmd := &cobra.Command{
		Use:   "serve RECORD",
		Short: "Show the games of a record as web pages",
		Long: `Serve shows the games of a record as web pages, until it is interrupted: each
can be stepped through, with its clocks and times. docs/live.md has the rest.`,
		Example: "  loopline serve match.jsonl\n  loopline serve match.jsonl --addr :8080",
		Args:    wantArgs(1, 1, "the RECORD to show"),
		RunE: func(cmd *cobra.Command, args []string) error {
			say := stream.NewSayer(cmd.ErrOrStderr(), "loopline").Say
			records := &live.Records{}
			if err := records.Add(args[0], live.Numbered, games.LiveView); err != nil {
				return err
			}
			s, err := o.site(cmd.Context(), args[0], records, say)
			if err != nil {
				return err
			}
			<-cmd.Context().Done()
			return s.Close()
		},
	}
	cmd.Flags().StringVar(&o.addr, "addr", "localhost:8080", "`ADDRESS` to serve the pages at; :8080 is for everybody")
	o.flags(cmd.Flags())
	return cmd
}
