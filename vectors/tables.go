package vectors

import "fmt"

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
