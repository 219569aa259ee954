package vectors

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"strconv"
)

// partSize is the number of vectors a thread makes at a time.
const partSize = 2048

// Generate writes a file of vectors to w, from its beginning, and returns the header. It seeks back to
// write the header last, so an unfinished file has none. It fails if the count is too small for the
// goals, or if a bin stays below its goal within the tries.
func Generate(ctx context.Context, w io.WriteSeeker, set *Set, o Options) (Header, error) {
	o = o.filled(set)
	if err := o.Validate(set); err != nil {
		return Header{}, err
	}
	kind, err := set.Definition(o.Kind)
	if err != nil {
		return Header{}, err
	}
	h := Header{
		Format: FormatName, Version: Version, Game: set.Game, Kind: o.Kind, Encoding: o.Encoding, Command: o.Command(set),
		Seed: o.Seed, Goal: o.Goal, Grid: o.Grid.String(), SHA256: hex.EncodeToString(make([]byte, 32)),
	}
	blank := make([]byte, HeaderSize)
	if _, err := w.Write(blank); err != nil {
		return h, err
	}
	b := &body{w: w, sum: sha256.New(), set: set, kind: kind, o: &o, free: make(chan []byte, 2*o.Threads)}
	if err := b.write(ctx); err != nil {
		return h, err
	}
	h.Deepest = b.deepest
	h.Count, h.SHA256 = b.count, hex.EncodeToString(b.sum.Sum(nil))
	first, err := h.append(nil)
	if err != nil {
		return h, err
	}
	if _, err := w.Seek(-int64(HeaderSize)-b.size, io.SeekCurrent); err != nil {
		return h, err
	}
	if _, err = w.Write(first); err != nil {
		return h, err
	}
	_, err = w.Seek(b.size, io.SeekCurrent)
	return h, err
}

type body struct {
	w     io.Writer
	sum   hash.Hash
	set   *Set
	kind  *Definition
	o     *Options
	count int
	size  int64

	deepest int         // moves to a position
	free    chan []byte // buffers of written parts, for reuse
}

func (b *body) add(text []byte, n, deepest int) error {
	b.deepest = max(b.deepest, deepest)
	b.sum.Write(text)
	b.count += n
	b.size += int64(len(text))
	_, err := b.w.Write(text)
	return err
}

func (b *body) write(ctx context.Context) error {
	if err := b.add(b.appendTop(nil), 0, 0); err != nil {
		return err
	}
	if err := b.first(ctx); err != nil {
		return err
	}
	if err := b.parts(ctx); err != nil {
		return err
	}
	return b.add(b.appendEnd(nil), 0, 0)
}

// first writes the vectors that every file of the kind begins with.
func (b *body) first(ctx context.Context) error {
	p := &part{o: b.o, kind: b.kind}
	err := b.kind.NewGenerator(b.o).Directed(ctx, func(v Item) bool {
		if b.o.Count > 0 && p.n == b.o.Count {
			p.n++
			return false
		}
		p.add(v)
		return true
	})
	if b.o.Count > 0 && p.n > b.o.Count {
		return fmt.Errorf("a quota of %d needs more than %d vectors; raise --count, or set it to 0 for as many as needed",
			b.o.Goal, b.o.Count)
	}
	if err != nil {
		return err
	}
	return b.add(p.text, p.n, p.deepest)
}

// parts writes random vectors up to the count, which threads make, in order.
func (b *body) parts(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	parts := max(0, b.o.Count-b.count+partSize-1) / partSize
	jobs := make(chan *part)
	order := make(chan *part, b.o.Threads)
	for range min(b.o.Threads, parts) {
		m := b.kind.NewGenerator(b.o)
		go func() {
			for p := range jobs {
				p.fill(m)
				close(p.done)
			}
		}()
	}
	first := b.count
	go func() {
		defer close(jobs)
		defer close(order)
		for i := range parts {
			id := first + i*partSize
			p := &part{o: b.o, kind: b.kind, text: b.spare(), number: i, id: id, goal: min(partSize, b.o.Count-id), done: make(chan struct{})}
			select {
			case order <- p:
			case <-ctx.Done():
				return
			}
			// Each part that is waited for has a thread.
			select {
			case jobs <- p:
			case <-ctx.Done():
				return
			}
		}
	}()
	for range parts {
		p, ok := <-order
		if !ok {
			return ctx.Err()
		}
		select {
		case <-p.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := b.add(p.text, p.n, p.deepest); err != nil {
			return err
		}
		select {
		case b.free <- p.text[:0]:
		default:
		}
	}
	return nil
}

// spare returns a buffer for a part, reused if possible.
func (b *body) spare() []byte {
	select {
	case text := <-b.free:
		return text
	default:
		return make([]byte, 0, partSize*512)
	}
}

type part struct {
	o      *Options
	kind   *Definition
	number int
	id     int // of its first vector
	goal   int
	done   chan struct{}

	n     int
	text  []byte
	moves []byte // of the position of the vector before

	deepest int // moves to a position
}

func (p *part) fill(m Generator) {
	m.Random(p.number, func(v Item) bool {
		p.add(v)
		return p.n < p.goal
	})
}

func (p *part) add(v Item) {
	id := p.id + p.n
	on, ok := v.(interface{ Position() []byte })
	if ok {
		p.deepest = max(p.deepest, movesIn(on.Position()))
	}
	switch p.o.Encoding {
	case Hex:
		same := false
		if ok {
			moves := on.Position()
			same = p.n > 0 && bytes.Equal(moves, p.moves)
			p.moves = append(p.moves[:0], moves...)
		}
		p.text = v.AppendHex(p.text, id, same)
	case CSV:
		p.text = append(v.AppendCSV(strconv.AppendInt(p.text, int64(id), 10)), '\n')
	default:
		p.text = appendVector(p.text, id, v, p.kind)
	}
	p.n++
}

// movesIn counts the moves of a position, which blanks separate.
func movesIn(position []byte) int {
	if len(position) == 0 {
		return 0
	}
	return 1 + bytes.Count(position, []byte(" "))
}

// appendTop appends the words or lines before the first vector.
func (b *body) appendTop(dst []byte) []byte {
	switch b.o.Encoding {
	case Hex:
		return AppendWord(dst, b.set.Words.Head, HeadVersion.Put(Version)|HeadKind.Put(b.set.number(b.o.Kind))|
			HeadColumns.Put(b.o.Grid.Columns)|HeadRows.Put(b.o.Grid.Rows))
	case CSV:
		return append(append(dst, b.kind.Columns...), '\n')
	}
	return dst
}

// appendEnd appends the words or lines after the last vector.
func (b *body) appendEnd(dst []byte) []byte {
	if b.o.Encoding != Hex {
		return dst
	}
	lines := int(b.size)/(wordBits/4+1) + 1
	return AppendWord(dst, b.set.Words.End, EndCount.Put(b.count)|EndWords.Put(lines))
}
