// Command formal runs the proofs of the reference RTL.
//
//	go run ./hdl/tools/prove             all of them
//	go run ./hdl/tools/prove -quick      those that take seconds
//	go run ./hdl/tools/prove -run uart   those whose name matches
//	go run ./hdl/tools/prove -list       their names, and what they prove
//
// proofs.json says what is proved, of which files, with which engine. A proof
// counts only if nothing in it is empty: its numbers of asserts and covers are
// those of the manifest, every cover and the premise of every assert can be
// reached, and each of its mutants, the same files with a bug put in, is caught.
//
// Exit status: 0 all proved; 1 could not, as when a tool is missing or time
// ran out; 2 usage, or a manifest that is wrong; 3 a proof failed; 130
// interrupted.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"syscall"
)

// Exit statuses.
const (
	exitOK          = 0
	exitCouldNot    = 1
	exitUsage       = 2
	exitWrong       = 3
	exitInterrupted = 130
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(command(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// options are the flags.
type options struct {
	manifest string
	build    string
	run      string
	jobs     int
	quick    bool
	list     bool
	table    bool
	noCache  bool
}

func parseFlags(args []string, stderr io.Writer) (options, error) {
	var o options
	f := flag.NewFlagSet("formal", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.manifest, "manifest", "", "`file` of proofs; default hdl/formal/proofs.json of this module")
	f.StringVar(&o.build, "build", "", "`folder` to work in; default build/formal of this module")
	f.StringVar(&o.run, "run", "", "only proofs whose name matches this `regexp`")
	f.IntVar(&o.jobs, "jobs", runtime.NumCPU(), "`n` engines at a time")
	f.BoolVar(&o.quick, "quick", false, "only proofs that take seconds")
	f.BoolVar(&o.list, "list", false, "print the proofs and run none")
	f.BoolVar(&o.table, "table", false, "print the proofs as a Markdown table and run none")
	f.BoolVar(&o.noCache, "no-cache", false, "run what has been proved before, too")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("formal: unknown argument %q; proofs are chosen by -run", f.Arg(0))
	}
	if o.jobs < 1 {
		return o, fmt.Errorf("formal: -jobs %d: at least 1", o.jobs)
	}
	return o, nil
}

// command is the program without the process around it.
func command(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseFlags(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return exitOK
	}
	var proofs []Proof
	var root string
	if err == nil {
		root, err = o.places()
	}
	if err == nil {
		proofs, err = o.choose()
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return exitUsage
	}
	switch {
	case o.list:
		printList(stdout, proofs)
		return exitOK
	case o.table:
		printTable(stdout, proofs)
		return exitOK
	}
	r := runner{root: root, build: o.build, jobs: o.jobs, cached: !o.noCache}
	results := r.run(ctx, proofs, func(done result) { printResult(stdout, done) })
	printSummary(stdout, results)
	if ctx.Err() != nil {
		return exitInterrupted
	}
	return exitOf(results)
}

// places finds the module's folder and fills in the paths that were not given.
// Files of a manifest are named from that folder.
func (o *options) places() (root string, err error) {
	if o.manifest != "" {
		root = filepath.Dir(o.manifest)
	} else if root, err = moduleRoot(); err != nil {
		return "", err
	} else {
		o.manifest = filepath.Join(root, "hdl", "formal", "proofs.json")
	}
	if o.build == "" {
		o.build = filepath.Join(root, "build", "formal")
	}
	o.build, err = filepath.Abs(o.build)
	return root, err
}

// moduleRoot is the folder of go.mod, here or above.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return at, nil
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf("formal: no go.mod in %s or above: run it inside the module, or give -manifest", dir)
		}
	}
}

// choose reads the manifest and returns the proofs asked for.
func (o *options) choose() ([]Proof, error) {
	match, err := regexp.Compile(o.run)
	if err != nil {
		return nil, fmt.Errorf("formal: -run: %w", err)
	}
	all, err := readManifest(o.manifest)
	if err != nil {
		return nil, err
	}
	var chosen []Proof
	for _, p := range all {
		if match.MatchString(p.ID()) && (p.Quick || !o.quick) {
			chosen = append(chosen, p)
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("formal: no proof of %s was chosen; -list shows their names", o.manifest)
	}
	return chosen, nil
}
