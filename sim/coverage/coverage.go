package coverage

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/tooling"
)

// Collector collects which code of designs ran: see Builder.Coverage of package model. Its methods may be
// called concurrently; what a process ran is there once it was closed.
type Collector struct {
	mu     sync.Mutex
	Dir    string // of the files that models write
	files  int
	lines  int // of all points
	points map[key]*Point
	err    error // the first; nil if all counts were read
}

// Point is code of a design that runs as a whole: a block, or one way of a branch.
type Point struct {
	File  string // as people know it
	Line  int    // of the statement that leads to it
	What  string // if, else, elsif, case, block
	Lines []int  // that it covers
	Count uint64 // how often it ran, in all instances
}

type key struct {
	file         string
	line, column int
	what         string
}

// New returns a Coverage of nothing. The caller closes it.
func New() (*Collector, error) {
	dir, err := os.MkdirTemp("", "loopline-coverage")
	return &Collector{Dir: dir, points: map[key]*Point{}}, err
}

// Close removes the files of the models.
func (c *Collector) Close() error { return os.RemoveAll(c.Dir) }

// SourceCoverage collects what ran of one source.
type SourceCoverage struct {
	*Collector
	source *sources.Source
}

// Of collects what runs of a source.
func (c *Collector) Of(s *sources.Source) *SourceCoverage { return &SourceCoverage{c, s} }

// File makes the name of the file that a model writes.
func (c *SourceCoverage) File() (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.files++
	return filepath.Join(c.Dir, strconv.Itoa(c.files)), nil
}

// Take adds the counts that a model wrote, and removes its file.
func (c *SourceCoverage) Take(name string) {
	defer os.Remove(name)
	text, err := readCounts(name)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil {
		err = c.add(text)
	}
	c.err = cmp.Or(c.err, err)
}

// readCounts reads a file of counts, which a stranger's design may have written.
func readCounts(name string) ([]byte, error) {
	const most = 64 << 20
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	f, err := tooling.OpenRegular(root, filepath.Base(name), "the model")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && len(text) > most {
		err = fmt.Errorf("the counts of a model's coverage have more than %d MiB", most>>20)
	}
	return text, err
}

// add adds counts in the format of Verilator: a line a point, with pairs of key and value
// between the control characters 1 and 2.
func (c *SourceCoverage) add(text []byte) error {
	for line := range bytes.Lines(text) {
		pairs, count, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(string(line)), "C '"), "' ")
		if !ok {
			continue
		}
		n, err := strconv.ParseUint(count, 10, 64)
		if err != nil {
			return fmt.Errorf("a count of a model's coverage is %.40q", count)
		}
		values := map[string]string{}
		for pair := range strings.SplitSeq(pairs, "\x01") {
			if key, value, ok := strings.Cut(pair, "\x02"); ok {
				values[key] = value
			}
		}
		if !strings.HasPrefix(values["page"], "v_line") && !strings.HasPrefix(values["page"], "v_branch") || values["f"] == sources.WrapperFile {
			continue
		}
		p := key{file: finding.Located(c.source, values["f"]+":"), what: values["o"]}
		p.file = strings.TrimSuffix(p.file, ":")
		p.line, _ = strconv.Atoi(values["l"])
		p.column, _ = strconv.Atoi(values["n"])
		known := c.points[p]
		if known == nil {
			known = &Point{File: p.file, Line: p.line, What: p.what, Lines: lineRanges(values["S"])}
			if c.lines += len(known.Lines); c.lines > mostLines {
				return fmt.Errorf("the coverage of a model names more than %d lines", mostLines)
			}
			c.points[p] = known
		}
		known.Count += n
	}
	return nil
}

// mostLines bounds what numbers from a model may take of the host's memory.
const mostLines = 1 << 22

