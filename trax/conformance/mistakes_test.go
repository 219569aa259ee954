package conformance_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/internal/say"
)

// mistakes change what a player that is right answers to a line, and name the step that
// tells and what it says.
var mistakes = []struct {
	name   string
	change func(line, answer string) string
	step   int
	says   string
}{
	{"a hyphen begins the team code", teamCode("-X"), 2, "a team code does not begin with a hyphen, for the host's questions do; expected two printable characters"},
	{"a team code of one character", teamCode("X"), 2, `none an answer to "-T"; expected two printable characters and a line end; got asked "-T", got "X\n"`},
	{"a team code of three", teamCode("ABC"), 2, `got "ABC\n"`},
	{"the team code is the question", teamCode("-T"), 2, "it sends back what it gets: the wire and the rate are right, the player is missing; expected two"},
	{"no team code", teamCode(""), 2, "silent (no-byte): not one byte in 1s"},
	{"a first move of C1", first("C1/"), 3, `"C1/": the first tile must be @0+ or @0/`},
	{"a first move in lower case", first("a0/"), 3, `got asked "-W", got "a0/"`},
	{"a first move with @1", first("@1/"), 3, `"@1/"`},
	{"a move without its shape", first("@0"), 3, `got asked "-W", got "@0"`},
	{"the row before the column", first("0@/"), 3, `"0@/"`},
	{"binary digits", first("@\x00/"), 3, `got asked "-W", got "@\x00/"`},
	{"the shape as a digit", first("@01"), 3, `"@01"`},
	{"answers to -B", func(line, answer string) string {
		if line == "-B" {
			return "@0+"
		}
		return answer
	}, 5, "a line came at once; expected no line before the opponent's first move"},
	{"answers -T twice", answerTo("-B", "NV"), 5, "its answer to -T came once more: does it send each answer twice?; expected no line before"},
	{"the answer before once more", answerTo("-W", "NV"), 3, `it answered the same to the question before: does it send each answer twice?`},
	{"no answer to -W", first(""), 3, `silent (no-byte): not one byte in 1s`},
	{"repeats the opponent's move", func(line, answer string) string {
		if !strings.HasPrefix(line, "-") {
			return line
		}
		return answer
	}, 6, "ply 2: illegal"},
}

func teamCode(code string) func(string, string) string { return answerTo("-T", code) }

func first(move string) func(string, string) string { return answerTo("-W", move) }

func answerTo(question, other string) func(line, answer string) string {
	return func(line, answer string) string {
		if line == question {
			return other
		}
		return answer
	}
}

// TestMistakes: the step that is about a mistake names it, with the bytes.
func TestMistakes(t *testing.T) {
	for _, m := range mistakes {
		t.Run(m.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				right := newNaive(fault{}, 1).answer
				c := config(func(line string) string { return m.change(line, right(line)) }, 1)
				c.Only, c.Limits.Plies = check.StepList{m.step}, 4
				steps := run(t, c).steps
				require.Len(t, steps, 1)
				s := steps[0]
				require.Contains(t, strings.Join([]string{
					say.English.Say(s.Detail), "expected " + say.English.Say(s.Expected), "got " + say.English.Say(s.Got),
				}, "; "), m.says)
			})
		})
	}
}
