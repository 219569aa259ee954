package command

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/contestpages"
	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/farm/jobs"
	"github.com/loopline/loopline/farm/leases"
	"github.com/loopline/loopline/farm/natsconn"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/host/audit"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/safefile"
	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/termsafe"
)

type runOptions struct {
	dir, at, key, listen, live string
	slots, replicas            int
	lease                      time.Duration
	mode                       sandbox.Mode

	say     func(string)
	spec    *jobs.Spec
	rates   report.RatingTable // of all results, or of those that decided the test
	decided bool
	last    int // the job that decided it
}

func newRunCmd(e ErrorFuncs) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run SPEC",
		Short: "Lease the jobs of a spec to workers, and collect the results",
		Long: `Run gives the jobs of SPEC to workers until all are done, then writes the results:
a record of all games in record.jsonl, which loopline verify and rate take, or what
the runs printed. Called again after an interruption it goes on where it was.

Without --at a server runs inside, for workers that connect to --listen; the line
for them is printed. --slots has this process work as well.`,
		Example: `  loopline farm run rating.toml --slots 2
  loopline farm run rating.toml --listen 0.0.0.0:4222 --live :8080
  loopline farm run rating.toml --at tls://n1:4222,tls://n2:4222 --key coordinator.access --replicas 3`,
		Args: wantOne("the SPEC"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(args[0]); err != nil {
				return e.Usage(cmd.CommandPath(), err.Error())
			}
			problem, err := o.run(cmd, args[0])
			if err == nil && problem != "" {
				err = e.Found(problem)
			}
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.dir, "dir", "", "`DIR` for keys, store and results (SPEC with .farm)")
	f.StringVar(&o.at, "at", "", "`URL` of a server that runs elsewhere")
	f.StringVar(&o.key, "key", "", "access `FILE` for --at: coordinator.access")
	f.StringVar(&o.listen, "listen", "127.0.0.1:0", "`ADDRESS` of the server inside; - accepts no other machine")
	f.StringVar(&o.live, "live", "", "show how far it is as a web page at `ADDRESS`, such as :8080")
	f.IntVar(&o.slots, "slots", 0, "jobs that this process does at once")
	f.IntVar(&o.replicas, "replicas", 1, "servers of a cluster that keep each result")
	f.DurationVar(&o.lease, "lease", 0, "how long a worker may be silent before its job is given again (the spec's, or 1m)")
	f.Var(&o.mode, "isolation", "`MODE` in which --slots runs programs: auto, require or none")
	return cmd
}

func (o *runOptions) check(spec string) error {
	switch {
	case (o.at == "") != (o.key == ""):
		return errors.New("--at and --key go together")
	case o.slots < 0 || o.slots > maxSlots:
		return fmt.Errorf("--slots %d is outside 0 to %d", o.slots, maxSlots)
	case o.replicas < 1 || o.replicas > 5:
		return fmt.Errorf("--replicas %d is outside 1 to 5", o.replicas)
	case o.lease != 0 && (o.lease < time.Second || o.lease > 24*time.Hour):
		return fmt.Errorf("--lease %v is outside 1s to 24h", o.lease)
	case o.listen == "-" && o.slots == 0 && o.at == "":
		return errors.New("--listen - lets in no worker; --slots has this process work")
	}
	if o.dir == "" {
		o.dir = strings.TrimSuffix(spec, ".toml") + ".farm"
	}
	if o.listen == "-" {
		o.listen = ""
	}
	return nil
}

