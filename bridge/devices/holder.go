package devices

import (
	"os"

	"github.com/loopline/loopline/internal/say"
)

// Holder is a process that has a device or a port open.
type Holder struct {
	PID  int    `json:"pid"`
	Name string `json:"name"`
}

// DescribeHolders returns ": held by pid 12 (minicom)", or the zero Text if no holder
// is visible.
func DescribeHolders(holders []Holder) say.Text {
	if len(holders) == 0 {
		return say.Text{}
	}
	texts := make([]say.Text, len(holders))
	for i, h := range holders {
		texts[i] = say.Format("pid %d (%s)", h.PID, h.Name)
		if h.PID == os.Getpid() {
			texts[i] = say.Format("pid %d (%s), this very program", h.PID, h.Name)
		}
	}
	return say.Format(": held by %s", say.Join(", ", texts...))
}
