package ports

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
)

// Greet prints first steps for new users, with the command for the board that is
// plugged in. It leaves out ports that it can't list: doctor reports why.
func Greet(w io.Writer, l say.Language) error {
	found, _ := All()
	_, err := io.WriteString(w, greeting(slices.DeleteFunc(found, builtIn), l))
	return err
}

// greeting returns the text for the ports that there are. Of several boards it takes the
// first that can be opened and carries a design's serial line.
func greeting(found []devices.Port, l say.Language) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n%s\n\n", l.Say(say.Format("Loopline referees boards, programs and people that play the games of contests.")),
		l.Say(say.Format("Five things to begin with:")))
	line := func(command, what string) {
		text.WriteString(strings.TrimRight(fmt.Sprintf("  %-40s %s", command, l.Say(say.Word(what))), " ") + "\n")
	}
	line("loopline play human bot", "play a game of Trax yourself")
	line("loopline new board DIR --board NAME", "a project for your board that plays at once")
	line("loopline check sim:DIR", "does your design keep to the rules, in simulation?")
	line("loopline doctor", "what keeps a board from playing?")
	line("loopline games", "the games, and where their rules stand")
	text.WriteString("\n")
	at := slices.IndexFunc(found, ready)
	switch {
	case at >= 0:
		p, address := found[at], humanize.ShellQuote(found[at].Address())
		fmt.Fprintf(&text, "%s\n\n", l.Say(say.Format("A board is plugged in: %s%s. Ask it, and play against it:", title(p), boardWords(p.Board))))
		line("loopline check "+address, "")
		line("loopline play "+address+" bot", "")
	case len(found) > 0:
		fmt.Fprintln(&text, l.Say(say.Format("A board is plugged in, %s%s, and cannot be opened now: loopline doctor says why.",
			title(found[0]), boardWords(found[0].Board))))
	default:
		fmt.Fprintln(&text, l.Say(say.Format("No board is plugged in.")))
	}
	fmt.Fprintf(&text, "\n%s\n", l.Say(say.Format("loopline --help names all commands.")))
	return text.String()
}

// builtIn reports whether a port is part of the machine. Nothing says whether a board is connected to it.
func builtIn(p devices.Port) bool { return p.VendorID == "" && !strings.Contains(p.Device, "usb") }

// ready reports whether a port can be played with now.
func ready(p devices.Port) bool {
	return p.CanOpen && len(p.BusyBy) == 0 && (p.Board == nil || p.Board.Role != devices.RoleConfig)
}
