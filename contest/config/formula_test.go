package config

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFormula(t *testing.T) {
	quantities := map[string]int64{"score": 12, "turns-left": 38, "big": math.MaxInt64}
	for text, want := range map[string]int64{
		"3*score + turns-left":       74,
		"3*score - turns-left":       -2,
		"score*3-turns-left":         -2,
		"score-3":                    9,
		"-(score+1)/2":               -6,
		"(score + turns-left)/3*2":   32,
		"7":                          7,
		"1000000*1000000*1000000":    maxPoints,
		"big*1000000":                maxPoints,
		"-big*1000000-big":           -maxPoints,
		"100 - score - 3 - 2*(1+1)":  81,
		"  score  ":                  12,
		"2*(3*(score)) + turns-left": 110,
	} {
		f, err := ParseFormula(text)
		require.NoError(t, err, text)
		require.Equal(t, want, f.Eval(func(name string) int64 { return quantities[name] }), text)
	}
	f, err := ParseFormula("score + turns-left + score")
	require.NoError(t, err)
	require.Equal(t, []string{"score", "turns-left"}, f.Names)
}

func TestFormulaMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"":                           `character 1 of "": want a number`,
		"3*":                         "character 3",
		"3 score":                    `character 3 of "3 score": want + - * / or the end`,
		"score/0":                    `character 6 of "score/0": division by zero`,
		"score/(2-2)":                "division by zero",
		"1/score":                    "the right side of / is a number",
		"score*turns-left":           "one side of * is a number",
		"10^9":                       `character 3 of "10^9"`,
		"1000000001":                 "a number is 1000000 at most",
		"99999999999999999999":       "a number is 1000000 at most",
		"(score":                     "want )",
		"score)":                     "want + - * / or the end",
		"1.5*score":                  `character 2`,
		strings.Repeat("(", 100):     "nested too deeply",
		strings.Repeat("-", 100):     "nested too deeply",
		strings.Repeat("1+", 200):    "400 characters, want 200 at most",
		"os.Exit(1)":                 `character 3`,
		"スコア":                        "character 1",
		"score - -":                  "want a number",
		"\x00":                       "character 1",
		"score+\n1":                  "character 7",
		"Score":                      "character 1",
		"(((score)))*((turns-left))": "one side of * is a number",
	} {
		_, err := ParseFormula(text)
		require.ErrorContains(t, err, want, text)
	}
}

func FuzzFormula(f *testing.F) {
	for _, text := range []string{"3*score + turns-left", "-(1+2)/3", "a*0", "9/((1))"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		formula, err := ParseFormula(text)
		if err != nil {
			return
		}
		for _, v := range []int64{0, 1, -7, math.MaxInt64, math.MinInt64} {
			got := formula.Eval(func(string) int64 { return v })
			require.LessOrEqual(t, max(got, -got), int64(maxPoints))
		}
	})
}
