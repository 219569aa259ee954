package termsafe

import (
	"bytes"
	"io"
	"strings"
)

// Columns writes lines, whose cells end with tabs but for the last, as a table: two spaces behind
// the widest cell of a column. Unlike text/tabwriter it knows that Japanese characters take
// two columns of a terminal. Flush writes it.
type Columns struct {
	w    io.Writer
	text bytes.Buffer
}

// NewColumns returns a table that is written to w.
func NewColumns(w io.Writer) *Columns { return &Columns{w: w} }

// Write implements io.Writer.
func (t *Columns) Write(p []byte) (int, error) { return t.text.Write(p) }

// Flush writes the table, and empties it.
func (t *Columns) Flush() error {
	var widths []int
	var rows [][]string
	for line := range strings.Lines(t.text.String()) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		for i, cell := range cells[:len(cells)-1] {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], Width(cell)+2)
		}
		rows = append(rows, cells)
	}
	t.text.Reset()
	var out strings.Builder
	for _, cells := range rows {
		last := len(cells) - 1
		for i, cell := range cells[:last] {
			out.WriteString(Pad(cell, widths[i]))
		}
		out.WriteString(cells[last] + "\n")
	}
	_, err := io.WriteString(t.w, out.String())
	return err
}
