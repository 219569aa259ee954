package book

import (
	"bufio"
	"container/heap"
	"errors"
	"io"
	"os"
)

// run is a temporary file of sorted entries.
type run struct {
	temporary
	size int64
}

// writeRun makes a run of the entries with which all calls its argument.
func writeRun(all func(func(Entry) error) error) (*run, error) {
	f, err := os.CreateTemp("", "loopline-openings-*")
	if err != nil {
		return nil, err
	}
	r := &run{temporary: temporary{f}}
	w := newEntryWriter(f)
	err = all(func(e Entry) error {
		r.size += EntrySize
		return w.put(e)
	})
	if err = errors.Join(err, w.Flush()); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// entryWriter writes entries.
type entryWriter struct {
	*bufio.Writer
	text []byte
}

func newEntryWriter(w io.Writer) *entryWriter {
	return &entryWriter{Writer: bufio.NewWriterSize(w, 1<<16)}
}

func (w *entryWriter) put(e Entry) error {
	w.text = appendEntry(w.text[:0], e)
	_, err := w.Write(w.text)
	return err
}

// entryReader reads entries one by one.
type entryReader struct {
	r    io.Reader
	text [EntrySize]byte
	next Entry
}

// advance reads the next entry; its error is io.EOF behind the last.
func (r *entryReader) advance() (err error) {
	if _, err := io.ReadFull(r.r, r.text[:]); err != nil {
		return err
	}
	r.next, err = readEntry(r.text[:])
	return err
}

// each calls f with every entry. It stops at the first error of f, and returns it.
func each(all []Entry, f func(Entry) error) error {
	for _, e := range all {
		if err := f(e); err != nil {
			return err
		}
	}
	return nil
}

// sources are sorted sources of entries, that with the least first.
type sources []*entryReader

func (s sources) Len() int           { return len(s) }
func (s sources) Less(i, j int) bool { return compare(s[i].next, s[j].next) < 0 }
func (s sources) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s *sources) Push(x any)        { *s = append(*s, x.(*entryReader)) }
func (s *sources) Pop() any {
	last := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return last
}

// mergeRuns calls f with the entries of runs and of a sorted list in order, each pair of positions
// once.
func mergeRuns(runs []*run, list []Entry, f func(Entry) error) error {
	var from sources
	for _, r := range runs {
		s := &entryReader{r: bufio.NewReaderSize(io.NewSectionReader(r, 0, r.size), 1<<16)}
		if err := s.advance(); err != nil {
			return err
		}
		from = append(from, s)
	}
	heap.Init(&from)
	var last Entry // that f has not got
	put := func(e Entry) error {
		if last.Games > 0 && compare(last, e) == 0 {
			last.add(e.Counts)
			return nil
		}
		done := last
		if last = e; done.Games == 0 {
			return nil
		}
		return f(done)
	}
	for len(from) > 0 {
		e := from[0].next
		for len(list) > 0 && compare(list[0], e) <= 0 {
			if err := put(list[0]); err != nil {
				return err
			}
			list = list[1:]
		}
		if err := put(e); err != nil {
			return err
		}
		switch err := from[0].advance(); {
		case err == nil:
			heap.Fix(&from, 0)
		case errors.Is(err, io.EOF):
			heap.Pop(&from)
		default:
			return err
		}
	}
	if err := each(list, put); err != nil || last.Games == 0 {
		return err
	}
	return f(last)
}
