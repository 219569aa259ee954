package commandline

import "github.com/spf13/pflag"

// RenamedFlags keeps the former names of flags as hidden aliases: a command line may
// give either name, help and completions show the present one alone. Former maps
// former names to present ones. Both set the same variable, and Changed reports
// either. It is called before the flags are parsed, also more than once for a set.
func RenamedFlags(f *pflag.FlagSet, former map[string]string) {
	before := f.GetNormalizeFunc()
	f.SetNormalizeFunc(func(f *pflag.FlagSet, name string) pflag.NormalizedName {
		if present, ok := former[name]; ok {
			name = present
		}
		return before(f, name)
	})
}
