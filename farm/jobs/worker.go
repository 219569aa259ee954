package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/loopline/loopline/farm/natsconn"
	"github.com/loopline/loopline/sandbox"
)

// Worker does jobs, some at once.
type Worker struct {
	Conn      *nats.Conn
	Key       string // names the access key, see natsconn.Access; empty for that of the role
	Name      string // human-readable; two workers have two
	Slots     int    // jobs at once
	Programs  Programs
	Dir       string // for the jobs' folders; empty is the system's for temporary files
	Isolation *sandbox.Isolation

	// ExitWhenDone has Run return when a spec is done, or when its coordinator, and
	// every other, has been gone for five minutes.
	ExitWhenDone bool

	// Say gets messages for the user, nil is silent. It is called concurrently.
	Say func(text string)

	mu    sync.Mutex
	last  string // what was said last, not to say it every second
	do    func(ctx context.Context, slot string, j *Job) (body []byte, err error)
	tools string        // the folder with copies of programs
	waits time.Duration // for a coordinator that has gone
}

// errOver says that nothing is left to do.
var errOver = errors.New("nothing is left to do")

// askTime bounds the wait for an answer.
const askTime = 10 * time.Second

// Run does jobs until ctx ends. A job that it has then is given back.
func (w *Worker) Run(ctx context.Context) error {
	if w.Say == nil {
		w.Say = func(string) {}
	}
	if w.do == nil {
		w.do = w.run
	}
	w.waits = cmp.Or(w.waits, coordinatorTimeout)
	dir, err := os.MkdirTemp(w.Dir, "loopline-work-")
	if err != nil {
		return fmt.Errorf("worker: %w", err)
	}
	defer os.RemoveAll(dir)
	w.tools = filepath.Join(dir, "programs")
	if err := os.Mkdir(w.tools, 0o700); err != nil {
		return fmt.Errorf("worker: %w", err)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var wg sync.WaitGroup
	for slot := range max(1, w.Slots) {
		wg.Go(func() {
			name := filepath.Join(dir, fmt.Sprintf("slot-%d", slot))
			if err := w.slot(ctx, name); err != nil {
				stop(err)
			}
		})
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil && !errors.Is(err, errOver) {
		return err
	}
	return nil
}

// slot does one job after the other, of whatever coordinator there is.
func (w *Worker) slot(ctx context.Context, dir string) error {
	var seen time.Time // when there last was one
	for {
		info, err := find(ctx, w.Conn, askTime, func(*coordinatorInfo) bool { return true })
		if err != nil {
			return err
		}
		if info == nil && w.ExitWhenDone && !seen.IsZero() && time.Since(seen) >= w.waits {
			w.notifyOnce("the coordinator has gone")
			return errOver
		}
		if info == nil {
			w.notifyOnce("there is no coordinator; waiting for one")
			if err := pause(ctx, wait); err != nil {
				return err
			}
			continue
		}
		if err := w.work(ctx, dir, info.Spec); err != nil {
			return err
		}
		seen = time.Now()
	}
}

// notifyOnce passes on a text unless it was the last one.
func (w *Worker) notifyOnce(text string) {
	w.mu.Lock()
	again := w.last == text
	w.last = text
	w.mu.Unlock()
	if !again {
		w.Say(text)
	}
}

// pause waits, unless ctx ends.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-t.C:
		return nil
	}
}

// work does jobs of a spec while its coordinator has some.
func (w *Worker) work(ctx context.Context, dir, spec string) error {
	failed := 0
	for {
		a, err := w.ask(ctx, spec, verbTake, request{Programs: w.list().hashes()}, nil)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			return nil // the coordinator has gone
		case a.Error != "":
			w.notifyOnce(a.Error)
		case a.Over && w.ExitWhenDone:
			return errOver
		case a.Job != nil:
			ok, err := w.job(ctx, dir, a)
			if err != nil {
				return err
			}
			if failed++; ok {
				failed = 0
				continue
			}
			// A machine on which all fails is not to be the first at every job.
			if err := pause(ctx, min(firstPause<<min(failed, 20), mostPause)); err != nil {
				return err
			}
			continue
		}
		if err := pause(ctx, max(a.For, time.Millisecond)); err != nil {
			return err
		}
		if a.Over {
			return nil
		}
	}
}

// How long a worker waits when jobs fail in its hands: twice as long each time.
const (
	firstPause = 50 * time.Millisecond
	mostPause  = 10 * time.Second
)

// list is the programs that the worker may run now.
func (w *Worker) list() Programs {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.Programs
}

// drop takes a program off the list that is not what the list says.
func (w *Worker) drop(hash string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Programs = maps.Clone(w.Programs)
	delete(w.Programs, hash)
}

