package addropts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/addropts"
)

func TestSplit(t *testing.T) {
	target, o, err := addropts.Split("dir/x?a=1&b==c%20&d=?")
	require.NoError(t, err)
	require.Equal(t, "dir/x", target)
	require.Equal(t, addropts.Options{{"a", "1"}, {"b", "=c%20"}, {"d", "?"}}, o)
	value, ok := o.Take("b")
	require.True(t, ok)
	require.Equal(t, "=c%20", value)
	_, ok = o.Get("b")
	require.False(t, ok)
	require.Len(t, o, 2)
	target, o, err = addropts.Split("alone")
	require.NoError(t, err)
	require.Equal(t, "alone", target)
	require.Empty(t, o)
}

func TestSplitNamesTheOption(t *testing.T) {
	for address, want := range map[string]string{
		"x?a":       `option "a" has no value; write KEY=VALUE`,
		"x?a=":      `option "a=" has no value; write KEY=VALUE`,
		"x?=a":      `option "=a" has no value; write KEY=VALUE`,
		"x?":        `option "" has no value; write KEY=VALUE`,
		"x?a=1&a=2": `option "a" is given twice; leave one of them`,
	} {
		_, _, err := addropts.Split(address)
		require.EqualError(t, err, want, address)
	}
}

func TestNumbers(t *testing.T) {
	numbers := map[string]uint64{"seed": 7, "depth": 3}
	require.NoError(t, addropts.Options{{Key: "seed", Value: "18446744073709551615"}}.Numbers(numbers))
	require.Equal(t, map[string]uint64{"seed": 1<<64 - 1, "depth": 3}, numbers)
	require.EqualError(t, addropts.Options{{Key: "nodes", Value: "1"}}.Numbers(numbers), `no option "nodes"; known: depth, seed`)
	require.EqualError(t, addropts.Options{{Key: "depth", Value: "-1"}}.Numbers(numbers), `depth "-1" is not a whole number`)
}
