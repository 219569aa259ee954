// Package quotingtest reads generated files back in tests.
package quotingtest

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

// Elements lists the elements of a text in XML with their attributes, and what else it has besides text. A text that is
// not well-formed fails the test.
func Elements(t *testing.T, text []byte) (names []string) {
	t.Helper()
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
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
		case xml.Comment:
			names = append(names, "comment")
		case xml.ProcInst, xml.Directive:
			names = append(names, "other")
		}
	}
}
