package playertest

// Rule names one thing that a player has to get right, and that a wrong player
// shows: by an illegal move, by no move where one is due, or by a move after the
// end of the game.
type Rule string

// The rules; [Rules] describes each.
const (
	FirstMove Rule = "first-move"
	OwnMove   Rule = "own-move"
	NewGame   Rule = "new-game"

	ReadLeft        Rule = "read-column-@"
	ReadTop         Rule = "read-row-0"
	ReadTwoLetters  Rule = "read-column-AA"
	ReadTwoDigits   Rule = "read-row-10"
	WriteLeft       Rule = "write-column-@"
	WriteTop        Rule = "write-row-0"
	WriteTwoLetters Rule = "write-column-AA"
	WriteTwoDigits  Rule = "write-row-10"

	ForcedTile  Rule = "forced-tile"
	ForcedThird Rule = "forced-third-edge"
	ForcedChain Rule = "forced-chain"
	LongChain   Rule = "forced-chain-9"
	LongerChain Rule = "forced-chain-65"
	Forbidden   Rule = "forbidden-moves"

	EndLoop      Rule = "end-loop"
	EndLargeLoop Rule = "end-loop-large"
	EndFarLoop   Rule = "end-loop-elsewhere"
	EndColumns   Rule = "end-line-8-columns"
	EndRows      Rule = "end-line-8-rows"
	EndLongLine  Rule = "end-line-longer"
	EndCurved    Rule = "end-line-curved"
	EndFarLine   Rule = "end-line-elsewhere"
	EndForMover  Rule = "end-for-mover"
	EndForOther  Rule = "end-for-other"
	EndForBoth   Rule = "end-for-both"

	OnAtColumns Rule = "no-line-7-columns"
	OnAtRows    Rule = "no-line-7-rows"
	OnInside    Rule = "no-line-inside"
)

// RuleText is a rule in words, and how often it has to be met before a player
// that was not caught is taken to know it.
type RuleText struct {
	Rule Rule
	Text string
	Need int
}

// Rules lists all rules.
func Rules() []RuleText {
	return []RuleText{
		{FirstMove, "white begins with @0+ or @0/", 2},
		{OwnMove, "a move is on an empty cell beside a tile, and its colours match", 50},
		{NewGame, "a new game begins with an empty board", 2},
		{ReadLeft, "our move in column @ moves the columns by one", 3},
		{ReadTop, "our move in row 0 moves the rows by one", 3},
		{ReadTwoLetters, "our move beyond column Z, such as AA", 2},
		{ReadTwoDigits, "our move in a row from 10 on", 2},
		{WriteLeft, "its own move in column @", 2},
		{WriteTop, "its own move in row 0", 2},
		{WriteTwoLetters, "its own move beyond column Z", 1},
		{WriteTwoDigits, "its own move in a row from 10 on", 1},
		{ForcedTile, "a cell with two edges of one colour is filled", 10},
		{ForcedThird, "the same with a third edge, of the other colour", 5},
		{ForcedChain, "a forced tile forces another one", 5},
		{LongChain, "more than 8 forced tiles in a turn", 2},
		{LongerChain, "more than 64 forced tiles in a turn, and a move that only those behind the 64th touch", 1},
		{Forbidden, "three edges of one colour forbid a turn", forbiddenPositions},
		{EndLoop, "a loop ends the game", 2},
		{EndLargeLoop, "so does one of more than four tiles", 1},
		{EndFarLoop, "so does one of forced tiles alone", 1},
		{EndColumns, "a line over exactly 8 columns ends the game", 1},
		{EndRows, "a line over exactly 8 rows ends the game", 1},
		{EndLongLine, "a line over more than 8 ends the game", 1},
		{EndCurved, "so does one that begins with a curve", 1},
		{EndFarLine, "so does one without the written tile", 1},
		{EndForMover, "the game ends when we complete our own colour", 2},
		{EndForOther, "the game ends when we complete the player's colour", 2},
		{EndForBoth, "the game ends when both colours complete", 0},
		{OnAtColumns, "a track across 7 columns does not make a line", 2},
		{OnAtRows, "a track across 7 rows does not make a line", 2},
		{OnInside, "a track over 8 that ends inside the board does not make a line", 2},
	}
}

// forbiddenPositions is in how many positions a player must have had a forbidden
// move to choose.
const forbiddenPositions = 10

// ends are the rules about how a game ends, the rarer the further behind.
var ends = [...]Rule{
	EndForOther, EndForMover, EndLoop, EndCurved, EndLargeLoop, EndFarLoop, EndFarLine,
	EndColumns, EndRows, EndLongLine, EndForBoth,
}

// RuleCounts counts how often each rule was met.
type RuleCounts map[Rule]int

// Add adds another tally.
func (t RuleCounts) Add(other RuleCounts) {
	for rule, n := range other {
		t[rule] += n
	}
}

// Covered reports whether each of some rules, or all if none is given, was met as
// often as it has to be.
func (t RuleCounts) Covered(rules ...Rule) bool {
	return len(t.Holes(rules...)) == 0
}

// Holes returns those of some rules, or of all if none is given, that were not
// met as often as they have to be.
func (t RuleCounts) Holes(rules ...Rule) []RuleText {
	var missing []RuleText
	for _, r := range Rules() {
		wanted := len(rules) == 0
		for _, w := range rules {
			wanted = wanted || w == r.Rule
		}
		if wanted && t[r.Rule] < r.Need {
			missing = append(missing, r)
		}
	}
	return missing
}

// WantEnds values an end of the game by the rules that were not met often enough
// so far: the rarer ones first. It is an Opponent's End.
func (t RuleCounts) WantEnds(found []Rule) int {
	value := 0
	for i, r := range ends {
		for _, f := range found {
			if f == r && t[r] < 2 {
				value += 1 + i*i*i
			}
		}
	}
	return value
}

// EndRules returns the rules about how a game ends that have to be met.
func EndRules() []Rule { return ends[:len(ends)-1] }
