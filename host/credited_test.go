package host

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
)

// TestVerdictsThatHangOnCredit: an answer that lives by credit, of a player that does not lose, makes the verdict
// hang on it. With VoidCredited the game is void, and its record says the same.
func TestVerdictsThatHangOnCredit(t *testing.T) {
	for _, c := range []struct {
		name         string
		first        func() *fake
		void         bool
		hangs, voids bool
		credited     int
	}{
		{"none needed it", func() *fake { return says(0, "ok\n") }, true, false, false, 0},
		{"one lives by it", func() *fake { return says(1100*ms, "ok\n") }, false, true, false, 1},
		{"and is void", func() *fake { return says(1100*ms, "ok\n") }, true, true, true, 1},
		{"its player lost anyway", func() *fake {
			return hosttest.New(func(f *fake, _ string) {
				f.Say(1100*ms, "ok\n")
				f.Script = func(f *fake, _ string) { f.Say(1500*ms, "ok\n") }
			})
		}, true, false, false, 1},
		{"it was not enough", func() *fake { return says(1500*ms, "ok\n") }, true, false, false, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := still(between(rounds(2, second), c.first(), hosttest.Answering("ok", 0)), second, [2]int{300, 450})
				m.VoidCredited = c.void
				v, text := played(t, m)
				require.Len(t, v.Credited, c.credited)
				require.Equal(t, c.hangs, v.HangsOnCredit())
				require.Equal(t, c.voids, v.Void, v.Detail)
				require.Equal(t, c.void, strings.Contains(text, `"credit_void":true`))
				if c.voids {
					require.Equal(t, ReasonCredit, v.Reason)
					require.Contains(t, v.Detail, "a: the answer to ")
				}
				verified(t, text, rounds(2, second))
				games, err := record.Read(strings.NewReader(text))
				require.NoError(t, err)
				all, hangs := CreditedAnswers(&games[0])
				require.Equal(t, v.Credited, all)
				require.Equal(t, c.hangs, hangs)
				if c.voids {
					forged, err := record.Read(strings.NewReader(reseal(changed(t, text, `,"credit_void":true`, ""))))
					require.NoError(t, err)
					_, err = Verify(&forged[0], rounds(2, second))
					var d *Divergence
					require.ErrorAs(t, err, &d)
				}
			})
		})
	}
}
