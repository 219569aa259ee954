package main

import (
	"fmt"
	"os"
	"strings"
)

// explained is a survivor with an entry in the list.
type explained struct {
	class
	why string
}

type class int

const (
	otherwise  class = iota
	equivalent       // no test can tell it from the core
	proved           // a proof of hdl/formal tells it
)

var headings = map[string]class{"## Equivalent": equivalent, "## Killed by a proof": proved}

// explainedList is the list, by [mutant.key].
type explainedList map[string]*explained

// key identifies a mutant by its change, independent of the line number.
func (m *mutant) key() string { return m.file + "\n" + m.old + "\n" + m.now }

func (m *mutant) appendDiff(dst []byte) []byte {
	return fmt.Appendf(dst, "```diff\n--- %s\n- %s\n+ %s\n```\n", m.file, m.old, m.now)
}

// readExplained reads the list: diff blocks, each after the text that explains it.
// One explanation may cover several blocks.
func readExplained(name string) (explainedList, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	list := explainedList{}
	part, in := otherwise, false
	var why, file, old string
	for i, line := range strings.Split(string(text), "\n") {
		bad := func(what string) error { return fmt.Errorf("%s:%d: %s", name, i+1, what) }
		switch {
		case line == "```diff":
			in, file, old = true, "", ""
			if why == "" {
				return nil, bad("the survivor is not explained: write above the block why it survives")
			}
		case line == "```":
			in = false
		case in && strings.HasPrefix(line, "--- "):
			file = line[4:]
		case in && strings.HasPrefix(line, "- "):
			old = line[2:]
		case in && strings.HasPrefix(line, "+") && file != "" && old != "":
			list[file+"\n"+old+"\n"+strings.TrimPrefix(line[1:], " ")] = &explained{part, why}
		case in:
			return nil, bad("a block has three lines: --- FILE, - OLD, + NEW")
		case strings.HasPrefix(line, "#"):
			why = ""
			if strings.HasPrefix(line, "## ") {
				part = headings[line]
			}
		case line != "":
			why = line
		}
	}
	return list, nil
}
