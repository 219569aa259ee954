package vectors

import (
	"fmt"
	"io"

	"github.com/loopline/loopline/internal/humanize"
)

// DescribeFile reads a file of vectors and describes it as text, or as a
// JSON object. Below says which bins have fewer vectors than the goal that
// the file was made with, empty if none has.
func DescribeFile(out io.Writer, name string, set *Set, asJSON bool) (below string, err error) {
	h, err := ReadFile(name, set, nil)
	if err != nil {
		return "", err
	}
	board, err := set.ParseGridSize(h.Grid)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	kind, err := set.Definition(h.Kind)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	var cover *Coverage // of a file that tells the bins
	if h.Encoding == JSONL {
		cover = NewCoverage(kind, board)
		if _, err := ReadFile(name, set, func(v Vector) error { cover.Add(v); return nil }); err != nil {
			return "", err
		}
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
