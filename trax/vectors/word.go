package vectors

import "github.com/loopline/loopline/vectors"

// The types of words, by their numbers.
const (
	wordHead vectors.WordType = iota + 1
	wordVector
	wordSetup
	wordTurn
	wordAfter
	wordTile
	wordBack
	wordSum
	wordMove
	wordText
	wordNumber
	wordBytes
	wordEvent
	wordVerdict
	wordFrame
	wordRun
	wordEnd
)

// The fields, named as the generated package names them.
var (
	headKind = field("kind", 8, 8, "1 turn, 2 moves, 3 notation, 4 protocol, 5 uart")

	vectorSetup = field("setup", 32, 16, "SETUP words that follow")
	vectorSame  = field("same", 48, 1, "the position is the one of the vector before: nothing to set up")

	cellCol   = field("col", 0, 16, "0 is @")
	cellRow   = field("row", 16, 16, "as written")
	cellShape = field("shape", 32, 2, "0 is +, 1 is /, 2 is \\, 3 means no move")

	turnStatus = field("status", 34, 4, "see the table of statuses")
	turnFull   = field("full", 38, 1, "a core with the board of the file answers board-full")
	turnTiles  = field("tiles", 39, 16, "TILE words that follow AFTER")

	boxWidth       = field("width", 0, 12, "of the box")
	boxHeight      = field("height", 12, 12, "of the box")
	boxTiles       = field("tiles", 24, 20, "on the board")
	afterOver      = field("over", 44, 1, "the game has ended")
	afterWinner    = field("winner", 45, 1, "0 white, 1 red")
	afterCompleted = field("completed", 46, 4, "1 white loop, 2 white line, 4 red loop, 8 red line")

	tileTile   = field("tile", 32, 4, "the set of red edges: 1 right, 2 top, 4 left, 8 bottom")
	tileForced = field("forced", 36, 1, "not the written tile")

	sumCRC = field("crc", 0, 32, "CRC-32 of the rows of letters, each ended by a line feed")

	moveLegal = field("legal", 34, 1, "0: only forced play forbids it")
	moveFull  = field("full", 35, 1, "legal, but the board of the file has no room")

	textLength = field("length", 0, 16, "in bytes; BYTES words follow")
	textStatus = field("status", 16, 4, "0 ok, 1 syntax")
	textShape  = field("shape", 20, 2, "as in SETUP")

	numberValue = field("value", 0, 32, "")
	numberRow   = field("row", 32, 1, "0 the column, 1 the row")

	eventSeat   = field("seat", 0, 1, "0 white, 1 red")
	eventFrom   = field("from", 1, 1, "1: the seat sent it")
	eventLength = field("length", 16, 16, "in bytes; BYTES words follow")

	verdictWinner = field("winner", 0, 1, "0 white, 1 red")
	verdictFoul   = field("foul", 1, 1, "lost by an illegal move")
	verdictStatus = field("status", 4, 4, "of the foul")
	verdictPlies  = field("plies", 16, 16, "accepted")

	frameDivider = field("divider", 0, 16, "clock cycles a bit")
	frameSend    = field("send", 16, 1, "1: the bytes are to be sent, 0: they are received")
	frameLength  = field("length", 24, 16, "bytes; BYTES words follow")
	frameErrors  = field("errors", 40, 8, "framing errors")

	runLevel  = field("level", 0, 1, "of the line")
	runCycles = field("cycles", 1, 32, "for which it holds")
)

// words describes every type of word, in the order of their numbers from 1.
var words = vectors.Words{
	Head: wordHead, Vector: wordVector, Bytes: wordBytes, End: wordEnd, List: []vectors.Word{
		word("HEAD", "the first word", vectors.HeadVersion, headKind, vectors.HeadColumns, vectors.HeadRows),
		word("VECTOR", "begins a vector", vectors.VectorID, vectorSetup, vectorSame),
		word("SETUP", "a move that leads to the position, from the empty board", cellCol, cellRow, cellShape),
		word("TURN", "the move asked about", cellCol, cellRow, cellShape, turnStatus, turnFull, turnTiles),
		word("AFTER", "the state after a legal move; only if status is 0",
			boxWidth, boxHeight, boxTiles, afterOver, afterWinner, afterCompleted),
		word("TILE", "a tile that the turn placed, named in the box after it; the written one first",
			cellCol, cellRow, tileTile, tileForced),
		word("BACK", "the state before the turn, and after its undo", boxWidth, boxHeight, boxTiles),
		word("SUM", "of the board before the turn, and after its undo", sumCRC),
		word("MOVE", "a legal move, or one that only forced play forbids", cellCol, cellRow, cellShape, moveLegal, moveFull),
		word("TEXT", "a text that may be a move", textLength, textStatus, textShape),
		word("NUMBER", "the column, then the row, of a text that is a move", numberValue, numberRow),
		word("BYTES", "bytes", vectors.BytesBytes),
		word("EVENT", "bytes on the wire of a player", eventSeat, eventFrom, eventLength),
		word("VERDICT", "how the game ended", verdictWinner, verdictFoul, verdictStatus, verdictPlies),
		word("FRAME", "bytes on a serial line; RUN words follow the BYTES", frameDivider, frameSend, frameLength, frameErrors),
		word("RUN", "the line holds a level", runLevel, runCycles),
		word("END", "the last word: a file without it has been cut", vectors.EndCount, vectors.EndWords),
	}}

func field(name string, offset, width uint, says string) vectors.Field {
	return vectors.Field{Name: name, Offset: offset, Width: width, Description: says}
}

func word(name, says string, fields ...vectors.Field) vectors.Word {
	return vectors.Word{Name: name, Description: says, Fields: fields}
}

// bit is 1 or 0.
func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
