package ports

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/throttle"
)

// Doctor prints what keeps boards from playing.
type Doctor struct {
	Out  io.Writer
	JSON bool // prints an object a finding

	Language say.Language // of what people read

	last string // what PrintIfChanged printed
}

// diagnose looks at the ports, and at what viewers and records need.
func diagnose() (Diagnosis, error) {
	found, err := Diagnose("")
	found.Findings = append(found.Findings, openFiles(throttle.Files())...)
	found.Findings = append(found.Findings, diskSpace()...)
	return found, err
}

// Print prints a diagnosis and returns how many problems it has. Advice is
// none.
func (d *Doctor) Print() (problems int, err error) {
	found, err := diagnose()
	if err != nil {
		return 0, err
	}
	for _, f := range found.Findings {
		if f.Severity == SeverityProblem {
			problems++
		}
	}
	return problems, d.write(d.Out, found)
}

// PrintPreparation prints what would keep a board from being prepared, and returns how many
// problems it has.
func (d *Doctor) PrintPreparation(address string, o bridge.Options) (problems int, err error) {
	found, err := CheckPreparation(address, o)
	if err != nil {
		return 0, err
	}
	for _, f := range found.Findings {
		if f.Severity == SeverityProblem {
			problems++
		}
	}
	if len(found.Findings) == 0 && !d.JSON {
		_, err := fmt.Fprintln(d.Out, d.Language.Say(say.Format("nothing wrong: play with %s", humanize.ShellWord(address))))
		return 0, err
	}
	return problems, d.write(d.Out, found)
}

// PrintIfChanged prints a diagnosis if it differs from the one before.
func (d *Doctor) PrintIfChanged() error {
	found, err := diagnose()
	if err != nil {
		return err
	}
	var text strings.Builder
	if err := d.write(&text, found); err != nil || text.String() == d.last {
		return err
	}
	d.last = text.String()
	_, err = io.WriteString(d.Out, d.last+"\n")
	return err
}

func (d *Doctor) write(out io.Writer, found Diagnosis) error {
	if d.JSON {
		e := json.NewEncoder(out)
		for _, f := range found.Findings {
			if err := e.Encode(f); err != nil {
				return err
			}
		}
		return nil
	}
	_, err := io.WriteString(out, diagnosisText(found, d.Language))
	return err
}

// diagnosisText returns a diagnosis for users: the ports, then each finding with
// what to type.
func diagnosisText(d Diagnosis, l say.Language) string {
	var text strings.Builder
	for _, port := range d.Ports {
		fmt.Fprintf(&text, "%s%s\n", title(port), l.Say(boardWords(port.Board)))
	}
	if len(d.Findings) == 0 {
		fmt.Fprintln(&text, l.Say(say.Format("nothing wrong: play with %s", addressOf(d.Ports))))
	}
	for _, f := range d.Findings {
		where := ""
		if f.Port != "" {
			where = f.Port + ": "
		}
		fmt.Fprintf(&text, "\n%s: %s%s\n", l.Say(say.Word(f.Severity)), where, l.Say(f.Text))
		for _, line := range f.Fix {
			fmt.Fprintf(&text, "    %s\n", l.Say(line))
		}
	}
	return text.String()
}

func addressOf(ports []devices.Port) string {
	if len(ports) == 0 {
		return "--white bot"
	}
	return "--white '" + ports[0].Address() + "'"
}

// boardWords returns a guess in words, or empty.
func boardWords(b *devices.Board) say.Text {
	if b == nil {
		return say.Text{}
	}
	text := say.Format("%s (%s)", say.Word(b.Name), say.Word(string(b.Certainty)))
	switch b.Role {
	case devices.RoleUART:
		text = say.Format("%s, its serial line", text)
	case devices.RoleConfig:
		text = say.Format("%s, its programming port", text)
	}
	return say.Format(": %s", text)
}