// lineRanges reads numbers and ranges of them, such as 3,5-7: no more than there may be
// in all, and one.
func lineRanges(text string) (lines []int) {
	for part := range strings.SplitSeq(text, ",") {
		first, last, ok := strings.Cut(part, "-")
		if !ok {
			last = first
		}
		from, err := strconv.Atoi(first)
		to, err2 := strconv.Atoi(last)
		if err != nil || err2 != nil {
			continue
		}
		for ; from <= to && len(lines) <= mostLines; from++ {
			lines = append(lines, from)
		}
	}
	return lines
}

// Points returns the code of the designs, by file and line. It fails if counts couldn't be read.
func (c *Collector) Points() ([]Point, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := make([]Point, 0, len(c.points))
	for _, p := range c.points {
		all = append(all, *p)
	}
	slices.SortFunc(all, func(a, b Point) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.What, b.What))
	})
	return all, c.err
}

// Append appends a report of points as text: a line a file, and one for all
// points of a line that never ran.
func Append(dst []byte, points []Point) []byte {
	ran := 0
	for _, p := range points {
		if p.Count > 0 {
			ran++
		}
	}
	dst = fmt.Appendf(dst, "code: %d of %s ran\n", ran, humanize.Plural(len(points), "place", "places"))
	for file := range eachFile(points) {
		ran, missed := 0, []byte(nil)
		for i, p := range file {
			switch {
			case p.Count > 0:
				ran++
			case i > 0 && file[i-1].Count == 0 && file[i-1].Line == p.Line && file[i-1].What == p.What:
			default:
				missed = fmt.Appendf(missed, "  %s:%d never ran%s\n", p.File, p.Line, p.way())
			}
		}
		dst = fmt.Appendf(dst, "%s: %d of %d\n", file[0].File, ran, len(file))
		dst = append(dst, missed...)
	}
	return dst
}

// way names the point where its line does not.
func (p *Point) way() string {
	switch p.What {
	case "block", "":
		return ""
	case "else":
		return ": its condition was never false"
	case "if", "elsif":
		return ": its condition was never true"
	}
	return ": " + p.What
}

func eachFile(points []Point) func(yield func([]Point) bool) {
	return func(yield func([]Point) bool) {
		for len(points) > 0 {
			n := slices.IndexFunc(points, func(p Point) bool { return p.File != points[0].File })
			if n < 0 {
				n = len(points)
			}
			if !yield(points[:n]) {
				return
			}
			points = points[n:]
		}
	}
}

// WriteLCOV writes points in the format of lcov's trace files, which editors and CI read:
// how often each line ran, and each way of a branch.
func WriteLCOV(w io.Writer, points []Point) error {
	out := bufio.NewWriter(w)
	for file := range eachFile(points) {
		fmt.Fprintf(out, "TN:loopline\nSF:%s\n", file[0].File)
		lines := map[int]uint64{}
		branches, taken, way := 0, 0, 0
		for i, p := range file {
			for _, line := range append([]int{p.Line}, p.Lines...) {
				lines[line] = max(lines[line], p.Count)
			}
			if p.What == "block" || p.What == "" {
				continue
			}
			if way++; i == 0 || file[i-1].Line != p.Line {
				way = 0
			}
			branches++
			if p.Count > 0 {
				taken++
			}
			fmt.Fprintf(out, "BRDA:%d,0,%d,%d\n", p.Line, way, p.Count)
		}
		fmt.Fprintf(out, "BRF:%d\nBRH:%d\n", branches, taken)
		hit := 0
		numbers := make([]int, 0, len(lines))
		for line, n := range lines {
			numbers = append(numbers, line)
			if n > 0 {
				hit++
			}
		}
		slices.Sort(numbers)
		for _, line := range numbers {
			fmt.Fprintf(out, "DA:%d,%d\n", line, lines[line])
		}
		fmt.Fprintf(out, "LF:%d\nLH:%d\nend_of_record\n", len(lines), hit)
	}
	return out.Flush()
}
