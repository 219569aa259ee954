package vectors

import "github.com/loopline/loopline/vectors"

// The types of words, by their numbers.
const (
	wordVector = vectors.KernelVector + iota
	wordRow
	wordWindow
)

// The fields, named as the generated package names them.
var (
	rowCells = vectors.Field{Name: "cells", Offset: 0, Width: 50, Description: "two bits a column, column 0 in the lowest: 0 floor, 2 block, 3 item"}
	rowRow   = vectors.Field{Name: "row", Offset: 50, Width: 5, Description: "0 is the uppermost"}

	windowCells     = vectors.Field{Name: "cells", Offset: 0, Width: 18, Description: "nine of two bits, the first in the lowest; 1 is the other player"}
	windowAction    = vectors.Field{Name: "action", Offset: 18, Width: 2, Description: "0 around, 1 look, 2 search"}
	windowDirection = vectors.Field{Name: "direction", Offset: 20, Width: 2, Description: "0 up, 1 right, 2 left, 3 down"}
	windowX         = vectors.Field{Name: "x", Offset: 22, Width: 6, Description: "of the player, two's complement"}
	windowY         = vectors.Field{Name: "y", Offset: 28, Width: 6, Description: ""}
	windowOtherX    = vectors.Field{Name: "other-x", Offset: 34, Width: 6, Description: "of the other player"}
	windowOtherY    = vectors.Field{Name: "other-y", Offset: 40, Width: 6, Description: ""}
)

// words describes every type of word, in the order of their numbers from 1.
var words = vectors.WordsOf("1 window", nil,
	vectors.Word{Name: "ROW", Description: "a row of the map; as many as it has", Fields: []vectors.Field{rowCells, rowRow}},
	vectors.Word{Name: "WINDOW", Description: "the question, and what is seen", Fields: []vectors.Field{
		windowCells, windowAction, windowDirection, windowX, windowY, windowOtherX, windowOtherY}},
)
