package jobs

import (
	"fmt"
	"strings"
	"time"

	"github.com/loopline/loopline/internal/humanize"
)

// Rate returns the jobs done per hour since the coordinator was started.
func (p *Progress) Rate() float64 {
	if p.Since <= 0 {
		return 0
	}
	return float64(p.Done-p.AtStart) / p.Since.Hours()
}

// At counts the workers that have a job now.
func (p *Progress) At() (n int) {
	for _, w := range p.Workers {
		if w.Leased > 0 {
			n++
		}
	}
	return n
}

// Left returns the estimated time left, human-readable.
func (p *Progress) Left() string {
	if p.Estimate == 0 {
		return "unknown"
	}
	return p.Estimate.Round(time.Second).String()
}

// String is the progress in a line for users.
func (p Progress) String() string {
	text := fmt.Sprintf("%d of %s done, %.0f an hour, %s at work", p.Done,
		humanize.Plural(p.Jobs, "job", "jobs"), p.Rate(), humanize.Plural(p.At(), "worker", "workers"))
	if p.Done < p.Jobs {
		text += ", left: " + p.Left()
	}
	var slow []string
	for _, s := range p.Slow {
		slow = append(slow, s.String())
	}
	if len(slow) > 0 {
		text += ", slow: " + strings.Join(slow, ", ")
	}
	if len(p.Findings) > 0 {
		text += ", " + humanize.Plural(len(p.Findings), "finding", "findings")
	}
	return text
}
