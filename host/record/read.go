package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
)

// Limits of reading, so that no file can take all memory.
const (
	maxGames  = 1 << 20 // games that Read collects
	maxEvents = 1 << 17 // events of one game, without its log
)

// Read reads all games of a record. A game that was cut by the end of
// its host comes back as incomplete, wherever in the record it is. Anything
// else that is not as it was written is an error, "name:line: …", and ends
// the reading; the games before it are returned. The name is r's Name() when
// it has one.
func Read(r io.Reader) ([]Game, error) {
	var games []Game
	for g, err := range Games(r) {
		if err != nil {
			return games, err
		}
		if len(games) == maxGames {
			return games, fmt.Errorf("%s: more than %d games: split the file",
				g.Name, maxGames)
		}
		games = append(games, g)
	}
	return games, nil
}

// Games is Read one game at a time, for records that are larger than
// memory. An error is the last thing it yields.
func Games(r io.Reader) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		p := NewReader(r)
		for {
			g, err := p.Next()
			switch {
			case errors.Is(err, io.EOF):
				return
			case err == nil && len(g.Events) == 0:
				// A writer was stopped in its first line: it holds nothing.
			case !yield(g, err) || err != nil:
				return
			}
		}
	}
}

// Named returns r with a Name, which errors call it by.
func Named(r io.Reader, name string) io.Reader { return &namedReader{r, name} }

type namedReader struct {
	io.Reader
	name string
}

// Name is the name for errors.
func (r *namedReader) Name() string { return r.name }

func nameOf(r io.Reader) string {
	if named, ok := r.(interface{ Name() string }); ok {
		return named.Name()
	}
	return "record"
}

// Reader reads a record game by game. It holds one game, without its players' logs.
// It is not safe for concurrent use.
type Reader struct {
	lines      *lineReader
	name       string
	chain      HashChain
	version    int         // of the game that is read, or was
	inside     bool        // a game, whose verdict is still to come
	excerpt    bool        // cut out of a longer record
	pushedBack *pushedBack // a line that was read and is to be read once more
	buf        []byte      // an event, written again
	intact     int64       // bytes that were taken in
}

// pushedBack is a line that ended the game before it.
type pushedBack struct {
	e   *Event
	err error
}

// NewReader reads the record that r holds. Errors name r by its Name()
// when it has one.
func NewReader(r io.Reader) *Reader {
	return &Reader{lines: newLineReader(r), name: nameOf(r)}
}

// Sum is the sum of the last line that was read.
func (p *Reader) Sum() string { return p.chain.Sum() }

// Excerpt reports whether the record is an excerpt of another, once a game of it was
// read: see [Excerpt]. The sum of its last line covers what stood before it there, too.
func (p *Reader) Excerpt() bool { return p.excerpt }

// Next reads a game; io.EOF when there is none. A game of which not even the
// first event is whole has no events, and the number of its line in Cut. After
// an error there is nothing more to read.
func (p *Reader) Next() (Game, error) {
	g := Game{Name: p.name}
	first, err := p.event()
	if errors.Is(err, errCut) {
		return p.cut(g)
	}
	if err != nil {
		return g, err
	}
	if n := len(first.Seats); n == 0 || n > MaxSeats {
		return g, p.errorf("game has %d seats, want 1 to %d", n, MaxSeats)
	}
	p.inside, p.intact = true, p.lines.read
	g.keep(first)
	for p.inside {
		e, err := p.event()
		switch {
		case errors.Is(err, io.EOF):
			p.inside = false
		case errors.Is(err, errCut):
			return p.cut(g)
		case err != nil:
			return g, err
		case e.Type == EventGame:
			p.pushedBack, p.inside = &pushedBack{e, nil}, false
			return g, nil
		default:
			if err := p.addEvent(&g, e); err != nil {
				return g, err
			}
		}
	}
	g.Open = p.lines.open
	return g, nil
}

// Intact returns the number of bytes, from the beginning of a record, whose hash chain
// holds. A partial last line of a killed host counts as intact.
func Intact(record io.Reader) (bytes int64, err error) {
	p := NewReader(record)
	for {
		_, err := p.Next()
		var path *fs.PathError
		switch {
		case errors.As(err, &path):
			return p.intact, err
		case err != nil:
			return p.intact, nil
		}
	}
}

