package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/starter"
)

// The commands of a project's workflow for CI, those of its Makefile included, are ones
// that this program knows. One of them writes a report.
func TestWorkflowCommands(t *testing.T) {
	steps := regexp.MustCompile(`(?m)^ +(?:- run: )?((?:make|loopline) .*)$`)
	projects := []starter.Project{{Kind: "board", Board: "icebreaker", Search: true}}
	for _, kind := range starter.Kinds() {
		for _, language := range starter.Languages(kind) {
			p := starter.Project{Kind: kind, Language: language}
			if kind == "board" {
				p.Board = "icebreaker"
			}
			projects = append(projects, p)
		}
	}
	for _, p := range projects {
		dir := filepath.Join(t.TempDir(), "mine")
		_, err := p.Write(dir)
		require.NoError(t, err)
		text, err := os.ReadFile(filepath.Join(dir, ".github", "workflows", "loopline.yml"))
		require.NoError(t, err)
		var commands []string
		for _, m := range steps.FindAllStringSubmatch(string(text), -1) {
			if strings.HasPrefix(m[1], "make ") {
				said, err := exec.CommandContext(t.Context(), "sh", "-c", "cd \"$0\" && make -n "+strings.TrimPrefix(m[1], "make "), dir).CombinedOutput()
				require.NoError(t, err, string(said))
				m[1] = string(said)
			}
			for line := range strings.Lines(m[1]) {
				if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "loopline "); ok {
					commands = append(commands, rest)
				}
			}
		}
		require.Contains(t, strings.Join(commands, "\n"), "--junit reports/", "%s %s", p.Kind, p.Language)
		if p.Kind != "bot" {
			require.Contains(t, strings.Join(commands, "\n"), "sim lint ", "%s %s", p.Kind, p.Language)
		}
		for _, command := range commands {
			words, err := exec.CommandContext(t.Context(), "sh", "-c", "printf '%s\\n' "+command).Output()
			require.NoError(t, err)
			root := newRootCmd()
			cmd, rest, err := root.Find(strings.Split(strings.TrimSuffix(string(words), "\n"), "\n"))
			require.NoError(t, err, command)
			require.NoError(t, cmd.ParseFlags(rest), command)
			require.NoError(t, cmd.ValidateArgs(cmd.Flags().Args()), command)
			require.True(t, cmd.Runnable() && !cmd.HasSubCommands(), command)
		}
	}
}
