package ports

import (
	"fmt"

	"github.com/loopline/loopline/bridge"
)

// viewers is how many may follow the pages of --live at once, and spare how many files
// everything else opens: each viewer is an open file.
const (
	viewers = 20_000
	spare   = 100
)

// openFiles tells of a limit of open files that is lower than viewers need; nil where
// there is nothing to tell. A program raises its own limit up to the hard one.
func openFiles(limit uint64) []bridge.Finding {
	if limit >= viewers+spare {
		return nil
	}
	return []bridge.Finding{{
		ID: bridge.FindOpenFiles, Severity: bridge.SeverityAdvice,
		Text: fmt.Sprintf("a program may open %d files here: about %d viewers can follow the pages of --live, which allows %d",
			limit, max(0, int(limit)-spare), viewers),
		Fix: []string{fmt.Sprintf("sudo prlimit --pid $$ --nofile=%d:%d   # in the shell that starts loopline; ulimit -n shows it", viewers+spare, viewers+spare)},
	}}
}
