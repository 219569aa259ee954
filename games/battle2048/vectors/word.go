package vectors

import "github.com/loopline/loopline/vectors"

// exponentBits is the number of bits of an exponent in hex files.
const exponentBits = 5

// The types of words, by their numbers.
const (
	wordVector = vectors.KernelVector + iota
	wordGain
	wordRow
)

// The fields, named as the generated package names them.
var (
	vectorDirection = vectors.Field{Name: "direction", Offset: 32, Width: 2, Description: "0 up, 1 right, 2 down, 3 left"}
	vectorMoved     = vectors.Field{Name: "moved", Offset: 34, Width: 1, Description: "the slide changes the board"}
	vectorMerges    = vectors.Field{Name: "merges", Offset: 35, Width: 4, Description: "pairs that became one"}

	gainGain = vectors.Field{Name: "gain", Offset: 0, Width: 36, Description: "the sum of the tiles that pairs became"}

	rowBefore = vectors.Field{Name: "before", Offset: 0, Width: 25, Description: "five cells of five bits, the left one in the lowest"}
	rowAfter  = vectors.Field{Name: "after", Offset: 25, Width: 25, Description: "behind the slide"}
	rowRow    = vectors.Field{Name: "row", Offset: 50, Width: 3, Description: "0 is the uppermost"}
)

// words describes every type of word, in the order of their numbers from 1.
var words = vectors.WordsOf("1 slide", []vectors.Field{vectorDirection, vectorMoved, vectorMerges},
	vectors.Word{Name: "GAIN", Description: "the points of the slide", Fields: []vectors.Field{gainGain}},
	vectors.Word{Name: "ROW", Description: "a row of the board; five follow", Fields: []vectors.Field{rowBefore, rowAfter, rowRow}},
)