// run does the work and returns what was found wrong.
func (o *runOptions) run(cmd *cobra.Command, name string) (string, error) {
	o.say = notifier(cmd)
	var err error
	if o.spec, err = jobs.ReadSpec(name); err != nil {
		return "", err
	}
	if o.rates.SPRT, err = report.ParseSPRT(o.spec.SPRT); err != nil {
		return "", fmt.Errorf("%s: sprt: %w", name, err)
	}
	o.rates.Name = o.spec.Player
	if err := os.MkdirAll(filepath.Join(o.dir, "results"), 0o777); err != nil {
		return "", err
	}
	conn, worker, closing, err := o.connect(cmd.Context())
	if err != nil {
		return "", err
	}
	defer closing()
	progress := &progress{out: cmd.ErrOrStderr()}
	c := &jobs.Coordinator{
		Spec: o.spec, Conn: conn, Replicas: o.replicas, Lease: o.lease, Check: o.verify, Say: o.say, Progress: progress.update,
		Kept: filepath.Join(o.dir, "kept"),
	}
	if o.rates.SPRT != nil {
		c.StopWhen = o.enough
	}
	if o.live != "" {
		stop, err := o.show(cmd.Context(), progress)
		if err != nil {
			return "", err
		}
		defer stop()
	}
	findings, err := o.work(cmd.Context(), c, worker)
	progress.end()
	if err != nil && !errors.Is(err, jobs.ErrTooManyFailures) {
		return "", err
	}
	broken := err
	wrong, err := o.gather(cmd, c)
	if err != nil {
		return "", err
	}
	if err := o.report(c, findings); err != nil {
		return "", err
	}
	switch {
	case broken != nil:
		return broken.Error(), nil
	case len(findings) > 0:
		return fmt.Sprintf("%s; the first is %v", humanize.Plural(len(findings), "finding", "findings"), findings[0]), nil
	case wrong > 0:
		return fmt.Sprintf("%s found something wrong: grep %s %s/*", humanize.Plural(wrong, "run", "runs"),
			humanize.ShellQuote(jobs.Found), humanize.ShellWord(filepath.Join(o.dir, "results"))), nil
	}
	return "", nil
}

// connect starts a server inside, unless there is one elsewhere. The worker's
// connection is nil where this process does not work.
func (o *runOptions) connect(ctx context.Context) (conn, worker *nats.Conn, closing func(), err error) {
	var all []func()
	closing = func() {
		for i := len(all) - 1; i >= 0; i-- {
			all[i]()
		}
	}
	defer func() {
		if err != nil {
			closing()
		}
	}()
	base, keys, key := natsconn.ConnectOptions{URL: o.at, Notify: o.say}, filepath.Join(o.dir, "keys"), o.key
	if o.at == "" {
		if base.Server, err = o.server(keys); err != nil {
			return nil, nil, closing, err
		}
		all = append(all, base.Server.Stop)
		key = natsconn.AccessFile(keys, natsconn.Coordinator, "")
	}
	open := func(file, name string) (*nats.Conn, error) {
		o := base
		o.Name = name
		if o.Access, err = natsconn.ReadAccess(file); err != nil {
			if base.Server != nil {
				err = newKeys(keys, fmt.Errorf("%w: %w", natsconn.ErrKeys, err))
			}
			return nil, err
		}
		c, err := natsconn.Connect(ctx, o)
		if err == nil {
			all = append(all, c.Close)
		}
		return c, err
	}
	if conn, err = open(key, "coordinator"); err != nil || o.slots == 0 {
		return conn, nil, closing, err
	}
	worker, err = open(key, "worker")
	return conn, worker, closing, err
}

// server starts the server inside, with keys of its own if it has none, and says
// how workers reach it.
func (o *runOptions) server(keys string) (*natsconn.Server, error) {
	if _, err := os.Stat(keys); errors.Is(err, fs.ErrNotExist) {
		if err := natsconn.MakeKeys(keys, natsconn.Init{}); err != nil {
			return nil, err
		}
	}
	s, err := natsconn.StartServer(natsconn.ServerOptions{
		Keys: keys, Store: filepath.Join(o.dir, "store"), Listen: o.listen, Notify: o.say,
	})
	if err == nil && s.URL() != "" {
		o.say(fmt.Sprintf("workers: loopline farm work --at %s --key %s --programs LIST",
			s.URL(), humanize.ShellWord(natsconn.AccessFile(keys, natsconn.Worker, ""))))
	}
	return s, newKeys(keys, err)
}

// newKeys adds the remedy to an error about keys in a folder of our own.
func newKeys(keys string, err error) error {
	if !errors.Is(err, natsconn.ErrKeys) {
		return err
	}
	return fmt.Errorf("%w; move %s away, and farm run makes new keys, of which workers need theirs", err, keys)
}

