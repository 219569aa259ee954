//go:build cgo && (linux || darwin)

package main

import (
	"bytes"
	"context"
	goflag "flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/internal/tier"
)

var built string // what build has made

// build is the folder of the libraries, made once for all tests.
var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "libloopline")
	if err != nil {
		return "", err
	}
	built = dir
	for _, mode := range [][2]string{{"c-shared", "libloopline.so"}, {"c-archive", "libloopline.a"}} {
		out, err := exec.Command("go", "build", "-buildmode="+mode[0], "-ldflags=-s -w", "-o", filepath.Join(dir, mode[1]), ".").CombinedOutput()
		if err != nil {
			return dir, &exec.Error{Name: string(out), Err: err}
		}
	}
	return dir, nil
})

func TestMain(m *testing.M) {
	tier.AllSlow()
	code := m.Run()
	if built != "" {
		_ = os.RemoveAll(built)
	}
	os.Exit(code)
}

// compile makes a program of testdata, and returns its path.
func compile(t *testing.T, source string, flags ...string) string {
	t.Helper()
	tier.NoRace(t)
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is missing: scripts/setup installs it")
	}
	lib, err := build()
	require.NoError(t, err)
	program := filepath.Join(t.TempDir(), "program")
	args := append([]string{"-std=c11", "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-I../../bindings/c", filepath.Join("testdata", source), "-o", program}, flags...)
	for i, f := range args {
		args[i] = strings.ReplaceAll(f, "LIB", lib)
	}
	out, err := exec.Command("gcc", args...).CombinedOutput()
	require.NoError(t, err, string(out))
	return program
}

var (
	shared    = []string{"-L", "LIB", "-lloopline", "-Wl,-rpath,LIB", "-lpthread"}
	archived  = []string{"LIB/libloopline.a", "-lpthread"}
	sanitized = append([]string{"-fsanitize=address,undefined", "-fno-sanitize-recover=all"}, shared...)
)

// TestHeader: each function of the header is in the library, and the library promises nothing
// else of ours. TestCalls calls them all.
func TestHeader(t *testing.T) {
	tier.NoRace(t)
	lib, err := build()
	require.NoError(t, err)
	out, err := exec.Command("nm", "-D", "--defined-only", filepath.Join(lib, "libloopline.so")).Output()
	require.NoError(t, err)
	require.Equal(t, declared(t), names(`(?m) T (ll_\w+)$`, out))
}

// declared lists the functions of the header.
func declared(t *testing.T) []string {
	t.Helper()
	header, err := os.ReadFile("../../bindings/c/loopline.h")
	require.NoError(t, err)
	all := names(`(?m)^(?:int32_t|int64_t|const char \*) ?(ll_\w+)\(`, header)
	require.Greater(t, len(all), 50)
	return all
}

// counting is a header that replaces each function by a macro which notes the call; a program
// with it names those that it didn't call when it ends, and fails.
func counting(functions []string) string {
	var b strings.Builder
	b.WriteString("#include \"loopline.h\"\n#include <stdio.h>\n#include <unistd.h>\nstatic unsigned char called[1000];\n" +
		"static inline void note(int i) { called[i] = 1; }\n" +
		"__attribute__((destructor)) static void name_uncalled(void) {\n  int all = 1;\n")
	for i, name := range functions {
		fmt.Fprintf(&b, "  if (!called[%d]) all = 0, puts(\"%s is not called\");\n", i, name)
	}
	b.WriteString("  fflush(stdout);\n  if (!all) _exit(3);\n}\n")
	for i, name := range functions {
		fmt.Fprintf(&b, "#define %s(...) (note(%d), %s(__VA_ARGS__))\n", name, i, name)
	}
	return b.String()
}

// names are the first groups of all matches, sorted.
func names(pattern string, text []byte) (all []string) {
	for _, m := range regexp.MustCompile(pattern).FindAllSubmatch(text, -1) {
		all = append(all, string(m[1]))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// TestCalls: the program calls everything in the header and misuses everything, under the
// address sanitizer, and with the archive.
func TestCalls(t *testing.T) {
	counted := filepath.Join(t.TempDir(), "counting.h")
	require.NoError(t, os.WriteFile(counted, []byte(counting(declared(t))), 0o600))
	for name, flags := range map[string][]string{"sanitized": sanitized, "archive": archived} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			program := compile(t, "calls.c", append([]string{"-include", counted}, flags...)...)
			out, err := exec.Command(program, "all").CombinedOutput()
			require.NoError(t, err, string(out))
			require.Regexp(t, `\n\d{5,} checks\n$`, string(out))
		})
	}
}

// TestUncalled: a function of the header that a program leaves out is named.
func TestUncalled(t *testing.T) {
	counted := filepath.Join(t.TempDir(), "counting.h")
	require.NoError(t, os.WriteFile(counted, []byte(counting([]string{"ll_replay", "ll_undo"})), 0o600))
	out, err := exec.Command(compile(t, "replay.c", append([]string{"-include", counted}, shared...)...), "0", `{"moves":""}`).CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "ll_undo is not called")
	require.NotContains(t, string(out), "ll_replay is not called")
}

var (
	fuzzSeconds = goflag.Int("fuzz-seconds", 1, "how long TestFuzz calls the library, for each number of threads")
	fuzzSeed    = goflag.Int("fuzz-seed", 1, "seed of TestFuzz")
)

