package check

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/say"
)

// TestNotices: what was noticed of the player during a step is in the step.
func TestNotices(t *testing.T) {
	var noticed []string
	task := func(name, notice string) Task {
		return Task{Name: say.Raw(name), Run: func(context.Context) (Step, error) {
			noticed = append(noticed, notice)
			return Step{Status: Failed}, nil
		}}
	}
	var out bytes.Buffer
	s := &Session{Report: NewReport(&out, true), Notices: func() []string {
		taken := noticed
		noticed = nil
		return taken
	}}
	require.NoError(t, s.Run(t.Context(), []Task{task("one", "it answers at 9600 baud"), task("two", "an echo")}))
	lines := strings.Split(out.String(), "\n")
	require.Contains(t, lines[0], `"notices":["it answers at 9600 baud"]`)
	require.Contains(t, lines[1], `"notices":["an echo"]`)

	out.Reset()
	s.Report.JSON, s.Report.Notices = false, true
	require.NoError(t, s.Run(t.Context(), []Task{task("one", "it answers at 9600 baud")}))
	require.Contains(t, out.String(), "noticed  it answers at 9600 baud\n")
}
