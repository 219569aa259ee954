package main

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// runner runs proofs.
type runner struct {
	root   string // the manifest's files are named from here
	build  string
	jobs   int
	cached bool
}

type result struct {
	proof    Proof
	failures []error
	caught   int // mutants
	kept     int // tasks that a run before has done
	seconds  float64
}

// task is one question to an engine.
type task struct {
	name   string // and folder
	run    func(ctx context.Context, w workspace) error
	mutant *Mutant
}

// tasksOf are the questions of a proof: does it hold, is all of it reached, is
// each mutant caught.
func tasksOf(p *Proof) []task {
	tasks := []task{
		{name: "prove", run: func(ctx context.Context, w workspace) error { return w.proveAndDraw(ctx) }},
		{name: "reach", run: func(ctx context.Context, w workspace) error { return w.reach(ctx) }},
	}
	for i := range p.Mutants {
		t := &p.Mutants[i]
		tasks = append(tasks, task{"mutant_" + t.Name, func(ctx context.Context, w workspace) error { return w.catch(ctx, t) }, t})
	}
	return tasks
}

// proveAndDraw adds a waveform to a counter-example of ABC.
func (w workspace) proveAndDraw(ctx context.Context) error {
	err := w.prove(ctx)
	if kindOf(err) != AssertFailed || !w.design.proof.Engine.onABC() {
		return err
	}
	vcd, drawing := w.draw(ctx)
	if drawing != nil {
		return fail(AssertFailed, "%v; no waveform: %v", err, drawing)
	}
	return fail(AssertFailed, "%s: %s", err.(*Failure).Text, vcd)
}

// catch shows that the bug in the design does not go unnoticed.
func (w workspace) catch(ctx context.Context, t *Mutant) error {
	err := w.prove(ctx)
	switch kindOf(err) {
	case AssertFailed:
		return nil
	case "":
		return fail(MutantNotCaught, "%s: the proof holds with %q in place of %q in %s", t.Name, t.New, t.Old, t.File)
	}
	return err
}

// run runs all tasks of the proofs, jobs at a time, and hands each proof's
// result to report as soon as it is complete, one at a time. It returns when
// all have ended.
func (r runner) run(ctx context.Context, proofs []Proof, report func(result)) []result {
	versions, err := findTools(ctx, tools())
	if err != nil {
		failed := result{proof: proofs[0], failures: []error{err}}
		report(failed)
		return []result{failed}
	}
	results := make([]result, len(proofs))
	left := make([]int, len(proofs))
	var mutex sync.Mutex
	var all sync.WaitGroup
	slots := make(chan struct{}, r.jobs)
	for i := range proofs {
		tasks := tasksOf(&proofs[i])
		results[i].proof, left[i] = proofs[i], len(tasks)
		for _, t := range tasks {
			slots <- struct{}{}
			all.Go(func() {
				defer func() { <-slots }()
				start := time.Now()
				kept, err := r.do(ctx, &proofs[i], t, versions)
				mutex.Lock()
				defer mutex.Unlock()
				results[i].add(t, kept, err, time.Since(start))
				if left[i]--; left[i] == 0 {
					report(results[i])
				}
			})
		}
	}
	all.Wait()
	return results
}

func (res *result) add(t task, kept bool, err error, took time.Duration) {
	res.seconds += took.Seconds()
	switch {
	case err != nil:
		res.failures = append(res.failures, err)
	case t.mutant != nil:
		res.caught++
	}
	if kept {
		res.kept++
	}
}

// do runs one task, or finds that it has been run before.
func (r runner) do(ctx context.Context, p *Proof, t task, versions string) (kept bool, err error) {
	d, err := readDesign(r.root, p)
	if err != nil {
		return false, err
	}
	if t.mutant != nil {
		if d, err = d.mutant(*t.mutant); err != nil {
			return false, err
		}
	}
	kind, _, _ := strings.Cut(t.name, "_")
	settings := []any{kind, p.Top, p.Parameters, p.Files, p.Engine, p.Depth, p.InitCycles, p.ReachDepth, p.Asserts, p.Covers}
	program, err := self()
	if err != nil {
		return false, err
	}
	k, err := key(versions, program, settings, d.sources)
	if err != nil {
		return false, err
	}
	store := cache{filepath.Join(r.build, "cache"), !r.cached}
	if ctx.Err() != nil {
		return false, fail(Interrupted, "before %s", t.name)
	}
	if store.has(k) {
		return true, nil
	}
	w, err := newWorkspace(filepath.Join(r.build, folder(p), t.name), d)
	if err != nil {
		return false, err
	}
	if err := t.run(ctx, w); err != nil {
		return false, err
	}
	store.put(k, p.ID()+" "+t.name)
	return false, nil
}

// folder is the name of a proof's folder.
func folder(p *Proof) string {
	return strings.NewReplacer("(", ".", ")", "", "=", "", ",", ".").Replace(p.ID())
}
