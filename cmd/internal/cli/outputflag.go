package cli

import (
	"os"

	"github.com/spf13/pflag"

	"github.com/loopline/loopline/safefile"
)

// outputFlag is the flag of a file that a command writes. A name whose ending is not one
// of those that are known is a mistake in the command line.
type outputFlag struct {
	name    *string
	known   []string
	appends bool // an existing file, whatever its name ends in
}

// String returns the name of the file.
func (o *outputFlag) String() string {
	if o.name == nil {
		return ""
	}
	return *o.name
}

// Type returns the type that help shows.
func (o *outputFlag) Type() string { return "string" }

// Set takes a name.
func (o *outputFlag) Set(name string) error {
	if info, err := os.Stat(name); !o.appends || err != nil || info.Size() == 0 {
		if err := safefile.CheckEnding(name, o.known...); err != nil {
			return err
		}
	}
	*o.name = name
	return nil
}

// The allowed file name endings by kind of output. A .txt may hold any text.
var (
	drawingEndings = []string{".svg", ".png", ".gif", ".txt"}
	linesEndings   = []string{".jsonl", ".json", ".ndjson", ".log", ".txt"} // JSON Lines
	vectorsEndings = []string{".jsonl", ".json", ".ndjson", ".hex", ".mem", ".csv", ".txt"}
	packageEndings = []string{".sv", ".svh", ".v", ".vh", ".txt"}
	tableEndings   = []string{".md", ".txt"}
	csvEndings     = []string{".csv", ".txt"}
	hlogEndings    = []string{".hlog", ".log", ".txt"}
	bookEndings    = []string{".book"}
	svgEndings     = []string{".svg", ".txt"}
)

// fileFlag adds the flag of a file that is written; short may be empty.
func fileFlag(f *pflag.FlagSet, name *string, flag, short, usage string, known []string) {
	f.VarP(&outputFlag{name: name, known: known}, flag, short, usage)
}

// appendFlag adds the flag of a file of JSON Lines that is made longer.
func appendFlag(f *pflag.FlagSet, name *string, flag, usage string) {
	f.Var(&outputFlag{name: name, known: linesEndings, appends: true}, flag, usage)
}
