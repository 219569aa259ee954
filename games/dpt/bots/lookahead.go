package bots

import (
	"context"
	"time"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/referee"
)

// maxAhead is the number of turns looked ahead for an agent.
const maxAhead = 3

// ahead lets one agent after the other find the walk of a few turns behind which
// the team leads most, if the others do what they chose, or stay.
func (b *search) ahead(ctx context.Context, s *referee.TurnState, p *dpt.Position, until time.Time) []dpt.Action {
	l := lookahead{ctx: ctx, until: until, actions: make([]dpt.Action, len(p.Agents(0)))}
	for range maxAhead + 1 {
		l.boards = append(l.boards, dpt.NewPosition(s.Field, false))
	}
	depth := min(maxAhead, s.Turns-s.Turn+1)
	for agent := range l.actions {
		p.CopyTo(l.boards[0])
		best, at := -1<<62, dpt.Action{}
		legal := legalActions(p, 0, agent)
		for _, i := range b.rng.Perm(len(legal)) {
			if v, ok := l.after(agent, 0, depth, legal[i]); ok && v > best {
				best, at = v, legal[i]
			}
		}
		l.actions[agent] = at
	}
	return l.actions
}

// lookahead looks ahead.
type lookahead struct {
	ctx     context.Context
	until   time.Time
	boards  []*dpt.Position // by depth
	actions []dpt.Action    // of the team in this turn
	seen    int
}

// after is the best lead behind an action, and whether it is carried out.
func (l *lookahead) after(agent, at, depth int, a dpt.Action) (value int, ok bool) {
	p, next := l.boards[at], l.boards[at+1]
	p.CopyTo(next)
	var all [2][]dpt.Action
	if at == 0 {
		kept := l.actions[agent]
		l.actions[agent] = a
		all[0] = l.actions
		defer func() { l.actions[agent] = kept }()
	} else {
		all[0] = make([]dpt.Action, len(l.actions))
		all[0][agent] = a
	}
	if next.Play(all)[0][agent] != dpt.Done {
		return 0, false
	}
	// The lead now counts too: what comes first is surer.
	value = lead(next)
	if at+1 >= depth || l.late() {
		return value * (1 + 4*(depth-at)), true
	}
	best := -1 << 62
	for _, a := range legalActions(next, 0, agent) {
		if v, ok := l.after(agent, at+1, depth, a); ok {
			best = max(best, v)
		}
	}
	return best + value, true
}

// late reports whether the time is used up.
func (l *lookahead) late() bool {
	if l.seen++; l.seen%32 == 0 {
		return l.ctx.Err() != nil || time.Now().After(l.until)
	}
	return false
}
