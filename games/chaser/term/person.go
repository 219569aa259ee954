package term

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/host/terminal"
)

// Person is a referee.Strategy that asks a person at a terminal. Several people
// may share one: who is asked is who reads.
type Person struct {
	Seat  string // that the person plays
	Out   io.Writer
	Style terminal.Style

	// Read returns the next line that is typed, or io.EOF when there will be
	// none.
	Read func(ctx context.Context) (string, error)

	last chaser.Method
}

// Choose shows the nine cells around and asks until it gets a method. The end
// of the input gives the game up, with io.EOF.
func (p *Person) Choose(ctx context.Context, around chaser.Window) (chaser.Method, error) {
	fmt.Fprintf(p.Out, "\n%s, around you:\n%s", p.Seat, square(around, true))
	for {
		fmt.Fprintf(p.Out, "%s, w l s or p and u r l or d (? explains, Ctrl-D gives up): ", p.Seat)
		text, err := p.Read(ctx)
		if err == io.EOF {
			fmt.Fprintln(p.Out)
		}
		if err != nil {
			return chaser.Method{}, err
		}
		text = strings.ToLower(strings.TrimSpace(text))
		if text == "?" {
			fmt.Fprintln(p.Out, "w walks a step, l looks at nine cells ahead, s searches straight ahead, p puts a block; up, right, left, down\n"+
				". is floor, ## a block or the edge, o an item, @ the other")
			continue
		}
		m, err := chaser.ParseMethod(text)
		if err != nil {
			fmt.Fprintln(p.Out, err)
			continue
		}
		p.last = m
		return m, nil
	}
}

// Seen shows what answered the method.
func (p *Person) Seen(w chaser.Window) {
	if p.last.Action != chaser.Search {
		fmt.Fprintf(p.Out, "%s:\n%s", p.last, square(w, p.last.Action != chaser.Look))
		return
	}
	fmt.Fprintf(p.Out, "%s, from near to far: ", p.last)
	for _, c := range w {
		fmt.Fprint(p.Out, letters[c])
	}
	fmt.Fprintln(p.Out)
}

// letters stand for the cells of a window.
var letters = [4]string{". ", "@ ", "##", "o "}

// square is nine cells in three rows, with who is asked in the middle.
func square(w chaser.Window, centre bool) string {
	var b strings.Builder
	for i, c := range w {
		switch {
		case i == 4 && centre && c == 0:
			b.WriteString("X ")
		default:
			b.WriteString(letters[c&3])
		}
		if i%3 == 2 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
