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
	words := []string{cmd.CommandPath(), humanize.ShellWord(address)}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if slices.Contains([]string{"step", "record", "tap", "json", "junit", "github", "verbose"}, f.Name) {
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
	return humanize.FromHere(fmt.Sprintf("%s --step %d", strings.Join(words, " "), step))
}
