package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/sim"
)

func newSimLintCmd() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "lint",
		Short: "Have Verilator, Yosys and Icarus read the RTL",
		Long: `Lint reads every module of the RTL by itself with verilator -Wall, with Yosys
(hierarchy -check, proc, check -assert) and with iverilog -Wall. Every word of
theirs is a finding, and a finding is exit status 3. Nothing is waived.`,
		Example: `  loopline sim lint
  loopline sim lint --core path/to/dir`,
		Args: wantArgs(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			source, err := rtlSource(dir)
			if err != nil {
				return err
			}
			return simLint(cmd, source)
		},
	}
	cmd.Flags().StringVar(&dir, "core", "", "`DIR` with other RTL than ours")
	return cmd
}

func simLint(cmd *cobra.Command, source sim.Source) error {
	modules, found, err := sim.Lint(cmd.Context(), source)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	for _, f := range found {
		if _, err := fmt.Fprintf(out, "%s, module %s:\n%s\n\n", f.Tool, f.Module, f.Text); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintf(out, "%s read by %s: %s\n", plural(len(modules), "module", "modules"),
		strings.Join(sim.LintTools(), ", "), plural(len(found), "finding", "findings")); err != nil {
		return err
	}
	if len(found) > 0 {
		return &foundError{fmt.Sprintf("%s has %s", source.Name, plural(len(found), "finding", "findings"))}
	}
	return nil
}
