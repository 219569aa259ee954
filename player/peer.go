package player

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// NoLink is the link of a pseudo-terminal that has none: the value of --pty
// when it is given without one.
const NoLink = "-"

// OpenPeer opens what a player speaks over: standard input and output, or,
// unless link is empty, a pseudo-terminal with that link, whose path is printed
// on out.
func OpenPeer(link string, stdin io.Reader, stdout, out io.Writer) (io.ReadWriteCloser, error) {
	switch link {
	case "":
		return &stdio{stdin, stdout}, nil
	case NoLink:
		link = ""
	}
	pty, err := OpenPTY(link)
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintln(out, pty.Path()); err != nil {
		return nil, errors.Join(err, pty.Close())
	}
	return pty, nil
}

// stdio is standard input and output as one connection.
type stdio struct {
	io.Reader
	io.Writer
}

// Close closes what is a file, so that a read in progress ends.
func (s *stdio) Close() error {
	if f, ok := s.Reader.(*os.File); ok {
		return f.Close()
	}
	return nil
}
