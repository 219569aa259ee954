package rangecheck

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// typeMismatch is the decoder's error of a value that has another type than its key.
var typeMismatch = regexp.MustCompile(`^cannot decode TOML (.+) into .*?(\S+)$`)

// wantedTypes maps the type of a key to the description of a valid value.
var wantedTypes = map[string]string{
	"string": `a text in quotes, such as "x"`, "int": "a whole number", "uint64": "a whole number from 0 on", "bool": "true or false",
	"[]int": "a list of whole numbers, such as [2, 3]", "[]string": `a list of texts, such as ["a", "b"]`,
	"map[string]string":   `a table of texts, such as { seed = "1" }`,
	"tournament.Duration": aTime, "rangecheck.Size": `an amount of memory, such as "512MiB", or "none"`,
}

const aTime = `a time, such as "1s" or "200ms"`

// WrongType rewords go-toml's error of a value of the wrong type, which names Go types: it
// says what to write in that line. Times names the keys that hold times as strings. It
// returns other problems unchanged.
func WrongType(text string, line int, problem string, times []string) string {
	problem = strings.TrimPrefix(problem, "toml: ")
	lines := strings.SplitN(text, "\n", line+1)
	key, _, _ := strings.Cut(lines[line-1], "=")
	key = strings.Trim(strings.TrimSpace(key), `"'`)
	if number, ok := strings.CutPrefix(problem, "negative integer value "); ok {
		number, _, _ = strings.Cut(number, " ")
		return fmt.Sprintf("%.60s is %s, want %s", key, number, wantedTypes["uint64"])
	}
	found := typeMismatch.FindStringSubmatch(problem)
	if found == nil {
		return problem
	}
	want, ok := wantedTypes[found[2]]
	switch {
	case slices.Contains(times, key):
		want = aTime
	case !ok:
		want = "something else"
	}
	return fmt.Sprintf("%.60s is %s %s, want %s", key, article(found[1]), found[1], want)
}

func article(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an"
	}
	return "a"
}
