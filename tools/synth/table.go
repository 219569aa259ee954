package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A page names where a table goes by a line such as <!-- resources -->; it
// ends at the next <!-- end -->. One page shows all designs, each other those
// that name it.
const (
	resourcesMark = "<!-- resources -->\n"
	familiesMark  = "<!-- families -->\n"
	trialsMark    = "<!-- trials -->\n"
	endMark       = "<!-- end -->"
)

// pages are the pages that may hold tables, from the root.
func pages(p *project) []string {
	list := []string{p.All}
	found, _ := filepath.Glob(p.at(p.Pages)) // a pattern that is wrong has no pages
	for _, name := range found {
		list = append(list, path.Join(path.Dir(p.Pages), filepath.Base(name)))
	}
	return list
}

// page returns a page as it is and as it should be.
func page(p *project, name string, r results) (old, now []byte, err error) {
	old, err = os.ReadFile(p.at(name))
	if err != nil {
		return nil, nil, err
	}
	shown := slices.Clone(p.Designs)
	if name != p.All {
		own := strings.TrimSuffix(filepath.Base(name), ".md")
		shown = slices.DeleteFunc(shown, func(d design) bool { return d.Page != own })
	}
	now = old
	for _, part := range []struct {
		mark string
		text func() []byte
	}{
		{resourcesMark, func() []byte { return r.appendResources(nil, shown) }},
		{familiesMark, func() []byte { return r.appendFamilies(nil, shown) }},
		{trialsMark, func() []byte { return r.appendTrials(nil, p.Core.Top) }},
	} {
		before, rest, ok := bytes.Cut(now, []byte(part.mark))
		if !ok {
			continue
		}
		_, after, ok := bytes.Cut(rest, []byte(endMark))
		if !ok {
			return nil, nil, fmt.Errorf("%s: no %s behind %s", name, endMark, part.mark)
		}
		now = slices.Concat(before, []byte(part.mark), part.text(), []byte(endMark), after)
	}
	return old, now, nil
}

// appendResources appends the table of what designs cost on iCE40.
func (r results) appendResources(dst []byte, shown []design) []byte {
	dst = fmt.Appendf(dst, "| module | LUT4 | FF | EBR | HX8K, MHz | UP5K, MHz |\n| --- | --- | --- | --- | --- | --- |\n")
	for _, d := range shown {
		m, ok := r.find(d.Name)
		if !ok {
			continue
		}
		c := m.Cells["ice40"]
		rams := number(c.RAMs)
		if c.SPRAM > 0 {
			rams += fmt.Sprintf(", %d SPRAM", c.SPRAM)
		}
		dst = fmt.Appendf(dst, "| `%s` | %d | %d | %s | %s | %s |\n", d.Name, c.LUTs, c.FFs, rams,
			m.Clock["hx8k"].text(), m.Clock["up5k"].text())
	}
	return fmt.Appendf(dst, "\nMHz: the worst and the median of %d seeds. `%s`, Yosys %s, nextpnr %s.\n",
		r.Seeds, r.Command, r.Tools[yosys], r.Tools[nextpnr])
}

// text is the worst and the median.
func (t clockTrials) text() string {
	if len(t.MHz) == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f, %.1f", slices.Min(t.MHz), median(t.MHz))
}

func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// number writes a count of RAMs, which may be halves.
func number(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// appendFamilies appends the table of what Yosys needs on other families.
func (r results) appendFamilies(dst []byte, shown []design) []byte {
	list := append([]family{ice40()}, families()...)
	head, rule := "| module |", "| --- |"
	for _, f := range list {
		head += fmt.Sprintf(" %s: %s, FF, %s |", f.title, f.lut, f.ram)
		rule += " --- |"
	}
	dst = append(dst, head+"\n"+rule+"\n"...)
	for _, d := range shown {
		m, ok := r.find(d.Name)
		if !ok || !d.Everywhere {
			continue
		}
		dst = fmt.Appendf(dst, "| `%s` |", d.Name)
		for _, f := range list {
			c := m.Cells[f.name]
			dst = fmt.Appendf(dst, " %d, %d, %s |", c.LUTs, c.FFs, number(c.RAMs))
		}
		dst = append(dst, '\n')
	}
	return fmt.Appendf(dst, "\nResources only: there is no place and route for the other families here, so no clock rate.\n"+
		"`%s`, Yosys %s.\n", r.Command, r.Tools[yosys])
}

// appendTrials appends what the clock rates mean in turns a second.
func (r results) appendTrials(dst []byte, core string) []byte {
	t := r.Trials
	dst = fmt.Appendf(dst, "| TRY of | cycles | HX8K, million a second | UP5K, million a second |\n| --- | --- | --- | --- |\n")
	m, _ := r.find(core)
	for _, row := range []struct {
		name   string
		cycles float64
	}{{"a random tile on a random square", t.Mean}, {"a legal turn", t.Fit}} {
		dst = fmt.Appendf(dst, "| %s | %.1f |", row.name, row.cycles)
		for _, c := range []string{"hx8k", "up5k"} {
			rates := m.Clock[c].MHz
			if len(rates) == 0 {
				dst = append(dst, " – |"...)
				continue
			}
			dst = fmt.Appendf(dst, " %s, %s |", million(slices.Min(rates)/row.cycles), million(median(rates)/row.cycles))
		}
		dst = append(dst, '\n')
	}
	return fmt.Appendf(dst, "\nOver %d turns of random games, %d of them legal; %d cycles at most. "+
		"A TRY lasts until the core can take the\n"+
		"next command: forced play, loops and lines, and the way back are in it. The worst and the median seed's clock.\n"+
		"`%s`.\n", t.Turns, t.Legal, t.Max, r.Command)
}

func million(n float64) string { return strconv.FormatFloat(math.Round(n*100)/100, 'f', 2, 64) }
