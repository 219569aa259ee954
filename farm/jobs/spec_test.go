package jobs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const pairs = `kind = "pairs"
program = "tool"
files = ["mybot"]
players = ["exec:./mybot --seed {n}", "bot:search?seed={n}"]
openings = "openings.txt"
game = "trax"
move_time = "200ms"
options = { handicap = "1" }
pairs = 5
per_job = 2
`

// readSpec reads a spec beside a few files.
func readSpec(t *testing.T, text string) (*Spec, error) {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{
		"spec.toml": text, "tool": script, "mybot": "#!/bin/sh\n", "openings.txt": "@0/ B1\n@0+\n", "sub/tool": "another",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o700))
	}
	return ReadSpec(filepath.Join(dir, "spec.toml"))
}

// Jobs are whole pairs, each with its opening and its number, whoever does them.
func TestPairs(t *testing.T) {
	s, err := readSpec(t, pairs)
	require.NoError(t, err)
	require.Equal(t, 3, s.Jobs())
	require.Equal(t, []int{4, 4, 2}, []int{s.Games(0), s.Games(1), s.Games(2)})
	j := s.Job(2)
	require.Equal(t, [][]string{strings.Fields("play exec:./mybot_--seed_5 bot:search?seed=5 --games 2 --record record.jsonl " +
		"--isolation none --game trax --move-time 200ms --option handicap=1 --option opening=@0/_B1")}, underscored(j.Steps))
	require.NoError(t, j.check())
	require.Contains(t, j.Files, "mybot")
	again, err := readSpec(t, pairs)
	require.NoError(t, err)
	require.Equal(t, s.ID(), again.ID(), "equal work")
	other, err := readSpec(t, strings.Replace(pairs, "pairs = 5", "pairs = 6", 1))
	require.NoError(t, err)
	require.NotEqual(t, s.ID(), other.ID())
}

// A run is given a name in place of a number, and may leave a file.
func TestNames(t *testing.T) {
	s, err := readSpec(t, `kind = "seeds"
program = "tool"
command = ["-run=^{n}$", "-cache=c"]
names = ["proof_a", "proof_b"]
result = "games.txt"
per_job = 1
`)
	require.NoError(t, err)
	require.Equal(t, 2, s.Jobs())
	require.Equal(t, [][]string{{"-run=^proof_b$", "-cache=c"}}, s.Job(1).Steps)
	require.Equal(t, "games.txt", s.Job(1).Result)
}

// A kind of earlier versions is not known any more, whatever else its spec says, and what
// does its work is named.
func TestFuzzIsElsewhere(t *testing.T) {
	for _, more := range []string{"", "names = [\"FuzzA\"]\n", "names = [\"FuzzA\"]\nrounds = 4\ntime = \"1m\"\ncorpus = \"c\"\n"} {
		_, err := readSpec(t, "kind = \"fuzz\"\nprogram = \"tool\"\n"+more)
		require.ErrorContains(t, err, "spec.toml: kind \"fuzz\" is not known any more: make fuzz")
	}
}

// underscored has no space within a word.
func underscored(steps [][]string) [][]string {
	for _, step := range steps {
		for i := range step {
			step[i] = strings.ReplaceAll(step[i], " ", "_")
		}
	}
	return steps
}

// What is wrong with a spec is said with its file.
func TestBadSpecs(t *testing.T) {
	for change, want := range map[string]string{
		`program = "tool"|program = "none"`:                  "no such file",
		`program = "tool"|program = "sub"`:                   "where a file belongs",
		`program = "tool"|`:                                  "program is missing",
		`files = ["mybot"]|files = ["sub/tool"]`:             "two programs are called",
		`pairs = 5|pairs = 0`:                                "outside 1 to",
		`pairs = 5|pairs = 100000000`:                        "raise per_job",
		`per_job = 2|per_job = -1`:                           "below 1",
		`kind = "pairs"|kind = "walks"`:                      "not known",
		`kind = "pairs"|kind = "seeds"`:                      "command is missing",
		`kind = "pairs"|colour = "red"`:                      "line 1",
		`per_job = 2|per_job = "two"`:                        "line 10",
		`per_job = 2|lease = "1ms"`:                          "not a time from",
		`per_job = 2|limit = "soon"`:                         `limit: "soon": write a time as "1s" or "200ms"`,
		`per_job = 2|lease = "60"`:                           `lease: "60" has no unit; write it as "60s" or "60ms"`,
		`per_job = 2|lease = 60`:                             `line 10, column 9: lease is an integer, want a time, such as "1s" or "200ms"`,
		`move_time = "200ms"|move_time = "200"`:              `move_time: "200" has no unit; write it as "200s" or "200ms"`,
		`openings = "openings.txt"|openings = "x.txt"`:       "openings: ",
		`players = ["exec:./mybot --seed {n}", |players = [`: "between two",
	} {
		from, to, _ := strings.Cut(change, "|")
		require.Contains(t, pairs, from)
		_, err := readSpec(t, strings.Replace(pairs, from, to, 1))
		require.ErrorContains(t, err, want, change)
		require.ErrorContains(t, err, "spec.toml")
	}
	_, err := readSpec(t, "kind = \"seeds\"\nprogram = \"tool\"\ncommand = [\"x\"]\nseeds = 1\n")
	require.ErrorContains(t, err, "{n}")
	named := "kind = \"seeds\"\nprogram = \"tool\"\ncommand = [\"{n}\"]\nnames = [\"a\"]\n"
	for more, want := range map[string]string{
		"seeds = 1": "names replace seeds", "first_seed = 1": "names replace seeds",
		"result = \"x\"": "per_job = 1", "per_job = 1\nresult = \"../x\"": "not the name of a file",
	} {
		_, err = readSpec(t, named+more)
		require.ErrorContains(t, err, want)
	}
	_, err = readSpec(t, strings.Repeat("#", maxSpec+1))
	require.ErrorContains(t, err, "more than")
}

