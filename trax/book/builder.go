package book

import (
	"errors"
	"hash/crc32"
	"io"
	"os"
)

const (
	// bufferEntries is how many entries a Builder keeps in memory: 56 MiB.
	bufferEntries = 1 << 20
	// mostRuns is how many sorted files it keeps open.
	mostRuns = 64
)

// Builder gathers the entries of games. What does not fit into its memory it sorts into temporary
// files, which Close removes. It is not safe for concurrent use.
type Builder struct {
	limit   int // of entries in memory
	plies   int
	entries []Entry
	runs    []*run
	part    []byte // of an entry, which the last Write ended with
}

// NewBuilder returns a builder for entries of so many plies of each game.
func NewBuilder(plies int) *Builder { return &Builder{limit: bufferEntries, plies: plies} }

// Close removes the temporary files.
func (b *Builder) Close() error {
	var all error
	for _, r := range b.runs {
		all = errors.Join(all, r.Close())
	}
	b.runs = nil
	return all
}

// Write takes in entries as [Counter.Append] makes them.
func (b *Builder) Write(p []byte) (int, error) {
	rest := p
	if len(b.part) > 0 {
		rest = append(b.part, p...)
	}
	for ; len(rest) >= EntrySize; rest = rest[EntrySize:] {
		e, err := readEntry(rest)
		if err != nil {
			return 0, err
		}
		if err := b.Add(e); err != nil {
			return 0, err
		}
	}
	b.part = append([]byte(nil), rest...)
	return len(p), nil
}

// Add takes in an entry.
func (b *Builder) Add(e Entry) error {
	if len(b.entries) == b.limit {
		if b.entries = combine(b.entries); len(b.entries) > b.limit/2 {
			if err := b.spill(); err != nil {
				return err
			}
		}
	}
	b.entries = append(b.entries, e)
	return nil
}

// Merge takes in the entries of a book.
func (b *Builder) Merge(from *Book) error {
	b.plies = max(b.plies, from.Plies)
	return from.each(b.Add)
}

// spill writes the entries in memory into a temporary file.
func (b *Builder) spill() error {
	if len(b.runs) == mostRuns {
		if err := b.mergeRuns(); err != nil {
			return err
		}
	}
	all := b.entries
	b.entries = b.entries[:0]
	r, err := writeRun(func(f func(Entry) error) error { return each(all, f) })
	if err == nil {
		b.runs = append(b.runs, r)
	}
	return err
}

// mergeRuns makes one temporary file of all.
func (b *Builder) mergeRuns() error {
	old := b.runs
	r, err := writeRun(func(f func(Entry) error) error { return mergeRuns(old, nil, f) })
	if err != nil {
		return err
	}
	for _, o := range old {
		err = errors.Join(err, o.Close())
	}
	b.runs = []*run{r}
	return err
}

// merged calls f with all entries in order.
func (b *Builder) merged(f func(Entry) error) error {
	b.entries = combine(b.entries)
	return mergeRuns(b.runs, b.entries, f)
}

// file is where a book is written.
type file interface {
	io.Writer
	io.WriterAt
}

// WriteBook writes the book to an empty file. The builder can take in more afterwards.
func (b *Builder) WriteBook(to file) (Header, error) {
	h := Header{Plies: b.plies}
	sum := crc32.New(castagnoli)
	w := newEntryWriter(io.MultiWriter(to, sum))
	if _, err := to.Write(h.text()); err != nil {
		return h, err
	}
	err := b.merged(func(e Entry) error {
		h.Entries++
		if e.From == 0 { // the empty board's key: every game begins there
			h.Games += e.Games
			h.Decided += e.Wins + e.Losses
		}
		return w.put(e)
	})
	if err = errors.Join(err, w.Flush()); err != nil {
		return h, err
	}
	h.sum = sum.Sum32()
	_, err = to.WriteAt(h.text(), 0)
	return h, err
}

// Book returns what was gathered as a book. It is in a temporary file, or in memory where it fits;
// the caller closes it.
func (b *Builder) Book() (*Book, error) {
	if len(b.runs) == 0 {
		var m memory
		if _, err := b.WriteBook(&m); err != nil {
			return nil, err
		}
		return Read(&m, int64(len(m)), "the games")
	}
	f, err := os.CreateTemp("", "loopline-openings-*")
	if err != nil {
		return nil, err
	}
	t := temporary{f}
	if _, err := b.WriteBook(f); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, errors.Join(err, t.Close())
	}
	book, err := Read(f, size, "the games")
	if err != nil {
		return nil, errors.Join(err, t.Close())
	}
	book.closer = t
	return book, nil
}

// temporary is a file that Close removes.
type temporary struct{ *os.File }

func (t temporary) Close() error { return errors.Join(t.File.Close(), os.Remove(t.Name())) }

// memory is a file in memory.
type memory []byte

func (m *memory) Write(p []byte) (int, error) {
	*m = append(*m, p...)
	return len(p), nil
}

func (m *memory) WriteAt(p []byte, at int64) (int, error) { return copy((*m)[at:], p), nil }

func (m *memory) ReadAt(p []byte, at int64) (int, error) {
	if at >= int64(len(*m)) {
		return 0, io.EOF
	}
	n := copy(p, (*m)[at:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}
