package report

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/quoting/quotingtest"
)

// FuzzCertificate: names in a certificate are text of the SVG, and no element of it.
func FuzzCertificate(f *testing.F) {
	for _, name := range []string{"Team A", "<script>alert(1)</script>", `" onload="x`, "]]>", "&lt;", "{team}", "\x00\xff", "a\nb"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		fill := func(value string) string {
			return placeholder.ReplaceAllStringFunc(CertificateTemplate, func(string) string { return escapeXML(value) })
		}
		require.Equal(t, quotingtest.Elements(t, []byte(fill("x"))), quotingtest.Elements(t, []byte(fill(name))))
	})
}
