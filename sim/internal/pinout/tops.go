package pinout

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/loopline/loopline/sim/sources"
)

// topsInProjects has the ways in which the files of vendors' projects name the top.
var topsInProjects = map[string]*regexp.Regexp{
	".qsf":  regexp.MustCompile(`(?im)^[ \t]*set_global_assignment\s+-name\s+TOP_LEVEL_ENTITY\s+"?\|?(\w+)`), // Quartus
	".xpr":  regexp.MustCompile(`(?i)<Option\s+Name="TopModule"\s+Val="(\w+)"`),                              // Vivado
	".xise": regexp.MustCompile(`(?i)"Implementation Top"\s+xil_pn:value="(?:Module|Architecture)\|(\w+)`),   // ISE
	".ldf":  regexp.MustCompile(`(?i)\b(?:def_)?top="(\w+)"`),                                                // Diamond
	".rdf":  regexp.MustCompile(`(?i)\b(?:def_)?top="(\w+)"`),                                                // Radiant
	".json": regexp.MustCompile(`"TopModule"\s*:\s*"(\w+)"`),                                                 // Gowin
	".ini":  regexp.MustCompile(`(?m)^[ \t]*top-module\s*=\s*(\w+)`),                                         // apio
}

// projectTop returns the one of the named modules that the projects in a design have as their top, if it is one.
func projectTop(files []sources.File, modules []string) (string, bool) {
	var named []string
	for _, f := range files {
		pattern := topsInProjects[strings.ToLower(path.Ext(f.Name))]
		if pattern == nil {
			continue
		}
		for _, m := range pattern.FindAllSubmatch(f.Text, -1) {
			at := slices.IndexFunc(modules, func(name string) bool { return strings.EqualFold(name, string(m[1])) })
			if at >= 0 && !slices.Contains(named, modules[at]) {
				named = append(named, modules[at])
			}
		}
	}
	if len(named) != 1 {
		return "", false
	}
	return named[0], true
}

var (
	portDirection = regexp.MustCompile(`\b(?:input|output|inout)\b`)
	portType      = regexp.MustCompile(`\b(?:wire|reg|logic|var|signed|tri|unsigned)\b`)
	vhdlBits      = regexp.MustCompile(`(?i)(\w+(?:\s*,\s*\w+)*)\s*:\s*(in|out)\s+std_u?logic\b`)
)

// serialPorts is which directions of a serial line a module has a port for, by its name.
type serialPorts struct{ in, out bool }

// add takes in ports of one bit by a text with their names. A board may call them by what its host does with them.
func (s *serialPorts) add(direction string, names []byte) {
	for name := range sources.Words(names) {
		name := strings.ToLower(name)
		serial := LikelyRX(name) || likelyTX(name)
		s.in = s.in || serial && direction == "input"
		s.out = s.out || serial && direction == "output"
	}
}

// isSerial reports whether a module of Verilog has a serial input and a serial output.
func isSerial(d *sources.Declaration) bool {
	var s serialPorts
	at := portDirection.FindAllIndex(d.Body, -1)
	for i, m := range at {
		end := len(d.Body)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		names := d.Body[m[1]:end]
		if stop := bytes.IndexAny(names, ";)"); stop >= 0 {
			names = names[:stop]
		}
		if !bytes.ContainsRune(names, '[') {
			s.add(string(d.Body[m[0]:m[1]]), portType.ReplaceAll(names, nil))
		}
	}
	return s.in && s.out
}

// serialEntity reports whether the text of an entity has a serial input and a serial output.
func serialEntity(text []byte) bool {
	var s serialPorts
	for _, m := range vhdlBits.FindAllSubmatch(text, -1) {
		s.add(strings.ToLower(string(m[2]))+"put", m[1])
	}
	return s.in && s.out
}

// onlySerial returns the only one of some modules and entities that has a serial line, as what talks to a host does, if
// it also needs as many files as any of the others.
func onlySerial(files []sources.File, h *sources.Hierarchy, l *sources.Library, names []string) (string, bool) {
	needs := func(name string) int { return len(h.Needed(name)) - len(sources.UnreachedVHDL(files, name)) }
	only, most := "", 0
	for i, name := range names {
		e, is := l.Find(name)
		if is && serialEntity(e.Body) || slices.ContainsFunc(h.Declares[name], func(d sources.Declaration) bool { return isSerial(&d) }) {
			if only != "" {
				return "", false
			}
			only = name
		}
		if n := needs(name); i == 0 || n > most {
			most = n
		}
	}
	return only, only != "" && needs(only) == most
}

// notTested drops the names that files which test the design declare alone, where others remain.
func notTested(h *sources.Hierarchy, l *sources.Library, names []string) []string {
	kept := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		e, is := l.Find(name)
		return !(is && !sources.IsBench(e.File)) && !slices.ContainsFunc(h.Declares[name], func(d sources.Declaration) bool { return !sources.IsBench(d.File) })
	})
	if len(kept) == 0 {
		return names
	}
	return kept
}
