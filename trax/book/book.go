package book

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"sort"
)

// Header describes a book; it is the first line of its file.
type Header struct {
	Plies   int    // of each game that were counted
	Games   uint64 // with a legal move
	Decided uint64 // of these, by a loop or a line
	Entries int64
	sum     uint32 // of the entries
}

const (
	// Magic begins the file of a book.
	Magic = "loopline openings 1 "
	// headerSize is the size of the header in bytes: a line of text, filled up with spaces.
	headerSize = 160
	format     = Magic + "plies %d games %d decided %d entries %d crc32c %08x"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func (h *Header) text() []byte {
	line := fmt.Appendf(nil, format, h.Plies, h.Games, h.Decided, h.Entries, h.sum)
	return append(append(line, bytes.Repeat([]byte(" "), headerSize-1-len(line))...), '\n')
}

// Book is the opening moves of games. It is safe for concurrent use.
type Book struct {
	Header
	name   string // for messages
	r      io.ReaderAt
	closer io.Closer // nil where there is nothing to close
}

// IsBook reports whether a file begins as a book does.
func IsBook(start string) bool {
	return len(start) >= len(Magic) && start[:len(Magic)] == Magic
}

// IsFile reports whether a regular file is a book. The error is from opening it.
func IsFile(name string) (bool, error) {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return false, nil // a pipe, or whoever opens it says what is wrong
	}
	f, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer f.Close()
	start := make([]byte, len(Magic))
	n, _ := io.ReadFull(f, start)
	return IsBook(string(start[:n])), nil
}

// Open opens the file of a book. The caller closes it.
func Open(name string) (*Book, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	b, err := Read(f, info.Size(), name)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	b.closer = f
	return b, nil
}

// Read returns the book in r, which has so many bytes; name is for messages. It reads the header
// alone.
func Read(r io.ReaderAt, size int64, name string) (*Book, error) {
	b := &Book{name: name, r: r}
	text := make([]byte, headerSize)
	if _, err := r.ReadAt(text, 0); err != nil || !IsBook(string(text)) {
		return nil, b.damaged("it does not begin as a file of openings")
	}
	h := &b.Header
	n, err := fmt.Sscanf(string(text), format, &h.Plies, &h.Games, &h.Decided, &h.Entries, &h.sum)
	if err != nil || n != 5 || h.Plies < 1 || h.Plies > MaxPlies || h.Entries < 0 || h.Entries > math.MaxInt64/(2*EntrySize) {
		return nil, b.damaged("its first line can't be read")
	}
	if want := headerSize + h.Entries*EntrySize; size != want {
		return nil, b.damaged(fmt.Sprintf("it has %d bytes instead of %d", size, want))
	}
	return b, nil
}

// Close closes the file.
func (b *Book) Close() error {
	if b.closer == nil {
		return nil
	}
	return b.closer.Close()
}

// damaged is the error of a file that isn't as it was written.
func (b *Book) damaged(what string) error {
	return fmt.Errorf(`%s: %s; make it again with "loopline openings RECORD -o FILE"`, b.name, what)
}

// entry reads an entry.
func (b *Book) entry(i int64) (Entry, error) {
	var text [EntrySize]byte
	if _, err := b.r.ReadAt(text[:], headerSize+i*EntrySize); err != nil {
		return Entry{}, fmt.Errorf("%s: %w", b.name, err)
	}
	e, err := readEntry(text[:])
	if err != nil {
		return e, b.damaged(fmt.Sprintf("entry %d: %s", i+1, err))
	}
	return e, nil
}

// mostMoves bounds the entries of one position: more than its legal moves, unless a file was made
// by hand.
const mostMoves = 1 << 16

// From returns the entries of the moves from a position, by its key.
func (b *Book) From(key uint64) ([]Entry, error) {
	var failed error
	at := func(i int64) Entry {
		e, err := b.entry(i)
		failed = errors.Join(failed, err)
		return e
	}
	first := int64(sort.Search(int(b.Entries), func(i int) bool { return failed != nil || at(int64(i)).From >= key }))
	var all []Entry
	for i := first; failed == nil && i < b.Entries && len(all) < mostMoves; i++ {
		e := at(i)
		if e.From != key {
			break
		}
		all = append(all, e)
	}
	if failed != nil {
		return nil, failed
	}
	return all, nil
}

// each calls f with all entries, whose order and sum it checks.
func (b *Book) each(f func(Entry) error) error {
	sum := crc32.New(castagnoli)
	in := io.NewSectionReader(b.r, headerSize, b.Entries*EntrySize)
	r := entryReader{r: bufio.NewReaderSize(io.TeeReader(in, sum), 1<<16)}
	for i := range b.Entries {
		before := r.next
		if err := r.advance(); err != nil {
			return b.damaged(fmt.Sprintf("entry %d: %s", i+1, err))
		}
		if i > 0 && compare(before, r.next) >= 0 {
			return b.damaged(fmt.Sprintf("entry %d is out of order", i+1))
		}
		if err := f(r.next); err != nil {
			return err
		}
	}
	if sum.Sum32() != b.sum {
		return b.damaged("its checksum does not fit")
	}
	return nil
}
