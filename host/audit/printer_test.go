package audit

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// failingWriter takes some bytes.
type failingWriter struct{ left int }

var errFull = errors.New("no space left on device")

func (w *failingWriter) Write(p []byte) (int, error) {
	if len(p) > w.left {
		return 0, errFull
	}
	w.left -= len(p)
	return len(p), nil
}

// A record that cannot be read to its end, and findings that cannot be written, are errors.
func TestPrinterErrors(t *testing.T) {
	text := matches(t, 2)
	first := cutGames(text)[0]
	for _, json := range []bool{false, true} {
		broken := &os.PathError{Op: "read", Path: "disk", Err: errors.New("input/output error")}
		var out strings.Builder
		p := Printer{Auditor: Auditor{Verify: verify}, Out: &out, JSON: json}
		err := p.Record(t.Context(), io.MultiReader(strings.NewReader(first), iotest.ErrReader(broken)), "disk")
		require.ErrorIs(t, err, broken)

		p = Printer{Auditor: Auditor{Verify: verify}, Out: &failingWriter{left: 20}, JSON: json}
		require.ErrorIs(t, p.Record(t.Context(), strings.NewReader(text), "disk"), errFull)

		out.Reset()
		p = Printer{Auditor: Auditor{Verify: verify}, Out: &out, JSON: json}
		require.NoError(t, p.Record(t.Context(), strings.NewReader(text), "disk"))
		require.NoError(t, p.Sum())
		require.Empty(t, p.Problem(false))
		require.Equal(t, !json, strings.Contains(out.String(), "2 games: 2 ok, 0 incomplete, 0 wrong"))
	}
}
