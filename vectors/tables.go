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
const minFamily = 4

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
			family, common := familyOf(bins)
			if len(family) < minFamily {
				dst = fmt.Appendf(dst, "| `%s` | %s |\n", bins[0].Name, bins[0].Description)
				bins = bins[1:]
				continue
			}
			prefix, _, _ := strings.Cut(family[0].Name, ".")
			names := make([]string, len(family))
			for j, b := range family {
				names[j] = strings.TrimPrefix(b.Name, prefix+".")
			}
			dst = fmt.Appendf(dst, "| `%s.` with `%s` | %s |\n", prefix, strings.Join(names, "` `"), common)
			bins = bins[len(family):]
		}
	}
	return dst
}

// familyOf returns the bins at the start of a list that share a row, and their
// description with an ellipsis for the words in which they differ.
func familyOf(bins []Bin) (family []Bin, common string) {
	prefix, _, dotted := strings.Cut(bins[0].Name, ".")
	words := strings.Fields(bins[0].Description)
	if !dotted {
		return bins[:1], ""
	}
	differ := make([]bool, len(words))
	n := 1
	for ; n < len(bins) && strings.HasPrefix(bins[n].Name, prefix+"."); n++ {
		other := strings.Fields(bins[n].Description)
		if len(other) != len(words) {
			break
		}
		now, lost := slices.Clone(differ), false
		for i := range words {
			now[i] = differ[i] || words[i] != other[i]
			lost = lost || now[i] && (!strings.Contains(bins[0].Name, words[i]) || !strings.Contains(bins[n].Name, other[i]))
		}
		if lost {
			break
		}
		differ = now
	}
	for i := range words {
		if differ[i] {
			words[i] = "…"
		}
	}
	return bins[:n], strings.Join(words, " ")
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
