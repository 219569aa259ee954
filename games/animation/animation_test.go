package animation

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// strip draws a floor and, above it, what each picture has.
func strip(pictures ...string) Frames {
	return Frames{
		Count: len(pictures),
		Frame: func(w io.Writer, i int) error {
			fmt.Fprint(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" font-size="9">`)
			fmt.Fprint(w, `<rect width="100" height="50"/><g transform="translate(1 2)">`)
			for _, c := range pictures[i] {
				fmt.Fprintf(w, `<text x="1">%s</text>`, escaped(string(c)))
			}
			_, err := fmt.Fprint(w, `</g><path d="M0 0"/></svg>`)
			return err
		},
		Words: func(i int) string { return fmt.Sprintf("ply %d <b>", i) },
	}
}

func filmed(t *testing.T, f Frames, o Options) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, WriteAnimation(&b, f, o))
	require.NoError(t, xml.Unmarshal(b.Bytes(), new(struct{})))
	require.True(t, IsPicture(b.String()))
	return b.String()
}

// Every picture is seen in its turn, with what stays in it once.
func TestFilm(t *testing.T) {
	film := filmed(t, strip("ab", "b<", "ba"), Options{Step: time.Second, Hold: 2 * time.Second, Title: "A & B", Caption: "over"})
	require.Equal(t, 1, strings.Count(film, `<rect width="100" height="50"/>`), "the floor stays")
	require.Equal(t, 1, strings.Count(film, ">b<"), "b stays")
	require.Equal(t, 2, strings.Count(film, ">a<"), "a lies below b first, then above")
	require.Contains(t, film, `viewBox="0 -20 100 90" font-size="9"`)
	require.Contains(t, film, ">A &amp; B<")
	require.Contains(t, film, ">ply 0 &lt;b&gt;<")
	require.NotContains(t, film, "ply 2", "the caption stands there")
	require.Contains(t, film, ">over<")
	for _, want := range []string{
		`<g display="none"><animate attributeName="display" calcMode="discrete" values="inline;none" keyTimes="0;0.25" dur="4s" repeatCount="indefinite"/><g transform="translate(1 2)"><text x="1">a</text></g></g>`,
		`<g display="none"><animate attributeName="display" calcMode="discrete" values="none;inline;none" keyTimes="0;0.25;0.5" dur="4s" repeatCount="indefinite"/><g transform="translate(1 2)"><text x="1">&lt;</text></g></g>`,
		`<g><animate attributeName="display" calcMode="discrete" values="none;inline" keyTimes="0;0.5" dur="4s" repeatCount="indefinite"/><g transform="translate(1 2)"><text x="1">a</text></g></g>`,
	} {
		require.Contains(t, film, want)
	}
}

// The elements of every picture lie over each other as they were drawn, however
// often they change places.
func TestOrder(t *testing.T) {
	pictures := []string{"abcdef", "fedcba", "", "aab", "zabcdefz", "bcade", "abcdef"}
	for len(pictures) < 60 {
		pictures = append(pictures, pictures[len(pictures)%7]+string(rune('g'+len(pictures)%13))+pictures[len(pictures)%5])
	}
	var r elements
	f := strip(pictures...)
	for i := range pictures {
		var b bytes.Buffer
		require.NoError(t, f.Frame(&b, i))
		require.NoError(t, r.add(i, b.Bytes()))
	}
	for i, want := range pictures {
		var seen strings.Builder
		for n := r.first; n != nil; n = n.next {
			for _, s := range n.seen {
				if _, letter, ok := strings.Cut(n.text, `<text x="1">`); ok && s.from <= i && i < s.to {
					seen.WriteString(letter[:1])
				}
			}
		}
		require.Equal(t, want, seen.String(), i)
	}
}

func TestStill(t *testing.T) {
	var b bytes.Buffer
	draw := strip("a").Frame
	require.NoError(t, WriteStill(&b, func(w io.Writer) error { return draw(w, 0) }, Options{Title: strings.Repeat("x", 200)}))
	require.NotContains(t, b.String(), "animate")
	require.Contains(t, b.String(), strings.Repeat("x", 119)+"…<")
}

func TestRefused(t *testing.T) {
	broken := errors.New("broken")
	for want, f := range map[string]Frames{
		"there is nothing to draw":                                   {},
		"the game has 2501 positions; an animation has at most 2500": {Count: MaxFrames + 1},
		"broken": {Count: 1, Frame: func(io.Writer, int) error { return broken }},
		"picture 0: no svg element with a viewBox":                     drawn("<p/>"),
		"picture 0: XML syntax error on line 1: unexpected EOF":        drawn(`<svg viewBox="0 0 1 1"><g>`),
		`picture 0: viewBox "1 2" has not four numbers`:                drawn(`<svg viewBox="1 2"/>`),
		"picture 1: it has the viewBox [0 0 2 1], the first [0 0 1 1]": drawn(`<svg viewBox="0 0 1 1"/>`, `<svg viewBox="0 0 2 1"/>`),
	} {
		var b bytes.Buffer
		require.EqualError(t, WriteAnimation(&b, f, Options{}), want)
		require.Zero(t, b.Len())
	}
}

func drawn(documents ...string) Frames {
	return Frames{Count: len(documents), Frame: func(w io.Writer, i int) error {
		_, err := io.WriteString(w, documents[i])
		return err
	}}
}
