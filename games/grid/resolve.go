package grid

// CyclePolicy selects the resolution of a cycle: agents that each move to the cell of the next.
type CyclePolicy bool

const (
	CyclesMove CyclePolicy = true  // a swap, or a longer ring, is carried out
	CyclesStay CyclePolicy = false // none of its agents moves
)

// Nowhere is the cell of an agent that is not on the field, or that does
// nothing.
const Nowhere = -1

// Intent is one agent's intended action in a turn, legal by itself.
type Intent struct {
	From  int  // its cell, or Nowhere
	To    int  // the cell it acts on, another one, or Nowhere when it stays
	Moves bool // it moves to that cell; otherwise it acts there from its own
}

// Resolution is the result of an intent.
type Resolution uint8

const (
	Stays    Resolution = iota // nothing was intended
	Done                       // it was carried out
	Conflict                   // others intended something for the same cell
	Blocked                    // an agent is on the cell and stays
)

// Resolver resolves turns on a field of some cells. It is not safe for concurrent use
// at a time; the zero Resolver is ready.
type Resolver struct {
	standing []int32 // by cell: 1 + the agent that stands there
	named    []int32 // by cell: how many intend something for it
	state    []uint8 // by agent
}

// The states of an agent while the chains are walked.
const (
	open uint8 = iota
	walking
	decided
)

// Resolve appends the outcome of each intent to dst. Cells are counted from 0
// to cells-1; no two agents stand on one.
//
// Of several intents for one cell none is carried out. An intent for a cell on
// which an agent stands is carried out if that agent moves away, so chains move
// from their head on, and a chain that ends at an agent that stays doesn't move.
// The cycle policy says whether cycles move.
func (r *Resolver) Resolve(dst []Resolution, intents []Intent, cells int, rings CyclePolicy) []Resolution {
	r.begin(intents, cells)
	base := len(dst)
	for _, a := range intents {
		dst = append(dst, r.first(a))
	}
	out := dst[base:]
	for i := range intents {
		r.walk(i, intents, out, rings)
	}
	r.end(intents)
	return dst
}

func (r *Resolver) begin(intents []Intent, cells int) {
	if len(r.standing) < cells {
		r.standing, r.named = make([]int32, cells), make([]int32, cells)
	}
	if cap(r.state) < len(intents) {
		r.state = make([]uint8, len(intents))
	}
	r.state = r.state[:len(intents)]
	clear(r.state)
	for i, a := range intents {
		if a.From != Nowhere {
			r.standing[a.From] = int32(i) + 1
		}
		if a.To != Nowhere {
			r.named[a.To]++
		}
	}
}

// end leaves all cells as they were.
func (r *Resolver) end(intents []Intent) {
	for _, a := range intents {
		if a.From != Nowhere {
			r.standing[a.From] = 0
		}
		if a.To != Nowhere {
			r.named[a.To] = 0
		}
	}
}

// first is the outcome as far as it follows from the named cells alone.
func (r *Resolver) first(a Intent) Resolution {
	switch {
	case a.To == Nowhere:
		return Stays
	case r.named[a.To] > 1:
		return Conflict
	}
	return Done
}

// turns reports whether everybody in the ring of agent i moves: one who acts
// without moving stays, and so do all others.
func (r *Resolver) turns(i int, intents []Intent) bool {
	for at := i; ; {
		if !intents[at].Moves {
			return false
		}
		if at = int(r.standing[intents[at].To]) - 1; at == i {
			return true
		}
	}
}

// walk decides agent i and all on whom it depends: each stands where the one
// before wants to act. It follows the chain to its end, then goes back.
func (r *Resolver) walk(i int, intents []Intent, out []Resolution, rings CyclePolicy) {
	if r.state[i] != open {
		return
	}
	r.state[i] = walking
	defer func() { r.state[i] = decided }()
	if out[i] != Done {
		return
	}
	on := int(r.standing[intents[i].To]) - 1
	switch {
	case on < 0:
		return
	case r.state[on] == walking:
		// The chain has come back to itself.
		if rings == CyclesStay || !r.turns(i, intents) {
			out[i] = Blocked
		}
		return
	}
	r.walk(on, intents, out, rings)
	if out[on] != Done || !intents[on].Moves {
		out[i] = Blocked
	}
}
