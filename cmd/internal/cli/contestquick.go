package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/contest/command"
	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/games/contests"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/junit"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/termsafe"
)

// quickTime limits the wait of a quick check for a player, and its game.
const quickTime = 5 * time.Second

// quickBuildTime limits the wait for a simulated board, whose model this machine builds first.
const quickBuildTime = 5 * time.Minute

// comesWithin is how long a quick check waits for the player at an address.
func comesWithin(address string) time.Duration {
	if a, err := addr.Parse(address); err == nil && (a.Scheme == addr.SchemeSim || a.Scheme == addr.SchemeBit) {
		return quickBuildTime
	}
	return quickTime
}

type quickResult struct {
	entrant, address string
	comes            time.Duration // within which the player had to come
	answers          int
	longest          time.Duration
	foul             say.Text // may be zero
	err              error    // why it could not be played with
}

func (r *quickResult) failed() bool { return r.err != nil || !r.foul.IsZero() || r.answers == 0 }

func (r *quickResult) verdict() (status string, detail say.Text) {
	switch {
	case errors.Is(r.err, context.DeadlineExceeded):
		return "missing", say.Format("not there within %v", r.comes)
	case r.err != nil:
		own := r.err // without the entrant's name
		if inner := errors.Unwrap(own); inner != nil && own.Error() == r.entrant+": "+inner.Error() {
			own = inner
		}
		return "missing", say.TextOf(own)
	case !r.foul.IsZero():
		return "failed", r.foul
	case r.answers == 0:
		return "failed", say.Format("no answer")
	}
	return "ok", say.Format("%s, longest %s", say.Plural(r.answers, "%d answer", "%d answers"), humanize.Duration(r.longest))
}

// quickCheck plays a few seconds of a game with the player at an address, which has so long to come.
// What the player writes to its standard error goes to stderr.
func (c *contestFile) quickCheck(ctx context.Context, entrant, address string, means player.Means, comes time.Duration, stderr io.Writer) *quickResult {
	r := &quickResult{entrant: entrant, address: address, comes: comes}
	opening, cancel := context.WithTimeout(ctx, comes)
	defer cancel()
	means.Seat = c.game.Seats[0]
	p, err := c.opener.OpenWithin(opening, entrant, address, means, stderr)
	if err != nil {
		r.err = err
		if late := opening.Err(); late != nil {
			r.err = errors.Join(err, late)
		}
		return r
	}
	defer p.Close()
	if !p.Alive(ctx) { // a contest asks before each game, too
		r.err = errors.New("it was there and has gone before its game")
		return r
	}
	other, err := c.opener.Open(ctx, c.game.Seats[1], addr.SchemeBot+":greedy", io.Discard)
	if err != nil {
		r.err = err
		return r
	}
	defer other.Close()
	setup := tournament.GameSetup{Config: c.plan, Move: time.Duration(c.plan.MoveTime), Options: maps.Clone(c.plan.Options)}
	m, err := contests.NewGame(&c.game)(setup, host.Seat{Address: entrant}, host.Seat{Address: "bot:greedy"})
	if err != nil {
		r.err = err
		return r
	}
	for seat, p := range []series.PlayerConn{p, other} {
		series.Sit(&m.Seats[seat], p)
	}
	if c.stalls != nil {
		m.MaxCompensation, m.Stalls = c.plan.Credit.Most, c.stalls
	}
	// Who may take longer for the first answer is waited for.
	playing, stop := context.WithTimeout(ctx, max(quickTime, time.Duration(c.plan.Handshake)))
	defer stop()
	began := time.Now()
	var answered atomic.Bool
	defer time.AfterFunc(quickTime, func() {
		if answered.Load() {
			stop()
		}
	}).Stop()
	view := c.game.View()
	m.Watch = func(e record.Event) {
		view.Observe(e)
		switch {
		case e.Type == record.EventAnswer && e.Seat == 0:
			r.answers++
			if answered.Store(true); time.Since(began) >= quickTime {
				stop()
			}
			r.longest = max(r.longest, e.Used.Duration())
		case e.Type == record.EventFouled && e.Seat == 0 && r.foul.IsZero():
			r.foul = terminal.Explain(view, host.FoulOf(e.Foul))
		}
	}
	v, err := m.Run(playing)
	switch {
	case v.Foul != nil && v.Foul.Seat == 0:
		r.foul = say.Format("%s: %s", say.Named("live.foul-"+string(v.Foul.Kind), string(v.Foul.Kind)), terminal.Explain(view, v.Foul))
	case err != nil && !errors.Is(err, host.ErrInterrupted):
		r.err = err
	case v.Void && v.Reason == host.ReasonHost:
		r.err = errors.New(v.Detail)
	}
	return r
}

