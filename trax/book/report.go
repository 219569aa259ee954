package book

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/loopline/loopline/internal/humanize"
)

// WriteTable writes the moves of a tree after a list of moves, for people.
func (b *Book) WriteTable(w io.Writer, after []string, t Tree) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s, %s of them decided by a loop or a line\n", games(b.Games), humanize.Comma(int(b.Decided)))
	rows := 0
	err := b.Walk(after, t, func(l Line) error {
		if rows++; rows == 1 {
			fmt.Fprintf(out, "%-*s %11s %8s %8s %10s   %s\n", moveWidth, "move", "games", "white", "red", "undecided", "score of who plays it")
		}
		_, err := out.WriteString(l.row(len(after)))
		return err
	})
	if rows == 0 && err == nil {
		fmt.Fprintln(out, "no game goes on from here")
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// moveWidth is the width of the column of moves.
const moveWidth = 26

func games(n uint64) string {
	if n == 1 {
		return "1 game"
	}
	return humanize.Comma(int(n)) + " games"
}

// row is a line of a table below so many moves.
func (l *Line) row(after int) string {
	move := fmt.Sprintf("%s%d %s", strings.Repeat("  ", len(l.Moves)-after-1), len(l.Moves), l.Alike[0])
	if n := len(l.Alike); n > 1 {
		move += fmt.Sprintf(" (%d alike)", n)
	}
	white, red := l.Results()
	row := fmt.Sprintf("%-*s %11s %8s %8s %10s", moveWidth, move, humanize.Comma(int(l.Games)),
		l.percent(white), l.percent(red), l.percent(l.Undecided()))
	if score, low, high, ok := l.Score(); ok {
		row += fmt.Sprintf("   %5.1f %% (%.1f to %.1f)", 100*score, 100*low, 100*high)
	}
	if elo, ok := l.MeanRating(); ok {
		row += fmt.Sprintf("   players %+.0f Elo", elo)
	}
	return row + "\n"
}

// percent is a share of the games.
func (k Counts) percent(n uint64) string {
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(k.Games))
}

// WriteJSON writes the moves of a tree after a list of moves, an object a line.
func (b *Book) WriteJSON(w io.Writer, after []string, t Tree) error {
	out := bufio.NewWriter(w)
	text := json.NewEncoder(out)
	err := b.Walk(after, t, func(l Line) error {
		row := lineJSON{Moves: strings.Join(l.Moves, " "), Games: l.Games, Undecided: l.Undecided()}
		row.White, row.Red = l.Results()
		for _, m := range l.Alike {
			row.Alike = append(row.Alike, m.String())
		}
		if score, low, high, ok := l.Score(); ok {
			row.Score, row.Low, row.High = rounded(score), rounded(low), rounded(high)
		}
		if elo, ok := l.MeanRating(); ok {
			row.Elo = rounded(elo)
		}
		return text.Encode(row)
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

// rounded has four places behind the point.
func rounded(x float64) *float64 {
	x = math.Round(x*1e4) / 1e4
	return &x
}

// lineJSON is a line for programs.
type lineJSON struct {
	Moves     string   `json:"moves"` // to the move, and it
	Alike     []string `json:"alike"` // the move, and those that are equal up to symmetry
	Games     uint64   `json:"games"`
	White     uint64   `json:"white"` // that white won
	Red       uint64   `json:"red"`
	Undecided uint64   `json:"undecided"`
	Score     *float64 `json:"score"` // share of decided games that the side won which played the move
	Low       *float64 `json:"low"`   // of the 95 % interval
	High      *float64 `json:"high"`
	Elo       *float64 `json:"elo"` // mean of the players that played it; null where it isn't known
}
