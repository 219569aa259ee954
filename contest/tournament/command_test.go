package tournament

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOrders(t *testing.T) {
	p := newPaper(t, planOf(t, 4, oneStage+"games = 1\n"))
	p.step()
	for _, c := range []struct {
		verb, err string
		args      []string
	}{
		{"dance", "there is no order", nil},
		{"void", "void wants GAME", nil},
		{"pause", "pause wants nothing more", []string{"x"}},
		{"void", "names no game", []string{"all"}},
		{"void", "there is no match all/9/1", []string{"all/9/1/1"}},
		{"void", "is at attempt 0", []string{"all/1/1/1/2"}},
		{"replay", "is not at attempt 0", []string{"all/1/1/1"}},
		{"amend", "what is not settled is adjudicated", []string{"all/1/1/1", "E1"}},
		{"adjudicate", "does not play in", []string{"all/1/1/1", "E2"}},
		{"adjudicate", "write draw for a draw", []string{"all/1/1/1", "Zed"}},
		{"withdraw", "there is no entrant", []string{"Zed"}},
		{"readdress", "is the address of E2", []string{"E1", "bot:2"}},
		{"add", "nobody can enter a round-robin then", []string{"E9", "bot:9"}},
		{"add", "there is an entrant", []string{"e1", "bot:9"}},
		{"resume", "resumed already", nil},
		{"withdraw", "U+202E is not shown", []string{"E\u202e1"}},
	} {
		_, err := p.order(c.verb, c.args...)
		require.ErrorContains(t, err, c.err, "%s %v", c.verb, c.args)
	}
	_, err := p.log.Apply(Command{Verb: "withdraw", Args: []string{"E1"}})
	require.ErrorContains(t, err, "withdraw wants a reason")
	before := len(p.tournament().Decisions)
	lines, err := p.order("adjudicate", "all/1/1/1", "draw")
	require.NoError(t, err)
	require.Equal(t, []string{fmt.Sprintf("decision %d: adjudicated all/1/1/1 draw, by Ann: because", before+1)}, lines)
	_, err = p.order("amend", "all/1/1/1", "e4")
	require.NoError(t, err)
	require.Equal(t, 3, p.tournament().Match("all/1/1").Winner())
	_, err = p.order("void", "all/1/1/1")
	require.NoError(t, err)
	require.True(t, p.tournament().Match("all/1/1").Games[0].Void)
	_, err = p.order("readdress", "E1", "bot:99")
	require.NoError(t, err)
	_, err = p.order("pause")
	require.NoError(t, err)
	require.True(t, p.tournament().Paused)
	p.end()
}

// What depends on a result is named, and one has to choose.
func TestDepends(t *testing.T) {
	p := newPaper(t, planOf(t, 4, "[[stage]]\nname = \"k\"\nkind = \"knockout\"\ngames = 1\n"))
	p.end()
	_, err := p.order("amend", "k/1/2/1", "E3")
	var depends *DependsError
	require.ErrorAs(t, err, &depends)
	require.Equal(t, []string{"k/2/1 E1 - E2 1 - 0"}, depends.Matches)
	_, err = p.order("amend", "k/1/2/1", "E2")
	require.NoError(t, err, "nothing depends on what stays as it is")
	given, err := p.log.Apply(Command{Verb: "amend", Args: []string{"k/1/2/1", "E3"}, Why: "x", Cascade: true})
	require.NoError(t, err)
	require.Equal(t, "depends on it: k/2/1 E1 - E2 1 - 0", given.Lines()[0])
	require.Equal(t, []int{0, 2}, p.end().Match("k/2/1").Entrants)
}

// Somebody comes late to a Swiss tournament, and is paired in the next round.
func TestEnteredLate(t *testing.T) {
	p := newPaper(t, planOf(t, 6, "[[stage]]\nname = \"s\"\nkind = \"swiss\"\ngames = 1\n"))
	for range 4 {
		p.step()
	}
	_, err := p.order("add", "Late", "bot:late")
	require.NoError(t, err)
	d := p.end()
	games := 0
	for _, row := range d.Standings(d.Stages[0], 0) {
		if row.Entrant == "Late" {
			games = row.Games
		}
	}
	require.Positive(t, games)
	requireSound(t, d, d.Stages[0])
}
