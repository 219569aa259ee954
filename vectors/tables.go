package vectors

import "fmt"

// AppendClassTable appends the lists of classes as tables for documents.
func (s *Set) AppendClassTable(dst []byte) []byte {
	for i, k := range s.Kinds {
		if i > 0 {
			dst = append(dst, '\n')
		}
		dst = fmt.Appendf(dst, "| class | %s |\n| --- | --- |\n", k.Heading)
		for _, c := range k.Classes {
			dst = fmt.Appendf(dst, "| `%s` | %s |\n", c.Name, c.Says)
		}
	}
	return dst
}

// AppendWordTable appends the words of hex files as a table for documents.
func (s *Set) AppendWordTable(dst []byte) []byte {
	dst = append(dst, "| word | type | field | bits | |\n| --- | --- | --- | --- | --- |\n"...)
	for i, w := range s.Words.List {
		dst = fmt.Appendf(dst, "| `%s` | %d | | 63:59 | %s |\n", w.Name, i+1, w.Says)
		for _, f := range w.Fields {
			dst = fmt.Appendf(dst, "| | | `%s` | %d:%d | %s |\n", f.Name, f.Offset+f.Width-1, f.Offset, f.Says)
		}
	}
	return dst
}
