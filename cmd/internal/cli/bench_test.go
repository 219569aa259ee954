package cli

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/gamefile"
	"github.com/loopline/loopline/trax/replay"
)

// randomGames makes JSON Lines of games played at random to their end, or to
// the given number of plies.
func randomGames(n, maxPlies int, seed uint64) []byte {
	rng := rand.New(rand.NewPCG(seed, seed))
	p := trax.NewPosition()
	var text, moves []byte
	var legal []trax.Move
	for i := range n {
		p.Reset()
		moves = moves[:0]
		for !p.Outcome().Over && p.Ply() < maxPlies {
			legal = p.AppendMoves(legal[:0])
			m := legal[rng.IntN(len(legal))]
			if err := p.Play(m); err != nil {
				panic(err)
			}
			if len(moves) > 0 {
				moves = append(moves, ' ')
			}
			moves = m.Append(moves)
		}
		text = fmt.Appendf(text, "{\"id\":\"%d\",\"moves\":%s}\n", i, strconv.AppendQuote(nil, string(moves)))
	}
	return text
}

// BenchmarkReplay measures the replay of 50,000 random games with JSON.
func BenchmarkReplay(b *testing.B) {
	const count = 50_000
	text := randomGames(count, 500, 1)
	trax, err := games.ByName(games.Default)
	require.NoError(b, err)
	for b.Loop() {
		_, err := trax.ReplayAll(b.Context(), &descriptor.Files{
			Names: []string{"-"}, In: bytes.NewReader(text), Out: io.Discard, Notices: io.Discard, JSON: true,
		})
		require.NoError(b, err)
	}
	b.ReportMetric(count*float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkMoves measures the legal moves after 5,000 random games cut short.
func BenchmarkMoves(b *testing.B) {
	s, err := gamefile.Open(b.Context(), "-", bytes.NewReader(randomGames(5_000, 6, 2)))
	require.NoError(b, err)
	var games [][]string
	require.NoError(b, s.Each(b.Context(), func(g *gamefile.Game) error {
		games = append(games, g.Moves)
		return nil
	}))
	l := replay.NewLister()
	var answer []byte
	for b.Loop() {
		for _, moves := range games {
			answer, err = l.AppendJSON(answer[:0], nil, moves)
			require.NoError(b, err)
		}
	}
	b.ReportMetric(float64(len(games)*b.N)/b.Elapsed().Seconds(), "positions/s")
}
