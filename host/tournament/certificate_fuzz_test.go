package tournament

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// elementsOf lists the elements of a text in XML with their attributes, and what else it has besides text.
func elementsOf(t *testing.T, text string) (names []string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return names
		}
		require.NoError(t, err, "%s", text)
		switch e := token.(type) {
		case xml.StartElement:
			names = append(names, e.Name.Local)
			for _, a := range e.Attr {
				names = append(names, a.Name.Local)
			}
		case xml.ProcInst, xml.Directive, xml.Comment:
			names = append(names, "other")
		}
	}
}

// FuzzCertificate: names in a certificate are text of the SVG, and no element of it.
func FuzzCertificate(f *testing.F) {
	for _, name := range []string{"Team A", "<script>alert(1)</script>", `" onload="x`, "]]>", "&lt;", "{team}", "\x00\xff", "a\nb"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		fill := func(value string) string {
			return placeholder.ReplaceAllStringFunc(CertificateTemplate, func(string) string { return escapeXML(value) })
		}
		require.Equal(t, elementsOf(t, fill("x")), elementsOf(t, fill(name)))
	})
}
