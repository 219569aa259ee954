package bots

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/referee"
)

// search plans a path for each of its agents by beam search, around the paths planned so
// far for the others. It models each opponent as greedy, or by plans as its own, with half the
// width and against greedy players: whichever foresees that opponent better. It counts enclosed
// areas. It plans all agents three times if half of its time allows it, each time against the
// opponents' replies to the last plans, and keeps the plans with the best eval after these replies.
type search struct {
	statelessBot
	contested
	rng          *rand.Rand
	depth, width int

	expectation expectation

	s        *referee.TurnState
	plans    [][]kakomimasu.Action   // of each agent, a turn each
	expected [][][]kakomimasu.Action // such plans of each opponent; nil of one that is taken for greedy
	theirs   [][][]kakomimasu.Action // what each player is thought to do, by turn; nothing of its own
	until    time.Time
	ctx      context.Context
	pool     []*kakomimasu.Position
}

// rounds is the number of times that all agents are planned at most.
const rounds = 3

// Turn implements referee.Strategy.
func (b *search) Turn(ctx context.Context, s *referee.TurnState) ([]kakomimasu.Action, error) {
	b.ctx, b.s, b.until, b.pool = ctx, s, time.Now().Add(s.Operation/2), nil
	b.begin(b.rng, s)
	depth := min(b.depth, s.Board.Turns-s.Turn+1)
	b.plans = make([][]kakomimasu.Action, s.Board.Agents)
	order := b.rng.Perm(s.Board.Agents)
	if err := b.expect(ctx, depth); err != nil {
		return nil, err
	}
	if _, err := b.rollout(ctx, depth); err != nil {
		return nil, err
	}
	var best [][]kakomimasu.Action
	var top float64
	for range rounds {
		for _, agent := range order {
			b.plans[agent] = b.plan(agent, depth)
		}
		value, err := b.rollout(ctx, depth)
		if err != nil {
			return nil, err
		}
		if best == nil || value > top {
			best, top = slices.Clone(b.plans), value
		}
	}
	var all []kakomimasu.Action
	for _, plan := range best {
		if len(plan) > 0 && plan[0].Type != kakomimasu.None {
			all = append(all, plan[0])
		}
	}
	b.last = all
	return all, nil
}

// expect makes plans for the opponents, in an eighth of a turn's time at most, and keeps those of
// the ones who seem to plan.
func (b *search) expect(ctx context.Context, depth int) error {
	b.expected = make([][][]kakomimasu.Action, b.s.Board.Players)
	b.expectation.look(b.s)
	replies, err := b.greedyReplies(ctx, b.s.Position)
	if err != nil {
		return err
	}
	share := b.s.Operation / time.Duration(8*max(1, b.s.Board.Players-1))
	for player := range b.expected {
		if player == b.s.Me {
			continue
		}
		other := &search{rng: b.rng, width: max(1, b.width/2), s: b.seenBy(player, b.s.Position), ctx: ctx, until: time.Now().Add(share)}
		other.begin(b.rng, other.s)
		other.plans = make([][]kakomimasu.Action, b.s.Board.Agents)
		if _, err := other.rollout(ctx, depth); err != nil {
			return err
		}
		for _, agent := range b.rng.Perm(b.s.Board.Agents) {
			other.plans[agent] = other.plan(agent, depth)
		}
		b.expectation.guesses[player] = [models][]kakomimasu.Action{replies[player], stepOf(other.plans, 0)}
		if b.expectation.plans(player) {
			b.expected[player] = other.plans
		}
	}
	return nil
}

// seenBy is a position as another player is asked for its turn.
func (b *search) seenBy(player int, p *kakomimasu.Position) *referee.TurnState {
	o, s := *b.s.Opening, *b.s
	o.Me, s.Opening, s.Position = player, &o, p
	return &s
}

// rollout plays what is planned and expected, and what greedy others do meanwhile. It sets what
// these are thought to do, and returns the value of the plans then.
func (b *search) rollout(ctx context.Context, depth int) (value float64, err error) {
	b.theirs = b.theirs[:0]
	weight := 1.0
	p := b.copy(b.s.Position)
	for step := range depth {
		all, err := b.greedyReplies(ctx, p)
		if err != nil {
			return 0, err
		}
		for player, plans := range b.expected {
			if plans != nil {
				all[player] = stepOf(plans, step)
			}
		}
		b.theirs = append(b.theirs, slices.Clone(all))
		all[b.s.Me] = stepOf(b.plans, step)
		p.Turn(all)
		value += weight * float64(lead(p, b.s.Me))
		weight *= later
	}
	b.pool = append(b.pool, p)
	return value, nil
}

// stepOf is a step of all plans that go so far.
func stepOf(plans [][]kakomimasu.Action, step int) (actions []kakomimasu.Action) {
	for _, plan := range plans {
		if step < len(plan) {
			actions = append(actions, plan[step])
		}
	}
	return actions
}

