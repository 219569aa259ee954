package bridge

import (
	"fmt"
	"os"
	"strings"
)

// Holder is a process that has a device or a port open.
type Holder struct {
	PID  int    `json:"pid"`
	Name string `json:"name"`
}

// describeHolders is ": held by pid 12 (minicom)", or empty when nobody is
// seen.
func describeHolders(holders []Holder) string {
	if len(holders) == 0 {
		return ""
	}
	texts := make([]string, len(holders))
	for i, h := range holders {
		texts[i] = fmt.Sprintf("pid %d (%s)", h.PID, h.Name)
		if h.PID == os.Getpid() {
			texts[i] += ", this very program"
		}
	}
	return ": held by " + strings.Join(texts, ", ")
}
