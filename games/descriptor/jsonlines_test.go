package descriptor

import (
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// double answers {"n":7} with {"twice":14}.
func double(line []byte) (any, error) {
	var in struct{ N *int }
	if err := json.Unmarshal(line, &in); err != nil {
		return nil, err
	}
	if in.N == nil {
		return nil, errors.New("n is missing")
	}
	return struct {
		Twice int `json:"twice"`
	}{2 * *in.N}, nil
}

func TestAnswerLines(t *testing.T) {
	var out strings.Builder
	in := `{"id":"a","n":1}` + "\n\n" + `{"n":2}` + "\r\n" + `{"id":{"x":[1]},"n":3}` + "\n" +
		`{"id":4}` + "\n[1]\nnull\nNaN\n" + `{"id":5,"n":` + "\n" + `{"id":"last","n":5}`
	require.NoError(t, AnswerLines(t.Context(), strings.NewReader(in), &out, double))
	require.Equal(t, `{"id":"a","twice":2}
{"twice":4}
{"id":{"x":[1]},"twice":6}
{"id":4,"error":"n is missing"}
{"error":"not a JSON object"}
{"error":"not a JSON object"}
{"error":"not a JSON object"}
{"error":"not a JSON object"}
{"id":"last","twice":10}
`, out.String())
}

// A question may be the argument itself; any other argument is a file.
func TestAnswerArgument(t *testing.T) {
	var out strings.Builder
	require.NoError(t, AnswerFiles(t.Context(), []string{`{"n":1}`, "-"}, strings.NewReader(`{"n":2}`), &out, double))
	require.Equal(t, `{"twice":2}`+"\n"+`{"twice":4}`+"\n", out.String())
	require.ErrorIs(t, AnswerFiles(t.Context(), []string{"n"}, nil, &out, double), fs.ErrNotExist)
}

// A line that is too long is an error of its own, and the next one is answered.
func TestAnswerLongLines(t *testing.T) {
	var out strings.Builder
	in := strings.Repeat("[", maxJSONLine+1) + "\n" + strings.Repeat("[", 100_000) + "\n" + `{"n":1}`
	require.NoError(t, AnswerLines(t.Context(), strings.NewReader(in), &out, double))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Len(t, lines, 3)
	require.Contains(t, lines[0], "longer than")
	require.Contains(t, lines[1], "not a JSON object")
	require.Equal(t, `{"twice":2}`, lines[2])
}
