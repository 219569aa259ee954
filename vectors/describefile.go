package vectors

import (
	"fmt"
	"io"

	"github.com/loopline/loopline/internal/humanize"
)

// FileCoverage reads a file of vectors and counts its bins, which only a file of JSON
// Lines tells: the coverage is nil of others.
func FileCoverage(name string, set *Set) (Header, *Coverage, error) {
	h, err := ReadFile(name, set, nil)
	if err != nil {
		return h, nil, err
	}
	board, err := set.ParseGridSize(h.Grid)
	if err != nil {
		return h, nil, fmt.Errorf("%s: %w", name, err)
	}
	kind, err := set.Definition(h.Kind)
	if err != nil {
		return h, nil, fmt.Errorf("%s: %w", name, err)
	}
	if h.Encoding != JSONL {
		return h, nil, nil
	}
	cover := NewCoverage(kind, board)
	_, err = ReadFile(name, set, func(v Vector) error { cover.Add(v); return nil })
	return h, cover, err
}

// DescribeFile reads a file of vectors and describes it as text, or as a
// JSON object. Below says which bins have fewer vectors than the goal that
// the file was made with, empty if none has.
func DescribeFile(out io.Writer, name string, set *Set, asJSON bool) (below string, err error) {
	h, cover, err := FileCoverage(name, set)
	if err != nil {
		return "", err
	}
	if asJSON {
		err = DescribeJSON(out, name, h, cover)
	} else {
		err = Describe(out, name, h, cover)
	}
	if err != nil || cover == nil {
		return "", err
	}
	if unmet := cover.Holes(h.Goal); len(unmet) > 0 {
		below = fmt.Sprintf("%s: %s below the quota of %d, first %s",
			name, humanize.Plural(len(unmet), "class is", "classes are"), h.Goal, unmet[0])
	}
	return below, nil
}
