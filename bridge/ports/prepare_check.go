package ports

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/devices"
	bridgeexec "github.com/loopline/loopline/bridge/exec"
	"github.com/loopline/loopline/internal/say"
)

// FindPrepare is the ID of findings about prepare= and reset=.
const FindPrepare = "prepare"

// designFiles are the endings of files that programmers load.
var designFiles = []string{".bin", ".bit", ".fs", ".svf", ".dfu", ".rbf", ".sof", ".mcs", ".jed"}

// CheckPreparation looks for what would keep a board from being prepared, and runs nothing: the
// programs, the files that they load, and the device that they would see. The error is of an
// address that has no preparation.
func CheckPreparation(address string, o bridge.Options) (Diagnosis, error) {
	a, err := addr.Parse(address)
	if err != nil {
		return Diagnosis{}, err
	}
	if a.Preparation.IsZero() {
		return Diagnosis{}, say.Errorf("%s has neither prepare= nor reset=", address)
	}
	var d Diagnosis
	find := func(severity string, text say.Text, fix ...say.Text) {
		d.Findings = append(d.Findings, Finding{ID: FindPrepare, Severity: severity, Port: a.Target(), Text: text, Fix: fix})
	}
	at, err := bridge.FindPlace(a, o.Root)
	if err != nil {
		find(SeverityProblem, say.TextOf(err))
	}
	ports, err := devices.Ports(o.Root)
	if err != nil {
		return d, err
	}
	for _, p := range ports {
		if p.USBPath != "" && p.USBPath == at.Path || slices.Contains(at.Nodes, filepath.Join(o.Root, p.Device)) {
			d.Ports = append(d.Ports, p)
		}
	}
	for _, node := range bridge.Bindable(at.Nodes) {
		if err := bridge.MayOpen(node); err != nil {
			find(SeverityProblem, say.Format("a programmer would see %s, and may not open it", node), say.Raw("loopline doctor"))
		}
	}
	for _, c := range []struct{ key, line string }{{"prepare", a.Preparation.Command}, {"reset", a.Preparation.Reset}} {
		switch c.line {
		case "", addr.ResetDTR, addr.ResetRTS:
			continue
		case addr.ResetUhubctl:
			if _, err := at.Hub(o.Root); err != nil && at.Nodes != nil {
				find(SeverityProblem, say.TextOf(err))
			}
		}
		words, _ := addr.CommandWords(c.line) // was checked
		if _, err := exec.LookPath(words[0]); errors.Is(err, exec.ErrNotFound) {
			if install := devices.InstallProgrammer(words[0]); install != "" {
				find(SeverityProblem, say.Format("%s=: %s is not installed", c.key, words[0]), say.Raw(install))
			} else {
				find(SeverityProblem, say.Format("%s=: there is no program %s in PATH", c.key, words[0]))
			}
		} else if err != nil {
			find(SeverityProblem, say.Format("%s=: %s cannot be run: %s", c.key, words[0], err))
		}
		for _, file := range words[1:] {
			if !slices.Contains(designFiles, strings.ToLower(filepath.Ext(file))) {
				continue
			}
			if f, err := os.Open(file); err != nil {
				find(SeverityProblem, say.Format("%s=: the design can't be read: %s", c.key, err))
			} else {
				f.Close()
			}
		}
	}
	if why := bridgeexec.IsolationOf(o.Isolation, o.Log).Unavailable(); why != nil {
		find(SeverityAdvice, say.Format("the programmer would run without isolation and see every device: %s", why))
	}
	return d, nil
}
