package kakomimasu

import "github.com/loopline/loopline/games/grid"

// Turn plays a turn: the actions of each player, by its number; players that
// are missing, and agents without an action, stay. It returns the results of
// each action, in the order given; the lists are valid until the next turn.
//
// An action that is not possible for itself comes to nothing first and blocks
// no agent. Of the remaining actions no two may name one cell, and no agent may end on a cell
// on which another stays.
func (p *Position) Turn(actions [][]Action) [][]Result {
	p.choose(actions)
	p.intend(actions)
	w := &p.work
	w.outcomes = w.resolver.Resolve(w.outcomes[:0], w.intents, p.board.Width*p.board.Height, grid.CyclesMove)
	p.carryOut(actions)
	p.fill()
	p.turn++
	return w.results
}

// choose finds the one action of each agent, and gives those that have no agent,
// or are not alone, their result.
func (p *Position) choose(actions [][]Action) {
	w := &p.work
	n := p.board.Agents
	w.chosen = append(w.chosen[:0], make([]int, n*p.board.Players)...)
	for player := range p.board.Players {
		w.results[player] = w.results[player][:0]
		if player >= len(actions) {
			continue
		}
		chosen := w.chosen[player*n : player*n+n]
		for i, a := range actions[player] {
			result := Done
			switch {
			case a.Agent < 0 || a.Agent >= n:
				result = NoAgent
			case chosen[a.Agent] > 0:
				w.results[player][chosen[a.Agent]-1] = Several
				result = Several
			default:
				chosen[a.Agent] = i + 1
			}
			w.results[player] = append(w.results[player], result)
		}
	}
}

// intend turns the actions that are possible into what agents intend for cells.
func (p *Position) intend(actions [][]Action) {
	w := &p.work
	p.allWalls()
	w.intents = w.intents[:0]
	for player, agents := range p.agents {
		for agent, from := range agents {
			intent := grid.Intent{From: grid.Nowhere, To: grid.Nowhere}
			if from != Off {
				intent.From = p.board.index(from)
			}
			if i := w.chosen[player*p.board.Agents+agent] - 1; i >= 0 && w.results[player][i] == Done {
				a := actions[player][i]
				result := p.possible(player, from, a)
				if w.results[player][i] = result; result == Done && a.Type != None {
					intent.To, intent.Moves = p.board.index(a.To), a.Type != Remove
				}
			}
			w.intents = append(w.intents, intent)
		}
	}
}

// allWalls joins the walls of all players.
func (p *Position) allWalls() {
	for y := range p.work.wall {
		p.work.wall[y] = 0
		for i := range p.walls {
			p.work.wall[y] |= p.walls[i][y]
		}
	}
}

// possible reports whether an action is possible for an agent, independently of the others.
// Another player's wall, as it is before the turn, stops every agent that would step
// onto it.
func (p *Position) possible(player int, from Cell, a Action) Result {
	switch {
	case a.Type == None:
		return Done
	case a.Type < Put || a.Type > Remove, !p.board.On(a.To), (a.Type == Put) != (from == Off), a.Type != Put && !near(from, a.To):
		return Illegal
	}
	wall := p.work.wall.Has(a.To.X, a.To.Y)
	switch {
	case a.Type == Remove && !wall:
		return Illegal
	case a.Type != Remove && wall && !p.walls[player].Has(a.To.X, a.To.Y):
		return Reverted
	}
	return Done
}

// carryOut does what the outcomes allow: first all steps, which leave walls, then
// walls are taken away.
func (p *Position) carryOut(actions [][]Action) {
	w := &p.work
	for _, removes := range []bool{false, true} {
		for at, outcome := range w.outcomes {
			player, agent := at/p.board.Agents, at%p.board.Agents
			i := w.chosen[at] - 1
			if outcome == grid.Stays || i < 0 {
				continue
			}
			a := actions[player][i]
			if removes != (a.Type == Remove) {
				continue
			}
			w.results[player][i] = resultOf(outcome)
			if outcome == grid.Done {
				p.do(player, agent, a)
			}
		}
	}
}

func resultOf(o grid.Resolution) Result {
	switch o {
	case grid.Conflict:
		return Conflict
	case grid.Blocked:
		return Reverted
	}
	return Done
}

// do does one action.
func (p *Position) do(player, agent int, a Action) {
	x, y := a.To.X, a.To.Y
	if a.Type == Remove {
		for i := range p.walls {
			p.walls[i].Unset(x, y)
		}
		return
	}
	p.agents[player][agent] = a.To
	for i := range p.areas {
		p.areas[i].Unset(x, y)
		p.walls[i].Unset(x, y)
	}
	p.walls[player].Set(x, y)
}
