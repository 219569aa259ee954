package command_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/command"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournamenttest"
)

func TestOrders(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 4, tournamenttest.OneStage+"games = 1\n"))
	p.Step()
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
		_, err := p.Order(c.verb, c.args...)
		require.ErrorContains(t, err, c.err, "%s %v", c.verb, c.args)
	}
	_, err := command.ApplyTo(p.Log, command.Command{Verb: "withdraw", Args: []string{"E1"}})
	require.ErrorContains(t, err, "withdraw wants a reason")
	before := len(p.Tournament().Decisions)
	lines, err := p.Order("adjudicate", "all/1/1/1", "draw")
	require.NoError(t, err)
	require.Equal(t, []string{fmt.Sprintf("decision %d: adjudicated all/1/1/1 draw, by Ann: because", before+1)}, lines)
	_, err = p.Order("amend", "all/1/1/1", "e4")
	require.NoError(t, err)
	require.Equal(t, 3, p.Tournament().Match("all/1/1").Winner())
	_, err = p.Order("void", "all/1/1/1")
	require.NoError(t, err)
	require.True(t, p.Tournament().Match("all/1/1").Games[0].Void)
	_, err = p.Order("readdress", "E1", "bot:99")
	require.NoError(t, err)
	_, err = p.Order("pause")
	require.NoError(t, err)
	require.True(t, p.Tournament().Paused)
	p.End()
}

// What depends on a result is named, and one has to choose.
func TestDepends(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 4, "[[stage]]\nname = \"k\"\nkind = \"knockout\"\ngames = 1\n"))
	p.End()
	_, err := p.Order("amend", "k/1/2/1", "E3")
	var depends *command.DependsError
	require.ErrorAs(t, err, &depends)
	require.Equal(t, []string{"k/2/1 E1 - E2 1 - 0"}, depends.Matches)
	_, err = p.Order("amend", "k/1/2/1", "E2")
	require.NoError(t, err, "nothing depends on what stays as it is")
	given, err := command.ApplyTo(p.Log, command.Command{Verb: "amend", Args: []string{"k/1/2/1", "E3"}, Why: "x", Cascade: true})
	require.NoError(t, err)
	require.Equal(t, "depends on it: k/2/1 E1 - E2 1 - 0", given.Lines()[0])
	require.Equal(t, []int{0, 2}, p.End().Match("k/2/1").Entrants)
}

// Somebody comes late to a Swiss tournament, and is paired in the next round.
func TestEnteredLate(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 6, "[[stage]]\nname = \"s\"\nkind = \"swiss\"\ngames = 1\n"))
	for range 4 {
		p.Step()
	}
	_, err := p.Order("add", "Late", "bot:late")
	require.NoError(t, err)
	d := p.End()
	games := 0
	for _, row := range standing.Of(d, d.Stages[0], 0) {
		if row.Entrant == "Late" {
			games = row.Games
		}
	}
	require.Positive(t, games)
	tournamenttest.RequireSound(t, d, d.Stages[0])
}
