package vectors

import (
	"context"
	"encoding/hex"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/vectors"
)

// notationVector is a text that may be a move.
type notationVector struct {
	text []byte
	move trax.Move
	ok   bool
}

func newNotation(text string) *notationVector {
	m, err := trax.ParseMove(text)
	return &notationVector{[]byte(text), m, err == nil}
}

func (v *notationVector) AppendAsk(dst []byte) []byte {
	return append(vectors.AppendString(append(dst, `{"text":`...), v.text), '}')
}

func (v *notationVector) AppendWant(dst []byte) []byte {
	if !v.ok {
		return append(dst, `{"status":"syntax"}`...)
	}
	dst = vectors.AppendField(dst, `{"status":"ok","col":`, v.move.Cell.Col)
	dst = vectors.AppendField(dst, `,"row":`, v.move.Cell.Row)
	return append(vectors.AppendString(append(dst, `,"shape":`...), string(v.move.Shape)), '}')
}

func (v *notationVector) AppendHex(dst []byte, id int, _ bool) []byte {
	dst = vectors.AppendWord(dst, wordVector, vectors.VectorID.Put(id))
	status, shape := Syntax, 3
	if v.ok {
		status, shape = OK, cellShape.Get(moveFields(v.move))
	}
	dst = vectors.AppendWord(dst, wordText, textLength.Put(len(v.text))|textStatus.Put(int(status))|textShape.Put(shape))
	dst = words.AppendBytes(dst, v.text)
	if v.ok {
		dst = vectors.AppendWord(dst, wordNumber, numberValue.Put(v.move.Cell.Col))
		dst = vectors.AppendWord(dst, wordNumber, numberValue.Put(v.move.Cell.Row)|numberRow.Put(1))
	}
	return dst
}

func (v *notationVector) AppendCSV(dst []byte) []byte {
	dst = hex.AppendEncode(append(dst, ','), v.text)
	if !v.ok {
		return append(dst, ",syntax,,,"...)
	}
	dst = vectors.AppendNumber(append(dst, ",ok"...), v.move.Cell.Col)
	dst = vectors.AppendNumber(dst, v.move.Cell.Row)
	return append(dst, ',', byte(v.move.Shape))
}

// notationGenerator makes vectors of notation.
type notationGenerator struct{ o *vectors.Options }

// moveTexts are texts that a reader of moves may get wrong.
var moveTexts = []string{
	"@0+", "@0/", `@0\`, "A1+", "A0/", "@1+", "Z1+", "AA1+", "AZ9+", "BA10/", "ZZ99+", "AAA100+",
	"AAB1+", "ZZZ1+", "AAAA1+", "A9+", "A10+", "A99+", "A100/", "A999+", "A1000+", "A255+", "A256+",
	"A257+", "A65535+", "A65536+", "A65537+", "A4294967297+", "A18446744073709551617+", "IV1+", "IW1+",
	"CRXP1+", "FXSHRXY1+", "A0+", "Z26+", "@1048576+", "AAAAAAAAAAAAAAAA1+", "A1000000000+",
	"A00+", "A0", "A1/ ", "A1/\n", "A1/\r", "\tA1/", "A1 /", "A 1/", "A1/A1/", "A1*", "A1-", "A1,", "A1[", "A1]",
	"A1/\\", "@A1+", "A@1+", "@@+", "AA@1+", "A+1", "1+", "0+", "@", "A", "1", "/", "\\", "À1+", "A1+", "A1＋",
	"\x00", "A1\x00", "A1+\x00", "\xff1+", "Aa1+", "aA1+", "-T", "-W", "-B", "A0x1+", "A1e1+", "A+0+", "A-0+",
}

// nearMisses are moves with one character changed: each bit of it, and what
// is adjacent to the letters, the digits and the shapes in ASCII.
var nearMisses = sync.OnceValue(func() (list []string) {
	for _, move := range [...]string{"C2/", "@10+", `I9\`} {
		for at := range len(move) {
			with := func(c byte) { list = append(list, move[:at]+string([]byte{c})+move[at+1:]) }
			for bit := range 8 {
				with(move[at] ^ 1<<bit)
			}
			for _, c := range []byte("*,.:?[]`") {
				with(c)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
})

func (m *notationGenerator) Directed(_ context.Context, yield func(vectors.Item) bool) error {
	lists := [...][]string{noMoves, moveTexts, nearMisses()}
	all := 0
	for _, list := range lists {
		all += len(list)
	}
	if m.o.Count > 0 && m.o.Count < all {
		return nil
	}
	for _, list := range lists {
		for _, text := range list {
			if !yield(newNotation(text)) {
				return nil
			}
		}
	}
	return nil
}

func (m *notationGenerator) Random(part int, yield func(vectors.Item) bool) {
	rng := vectors.Stream(m.o, vectors.ForBulk, uint64(part))
	for yield(newNotation(randomText(rng))) {
	}
}

// randomText is a move, or one with an error.
func randomText(rng *rand.Rand) string {
	limit := [...]int{4, 32, 800, 70000, 20_000_000}[rng.IntN(5)]
	move := trax.Move{
		Cell:  trax.Cell{Col: rng.IntN(limit), Row: rng.IntN(limit)},
		Shape: trax.Shape(shapeCodes[rng.IntN(3)]),
	}
	text := []byte(move.String())
	if rng.IntN(3) > 0 {
		return string(text)
	}
	at := rng.IntN(len(text))
	switch rng.IntN(4) {
	case 0:
		text[at] = byte(rng.IntN(256))
	case 1:
		text = append(text[:at], text[at+1:]...)
	case 2:
		text = append(text[:at+1], text[at:]...)
	default:
		text[at] ^= 1 << rng.IntN(7)
	}
	return string(text)
}