// work gives the jobs, and does some.
func (o *runOptions) work(ctx context.Context, c *jobs.Coordinator, worker *nats.Conn) ([]jobs.Finding, error) {
	if worker == nil {
		return c.Run(ctx)
	}
	iso := sandbox.New(o.mode, o.say)
	if _, err := iso.Available(); err != nil {
		return nil, err
	}
	working, stop := context.WithCancel(ctx)
	w := &jobs.Worker{
		Conn: worker, Key: string(natsconn.Coordinator), Name: ownName(), Slots: o.slots, Programs: o.spec.Programs(), Isolation: iso, Say: o.say,
	}
	var wg sync.WaitGroup
	failed := make(chan error, 1)
	c.OnReady = func() {
		wg.Go(func() {
			if err := w.Run(working); err != nil && working.Err() == nil {
				failed <- err
				stop()
			}
		})
	}
	findings, err := c.Run(working)
	stop()
	wg.Wait()
	select {
	case worker := <-failed:
		return findings, worker
	default:
	}
	return findings, err
}

// verify replays the record of a job: it returns an error unless each game gives its
// verdict again and all pairs are complete.
func (o *runOptions) verify(_ context.Context, number int, body []byte) error {
	if o.spec.Kind != jobs.Pairs {
		return nil
	}
	r, err := jobs.Unpack(body)
	if err != nil {
		return err
	}
	auditor, count := audit.Auditor{Verify: games.Verify}, 0
	for f, err := range auditor.Record(r) {
		if err != nil {
			return err
		}
		if f.Status != audit.OK {
			return fmt.Errorf("the record is not good: %s", f.String())
		}
		count++
	}
	if want := o.spec.Games(number); count < want {
		return fmt.Errorf("the record has %d games instead of %d: whole pairs count alone", count, want)
	}
	return nil
}

// gather writes the results of all jobs, a file each, of games one record of all
// besides, and rates the players. It returns how many runs found something wrong.
func (o *runOptions) gather(cmd *cobra.Command, c *jobs.Coordinator) (wrong int, err error) {
	if !o.decided {
		o.rates = report.RatingTable{SPRT: o.rates.SPRT, Name: o.rates.Name} // of all, whatever Enough has seen
	}
	switch o.spec.Kind {
	case jobs.Seeds:
		err = c.Results(cmd.Context(), func(number int, _ string, body []byte) error {
			found, err := write(o.result(number), body)
			wrong += found
			return err
		})
	default:
		if err = o.merge(cmd.Context(), c); err == nil {
			err = o.rates.WriteText(cmd.OutOrStdout())
		}
	}
	if err != nil {
		return wrong, err
	}
	if _, err = fmt.Fprintf(cmd.OutOrStdout(), "results of %s are in %s\n", humanize.Plural(c.State().Done, "job", "jobs"), filepath.Join(o.dir, "results")); err != nil || o.spec.Kind != jobs.Pairs {
		return wrong, err
	}
	if o.decided {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "the test was decided by job %d: the games up to it are in %s\n", o.last, o.record())
	} else {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "all games are in %s\n", o.record())
	}
	return wrong, err
}

