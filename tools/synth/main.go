// Command synth runs the FPGA flow on the reference RTL: it builds bitstreams, measures cells and clock
// rates for the tables, and checks that netlist and bitstream behave like the RTL.
//
//	go run ./tools/synth bitstream [BOARD...]
//	go run ./tools/synth unpack [BOARD...]
//	go run ./tools/synth netlist MODULE [NAME=VALUE...]
//	go run ./tools/synth resources [-check] [DESIGN...]
//	go run ./tools/synth readback [-count N] [-keep DIR]
//
// Each takes -designs FILE, which lists designs, boards, the core and their files (default
// hdl/boards/designs.json). It runs Yosys, nextpnr and icestorm, which scripts/setup bitstream installs,
// and works in any folder of the repository.
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
	"slices"
	"syscall"
)

const usage = `usage:
  synth bitstream [-out DIR] [BOARD...]     bitstreams and their manifests
  synth unpack [-out DIR] [BOARD...]        Verilog of those bitstreams, to be simulated
  synth netlist [-out DIR] MODULE [NAME=VALUE...]
                                            Verilog of a bitstream of a module, with pins for all its ports
  synth resources [-check] [DESIGN...]      measure, and write the tables
  synth readback [-count N] [-keep DIR]     the core as sources, as netlist and as bitstream
-designs FILE   the designs, boards and core; hdl/boards/designs.json if not given
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stdout)
	switch {
	case err == nil:
	case errors.Is(err, errUsage):
		fmt.Fprint(os.Stderr, usage)
		os.Exit(2)
	case ctx.Err() != nil:
		os.Exit(130)
	default:
		fmt.Fprintln(os.Stderr, "synth:", err)
		os.Exit(1)
	}
}

var errUsage = errors.New("usage")

func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 {
		return errUsage
	}
	root, err := findRoot()
	if err != nil {
		return err
	}
	flags := flag.NewFlagSet("synth "+args[0], flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	designs := flags.String("designs", "hdl/boards/designs.json", "")
	switch args[0] {
	case "bitstream", "unpack":
		dir := flags.String("out", filepath.Join(root, "build", "bitstream"), "")
		if flags.Parse(args[1:]) != nil {
			return errUsage
		}
		p, err := readProject(root, *designs)
		if err != nil {
			return err
		}
		if args[0] == "unpack" {
			return makeUnpacked(ctx, p, *dir, flags.Args(), out)
		}
		return makeBitstreams(ctx, p, *dir, flags.Args(), out)
	case "netlist":
		dir := flags.String("out", filepath.Join(root, "build", "bitstream"), "")
		if flags.Parse(args[1:]) != nil || flags.NArg() == 0 {
			return errUsage
		}
		p, err := readProject(root, *designs)
		if err != nil {
			return err
		}
		return makeNetlist(ctx, p, *dir, flags.Arg(0), flags.Args()[1:], out)
	case "resources":
		check := flags.Bool("check", false, "")
		if flags.Parse(args[1:]) != nil {
			return errUsage
		}
		p, err := readProject(root, *designs)
		if err != nil {
			return err
		}
		return makeResources(ctx, p, flags.Args(), *check, out)
	case "readback":
		count := flags.Int("count", 20000, "")
		keep := flags.String("keep", "", "")
		if flags.Parse(args[1:]) != nil || flags.NArg() > 0 || *count < 1 {
			return errUsage
		}
		p, err := readProject(root, *designs)
		if err != nil {
			return err
		}
		return makeReadback(ctx, p, *count, *keep, out)
	}
	return errUsage
}

// findRoot returns the folder above this one that holds go.mod.
func findRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("no go.mod here or above: run this inside the repository")
		}
	}
}

// choose returns the items with the asked names, or all if asked is empty.
func choose[T any](items []T, name func(T) string, asked []string) ([]T, error) {
	if len(asked) == 0 {
		return items, nil
	}
	var chosen []T
	for _, want := range asked {
		i := slices.IndexFunc(items, func(item T) bool { return name(item) == want })
		if i < 0 {
			known := make([]string, len(items))
			for i, item := range items {
				known[i] = name(item)
			}
			return nil, fmt.Errorf("there is no %q; there are %q", want, known)
		}
		chosen = append(chosen, items[i])
	}
	return chosen, nil
}
