package commandline

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/internal/say"
)

// LanguageFlag adds --lang to a command and all below it. A command's own option of
// that name takes precedence.
func LanguageFlag(root *cobra.Command) {
	root.PersistentFlags().Var(&languageFlag{}, "lang",
		"`LANGUAGE` of doctor, check and the greeting: en or ja; else LC_ALL or LANG says")
	_ = root.RegisterFlagCompletionFunc("lang", cobra.FixedCompletions(say.Names(), cobra.ShellCompDirectiveNoFileComp)) // it is there
}

// Language is the language in which a command speaks.
func Language(cmd *cobra.Command) say.Language {
	name := ""
	if flag := cmd.Flag("lang"); flag != nil && slices.Contains(say.Names(), flag.Value.String()) {
		name = flag.Value.String()
	}
	language, _ := say.Choose(name) // English where there is no such
	return language
}

// InLanguage has a command say its errors in the language that was asked for.
func InLanguage(run func(*cobra.Command, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		return Language(cmd).Error(run(cmd, args))
	}
}

// languageFlag is the name of a language, or empty.
type languageFlag struct{ name string }

// String is the name.
func (f *languageFlag) String() string { return f.name }

// Set wants a name that there is.
func (f *languageFlag) Set(name string) error {
	_, err := say.Choose(strings.TrimSpace(name))
	f.name = name
	return err
}

// Type returns the type that help shows.
func (f *languageFlag) Type() string { return "language" }
