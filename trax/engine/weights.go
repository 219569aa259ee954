package engine

import (
	"bufio"
	_ "embed" // the weights
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/loopline/loopline/trax"
)

// Weights are the weights of the linear evaluation, in points for the side to move; a feature
// without one weighs 0. [PointsPerLogit] points are odds of e to one. The zero value is empty.
// They must not be set while an evaluator is made of them.
type Weights struct{ of map[Feature]int16 }

// PointsPerLogit is the scale of learned points: their sum, divided by it, is the
// logarithm of the odds that the side to move wins.
const PointsPerLogit = 100

// Set sets the weight of a feature in points.
func (w *Weights) Set(f Feature, points int16) {
	if w.of == nil {
		w.of = map[Feature]int16{}
	}
	w.of[f] = points
}

// Of returns the weight of a feature, 0 if it has none.
func (w *Weights) Of(f Feature) int16 { return w.of[f] }

// Len returns the number of features that were set, those of weight 0 included.
func (w *Weights) Len() int { return len(w.of) }

// learnedText is the weights that tools/train made; its first lines say how.
//
//go:embed learned.txt
var learnedText string

// learned are the embedded weights, which are read once.
var learned = sync.OnceValue(func() *weightTables { return newWeightTables(LearnedWeights()) })

// LearnedWeights returns a copy of the embedded weights.
func LearnedWeights() *Weights {
	w, err := ReadWeights(strings.NewReader(learnedText))
	if err != nil {
		panic(fmt.Sprintf("the embedded weights: %v", err))
	}
	return w
}

// Learned returns the evaluator of the embedded weights. Each has its own working
// memory.
func Learned() Evaluator { return learned().evaluator() }

// learnedTiles is the number of tiles up to which boards are like those of the games
// that taught the weights.
const learnedTiles = 200

// strongest returns the evaluator that search plays best with.
func strongest() Evaluator {
	learned, tracks := Learned(), Tracks()
	return func(p *trax.Position) int {
		if p.Tiles() > learnedTiles {
			return tracks(p)
		}
		return learned(p)
	}
}

// Evaluator returns an evaluator of the weights, with its own working memory.
func (w *Weights) Evaluator() Evaluator { return newWeightTables(w).evaluator() }

func (t *weightTables) evaluator() Evaluator {
	var m evalScratch
	return func(p *trax.Position) int { return t.eval(p, &m) }
}

// ReadWeights reads weights as [Weights.Write] writes them. The error names the
// line.
func ReadWeights(r io.Reader) (*Weights, error) {
	var w Weights
	var f Feature
	line := 0
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		line++
		text, _, _ := strings.Cut(lines.Text(), "#")
		for word := range strings.FieldsSeq(text) {
			step, points, err := readWeight(word)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", line, err)
			}
			if f += step; f < step || step == 0 && w.Len() > 0 {
				return nil, fmt.Errorf("line %d: %.40q: feature numbers have to ascend", line, word)
			}
			w.Set(f, points)
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("line %d has more than %d bytes: weights have a few on each", line+1, bufio.MaxScanTokenSize)
	} else if err != nil {
		return nil, fmt.Errorf("line %d: %w", line+1, err)
	}
	if len(w.of) == 0 {
		return nil, errors.New("no weights")
	}
	return &w, nil
}

// readWeight reads the delta-encoded number of a feature and its weight.
func readWeight(word string) (Feature, int16, error) {
	sign := max(strings.IndexAny(word, "+-"), 0)
	step, err := strconv.ParseUint(word[:sign], stepBase, 64)
	if err != nil {
		return 0, 0, fmt.Errorf("%.40q: want a step to a feature with its weight, such as 2r-12", word)
	}
	points, err := strconv.ParseInt(word[sign:], 10, 16)
	if err != nil {
		return 0, 0, fmt.Errorf("%.40q: want a weight from -32768 to 32767", word[sign:])
	}
	return Feature(step), int16(points), nil
}

const stepBase = 36

const weightsInRow = 16

// Write writes the weights as text, with the header before them, whose lines
// begin with #. Features follow in the order of their numbers, each as how much
// greater it is than the one before, in digits and small letters, then its weight.
func (w *Weights) Write(out io.Writer, header string) error {
	b := bufio.NewWriter(out)
	for line := range strings.Lines(header) {
		fmt.Fprintf(b, "# %s\n", strings.TrimSuffix(line, "\n"))
	}
	inRow, kind, last := 0, "", Feature(0)
	for _, f := range slices.Sorted(maps.Keys(w.of)) {
		switch {
		case f.kind() != kind:
			if kind != "" {
				b.WriteByte('\n')
			}
			kind, inRow = f.kind(), 1
			fmt.Fprintf(b, "\n# %s\n", kind)
		case inRow == weightsInRow:
			inRow = 1
			b.WriteByte('\n')
		default:
			inRow++
			b.WriteByte(' ')
		}
		fmt.Fprintf(b, "%s%+d", strconv.FormatUint(uint64(f-last), stepBase), w.of[f])
		last = f
	}
	b.WriteByte('\n')
	return b.Flush()
}

func (f Feature) kind() string {
	switch {
	case f >= patternKind:
		return "edges that follow each other"
	case f >= lineKind:
		return "tracks on their way to a line"
	case f >= shapeKind:
		return "shapes of tracks"
	case f >= boxKind:
		return "the box"
	}
	return "to be the side to move"
}
