package vectors

import "github.com/loopline/loopline/vectors"

// exponentBits is how many bits an exponent has in hex files.
const exponentBits = 5

// The types of words, by their numbers.
const (
	wordVector = vectors.KernelVector + iota
	wordGain
	wordRow
)

// The fields, named as the generated package names them.
var (
	vectorDirection = vectors.Field{Name: "direction", Offset: 32, Width: 2, Says: "0 up, 1 right, 2 down, 3 left"}
	vectorMoved     = vectors.Field{Name: "moved", Offset: 34, Width: 1, Says: "the slide changes the board"}
	vectorMerges    = vectors.Field{Name: "merges", Offset: 35, Width: 4, Says: "pairs that became one"}

	gainGain = vectors.Field{Name: "gain", Offset: 0, Width: 36, Says: "the sum of the tiles that pairs became"}

	rowBefore = vectors.Field{Name: "before", Offset: 0, Width: 25, Says: "five cells of five bits, the left one in the lowest"}
	rowAfter  = vectors.Field{Name: "after", Offset: 25, Width: 25, Says: "behind the slide"}
	rowRow    = vectors.Field{Name: "row", Offset: 50, Width: 3, Says: "0 is the uppermost"}
)

// words describes every type of word, in the order of their numbers from 1.
var words = vectors.WordsOf("1 slide", []vectors.Field{vectorDirection, vectorMoved, vectorMerges},
	vectors.Word{Name: "GAIN", Says: "the points of the slide", Fields: []vectors.Field{gainGain}},
	vectors.Word{Name: "ROW", Says: "a row of the board; five follow", Fields: []vectors.Field{rowBefore, rowAfter, rowRow}},
)
