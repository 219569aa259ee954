package repotest

import (
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// phrase is a way to write English that readers stumble over.
type phrase struct {
	name, better string
	bad          *regexp.Regexp
	fine         *regexp.Regexp // removed before the search; nil removes nothing
	wrong, right string         // a line that has the phrase, and one that only looks like it
}

// phrases are the phrases that no English page has.
var phrases = []phrase{{
	name: "noun clause as subject", better: "name who or what it is",
	bad:   regexp.MustCompile("(^|[.:;|] |// )(Who|Whoever|What|Whatever) [a-z][^.?!\"`]{2,60} (is|are|has|gets|wants|stays|comes|may|can|must|loses|needs|joins|takes)\\b"),
	fine:  regexp.MustCompile(`.*\?.*`),
	wrong: "Who watches a contest wants to know it.", right: "What a player is asked, what is it?",
}, {
	name: "is no NOUN", better: "invalid, isn't a",
	bad:   regexp.MustCompile(`\b(is|are) no [a-z]+\b`),
	fine:  regexp.MustCompile(`\b[Tt]here (is|are) no\b|\b(is|are) no (longer|more|less|better|worse|such|need|way|reason|point|exception|problem|limit|error)\b`),
	wrong: "The right edge is no wall.", right: "There is no wall, and it is no longer open.",
}, {
	name: "is none", better: "is empty, isn't set",
	bad:   regexp.MustCompile(`\b(is|are) none\b`),
	fine:  regexp.MustCompile(`\b[Tt]here (is|are) none\b`),
	wrong: "First moves are none.", right: "If there is none, write one.",
}, {
	name: "is told", better: "is reported, gets, receives",
	bad:   regexp.MustCompile(`\b(is|are|was|were|be) told\b`),
	fine:  regexp.MustCompile(`\btold (apart|to|its)\b`),
	wrong: "A mistake is told with its line.", right: "They are told apart by their keys.",
}, {
	name: "what becomes of", better: "the result of",
	bad:   regexp.MustCompile(`\bwhat (came|comes|became|becomes|will become|is made) of\b|\bcomes? to its end\b`),
	wrong: "It decides what becomes of them.", right: "It decides what they become.",
}, {
	name: "stands in", better: "is in",
	bad:   regexp.MustCompile(`\bstands? (in|behind|beside|before|there) `),
	fine:  regexp.MustCompile(`\bstands? in for\b`),
	wrong: "The rule stands in one table.", right: "A bot stands in for the board.",
}, {
	name: "behind for after", better: "after",
	bad:   regexp.MustCompile(`\bbehind (the|a|an|each|every) (game|move|end|handshake|answer|word|header|first|last|name|colon|question|turn|verdict|reset|sum|other|options?|quote|shape|method|round|tenth|fourth)\b`),
	wrong: "What comes behind the end?", right: "A model behind a pipe.",
}, {
	name: "beside for besides", better: "besides",
	bad:   regexp.MustCompile(`\bbeside (what|those|that|the wire|its? (own|usual))\b|\bsays? beside\b`),
	wrong: "Text that it says beside the wire.", right: "The agent beside the board.",
}, {
	name: "for people", better: "human-readable",
	bad:   regexp.MustCompile(`\b(for|to) people\b`),
	wrong: "The detail is for people.", right: "It works for most people.",
}, {
	name: "archaic", better: "again, fix, trust, recently",
	bad:   regexp.MustCompile(`\b(anew|in vain|vouch(es|ed)?|mend(s|ed|ing)?|of late|whose end)\b`),
	wrong: "The game is drawn anew.", right: "Amended, and renewed.",
}, {
	name: "so many", better: "n, the given number",
	bad:   regexp.MustCompile(`\b(of|after|by|with|at|in|for|than|from|so) so (many|much)\b|\bso many [a-z]+\b`),
	fine:  regexp.MustCompile(`\bso many (that|[a-z]+ that)\b`),
	wrong: "It stops after so many games.", right: "There are so many games that it stops.",
}, {
	name: "is that of", better: "equals, comes from",
	bad:   regexp.MustCompile(`\b(is|are|as|than|be) (that|those) of\b`),
	wrong: "The rate is that of the address.", right: "That of the address is the rate.",
}}

// found returns whether a line has the phrase.
func (p phrase) found(line string) bool {
	if p.fine != nil {
		line = p.fine.ReplaceAllString(line, "")
	}
	return p.bad.MatchString(line)
}

// prose returns the lines of a page that people wrote, by number: no fenced code and
// nothing that programs wrote into it.
func prose(page string) map[int]string {
	lines, number, code, written := map[int]string{}, 0, false, false
	for line := range strings.Lines(page) {
		number++
		switch {
		case strings.HasPrefix(line, "```"):
			code = !code
		case strings.HasPrefix(line, "<!-- "):
			written = !strings.HasPrefix(line, "<!-- end")
		case !code && !written:
			lines[number] = strings.TrimSuffix(line, "\n")
		}
	}
	return lines
}

// TestPlainPhrases wants the English pages to do without the phrases.
func TestPlainPhrases(t *testing.T) {
	atRoot(t)
	read := 0
	for _, name := range texts(t) {
		if path.Ext(name) != ".md" || isJapanese(name) {
			continue
		}
		page, err := os.ReadFile(name)
		require.NoError(t, err)
		for number, line := range prose(string(page)) {
			read++
			for _, p := range phrases {
				if p.found(line) {
					t.Errorf("%s:%d: %s; better: %s\n%s", name, number, p.name, p.better, line)
				}
			}
		}
	}
	require.Greater(t, read, 3000)
}

// Each phrase is found where it is, and a line that only looks like it passes.
func TestPhrasesAreFound(t *testing.T) {
	for _, p := range phrases {
		require.True(t, p.found(p.wrong), "%s: %s", p.name, p.wrong)
		require.False(t, p.found(p.right) && p.right != "", "%s: %s", p.name, p.right)
	}
	page := "a\n```\nb\n```\nc\n<!-- words -->\nd\n<!-- end -->\ne\n"
	require.Equal(t, map[int]string{1: "a", 5: "c", 9: "e"}, prose(page))
}