// ask asks a coordinator.
func (w *Worker) ask(ctx context.Context, spec, verb string, r request, body []byte) (*answer, error) {
	r.Protocol, r.Worker = protocol, w.Name
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	m := &nats.Msg{Subject: subject(spec, verb, cmp.Or(w.Key, string(natsconn.Worker))), Data: text}
	if body != nil {
		m.Header, m.Data = nats.Header{headerRequest: {string(text)}}, body
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	reply, err := w.Conn.RequestMsgWithContext(ctx, m)
	if err != nil {
		return nil, err
	}
	var a answer
	if err := json.Unmarshal(reply.Data, &a); err != nil {
		return nil, fmt.Errorf("a coordinator's answer is invalid: %w", err)
	}
	return &a, nil
}

// errLeaseLost says that a lease was lost.
var errLeaseLost = errors.New("the job is another worker's, or done")

// job does a job, renews its lease meanwhile, and delivers the result. Ok is false when it
// failed here.
func (w *Worker) job(ctx context.Context, dir string, a *answer) (ok bool, err error) {
	j, lease := a.Job, a.Lease
	w.Say(fmt.Sprintf("job %d begins", j.Number))
	working, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	renewed := make(chan struct{})
	go func() {
		defer close(renewed)
		w.renew(working, stop, j, lease, a.For)
	}()
	defer func() { stop(nil); <-renewed }()
	body, err := w.do(working, dir, j)
	var changed *changedError
	switch {
	case ctx.Err() != nil:
		w.giveBack(j, lease)
		return false, context.Cause(ctx)
	case working.Err() != nil:
		w.Say(fmt.Sprintf("job %d: %v", j.Number, context.Cause(working)))
		return true, nil
	case errors.As(err, &changed): // the job is not to blame
		w.Say(fmt.Sprintf("job %d: %v", j.Number, err))
		w.drop(changed.hash)
		w.giveBack(j, lease)
		return false, nil
	case err != nil:
		w.Say(fmt.Sprintf("job %d: %v", j.Number, err))
		why := err.Error()
		_, _ = w.ask(ctx, j.Spec, verbFail, request{Number: j.Number, Lease: lease, Why: why[:min(len(why), maxWhy)]}, nil) // or it expires
		return false, nil
	}
	return true, w.deliver(ctx, j, lease, body)
}

// giveBack has a job given to another at once, rather than after a lease.
func (w *Worker) giveBack(j *Job, lease uint64) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, _ = w.ask(ctx, j.Spec, verbFail, request{Number: j.Number, Lease: lease, Release: true}, nil)
}

// renew lengthens the lease every third of it. When the job is lost it stops.
func (w *Worker) renew(ctx context.Context, stop context.CancelCauseFunc, j *Job, lease uint64, every time.Duration) {
	for pause(ctx, every/3) == nil {
		a, err := w.ask(ctx, j.Spec, verbRenew, request{Number: j.Number, Lease: lease}, nil)
		if err == nil && a.Error == "" && !a.OK {
			stop(errLeaseLost)
		}
	}
}

// coordinatorTimeout bounds the wait of a result for its coordinator while another has work, and
// that of a worker with ExitWhenDone for any coordinator.
const coordinatorTimeout = 5 * time.Minute

// deliver sends a result until a coordinator has it. Without a coordinator it waits for
// one, unless another has work. It ends when the test is decided without this result.
func (w *Worker) deliver(ctx context.Context, j *Job, lease uint64, body []byte) error {
	begun := time.Now()
	for {
		a, err := w.ask(ctx, j.Spec, verbResult, request{Number: j.Number, Lease: lease}, body)
		switch {
		case ctx.Err() != nil:
			w.giveBack(j, lease)
			return context.Cause(ctx)
		case err != nil:
			w.notifyOnce(fmt.Sprintf("the result of job %d waits for a coordinator: %v", j.Number, err))
			a = &answer{For: wait}
			if time.Since(begun) >= w.waits && w.elsewhere(ctx, j.Spec) {
				w.Say(fmt.Sprintf("the result of job %d is given up: its coordinator has gone, and another has work", j.Number))
				return nil
			}
		case a.Error != "":
			w.Say(fmt.Sprintf("job %d: %s", j.Number, a.Error))
			return nil
		case a.OK:
			return nil
		}
		if err := pause(ctx, max(a.For, time.Millisecond)); err != nil {
			return err
		}
	}
}

// elsewhere reports whether there is a coordinator of another spec and none of this one.
func (w *Worker) elsewhere(ctx context.Context, spec string) bool {
	ours, err := find(ctx, w.Conn, findTime, func(i *coordinatorInfo) bool { return i.Spec == spec })
	if err != nil || ours != nil {
		return false
	}
	other, err := find(ctx, w.Conn, findTime, func(*coordinatorInfo) bool { return true })
	return err == nil && other != nil
}

