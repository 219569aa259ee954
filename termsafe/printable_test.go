package termsafe

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// Attacks are texts that do something to a terminal or to who reads it.
var attacks = map[string]string{
	"title of the window":      "\x1b]0;owned\x07",
	"title, ended by ST":       "\x1b]2;owned\x1b\\",
	"clipboard":                "\x1b]52;c;cm0gLXJmIH4=\x07",
	"clear the screen":         "\x1b[2J\x1b[H",
	"colour":                   "\x1b[31m",
	"report of the position":   "\x1b[6n",
	"C1 CSI":                   "\u009b2J",
	"C1 CSI as a byte":         "\x9b2J",
	"C1 OSC":                   "\u009d0;owned\u009c",
	"DCS":                      "\x1bP$q\"p\x1b\\",
	"line written over":        "ok\rbad",
	"backspace":                "bad\b\b\bok!",
	"delete":                   "a\x7fb",
	"bell":                     "\a",
	"shift out":                "\x0e",
	"right to left override":   "abc\u202egpj.exe",
	"isolate":                  "\u2066x\u2069",
	"zero width space":         "whi\u200bte",
	"zero width joiner":        "a\u200db",
	"byte order mark":          "\ufeffwhite",
	"soft hyphen":              "whi\u00adte",
	"line separator":           "a\u2028b\u2029c",
	"tag characters":           "a\U000e0041\U000e007f",
	"variation selector":       "a\ufe0f\U000e0100",
	"hangul filler":            "\u3164\u115f",
	"combining grapheme join":  "a\u034fb",
	"unassigned and noncharac": "\uffff\U0010ffff\u0378",
	"not UTF-8":                "\xff\xc3(\xe2\x82\xf0\x9f",
	"surrogates":               "\xed\xa0\x80",
}

// harmless fails when text holds what a terminal or a reader must not see.
func harmless(t *testing.T, text string) {
	t.Helper()
	require.True(t, utf8.ValidString(text), "%q", text)
	for _, r := range text {
		require.True(t, IsSafe(r) || r == '\n' || r == '\t', "%q holds %U", text, r)
	}
}

func TestAttacksAreShown(t *testing.T) {
	for name, attack := range attacks {
		t.Run(name, func(t *testing.T) {
			shown := Escape(attack)
			harmless(t, shown)
			require.NotContains(t, shown, "\n")
			require.Contains(t, shown, `\`, "what was there is seen")
			require.Equal(t, shown, Escape(shown), "showing it twice changes nothing")
			var out bytes.Buffer
			w := NewWriter(&out)
			for i := range len(attack) { // also where the bytes come one by one
				_, err := w.Write([]byte{attack[i]})
				require.NoError(t, err)
			}
			require.NoError(t, w.Flush())
			require.Equal(t, shown, out.String())
		})
	}
}

func TestTextStaysWhatItIs(t *testing.T) {
	for _, text := range []string{"", "A1/", `back\slash`, "Zoë spielt Weiß", "白 vs 赤", "A\u0308", "╯╭", "\ufffd", "a b"} {
		require.Equal(t, text, Escape(text))
	}
	require.Equal(t, `a\u000ab\u0009c`, Escape("a\nb\tc"), "a field stays in its line")
}

func TestWriterKeepsLines(t *testing.T) {
	var out bytes.Buffer
	n, err := NewWriter(&out).Write([]byte("a\tb\nü\x1b\n"))
	require.NoError(t, err)
	require.Equal(t, 8, n)
	require.Equal(t, "a\tb\nü\\u001b\n", out.String())
}

// In JSON the escapes mean what was there.
func TestJSONMeansTheSame(t *testing.T) {
	for name, attack := range attacks {
		if !utf8.ValidString(attack) {
			continue // encoding/json replaces such bytes itself
		}
		var out bytes.Buffer
		require.NoError(t, json.NewEncoder(NewWriter(&out)).Encode(attack))
		harmless(t, out.String())
		var back string
		require.NoError(t, json.Unmarshal(out.Bytes(), &back), name)
		require.Equal(t, attack, back)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("gone") }

func TestWriterTellsErrors(t *testing.T) {
	w := NewWriter(broken{})
	for _, text := range []string{"plain", "\x1b"} {
		n, err := w.Write([]byte(text))
		require.EqualError(t, err, "gone")
		require.Zero(t, n)
	}
	require.Equal(t, broken{}, w.Unwrap())
}

func FuzzWriter(f *testing.F) {
	for _, attack := range attacks {
		f.Add(attack, 1)
	}
	f.Fuzz(func(t *testing.T, text string, at int) {
		var out bytes.Buffer
		w := NewWriter(&out)
		at = min(max(at, 0), len(text))
		for _, part := range []string{text[:at], text[at:]} {
			_, err := w.Write([]byte(part))
			require.NoError(t, err)
		}
		require.NoError(t, w.Flush())
		harmless(t, out.String())
		var lines []string
		for _, line := range strings.Split(text, "\n") {
			fields := strings.Split(line, "\t")
			for i := range fields {
				fields[i] = Escape(fields[i])
			}
			lines = append(lines, strings.Join(fields, "\t"))
		}
		require.Equal(t, strings.Join(lines, "\n"), out.String())
	})
}
