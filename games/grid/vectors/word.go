package vectors

import "github.com/loopline/loopline/vectors"

// The types of words, by their numbers.
const (
	wordHead vectors.WordType = iota + 1
	wordVector
	wordRow
	wordBytes
	wordEnd
)

// The fields, named as the generated package names them.
var (
	headKind = vectors.Field{Name: "kind", Offset: 8, Width: 8, Says: "1 flood"}

	vectorNeighbours = vectors.Field{Name: "neighbours", Offset: 32, Width: 4, Says: "4 over edges, 8 over corners too"}

	rowWalls  = vectors.Field{Name: "walls", Offset: 0, Width: 24, Says: "a bit a column, column 0 in the lowest"}
	rowInside = vectors.Field{Name: "inside", Offset: 24, Width: 24, Says: "the cells that are enclosed"}
	rowRow    = vectors.Field{Name: "row", Offset: 48, Width: 5, Says: "0 is the uppermost"}
)

// words describes every type of word, in the order of their numbers from 1.
var words = vectors.Words{
	Head: wordHead, Vector: wordVector, Bytes: wordBytes, End: wordEnd, List: []vectors.Word{
		{Name: "HEAD", Says: "the first word",
			Fields: []vectors.Field{vectors.HeadVersion, headKind, vectors.HeadColumns, vectors.HeadRows}},
		{Name: "VECTOR", Says: "begins a vector", Fields: []vectors.Field{vectors.VectorID, vectorNeighbours}},
		{Name: "ROW", Says: "a row of the field; as many as it has", Fields: []vectors.Field{rowWalls, rowInside, rowRow}},
		{Name: "BYTES", Says: "bytes; not used", Fields: []vectors.Field{vectors.BytesBytes}},
		{Name: "END", Says: "the last word: a file without it has been cut",
			Fields: []vectors.Field{vectors.EndCount, vectors.EndWords}},
	}}
