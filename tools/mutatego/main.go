package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
)

type options struct {
	n, least  int
	seed      uint64
	want      float64
	explained string
	list      bool
	packages  []string
}

// Exit statuses beside 0 and 1.
const (
	exitUsage = 2
	exitFew   = 3
)

var errFew = errors.New("the tests find too few of the mutants")

func main() {
	var o options
	f := flag.NewFlagSet("mutatego", flag.ExitOnError)
	f.IntVar(&o.n, "n", 400, "`number` of mutants that compile, over all packages")
	f.IntVar(&o.least, "least", 4, "least `number` of mutants of a package")
	f.Uint64Var(&o.seed, "seed", 1, "random seed of the sample")
	f.Float64Var(&o.want, "want", 95, "`percent` that the tests have to find of those that the list does not explain")
	f.StringVar(&o.explained, "explained", "", "`file` of mutants that may survive: a line KEY, and one of the reason behind it")
	f.BoolVar(&o.list, "list", false, "print the sample and end")
	_ = f.Parse(os.Args[1:]) // it exits
	if o.packages = f.Args(); len(o.packages) == 0 {
		fmt.Fprintln(os.Stderr, "mutatego: name packages, such as ./host ./trax/referee")
		os.Exit(exitUsage)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := o.run(ctx)
	switch {
	case errors.Is(err, errFew):
		fmt.Fprintln(os.Stderr, "mutatego:", err)
		os.Exit(exitFew)
	case err != nil:
		fmt.Fprintln(os.Stderr, "mutatego:", err)
		os.Exit(1)
	}
}

// row counts the mutants of a package.
type row struct {
	name                               string
	mutants, short, full, known, alive int
}

func (o *options) run(ctx context.Context) error {
	known, err := readExplained(o.explained)
	if err != nil {
		return err
	}
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "loopline-mutatego-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	var all [][]*mutant
	var counts []int
	for _, p := range o.packages {
		found, err := candidates(filepath.Clean(p))
		if err != nil {
			return err
		}
		all, counts = append(all, found), append(counts, len(found))
	}
	var rows []row
	for i, n := range shares(counts, o.n, o.least) {
		r, err := o.tryPackage(ctx, root, work, filepath.Clean(o.packages[i]), all[i], n, known)
		if err != nil {
			return err
		}
		rows = append(rows, r)
	}
	if o.list {
		return nil
	}
	return o.report(rows)
}

// tryPackage tries n mutants of a package.
func (o *options) tryPackage(ctx context.Context, root, work, folder string, all []*mutant, n int, known map[string]string) (r row, err error) {
	r.name = folder
	var t *trial
	if !o.list {
		if t, err = newTrial(ctx, root, work, folder); err != nil {
			return r, err
		}
	}
	for m := range sampled(all, o.seed) {
		if r.mutants == n {
			break
		}
		if o.list {
			r.mutants++
			fmt.Println(m.key())
			continue
		}
		v, by, err := t.try(ctx, m)
		if err != nil {
			return r, err
		}
		if v != refused {
			r.mutants++
		}
		switch reason := known[m.key()]; {
		case v == killed:
			r.short++
		case v == killedBy:
			r.full++
		case v == survived && reason != "":
			r.known++
		case v == survived:
			r.alive++
			fmt.Printf("SURVIVED %s:%d (%s)\n%s\n", m.file, m.line, m.operator, m.key())
		}
		if v != refused {
			fmt.Fprintf(os.Stderr, "%s %d of %d: %s\n", folder, r.mutants, n, cmp.Or(by, "survived"))
		}
	}
	return r, nil
}

// report prints the table. Its error is errFew if the tests find too few.
func (o *options) report(rows []row) error {
	fmt.Printf("| package | mutants | found by short tests | by its other tests | explained | survived |\n|---|---:|---:|---:|---:|---:|\n")
	sum := row{name: "**all**"}
	for _, r := range rows {
		sum.mutants, sum.short, sum.full = sum.mutants+r.mutants, sum.short+r.short, sum.full+r.full
		sum.known, sum.alive = sum.known+r.known, sum.alive+r.alive
	}
	for _, r := range append(rows, sum) {
		fmt.Printf("| %s | %d | %d | %d | %d | %d |\n", r.name, r.mutants, r.short, r.full, r.known, r.alive)
	}
	counted := sum.mutants - sum.known
	if counted == 0 {
		return errors.New("no mutant was tried")
	}
	share := 100 * float64(counted-sum.alive) / float64(counted)
	fmt.Printf("found: %.1f %% of %d, seed %d\n", share, counted, o.seed)
	if share < o.want {
		return errFew
	}
	return nil
}

// readExplained reads the mutants that may survive, each with its reason.
func readExplained(name string) (map[string]string, error) {
	known := map[string]string{}
	if name == "" {
		return known, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	key := ""
	for s := bufio.NewScanner(file); s.Scan(); {
		switch text := strings.TrimSpace(s.Text()); {
		case text == "" || strings.HasPrefix(text, "#"):
		case key == "":
			key = text
		default:
			known[key], key = text, ""
		}
	}
	if key != "" {
		return nil, fmt.Errorf("%s: %s: no reason in the next line", name, key)
	}
	return known, nil
}
