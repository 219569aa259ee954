package svg

import (
	"strconv"
	"time"
)

// timeline places what happens within an animation that repeats.
type timeline struct{ total time.Duration }

const fade = 150 * time.Millisecond

// at returns a moment as SMIL's key time, a share of the whole.
func (t timeline) at(d time.Duration) string {
	return strconv.FormatFloat(min(max(float64(d)/float64(t.total), 0), 1), 'f', -1, 32)
}

// appear makes the element around it come into sight at from and stay.
func (t timeline) appear(c *canvas, from time.Duration) {
	c.line(`<animate attributeName="opacity" values="0;0;1;1" keyTimes="0;%s;%s;1" dur="%s" repeatCount="indefinite"/>`,
		t.at(from), t.at(from+fade), t.length())
}

// show makes the element around it visible from one moment to another.
func (t timeline) show(c *canvas, from, to time.Duration) {
	values, times := "none;inline", "0;"+t.at(from)
	if from == 0 {
		values, times = "inline", "0"
	}
	if to < t.total {
		values, times = values+";none", times+";"+t.at(to)
	}
	c.line(`<animate attributeName="display" calcMode="discrete" values="%s" keyTimes="%s" dur="%s" repeatCount="indefinite"/>`,
		values, times, t.length())
}

// length returns the length of the whole in SMIL's notation.
func (t timeline) length() string {
	return strconv.FormatFloat(t.total.Seconds(), 'f', -1, 64) + "s"
}
