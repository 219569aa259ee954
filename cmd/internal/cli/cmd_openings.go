package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/safefile"
	"github.com/loopline/loopline/trax/book"
	bundled "github.com/loopline/loopline/trax/book/shipped"
	"github.com/loopline/loopline/trax/gamefile"
	"github.com/loopline/loopline/trax/replay"
)

// openingsOptions are the flags of openings.
type openingsOptions struct {
	tree            book.Tree
	minGames, plies int
	asJSON, force   bool
	output, ratings string
}

func newOpeningsCmd() *cobra.Command {
	o := openingsOptions{tree: book.Tree{Depth: 3, Top: 10}, minGames: 1, plies: book.DefaultPlies}
	cmd := &cobra.Command{
		Use:   "openings [FILE|DIR|BOOK]... [MOVES]",
		Short: "Count opening moves in games of Trax, and who won",
		Long: `Openings counts the first moves of games of Trax: how often each was played, which
side won, and the score of the side that played it with its 95 % interval. Moves
that are equal up to turning and mirroring the board count as one, and so do orders
of moves that lead to the same position. Without a FILE it shows the book that comes
with Loopline, from games of its bots.

MOVES, one argument such as '@0/ A2\', asks what was played after them. Games that
ended otherwise than by a loop or a line (by a foul or a limit, or cut) are undecided.
Games that are equal count each.

` + gamefile.Help + `
DIR is the folder of a contest.

With -o it writes a BOOK instead, a sorted file that answers in an instant, however
many games there are. Books and games may be given together. --ratings takes the output of
"loopline rate --json", by which the table shows how strong those are who play a move.

With --json it prints an object a move: moves, alike, games, white, red, undecided,
score, low, high, elo.`,
		Example: `  loopline openings match.jsonl --depth 2
  loopline openings match.jsonl cup/ -o all.book && loopline openings all.book '@0/ A2\'`,
		Args: wantArgs(0, -1, ""),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return &usageError{cmd.CommandPath(), err.Error()}
			}
			return o.run(cmd, args)
		},
	}
	f := cmd.Flags()
	f.IntVar(&o.tree.Depth, "depth", o.tree.Depth, "moves to show one after the other")
	f.IntVar(&o.tree.Top, "top", o.tree.Top, "moves to show of each position, those of most games; 0 is all")
	f.IntVar(&o.minGames, "min-games", o.minGames, "games that a move needs to be shown")
	f.IntVar(&o.plies, "plies", o.plies, "moves to count of each game")
	f.StringVar(&o.ratings, "ratings", "", "`FILE` of ratings, as \"loopline rate --json\" prints them")
	f.BoolVar(&o.asJSON, "json", false, "print a JSON object a move")
	fileFlag(f, &o.output, "output", "o", "write a book to `FILE`, and no table", bookEndings)
	forceFlag(f, &o.force)
	return cmd
}

func (o *openingsOptions) check() error {
	o.tree.MinGames = uint64(max(o.minGames, 0))
	return cmp.Or(
		rangecheck.Int("--depth", o.tree.Depth, 1, book.MaxPlies), rangecheck.Int("--plies", o.plies, 1, book.MaxPlies),
		rangecheck.Int("--top", o.tree.Top, 0, 1<<16), rangecheck.Int("--min-games", o.minGames, 1, 1<<31-1))
}

func (o *openingsOptions) run(cmd *cobra.Command, args []string) (err error) {
	var after, names []string
	for _, arg := range args {
		switch {
		case !gamefile.IsMoves(arg):
			names = append(names, arg)
		case after != nil:
			return &usageError{cmd.CommandPath(), "write all MOVES as one argument"}
		default:
			after = strings.Fields(arg)
		}
	}
	if _, err := replay.After(after); err != nil {
		return err
	}
	if o.output == "" && len(names) == 0 {
		return o.print(cmd, bundled.Book(), after)
	}
	b := book.NewBuilder(o.plies)
	defer func() { err = errors.Join(err, b.Close()) }()
	only, err := o.gather(cmd, b, names)
	if only != nil {
		defer func() { err = errors.Join(err, only.Close()) }()
		return o.print(cmd, only, after)
	}
	if err != nil {
		return err
	}
	if o.output != "" {
		return o.write(cmd, b)
	}
	all, err := b.Book()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, all.Close()) }()
	return o.print(cmd, all, after)
}

