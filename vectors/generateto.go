package vectors

import (
	"context"
	"errors"
	"io"
	"os"
)

// GenerateTo makes a file of vectors and writes it to out, from which nothing
// is read back. It is made in a temporary file, since its first line is known
// last.
func GenerateTo(ctx context.Context, out io.Writer, set *Set, o Options) (err error) {
	f, err := os.CreateTemp("", "loopline-vectors-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close(), os.Remove(f.Name())) }()
	if _, err := Generate(ctx, f, set, o); err != nil {
		return err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err = io.Copy(out, f)
	return err
}