// A worker runs what its list names, as long as it is what the list says.
func TestPrograms(t *testing.T) {
	dir := t.TempDir()
	tool, list := filepath.Join(dir, "tool"), filepath.Join(dir, "programs.txt")
	require.NoError(t, os.WriteFile(tool, []byte(script), 0o700))
	hash, err := Hash(tool)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(list, []byte(hash+"  tool\n\n"), 0o600))
	p, err := ReadPrograms(list)
	require.NoError(t, err)
	require.NoError(t, p.copyTo(hash, filepath.Join(dir, "copy")))
	require.ErrorContains(t, p.copyTo(strings.Repeat("0", 64), filepath.Join(dir, "b")), "not on the worker's list")
	require.NoError(t, os.WriteFile(tool, []byte("#!/bin/sh\nrm -rf /\n"), 0o700))
	require.ErrorContains(t, p.copyTo(hash, filepath.Join(dir, "c")), "was changed")
	require.NoFileExists(t, filepath.Join(dir, "c"))
	for content, want := range map[string]string{
		"":                                "lists no program",
		"abc  tool\n":                     "programs.txt:1",
		hash + "\n":                       "not a line of sha256sum",
		strings.Repeat("x", 1<<17) + "\n": "programs.txt:1",
		hash + "  \nx y\n":                "not a line of sha256sum",
	} {
		require.NoError(t, os.WriteFile(list, []byte(content), 0o600))
		_, err := ReadPrograms(list)
		require.ErrorContains(t, err, want)
	}
	_, err = ReadPrograms(filepath.Join(dir, "none"))
	require.ErrorContains(t, err, "sha256sum")
}

// A job that leads out of its folder, or is none, is not begun.
func TestBadJobs(t *testing.T) {
	good := func() *Job {
		return &Job{Hash: strings.Repeat("0", 64), Steps: [][]string{{"x"}}, Files: map[string]string{}, Limit: 1}
	}
	require.NoError(t, good().check())
	for name, change := range map[string]func(*Job){
		"result":  func(j *Job) { j.Result = "../secret" },
		"hidden":  func(j *Job) { j.Result = ".." },
		"file":    func(j *Job) { j.Files["/etc/passwd"] = "x" },
		"hash":    func(j *Job) { j.Hash = "../x" },
		"nothing": func(j *Job) { j.Steps = nil },
		"forever": func(j *Job) { j.Limit = 0 },
	} {
		j := good()
		change(j)
		require.Error(t, j.check(), name)
	}
	dir := t.TempDir()
	require.NoError(t, os.Symlink("/etc/passwd", filepath.Join(dir, "record.jsonl")))
	_, err := packFile(dir, "record.jsonl")
	require.ErrorContains(t, err, "not a regular file")
	_, err = packFile(dir, "none")
	require.ErrorContains(t, err, "no result")
}

// Equal games have equal sums whatever their times, and others others.
func TestSums(t *testing.T) {
	sum := func(text string) string {
		body, err := pack(strings.NewReader(text))
		require.NoError(t, err)
		s, err := sumOf(body, true)
		require.NoError(t, err)
		return s
	}
	const a, b = `{"type":"answer","seat":0,"text":"@0+","used":12}`, `{"type":"answer","seat":1,"text":"LL","used":7}`
	require.Equal(t, sum(a+"\n"+b+"\n"), sum(b+"\n"+strings.Replace(a, "12", "13", 1)+"\n"))
	require.NotEqual(t, sum(a), sum(strings.Replace(a, "@0+", "@0/", 1)))
	for _, bad := range []string{"{", `{"type":"answer","seat":64}`, `{"type":"answer","seat":-1}`} {
		body, err := pack(strings.NewReader(bad))
		require.NoError(t, err)
		_, err = sumOf(body, true)
		require.ErrorContains(t, err, "broken")
	}
}

// A player of many seeds is one player.
func TestPlayer(t *testing.T) {
	s := &Spec{Players: []string{"bot:a?seed={n}&x={n}", "bot:a?seed=1{n}", "bot:b"}}
	for address, want := range map[string]string{
		"bot:a?seed=12&x=12": "bot:a?seed={n}&x={n}", "bot:a?seed=12&x=13": "bot:a?seed=12&x=13", "bot:a?seed=12": "bot:a?seed=1{n}",
		"bot:b": "bot:b", "bot:a?seed=": "bot:a?seed=", "": "",
	} {
		require.Equal(t, want, s.Player(address))
	}
}
