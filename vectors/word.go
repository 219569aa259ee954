package vectors

// Hex files are words of 64 bits. The uppermost five tell what a word is; the
// others are the fields below.

// WordType is the type of a word. 0 is invalid, so that memory never loaded is no
// word.
type WordType uint8

const (
	wordBits   = 64
	typeOffset = 59
	typeWidth  = 5
)

// Field is a part of a word.
type Field struct {
	Name          string
	Offset, Width uint
	Description   string
}

// Word is a type of words.
type Word struct {
	Name        string
	Description string
	Fields      []Field
}

// Words are the types of words of a set.
type Words struct {
	List []Word // in the order of their numbers from 1
	// Those that every file has: the first, the beginning of a vector, seven
	// bytes, and the last.
	Head, Vector, Bytes, End WordType
}

// KernelVector is the type of the words that begin a vector in WordsOf; those
// of a set's own follow.
const KernelVector WordType = 2

// WordsOf returns the words of a set for a small module: HEAD, whose kinds are said
// in words, VECTOR with fields behind the number, its own, BYTES, which such
// sets do not use, and END.
func WordsOf(kinds string, vector []Field, own ...Word) Words {
	kind := HeadKind
	kind.Description = kinds
	list := append([]Word{
		{Name: "HEAD", Description: "the first word", Fields: []Field{HeadVersion, kind, HeadColumns, HeadRows}},
		{Name: "VECTOR", Description: "begins a vector", Fields: append([]Field{VectorID}, vector...)},
	}, own...)
	list = append(list,
		Word{Name: "BYTES", Description: "bytes; not used", Fields: []Field{BytesBytes}},
		Word{Name: "END", Description: "the last word: a file without it has been cut", Fields: []Field{EndCount, EndWords}})
	n := WordType(len(list))
	return Words{Head: 1, Vector: KernelVector, Bytes: n - 1, End: n, List: list}
}

// The fields that every set has in its words.
var (
	HeadVersion = Field{"version", 0, 8, "of this format"}
	HeadKind    = Field{"kind", 8, 8, ""} // the set says which
	HeadColumns = Field{"columns", 16, 16, "of the finite board"}
	HeadRows    = Field{"rows", 32, 16, "of the finite board"}

	VectorID = Field{"id", 0, 32, "counted from 0"}

	BytesBytes = Field{"bytes", 0, 56, "seven, the first in the lowest bits; unused ones are 0"}

	EndCount = Field{"count", 0, 32, "of vectors"}
	EndWords = Field{"words", 32, 27, "in the file, HEAD and END included"}
)

// Put returns the value at its place in a word. It must fit, or it is cut.
func (f Field) Put(v int) uint64 { return uint64(v) & (1<<f.Width - 1) << f.Offset }

// Get returns the value of the field in a word.
func (f Field) Get(w uint64) int { return int(w >> f.Offset & (1<<f.Width - 1)) }

// TypeOf returns the type of a word.
func TypeOf(w uint64) WordType { return WordType(w >> typeOffset) }

// AppendWord appends a word as a line of 16 digits.
func AppendWord(dst []byte, t WordType, fields uint64) []byte {
	const digits = "0123456789abcdef"
	w := uint64(t)<<typeOffset | fields
	for shift := wordBits - 4; shift >= 0; shift -= 4 {
		dst = append(dst, digits[w>>shift&15])
	}
	return append(dst, '\n')
}

// AppendBytes appends a text as words of bytes.
func (s *Words) AppendBytes(dst, text []byte) []byte {
	for len(text) > 0 {
		n := min(len(text), 7)
		v := 0
		for i, c := range text[:n] {
			v |= int(c) << (8 * i)
		}
		dst = AppendWord(dst, s.Bytes, BytesBytes.Put(v))
		text = text[n:]
	}
	return dst
}
