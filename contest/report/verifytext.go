package report

import (
	"fmt"
	"io"

	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/humanize"
)

// WriteVerification writes what came out as readable text. Wrong is what is to be said of a contest that is
// not as it was; empty for none.
func WriteVerification(v *journal.Verification, w io.Writer, dir string) (wrong string, err error) {
	for _, difference := range v.Differences {
		if _, err := fmt.Fprintln(w, difference); err != nil {
			return "", err
		}
	}
	if n := len(v.Differences); n > 0 {
		return fmt.Sprintf("%s; the first: %v", humanize.Plural(n, "difference", "differences"), v.Differences[0]), nil
	}
	_, err = fmt.Fprintf(w, "%s: %s, %s: ok\nfinal sum %s\n", dir, humanize.Plural(v.Decisions, "decision", "decisions"),
		humanize.Plural(v.Games, "game", "games"), v.Sum)
	for _, network := range v.Network {
		if err == nil {
			_, err = fmt.Fprintln(w, network)
		}
	}
	return "", err
}

// Write writes the tables of the contest in a form: json, csv, trf (of a stage, - is the
// first), or anything else as readable text.
func Write(d *tournament.Tournament, w io.Writer, form, stage string) error {
	switch form {
	case "json":
		return WriteJSON(d, w)
	case "csv":
		return WriteCSV(d, w)
	case "trf":
		return WriteTRF(d, w, stage)
	}
	return WriteTables(d, w)
}
