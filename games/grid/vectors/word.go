package vectors

import "github.com/loopline/loopline/vectors"

// The types of words, by their numbers.
const (
	wordVector = vectors.KernelVector + iota
	wordRow
)

// The fields, named as the generated package names them.
var (
	vectorNeighbours = vectors.Field{Name: "neighbours", Offset: 32, Width: 4, Description: "4 over edges, 8 over corners too"}

	rowWalls  = vectors.Field{Name: "walls", Offset: 0, Width: 24, Description: "a bit a column, column 0 in the lowest"}
	rowInside = vectors.Field{Name: "inside", Offset: 24, Width: 24, Description: "the cells that are enclosed"}
	rowRow    = vectors.Field{Name: "row", Offset: 48, Width: 5, Description: "0 is the uppermost"}
)

// words describes every type of word, in the order of their numbers from 1.
var words = vectors.WordsOf("1 flood", []vectors.Field{vectorNeighbours},
	vectors.Word{Name: "ROW", Description: "a row of the field; as many as it has", Fields: []vectors.Field{rowWalls, rowInside, rowRow}},
)
