package vectors

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestGoldenTurns searches once for the golden turns and wants of them the
// bodies of the files in all forms, byte for byte.
func TestGoldenTurns(t *testing.T) {
	t.Parallel()
	var all [3]Options
	var parts [3]part
	for i, form := range Forms() {
		all[i] = Options{Kind: Turn, Form: form, Seed: 3, Quota: 1}.filled()
		parts[i].o = &all[i]
	}
	err := newMaker(&all[0]).first(context.Background(), func(v vector) bool {
		for i := range parts {
			parts[i].add(v)
		}
		return true
	})
	require.NoError(t, err)
	for i, form := range Forms() {
		p := &parts[i]
		body := append(appendTop(nil, p.o), p.text...)
		body = appendEnd(body, p.o, p.n, int64(len(body)))
		golden, err := os.ReadFile("golden/turn." + string(form))
		require.NoError(t, err)
		require.Equal(t, string(golden[HeaderSize:]), string(body), "%s: make generate", form)
	}
}
