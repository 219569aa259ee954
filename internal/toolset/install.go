package toolset

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A MissingError names a tool that is not there.
type MissingError struct {
	Tool string // the name of its command
}

// Error names the tool, what to type on this system, and what needs no root.
func (e *MissingError) Error() string {
	return e.Tool + " is not installed; " + Remedy(e.Tool)
}

// HostFault marks the error for callers that don't import this package: no player is to blame.
func (e *MissingError) HostFault() {}

// Remedy returns what to do to get a tool: what to type on this system, and what needs no
// root.
func Remedy(tool string) string {
	text := "type: " + Install(tool)
	if text == "type: " {
		text = "install it with this system's package manager"
	}
	if way := rootless(tool); way != "" {
		text += ", or without root: " + way
	}
	return text
}

// rootless returns how to get a tool without root, or "".
func rootless(tool string) string {
	t, _ := ByName(tool)
	var ways []string
	if t.Python != "" {
		ways = append(ways, "pip install "+t.Python+" in a virtual environment")
	}
	if t.Suite {
		ways = append(ways, "unpack oss-cad-suite")
	}
	if len(ways) == 0 {
		return ""
	}
	return strings.Join(ways, " or ") + ", and set " + Variable + " to the folder (docs/platforms.md)"
}

// Fault returns what is wrong with a tool and what to do, or "" if nothing is known
// against it.
func (i Installed) Fault() string {
	newer := "install a newer one with this system's package manager"
	if way := rootless(i.Tool); way != "" {
		newer = "for a newer one " + way
	}
	switch i.State {
	case Missing:
		return (&MissingError{i.Tool}).Error()
	case TooOld:
		return fmt.Sprintf("%s is %s %s, too old for Loopline, which needs %s; %s", i.Path, i.Tool, i.Version, i.Oldest, newer)
	case Broken:
		return fmt.Sprintf("%s does not run as %s: %.200s; install it again, or name the folders of all that it needs in %s", i.Path, i.Tool, i.Said, Variable)
	}
	return ""
}

// Install returns the command line that installs tools with this system's package
// manager, or "" if there is none that has them all.
func Install(tools ...string) string {
	for _, folder := range []string{"", "/usr/bin", "/sbin"} { // in PATH first
		for m, command := range managers {
			if _, err := exec.LookPath(filepath.Join(folder, command[0])); err == nil {
				return install(manager(m), tools)
			}
		}
	}
	return ""
}

// install returns the command line of one package manager.
func install(m manager, tools []string) string {
	var packages []string
	for _, name := range tools {
		tool, _ := ByName(name)
		words := strings.Fields(tool.packages[m])
		if len(words) == 0 {
			return ""
		}
		for _, word := range words {
			if !slices.Contains(packages, word) {
				packages = append(packages, word)
			}
		}
	}
	return fmt.Sprint(strings.Join(managers[m], " "), " ", strings.Join(packages, " "))
}

// manager numbers the package managers in the order in which they are looked for.
type manager int

const (
	apt manager = iota
	dnf
	pacman
	zypper
	apk
	brew
	numManagers
)

// managers are the commands that install packages.
var managers = [numManagers][]string{
	apt:    {"apt-get", "install", "-y"},
	dnf:    {"dnf", "install", "-y"},
	pacman: {"pacman", "-S", "--needed"},
	zypper: {"zypper", "install", "-y"},
	apk:    {"apk", "add"},
	brew:   {"brew", "install"},
}
