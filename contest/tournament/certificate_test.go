package tournament

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

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
	plan, err := ParseConfig("f.toml", strings.Replace(planText(4, oneStage), `"E1"`, `'`+hostile+`'`, 1))
	require.NoError(t, err)
	p := newPaper(t, plan)
	require.NoError(t, p.log.View(func(d *Tournament) {
		_, err := d.Certificates(say.English, "x", CertificateTemplate, 3, "")
		require.ErrorIs(t, err, ErrNotOver)
	}))
	p.result = func(d *Tournament, m *Match, g *Game) int { // the lower index wins
		if g.Seats[0] < g.Seats[1] {
			return 0
		}
		return 1
	}
	for p.step() {
	}
	require.NoError(t, p.log.View(func(d *Tournament) {
		all, err := d.Certificates(say.English, "x", CertificateTemplate, 3, "")
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
		all, err = d.Certificates(say.Japanese, "x", "<svg>{title} {ordinal} {date} {points}</svg>", 1, "11 月 26 日")
		require.NoError(t, err)
		require.Equal(t, "<svg>賞状 第 1 位 11 月 26 日 3</svg>", all[0].SVG)
		for template, want := range map[string]string{
			"<svg>\n{nmae}</svg>": `x:2: there is no placeholder "{nmae}"; there are {title}, {contest}`,
			"<svg>":               "x: no SVG: ", "<html/>": `x: no SVG: its outermost element is "html"`, "": "x: no SVG",
			"<svg>\x00</svg>": "x: no SVG: ",
		} {
			_, err := d.Certificates(say.English, "x", template, 3, "")
			require.ErrorContains(t, err, want, "%q", template)
		}
	}))
}

// Of several groups, each certificate names its group.
func TestCertificatesOfGroups(t *testing.T) {
	p := newPaper(t, planOf(t, 4, oneStage+"groups = 2\n"))
	all, err := p.end().Certificates(say.Japanese, "x", "<svg>{ordinal}</svg>", 1, "")
	require.NoError(t, err)
	require.Len(t, all, 4, "both of each group are equal")
	require.Equal(t, Certificate{"group-B-place-1.svg", "<svg>グループ B 第 1 位</svg>"}, all[2])
}
