package director

import (
	"bytes"
	"encoding/csv"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
	"github.com/loopline/loopline/internal/quoting/quotingtest"
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
	plan, err := config.Parse("t", tournamenttest.ManyTables(tournamenttest.PlanText(4, tournamenttest.GroupsAndEnd)))
	require.NoError(f, err)
	var d *tournament.Tournament
	f.Fuzz(func(t *testing.T, name, team string) {
		if d == nil {
			h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
			require.NoError(t, h.Run(t.Context()))
			d = h.day()
		}
		of := func(name, team string) (*tournament.Tournament, []report.Certificate) {
			d.Config.Name = name
			for i := range d.Entrants {
				d.Entrants[i].Name, d.Entrants[i].Team = name, team
			}
			all, err := report.Certificates(d, say.English, "t", report.CertificateTemplate, 3, "")
			require.NoError(t, err)
			return d, all
		}
		_, plain := of("x", "x")
		written, hostile := of(name, team)
		require.Len(t, hostile, len(plain))
		for i := range plain {
			require.Equal(t, quotingtest.Elements(t, []byte(plain[i].SVG)), quotingtest.Elements(t, []byte(hostile[i].SVG)))
			require.Equal(t, filepath.Base(hostile[i].File), hostile[i].File)
		}
		var b bytes.Buffer
		require.NoError(t, report.WriteCSV(written, &b))
		lines := strings.Count(b.String(), "\n")
		rows, err := csv.NewReader(&b).ReadAll()
		require.NoError(t, err)
		require.Len(t, rows, lines, "a row is a line")
		require.Len(t, rows, 1+len(report.AllStandings(written)))
		for _, row := range rows[1:] {
			require.False(t, strings.ContainsAny(row[3][:min(1, len(row[3]))], "=+-@\t\r"), "%q", row[3])
		}
	})
}
