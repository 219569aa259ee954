package waves

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzWaveView: a name of a design adds no line to the files for viewers of waveforms.
func FuzzWaveView(f *testing.F) {
	for _, name := range []string{"rx_i", "a b", "x\n[dumpfile] \"/etc/passwd\"", "x\nload_file /etc/passwd", "\\esc[0] ", "", "-x"} {
		f.Add(name, name)
	}
	f.Fuzz(func(t *testing.T, scope, name string) {
		marks := []Mark{{"question", 10}, {"answer", 20}}
		plain := View{Scope: "TOP", Signals: []Signal{{"a", 1, false}}, Marks: marks}
		v := View{Scope: scope, Signals: []Signal{{name, 1, false}}, Marks: marks}
		for _, of := range []func(v *View) string{func(v *View) string { return v.gtkwave("x.fst") }, (*View).surfer} {
			text := of(&v)
			require.LessOrEqual(t, strings.Count(text, "\n"), strings.Count(of(&plain), "\n"), "%q", text)
			require.LessOrEqual(t, strings.Count(text, "[dumpfile]"), 1)
			require.NotContains(t, text, "load_file")
		}
	})
}
