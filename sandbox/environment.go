package sandbox

import (
	"os"
	"strings"
)

// kept are the variables of the host that every program gets.
var kept = [...]string{"PATH", "HOME", "LANG"}

// environment returns the program's environment: all of the host's, or only the
// variables that a program needs.
func (p *Program) environment(all bool) []string {
	var env []string
	if all {
		env = os.Environ()
	}
	for _, name := range kept {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	for _, name := range p.Env {
		if strings.Contains(name, "=") {
			env = append(env, name)
		} else if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}
