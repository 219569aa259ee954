package vectors

import "fmt"

// AppendClassTable appends the lists of classes as tables for documents.
func AppendClassTable(dst []byte) []byte {
	for i, k := range Kinds() {
		if i > 0 {
			dst = append(dst, '\n')
		}
		dst = fmt.Appendf(dst, "| class | %s |\n| --- | --- |\n", classHeadings[k])
		for _, c := range ClassesOf(k) {
			dst = fmt.Appendf(dst, "| `%s` | %s |\n", c.Name, c.Says)
		}
	}
	return dst
}

var classHeadings = map[Kind]string{
	Turn: "a turn in which", Moves: "a position: moves", Notation: "a text: notation",
	Protocol: "a game on the wires: protocol", UART: "a serial line: uart",
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
