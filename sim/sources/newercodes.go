package sources

import (
	"regexp"
	"slices"
	"strings"
)

var (
	// What Verilator takes for its own in a comment: verilator lint_off CODES, and lint_on.
	verilatorComment = regexp.MustCompile(`(?://|/\*)[ \t]*verilator[ \t]+lint_(?:off|on)\b([^*\r\n]*)`)
	warningCode      = regexp.MustCompile(`\b[A-Z][A-Z0-9_]+\b`)
	plainCodes       = regexp.MustCompile(`^[\w, \t.:-]{1,200}$`)
)

// maxNewerCodes bounds the arguments for comments of a design.
const maxNewerCodes = 1000

// NewerCodes are Verilator's arguments by which a comment about a warning that only newer versions know does
// not stop an older one, which takes all that stands there for one name, or all up to a comma.
func NewerCodes(files []File) (args []string) {
	add := func(code string) {
		if arg := "-Wfuture-" + code; code != "" && !slices.Contains(args, arg) {
			args = append(args, arg)
		}
	}
	for _, f := range files {
		for _, m := range verilatorComment.FindAllSubmatch(f.Text, MaxDeclarations) {
			if len(args) > maxNewerCodes {
				return args
			}
			all := strings.TrimSpace(string(m[1]))
			for _, code := range warningCode.FindAllString(all, -1) {
				add(code)
			}
			if plainCodes.MatchString(all) {
				add(all)
				for part := range strings.SplitSeq(all, ",") {
					add(part)
				}
			}
		}
	}
	return args
}
