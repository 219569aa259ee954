package bridgetest

import "time"

// Script configures a scripted player: its answers and when it turns bad. The zero
// value answers nothing.
type Script struct {
	// Answer returns the answer to a line, if one is due. It is called once for each
	// line that arrives, from one goroutine, so it may keep state.
	Answer func(question string) (answer string, due bool)

	// Good is the number of good answers before a bad player turns bad.
	Good int

	// Cheat is the answer of a player that cheats.
	Cheat string

	// Slow is the thinking time of a slow player, 20 ms by default; it should be within
	// the limit. Late should be beyond it, 1.2 s by default.
	Slow, Late time.Duration

	// Drip is the pause between single bytes, 1 ms by default.
	Drip time.Duration
}

// Scripts makes scripts by name, a fresh one for each player. Processes find
// theirs by name too.
type Scripts map[string]func() Script

func (s Script) withDefaults() Script {
	if s.Answer == nil {
		s.Answer = func(string) (string, bool) { return "", false }
	}
	if s.Slow == 0 {
		s.Slow = 20 * time.Millisecond
	}
	if s.Late == 0 {
		s.Late = 1200 * time.Millisecond
	}
	if s.Drip == 0 {
		s.Drip = time.Millisecond
	}
	return s
}

// Echo is a script that answers every line with itself.
func Echo() Script {
	return Script{Answer: func(q string) (string, bool) { return q, true }}
}
