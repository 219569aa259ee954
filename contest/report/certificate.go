package report

import (
	_ "embed"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/termsafe"
)

// CertificateTemplate is the certificate that [Certificates] fills by default, A4 on its side.
//
//go:embed certificate.svg
var CertificateTemplate string

// Certificate is the certificate of one entrant.
type Certificate struct {
	File string // its name, such as place-1.svg
	SVG  string
}

// placeholders are the names that a template may hold in braces.
var placeholders = []string{"title", "contest", "name", "name-size", "team", "place", "ordinal", "points", "date"}

var placeholder = regexp.MustCompile(`\{([a-z-]+)\}`)

// ErrNotOver is the error of what needs the final standings.
var ErrNotOver = say.Errorf("the contest is not over; its last places may still change")

// Certificates fills a template, an SVG with [CertificateTemplate]'s placeholders, for the places of
// the last stage up to the number most, in each of its groups. File is the template's name, for errors.
// Date is printed on the certificates; if empty, the day of the last decision.
func Certificates(d *tournament.Tournament, l say.Language, file, template string, most int, date string) ([]Certificate, error) {
	if err := checkTemplate(file, template); err != nil {
		return nil, err
	}
	if !standing.Over(d) {
		return nil, ErrNotOver
	}
	if date == "" && len(d.Decisions) > 0 {
		date, _, _ = strings.Cut(d.Decisions[len(d.Decisions)-1].Time, "T")
	}
	if day, err := time.Parse(time.DateOnly, date); err == nil && l == say.Japanese {
		date = day.Format("2006年1月2日")
	}
	var all []Certificate
	made := map[string]int{}
	rows, several := standing.Places(d, most)
	for _, p := range rows {
		name, place := fmt.Sprintf("place-%d", p.Rank), ordinal(p.Rank)
		if several {
			group := GroupName(p.Group - 1)
			name, place = fmt.Sprintf("group-%s-%s", group, name), say.Format("Group %s, %s", group, place)
		}
		if made[name]++; made[name] > 1 {
			name += "-" + strconv.Itoa(made[name])
		}
		values := map[string]string{
			"title": l.Say(say.Format("Certificate")), "contest": d.Config.Name, "name": p.Entrant, "name-size": nameSize(p.Entrant),
			"team": d.Entrants[p.Index].Team, "place": strconv.Itoa(p.Rank), "ordinal": l.Say(place),
			"points": number(p.Points), "date": date,
		}
		all = append(all, Certificate{name + ".svg", placeholder.ReplaceAllStringFunc(template, func(word string) string {
			return escapeXML(values[strings.Trim(word, "{}")])
		})})
	}
	return all, nil
}

// checkTemplate wants an SVG with known placeholders alone.
func checkTemplate(file, template string) error {
	for number, line := range strings.Split(template, "\n") {
		for _, m := range placeholder.FindAllStringSubmatch(line, -1) {
			if !strings.Contains(" "+strings.Join(placeholders, " ")+" ", " "+m[1]+" ") {
				return say.Errorf("%s:%d: there is no placeholder %.40q; there are {%s}", file, number+1, m[0], strings.Join(placeholders, "}, {"))
			}
		}
	}
	d, root := xml.NewDecoder(strings.NewReader(template)), ""
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return say.Errorf("%s: no SVG: %s", file, err)
		}
		if e, ok := token.(xml.StartElement); ok && root == "" {
			root = e.Name.Local
		}
	}
	if root != "svg" {
		return say.Errorf("%s: no SVG: its outermost element is %.40q", file, root)
	}
	return nil
}

func escapeXML(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a builder takes all
	return b.String()
}

// nameSize is the size of a name's letters by which it fits the width of the template.
func nameSize(name string) string {
	const most, width, column = 84, 960, 0.6 // units of the picture; a column is a part of the size
	return strconv.Itoa(min(most, int(width/(column*float64(max(1, termsafe.Width(name)))))))
}

// ordinal is a place in words.
func ordinal(n int) say.Text {
	switch {
	case n%10 == 1 && n%100 != 11:
		return say.Format("%dst place", n)
	case n%10 == 2 && n%100 != 12:
		return say.Format("%dnd place", n)
	case n%10 == 3 && n%100 != 13:
		return say.Format("%drd place", n)
	}
	return say.Format("%dth place", n)
}
