package report_test

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
	"github.com/loopline/loopline/internal/say"
)

// requireXML wants a text that a reader of XML takes.
func requireXML(t *testing.T, text string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); err != nil {
			require.ErrorIs(t, err, io.EOF)
			return
		}
	}
}

// TestCertificates fills a template for the first places, whatever the names hold.
func TestCertificates(t *testing.T) {
	hostile := `<script>&"{name}`
	plan, err := config.Parse("f.toml", strings.Replace(tournamenttest.PlanText(4, tournamenttest.OneStage), `"E1"`, `'`+hostile+`'`, 1))
	require.NoError(t, err)
	p := tournamenttest.NewPaper(t, plan)
	require.NoError(t, p.Log.View(func(d *tournament.Tournament) {
		_, err := report.Certificates(d, say.English, "x", report.CertificateTemplate, 3, "")
		require.ErrorIs(t, err, report.ErrNotOver)
	}))
	p.Result = func(d *tournament.Tournament, m *tournament.Match, g *tournament.Game) int { // the lower index wins
		if g.Seats[0] < g.Seats[1] {
			return 0
		}
		return 1
	}
	for p.Step() {
	}
	require.NoError(t, p.Log.View(func(d *tournament.Tournament) {
		all, err := report.Certificates(d, say.English, "x", report.CertificateTemplate, 3, "")
		require.NoError(t, err)
		require.Len(t, all, 3)
		for i, want := range []string{"1st place", "2nd place", "3rd place"} {
			require.Contains(t, all[i].SVG, want)
			require.Contains(t, all[i].SVG, "1970-01-01")
			requireXML(t, all[i].SVG)
		}
		require.Equal(t, "place-1.svg", all[0].File)
		require.NotContains(t, all[0].SVG, "<script>")
		require.Contains(t, all[0].SVG, "{name}", "a name is no placeholder")
		all, err = report.Certificates(d, say.Japanese, "x", "<svg>{title} {ordinal} {date} {points}</svg>", 1, "11 月 26 日")
		require.NoError(t, err)
		require.Equal(t, "<svg>賞状 第 1 位 11 月 26 日 3</svg>", all[0].SVG)
		for template, want := range map[string]string{
			"<svg>\n{nmae}</svg>": `x:2: there is no placeholder "{nmae}"; there are {title}, {contest}`,
			"<svg>":               "x: no SVG: ", "<html/>": `x: no SVG: its outermost element is "html"`, "": "x: no SVG",
			"<svg>\x00</svg>": "x: no SVG: ",
		} {
			_, err := report.Certificates(d, say.English, "x", template, 3, "")
			require.ErrorContains(t, err, want, "%q", template)
		}
	}))
}

// Of several groups, each certificate names its group.
func TestCertificatesOfGroups(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 4, tournamenttest.OneStage+"groups = 2\n"))
	all, err := report.Certificates(p.End(), say.Japanese, "x", "<svg>{ordinal}</svg>", 1, "")
	require.NoError(t, err)
	require.Len(t, all, 4, "both of each group are equal")
	require.Equal(t, report.Certificate{File: "group-B-place-1.svg", SVG: "<svg>グループ B 第 1 位</svg>"}, all[2])
}
