package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/toolset"
	"github.com/loopline/loopline/sandbox"
)

// toolsReport prints the tools of this machine.
type toolsReport struct {
	out      io.Writer
	json     bool // an object a tool
	language say.Language
}

// print looks for every tool and returns how many do not do for Loopline. One that is
// missing is no problem.
func (r *toolsReport) print(ctx context.Context) (problems int, err error) {
	for _, folder := range toolset.Folders() {
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			problems++
			missing := toolset.Installed{Tool: toolset.Variable, State: toolset.Missing, Path: folder}
			if err := r.write(missing, say.Format("%s names %s, which is no folder", toolset.Variable, folder)); err != nil {
				return 0, err
			}
		}
	}
	for _, tool := range toolset.Known() {
		found, err := tool.Look(ctx)
		if err != nil {
			return 0, err
		}
		if found.Tool == "bwrap" && found.State != toolset.Missing {
			if why := sandbox.New(sandbox.Auto, nil).Unavailable(); why != nil {
				found.State, found.Said = toolset.Broken, why.Error()
			}
		}
		if found.State == toolset.TooOld || found.State == toolset.Broken {
			problems++
		}
		if err := r.write(found, toolLine(&found), notesOn(&found, tool)...); err != nil {
			return 0, err
		}
	}
	return problems, nil
}

// write prints a tool with what there is to say about it.
func (r *toolsReport) write(i toolset.Installed, line say.Text, notes ...say.Text) error {
	if r.json {
		return json.NewEncoder(r.out).Encode(i)
	}
	var text strings.Builder
	fmt.Fprintln(&text, r.language.Say(line))
	for _, note := range notes {
		fmt.Fprintln(&text, "    "+r.language.Say(note))
	}
	_, err := io.WriteString(r.out, text.String())
	return err
}

// toolLine says in a line what a tool is and whether it does.
func toolLine(i *toolset.Installed) say.Text {
	name := fmt.Sprintf("%-14s", i.Tool)
	version := strings.TrimSpace(i.Version + " ")
	switch i.State {
	case toolset.Missing:
		return say.Format("%s missing: for %s", name, purposeOf(i.For))
	case toolset.Broken:
		return say.Format("%s does not run: %s: %s", name, i.Path, i.Said)
	case toolset.TooOld:
		return say.Format("%s %s is too old, Loopline needs %s: %s", name, version, i.Oldest, i.Path)
	case toolset.Untested:
		return say.Format("%s %s is untested, newer than %s: %s", name, version, i.Newest, i.Path)
	}
	if version == "" {
		return say.Format("%s ok: %s", name, i.Path)
	}
	return say.Format("%s %s ok: %s", name, version, i.Path)
}

// notesOn says what else there is of a tool, and what to do.
func notesOn(i *toolset.Installed, tool toolset.Tool) (notes []say.Text) {
	if len(i.Others) > 0 {
		notes = append(notes, say.Format("not used: %s", strings.Join(i.Others, ", ")))
	}
	if root := os.Getenv("VERILATOR_ROOT"); root != "" && i.Tool == "verilator" && i.State != toolset.Missing {
		notes = append(notes, say.Format("VERILATOR_ROOT is %s: unset it unless it is this Verilator's", root))
	}
	if i.State == toolset.Supported || i.State == toolset.Untested {
		return notes
	}
	if line := toolset.Install(i.Tool); line != "" && i.State == toolset.Missing {
		notes = append(notes, say.Format("type: %s", line))
	}
	if tool.Python != "" {
		notes = append(notes, say.Format("without root: pip install %s in a virtual environment, and set %s to its folder", tool.Python, toolset.Variable))
	}
	if tool.Suite {
		notes = append(notes, say.Format("without root: unpack oss-cad-suite, and set %s to its folder", toolset.Variable))
	}
	return notes
}

// purposeOf says what a tool is for.
func purposeOf(purpose string) say.Text {
	switch purpose {
	case "simulated boards":
		return say.Format("simulated boards")
	case "isolation":
		return say.Format("isolation of programs and designs")
	case "lint, testbenches":
		return say.Format("lint and testbenches")
	case "lint, proofs, netlists":
		return say.Format("lint, proofs and netlists")
	case "proofs":
		return say.Format("proofs")
	case "designs in VHDL":
		return say.Format("designs in VHDL")
	case "bitstreams":
		return say.Format("bitstreams of an iCE40")
	case "players and benches in Python":
		return say.Format("players and testbenches in Python")
	}
	return say.Format("the projects of loopline new")
}
