package main

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/loopline/loopline/sim"
)

var update = flag.Bool("update", false, "write what came out into the scripts")

// TestScripts runs testdata/script, a file for each behaviour of the command.
// Beside the usual commands of scripts there are
//
//	status N COMMAND...  runs it and wants exit status N
//	await FILE [TEXT]    waits until FILE is there and holds TEXT
//	repeat FILE N TEXT   makes FILE of N times TEXT
//	flip FILE N          changes a bit of the N-th byte of FILE, from the end if negative
//	cut FILE N           cuts the last N bytes off FILE
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			port, err := freePort()
			env.Setenv("PORT", port)
			env.Setenv("TERM", "dumb")
			return errors.Join(err, setSimulated(env))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": scriptStatus,
			"await":  scriptAwait,
			"repeat": scriptRepeat,
			"flip":   scriptFlip,
			"cut":    scriptCut,
		},
	})
}

// setSimulated tells scripts where the RTL of another team is, how its board is
// wired, and where models are kept between runs.
func setSimulated(env *testscript.Env) error {
	team, err := filepath.Abs("../../sim/testdata/team")
	env.Setenv("TEAM", team)
	env.Setenv("BOARD", team+"?top=contest_top&clk=1843200&clock=osc&rst=!nrst&rx=ser_in&tx=ser_out&high=enable")
	env.Setenv(sim.CacheVariable, sim.CacheDir())
	return err
}

// freePort is a TCP port that was free a moment ago.
func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	return port, err
}

func scriptStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND...")
	}
	want, got := number(ts, args[0]), 0
	err := ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

func number(ts *testscript.TestScript, s string) int {
	n, err := strconv.Atoi(s)
	ts.Check(err)
	return n
}

// awaitLimit is how long a script waits for what has to come.
const awaitLimit = 20 * time.Second

func scriptAwait(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: await FILE [TEXT]")
	}
	text := ""
	if len(args) == 2 {
		text = args[1]
	}
	for end := time.Now().Add(awaitLimit); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if text == "" {
			if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
				return
			}
			continue
		}
		b, err := os.ReadFile(ts.MkAbs(args[0]))
		if err == nil && strings.Contains(string(b), text) {
			return
		}
	}
	ts.Fatalf("%s did not come", strings.Join(args, " with "))
}

func scriptRepeat(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: repeat FILE N TEXT")
	}
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	chunk := strings.Repeat(args[2], 1000)
	for left := number(ts, args[1]); left > 0; left -= 1000 {
		_, err := fmt.Fprint(f, chunk[:len(args[2])*min(left, 1000)])
		ts.Check(err)
	}
	ts.Check(f.Close())
}

func scriptFlip(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: flip FILE N")
	}
	b, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	n := number(ts, args[1])
	if n < 0 {
		n += len(b)
	}
	b[n] ^= 1
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b, 0o644))
}

func scriptCut(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: cut FILE N")
	}
	info, err := os.Stat(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), info.Size()-int64(number(ts, args[1]))))
}
