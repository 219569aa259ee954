package vectors

import (
	"fmt"
	"slices"
	"strings"
)

// AppendBinTable appends the lists of bins as tables for documents.
func (s *Set) AppendBinTable(dst []byte) []byte {
	for i, k := range s.Kinds {
		if i > 0 {
			dst = append(dst, '\n')
		}
		dst = fmt.Appendf(dst, "| class | %s |\n| --- | --- |\n", k.Heading)
		for _, c := range k.Bins {
			dst = fmt.Appendf(dst, "| `%s` | %s |\n", c.Name, c.Description)
		}
	}
	return dst
}

// minFamily is the number of bins from which a family is one row.
const minFamily = 3

// AppendBinSummary appends the tables of AppendBinTable in short: consecutive bins with
// the same first part of their names, whose descriptions differ only in words that are in
// their names, share a row.
func (s *Set) AppendBinSummary(dst []byte) []byte {
	for i, k := range s.Kinds {
		if i > 0 {
			dst = append(dst, '\n')
		}
		dst = fmt.Appendf(dst, "| class | %s |\n| --- | --- |\n", k.Heading)
		for bins := k.Bins; len(bins) > 0; {
			name := bins[0].Name
			prefix := name[:strings.Index(name, ".")+1]
			n, common := familyOf(bins, prefix)
			if long := name[:strings.LastIndexAny(name, ".-")+1]; long != prefix {
				if m, c := familyOf(bins, long); m > n {
					prefix, n, common = long, m, c
				}
			}
			if n < minFamily {
				dst = fmt.Appendf(dst, "| `%s` | %s |\n", name, bins[0].Description)
				bins = bins[1:]
				continue
			}
			names := make([]string, n)
			for j, b := range bins[:n] {
				names[j] = strings.TrimPrefix(b.Name, prefix)
			}
			dst = fmt.Appendf(dst, "| `%s` with `%s` | %s |\n", prefix, strings.Join(names, "` `"), common)
			bins = bins[n:]
		}
	}
	return dst
}

// familyOf returns how many bins at the start of a list share a row, and their
// description with an ellipsis for the words in which they differ.
func familyOf(bins []Bin, prefix string) (n int, common string) {
	words := strings.Fields(bins[0].Description)
	if prefix == "" {
		return 1, ""
	}
	named := func(b Bin, word string) bool {
		return strings.Contains(b.Name[len(prefix):], strings.TrimRight(word, ",:"))
	}
	differ := make([]bool, len(words))
	for n = 1; n < len(bins) && strings.HasPrefix(bins[n].Name, prefix); n++ {
		other := strings.Fields(bins[n].Description)
		if len(other) != len(words) {
			break
		}
		now, lost := slices.Clone(differ), false
		for i := range words {
			now[i] = differ[i] || words[i] != other[i]
			lost = lost || now[i] && (!named(bins[0], words[i]) || !named(bins[n], other[i]))
		}
		if lost {
			break
		}
		differ = now
	}
	for i := range words {
		if differ[i] {
			words[i] = "…" + words[i][len(strings.TrimRight(words[i], ",:")):]
		}
	}
	return n, strings.Join(words, " ")
}

// AppendWordTable appends the words of hex files as a table for documents.
func (s *Set) AppendWordTable(dst []byte) []byte {
	dst = append(dst, "| word | type | field | bits | |\n| --- | --- | --- | --- | --- |\n"...)
	for i, w := range s.Words.List {
		dst = fmt.Appendf(dst, "| `%s` | %d | | 63:59 | %s |\n", w.Name, i+1, w.Description)
		for _, f := range w.Fields {
			dst = fmt.Appendf(dst, "| | | `%s` | %d:%d | %s |\n", f.Name, f.Offset+f.Width-1, f.Offset, f.Description)
		}
	}
	return dst
}
