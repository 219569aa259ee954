package host

import (
	"fmt"
	"strings"

	"github.com/loopline/loopline/internal/phrase"
)

// Evidence says as readable text what was asked, what came, and how long it took.
func (f *Foul) Evidence() string {
	var parts []string
	if f.Question != "" {
		parts = append(parts, fmt.Sprintf("asked %q", f.Question))
	}
	if len(f.Bytes) > 0 {
		parts = append(parts, fmt.Sprintf("got %q", f.Bytes))
	} else {
		parts = append(parts, "got no byte")
	}
	if f.Used > 0 {
		parts = append(parts, fmt.Sprintf("%s of %s used", phrase.Brief(f.Used), phrase.Brief(f.Limit)))
	}
	return strings.Join(parts, ", ")
}
