package ports

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/internal/throttle"
)

// Doctor prints what keeps boards from playing.
type Doctor struct {
	Out  io.Writer
	JSON bool // prints an object a finding

	// Say puts what people read into their language; nil leaves it in English.
	Say func(string) string

	last string // what Again printed
}

// diagnose looks at the ports, and at what viewers need.
func diagnose() (bridge.Diagnosis, error) {
	found, err := bridge.Diagnose("")
	found.Findings = append(found.Findings, openFiles(throttle.Files())...)
	return found, err
}

// Examine prints a diagnosis and returns how many problems it has. Advice is
// none.
func (d *Doctor) Examine() (problems int, err error) {
	found, err := diagnose()
	if err != nil {
		return 0, err
	}
	for _, f := range found.Findings {
		if f.Severity == bridge.SeverityProblem {
			problems++
		}
	}
	return problems, d.print(d.Out, found)
}

// Again prints a diagnosis if it differs from the one before.
func (d *Doctor) Again() error {
	found, err := diagnose()
	if err != nil {
		return err
	}
	var text strings.Builder
	if err := d.print(&text, found); err != nil || text.String() == d.last {
		return err
	}
	d.last = text.String()
	_, err = io.WriteString(d.Out, d.last+"\n")
	return err
}

func (d *Doctor) print(out io.Writer, found bridge.Diagnosis) error {
	if d.JSON {
		e := json.NewEncoder(out)
		for _, f := range found.Findings {
			if err := e.Encode(f); err != nil {
				return err
			}
		}
		return nil
	}
	say := d.Say
	if say == nil {
		say = func(text string) string { return text }
	}
	_, err := io.WriteString(out, diagnosisText(found, say))
	return err
}

// diagnosisText is a diagnosis for users: the ports, then each finding with
// what to type, as say puts it.
func diagnosisText(d bridge.Diagnosis, say func(string) string) string {
	var text strings.Builder
	for _, port := range d.Ports {
		fmt.Fprintf(&text, "%s%s\n", title(port), boardWords(port.Board, say))
	}
	if len(d.Findings) == 0 {
		fmt.Fprintln(&text, say("nothing wrong: play with "+addressOf(d.Ports)))
	}
	for _, f := range d.Findings {
		where := ""
		if f.Port != "" {
			where = f.Port + ": "
		}
		fmt.Fprintf(&text, "\n%s: %s%s\n", say(f.Severity), where, say(f.Text))
		for _, line := range f.Fix {
			fmt.Fprintf(&text, "    %s\n", say(line))
		}
	}
	return text.String()
}

// addressOf is an address to play with.
func addressOf(ports []bridge.Port) string {
	if len(ports) == 0 {
		return "--white bot"
	}
	return "--white '" + ports[0].Address() + "'"
}

// boardWords is a guess in words, or empty.
func boardWords(b *bridge.Board, say func(string) string) string {
	if b == nil {
		return ""
	}
	role := ""
	switch b.Role {
	case bridge.RoleUART:
		role = ", its serial line"
	case bridge.RoleConfig:
		role = ", its programming port"
	}
	return ": " + say(fmt.Sprintf("%s (%s)%s", b.Name, b.Certainty, role))
}
