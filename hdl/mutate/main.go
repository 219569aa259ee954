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

// options are what the command line says.
type options struct {
	rtl    string
	bench  string
	golden string
	known  string
	files  string
	match  string
	sample int
	seed   uint64
	more   int
	jobs   int
	limit  time.Duration
	list   bool
}

// coreModules are the modules of the core.
const coreModules = "ll_core ll_turn ll_forced ll_fit ll_movegen ll_ram"

// exitNew is the exit status if a survivor is not explained.
const exitNew = 3

// errNew tells that a survivor is not explained.
var errNew = errors.New("there are survivors that the list does not explain")

func main() {
	var o options
	flag.StringVar(&o.rtl, "rtl", "hdl/rtl", "the `folder` of the core")
	flag.StringVar(&o.bench, "bench", "hdl/tb/core_bench.cpp", "the bench that plays vectors")
	flag.StringVar(&o.golden, "golden", "vectors/golden", "the `folder` of turn.hex and moves.hex")
	flag.StringVar(&o.known, "known", "hdl/mutate/survivors.md", "the list of explained survivors")
	flag.StringVar(&o.files, "modules", coreModules, "the modules that are broken")
	flag.StringVar(&o.match, "match", "", "only mutants of lines with this `text`")
	flag.IntVar(&o.sample, "sample", 0, "so many mutants, drawn by the seed; 0 is all")
	flag.Uint64Var(&o.seed, "seed", 1, "of the sample and of the vectors for survivors")
	flag.IntVar(&o.more, "more", 5000, "turn vectors that survivors of the golden ones play")
	flag.IntVar(&o.jobs, "jobs", 2, "mutants at a time")
	flag.DurationVar(&o.limit, "limit", 5*time.Minute, "for one mutant, building it included")
	flag.BoolVar(&o.list, "list", false, "print the mutants and end")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := run(ctx, &o, os.Stdout)
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

// run makes the mutants, tries them, and prints what became of them; of those
// that were tried, if it is interrupted.
func run(ctx context.Context, o *options, out io.Writer) error {
	if flag.NArg() > 0 || o.sample < 0 || o.jobs < 1 || o.more < 1 {
		return fmt.Errorf("there are no arguments; -sample is not negative, -jobs and -more are positive")
	}
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
	known, err := readKnown(o.known)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "loopline-mutate-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	p, err := newProof(ctx, o, dir)
	if err != nil {
		return err
	}
	fates, err := p.tryAll(ctx, all, func(n int) { fmt.Fprintf(os.Stderr, "\r%d of %d", n, len(all)) })
	fmt.Fprintln(os.Stderr)
	if err != nil && ctx.Err() == nil {
		return err
	}
	return errors.Join(context.Cause(ctx), report(out, all, fates, known))
}

// draw returns the mutants to be tried.
func draw(o *options) ([]mutant, error) {
	var all []mutant
	for name := range strings.FieldsSeq(o.files) {
		text, err := os.ReadFile(filepath.Join(o.rtl, name+".sv"))
		if err != nil {
			return nil, fmt.Errorf("%w; run this from the root of the repository, or say -rtl", err)
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
		return nil, fmt.Errorf("the modules %q have nothing to break in lines with %q: a proof without mutants proves nothing",
			o.files, o.match)
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
func report(out io.Writer, all []mutant, fates []fate, known knownList) error {
	count := map[fate]int{}
	explained, fresh := map[class]int{}, 0
	for i := range all {
		count[fates[i]]++
		if fates[i] != survived {
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
