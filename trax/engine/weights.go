package engine

import (
	"bufio"
	_ "embed" // the weights
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/loopline/loopline/trax"
)

// Weights are what each feature of [Features] is worth, in points of an
// [Evaluator], for the side to move. PointsPerLogit points are odds of e to one.
type Weights [NumFeatures]int16

// PointsPerLogit is the scale of learned points: their sum, divided by it, is the
// logarithm of the odds that the side to move wins.
const PointsPerLogit = 100

// learnedText is the weights that trax/engine/train made; its first lines say how.
//
//go:embed learned.txt
var learnedText string

// learnedWeights reads the embedded weights once.
var learnedWeights = sync.OnceValue(func() *Weights {
	w, err := ReadWeights(strings.NewReader(learnedText))
	if err != nil {
		panic(fmt.Sprintf("the embedded weights: %v", err))
	}
	return w
})

// Learned returns the evaluator of the embedded weights. Each has its own working
// memory.
func Learned() Evaluator { return learnedWeights().Evaluator() }

// learnedTiles is the number of tiles from which looking at each two tracks takes
// longer than it gains.
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
func (w *Weights) Evaluator() Evaluator {
	return newSummer(w).value
}

// ReadWeights reads weights as [Weights.Write] writes them. The error names the
// line.
func ReadWeights(r io.Reader) (*Weights, error) {
	var w Weights
	n, line := 0, 0
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		line++
		text, _, _ := strings.Cut(lines.Text(), "#")
		for word := range strings.FieldsSeq(text) {
			v, err := strconv.ParseInt(word, 10, 16)
			if err != nil {
				return nil, fmt.Errorf("line %d: %.40q is no weight from -32768 to 32767", line, word)
			}
			if n == NumFeatures {
				return nil, fmt.Errorf("line %d: more than %d weights", line, NumFeatures)
			}
			w[n] = int16(v)
			n++
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", line+1, err)
	}
	if n < NumFeatures {
		return nil, fmt.Errorf("%d weights, %d are missing", n, NumFeatures-n)
	}
	return &w, nil
}

// weightsInRow is how many weights Write puts in a line.
const weightsInRow = 16

// Write writes the weights as text, with the header before them, whose lines
// begin with #.
func (w *Weights) Write(out io.Writer, header string) error {
	b := bufio.NewWriter(out)
	for line := range strings.Lines(header) {
		fmt.Fprintf(b, "# %s\n", strings.TrimSuffix(line, "\n"))
	}
	side := []part{{numShapes, "shapes of tracks"}, {numLines, "tiles missing to a line"}, {numPairs, "pairs of tracks"}}
	next := w[:]
	for _, whose := range []string{"the mover's", "the other's"} {
		for _, p := range side {
			next = p.write(b, whose+" "+p.name, next)
		}
	}
	part{n: 1}.write(b, "to be the side to move", next)
	return b.Flush()
}

// part is a run of weights of one kind.
type part struct {
	n    int
	name string
}

// write writes the first of the weights and returns the others.
func (p part) write(b *bufio.Writer, title string, weights []int16) []int16 {
	fmt.Fprintf(b, "\n# %s\n", title)
	for i, v := range weights[:p.n] {
		end := " "
		if i == p.n-1 || i%weightsInRow == weightsInRow-1 {
			end = "\n"
		}
		fmt.Fprintf(b, "%d%s", v, end)
	}
	return weights[p.n:]
}
