package trax

// Tactics is a position as a search sees it: which turns end the game, which parry a threat,
// which are likely to make one, and what the rim of the board is like. [Position] has the rules
// alone.
//
// It is the position itself, not a copy: turns played and taken back show at once, what one
// method finds is good until the next turn, and neither is safe for concurrent use with the
// other. Except where its method says so, none of this changes the position.
type Tactics Position

// Tactics returns p as a search sees it. It costs nothing, and allocates nothing.
func (p *Position) Tactics() *Tactics { return (*Tactics)(p) }

// rules returns the position, which has the rules.
func (p *Tactics) rules() *Position { return (*Position)(p) }

// tactical is the memory that the methods of Tactics work in, empty until one is called.
type tactical struct {
	summaries []cellSummary // see survey
	reaches   [8]chainReach

	allowance  int      // of tiles forced by turns that endings plays
	spareQueue []uint32 // see LeavesThreat

	rim   []uint32 // the edges that AppendRim walked along
	rimAt []int32  // by edge, its place among these; what was of others stays

	marks  []threatMarks // see markThreats: by cell, all 0 but while it works
	marked []uint32

	threatened []uint32 // see AppendEvasionsElsewhere
}
