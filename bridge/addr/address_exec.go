package addr

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ExecAddress is a command line with the options of its process.
type ExecAddress struct {
	// Command is the command line as written, without the options behind it.
	Command string

	// Net leaves the program the network.
	Net bool

	// Env names variables of our environment that it gets beside PATH, HOME and
	// LANG.
	Env []string

	// CPUs are the processors it may run on; none is all.
	CPUs []int
}

// maxCPU bounds the number of a processor.
const maxCPU = 1023

// execOptions matches the known options at the end of a command line, with their
// question mark. Any other question mark belongs to the program.
var execOptions = regexp.MustCompile(`^((?:net|env|cpu|name)=[^&?'"\s]*)(?:&(?:net|env|cpu|name)=[^&?'"\s]*)*$`)

func (a *Address) parseExec(rest string) *Error {
	e := &a.Exec
	e.Command = rest
	if cut := strings.LastIndexByte(rest, '?'); cut >= 0 && execOptions.MatchString(rest[cut+1:]) {
		e.Command = rest[:cut]
		for pair := range strings.SplitSeq(rest[cut+1:], "&") {
			key, value, _ := strings.Cut(pair, "=")
			if err := e.set(key, value); err != nil {
				return err
			}
		}
	}
	words, err := e.Words()
	if err != nil {
		return fault("command", "cannot be split into words: "+err.Error(),
			"close the quotes")
	}
	if len(words) == 0 || words[0] == "" {
		return fault("command", "is empty", "write exec:./mybot")
	}
	return nil
}

func (e *ExecAddress) set(key, value string) *Error {
	switch key {
	case "net":
		if value != "0" && value != "1" {
			return fault(fmt.Sprintf("net %q", value), "is not known", "write net=1 or net=0")
		}
		e.Net = value == "1"
	case "env":
		for name := range strings.SplitSeq(value, ",") {
			if !isVariable(name) {
				return fault(fmt.Sprintf("env %q", name), "is not a name of a variable", "write env=NAME")
			}
			e.Env = append(e.Env, name)
		}
	case "cpu":
		for number := range strings.SplitSeq(value, ",") {
			n, err := strconv.ParseUint(number, 10, 31)
			if err != nil || n > maxCPU {
				return fault(fmt.Sprintf("cpu %q", number), "is not the number of a processor",
					fmt.Sprintf("write cpu=0, or cpu=2,3, up to %d", maxCPU))
			}
			if !slices.Contains(e.CPUs, int(n)) {
				e.CPUs = append(e.CPUs, int(n))
			}
		}
	}
	return nil
}

func isVariable(name string) bool {
	for i, c := range name {
		if c != '_' && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

// String formats the address such that Parse reads it after "exec:".
func (e ExecAddress) String() string {
	var options []string
	if e.Net {
		options = append(options, "net=1")
	}
	if len(e.Env) > 0 {
		options = append(options, "env="+strings.Join(e.Env, ","))
	}
	if len(e.CPUs) > 0 {
		numbers := make([]string, len(e.CPUs))
		for i, n := range e.CPUs {
			numbers[i] = strconv.Itoa(n)
		}
		options = append(options, "cpu="+strings.Join(numbers, ","))
	}
	cut := strings.LastIndexByte(e.Command, '?')
	if len(options) == 0 && cut >= 0 && execOptions.MatchString(e.Command[cut+1:]) {
		options = append(options, "net=0") // or the command would end at its own question mark
	}
	if len(options) == 0 {
		return e.Command
	}
	return e.Command + "?" + strings.Join(options, "&")
}
