package check

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseStepList(t *testing.T) {
	for text, want := range map[string]StepList{
		"": nil, "0": nil, "3": {3}, "7,3,5": {3, 5, 7}, "3,5-7": {3, 5, 6, 7}, "1 2 3": {1, 2, 3}, "2,2-3": {2, 3}, "1-19": {
			1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19},
	} {
		got, err := ParseStepList(text, 19)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for text, want := range map[string]string{
		"x":           `"x": want step numbers such as 3,5-7`,
		"3-":          `"3-": want step numbers such as 3,5-7`,
		"-3":          `"-3": want step numbers such as 3,5-7`,
		"20":          "20 is outside 0 to 19",
		"0-3":         "0 is outside 0 to 19",
		"5-4":         "4 is outside 5 to 19",
		"5-999999999": "999999999 is outside 5 to 19",
	} {
		_, err := ParseStepList(text, 19)
		require.EqualError(t, err, want, text)
	}
}
