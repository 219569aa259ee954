package lines

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// cut feeds the pieces a second apart and answers the lines, what is left, and
// whether a line grew too long.
func cut(pieces ...string) (lines []stamped, tail string, ok bool) {
	f := framer{maxLine: 8}
	emit := func(s stamped) bool {
		lines = append(lines, s)
		return true
	}
	for i, piece := range pieces {
		if !f.feed([]byte(piece), second(i), emit) {
			return lines, string(f.tail), false
		}
	}
	return lines, string(f.tail), true
}

func second(i int) time.Time { return time.Unix(int64(i), 0) }

func TestFramer(t *testing.T) {
	for name, c := range map[string]struct {
		pieces []string
		lines  []stamped
		tail   string
		long   bool
	}{
		"lf":          {pieces: []string{"a\nb\n"}, lines: []stamped{{"a", second(0), second(0)}, {"b", second(0), second(0)}}},
		"cr at once":  {pieces: []string{"a\r"}, lines: []stamped{{"a", second(0), second(0)}}},
		"cr, then lf": {pieces: []string{"a\r", "\nb"}, lines: []stamped{{"a", second(0), second(0)}}, tail: "b"},
		"end later":   {pieces: []string{"a", "b", "\n"}, lines: []stamped{{"ab", second(0), second(2)}}},
		"empty":       {pieces: []string{"\n\r\n\r\r\n\n"}},
		"blanks":      {pieces: []string{" \n", "\t \r\n  ", " \na\n"}, lines: []stamped{{"a", second(2), second(2)}}},
		"spaces stay": {pieces: []string{" a \n"}, lines: []stamped{{" a ", second(0), second(0)}}},
		"longest":     {pieces: []string{"12345678\n"}, lines: []stamped{{"12345678", second(0), second(0)}}},
		"too long":    {pieces: []string{"ok\n123456789\n"}, lines: []stamped{{"ok", second(0), second(0)}}, tail: "12345678", long: true},
		"long later":  {pieces: []string{"1234", "56789"}, tail: "12345678", long: true},
	} {
		t.Run(name, func(t *testing.T) {
			lines, tail, ok := cut(c.pieces...)
			require.Equal(t, c.lines, lines)
			require.Equal(t, c.tail, tail)
			require.Equal(t, c.long, !ok)
		})
	}
}

// obviousLines cuts the whole text by the rule as it is written.
func obviousLines(text string) []string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	var lines []string
	all := strings.Split(text, "\n")
	for i, line := range all {
		if unfinished := i == len(all)-1; line != "" && (unfinished || strings.Trim(line, " \t") != "") {
			lines = append(lines, line)
		}
	}
	return lines
}

func FuzzLine(f *testing.F) {
	f.Add([]byte("a\r\nb\rc\n\nd"), []byte{1, 1, 2, 0, 5})
	f.Add([]byte("\r\n\r\r\n"), []byte{1})
	f.Add([]byte("123456789\n"), []byte{3})
	f.Add([]byte{0, 0xff, '\r', ' ', '\n'}, []byte{})
	f.Fuzz(func(t *testing.T, data, splits []byte) {
		whole, wholeTail, wholeOK := cut(string(data))
		lines, tail, ok := cut(split(string(data), splits)...)
		require.Equal(t, wholeOK, ok)
		require.Equal(t, wholeTail, tail)
		require.Equal(t, texts(whole), texts(lines))
		if ok {
			all := texts(lines)
			if tail != "" {
				all = append(all, tail)
			}
			require.Equal(t, obviousLines(string(data)), all)
		}
	})
}

func texts(lines []stamped) []string {
	var all []string
	for _, line := range lines {
		all = append(all, line.text)
	}
	return all
}

// split cuts text into pieces of the given lengths and a rest.
func split(text string, lengths []byte) []string {
	var pieces []string
	for _, n := range lengths {
		n := min(int(n), len(text))
		pieces = append(pieces, text[:n])
		text = text[n:]
	}
	return append(pieces, text)
}

// What a framer that hands on more than usual makes of bytes.
func TestFramerExactAndEmpty(t *testing.T) {
	for _, c := range []struct {
		empty, exact bool
		in           string
		want         []string
	}{
		{false, false, "a\n\nb\r\n\rc\r", []string{"a", "b", "c"}},
		{true, false, "a\n\nb\r\n\rc\r\n", []string{"a", "", "b", "", "c"}},
		{true, true, "a\r\nb\n\r\n\nc\rd\r\n", []string{"a", "b\n", "", "\n", "c\rd"}},
		{false, true, "a\r\n\r\n\nb\n", []string{"a", "\n", "b\n"}},
	} {
		for _, chunk := range []int{1, 2, 100} {
			f := framer{maxLine: 10, emptyToo: c.empty, strictEnds: c.exact}
			var got []string
			for part := range slices.Chunk([]byte(c.in), chunk) {
				require.True(t, f.feed(part, time.Now(), func(l stamped) bool {
					require.False(t, l.first.IsZero())
					got = append(got, l.text)
					return true
				}))
			}
			require.Equal(t, c.want, got)
		}
	}
}
