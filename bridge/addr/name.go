package addr

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// optionName is the option of every address that gives the player a name.
const optionName = "name"

// maxName bounds a player's name in bytes.
const maxName = 64

// DisplayName returns the name of the player at an address for users: the option name=,
// or the name of a client that may come to several ports, or else the address without
// its token, key or preparation.
func DisplayName(address string) string {
	if _, name, err := cutName(address); err == nil && name != "" {
		return name
	}
	if strings.HasPrefix(address, SchemeListen+":") {
		if a, err := Parse(address); err == nil && len(a.MorePorts) > 0 && a.Team != "" {
			return a.Team
		}
	}
	if strings.HasPrefix(address, SchemeAPI+":") || strings.HasPrefix(address, SchemeRemote+":") {
		address, _, _ = strings.Cut(address, "?")
	}
	return withoutPreparation(address)
}

// cutName removes the option name=NAME from an address. The name is empty if the option
// isn't there.
func cutName(s string) (rest, name string, err *Error) {
	cut := strings.IndexByte(s, '?')
	if strings.HasPrefix(s, SchemeExec+":") {
		cut = strings.LastIndexByte(s, '?')
		if cut >= 0 && !execOptions.MatchString(s[cut+1:]) {
			cut = -1 // the question mark is the program's
		}
	}
	if cut < 0 {
		return s, "", nil
	}
	var others []string
	given := false
	for pair := range strings.SplitSeq(s[cut+1:], "&") {
		key, value, _ := strings.Cut(pair, "=")
		switch {
		case key != optionName:
			others = append(others, pair)
		case given:
			return s, "", fault("name", "is given twice", "leave one of them")
		default:
			given, name = true, value
		}
	}
	if !given {
		return s, "", nil
	}
	if err := checkName(name); err != nil {
		return s, "", err
	}
	if len(others) == 0 {
		return s[:cut], name, nil
	}
	return s[:cut+1] + strings.Join(others, "&"), name, nil
}

func checkName(name string) *Error {
	if name == "" || len(name) > maxName || !utf8.ValidString(name) ||
		strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return fault(fmt.Sprintf("name %.80q", name), "is not a name",
			fmt.Sprintf("write 1 to %d bytes of text that can be printed, such as name=alpha", maxName))
	}
	return nil
}

func (a Address) withName(address string) string {
	if a.Title == "" {
		return address
	}
	mark := "?"
	if a.Scheme == SchemeExec {
		if _, tail, _ := strings.Cut(address[len("exec:")+len(a.Exec.Command):], "?"); tail != "" {
			mark = "&"
		}
	} else if strings.Contains(address, "?") {
		mark = "&"
	}
	return address + mark + optionName + "=" + a.Title
}
