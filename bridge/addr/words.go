package addr

import (
	"runtime"
	"strings"

	"github.com/google/shlex"
)

// Words returns the program and its arguments. No shell is involved.
func (e *ExecAddress) Words() ([]string, error) {
	if runtime.GOOS == "windows" {
		return shlex.Split(keepBackslashes(e.Command))
	}
	return shlex.Split(e.Command)
}

// keepBackslashes writes a command line of Windows, where a backslash parts the
// folders of a path, so that it stays one where a shell of other systems takes it
// for an escape. Before a double quote it is an escape there, too.
func keepBackslashes(command string) string {
	var kept strings.Builder
	var in byte // the quotes that are open, or 0
	for i := 0; i < len(command); i++ {
		c := command[i]
		kept.WriteByte(c)
		switch {
		case c == '\\' && in != '\'' && strings.HasPrefix(command[i+1:], `"`):
			i++
			kept.WriteByte('"')
		case c == '\\' && in != '\'':
			kept.WriteByte(c)
		case in == c:
			in = 0
		case in == 0 && (c == '"' || c == '\''):
			in = c
		}
	}
	return kept.String()
}