// gather takes in the games of files. If there is nothing but one book, which is to be asked, it opens that.
func (o *openingsOptions) gather(cmd *cobra.Command, b *book.Builder, names []string) (only *book.Book, err error) {
	if len(names) == 0 {
		return nil, b.Merge(bundled.Book())
	}
	ratings, err := o.readRatings(cmd.Context())
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		files, err := recordsOf(name)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			isBook, err := book.IsFile(file)
			if err == nil && isBook && len(names) == 1 && o.output == "" {
				return book.Open(file)
			}
			if err == nil {
				err = o.add(cmd, b, file, isBook, ratings)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return nil, nil
}

// add takes in a file.
func (o *openingsOptions) add(cmd *cobra.Command, b *book.Builder, name string, isBook bool, ratings map[string]float64) (err error) {
	if isBook {
		other, err := book.Open(name)
		if err != nil {
			return err
		}
		return errors.Join(b.Merge(other), other.Close())
	}
	s, err := openGames(cmd, name)
	if err != nil {
		return err
	}
	defer s.Close()
	count := func() gamefile.Handler { return counted(book.NewCounter(o.plies), ratings) }
	out := bufio.NewWriterSize(b, 64*book.EntrySize)
	return flush(out, s.AnswerAll(cmd.Context(), out, count(), count))
}

// counted answers with the entries of a game.
func counted(c *book.Counter, ratings map[string]float64) gamefile.Handler {
	return func(dst []byte, g *gamefile.Game) ([]byte, error) {
		known := book.Unrated()
		for i, address := range g.Players {
			if elo, ok := ratings[address]; ok {
				known[i] = elo
			}
		}
		return c.Append(dst, book.Game{Moves: g.Moves, Ratings: known}), nil
	}
}

// recordsOf are the files of an argument: of a folder, the records of its contest.
func recordsOf(name string) ([]string, error) {
	info, err := os.Stat(name)
	if name == "-" || err != nil || !info.IsDir() {
		return []string{name}, nil // what is wrong shows when it is opened
	}
	d, err := tournament.Read(name)
	if err != nil {
		return nil, err
	}
	return d.Records()
}

// readRatings reads the ratings of players by their addresses; nil without a file.
func (o *openingsOptions) readRatings(ctx context.Context) (map[string]float64, error) {
	if o.ratings == "" {
		return nil, nil
	}
	f, err := stream.Open(ctx, o.ratings)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all, err := report.ReadRatings(bufio.NewReader(f))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.ratings, err)
	}
	return all, nil
}

// print prints what a book says after moves.
func (o *openingsOptions) print(cmd *cobra.Command, b *book.Book, after []string) error {
	if o.asJSON {
		return b.WriteJSON(cmd.OutOrStdout(), after, o.tree)
	}
	return b.WriteTable(cmd.OutOrStdout(), after, o.tree)
}

// bookOutput is a book.
var bookOutput = safefile.FileType{Name: "book of openings", Match: safefile.HasPrefix(book.Magic)}

func (o *openingsOptions) write(cmd *cobra.Command, b *book.Builder) error {
	f, err := safefile.Create(o.output, bookOutput, o.force)
	if err != nil {
		return err
	}
	h, err := b.WriteBook(f)
	if err := f.Finish(err); err != nil {
		return fmt.Errorf("%s: %w", o.output, err)
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "loopline: %s: %s, %s\n", o.output,
		humanize.Plural(int(h.Games), "game", "games"), humanize.Plural(int(h.Entries), "move", "moves"))
	return nil
}