// addEvent puts an event into its game.
func (p *Reader) addEvent(g *Game, e *Event) error {
	first := g.Header()
	if n := len(first.Seats); e.Seat < 0 || e.Seat >= n {
		return p.errorf("seat %d does not exist, the game has %d", e.Seat, n)
	}
	if first.Version < introducedIn(e.Type) {
		return p.errorf("%s event in a record of version %d", e.Type, first.Version)
	}
	if e.Type != EventLog && len(g.Events) == maxEvents {
		return p.errorf("game has more than %d events", maxEvents)
	}
	g.keep(e)
	p.inside, p.intact = !g.Complete, p.lines.read
	return nil
}

// cut ends a game with a line that is cut. Only the end of the file, the next
// game or the cut beginning of one may follow: the writer of the line is dead.
func (p *Reader) cut(g Game) (Game, error) {
	g.Cut, g.Open = p.lines.number, p.lines.open
	p.inside = false
	end := p.lines.read
	e, err := p.event()
	if err == nil || errors.Is(err, errCut) || errors.Is(err, io.EOF) {
		p.intact = end
		p.pushedBack = &pushedBack{e, err}
		return g, nil
	}
	return g, fmt.Errorf("%s:%d: line is cut in the middle of a game: the record is "+
		"damaged", p.name, g.Cut)
}

// event reads one event and checks its sum. io.EOF ends the record.
func (p *Reader) event() (*Event, error) {
	if a := p.pushedBack; a != nil {
		p.pushedBack = nil
		return a.e, a.err
	}
	line, err := p.lines.line()
	if errors.Is(err, io.EOF) {
		return nil, err
	}
	if err != nil {
		return nil, p.errorf("%w", err)
	}
	if p.lines.number == 1 {
		if p.excerpt, err = p.chain.begin(line); err != nil {
			return nil, p.errorf("%w", err)
		}
		if p.excerpt {
			return p.event()
		}
	}
	return p.decode(line)
}

// errCut is the error of a line that a killed writer left behind.
var errCut = errors.New("line is cut short")

// decode reads an event from its line, which must be what a writer would have written,
// byte for byte.
func (p *Reader) decode(line []byte) (*Event, error) {
	s := &scanner{in: line, version: p.version}
	e, sum := scanEvent(s, p.inside)
	e.Line = p.lines.number
	if s.cut {
		p.chain.pass(line)
		return nil, errCut
	}
	if s.wrong != nil {
		return nil, p.misread(s)
	}
	if s.version < p.version {
		return nil, p.errorf("game of version %d behind one of version %d: a record goes on "+
			"in its version, so this file was put together from two", s.version, p.version)
	}
	body := line[:len(line)-len(sumKey)-len(sum)-len(sumEnd)]
	if want := p.chain.after(body, s.version); string(want.bytes()) != sum {
		return nil, p.errorf("sum is %s, but the line and those before it give %s: %s",
			sum, want.bytes(), whatChanged(e))
	}
	p.buf = appendEvent(p.buf[:0], e, s.version)
	if string(p.buf) != string(body) {
		s.at = common(body, string(p.buf))
		s.wrong = errors.New("not as a record is written")
		return nil, p.misread(s)
	}
	p.version, p.chain.last, e.Sum = s.version, digitsOf([]byte(sum)), sum
	return e, nil
}

func whatChanged(e *Event) string {
	if e.Type == EventGame && e.Version >= 3 {
		return "the record was changed, or a game before this one is missing, doubled or moved"
	}
	return "the record was changed"
}

// misread is the error of a line that is not understood.
func (p *Reader) misread(s *scanner) error {
	switch line := s.in; {
	case s.whole:
		return p.errorf("%w", s.wrong)
	case bytes.HasPrefix(line, []byte("\xef\xbb\xbf")):
		return p.errorf("line begins with a byte order mark: an editor changed the record")
	case line[len(line)-1] == '\r':
		return p.errorf("line ends with CR LF: the record was converted; it ends its lines with LF")
	}
	return p.errorf("byte %d is not understood: %w; there stands %.40q",
		s.at+1, s.wrong, s.rest())
}

func (p *Reader) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", p.name, p.lines.number,
		fmt.Errorf(format, args...))
}
