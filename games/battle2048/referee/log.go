package referee

import (
	"encoding/json"
	"io"
	"strings"
)

// Log is a match as the contest's viewer reads it, the file game.log: what each
// program was asked and answered. The first two commands are the start cells.
type Log struct {
	Commands []Command `json:"commands"`
	Result   *Result   `json:"gameResult"` // nil of a match that did not end
}

// Command is one question and its answer.
type Command struct {
	Player  int     `json:"playerIndex"`
	Input   string  `json:"aiinput"` // lines with line feeds between them
	Output  string  `json:"aioutput"`
	Runtime float64 `json:"runtime"` // in milliseconds
}

// Write writes the log as one JSON object, on one line. Bytes that are not text
// are written as the replacement character.
func (l *Log) Write(w io.Writer) error {
	clean := Log{Commands: make([]Command, len(l.Commands)), Result: l.Result}
	for i, c := range l.Commands {
		c.Output = strings.ToValidUTF8(c.Output, "\ufffd")
		clean.Commands[i] = c
	}
	return json.NewEncoder(w).Encode(&clean)
}
