package vhdl

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/loopline/loopline/internal/quoting"
	"github.com/loopline/loopline/sim/sources"
)

// setting matches a parameter of an instance: .NAME(VALUE)
var setting = regexp.MustCompile(`\.\s*(\w+)\s*\(([^()]*)\)`)

// genericsIn returns the generics that Verilog gives to an entity. VHDL is
// converted before Verilog is read, and once: they have to be numbers, and the
// same in all instances.
func genericsIn(h *sources.Hierarchy, name string) (map[string]string, error) {
	var found map[string]string
	instance := regexp.MustCompile(`(?:^|[^\w$.])` + quoting.Pattern(name) + `\s*#\s*\(`)
	for _, file := range h.Order {
		text := h.Files[file]
		for _, at := range instance.FindAllIndex(text, -1) {
			list := text[at[1]-1:]
			list = list[1 : len(list)-len(sources.BehindBrackets(list))]
			one, err := settingsIn(list)
			if err == nil && found != nil && !maps.Equal(one, found) {
				err = fmt.Errorf("has other generics than another instance; put each into an entity of its own in VHDL")
			}
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %s, which is VHDL, %w", file, 1+bytes.Count(text[:at[1]], []byte("\n")), name, err)
			}
			found = one
		}
	}
	return found, nil
}

// settingsIn reads what is between the brackets behind #.
func settingsIn(list []byte) (map[string]string, error) {
	found := make(map[string]string)
	for _, m := range setting.FindAllSubmatch(list, -1) {
		value := strings.TrimSpace(string(m[2]))
		if !sources.PlainConstant.MatchString(value) || strings.Contains(value, "'") {
			return nil, fmt.Errorf("takes %.40q as generic %s; write a decimal number or a text", value, m[1])
		}
		found[string(m[1])] = value
	}
	if len(found) == 0 || len(bytes.Trim(setting.ReplaceAll(list, nil), ", \t\r\n)")) > 0 {
		return nil, fmt.Errorf("takes generics in a form that is not read; write .NAME(NUMBER)")
	}
	return found, nil
}

// withParameters gives a module of GHDL the parameters that its instances set.
func withParameters(text, name string, generics map[string]string) string {
	if len(generics) == 0 {
		return text
	}
	var list []string
	for _, g := range slices.Sorted(maps.Keys(generics)) {
		list = append(list, fmt.Sprintf("parameter %s = %s", g, generics[g]))
	}
	return "module " + name + "\n  #(" + strings.Join(list, ", ") + ")" + strings.TrimPrefix(text, "module "+name)
}
