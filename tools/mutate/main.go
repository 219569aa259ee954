package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

type options struct {
	rtl       string
	top       string
	poison    string
	testbench string
	golden    files
	more      files
	known     string
	modules   []string
	match     string
	sample    int
	seed      uint64
	jobs      int
	limit     time.Duration
	list      bool
}

// files is a repeatable flag.
type files []string

// String implements flag.Value.
func (f *files) String() string { return strings.Join(*f, " ") }

// Set implements flag.Value.
func (f *files) Set(name string) error {
	*f = append(*f, name)
	return nil
}

// Exit statuses beside 0 and 1.
const (
	exitUsage = 2
	exitNew   = 3 // a survivor is not explained
)

var errNew = errors.New("the list does not explain some survivors")

func main() {
	o, err := parseFlags(os.Args[1:], os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(exitUsage)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err = run(ctx, o, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
	}
	switch {
	case errors.Is(err, errNew):
		os.Exit(exitNew)
	case err != nil:
		os.Exit(1)
	}
}

func parseFlags(args []string, stderr io.Writer) (*options, error) {
	o := new(options)
	f := flag.NewFlagSet("mutate", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.rtl, "rtl", "", "the `folder` of the modules")
	f.StringVar(&o.top, "top", "", "the `module` that the testbench drives")
	f.StringVar(&o.poison, "poison", "", "a `parameter` of it that, when 1, poisons memory reads that collide with a write")
	f.StringVar(&o.poison, "spoil", "", "old name of -poison")
	f.StringVar(&o.testbench, "testbench", "", "the C++ `file` that plays vectors and prints PASS")
	f.Var(&o.golden, "golden", "a `file` of vectors that each mutant plays; may be given again")
	f.Var(&o.more, "more", "a `file` of vectors that survivors of those play; may be given again")
	f.StringVar(&o.known, "known", "", "the `file` that explains survivors; default none")
	f.StringVar(&o.match, "match", "", "only mutants of lines with this `text`")
	f.IntVar(&o.sample, "sample", 0, "number of mutants, sampled by the seed; 0 is all")
	f.Uint64Var(&o.seed, "seed", 1, "random seed of the sample")
	f.IntVar(&o.jobs, "jobs", 2, "mutants at a time")
	f.DurationVar(&o.limit, "limit", 5*time.Minute, "time limit of one mutant, build included")
	f.BoolVar(&o.list, "list", false, "print the mutants and end")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	o.modules = f.Args()
	switch {
	case len(o.modules) == 0:
		return nil, errors.New("no modules: name the modules to mutate after the flags")
	case o.rtl == "":
		return nil, errors.New("-rtl is missing: the folder of the modules")
	case !o.list && (o.top == "" || o.testbench == "" || len(o.golden) == 0):
		return nil, errors.New("-top, -testbench and -golden are needed, except with -list")
	case o.sample < 0 || o.jobs < 1:
		return nil, fmt.Errorf("-sample %d and -jobs %d: at least 0 and 1", o.sample, o.jobs)
	}
	return o, nil
}

// run makes and tries the mutants and prints the report. Interrupted, it reports the mutants tried so far.
func run(ctx context.Context, o *options, out io.Writer) error {
	all, err := draw(o)
	if err != nil {
		return err
	}
	if o.list {
		for i := range all {
			fmt.Fprintf(out, "%s\n", all[i].appendDiff(nil))
		}
		return nil
	}
	known := explainedList{}
	if o.known != "" {
		if known, err = readExplained(o.known); err != nil {
			return err
		}
	}
	dir, err := os.MkdirTemp("", "loopline-mutate-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	t, err := newTrial(ctx, o, dir)
	if err != nil {
		return err
	}
	statuses, err := t.tryAll(ctx, all, func(n int) { fmt.Fprintf(os.Stderr, "\r%d of %d", n, len(all)) })
	fmt.Fprintln(os.Stderr)
	if err != nil && ctx.Err() == nil {
		return err
	}
	return errors.Join(context.Cause(ctx), report(out, all, statuses, known))
}

func draw(o *options) ([]mutant, error) {
	var all []mutant
	for _, name := range o.modules {
		text, err := os.ReadFile(filepath.Join(o.rtl, name+".sv"))
		if err != nil {
			return nil, fmt.Errorf("%w; -rtl names the folder of the modules", err)
		}
		found, err := mutants(name+".sv", string(text))
		if err != nil {
			return nil, err
		}
		for i := range found {
			if strings.Contains(found[i].old, o.match) {
				all = append(all, found[i])
			}
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("the modules %q have nothing to break in lines with %q: a trial without mutants shows nothing",
			o.modules, o.match)
	}
	if o.sample == 0 || o.sample >= len(all) {
		return all, nil
	}
	rng := rand.New(rand.NewPCG(o.seed, 0))
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:o.sample], nil
}

// report prints the survivors and the counts. Its error is errNew if one of
// them is not known.
func report(out io.Writer, all []mutant, statuses []mutantStatus, known explainedList) error {
	count := map[mutantStatus]int{}
	explained, fresh := map[class]int{}, 0
	for i := range all {
		count[statuses[i]]++
		if statuses[i] != survived {
			continue
		}
		if k := known[all[i].key()]; k != nil {
			explained[k.class]++
			continue
		}
		fresh++
		fmt.Fprintf(out, "NEW SURVIVOR at line %d\n%s\n", all[i].line, all[i].appendDiff(nil))
	}
	killed := count[differed] + count[differedLater] + explained[proved]
	counted := count[differed] + count[differedLater] + count[survived] - explained[equivalent]
	if n := count[untried]; n > 0 {
		fmt.Fprintf(out, "interrupted: %d of %d mutants were not tried\n", n, len(all))
	}
	fmt.Fprintf(out, "%d mutants: %d refused by Verilator, %d killed by the golden vectors, %d by more, %d survived\n",
		len(all)-count[untried], count[refused], count[differed], count[differedLater], count[survived])
	fmt.Fprintf(out, "of the survivors %d are killed by a proof, %d are equivalent, %d are explained otherwise, %d are new\n",
		explained[proved], explained[equivalent], explained[otherwise], fresh)
	if counted > 0 {
		fmt.Fprintf(out, "killed: %.1f %% of %d\n", 100*float64(killed)/float64(counted), counted)
	}
	if fresh > 0 {
		return errNew
	}
	return nil
}
