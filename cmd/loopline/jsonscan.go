package main

// jsonScanner reads the JSON objects that questions usually are, without
// reflection. Whatever it is not sure about it refuses, for encoding/json to
// decide; what it accepts, encoding/json would read the same way.
type jsonScanner struct {
	b     []byte
	i     int
	text  []byte // the moves, unescaped
	parts []span
}

// maxNesting is the depth of values that are skipped by hand.
const maxNesting = 8

// question reads an object with "moves" and perhaps "id" into q. Id then
// points into line.
func (s *jsonScanner) question(line []byte, q *question) bool {
	s.b, s.i = line, 0
	q.id = nil
	found := false
	if !s.token('{') {
		return false
	}
	for more := !s.token('}'); more; {
		key, ok := s.key()
		if !ok {
			return false
		}
		s.space()
		from := s.i
		switch string(key) {
		case "moves":
			ok, found = s.moves(q), true
		case "id":
			ok = s.skip(0)
			q.id = s.b[from:s.i]
		default:
			ok = s.skip(0)
		}
		if !ok {
			return false
		}
		if more = s.token(','); !more && !s.token('}') {
			return false
		}
	}
	s.space()
	return found && s.i == len(s.b)
}

// key reads a key without escapes, and its colon.
func (s *jsonScanner) key() ([]byte, bool) {
	s.space()
	from := s.i + 1
	if escaped, ok := s.str(); !ok || escaped {
		return nil, false
	}
	key := s.b[from : s.i-1]
	return key, s.token(':')
}

// moves reads a string or a list of strings into q.
func (s *jsonScanner) moves(q *question) bool {
	s.text, s.parts = s.text[:0], s.parts[:0]
	if s.peek() == '"' {
		if !s.unescape() {
			return false
		}
		q.setText(string(s.text))
		return true
	}
	if !s.token('[') {
		return false
	}
	for more := !s.token(']'); more; {
		s.space()
		from := len(s.text)
		if !s.unescape() {
			return false
		}
		s.parts = append(s.parts, span{from, len(s.text)})
		if more = s.token(','); !more && !s.token(']') {
			return false
		}
	}
	q.text, q.moves = string(s.text), append(q.moves[:0], s.parts...)
	return true
}

func (s *jsonScanner) space() {
	for s.i < len(s.b) && isSpace(s.b[s.i]) {
		s.i++
	}
}

// peek returns the next byte, 0 at the end.
func (s *jsonScanner) peek() byte {
	if s.i < len(s.b) {
		return s.b[s.i]
	}
	return 0
}

// token skips space and then c, and tells whether c was there.
func (s *jsonScanner) token(c byte) bool {
	s.space()
	if s.peek() != c {
		return false
	}
	s.i++
	return true
}

// str skips a string of ASCII and tells whether it has escapes.
func (s *jsonScanner) str() (escaped, ok bool) {
	if s.peek() != '"' {
		return false, false
	}
	for s.i++; s.i < len(s.b); s.i++ {
		switch c := s.b[s.i]; {
		case c == '"':
			s.i++
			return escaped, true
		case c == '\\':
			escaped = true
			s.i++
			if unescaped(s.peek()) == 0 {
				return true, false
			}
		case c < ' ' || c > '~':
			return escaped, false
		}
	}
	return escaped, false
}

// unescaped returns what a backslash and c stand for, 0 if that is rare.
func unescaped(c byte) byte {
	switch c {
	case '"', '\\', '/':
		return c
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'r':
		return '\r'
	}
	return 0
}

// unescape reads a string and appends what it stands for to s.text.
func (s *jsonScanner) unescape() bool {
	from := s.i + 1
	escaped, ok := s.str()
	if !ok {
		return false
	}
	raw := s.b[from : s.i-1]
	if !escaped {
		s.text = append(s.text, raw...)
		return true
	}
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		if c == '\\' {
			i++
			c = unescaped(raw[i])
		}
		s.text = append(s.text, c)
	}
	return true
}

// skip skips any value.
func (s *jsonScanner) skip(depth int) bool {
	if depth > maxNesting {
		return false
	}
	switch s.peek() {
	case '"':
		_, ok := s.str()
		return ok
	case '[':
		s.i++
		return s.skipItems(depth, ']', false)
	case '{':
		s.i++
		return s.skipItems(depth, '}', true)
	case 't':
		return s.word("true")
	case 'f':
		return s.word("false")
	case 'n':
		return s.word("null")
	}
	return s.number()
}

// skipItems skips the inside of a list, or of an object with keys.
func (s *jsonScanner) skipItems(depth int, end byte, keys bool) bool {
	if s.token(end) {
		return true
	}
	for {
		if keys {
			if _, ok := s.key(); !ok {
				return false
			}
		}
		s.space()
		if !s.skip(depth + 1) {
			return false
		}
		if !s.token(',') {
			return s.token(end)
		}
	}
}

func (s *jsonScanner) word(w string) bool {
	if len(s.b)-s.i < len(w) || string(s.b[s.i:s.i+len(w)]) != w {
		return false
	}
	s.i += len(w)
	return true
}

// number skips a whole number; others are left to encoding/json.
func (s *jsonScanner) number() bool {
	if s.peek() == '-' {
		s.i++
	}
	from := s.i
	for c := s.peek(); '0' <= c && c <= '9'; c = s.peek() {
		s.i++
	}
	switch s.peek() {
	case '.', 'e', 'E':
		return false
	}
	return s.i > from && (s.b[from] != '0' || s.i == from+1)
}
