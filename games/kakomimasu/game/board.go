package game

import (
	"flag"
	"io"
	"strings"

	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/games/kakomimasu"
)

// boardSubcommand draws boards and reads them.
func boardSubcommand() descriptor.Subcommand {
	return descriptor.Subcommand{
		Name: "board", Args: "[FILE]", Short: "Draw a board, or read one, and write it in any spelling",
		Example: "  loopline games kakomimasu board --random --seed 7 > my.json",
		New: func(f *flag.FlagSet) func([]string, io.Reader, io.Writer) error {
			var t boardTool
			f.BoolVar(&t.random, "random", false, "draw a board")
			f.Uint64Var(&t.seed, "seed", 1, "what the board is drawn from")
			f.StringVar(&t.spelling, "spelling", kakomimasu.Schemas()[0], "of the keys: "+strings.Join(kakomimasu.Schemas(), ", "))
			return t.run
		},
	}
}

type boardTool struct {
	random   bool
	seed     uint64
	spelling string
}

func (t *boardTool) run(args []string, in io.Reader, out io.Writer) error {
	b, err := t.find(args, in)
	if err != nil {
		return err
	}
	text, err := b.FileOf(t.spelling)
	if err != nil {
		return err
	}
	_, err = out.Write(text)
	return err
}

func (t *boardTool) find(args []string, in io.Reader) (*kakomimasu.Field, error) {
	switch {
	case t.random && len(args) == 0:
		return kakomimasu.RandomField(t.seed), nil
	case t.random:
		return nil, descriptor.ErrOneFile
	}
	return boardFile.ReadArgument(args, in)
}