// greedyReplies is what the opponents do that are taken for greedy.
func (b *search) greedyReplies(ctx context.Context, p *kakomimasu.Position) (all [][]kakomimasu.Action, err error) {
	all = make([][]kakomimasu.Action, b.s.Board.Players)
	for player := range all {
		if player == b.s.Me || b.expected != nil && b.expected[player] != nil {
			continue
		}
		if all[player], err = (&greedy{rng: b.rng}).Turn(ctx, b.seenBy(player, p)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (b *search) late() bool { return b.ctx.Err() != nil || time.Now().After(b.until) }

// partialPlan is a beginning of an agent's plan.
type partialPlan struct {
	position *kakomimasu.Position
	plan     []kakomimasu.Action
	value    float64 // of all positions on it, later ones less
}

const later = 0.8

// plan is the best way of an agent that is found. When the time is up it is the
// one that the agent has; one without any gets its next action.
func (b *search) plan(agent, depth int) []kakomimasu.Action {
	beam := []partialPlan{{position: b.copy(b.s.Position)}}
	weight := 1.0
	for step := range depth {
		if b.late() && len(b.plans[agent])+step > 0 {
			break
		}
		var next []partialPlan
		for _, w := range beam {
			for _, a := range b.choices(w.position, agent) {
				next = append(next, b.try(w, a, agent, step, weight))
			}
			b.pool = append(b.pool, w.position)
		}
		slices.SortStableFunc(next, func(x, y partialPlan) int { return cmp.Compare(y.value, x.value) })
		for _, w := range next[min(len(next), b.width):] {
			b.pool = append(b.pool, w.position)
		}
		beam = next[:min(len(next), b.width)]
		weight *= later
	}
	best := beam[0].plan
	for _, w := range beam {
		b.pool = append(b.pool, w.position)
	}
	if len(best) < len(b.plans[agent]) {
		return b.plans[agent]
	}
	return best
}

// try plays a turn of all agents as they are planned, with one action for one of
// them.
func (b *search) try(w partialPlan, a kakomimasu.Action, agent, step int, weight float64) partialPlan {
	actions := make([]kakomimasu.Action, 0, len(b.plans))
	actions = append(actions, a)
	for other, plan := range b.plans {
		if other != agent && step < len(plan) {
			actions = append(actions, plan[step])
		}
	}
	all := make([][]kakomimasu.Action, b.s.Board.Players)
	copy(all, b.theirs[step])
	all[b.s.Me] = actions
	p := b.copy(w.position)
	p.Turn(all)
	return partialPlan{p, append(slices.Clone(w.plan), a), w.value + weight*float64(lead(p, b.s.Me))}
}

// copy is a copy of a position; those that are not needed any more are used
// again.
func (b *search) copy(p *kakomimasu.Position) *kakomimasu.Position {
	n := len(b.pool)
	if n == 0 {
		return p.Clone()
	}
	q := b.pool[n-1]
	b.pool = b.pool[:n-1]
	q.Set(p)
	return q
}

// lead is by how much a player is ahead of the best of the others.
func lead(p *kakomimasu.Position, me int) int {
	best := 0
	for player, first := 0, true; player < p.Field().Players; player++ {
		if total := p.Score(player).Total(); player != me && (first || total > best) {
			best, first = total, false
		}
	}
	return p.Score(me).Total() - best
}

// maxPuts is the number of cells tried for an agent that is not on the board.
const maxPuts = 12

// choices are the actions of an agent worth a try. Staying is one.
func (b *search) choices(p *kakomimasu.Position, agent int) []kakomimasu.Action {
	s := *b.s
	s.Position = p
	all := possible(&s, agent)
	if p.Agent(s.Me, agent) == kakomimasu.Off {
		return b.puts(&s, all)
	}
	all = slices.DeleteFunc(all, func(a kakomimasu.Action) bool {
		return a.Type == kakomimasu.Remove && p.At(a.To).Player == s.Me
	})
	return append(all, kakomimasu.Action{Agent: agent, Type: kakomimasu.None})
}

// puts are the cells in the best surroundings, far from each other by chance.
func (b *search) puts(s *referee.TurnState, all []kakomimasu.Action) []kakomimasu.Action {
	if rest := slices.DeleteFunc(slices.Clone(all), func(a kakomimasu.Action) bool { return b.shun[a.To] }); len(rest) > 0 {
		all = rest
	}
	value := make(map[kakomimasu.Cell]float64, len(all))
	for _, a := range all {
		v := b.rng.Float64()
		for dy := -2; dy <= 2; dy++ {
			for dx := -2; dx <= 2; dx++ {
				c := kakomimasu.Cell{X: a.To.X + dx, Y: a.To.Y + dy}
				if s.Board.On(c) && !s.Position.At(c).Wall {
					v += float64(max(s.Board.Point(c), 0))
				}
			}
		}
		value[a.To] = v + 3*float64(s.Board.Point(a.To))
	}
	slices.SortFunc(all, func(x, y kakomimasu.Action) int { return cmp.Compare(value[y.To], value[x.To]) })
	return all[:min(len(all), maxPuts)]
}
