package jobs

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/farm/bus"
)

// fuzzer is a program with a fuzz target as far as a worker sees it: it keeps the number
// of the inputs that it began with as one more, and fails with 99 when there were two.
const fuzzer = `#!/bin/sh
t=${2#-test.fuzz=^}; t=${t%?}
n=$(ls corpus/$t | wc -l)
printf 'go test fuzz v1\nint(%d)\n' $n >corpus/$t/new
printf 'no corpus file' >corpus/$t/noise
ln -s /etc/passwd corpus/$t/link
[ $n = 2 ] || exit 0
mkdir -p testdata/fuzz/$t
printf 'go test fuzz v1\nint(99)\n' >testdata/fuzz/$t/x
echo "fuzz: elapsed" >&2; echo "--- FAIL: $t"; echo "  boom"
exit 1
`

// newFuzz writes a spec that fuzzes with a program.
func newFuzz(t *testing.T, program, more string) *Spec {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x.test"), []byte(program), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "spec.toml"), []byte("kind = \"fuzz\"\nprogram = \"x.test\"\n"+more), 0o600))
	s, err := ReadSpec(filepath.Join(dir, "spec.toml"))
	require.NoError(t, err)
	return s
}

func input(target string, n int, fails bool) Input {
	return Input{Target: target, Text: fmt.Sprintf("go test fuzz v1\nint(%d)\n", n), Fails: fails}
}

// What a job finds is given to later ones of its target, an input that fails is a
// finding that says where, and a coordinator that is started again knows all of it.
func TestFuzz(t *testing.T) {
	f := newFarm(t, bus.ServerOptions{})
	s := newFuzz(t, fuzzer, "names = [\"FuzzA\", \"FuzzB\"]\nrounds = 4\ntime = \"1s\"\n")
	gathered := make(chan Input, 100)
	c := f.coordinate(s, func(c *Coordinator) {
		c.Gather = func(inputs []Input) error {
			for _, input := range inputs {
				gathered <- input
			}
			return nil
		}
	})
	f.work("one", s, nil)
	<-c.done
	require.NoError(t, c.err)
	require.Equal(t, 8, c.State().Done)
	var want []Input
	for round := range 4 {
		for _, target := range []string{"FuzzA", "FuzzB"} {
			if round == 2 {
				fails := input(target, 99, true)
				fails.Why = "--- FAIL: " + target + "\n  boom"
				want = append(want, fails)
			}
			want = append(want, input(target, round, false))
		}
	}
	close(gathered)
	var got []Input
	for input := range gathered {
		got = append(got, input)
	}
	require.Equal(t, want, got)
	require.Len(t, c.findings, 2)
	require.Contains(t, c.findings[0].String(), "job 4: FuzzA fails with the input "+want[4].Name()+": --- FAIL: FuzzA\n  boom ([worker/one])")

	again := f.coordinate(s, nil)
	<-again.done
	require.Equal(t, c.findings, again.findings)
	body, err := again.corpus.body("FuzzB")
	require.NoError(t, err)
	kept, err := ReadInputs(body)
	require.NoError(t, err)
	require.Equal(t, []Input{input("FuzzB", 0, false), input("FuzzB", 1, false), input("FuzzB", 2, false), input("FuzzB", 3, false)}, kept)
}