// merge writes the records of all jobs, and one of all their games in the order of
// their numbers: up to the one that decided the test, where it is decided.
func (o *runOptions) merge(ctx context.Context, c *jobs.Coordinator) error {
	all, err := safefile.Create(o.record(), recordKind, true)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(all)
	joined := record.Merger{To: out}
	err = c.Results(ctx, func(number int, _ string, body []byte) error {
		name := o.result(number)
		if _, err := write(name, body); err != nil || o.decided && number > o.last {
			return err
		}
		r, err := jobs.Unpack(body)
		if err == nil {
			err = joined.Add(r)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if o.decided {
			return nil
		}
		return o.rates.AddFile(context.Background(), name)
	})
	return all.Finish(errors.Join(err, out.Flush()))
}

// The file types for errors of safefile.
var (
	recordKind = safefile.FileType{Name: "record"}
	resultKind = safefile.FileType{Name: "result"}
)

// record is the file of all games.
func (o *runOptions) record() string { return filepath.Join(o.dir, "record.jsonl") }

// result is the file of the result of a job.
func (o *runOptions) result(number int) string {
	return filepath.Join(o.dir, "results", fmt.Sprintf("%06d%s", number, o.spec.Suffix()))
}

// enough reports whether the test is decided by the results up to a job's.
func (o *runOptions) enough(number int, body []byte) (bool, error) {
	if _, err := write(o.result(number), body); err != nil {
		return false, err
	}
	if err := o.rates.AddFile(context.Background(), o.result(number)); err != nil {
		return false, err
	}
	duel, ok := o.rates.HeadToHead()
	o.decided, o.last = ok && (duel.Decision == "H0" || duel.Decision == "H1"), number
	return o.decided, nil
}

// write writes a result, all of it or nothing, and counts the runs that found
// something wrong.
func write(name string, body []byte) (found int, err error) {
	r, err := jobs.Unpack(body)
	if err != nil {
		return 0, err
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return 0, err
	}
	return strings.Count(string(text), jobs.Found), safefile.Write(name, resultKind, true, text)
}

// report writes the summary beside the results.
func (o *runOptions) report(c *jobs.Coordinator, findings []jobs.Finding) error {
	state := c.State()
	all := map[string]any{
		"spec": o.spec.ID(), "jobs": state.Jobs, "done": state.Done, "broken": state.Broken, "expired": state.Expired,
		"failed": state.Failed, "late": state.Late, "workers": state.Workers, "findings": findings,
	}
	if duel, ok := o.rates.HeadToHead(); ok && o.rates.SPRT != nil {
		all["test"] = map[string]any{"sprt": o.spec.SPRT, "decision": duel.Decision, "llr": duel.LLR, "pairs": duel.Pairs}
	}
	if o.decided {
		all["decided_by"] = o.last // the last job that counts
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(o.dir, "report.json"), append(text, '\n'), 0o666)
}

// progress shows how far the jobs are: on a terminal, and as a page.
type progress struct {
	out    io.Writer
	site   *contestpages.Site // nil where there is no page
	mu     sync.Mutex
	onLine bool // a line on the terminal
}

func (p *progress) update(state jobs.Progress) {
	if p.site != nil {
		p.site.ShowFarm(work(state))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if terminal.IsTerminal(p.out) {
		p.onLine = true
		fmt.Fprintf(termsafe.Unwrap(p.out), "\r\x1b[K%s", termsafe.Escape(state.String()))
	}
}

func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.onLine {
		fmt.Fprintln(p.out)
	}
}

// work is the progress as its page shows it.
func work(p jobs.Progress) contestpages.FarmStatus {
	w := contestpages.FarmStatus{
		Done: p.Done, Jobs: p.Jobs, PerHour: int(p.Rate()), Left: p.Estimate.Truncate(time.Second), Given: p.Leased, Again: p.Expired,
		Failed: p.Failed, Broken: p.Broken, Data: p,
	}
	for _, worker := range p.Workers {
		w.Workers = append(w.Workers, contestpages.WorkerRow{Name: worker.Name, Done: worker.Done, Now: worker.Leased, Silent: worker.Expired})
	}
	for _, slow := range p.Slow {
		w.Slow = append(w.Slow, contestpages.SlowJob{Job: slow.Job, Worker: slow.Worker})
	}
	for _, f := range p.Findings {
		w.Findings = append(w.Findings, f.String())
	}
	return w
}

// show shows the progress as a page until it is stopped.
func (o *runOptions) show(ctx context.Context, p *progress) (stop func(), err error) {
	site := contestpages.New(live.Options{Title: strings.TrimSuffix(filepath.Base(o.dir), ".farm"), Say: o.say})
	stop = func() { _ = site.Close() }
	site.ShowFarm(contestpages.FarmStatus{Jobs: o.spec.Jobs(), Data: jobs.Progress{Counts: leases.Counts{Jobs: o.spec.Jobs()}, Runs: o.spec.PerJob}})
	if _, err := site.Listen(ctx, o.live); err != nil {
		stop()
		return nil, fmt.Errorf("--live: %w", err)
	}
	p.site = site
	return stop, nil
}
