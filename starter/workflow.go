package starter

import (
	"regexp"
	"strings"
)

// released is the version of a release: not of a program that was built between two.
var released = regexp.MustCompile(`^v\d+\.\d+\.\d+$`)

// workflow returns the file by which GitHub Actions checks the project on each push.
func (p *Project) workflow() (file, error) {
	text, err := files.ReadFile("ci/loopline.yml")
	if err != nil {
		return file{}, err
	}
	packages := []string{"verilator", "yosys", "iverilog", "zlib1g-dev"}
	if p.Language == "vhdl" {
		packages = append(packages, "ghdl")
	}
	check := []string{"make check FLAGS='--junit reports/check.xml'"}
	rules := []string{"make rules FLAGS='--junit reports/rules.xml'"}
	switch p.Kind {
	case "bot":
		packages = nil // the compilers are there
	case "bench":
		const library = " LOOPLINE_LIB=/usr/lib/loopline" // of the package
		check = []string{"loopline sim lint --core rtl", "make check" + library}
		rules = []string{
			"make rules" + library,
			"loopline sim compare --core rtl --skip-ops undo,try,gen --junit reports/compare.xml",
		}
	}
	release := ""
	if released.MatchString(p.Release) {
		release = p.Release + " "
	}
	for i, command := range rules {
		rules[i] = "      - run: " + command + "\n        if: success() || failure()\n"
		if !p.Search { // which passes
			rules[i] += "        continue-on-error: true # until all of it holds: then take this line out\n"
		}
	}
	filled := strings.NewReplacer(
		"@RELEASE@", release, " @PACKAGES@", strings.Join(append([]string{""}, packages...), " "),
		"@CHECK@", strings.Join(check, "\n          "), "@RULES@", strings.Join(rules, ""),
	).Replace(string(text))
	return file{".github/workflows/loopline.yml", []byte(filled), 0o644}, nil
}
