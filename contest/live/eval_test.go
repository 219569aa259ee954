package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live/analysis"
	"github.com/loopline/loopline/contest/live/livetest"
	"github.com/loopline/loopline/host/record"
)

// countJudge says that the n-th move is worth n to who made it; the third wins, the
// seventh is beyond it.
type countJudge struct{ moves int }

func (j *countJudge) Take(_ context.Context, e *record.Event) (w analysis.Eval, ok bool, err error) {
	if e.Type != record.EventNote {
		return w, false, nil
	}
	j.moves++
	w.Points = j.moves * (1 - 2*e.Seat)
	if j.moves == 3 {
		w.Wins = 1
	}
	if j.moves == 7 {
		return w, false, errors.New("too many")
	}
	return w, true, nil
}

// newJudged is a site with the judge; it keeps what is said.
func newJudged(t *testing.T) (s *Site, url string, said chan string) {
	t.Helper()
	said = make(chan string, 100)
	s, url = newTestSite(t, Options{
		Say: func(text string) { said <- text },
		Analysis: analysis.Options{Evaluator: "counting", NewEvaluator: func(_, judge string) (analysis.Evaluator, error) {
			if judge != "counting" {
				return nil, errors.New("no such judge")
			}
			return &countJudge{}, nil
		}},
	})
	return s, url, said
}

// judgedGame has a site follow a game of so many moves, until its judge has done.
func judgedGame(t *testing.T, s *Site, moves int) *GameFeed {
	t.Helper()
	watch, err := s.Watch("1", "count")
	require.NoError(t, err)
	e := livetest.Opening("x", "y")
	e.Games = 1
	watch(e)
	for i := range moves {
		for _, e := range livetest.Ply(i%2, fmt.Sprintf("m%d", i+1), time.Millisecond) {
			watch(e)
		}
	}
	watch(livetest.Won("a"))
	s.Queue.Settle()
	g, err := s.Game("1")
	require.NoError(t, err)
	g.awaitEvals(s.Closed())
	g.publish(time.Now())
	return g
}

func TestJudged(t *testing.T) {
	s, url, _ := newJudged(t)
	g := judgedGame(t, s, 3)
	_, values := livetest.Get(t, url+"/game/1/worths.json")
	require.JSONEq(t, `[[1,1,0],[2,-2,0],[3,3,1]]`, values)
	_, page := livetest.Get(t, url+"/game/1/")
	require.Contains(t, page, "Evaluation by counting")
	require.Contains(t, page, `<rect class="s0" x="0" y="26" width="333" height="24"/>`, "1 of 2 at most, upwards")
	require.Contains(t, page, `<rect class="s1" x="333" y="50" width="333" height="47"/>`, "2 of 2, downwards")
	require.Contains(t, page, `<rect class="s0" x="666" y="0" width="334" height="50"/>`, "won")
	_, page = livetest.Get(t, url+"/game/1/?hide")
	require.NotContains(t, page, "Evaluation by", "a graph is a spoiler")
	told := ""
	for _, text := range texts(&g.log, 0) {
		told += text
	}
	require.Contains(t, told, "event: worth\ndata: [[")
	require.Contains(t, told, "[3,3,1]]")
	_, _, ended := g.log.From(0, 0)
	require.True(t, ended, "nothing follows")
}

// A chance is told behind the points, and drawn as what one is ahead of the other.
func TestJudgedChance(t *testing.T) {
	for _, c := range []struct {
		worth        analysis.Eval
		json         string
		seat, height int
	}{
		{analysis.Eval{Points: 40, WinProbability: 75}, "[4,40,0,75]", 0, 24},
		{analysis.Eval{Points: -90, WinProbability: 1}, "[4,-90,0,1]", 1, 46},
		{analysis.Eval{Points: 0, WinProbability: 50}, "[4,0,0,50]", 0, 1},
		{analysis.Eval{Wins: -1}, "[4,0,-1]", 1, 50},
	} {
		text, err := json.Marshal(analysis.PlyEval{Ply: 4, Eval: c.worth})
		require.NoError(t, err)
		require.Equal(t, c.json, string(text))
		seat, height := evalBar(&c.worth, fullWinProbability)
		require.Equal(t, [2]int{c.seat, c.height}, [2]int{seat, height}, c.json)
	}
}

// A judge that fails is heard no more, and the game goes on.
func TestJudgeFails(t *testing.T) {
	s, url, said := newJudged(t)
	g := judgedGame(t, s, 9)
	require.Equal(t, "game 1 is not judged any more: too many", <-said)
	_, values := livetest.Get(t, url+"/game/1/worths.json")
	require.Contains(t, values, "[6,-6,0]]")
	require.True(t, g.Over())
	s.analysis.Evaluator = "another"
	_, err := s.Watch("2", "count")
	require.EqualError(t, err, "no such judge")
}

// Games of records are judged when they are asked for, and before they are published.
func TestJudgedRecord(t *testing.T) {
	s, _, _ := newJudged(t)
	path := filepath.Join(t.TempDir(), "r.jsonl")
	livetest.RecordGame(t, path, "id")
	require.NoError(t, s.ShowRecord(path))
	dir := filepath.Join(t.TempDir(), "site")
	require.NoError(t, s.Publish(dir))
	require.Contains(t, string(livetest.Unpacked(t, dir, "1")), `"worths":[[1,`)
	s.analysis.Evaluator = "another"
	require.ErrorContains(t, s.ShowRecord(path), "no such judge")
}