// run does the steps of a job in a folder of its own.
func (w *Worker) run(ctx context.Context, dir string, j *Job) ([]byte, error) {
	if err := j.check(); err != nil {
		return nil, err
	}
	if err := os.RemoveAll(dir); err != nil {
		return nil, err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program, err := w.program(j.Hash)
	if err != nil {
		return nil, err
	}
	programs := w.list()
	for _, name := range sortedKeys(j.Files) {
		if err := programs.copyTo(j.Files[name], filepath.Join(dir, name)); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeoutCause(ctx, j.Limit, fmt.Errorf("it took longer than %v", j.Limit))
	defer cancel()
	return w.steps(ctx, dir, program, j)
}

// program returns our own copy of a program, which does not change while it runs.
func (w *Worker) program(hash string) (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	file := filepath.Join(w.tools, hash)
	if _, err := os.Stat(file); err == nil {
		return file, nil
	}
	return file, w.Programs.copyTo(hash, file)
}

// check wants of a job what a coordinator of ours gives.
func (j *Job) check() error {
	names := append(sortedKeys(j.Files), j.Result)
	for _, name := range names {
		if name != "" && !isFileName(name) {
			return fmt.Errorf("%.80q is not the name of a file in the job's folder", name)
		}
	}
	if !isHash(j.Hash) || len(j.Steps) == 0 || j.Limit <= 0 {
		return errors.New("the job is incomplete")
	}
	return nil
}

// steps runs the program once a step and returns the result, compressed.
func (w *Worker) steps(ctx context.Context, dir, program string, j *Job) ([]byte, error) {
	printed, err := os.Create(filepath.Join(dir, "..", filepath.Base(dir)+".out"))
	if err != nil {
		return nil, err
	}
	defer os.Remove(printed.Name())
	defer printed.Close()
	cache, err := w.cache(dir, j)
	if err != nil {
		return nil, err
	}
	for i, step := range j.Steps {
		p := sandbox.Program{
			Policy: sandbox.PolicyTool, Args: append([]string{program}, step...), Dir: dir, Env: []string{"LOOPLINE_CACHE=" + cache},
			Visible: []string{program, dir, cache}, Writable: []string{dir, cache},
			Limits: sandbox.Limits{Processes: maxJobProcesses},
		}
		if j.Result == "" {
			p.Stdout = printed
		}
		said, err := w.Isolation.Output(ctx, p)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if j.Result == "" && foundSomething(err) {
			_, err = fmt.Fprintf(printed, "%s: %s\n", Found, strings.Join(step, " "))
		}
		if err != nil {
			return nil, fmt.Errorf("%s %s (run %d of %d): %w: %s", j.Name, strings.Join(step, " "), i+1, len(j.Steps), err, outputTail(said, printed))
		}
	}
	if j.Result == "" {
		if _, err := printed.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		return pack(printed)
	}
	return packFile(dir, j.Result)
}

// maxJobProcesses bounds the processes and threads of a job: it may referee many games.
const maxJobProcesses = 1024

// Found begins the line that a result has after the output of a run with status 3, by
// which programs of Loopline report problems.
const Found = "loopline-farm: ended with status 3"

func foundSomething(err error) bool {
	var end *sandbox.EndError
	return errors.As(err, &end) && end.Status == 3 && end.Exited()
}

// cache is a folder in which a program keeps what it built, from job to job; but
// not where players are in the job, who could leave something there.
func (w *Worker) cache(dir string, j *Job) (string, error) {
	name := filepath.Join(dir, "cache")
	if len(j.Files) == 0 {
		name = filepath.Join(w.tools, j.Hash+".cache")
	}
	return name, os.MkdirAll(name, 0o700)
}

// packFile compresses a file that a program made: it may be anything, and only
// what lies in the folder itself is read.
func packFile(dir, name string) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Lstat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file", name)
	}
	if err != nil {
		return nil, fmt.Errorf("the job left no result: %w", err)
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return pack(f)
}

// outputTail returns the end of a program's standard error, or, if that is empty, of its
// output. For a failed Go test it starts at the failure.
func outputTail(said string, printed *os.File) string {
	const most = 500
	said = strings.TrimSpace(said)
	if info, err := printed.Stat(); err == nil && said == "" {
		end := make([]byte, min(8*most, info.Size()))
		n, _ := printed.ReadAt(end, info.Size()-int64(len(end))) // it is for users
		said = strings.TrimSpace(string(end[:n]))
	}
	if at := strings.LastIndex(said, "--- FAIL"); at >= 0 {
		said = said[at:]
		return said[:min(len(said), most)]
	}
	return said[max(0, len(said)-most):]
}
