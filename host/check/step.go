package check

import "github.com/loopline/loopline/internal/say"

// The statuses of a step.
const (
	OK      = "ok"
	Failed  = "failed"
	Note    = "note"    // allowed, but better otherwise
	Skipped = "skipped" // there is nothing to judge by
)

// Step is one step of a check with its result. An empty status is OK.
type Step struct {
	Number   int      `json:"step"`
	Name     say.Text `json:"name"`
	Status   string   `json:"status"`
	Detail   say.Text `json:"detail"`
	Expected say.Text `json:"expected,omitzero"` // this and what follows when failed
	Got      say.Text `json:"got,omitzero"`      // the bytes

	Moves string   `json:"moves,omitempty"` // of the game, the player's last included
	Board []string `json:"board,omitempty"` // before the player's last move: rows of text
	Again string   `json:"again,omitempty"` // the command that shows it again

	// Stderr holds the last lines that the player wrote to standard error before the
	// step failed or could not run.
	Stderr []string `json:"stderr,omitempty"`

	// Notices holds what this program noticed of the player meanwhile, such as the bit rate
	// at which it answers.
	Notices []string `json:"notices,omitempty"`

	Drawn string `json:"-"` // the board, as text
}

// Without is a step that was skipped, with the reason.
func Without(reason say.Text) Step { return Step{Status: Skipped, Detail: reason} }
