package main

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/contest"
)

// follower knows a game from the events of its record.
type follower struct {
	pos   *trax.Position
	plies []shownPly
	used  [2]time.Duration // for the last answer of each seat
	asked int              // the seat whose clock runs, or -1
	since time.Time        // when we heard that it does
}

// shownPly is one move and how long it took.
type shownPly struct {
	contest.Ply
	used time.Duration
}

func newFollower() *follower { return &follower{pos: trax.NewPosition(), asked: -1} }

// take takes in an event, and tells whether it was a ply.
func (f *follower) take(e host.Event) (shownPly, bool) {
	switch e.Type {
	case host.EventAsk:
		f.asked, f.since = e.Seat, time.Now()
	case host.EventAnswer, host.EventFault:
		f.asked = -1
		if e.Seat < len(f.used) {
			f.used[e.Seat] = e.Used.Duration()
		}
	case host.EventNote:
		var ply contest.Ply
		if e.Name != contest.NotePly || json.Unmarshal(e.Data, &ply) != nil {
			break
		}
		if f.pos.PlayText(ply.Move) != nil {
			break
		}
		shown := shownPly{ply, f.used[ply.Seat%2]}
		f.plies = append(f.plies, shown)
		return shown, true
	}
	return shownPly{}, false
}

// words is a line such as "ply 7 white D4/ 12.3 ms +2 forced".
func (p shownPly) words() string {
	line := fmt.Sprintf("ply %d %s %s %s", p.Ply.Ply, trax.Color(p.Seat), p.Move, brief(p.used))
	if p.Forced > 0 {
		line += fmt.Sprintf(" +%d forced", p.Forced)
	}
	return line
}

// remark is a line about an event that is not as it should be, empty for all
// others. Ply is the number of the one that is being waited for.
func remark(seats []host.Seat, e host.Event, ply int) string {
	switch e.Type {
	case host.EventAnswer, host.EventFault:
		if e.Credit == 0 {
			break
		}
		return fmt.Sprintf("host stood still at ply %d: %s credited to %s",
			ply, brief(e.Credit.Duration()), seats[e.Seat].Name)
	case host.EventStray:
		return fmt.Sprintf("%s said unasked: %q", seats[e.Seat].Name, e.Received())
	case host.EventNoise:
		return fmt.Sprintf("%s said before its first answer: %q", seats[e.Seat].Name, e.Received())
	case host.EventEcho:
		return fmt.Sprintf("%s echoes: %q", seats[e.Seat].Name, e.Received())
	}
	return ""
}
