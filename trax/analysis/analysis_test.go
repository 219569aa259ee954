package analysis

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax/engine"
)

// How a move is judged beside the bot's, by the values of both.
func TestComparisonLose(t *testing.T) {
	const won, lost = engine.MaxValue + 500, -engine.MaxValue - 500
	for _, c := range []struct {
		value, best int
		decided     string
		loss        int // -1 is none
	}{
		{10, 30, "", 20}, {30, 30, "", 0}, {40, 30, "", 0},
		{lost, 30, "blunder", -1}, {lost, won, "blunder", -1}, {lost, lost, "", -1},
		{30, won, "missed", -1}, {won, won, "", -1}, {won, 30, "", -1}, {30, lost, "", -1},
	} {
		one := &comparison{Value: newEval(c.value), Best: newEval(c.best)}
		one.setLoss()
		require.Equal(t, c.decided, one.decided, "%+v", c)
		if c.loss < 0 {
			require.Nil(t, one.Loss, "%+v", c)
		} else {
			require.Equal(t, c.loss, *one.Loss, "%+v", c)
		}
	}
	unknown := &comparison{Value: nil, Best: newEval(3)}
	unknown.setLoss()
	require.Nil(t, unknown.Loss)
	require.Empty(t, unknown.Value.String())
}

func TestComparisonWorse(t *testing.T) {
	loss := func(n int) *comparison { return &comparison{Loss: &n} }
	blunder, missed := &comparison{decided: "blunder"}, &comparison{decided: "missed"}
	require.False(t, loss(0).worse(nil))
	rising := []*comparison{loss(1), loss(90), missed, blunder}
	for i, one := range rising {
		require.True(t, one.worse(nil))
		for _, less := range rising[:i] {
			require.True(t, one.worse(less))
			require.False(t, less.worse(one))
		}
		require.False(t, one.worse(one))
	}
}

func TestWorthString(t *testing.T) {
	require.Equal(t, "50 %", newEval(0).String())
	require.Equal(t, "0 %", newEval(-50_000).String())
	require.Equal(t, "win in 500", newEval(engine.MaxValue+500).String())
	require.Equal(t, "loss in 1", newEval(-(engine.MaxValue + 999)).String())
}

// What a record notes before anybody answered is the opening, and compared with nothing.
func TestComparedGameNoted(t *testing.T) {
	g := &comparedGame{}
	g.noted("@0+", 4)
	g.noted("B1+", 5)
	g.moves = append(g.moves, comparedMove{text: "c1+", line: 8})
	g.noted("C1+", 9)
	require.Equal(t, "@0+ B1+", g.opening())
	require.Equal(t, []comparedMove{
		{text: "@0+", line: 4, given: true}, {text: "B1+", line: 5, given: true}, {text: "c1+", line: 8, note: "C1+"},
	}, g.moves)
}

// A seat can be named by its colour or by who sat there.
func TestComparedGameChoose(t *testing.T) {
	g := &comparedGame{players: [2]string{"bot:a", "bot:b"}}
	for seat, want := range map[string][2]bool{
		"both": {true, true}, "white": {true, false}, "red": {false, true}, "bot:b": {false, true}, "bot:c": {},
	} {
		require.Equal(t, want != [2]bool{}, g.choose(seat))
		require.Equal(t, want, g.compare)
	}
}

// What a move comes to in words, by its value and that of the best one.
func TestComment(t *testing.T) {
	const win = engine.MaxValue + 1000
	for _, c := range []struct {
		value, best int
		want        string
	}{
		{10, 30, ""}, {-900, 900, "a mistake: 43 % of the chance"},
		{win - 1, win - 1, "wins"}, {win - 5, win - 5, "wins in 3"}, {win - 5, 30, "wins in 3"},
		{win - 5, win - 1, "wins in 3, and could in 1"},
		{10, win - 3, "missed a win in 2"}, {2 - win, win - 3, "missed a win in 2, lets the other win in 1"},
		{4 - win, 10, "lets the other win in 2"}, {4 - win, 6 - win, "is lost in 2"},
	} {
		one := &comparison{Legal: true, Value: newEval(c.value), Best: newEval(c.best)}
		one.setLoss()
		require.Equal(t, c.want, one.comment(), "%+v", c)
	}
	require.Empty(t, (&comparison{Best: newEval(3)}).comment())
	require.Equal(t, win-4, engine.ForOpponent(3-win))
	require.Equal(t, 4-win, engine.ForOpponent(win-3))
}
