package vectors

import (
	"fmt"
	"slices"
	"strings"
)

// Encoding is the format of a vector file.
type Encoding string

// The encodings.
const (
	JSONL Encoding = "jsonl" // an object a line, for programs
	Hex   Encoding = "hex"   // 64 bit words, for $readmemh
	CSV   Encoding = "csv"   // for tables
)

// Encodings returns all encodings.
func Encodings() []Encoding { return []Encoding{JSONL, Hex, CSV} }

// ParseEncoding returns the encoding with the given name.
func ParseEncoding(s string) (Encoding, error) {
	if e := Encoding(s); slices.Contains(Encodings(), e) {
		return e, nil
	}
	var names []string
	for _, e := range Encodings() {
		names = append(names, string(e))
	}
	return "", fmt.Errorf("there is no form %.40q of vector files, only %s", s, strings.Join(names, ", "))
}

func (e Encoding) comment() string {
	switch e {
	case Hex:
		return "// "
	case CSV:
		return "# "
	}
	return ""
}
