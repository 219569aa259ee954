package cli

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/tooling"
	"github.com/loopline/loopline/trax"
)

var update = flag.Bool("update", false, "write what came out into the scripts")

// TestScripts runs testdata/script, a file for each behaviour of the command.
// Beside the usual commands of scripts there are
//
//	status N COMMAND...  runs it and wants exit status N
//	await FILE [TEXT]    waits until FILE is there and holds TEXT
//	started N            waits until N commands of this script heed signals
//	repeat FILE N TEXT   makes FILE of N times TEXT
//	walk FILE N C R SHAPE  writes a game of N plies that goes C columns right and R rows down in turn
//	flip FILE N          changes a bit of the N-th byte of FILE, from the end if negative
//	cut FILE N           cuts the last N bytes off FILE
func TestScripts(t *testing.T) {
	tier.NoRace(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("ENDPOINT", bridgetest.Loopback())
			env.Setenv("TERM", "dumb")
			return setSimulated(env)
		},
		Condition: func(name string) (bool, error) {
			if name != "rest" {
				return false, fmt.Errorf("no condition [%s]", name)
			}
			return tier.RunsRest(), nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":  scriptStatus,
			"quiet":   scriptQuiet,
			"await":   scriptAwait,
			"started": scriptStarted,
			"repeat":  scriptRepeat,
			"walk":    scriptWalk,
			"flip":    scriptFlip,
			"cut":     scriptCut,
		},
	})
}

// setSimulated tells scripts where the RTL of another team is, how its board is
// wired, and where models are kept between runs.
func setSimulated(env *testscript.Env) error {
	team, err := filepath.Abs("../../../sim/testdata/team")
	env.Setenv("TEAM", team)
	env.Setenv("BOARD", team+"?top=contest_top&clk=1843200&clock=osc&rst=!nrst&rx=ser_in&tx=ser_out&high=enable")
	env.Setenv(tooling.CacheVariable, tooling.CacheDir())
	return err
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

// aboutLoad matches the notice that this machine is busy, which is about no player.
var aboutLoad = regexp.MustCompile(`^loopline: this machine has a load of [0-9.]+ on [0-9]+ processors: `)

// scriptQuiet wants nothing on the standard error of the last command, but for a notice of the machine's load.
func scriptQuiet(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: quiet")
	}
	for line := range strings.Lines(ts.ReadFile("stderr")) {
		if !aboutLoad.MatchString(line) {
			ts.Fatalf("unexpected on standard error: %s", line)
		}
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

// startedVariable names the file to which a command of a script adds a line as
// soon as it heeds signals.
const startedVariable = "LOOPLINE_TEST_STARTED"

// scriptMain is loopline as the scripts run it.
func scriptMain() {
	ctx, stop := interrupts()
	defer stop()
	if name := os.Getenv(startedVariable); name != "" {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		if err != nil {
			panic(err)
		}
		fmt.Fprintln(f, os.Getpid())
		f.Close()
	}
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// scriptWalk writes the game that plays SHAPE one column to the right C times,
// then one row down R times, and so on.
func scriptWalk(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 5 {
		ts.Fatalf("usage: walk FILE N C R SHAPE")
	}
	plies, columns, rows := number(ts, args[1]), number(ts, args[2]), number(ts, args[3])
	text := []byte("@0/ ")
	for i := range plies - 1 {
		at := trax.Cell{Col: i/(columns+rows)*columns + 1, Row: i/(columns+rows)*rows + 1}
		step := i%(columns+rows) + 1
		at.Col += min(step, columns)
		at.Row += max(0, step-columns)
		text = append(trax.Move{Cell: at, Shape: trax.Shape(args[4][0])}.Append(text), ' ')
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), text, 0o600))
}

func scriptStarted(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: started N")
	}
	n := 0
	for end := time.Now().Add(awaitLimit); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		b, _ := os.ReadFile(ts.Getenv(startedVariable))
		if n = strings.Count(string(b), "\n"); n == number(ts, args[0]) {
			return
		}
	}
	ts.Fatalf("%d commands have started, want %s", n, args[0])
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
