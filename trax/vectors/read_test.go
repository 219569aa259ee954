package vectors_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	. "github.com/loopline/loopline/trax/vectors"
	"github.com/loopline/loopline/vectors"
)

func TestReadRefusesWhatIsNotWhole(t *testing.T) {
	for _, form := range vectors.Encodings() {
		good := generate(t, Options{Encoding: form, Count: 50})
		lines := bytes.SplitAfter(good, []byte("\n"))
		join := func(l ...[]byte) []byte { return bytes.Join(l, nil) }
		flipped := bytes.Clone(good)
		flipped[len(good)-9] ^= 1
		swapped := bytes.Clone(good)
		n := len(lines)
		for _, c := range []struct {
			name string
			text []byte
			says string
		}{
			{"empty", nil, "header"},
			{"no header", join(lines[1:]...), "header"},
			{"cut in a line", good[:len(good)-5], "cut"},
			{"cut between lines", join(lines[:n/2]...), "loopline vectors gen"},
			{"a flipped bit", flipped, ":"},
			{"moved lines", join(lines[0], lines[1], join(lines[3:]...), lines[2]), ":"},
			{"another version", bytes.Replace(good, []byte(`"version":1`), []byte(`"version":2`), 1), "has version 2"},
			{"another hash", bytes.Replace(swapped, []byte(`"sha256":"`), []byte(`"sha256":"0`), 1), "sha256"},
			{"an edited header", bytes.Replace(swapped, []byte(`"seed":0`), []byte(`"seed":10`), 1), "edited"},
			{"a huge line", append(bytes.Clone(good), bytes.Repeat([]byte("x"), 3<<20)...), "longer than"},
			{"another kind", bytes.Replace(good, []byte(`"kind":"turn"`), []byte(`"kind":"pass"`), 1), "kind"},
			{"a bad board", bytes.Replace(good, []byte(`"board":"32x32"`), []byte(`"board":"32x03"`), 1), "board"},
		} {
			_, err := Read(bytes.NewReader(c.text), "f", nil)
			require.ErrorContains(t, err, c.says, "%s, %s", form, c.name)
			require.ErrorContains(t, err, "f:", "%s, %s", form, c.name)
			require.NotContains(t, err.Error(), "\n")
		}
		h, err := Read(bytes.NewReader(good), "f", nil)
		require.NoError(t, err)
		require.Equal(t, 50, h.Count)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(""))
	f.Add([]byte(`{"format":"loopline-vectors","version":1}` + "\n"))
	f.Add([]byte("// {\"format\":\"loopline-vectors\",\"version\":1,\"form\":\"hex\"}\n0000000000000000\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if _, err := Read(bytes.NewReader(text), "f", nil); err != nil {
			require.True(t, strings.HasPrefix(err.Error(), "f:"), err.Error())
		}
	})
}

// TestOracleAgrees derives every vector again from its question, by code that
// did not make it where there is some: replay, a receiver, a judge of lines.
func TestOracleAgrees(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	t.Parallel()
	for _, kind := range kinds() {
		o := Options{Kind: kind, Seed: 4, Count: 1000}
		oracle := NewOracle(kind, Set().Grid)
		_, err := Read(bytes.NewReader(generate(t, o)), "f", func(v Vector) error {
			want, classes, err := oracle.Answer(v.Ask)
			require.NoError(t, err, "%s", v.Ask)
			require.JSONEq(t, string(v.Want), string(want), "%s", v.Ask)
			require.Equal(t, v.Bins, classes)
			return nil
		})
		require.NoError(t, err)
	}
}

func TestOracleRefuses(t *testing.T) {
	for _, kind := range kinds() {
		o := NewOracle(kind, Set().Grid)
		for _, ask := range []string{
			``, `{}`, `[]`, `{"moves":"@0+ @0+","move":"A1+"}`, `{"moves":"tea","move":""}`,
			`{"events":[]}`, `{"divider":-1}`, `{"divider":16,"runs":[[1,999999999]]}`, `{"divider":16,"runs":[[1,-5]]}`,
		} {
			_, _, err := o.Answer(json.RawMessage(ask))
			require.Error(t, err, "%s: %s", kind, ask)
		}
	}
}
