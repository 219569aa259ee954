package hosttest

import (
	"errors"
	"strings"
	"time"
)

// ErrGone is the error of a player after the step "!".
var ErrGone = errors.New("connection reset by peer")

// Step does what an act of a script says: "!" is gone with ErrGone, "" says
// nothing, "@50ms x" does x after a while. Any other act is said, with end
// behind it.
func (p *FakePlayer) Step(act, end string) {
	after := time.Duration(0)
	if rest, ok := strings.CutPrefix(act, "@"); ok {
		wait, then, _ := strings.Cut(rest, " ")
		var err error
		if after, err = time.ParseDuration(wait); err != nil {
			panic("hosttest: act " + act + ": " + err.Error())
		}
		act = then
	}
	switch act {
	case "!":
		p.Fail(after, ErrGone)
	case "":
	default:
		p.Say(after, act+end)
	}
}

// Scripted is a script that does the nth act, as Do has it, when it is sent the nth
// question. Behind the last it does nothing.
func Scripted(end string, acts ...string) Script {
	return func(p *FakePlayer, _ string) {
		if len(acts) > 0 {
			act := acts[0]
			acts = acts[1:]
			p.Step(act, end)
		}
	}
}
