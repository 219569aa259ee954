package jobs

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Input is one of a fuzz target: a file of its corpus, in the form of Go's testing.
type Input struct {
	Target string `json:"target"`
	Text   string `json:"text"`            // of the file
	Fails  bool   `json:"fails,omitempty"` // the target fails with it
	Why    string `json:"why,omitempty"`   // of one that fails: the end of what was printed
}

// Name is that of the input's file, as Go's testing gives it: the start of its sum.
func (i *Input) Name() string {
	sum := sha256.Sum256([]byte(i.Text))
	return hex.EncodeToString(sum[:])[:16]
}

// Limits of inputs.
const (
	maxInput = 1 << 20   // bytes of one
	maxGiven = 4 << 20   // bytes of those that are given to a job, the smallest
	maxFound = 16 << 20  // bytes of those in a result, before they are compressed
	maxKnown = 1_000_000 // inputs
)

// corpusForm is how a file of a corpus begins.
const corpusForm = "go test fuzz v1\n"

// targetName is what the name of a fuzz target may be.
var targetName = regexp.MustCompile(`^Fuzz[\p{L}\p{N}_]{0,200}$`)

// check says what is wrong with an input, which may be anybody's.
func (i *Input) check() error {
	switch {
	case !targetName.MatchString(i.Target):
		return fmt.Errorf("an input of %.80q, which is no name of a fuzz target", i.Target)
	case len(i.Text) > maxInput || len(i.Why) > maxWhy:
		return fmt.Errorf("an input of %s has more than %d bytes", i.Target, maxInput)
	case !isCorpusFile([]byte(i.Text)):
		return fmt.Errorf("an input of %s is no file of a corpus: %.40q", i.Target, i.Text)
	}
	return nil
}

func isCorpusFile(text []byte) bool {
	return bytes.HasPrefix(text, []byte(corpusForm)) && utf8.Valid(text)
}

// writeInputs writes inputs as JSON Lines, which are equal for equal inputs: those that
// fail first, then the smallest, as many as may be in a result.
func writeInputs(inputs []Input, most int) io.Reader {
	slices.SortFunc(inputs, compareInputs)
	var b bytes.Buffer
	lines := json.NewEncoder(&b)
	for _, input := range inputs {
		if most -= len(input.Text) + len(input.Why); most < 0 {
			break
		}
		_ = lines.Encode(input) // of texts and a buffer
	}
	return &b
}

func compareInputs(a, b Input) int {
	if a.Fails != b.Fails {
		return map[bool]int{true: -1, false: 1}[a.Fails]
	}
	return cmp.Or(cmp.Compare(len(a.Text), len(b.Text)), strings.Compare(a.Text, b.Text), strings.Compare(a.Target, b.Target))
}

// ReadInputs reads the inputs of the result of a job that fuzzes.
func ReadInputs(body []byte) (inputs []Input, err error) {
	r, err := Unpack(body)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(r, 2*maxFound+1))
	if err != nil || len(text) > 2*maxFound {
		return nil, errors.Join(err, fmt.Errorf("inputs that cannot be read, or of more than %d bytes", 2*maxFound))
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, len(text)+1)
	for lines.Scan() {
		var input Input
		if err := json.Unmarshal(lines.Bytes(), &input); err != nil {
			return nil, fmt.Errorf("a line that is no input: %w", err)
		}
		if err := input.check(); err != nil {
			return nil, err
		}
		inputs = append(inputs, input)
	}
	return inputs, lines.Err()
}

// readCorpus reads the inputs of targets from DIR/TARGET/*, in the order of their names.
func readCorpus(dir string, targets []string) (inputs []Input, err error) {
	for _, target := range targets {
		entries, err := os.ReadDir(filepath.Join(dir, target))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, entry := range entries {
			if !entry.Type().IsRegular() {
				continue
			}
			name := filepath.Join(dir, target, entry.Name())
			text, err := readBounded(name, maxInput)
			if err != nil {
				return nil, err
			}
			input := Input{Target: target, Text: string(text)}
			if err := input.check(); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			inputs = append(inputs, input)
		}
	}
	return inputs, nil
}

// corpus is what a coordinator knows of the inputs of all targets. It is used by one
// goroutine at a time.
type corpus struct {
	known map[[sha256.Size]byte]bool
	given map[string]*given
}

// given is the inputs that jobs of a target begin with.
type given struct {
	inputs []Input // sorted
	size   int
	body   []byte // of them; nil when they have changed
}

