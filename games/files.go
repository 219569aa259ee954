package games

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/games/api"
	"github.com/loopline/loopline/player"
)

// fileKind is a kind of file that a game plays on: a map, a field, a board.
type fileKind[T any] struct {
	what  string // in errors
	most  int    // bytes
	parse func(text []byte) (T, error)
}

// read reads the file of a name.
func (k fileKind[T]) read(name string) (T, error) {
	f, err := os.Open(name)
	if err != nil {
		var none T
		return none, fmt.Errorf("%s: %w", k.what, err)
	}
	defer f.Close()
	return k.readFrom(name, f)
}

// readFrom reads from what has a name.
func (k fileKind[T]) readFrom(name string, r io.Reader) (T, error) {
	var none T
	text, err := io.ReadAll(io.LimitReader(r, int64(k.most)+1))
	switch {
	case err != nil:
		return none, fmt.Errorf("%s: %w", k.what, err)
	case len(text) > k.most:
		return none, fmt.Errorf("%s %s: the file has more than %d bytes", k.what, name, k.most)
	}
	value, err := k.parse(text)
	if err != nil {
		return none, fmt.Errorf("%s %s: %w", k.what, name, err)
	}
	return value, nil
}

// errOneFile is what is said to a tool that draws, or is given one file, and was
// told neither or both.
var errOneFile = errors.New("name one FILE (- is standard input), or write --random")

// readArgument reads the one file that a tool is given; - is in.
func (k fileKind[T]) readArgument(args []string, in io.Reader) (T, error) {
	switch {
	case len(args) != 1:
		var none T
		return none, errOneFile
	case args[0] == "-":
		return k.readFrom("standard input", in)
	}
	return k.read(args[0])
}

// check is the Check of an option that names such a file, or none.
func (k fileKind[T]) check(name string) error {
	if name == "" {
		return nil
	}
	_, err := k.read(name)
	return err
}

// openIn is the Open of a game whose clients come to a hall.
func openIn(hall *api.Hall) func(context.Context, string, bridge.Address, func(string)) (player.LocalPlayer, error) {
	return func(ctx context.Context, seat string, a bridge.Address, say func(string)) (player.LocalPlayer, error) {
		guest, err := hall.Open(ctx, seat, a, say)
		if err != nil {
			return nil, err // not a guest that is nil
		}
		return guest, nil
	}
}
