package contestpages

import (
	"errors"
	"io"
	"os"

	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/vfs"
)

// recordFollower are the games in play of a contest that another program plays, read from their
// records as these grow. They are for one goroutine.
type recordFollower struct {
	site *Site
	open map[string]*followedRecord // by the games' identities
}

type followedRecord struct {
	path  string
	size  int64 // of the record, when it was read last
	taken int   // events
	over  bool
}

// look reads the lines written since the last call.
func (t *recordFollower) look(day *tournament.Tournament) {
	playing := map[string]bool{}
	day.Matches(func(m *tournament.Match) {
		for _, g := range m.Games {
			if g.State != tournament.Playing {
				continue
			}
			id := g.AttemptID()
			playing[id] = true
			if t.open[id] == nil {
				t.open[id] = &followedRecord{path: day.Record(m.ID)}
			}
		}
	})
	for id, one := range t.open {
		_ = t.read(id, one) // of a record that cannot be read now there are no news; contest verify says why
		if one.over || !playing[id] {
			delete(t.open, id)
		}
	}
}

// read tells the site of the events of a game that it has not heard.
func (t *recordFollower) read(id string, one *followedRecord) error {
	if err := vfs.CheckRegular(vfs.OS, one.path); err != nil {
		return err
	}
	f, err := os.Open(one.path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() == one.size {
		return err
	}
	one.size = info.Size()
	from, to, err := live.FindGame(f, id)
	if err != nil {
		return err
	}
	part, err := record.Excerpt(f, from, min(to, one.size), one.size)
	if err != nil {
		return err
	}
	recorded, err := record.NewReader(part).Next()
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	for ; one.taken < len(recorded.Events); one.taken++ {
		e := recorded.Events[one.taken]
		t.site.WatchGame(id, e)
		one.over = e.Type == record.EventVerdict
	}
	return nil
}
