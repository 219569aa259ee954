package vectors

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"strconv"
)

// MaxLine is the longest line of a file in bytes.
const MaxLine = 1 << 20

// Vector is one vector of a file.
type Vector struct {
	ID   int             `json:"id"`
	Ask  json.RawMessage `json:"ask"`
	Want json.RawMessage `json:"want"`
	// Bins are the names of the bins of a turn vector.
	Bins []string `json:"classes,omitempty"`

	// Line is the vector's line number in the file, from 1.
	Line int `json:"-"`
}

// Read reads a file of vectors and calls each for every vector in turn. It parses the
// vectors of JSON Lines; of hex files and CSV it checks the structure, and passes vectors
// with only ID and Line set.
//
// Only the end of the file shows whether it is complete: after an error, discard all
// vectors that each has received. Errors begin with the name, a colon, and usually a line.
func Read(r io.Reader, name string, set *Set, each func(Vector) error) (Header, error) {
	f := &file{name: name, set: set, r: bufio.NewReaderSize(r, 64<<10), sum: sha256.New()}
	first, err := f.next()
	if err != nil && !errors.Is(err, io.EOF) {
		return Header{}, err
	}
	h, err := set.parseHeader(first)
	if err != nil {
		return h, f.errorf("%w", err)
	}
	if len(first) != HeaderSize-1 {
		return h, f.errorf("the header is %d bytes long instead of %d: the file was edited; make it again with: %s",
			len(first)+1, HeaderSize, h.Command)
	}
	f.header = h
	f.sum.Reset()
	if err := f.body(each); err != nil {
		return h, err
	}
	h.Deepest = f.deepest
	return h, f.whole()
}

type file struct {
	name    string
	set     *Set
	r       *bufio.Reader
	sum     hash.Hash // of the body so far
	header  Header
	line    int
	text    []byte
	count   int
	deepest int  // moves to a position
	ended   bool // the last word of a hex file has been read
	words   int
}

func (f *file) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", f.name, f.line, fmt.Errorf(format, args...))
}

// next returns the next line without its end, or io.EOF.
func (f *file) next() ([]byte, error) {
	f.line++
	f.text = f.text[:0]
	for {
		chunk, err := f.r.ReadSlice('\n')
		f.sum.Write(chunk)
		f.text = append(f.text, chunk...)
		if len(f.text) > MaxLine {
			return nil, f.errorf("the line is longer than %d KiB: not a vector file", MaxLine>>10)
		}
		switch {
		case err == nil:
			return f.text[:len(f.text)-1], nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(f.text) > 0:
			return f.text, f.errorf("the file ends inside a line: it has been cut; make it again with: %s", f.remedy())
		default:
			return nil, err
		}
	}
}

func (f *file) remedy() string {
	if f.header.Command == "" {
		return "loopline vectors gen"
	}
	return f.header.Command
}

func (f *file) body(each func(Vector) error) error {
	for {
		line, err := f.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		v, ok, err := f.take(line)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if v.ID != f.count {
			return f.errorf("holds vector %d where %d should be: lines are missing or were moved; make the file again with: %s",
				v.ID, f.count, f.remedy())
		}
		f.count++
		v.Line = f.line
		if each != nil {
			if err := each(v); err != nil {
				return err
			}
		}
	}
}

// take parses a line. ok reports whether it begins a vector.
func (f *file) take(line []byte) (v Vector, ok bool, err error) {
	switch f.header.Encoding {
	case Hex:
		return f.takeWord(line)
	case CSV:
		if f.line == 2 {
			if kind, err := f.set.Definition(f.header.Kind); err != nil || string(line) != kind.Columns {
				return v, false, f.errorf("does not name the columns of %s vectors", f.header.Kind)
			}
			return v, false, nil
		}
		id, _, _ := bytes.Cut(line, []byte(","))
		v.ID, err = strconv.Atoi(string(id))
		if err != nil {
			return v, false, f.errorf("does not begin with the number of a vector")
		}
		return v, true, nil
	}
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		return v, false, f.errorf("invalid vector: %w", err)
	}
	if v.Ask == nil || v.Want == nil || d.More() {
		return v, false, f.errorf("invalid vector: ask or want is missing, or something follows")
	}
	if moves, ok := bytes.CutPrefix(v.Ask, []byte(`{"moves":"`)); ok {
		position, _, _ := bytes.Cut(moves, []byte(`"`))
		f.deepest = max(f.deepest, movesIn(position))
	}
	return v, true, nil
}

func (f *file) takeWord(line []byte) (v Vector, ok bool, err error) {
	w, err := strconv.ParseUint(string(line), 16, 64)
	if err != nil || len(line) != wordBits/4 {
		return v, false, f.errorf("want a word of %d hexadecimal digits", wordBits/4)
	}
	f.words++
	words := &f.set.Words
	switch t := TypeOf(w); {
	case f.ended:
		return v, false, f.errorf("follows the END word")
	case t == 0 || int(t) > len(words.List):
		return v, false, f.errorf("unknown type of word")
	case (f.words == 1) != (t == words.Head):
		return v, false, f.errorf("is not where its type of word belongs: HEAD is first, and only first")
	case t == words.End:
		f.ended = true
		if EndCount.Get(w) != f.count || EndWords.Get(w) != f.words {
			return v, false, f.errorf("END counts %d vectors and %d words, the file has %d and %d",
				EndCount.Get(w), EndWords.Get(w), f.count, f.words)
		}
	}
	return Vector{ID: VectorID.Get(w)}, TypeOf(w) == words.Vector, nil
}

func (f *file) whole() error {
	h := &f.header
	if f.count != h.Count || h.Encoding == Hex && !f.ended {
		return fmt.Errorf("%s: holds %d vectors, its header says %d: it has been cut; make it again with: %s",
			f.name, f.count, h.Count, h.Command)
	}
	if sum := hex.EncodeToString(f.sum.Sum(nil)); sum != h.SHA256 {
		return fmt.Errorf("%s: its SHA-256 is %.16s…, its header says %.16s…: it was changed; make it again with: %s",
			f.name, sum, h.SHA256, h.Command)
	}
	return nil
}
