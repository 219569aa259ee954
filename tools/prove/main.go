// Command prove runs the formal proofs of the reference RTL: assertions checked by property directed
// reachability (PDR), bounded model checking (BMC) and k-induction, and cover statements.
//
//	go run ./tools/prove             all of them
//	go run ./tools/prove -quick      those that take seconds
//	go run ./tools/prove -run uart   those with a matching name
//	go run ./tools/prove -list       names and statements
//
// The manifest proofs.json lists each proof with its statement, files and engine. A proof passes only if it
// isn't vacuous: Yosys finds the manifest's number of asserts and covers, the solver reaches every cover and
// the premise of every assert, and the proof fails on each of its mutants, the same files with a seeded bug.
//
// Exit status: 0 all proved; 1 not run to the end, for example a missing tool or a time
// limit; 2 usage or invalid manifest; 3 a proof failed; 130 interrupted.
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
	f := flag.NewFlagSet("prove", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.manifest, "manifest", "", "`file` of proofs; default hdl/formal/proofs.json of this module")
	f.StringVar(&o.build, "build", "", "`folder` to work in; default build/formal of this module")
	f.StringVar(&o.run, "run", "", "only proofs whose name matches this `regexp`")
	f.IntVar(&o.jobs, "jobs", runtime.NumCPU(), "`n` engines at a time")
	f.BoolVar(&o.quick, "quick", false, "only proofs that take seconds")
	f.BoolVar(&o.list, "list", false, "print the proofs and run none")
	f.BoolVar(&o.table, "table", false, "print the proofs as a Markdown table and run none")
	f.BoolVar(&o.noCache, "no-cache", false, "ignore cached results")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("prove: unknown argument %q; proofs are chosen by -run", f.Arg(0))
	}
	if o.jobs < 1 {
		return o, fmt.Errorf("prove: -jobs %d: at least 1", o.jobs)
	}
	return o, nil
}

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

// places returns the module root, from which manifests name files, and sets the default paths.
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
			return "", fmt.Errorf("prove: no go.mod in %s or above: run it inside the module, or give -manifest", dir)
		}
	}
}

func (o *options) choose() ([]Proof, error) {
	match, err := regexp.Compile(o.run)
	if err != nil {
		return nil, fmt.Errorf("prove: -run: %w", err)
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
		return nil, fmt.Errorf("prove: no proof of %s matches; -list prints their names", o.manifest)
	}
	return chosen, nil
}
