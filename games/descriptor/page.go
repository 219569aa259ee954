package descriptor

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// WriteList prints a line a game.
func WriteList(out io.Writer, rows []Descriptor) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "GAME\tSEATS\tOPTIONS")
	for _, g := range rows {
		var options []string
		for _, o := range g.Options {
			options = append(options, o.Name)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", g.Name, strings.Join(g.Seats, ", "), strings.Join(options, ", "))
	}
	return table.Flush()
}

// WritePage describes the game on one page.
func (g *Descriptor) WritePage(out io.Writer) error {
	fmt.Fprintf(out, "%s\n\n%s\n\nSeats: %s\n", g.Title, g.Summary, strings.Join(g.Seats, ", "))
	if g.Wire != "" {
		fmt.Fprintf(out, "Wire: %s\n", g.Wire)
	}
	if len(g.Options) > 0 {
		fmt.Fprintln(out, "\nOptions (--option KEY=VALUE):")
		table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		for _, o := range g.Options {
			fmt.Fprintf(table, "  %s=%s\t%s\n", o.Name, o.Default, o.Meaning)
		}
		if err := table.Flush(); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(out, "\nBots: %s (the first by default)\n\nExample:\n  %s\n",
		strings.Join(g.Bots, ", "), g.Example)
	return err
}

// WriteJSON prints an object a game.
func WriteJSON(out io.Writer, rows []Descriptor) error {
	type option struct {
		Name    string `json:"name"`
		Default string `json:"default"`
		Meaning string `json:"meaning"`
	}
	encoder := json.NewEncoder(out)
	for _, g := range rows {
		options := []option{}
		for _, o := range g.Options {
			options = append(options, option{o.Name, o.Default, o.Meaning})
		}
		err := encoder.Encode(struct {
			Name     string   `json:"name"`
			Title    string   `json:"title"`
			Seats    []string `json:"seats"`
			MinSeats int      `json:"min_seats"`
			Options  []option `json:"options"`
			Bots     []string `json:"bots"`
		}{g.Name, g.Title, g.Seats, g.MinSeats, options, g.Bots})
		if err != nil {
			return err
		}
	}
	return nil
}