// quickReport checks all entrants at once and prints a line for each.
func (c *contestFile) quickReport(cmd *cobra.Command, report *ciReport) error {
	ctx, w, failed := cmd.Context(), cmd.OutOrStdout(), 0
	defer c.opener.Close()
	if err := c.opener.Listen(true, c.plan.AddressesIn("")...); err != nil {
		return err
	}
	host := stalls.Start()
	defer host.Close()
	c.stalls = host
	results := make([]*quickResult, len(c.plan.Entrants))
	var all sync.WaitGroup
	for i, e := range c.plan.Entrants {
		if untested(e) != "" {
			results[i] = &quickResult{entrant: e.Name, address: e.Address}
			continue
		}
		all.Go(func() {
			address, means, err := c.atDesk(e.Address, c.means(e.Name))
			if err != nil {
				results[i] = &quickResult{entrant: e.Name, address: e.Address, err: err}
				return
			}
			results[i] = c.quickCheck(ctx, e.Name, address, means, comesWithin(address), io.Discard)
			results[i].address = e.Address
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	width := 0
	for _, r := range results {
		width = max(width, termsafe.Width(r.entrant))
	}
	for i, r := range results {
		status, detail := r.verdict()
		t := junit.Case{Class: cmd.CommandPath(), Name: r.entrant}
		if e := c.plan.Entrants[i]; isVisitor(e.Address) {
			t.Skipped, status, detail = notTested, "person", say.Raw(notTested)
		} else if why := untested(e); why != "" {
			t.Skipped, status, detail = why, "hall", say.Raw(why)
		} else if r.failed() {
			t.Failure = fmt.Sprintf("%s: %s", status, detail)
			failed++
		}
		report.add(t)
		line := fmt.Sprintf("%s  %-7s  %s: %s", termsafe.Pad(r.entrant, width), status, addr.DisplayName(r.address), detail)
		if _, err := fmt.Fprintln(w, termsafe.Escape(strings.ReplaceAll(line, "\n", "; "))); err != nil {
			return err
		}
	}
	if failed > 0 {
		return &foundError{say.Raw(humanize.Plural(failed, "entrant", "entrants") + " failed")}
	}
	return nil
}

// untested is why a player is not tried here; empty of one that is.
func untested(e config.EntrantConfig) string {
	switch {
	case isVisitor(e.Address):
		return notTested
	case e.Hall != "":
		return "it sits in the hall " + e.Hall + ": check it there"
	}
	return ""
}

// opensOurs reports whether the player is found by its address at any time. A client connects to
// a port of ours when it is to play, and the port belongs to the contest that runs; a person
// comes to a page.
func opensOurs(address string) bool {
	a, err := addr.Parse(address)
	return err == nil && a.Scheme != addr.SchemeListen && a.Scheme != addr.SchemeAPI && a.Scheme != addr.SchemeWeb
}

// checkOrder checks the player at the address of an order, if it has one and can be checked
// while the contest runs.
func (c *contestFile) checkOrder(ctx context.Context, o command.Command) error {
	for _, v := range command.Kinds() {
		if v.Name != o.Verb || !v.Address || len(o.Args) < 2 {
			continue
		}
		if err := c.checkAddress(o.Args[1]); err != nil {
			return fmt.Errorf("%s: %w", o.Args[1], err)
		}
		sits := func(e config.EntrantConfig) bool { return e.Name == o.Args[0] && e.Hall != "" }
		if !opensOurs(o.Args[1]) || slices.ContainsFunc(c.plan.Entrants, sits) {
			return nil
		}
		r := c.quickCheck(ctx, o.Args[0], o.Args[1], c.means(o.Args[0]), comesWithin(o.Args[1]), io.Discard)
		if ctx.Err() != nil { // a check that was interrupted has found nothing
			return context.Cause(ctx)
		}
		if r.failed() {
			status, detail := r.verdict()
			return fmt.Errorf("%s: %s: %s", o.Args[1], status, detail)
		}
	}
	return nil
}

// givesChecked is give with a look at the player of each new address. An order that is given a second
// time is carried out all the same.
func (c *contestFile) givesChecked(ctx context.Context, give func(command.Command) (command.Applied, error)) func(command.Command) (command.Applied, error) {
	var mu sync.Mutex
	refused := ""
	return func(o command.Command) (command.Applied, error) {
		key := fmt.Sprintf("%q %q", o.Verb, o.Args)
		mu.Lock()
		again := refused == key
		mu.Unlock()
		if !again && o.Check() == nil {
			if err := c.checkOrder(ctx, o); err != nil {
				mu.Lock()
				refused = key
				mu.Unlock()
				return command.Applied{}, fmt.Errorf("%w; give the order again to carry it out all the same", err)
			}
		}
		return give(o)
	}
}
