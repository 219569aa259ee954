package lines

import (
	"bytes"
	"encoding/json"
	"io"
)

// TapEntries returns a writer for [NewTap] that hands each entry to f instead of
// writing it. The tap writes whole entries.
func TapEntries(f func(TapEntry)) io.Writer { return entryWriter(f) }

type entryWriter func(TapEntry)

// Write takes in one or more whole entries.
func (f entryWriter) Write(p []byte) (int, error) {
	for line := range bytes.Lines(p) {
		var entry TapEntry
		if json.Unmarshal(line, &entry) == nil {
			f(entry)
		}
	}
	return len(p), nil
}
