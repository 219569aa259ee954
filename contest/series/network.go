package series

import (
	"fmt"
	"slices"
	"time"

	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/humanize"
)

// network gathers what the network took of the answers of a player that has an agent.
type network struct {
	shares []time.Duration
	within time.Duration // the most that the agent's clock was uncertain
	byHost int           // answers that the host's own clock judged
}

// answered takes in an answer: what it took by the host's clock, without what it took
// by the agent's, is the network's.
func (n *network) answered(asked, c *record.EventClock) {
	share := (c.In - asked.Out) - (c.End - asked.End)
	n.shares = append(n.shares, max(0, share.Duration()))
	n.within = max(n.within, c.OffsetError.Duration())
	if c.By == record.ByHost {
		n.byHost++
	}
}

// String is as readable text.
func (n *network) String() string {
	slices.Sort(n.shares)
	median, longest := n.shares[len(n.shares)/2], n.shares[len(n.shares)-1]
	text := fmt.Sprintf("the network took %s of an answer (median), %s at most", humanize.Duration(median), humanize.Duration(longest))
	switch n.byHost {
	case 0:
		return text + fmt.Sprintf(", and was charged to nobody; the agent's clock is known to ± %s", humanize.Duration(n.within))
	case len(n.shares):
		return text + ", and was charged: the agent is not trusted"
	}
	return text + fmt.Sprintf(", and was charged in %s, behind a stamp of the agent that cannot be true",
		humanize.Plural(n.byHost, "answer", "answers"))
}