func newCorpus(inputs []Input) *corpus {
	c := &corpus{known: map[[sha256.Size]byte]bool{}, given: map[string]*given{}}
	c.add(inputs)
	return c
}

// add takes in inputs and returns those that are new. One that fails is not given to
// other jobs, which it would end.
func (c *corpus) add(inputs []Input) (fresh []Input) {
	for _, input := range inputs {
		key := sha256.Sum256(fmt.Appendf(nil, "%s %v %s", input.Target, input.Fails, input.Text))
		if c.known[key] || len(c.known) >= maxKnown {
			continue
		}
		c.known[key] = true
		fresh = append(fresh, input)
		if !input.Fails {
			c.give(input)
		}
	}
	return fresh
}

// give has jobs begin with an input, if it is small enough.
func (c *corpus) give(input Input) {
	g := c.given[input.Target]
	if g == nil {
		g = &given{}
		c.given[input.Target] = g
	}
	at, _ := slices.BinarySearchFunc(g.inputs, input, compareInputs)
	g.inputs = slices.Insert(g.inputs, at, input)
	g.size += len(input.Text)
	for ; g.size > maxGiven; g.inputs = g.inputs[:len(g.inputs)-1] {
		g.size -= len(g.inputs[len(g.inputs)-1].Text)
	}
	g.body = nil
}

// body is the inputs that a job of a target begins with, compressed; nil is none.
func (c *corpus) body(target string) ([]byte, error) {
	g := c.given[target]
	if g == nil || len(g.inputs) == 0 {
		return nil, nil
	}
	if g.body == nil {
		body, err := pack(writeInputs(slices.Clone(g.inputs), maxGiven))
		if err != nil {
			return nil, err
		}
		g.body = body
	}
	return g.body, nil
}

// Folders of a job that fuzzes, as Go's testing has them.
const (
	cacheFolder  = "corpus"        // what it begins with and finds: DIR/TARGET/NAME
	failedFolder = "testdata/fuzz" // what fails
)

// fuzzed are the inputs that a job found: new ones, and those that fail.
type fuzzed struct {
	dir    string
	target string
	before map[string]bool // texts
}

// begin writes the inputs that a job begins with.
func (f *fuzzed) begin(body []byte) error {
	folder := filepath.Join(f.dir, cacheFolder, f.target)
	if err := os.MkdirAll(folder, 0o700); err != nil || body == nil {
		return err
	}
	inputs, err := ReadInputs(body)
	if err != nil {
		return fmt.Errorf("corpus to begin with: %w", err)
	}
	for _, input := range inputs {
		f.before[input.Text] = true
		if err := os.WriteFile(filepath.Join(folder, input.Name()), []byte(input.Text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// pack is the result of a job, and whether an input fails.
func (f *fuzzed) pack(why string) (body []byte, failed bool, err error) {
	inputs, failed, err := f.found(strings.ToValidUTF8(why, "\ufffd"))
	if err != nil {
		return nil, failed, err
	}
	body, err = pack(writeInputs(inputs, maxFound))
	return body, failed, err
}

// found are the inputs that the job leaves. The program made the folders: they may hold
// anything, and only files that lie there are read.
func (f *fuzzed) found(why string) (inputs []Input, failed bool, err error) {
	root, err := os.OpenRoot(f.dir)
	if err != nil {
		return nil, false, err
	}
	defer root.Close()
	for _, folder := range []string{failedFolder, cacheFolder} {
		folder += "/" + f.target
		entries, err := fs.ReadDir(root.FS(), folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, false, err
		}
		for _, entry := range entries {
			text, ok := readEntry(root, folder, entry)
			fails := strings.HasPrefix(folder, failedFolder)
			if !ok || f.before[text] && !fails {
				continue
			}
			f.before[text] = true
			input := Input{Target: f.target, Text: text, Fails: fails}
			if fails {
				input.Why, failed = why, true
			}
			inputs = append(inputs, input)
		}
	}
	return inputs, failed, nil
}

// readEntry reads a file of a corpus; others are passed over.
func readEntry(root *os.Root, folder string, entry fs.DirEntry) (string, bool) {
	info, err := entry.Info()
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxInput {
		return "", false
	}
	text, err := root.ReadFile(folder + "/" + entry.Name())
	return string(text), err == nil && len(text) <= maxInput && isCorpusFile(text)
}
