package jsonvalue

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReads(t *testing.T) {
	v, err := Object([]byte(`{"s":"x","n":4.0,"m":-7,"list":[[1,2],[3,4]],"words":["a","b"],"o":{"k":1},"other":null}`))
	require.NoError(t, err)
	require.Equal(t, "x", v.Key("s").Text())
	require.Equal(t, 4, v.Key("n").Int(0, 10))
	require.Equal(t, -7, v.Key("m").Int(-10, 10))
	require.Equal(t, []int{3, 4}, v.Key("list").List()[1].Ints(2, 0, 9))
	require.Equal(t, []string{"a", "b"}, v.Key("words").Texts())
	require.Equal(t, 1, v.Key("o").Key("k").Int(0, 1))
	require.True(t, v.Has("other"))
	require.False(t, v.Has("none"))
	require.NoError(t, v.Err())
}

func TestRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`[]`: "not a JSON object", `null`: "not a JSON object", ``: "not a JSON object", `{} {}`: "something follows",
		`{"a":NaN}`:                     "not a JSON object",
		strings.Repeat("[", 1e6):        "not a JSON object",
		strings.Repeat(`{"a":`, 20_000): "not a JSON object",
	} {
		_, err := Object([]byte(text))
		require.ErrorContains(t, err, want)
	}
	for text, want := range map[string]string{
		`{}`:                   "a is missing",
		`{"a":null}`:           "a is not a list",
		`{"a":[1]}`:            "a has 1 elements, not 2",
		`{"a":[1,"2"]}`:        "a[1] is not a number",
		`{"a":[1,null]}`:       "a[1] is not a number",
		`{"a":[1,2.5]}`:        "a[1] is 2.5, not a whole number from 0 to 9",
		`{"a":[1,1e300]}`:      "a[1] is 1e300, not a whole number",
		`{"a":[1,1e999]}`:      "a[1] is 1e999, not a whole number",
		`{"a":[1,2147483648]}`: "a[1] is 2147483648, outside 0 to 9",
		`{"a":{"b":1}}`:        "a is not a list",
	} {
		v, err := Object([]byte(text))
		require.NoError(t, err)
		v.Key("a").Ints(2, 0, 9)
		require.ErrorContains(t, v.Err(), want, text)
	}
	v, err := Object([]byte(`{"a":{"b":[{"c":7}]}}`))
	require.NoError(t, err)
	v.Key("a").Key("b").List()[0].Key("c").Text()
	require.EqualError(t, v.Err(), "a.b[0].c is not a string")
}
