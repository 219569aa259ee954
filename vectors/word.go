package vectors

// Hex files are words of 64 bits. The uppermost five tell what a word is; the
// others are the fields below.

// wordType is what a word is. 0 is none, so that memory never loaded is no
// word.
type wordType uint8

const (
	wordHead wordType = iota + 1
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

const (
	wordBits   = 64
	typeOffset = 59
	typeWidth  = 5
)

// field is a part of a word.
type field struct {
	name          string
	offset, width uint
	says          string
}

// word is a type of words.
type word struct {
	name   string
	says   string
	fields []field
}

// The fields, named as the generated package names them.
var (
	headVersion = field{"version", 0, 8, "of this format"}
	headKind    = field{"kind", 8, 8, "1 turn, 2 moves, 3 notation, 4 protocol, 5 uart"}
	headColumns = field{"columns", 16, 16, "of the finite board"}
	headRows    = field{"rows", 32, 16, "of the finite board"}

	vectorID    = field{"id", 0, 32, "counted from 0"}
	vectorSetup = field{"setup", 32, 16, "SETUP words that follow"}
	vectorSame  = field{"same", 48, 1, "the position is the one of the vector before: nothing to set up"}

	cellCol   = field{"col", 0, 16, "0 is @"}
	cellRow   = field{"row", 16, 16, "as written"}
	cellShape = field{"shape", 32, 2, "0 is +, 1 is /, 2 is \\, 3 is no move"}

	turnStatus = field{"status", 34, 4, "see the table of statuses"}
	turnFull   = field{"full", 38, 1, "a core with the board of the file answers board-full"}
	turnTiles  = field{"tiles", 39, 16, "TILE words that follow AFTER"}

	boxWidth       = field{"width", 0, 12, "of the box"}
	boxHeight      = field{"height", 12, 12, "of the box"}
	boxTiles       = field{"tiles", 24, 20, "on the board"}
	afterOver      = field{"over", 44, 1, "the game has ended"}
	afterWinner    = field{"winner", 45, 1, "0 white, 1 red"}
	afterCompleted = field{"completed", 46, 4, "1 white loop, 2 white line, 4 red loop, 8 red line"}

	tileTile   = field{"tile", 32, 4, "the set of red edges: 1 right, 2 top, 4 left, 8 bottom"}
	tileForced = field{"forced", 36, 1, "not the written tile"}

	sumCRC = field{"crc", 0, 32, "CRC-32 of the rows of letters, each ended by a line feed"}

	moveLegal = field{"legal", 34, 1, "0: only forced play forbids it"}
	moveFull  = field{"full", 35, 1, "legal, but the board of the file has no room"}

	textLength = field{"length", 0, 16, "in bytes; BYTES words follow"}
	textStatus = field{"status", 16, 4, "0 ok, 1 syntax"}
	textShape  = field{"shape", 20, 2, "as in SETUP"}

	numberValue = field{"value", 0, 32, ""}
	numberRow   = field{"row", 32, 1, "0 the column, 1 the row"}

	bytesBytes = field{"bytes", 0, 56, "seven, the first in the lowest bits; unused ones are 0"}

	eventSeat   = field{"seat", 0, 1, "0 white, 1 red"}
	eventFrom   = field{"from", 1, 1, "1: the seat sent it"}
	eventLength = field{"length", 16, 16, "in bytes; BYTES words follow"}

	verdictWinner = field{"winner", 0, 1, "0 white, 1 red"}
	verdictFoul   = field{"foul", 1, 1, "lost by an illegal move"}
	verdictStatus = field{"status", 4, 4, "of the foul"}
	verdictPlies  = field{"plies", 16, 16, "accepted"}

	frameDivider = field{"divider", 0, 16, "clock cycles a bit"}
	frameSend    = field{"send", 16, 1, "1: the bytes are to be sent, 0: they are received"}
	frameLength  = field{"length", 24, 16, "bytes; BYTES words follow"}
	frameErrors  = field{"errors", 40, 8, "framing errors"}

	runLevel  = field{"level", 0, 1, "of the line"}
	runCycles = field{"cycles", 1, 32, "for which it holds"}

	endCount = field{"count", 0, 32, "of vectors"}
	endWords = field{"words", 32, 27, "in the file, HEAD and END included"}
)

// words describes every type of word, in the order of their numbers from 1.
var words = [...]word{
	{"HEAD", "the first word", []field{headVersion, headKind, headColumns, headRows}},
	{"VECTOR", "begins a vector", []field{vectorID, vectorSetup, vectorSame}},
	{"SETUP", "a move that leads to the position, from the empty board", []field{cellCol, cellRow, cellShape}},
	{"TURN", "the move asked about", []field{cellCol, cellRow, cellShape, turnStatus, turnFull, turnTiles}},
	{
		"AFTER", "the state after a legal move; only if status is 0",
		[]field{boxWidth, boxHeight, boxTiles, afterOver, afterWinner, afterCompleted},
	},
	{
		"TILE", "a tile that the turn placed, named in the box after it; the written one first",
		[]field{cellCol, cellRow, tileTile, tileForced},
	},
	{"BACK", "the state before the turn, and after its undo", []field{boxWidth, boxHeight, boxTiles}},
	{"SUM", "of the board before the turn, and after its undo", []field{sumCRC}},
	{"MOVE", "a legal move, or one that only forced play forbids", []field{cellCol, cellRow, cellShape, moveLegal, moveFull}},
	{"TEXT", "a text that may be a move", []field{textLength, textStatus, textShape}},
	{"NUMBER", "the column, then the row, of a text that is a move", []field{numberValue, numberRow}},
	{"BYTES", "bytes", []field{bytesBytes}},
	{"EVENT", "bytes on the wire of a player", []field{eventSeat, eventFrom, eventLength}},
	{"VERDICT", "how the game ended", []field{verdictWinner, verdictFoul, verdictStatus, verdictPlies}},
	{"FRAME", "bytes on a serial line; RUN words follow the BYTES", []field{frameDivider, frameSend, frameLength, frameErrors}},
	{"RUN", "the line holds a level", []field{runLevel, runCycles}},
	{"END", "the last word: a file without it has been cut", []field{endCount, endWords}},
}

// put is the value at its place in a word. It must fit, or it is cut.
func (f field) put(v int) uint64 { return uint64(v) & (1<<f.width - 1) << f.offset }

// get is the value of the field in a word.
func (f field) get(w uint64) int { return int(w >> f.offset & (1<<f.width - 1)) }

// typeOf is the type of a word.
func typeOf(w uint64) wordType { return wordType(w >> typeOffset) }

// appendWord appends a word as a line of 16 digits.
func appendWord(dst []byte, t wordType, fields uint64) []byte {
	const digits = "0123456789abcdef"
	w := uint64(t)<<typeOffset | fields
	for shift := wordBits - 4; shift >= 0; shift -= 4 {
		dst = append(dst, digits[w>>shift&15])
	}
	return append(dst, '\n')
}

// appendByteWords appends a text as BYTES words.
func appendByteWords(dst, text []byte) []byte {
	for len(text) > 0 {
		n := min(len(text), 7)
		v := 0
		for i, c := range text[:n] {
			v |= int(c) << (8 * i)
		}
		dst = appendWord(dst, wordBytes, bytesBytes.put(v))
		text = text[n:]
	}
	return dst
}

// bit is 1 or 0.
func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
