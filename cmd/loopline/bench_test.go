package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
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
		text = fmt.Appendf(text, "{\"id\":\"%d\",\"moves\":%s}\n", i, appendString(nil, string(moves)))
	}
	return text
}

// BenchmarkReplay measures the replay of 50,000 random games with JSON.
func BenchmarkReplay(b *testing.B) {
	const games = 50_000
	text := randomGames(games, 500, 1)
	for b.Loop() {
		s := &source{name: "games", r: bufio.NewReaderSize(bytes.NewReader(text), readBuffer)}
		require.NoError(b, s.sniff())
		out := bufio.NewWriterSize(io.Discard, readBuffer)
		require.NoError(b, replaySource(b.Context(), s, out, io.Discard, true))
	}
	b.ReportMetric(games*float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkMoves measures the legal moves after 5,000 random games cut short.
func BenchmarkMoves(b *testing.B) {
	text := bytes.Split(bytes.TrimSpace(randomGames(5_000, 6, 2)), []byte("\n"))
	l := newLister(true)
	var answer []byte
	for b.Loop() {
		for _, line := range text {
			var err error
			answer, err = l.answerLine(answer[:0], line)
			require.NoError(b, err)
		}
	}
	b.ReportMetric(float64(len(text)*b.N)/b.Elapsed().Seconds(), "positions/s")
}
