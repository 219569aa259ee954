package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/rangecheck"
)

// gameInRecord are the flags that choose a game of a record, and a seat of it.
type gameInRecord struct {
	number int
	seat   string
}

// flags adds the options to a command.
func (o *gameInRecord) flags(f *pflag.FlagSet) {
	f.IntVar(&o.number, "game", 1, "which game of the record")
	f.StringVar(&o.seat, "seat", "", "the `NAME` of the board's seat, such as white")
}

func (o *gameInRecord) check() error { return rangecheck.Int("--game", o.number, 1, 1<<30) }

func (o *gameInRecord) recorded(cmd *cobra.Command, name string) (*record.Game, *descriptor.Descriptor, error) {
	in, label, err := openInput(cmd, name)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	count := 0
	for recorded, err := range record.Games(record.Named(in, label)) {
		if err != nil {
			return nil, nil, err
		}
		if count++; count < o.number {
			continue
		}
		g, err := games.ByName(recorded.Header().Game)
		if err != nil {
			return nil, nil, fmt.Errorf("%s:%d: %w", label, recorded.Header().Line, err)
		}
		return &recorded, &g, nil
	}
	return nil, nil, fmt.Errorf("%s: there is no game %d, the record has %d", label, o.number, count)
}

// seatOf returns the seat of the board: the one that is named, the only one whose address
// is a board's, or the one that committed the foul, or lost.
func (o *gameInRecord) seatOf(g *record.Game) (int, error) {
	seats := g.Header().Seats
	var names []string
	for _, s := range seats {
		names = append(names, s.Name)
	}
	if o.seat != "" {
		if at := slices.Index(names, o.seat); at >= 0 {
			return at, nil
		}
		return 0, fmt.Errorf("--seat %.40q: the game has the seats %s", o.seat, strings.Join(names, ", "))
	}
	board, boards := 0, 0
	for i, s := range seats {
		kind, _, _ := strings.Cut(s.Address, ":")
		if slices.Contains([]string{addr.SchemeSerial, addr.SchemeUSB, addr.SchemeSim, addr.SchemeBit}, kind) {
			board = i
			boards++
		}
	}
	v := g.Verdict()
	switch {
	case len(seats) == 1:
		return 0, nil
	case boards == 1:
		return board, nil
	case v != nil && v.Foul != nil:
		return v.Foul.Seat, nil
	case v != nil && v.Winner != nil && len(seats) == 2:
		if at := slices.Index(names, *v.Winner); at >= 0 {
			return 1 - at, nil
		}
	}
	return 0, fmt.Errorf("%s:%d: nobody lost this game alone; name the board's seat with --seat: %s",
		g.Name, g.Header().Line, strings.Join(names, ", "))
}