// A real target: what is found in one job is where the next begins, and both find what
// fails. FUZZ has it done, because building it takes long.
func TestRealFuzz(t *testing.T) {
	if os.Getenv("FUZZ") == "" {
		t.Skip("FUZZ is not set")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module x\n\ngo 1.26\n",
		"x_test.go": `package x

import "testing"

func FuzzText(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 0 && text[0] == 'L' && len(text) > 1 && text[1] == 'o' && len(text) > 2 && text[2] == 'o' && len(text) > 3 && text[3] == 'p' {
			t.Fatal("looped")
		}
	})
}
`,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	build := exec.CommandContext(t.Context(), "go", "test", "-c", "-fuzz", ".", "-o", "x.test", ".")
	build.Dir = dir
	said, err := build.CombinedOutput()
	require.NoError(t, err, string(said))
	program, err := os.ReadFile(filepath.Join(dir, "x.test"))
	require.NoError(t, err)
	corpus := filepath.Join(dir, "corpus")
	begin := func(rounds int, from string) *running {
		f := newFarm(t, bus.ServerOptions{})
		s := newFuzz(t, string(program), "names = [\"FuzzText\"]\ntime = \"1m\"\nrounds = "+strconv.Itoa(rounds)+from)
		c := f.coordinate(s, nil)
		f.work("one", s, nil)
		<-c.done
		require.NoError(t, c.err)
		return c
	}
	c := begin(2, "")
	require.NotEmpty(t, c.findings)
	require.Contains(t, c.findings[0].Problem, "looped")
	require.NoError(t, c.Results(t.Context(), func(number int, _ string, body []byte) error {
		inputs, err := ReadInputs(body)
		for _, input := range inputs {
			name := filepath.Join(corpus, input.Target, input.Name())
			require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
			require.NoError(t, os.WriteFile(name, []byte(input.Text), 0o600))
		}
		return err
	}))
	// The input that fails is among those it begins with.
	c = begin(1, fmt.Sprintf("\ncorpus = %q\n", corpus))
	require.Len(t, c.findings, 1)
	require.Contains(t, c.findings[0].Problem, "looped")
}

// What is no input is refused: of no target, of another job's, too large, of no corpus.
func TestBadInputs(t *testing.T) {
	good, err := pack(strings.NewReader(`{"target":"FuzzA","text":"go test fuzz v1\nint(1)\n"}` + "\n"))
	require.NoError(t, err)
	inputs, err := ReadInputs(good)
	require.NoError(t, err)
	require.Equal(t, []Input{input("FuzzA", 1, false)}, inputs)
	for text, want := range map[string]string{
		"x": "no input",
		`{"target":"../x","text":"go test fuzz v1\n"}`:                                                "no name of a fuzz target",
		`{"target":"FuzzA","text":"x"}`:                                                               "no file of a corpus",
		`{"target":"FuzzA","text":"go test fuzz v1\n` + strings.Repeat("x", maxInput) + `"}`:          "more than",
		`{"target":"FuzzA","text":"go test fuzz v1\n","why":"` + strings.Repeat("x", maxWhy+1) + `"}`: "more than",
	} {
		body, err := pack(strings.NewReader(text))
		require.NoError(t, err)
		_, err = ReadInputs(body)
		require.ErrorContains(t, err, want)
	}
	c := &Coordinator{Spec: &Spec{Kind: Fuzz, Names: []string{"FuzzA", "FuzzB"}}}
	_, err = c.inputs(0, good)
	require.NoError(t, err)
	_, err = c.inputs(1, good)
	require.ErrorContains(t, err, "an input of FuzzA in a result of FuzzB")
}

// Jobs begin with the smallest inputs, as many as may be given; none is known twice.
func TestCorpus(t *testing.T) {
	c := newCorpus([]Input{input("FuzzA", 7, false)})
	large := Input{Target: "FuzzA", Text: corpusForm + strings.Repeat("x", maxInput-len(corpusForm))}
	require.Len(t, c.add([]Input{large, large, input("FuzzA", 7, false), input("FuzzA", 7, true), input("FuzzB", 7, false)}), 3)
	for n := range 4 {
		other := large
		other.Text = other.Text[:len(other.Text)-1] + strconv.Itoa(n)
		require.Len(t, c.add([]Input{other}), 1)
	}
	given := c.given["FuzzA"]
	require.LessOrEqual(t, given.size, maxGiven)
	require.Equal(t, input("FuzzA", 7, false), given.inputs[0])
	require.Len(t, given.inputs, 4)
	body, err := c.body("FuzzA")
	require.NoError(t, err)
	inputs, err := ReadInputs(body)
	require.NoError(t, err)
	require.Equal(t, given.inputs, inputs)
	body, err = c.body("FuzzNone")
	require.NoError(t, err)
	require.Nil(t, body)
}

// Mistakes in a spec that fuzzes are told; the corpus to begin with is part of what a
// spec is.
func TestFuzzSpec(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "corpus", "FuzzA"), 0o700))
	file := filepath.Join(dir, "corpus", "FuzzA", "x")
	write := func(text string) { require.NoError(t, os.WriteFile(file, []byte(text), 0o600)) }
	write("go test fuzz v1\nint(1)\n")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x.test"), []byte("x"), 0o700))
	read := func(more string) (*Spec, error) {
		name := filepath.Join(dir, "spec.toml")
		require.NoError(t, os.WriteFile(name, []byte("kind = \"fuzz\"\nprogram = \"x.test\"\n"+more), 0o600))
		return ReadSpec(name)
	}
	const good = "names = [\"FuzzA\"]\n"
	ids := map[string]bool{}
	for _, more := range []string{"", "rounds = 3", "time = \"2m\"", "corpus = \"corpus\""} {
		s, err := read(good + more)
		require.NoError(t, err)
		ids[s.ID()] = true
	}
	write("go test fuzz v1\nint(2)\n")
	s, err := read(good + "corpus = \"corpus\"")
	require.NoError(t, err)
	ids[s.ID()] = true
	require.Len(t, ids, 5, "each is other work")
	write("int(2)")
	for more, want := range map[string]string{
		"":                                 "names are missing",
		"names = [\"Test\"]":               "no fuzz target",
		"names = [\"FuzzA\", \"FuzzA\"]":   "twice",
		good + "per_job = 2":               "leave out per_job",
		good + "rounds = -1":               "rounds -1",
		good + "rounds = 9000000000000000": "rounds 9000000000000000",
		good + "time = \"1h\"":             "not below its limit",
		good + "time = \"x\"":              "no time from",
		good + "deterministic = true":      "deterministic",
		good + "seeds = 3":                 "leave out what is of others",
		good + "corpus = \"none\"":         "no such file",
		good + "corpus = \"corpus\"":       "no file of a corpus",
	} {
		_, err := read(more)
		require.ErrorContains(t, err, want, more)
	}
}
