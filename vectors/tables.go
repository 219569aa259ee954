package vectors

import "fmt"

// AppendClassTable appends the list of classes as a table for documents.
func AppendClassTable(dst []byte) []byte {
	dst = append(dst, "| class | a turn in which |\n| --- | --- |\n"...)
	for _, c := range catalogue.classes {
		dst = fmt.Appendf(dst, "| `%s` | %s |\n", c.Name, c.Says)
	}
	return dst
}

// AppendWordTable appends the words of hex files as a table for documents.
func AppendWordTable(dst []byte) []byte {
	dst = append(dst, "| word | type | field | bits | |\n| --- | --- | --- | --- | --- |\n"...)
	for i, w := range words {
		dst = fmt.Appendf(dst, "| `%s` | %d | | 63:59 | %s |\n", w.name, i+1, w.says)
		for _, f := range w.fields {
			dst = fmt.Appendf(dst, "| | | `%s` | %d:%d | %s |\n", f.name, f.offset+f.width-1, f.offset, f.says)
		}
	}
	return dst
}
