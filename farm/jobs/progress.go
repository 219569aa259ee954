package jobs

import (
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/loopline/loopline/internal/phrase"
)

// Rate is how many jobs were done an hour since the coordinator was started.
func (p *Progress) Rate() float64 {
	if p.Since <= 0 {
		return 0
	}
	return float64(p.Done-p.AtStart) / p.Since.Hours()
}

// At is how many workers have a job now.
func (p *Progress) At() (n int) {
	for _, w := range p.Workers {
		if w.Leased > 0 {
			n++
		}
	}
	return n
}

// Left is how long it still takes, in words.
func (p *Progress) Left() string {
	if p.Estimate == 0 {
		return "unknown"
	}
	return p.Estimate.Round(time.Second).String()
}

// String is the progress in a line for people.
func (p Progress) String() string {
	text := fmt.Sprintf("%d of %s done, %.0f an hour, %s at work", p.Done,
		phrase.Plural(p.Jobs, "job", "jobs"), p.Rate(), phrase.Plural(p.At(), "worker", "workers"))
	if p.Done < p.Jobs {
		text += ", left: " + p.Left()
	}
	if len(p.Slow) > 0 {
		text += ", slow: " + strings.Join(p.Slow, ", ")
	}
	if len(p.Findings) > 0 {
		text += ", " + phrase.Plural(len(p.Findings), "finding", "findings")
	}
	return text
}

// writePage writes the progress as a page. It needs no script: the browser loads
// it again.
func writePage(w io.Writer, p *Progress) {
	var b strings.Builder
	fmt.Fprintf(&b, `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<meta name="viewport" content="width=device-width"><title>%[1]d of %[2]d jobs</title></head>
<body><h1>%[1]d of %[2]d jobs done</h1>
<p><progress max="%[2]d" value="%[1]d">%[1]d of %[2]d</progress></p>
<table>
`, p.Done, p.Jobs)
	for _, row := range []struct {
		name  string
		value any
	}{
		{"jobs an hour", int(p.Rate())}, {"left", p.Left()}, {"given now", p.Leased}, {"given again, worker silent", p.Expired},
		{"failed attempts", p.Failed}, {"jobs given up", p.Broken},
	} {
		fmt.Fprintf(&b, "<tr><th align=\"left\">%s</th><td>%v</td></tr>\n", row.name, row.value)
	}
	b.WriteString("</table>\n")
	writeList(&b, "Slow", p.Slow)
	var findings []string
	for _, f := range p.Findings {
		findings = append(findings, f.String())
	}
	writeList(&b, "Findings", findings)
	b.WriteString("<h2>Workers</h2>\n<table><tr><th align=\"left\">worker</th><th>done</th><th>at work</th><th>silent</th></tr>\n")
	for _, w := range p.Workers {
		fmt.Fprintf(&b, "<tr><td>%s</td><td align=\"right\">%d</td><td align=\"right\">%d</td><td align=\"right\">%d</td></tr>\n",
			html.EscapeString(w.Name), w.Done, w.Leased, w.Expired)
	}
	b.WriteString("</table></body></html>\n")
	_, _ = io.WriteString(w, b.String()) // the viewer has gone
}

func writeList(b *strings.Builder, title string, items []string) {
	if len(items) == 0 {
		return
	}
	fmt.Fprintf(b, "<h2>%s</h2><ul>", title)
	for _, item := range items {
		fmt.Fprintf(b, "<li>%s</li>", html.EscapeString(item))
	}
	b.WriteString("</ul>\n")
}

// Page shows progress: / for people, /progress.json for programs.
func Page(state func() Progress) http.Handler {
	mux := http.NewServeMux()
	headers := func(w http.ResponseWriter, kind string) {
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Content-Security-Policy", "default-src 'none'; base-uri 'none'; form-action 'none'")
		w.Header().Set("Cache-Control", "no-store")
	}
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		headers(w, "text/html; charset=utf-8")
		now := state()
		writePage(w, &now)
	})
	mux.HandleFunc("GET /progress.json", func(w http.ResponseWriter, _ *http.Request) {
		headers(w, "application/json")
		_ = json.NewEncoder(w).Encode(state())
	})
	return mux
}
