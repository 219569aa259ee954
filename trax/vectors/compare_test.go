package vectors_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/loopline/loopline/trax/vectors"
)

func TestCompare(t *testing.T) {
	const want = `{"status":"ok","forced":["A1P","B2s"],"back":{"width":2,"crc":"00000001"}}`
	for _, c := range []struct{ answer, first string }{
		{want, ""},
		{`{"status":"ok","forced":["B2s","A1P"],"back":{"width":2,"crc":"00000001","more":1},"more":[]}`, ""},
		{`{"status":"ok","forced":["B2s"],"back":{"width":2,"crc":"00000001"}}`, `forced is ["B2s"], it should be ["A1P","B2s"]`},
		{`{"status":"ok","forced":["A1P","B2s","B2s"],"back":{"width":2,"crc":"00000001"}}`, "forced is"},
		{`{"status":"ok","forced":"A1P","back":{"width":2,"crc":"00000001"}}`, "forced is"},
		{`{"status":"ok","forced":["A1P","B2s"],"back":{"width":3,"crc":"00000001"}}`, "back.width is 3, it should be 2"},
		{`{"status":"ok","forced":["A1P","B2s"],"back":null}`, "back is null"},
		{`{"status":"ok","forced":["A1P","B2s"]}`, "back is missing"},
		{`{"status":"board-full"}`, "back is missing"},
	} {
		got, err := Compare(json.RawMessage(want), json.RawMessage(c.answer))
		require.NoError(t, err)
		if c.first == "" {
			require.Empty(t, got, c.answer)
			continue
		}
		require.NotEmpty(t, got, c.answer)
		require.Contains(t, got[0].String(), c.first)
	}
	for _, bad := range []string{``, `null`, `[]`, `"x"`, `{`} {
		_, err := Compare(json.RawMessage(want), json.RawMessage(bad))
		require.Error(t, err, bad)
	}
}

func TestCompareFull(t *testing.T) {
	const want = `{"status":"ok","full":true,"tiles":9}`
	for answer, ok := range map[string]bool{
		`{"status":"board-full"}`:   true,
		`{"status":"ok","tiles":9}`: true,
		`{"status":"ok","tiles":8}`: false,
		`{"status":"colour"}`:       false,
	} {
		got, err := Compare(json.RawMessage(want), json.RawMessage(answer))
		require.NoError(t, err)
		require.Equal(t, ok, len(got) == 0, answer)
	}
}

// TestSeededErrorsAreCaught changes every scalar of every golden vector's
// answer, one at a time.
func TestSeededErrorsAreCaught(t *testing.T) {
	_, err := Read(bytes.NewReader(generate(t, Options{Count: 300, Seed: 2})), "f", func(v Vector) error {
		var want map[string]any
		require.NoError(t, json.Unmarshal(v.Want, &want))
		for name, value := range want {
			wrong := map[string]any{}
			for k, v := range want {
				wrong[k] = v
			}
			switch value := value.(type) {
			case string:
				wrong[name] = value + "x"
			case float64:
				wrong[name] = value + 1
			case []any:
				wrong[name] = append([]any{"A1P"}, value...)
			case nil:
				wrong[name] = "red"
			default:
				delete(wrong, name)
			}
			if name == "full" {
				continue
			}
			text, err := json.Marshal(wrong)
			require.NoError(t, err)
			got, err := Compare(v.Want, text)
			require.NoError(t, err)
			require.NotEmpty(t, got, "%s of %s", name, v.Want)
			require.True(t, strings.HasPrefix(got[0].Field, name))
		}
		return nil
	})
	require.NoError(t, err)
}
