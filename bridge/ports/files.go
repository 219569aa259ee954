package ports

import (
	"fmt"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/throttle"
)

// viewers bounds the followers of the pages of --live: each is an open file.
const viewers = 20_000

// openFiles tells of a limit of open files that is lower than viewers need; nil where
// there is nothing to tell.
func openFiles(limit int) []Finding {
	_, following := throttle.Room(limit, viewers)
	if following >= viewers {
		return nil
	}
	need := throttle.FilesFor(viewers)
	return []Finding{{
		ID: FindOpenFiles, Severity: SeverityAdvice,
		Text: say.Format("a program may open %d files here: about %d viewers can follow the pages of --live, which allows %d",
			limit, following, viewers),
		Fix: []say.Text{say.Format("%s   # %s", fmt.Sprintf("sudo prlimit --pid $$ --nofile=%d:%d", need, need),
			say.Word("in the shell that starts loopline; ulimit -n shows it"))},
	}}
}
