// Package commandline is what commands have in common: the command lines that reports
// tell people to run, the language, and the program that has the other commands.
package commandline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/loopline/loopline/internal/humanize"
)

// ReproCommand returns the command line that runs one step of a check again: that of
// cmd, with the flags that were given, but for those that say what is run or
// where it is written.
func ReproCommand(cmd *cobra.Command, address string, step int) string {
	line := commandLine(cmd, cmd.CommandPath(), address, "step", "record", "tap", "json", "junit", "github", "verbose")
	return humanize.FromHere(fmt.Sprintf("%s --step %d", line, step))
}

// ReproCheck is ReproCommand for another command that runs a check, but for the flags that
// only that one has.
func ReproCheck(cmd *cobra.Command, address string, step int, own ...string) string {
	line := commandLine(cmd, cmd.Root().Name()+" check", address, append(own, "lang")...)
	return humanize.FromHere(fmt.Sprintf("%s --step %d", line, step))
}

// Again returns the command line of a command with one argument and the flags that were given, but for those of
// the language and of what is overwritten.
func Again(cmd *cobra.Command, arg string) string {
	return commandLine(cmd, cmd.CommandPath(), arg, "force", "lang")
}

// commandLine is a command line without some flags.
func commandLine(cmd *cobra.Command, path, arg string, without ...string) string {
	words := []string{path, humanize.ShellWord(arg)}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if slices.Contains(without, f.Name) {
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, value := range values {
			words = append(words, "--"+f.Name+"="+humanize.ShellWord(value))
		}
	})
	return strings.Join(words, " ")
}
