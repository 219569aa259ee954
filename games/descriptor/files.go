package descriptor

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/games/httpapi"
	"github.com/loopline/loopline/internal/vfs"
	"github.com/loopline/loopline/player"
)

// fileKind is a kind of file that a game plays on: a map, a field, a board.
type fileKind[T any] struct {
	what  string
	most  int
	parse func(text []byte) (T, error)
}

// NewFileKind returns a kind of file that has at most so many bytes, as parse reads it. What names it in errors.
func NewFileKind[T any](what string, most int, parse func(text []byte) (T, error)) fileKind[T] {
	return fileKind[T]{what, most, parse}
}

// Read reads the file with a name.
func (k fileKind[T]) Read(name string) (T, error) {
	f, err := vfs.OpenRegular(name)
	if err != nil {
		var none T
		return none, fmt.Errorf("%s: %w", k.what, err)
	}
	defer f.Close()
	return k.readFrom(name, f)
}

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

// FoundError reports that a tool ran to its end and found something wrong.
type FoundError struct{ Problem string }

// Error returns the problem.
func (e *FoundError) Error() string { return e.Problem }

// ErrOneFile is the error of a tool that draws, or takes one file, and was
// told neither or both.
var ErrOneFile = errors.New("name one FILE (- is standard input), or write --random")

// ReadArgument reads the one file that a tool is given; - is in.
func (k fileKind[T]) ReadArgument(args []string, in io.Reader) (T, error) {
	switch {
	case len(args) != 1:
		var none T
		return none, ErrOneFile
	case args[0] == "-":
		return k.readFrom("standard input", in)
	}
	return k.Read(args[0])
}

// Check is the Validate of an option that names such a file, or none.
func (k fileKind[T]) Check(name string) error {
	if name == "" {
		return nil
	}
	_, err := k.Read(name)
	return err
}

// HTTPOpener returns the Open of a game whose clients speak HTTP to server.
func HTTPOpener(server *httpapi.Server) func(context.Context, string, addr.Address, func(string)) (player.LocalPlayer, error) {
	return func(ctx context.Context, seat string, a addr.Address, say func(string)) (player.LocalPlayer, error) {
		session, err := server.Open(ctx, seat, a, say)
		if err != nil {
			return nil, err // not a nil session in an interface
		}
		return session, nil
	}
}
