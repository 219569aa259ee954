package audit

import (
	"fmt"
	"strings"

	"github.com/loopline/loopline/host/record"
)

// checksumCheck compares the final sum of a record with a published one.
type checksumCheck struct {
	want    string         // the published sum; empty: any
	ends    map[string]int // line of each game's final sum
	covered int            // first line that the final sum covers
}

func newSums(want string) checksumCheck {
	return checksumCheck{want: strings.ToLower(want), ends: map[string]int{}}
}

// add adds a game.
func (s *checksumCheck) add(g *record.Game, excerpt bool) {
	if len(g.Events) == 0 || s.want == "" {
		return
	}
	switch e := g.Header(); {
	case e.Version < chained:
		s.covered = e.Line // the sum of such a game covers nothing before it
	case s.covered == 0 && excerpt:
		s.covered = 1
	case s.covered == 0:
		s.covered = e.Line
	}
	if len(s.ends) < maxGames {
		_, s.ends[g.Last().Sum] = g.End()
	}
}

// check compares the published sum with the last one. It returns nil if they agree.
func (s *checksumCheck) check(last string) *Finding {
	want := s.want
	line, earlier := s.ends[want]
	switch {
	case want == "":
		return nil
	case want == last && s.covered > 1:
		return &Finding{
			Status: Differs, Line: s.covered,
			Detail: fmt.Sprintf("the sum covers the record from line %d on, not what stands before: "+
				"up to version 2 each game was summed up alone", s.covered),
		}
	case want == last:
		return nil
	case earlier:
		return &Finding{
			Status: Differs, Line: line,
			Detail: fmt.Sprintf("the record has the sum %s in line %d, and goes on behind it to %s", want, line, last),
		}
	}
	return &Finding{
		Status: Differs,
		Detail: fmt.Sprintf("the record ends with sum %s, not with %s: it is not the one that the sum was printed for", last, want),
	}
}
