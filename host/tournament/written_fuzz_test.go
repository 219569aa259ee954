package tournament

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/say"
)

// FuzzWritten: the names of entrants, teams and the contest are a cell each of the standings, and text of the certificates
// that a contest writes, and nothing else of them.
func FuzzWritten(f *testing.F) {
	for _, name := range []string{
		"Ann", "a,b", "a\"b", "a\nb", "=1+1", "+1", "@x", "\t=1", "<script>alert(1)</script>", `" onload="x`, "]]>", "<![CDATA[", "&lt;", "{team}", "{name}{name-size}",
		"</text></svg>", "\x00\xff", "\u202e", "",
	} {
		f.Add(name, name)
	}
	plan, err := ParseConfig("t", manyTables(planText(4, groupsAndEnd)))
	require.NoError(f, err)
	var d *Tournament
	f.Fuzz(func(t *testing.T, name, team string) {
		if d == nil {
			h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
			require.NoError(t, h.Run(t.Context()))
			d = h.day()
		}
		of := func(name, team string) (*Tournament, []Certificate) {
			d.Config.Name = name
			for i := range d.Entrants {
				d.Entrants[i].Name, d.Entrants[i].Team = name, team
			}
			all, err := d.Certificates(say.English, "t", CertificateTemplate, 3, "")
			require.NoError(t, err)
			return d, all
		}
		elements := func(text string) (names []string) {
			for x := xml.NewDecoder(strings.NewReader(text)); ; {
				token, err := x.Token()
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
		_, plain := of("x", "x")
		written, hostile := of(name, team)
		require.Len(t, hostile, len(plain))
		for i := range plain {
			require.Equal(t, elements(plain[i].SVG), elements(hostile[i].SVG))
			require.Equal(t, filepath.Base(hostile[i].File), hostile[i].File)
		}
		var b bytes.Buffer
		require.NoError(t, written.WriteCSV(&b))
		lines := strings.Count(b.String(), "\n")
		rows, err := csv.NewReader(&b).ReadAll()
		require.NoError(t, err)
		require.Len(t, rows, lines, "a row is a line")
		require.Len(t, rows, 1+len(written.AllStandings()))
		for _, row := range rows[1:] {
			require.False(t, strings.ContainsAny(row[3][:min(1, len(row[3]))], "=+-@\t\r"), "%q", row[3])
		}
	})
}
