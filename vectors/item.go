package vectors

import "strconv"

// appendVector appends a vector as a line of JSON Lines.
func appendVector(dst []byte, id int, v Item, kind *Definition) []byte {
	dst = strconv.AppendInt(append(dst, `{"id":`...), int64(id), 10)
	dst = v.AppendAsk(append(dst, `,"ask":`...))
	dst = v.AppendWant(append(dst, `,"want":`...))
	if kind.Named {
		dst = append(dst, `,"classes":[`...)
		first := true
		classes := kind.BinsOf(v)
		classes.Each(func(i int) {
			if !first {
				dst = append(dst, ',')
			}
			first = false
			dst = append(append(append(dst, '"'), kind.Bins[i].Name...), '"')
		})
		dst = append(dst, ']')
	}
	return append(dst, "}\n"...)
}

// AppendString appends s as a JSON string. Bytes that aren't printable ASCII
// come out as \u00XX, so a reader gets one character a byte.
func AppendString[T string | []byte](dst []byte, s T) []byte {
	const digits = "0123456789abcdef"
	dst = append(dst, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c < ' ' || c > '~':
			dst = append(dst, `\u00`...)
			dst = append(dst, digits[c>>4], digits[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}

// AppendField appends a name and a number to a JSON object.
func AppendField(dst []byte, name string, n int) []byte {
	return strconv.AppendInt(append(dst, name...), int64(n), 10)
}

// AppendQuoted appends a field of CSV, always in quotes.
func AppendQuoted(dst, s []byte) []byte {
	dst = append(dst, '"')
	for _, c := range s {
		if c == '"' {
			dst = append(dst, '"')
		}
		dst = append(dst, c)
	}
	return append(dst, '"')
}

// AppendNumber appends a comma and a number, as in CSV.
func AppendNumber(dst []byte, n int) []byte {
	return strconv.AppendInt(append(dst, ','), int64(n), 10)
}