// TestFuzz: random calls, right ones and wrong ones, under the address sanitizer, from one
// thread and from four that share their handles.
func TestFuzz(t *testing.T) {
	program := compile(t, "fuzz.c", sanitized...)
	for threads, errors := range map[int]string{
		1: `[1-9]\d* [1-9]\d* [1-9]\d* 0 \d+ 0 [1-9]\d* 0`,
		4: `[1-9]\d* [1-9]\d* [1-9]\d* \d+ \d+ 0 [1-9]\d* 0`,
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(*fuzzSeconds)*time.Second+2*time.Minute)
		defer cancel()
		out, err := exec.CommandContext(ctx, program, fmt.Sprint(*fuzzSeconds), fmt.Sprint(*fuzzSeed), fmt.Sprint(threads)).CombinedOutput()
		require.NoError(t, err, string(out))
		require.Regexp(t, `^\d+ calls; errors: `+errors+`; statuses:( [1-9]\d*){5}`, string(out))
		t.Logf("seed %d, threads %d: %s", *fuzzSeed, threads, out)
	}
}

// TestUnfinished: a process that ends before its scoreboard is finished says so, and
// fails.
func TestUnfinished(t *testing.T) {
	out, err := exec.Command(compile(t, "calls.c", shared...), "unfinished").CombinedOutput()
	var failed *exec.ExitError
	require.ErrorAs(t, err, &failed, string(out))
	require.Equal(t, 1, failed.ExitCode())
	require.Contains(t, string(out), "FAIL: the simulation ended before the scoreboard was finished")
}

// TestCPlusPlus: the header is C++ too, and complete on its own.
func TestCPlusPlus(t *testing.T) {
	tier.NoRace(t)
	for _, language := range []string{"c", "c++"} {
		check := exec.Command("gcc", "-x", language, "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only", "../../bindings/c/loopline.h")
		out, err := check.CombinedOutput()
		require.NoError(t, err, string(out))
	}
}

// TestSize: the library stays small enough to be fetched by everybody.
func TestSize(t *testing.T) {
	tier.NoRace(t)
	lib, err := build()
	require.NoError(t, err)
	info, err := os.Stat(filepath.Join(lib, "libloopline.so"))
	require.NoError(t, err)
	require.Less(t, info.Size(), int64(6_000_000))
	t.Logf("%d bytes", info.Size())
}

// questions are of each game, by its number in the header.
var questions = []struct{ game, text string }{
	{"trax", `{"id":"a","moves":"@0/ A2\\ B1\\"}`},
	{"trax", `{"id":[1,2],"moves":"@0/ A9+"}`},
	{"trax", `{"moves":""}`},
	{"battle2048", `{"id":1,"script":[]}`},
	{"chaser", `{"id":2,"map":"N:x\nT:4\nS:3,3\nD:0,0,0\nD:0,3,0\nD:0,0,0\nC:0,0\nH:2,2\n","script":["wr","su"]}`},
	{"dpt", `{"id":3,"width":2,"height":1,"points":[[1,2]],"tiled":[[1,2]],"agents":[[[0,0]],[[1,0]]],"turns":[{"actions":[[[0,0,0]],[[1,-1,0]]]}]}`},
	{"kakomimasu", `{"id":4,"width":3,"height":2,"nAgent":1,"nPlayer":2,"totalTurn":3,"points":[1,2,3,4,5,6],"turns":[{"actions":[[[0,1,1,1]],[[0,1,2,0]]]}]}`},
	{"dpt", `{"width":-1}`},
	{"kakomimasu", `[]`},
}

// TestReplay: a question has the answer that the command gives.
func TestReplay(t *testing.T) {
	program := compile(t, "replay.c", shared...)
	numbers := map[string]string{"trax": "0", "battle2048": "1", "chaser": "2", "dpt": "3", "kakomimasu": "4"}
	for _, q := range questions {
		g, err := games.ByName(q.game)
		require.NoError(t, err)
		var want bytes.Buffer
		can, err := g.ReplayAll(t.Context(), &descriptor.Files{Names: []string{"-"}, In: strings.NewReader(q.text + "\n"), Out: &want, JSON: true})
		require.True(t, can)
		require.NoError(t, err)
		out, err := exec.Command(program, numbers[q.game], q.text).CombinedOutput()
		require.NoError(t, err, string(out))
		require.JSONEq(t, want.String(), string(out), q.text)
		require.Equal(t, want.String(), string(out))
	}
}

// TestPanic: a panic inside a call is an error, and the object is gone.
func TestPanic(t *testing.T) {
	h := put(&position{}) // of nothing: a nil pointer
	require.EqualValues(t, -8, llgo_undo(h))
	require.EqualValues(t, -1, llgo_undo(h))
}

// BenchmarkCalls prints what calls cost from C.
func BenchmarkCalls(b *testing.B) {
	lib, err := build()
	require.NoError(b, err)
	program := filepath.Join(b.TempDir(), "speed")
	out, err := exec.Command("gcc", "-O2", "-I../../bindings/c", "testdata/speed.c", "-o", program, "-L", lib, "-lloopline", "-Wl,-rpath,"+lib).CombinedOutput()
	require.NoError(b, err, string(out))
	for b.Loop() {
		out, err = exec.Command(program).CombinedOutput()
		require.NoError(b, err, string(out))
	}
	b.Log("\n" + string(out))
}
