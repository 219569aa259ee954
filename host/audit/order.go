package audit

import (
	"fmt"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
)

// Limits of the memory for a record's games.
const (
	maxGames = 1 << 20
	maxID    = 64 // bytes
)

// chained is the first version of the record whose games know their place.
const chained = 3

// sequenceCheck checks the order of the games: each has an id of its own, and
// those of a match stand together, in their order.
type sequenceCheck struct {
	record string
	ids    map[string]int // line of the game, or of the match's first
	last   *gameRef       // of the game before, nil when it has none

	excerpt bool // games were cut out of a longer record, so that others are missing
}

type gameRef struct {
	match         string
	number, games int
	line          int
	open          bool // it may be played once more: it is void or incomplete
	final         bool // the match ended with it: it was stopped from outside
	told          bool // it is reported as incomplete already
}

// add takes the next game in. Before is what is to be said of the match before
// it, if anything.
func (o *sequenceCheck) add(g *record.Game) (before *Finding, err error) {
	e := g.Header()
	now := &gameRef{
		match: e.Match, number: e.Number, games: e.Games, line: e.Line,
		told: !g.Complete, open: !g.Complete,
	}
	if v := g.Verdict(); v != nil && v.Void {
		now.open = true
		now.final = v.Reason == host.ReasonInterrupted || v.Reason == host.ReasonError
	}
	last := o.last
	if e.Version < chained {
		before, o.last = o.end(), nil
		return before, o.own("game "+e.ID, "id", e.ID, e.Line)
	}
	o.last = now
	if err := o.own("game "+e.ID, "id", e.ID, e.Line); err != nil {
		return nil, err
	}
	if e.Number < 1 || e.Number > e.Games {
		return nil, fmt.Errorf("game is number %d of %d", e.Number, e.Games)
	}
	if last != nil && last.match == e.Match {
		return nil, now.follows(last)
	}
	o.last = last
	before, o.last = o.end(), now
	if err := o.own("match "+e.Match, "match", e.Match, e.Line); err != nil {
		return before, err
	}
	if e.Number != 1 && !o.excerpt {
		return before, fmt.Errorf("match begins with game %d of %d: those before it are missing or moved",
			e.Number, e.Games)
	}
	return before, nil
}

// follows wants a game to be the next one of its match.
func (p *gameRef) follows(last *gameRef) error {
	switch {
	case p.games != last.games:
		return fmt.Errorf("match has %d games here, and %d in line %d", p.games, last.games, last.line)
	case p.number == last.number+1, p.number == last.number && last.open:
		return nil
	}
	return fmt.Errorf("game %d of %d follows game %d: a game is missing, doubled or moved",
		p.number, p.games, last.number)
}

// own wants an id that nothing before it has.
func (o *sequenceCheck) own(key, what, id string, line int) error {
	if o.ids == nil {
		o.ids = map[string]int{}
	}
	switch first, known := o.ids[key]; {
	case len(id) == 0 || len(id) > maxID:
		return fmt.Errorf("%s has %d bytes, want 1 to %d", what, len(id), maxID)
	case known:
		return fmt.Errorf("%s %q occurs in line %d too: a game was doubled or moved", what, id, first)
	case len(o.ids) >= 2*maxGames:
		return fmt.Errorf("record has more than %d games: split the file", maxGames)
	}
	o.ids[key] = line
	return nil
}

func (o *sequenceCheck) end() *Finding {
	p := o.last
	if p == nil || p.number >= p.games || p.final || p.told {
		return nil
	}
	return &Finding{
		Record: o.record, Line: p.line, Status: Incomplete,
		Detail: fmt.Sprintf("the match ends with game %d of %d: the others were not played, or are missing",
			p.number, p.games),
	}
}
