package live

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"sync"

	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/vfs"
)

// Records are games in files of records. They are read when they are asked for;
// what is kept of each is who played and how it ended. It is safe for concurrent
// use. The zero value is empty.
type Records struct {
	mu    sync.Mutex
	kept  []Info
	place map[string]place
	cache []*GameFeed // the last that were loaded
}

// Info describes a game in a list.
type Info struct {
	Key     string
	Names   []string // of the players, in the order of the seats
	Seats   []string
	Endings []string // in each language; nil while it is in play
	Moves   int
	Cut     bool // the record ends before the verdict
	Number  int
	Games   int
}

// Title returns the title of the game's page.
func (i Info) Title() string { return titleOf(i.Names) }

type place struct {
	path     string
	from, to int64
	id       string // of the game, where from and to are not known
}

// maxLoaded limits how many games of records are in memory.
const maxLoaded = 16

// Add reads a record and adds its games; name makes the key of each from its
// number, counted from 1. Of a record that is damaged the games before the damage
// are added, and the error says where it is.
func (r *Records) Add(path string, name func(number int) string, newView func(game string) (View, error)) error {
	if err := vfs.CheckRegular(vfs.OS, path); err != nil {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	begins, end, err := gameLines(f)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	number := 0
	for recorded, err := range record.Games(f) {
		if err != nil {
			return err
		}
		number++
		view, err := newView(recorded.Header().Game)
		if err != nil {
			return fmt.Errorf("%s:%d: %w", path, recorded.Header().Line, err)
		}
		key := name(number)
		g, err := Load(key, view, &recorded)
		if err != nil {
			return err
		}
		from, to := begins.span(recorded.Header().Line, end)
		r.add(g.Info(), place{path: path, from: from, to: to})
	}
	return nil
}

func (r *Records) add(info Info, p place) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.place == nil {
		r.place = map[string]place{}
	}
	if _, twice := r.place[info.Key]; !twice {
		r.kept = append(r.kept, info)
	}
	r.place[info.Key] = p
}

// Numbered returns the name of games by their number.
func Numbered(number int) string { return strconv.Itoa(number) }

// list returns the games in the order in which they were added.
func (r *Records) list() []Info {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.kept[:len(r.kept):len(r.kept)]
}

type lineStart struct {
	line int
	at   int64
}

type lineStarts []lineStart

// span is from where to where the game is that begins in a line.
func (l lineStarts) span(line int, end int64) (from, to int64) {
	i, _ := slices.BinarySearchFunc(l, line, func(s lineStart, line int) int { return s.line - line })
	switch {
	case i >= len(l):
		return 0, end
	case i+1 < len(l):
		return l[i].at, l[i+1].at
	}
	return l[i].at, end
}

// gameLines finds the lines with which games begin.
func gameLines(r io.Reader) (begins lineStarts, end int64, err error) {
	in := bufio.NewReaderSize(r, 64<<10)
	begun := int64(0) // where the line begins
	for line, whole := 1, true; ; {
		part, err := in.ReadSlice('\n')
		if whole {
			begun = end
		}
		if whole && bytes.HasPrefix(part, []byte(`{"type":"game",`)) {
			begins = append(begins, lineStart{line, end})
		}
		end += int64(len(part))
		if whole = err == nil; whole {
			line++
		}
		switch {
		case end-begun > record.MaxLine:
			return nil, 0, fmt.Errorf("line %d is longer than %d bytes: not a record", line, record.MaxLine)
		case errors.Is(err, io.EOF):
			return begins, end, nil
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return nil, 0, err
		}
	}
}

// put makes known in which file a game is that is not listed, and its identity there.
func (r *Records) put(key, path, id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.place == nil {
		r.place = map[string]place{}
	}
	r.place[key] = place{path: path, id: id}
}

// FindGame finds the game with an id in a record.
func FindGame(f *os.File, id string) (from, to int64, err error) {
	begins, end, err := gameLines(f)
	if err != nil {
		return 0, 0, err
	}
	want, err := json.Marshal(id)
	if err != nil {
		return 0, 0, err
	}
	head := make([]byte, maxHead)
	for i, b := range begins {
		n, err := f.ReadAt(head, b.at)
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, 0, err
		}
		line, _, _ := bytes.Cut(head[:n], []byte("\n"))
		if bytes.Contains(line, append([]byte(`,"id":`), want...)) {
			to = end
			if i+1 < len(begins) {
				to = begins[i+1].at
			}
			return b.at, to, nil
		}
	}
	return 0, 0, errNoGame
}

// maxHead limits how many bytes of a game's first line are looked at for its id.
const maxHead = 4 << 10

// open opens the part of a file that holds a game, as an excerpt.
func (r *Records) open(key string) (*os.File, io.Reader, error) {
	r.mu.Lock()
	p, ok := r.place[key]
	r.mu.Unlock()
	if !ok {
		return nil, nil, errNoGame
	}
	if err := vfs.CheckRegular(vfs.OS, p.path); err != nil {
		return nil, nil, err
	}
	f, err := os.Open(p.path)
	if err != nil {
		return nil, nil, err
	}
	if p.id != "" {
		if p.from, p.to, err = FindGame(f, p.id); err != nil {
			f.Close()
			return nil, nil, err
		}
	}
	info, err := f.Stat()
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	part, err := record.Excerpt(f, p.from, p.to, info.Size())
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", p.path, err), f.Close())
	}
	return f, part, nil
}

// load reads a game for a site.
func (r *Records) load(key string, s *Site) (*GameFeed, error) {
	if g := r.cached(key); g != nil {
		return g, nil
	}
	f, part, err := r.open(key)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	recorded, err := record.NewReader(part).Next()
	if err != nil {
		return nil, err
	}
	if len(recorded.Events) == 0 {
		return nil, errNoGame
	}
	view, err := s.NewView(recorded.Header().Game)
	if err != nil {
		return nil, err
	}
	g, err := NewGameFeed(key, view)
	if err != nil {
		return nil, err
	}
	observe, err := s.analysis.Evaluate(g, key, recorded.Header().Game)
	if err != nil {
		return nil, err
	}
	g.load(&recorded, observe)
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.cache) == maxLoaded {
		s.analysis.Forget(r.cache[maxLoaded-1])
		r.cache = r.cache[:maxLoaded-1]
	}
	r.cache = append([]*GameFeed{g}, r.cache...)
	return g, nil
}

// cached finds a game that was loaded, and makes it the one asked for last.
func (r *Records) cached(key string) *GameFeed {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, g := range r.cache {
		if g.key == key {
			copy(r.cache[1:i+1], r.cache[:i])
			r.cache[0] = g
			return g
		}
	}
	return nil
}

// Info describes the game in a list.
func (g *GameFeed) Info() Info {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := Info{Key: g.key, Moves: g.told, Endings: g.endings(), Cut: g.past && g.verdict == nil, Number: g.opening.Number, Games: g.opening.Games}
	for seat, s := range g.opening.Seats {
		i.Names = append(i.Names, g.who(seat))
		i.Seats = append(i.Seats, web.Shown(s.Name, web.MaxName))
	}
	return i
}

// has reports whether there is a game with a key.
func (r *Records) has(key string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, ok := r.place[key]
	return ok
}

// ShowRecord shows the games of a record.
func (s *Site) ShowRecord(path string) error {
	return s.Records.Add(path, Numbered, func(game string) (View, error) {
		if _, err := s.analysis.EvaluatorOf(game); err != nil {
			return nil, err
		}
		return s.NewView(game)
	})
}
