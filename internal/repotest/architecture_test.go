package repotest

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const modulePath = "github.com/loopline/loopline/"

// mayImport lists which of our packages each of our packages may import. A
// package that is not listed here may import none.
var mayImport = map[string][]string{
	"trax/conformance/simulated": {"bridge", "player", "sim", "trax/conformance", "trax/drill"},
	"trax":                       {},
	"trax/engine":                {"internal/query", "trax", "trax/engine/board"},
	"trax/engine/board":          {"trax"},
	"trax/engine/board/weights":  {"trax", "trax/engine", "trax/engine/board"},
	"trax/engine/openings":       {"trax", "trax/engine"},
	"trax/engine/openings/list":  {"trax/engine/openings"},
	"trax/engine/train":          {"trax", "trax/engine"},
	"trax/svg":                   {"trax"},
	"trax/puzzle":                {"trax"},
	"trax/contest":               {"host", "trax"},
	"trax/gamefile":              {"host", "trax", "trax/contest"},
	"trax/replay":                {"internal/phrase", "trax"},
	"trax/term":                  {"host", "host/terminal", "trax", "trax/contest"},
	"trax/drill":                 {"host", "host/latency", "internal/bounds", "trax", "trax/contest", "trax/engine", "trax/gamefile"},
	"trax/analysis":              {"host", "internal/phrase", "trax", "trax/contest", "trax/drill", "trax/engine", "trax/gamefile"},
	"trax/conformance":           {"host", "host/latency", "internal/phrase", "trax", "trax/contest", "trax/drill", "host/steps"},
	"internal/filelock":          {},
	"internal/phrase":            {},
	"internal/repotest":          {},
	"internal/bounds":            {},
	"internal/commandline":       {"internal/locale", "internal/phrase"},
	"internal/query":             {},
	"internal/locale":            {},
	"internal/version":           {},
	"internal/release":           {"bridge"},
	"trax/perft":                 {"trax"},
	"printable":                  {},
	"output":                     {"internal/filelock"},
	"host":                       {"internal/phrase", "output", "printable"},
	"host/audit":                 {"host", "internal/phrase", "printable"},
	"host/hosttest":              {},
	"host/latency":               {"host", "internal/phrase"},
	"host/terminal":              {"host", "internal/phrase", "internal/stream", "printable"},
	"host/rating":                {},
	"host/tournament":            {"host", "host/audit", "host/rating", "host/series", "host/tournament/pairing", "internal/filelock", "internal/phrase"},
	"host/tournament/pairing":    {},
	"host/live":                  {"host", "host/terminal", "host/tournament", "internal/locale", "internal/phrase", "printable"},
	"games/grid":                 {},
	"games/jsonvalue":            {},
	"host/series":                {"host", "host/latency", "host/rating", "host/terminal", "internal/phrase", "internal/stream"},
	"player":                     {"bridge", "host", "host/latency", "internal/phrase", "isolation", "sim"},
	"isolation":                  {},
	"bridge":                     {"bridge/usb", "internal/query", "isolation"},
	"bridge/bridgetest":          {"bridge", "isolation"},
	"bridge/ports":               {"bridge", "internal/phrase"},
	"bridge/usb":                 {},
	"bridge/qemubench":           {},
	"vectors":                    {"internal/phrase"},
	"trax/vectors":               {"trax", "vectors"},
	"hdl":                        {},
	"starter":                    {"internal/phrase"},
	"starter/bot/go":             {},
	"trax/tutorial":              {"internal/phrase", "sim", "trax"},
	"hdl/tools/mutate":           {},
	"hdl/tools/synth":            {"trax/vectors"},
	"sim":                        {"bridge", "internal/filelock", "internal/phrase", "internal/query", "isolation", "output"},
	"trax/rtl":                   {"internal/phrase", "sim", "trax", "trax/gamefile", "trax/replay", "trax/vectors", "vectors"},
	"cmd/loopline":               {"bridge", "bridge/ports", "bridge/usb", "games", "games/animation", "hdl", "host", "host/audit", "host/latency", "host/live", "host/series", "host/terminal", "host/tournament", "internal/bounds", "internal/phrase", "internal/stream", "internal/version", "isolation", "output", "player", "printable", "sim", "starter", "trax", "trax/analysis", "trax/conformance", "trax/contest", "trax/drill", "trax/engine", "trax/gamefile", "trax/perft", "trax/puzzle", "trax/replay", "trax/rtl", "trax/svg", "trax/vectors", "vectors", "games/kernel", "host/steps", "games/advice", "internal/commandline", "trax/tutorial"},

	"games": {"trax/analysis", "trax/gamefile", "trax/replay", "trax/conformance", "trax/conformance/simulated", "bridge", "games/animation", "games/api", "internal/phrase", "printable", "host", "host/live", "host/terminal", "host/tournament", "output", "player", "trax/drill",
		"trax", "trax/contest", "trax/engine", "trax/svg", "trax/term",
		"games/battle2048", "games/battle2048/bots", "games/battle2048/contest", "games/battle2048/svg", "games/battle2048/term",
		"games/chaser", "games/chaser/bots", "games/chaser/contest", "games/chaser/svg", "games/chaser/term",
		"games/kakomimasu", "games/kakomimasu/bots", "games/kakomimasu/contest", "games/kakomimasu/svg", "games/kakomimasu/term", "games/kakomimasu/web",
		"games/dpt", "games/dpt/bots", "games/dpt/contest", "games/dpt/procon30", "games/dpt/svg", "games/dpt/term",
		"games/kernel",
		"sim",
		"vectors",
		"trax/rtl",
		"trax/vectors",
		"games/battle2048/rtl",
		"games/battle2048/vectors",
		"games/battle2048/conformance", "games/chaser/conformance", "games/dpt/conformance", "games/kakomimasu/conformance", "hdl", "games/conformance", "host/latency", "host/steps",
		"games/grid",
		"games/grid/rtl",
		"games/advice",
		"games/chaser/rtl",
		"games/chaser/vectors",
	},

	"games/animation": {},

	"games/grid/rtl":          {"games/grid", "games/grid/vectors", "games/kernel", "vectors"},
	"games/grid/vectors":      {"games/grid", "vectors"},
	"games/chaser/rtl":        {"games/chaser", "games/chaser/vectors", "games/kernel", "sim", "vectors"},
	"games/chaser/vectors":    {"games/chaser", "vectors"},
	"games/kernel":            {"internal/phrase", "sim", "vectors"},
	"games/kernel/kerneltest": {"games/kernel", "sim", "vectors"},

	"games/battle2048/rtl":     {"games/battle2048", "games/battle2048/vectors", "games/kernel", "vectors"},
	"games/battle2048/vectors": {"games/battle2048", "vectors"},
	"games/battle2048":         {"games/jsonvalue"},
	"games/battle2048/contest": {"games/battle2048", "host"},
	"games/battle2048/bots":    {"games/battle2048", "games/battle2048/contest", "internal/query", "games/advice", "host"},
	"games/battle2048/svg":     {"games/battle2048", "games/battle2048/contest"},
	"games/battle2048/term":    {"games/battle2048", "games/battle2048/contest", "host", "host/terminal"},

	"games/api": {"bridge", "host"},

	"games/kakomimasu":         {"games/grid", "games/jsonvalue"},
	"games/kakomimasu/contest": {"games/kakomimasu", "host"},
	"games/kakomimasu/bots":    {"games/advice", "games/kakomimasu", "games/kakomimasu/contest", "host", "internal/query"},
	"games/kakomimasu/svg":     {"games/kakomimasu"},
	"games/kakomimasu/web":     {"games/api", "games/jsonvalue", "games/kakomimasu", "games/kakomimasu/contest", "host"},
	"games/kakomimasu/term":    {"games/kakomimasu", "games/kakomimasu/contest", "host", "host/terminal"},

	"games/chaser":         {"games/jsonvalue"},
	"games/chaser/contest": {"games/chaser", "host"},
	"games/chaser/bots":    {"games/chaser", "games/chaser/contest", "internal/query", "games/advice", "host"},
	"games/chaser/svg":     {"games/chaser"},
	"games/chaser/term":    {"games/chaser", "games/chaser/contest", "host", "host/terminal"},

	"games/dpt":          {"games/grid", "games/jsonvalue"},
	"games/dpt/contest":  {"games/dpt", "host"},
	"games/dpt/bots":     {"games/advice", "games/dpt", "games/dpt/contest", "games/grid", "host", "internal/query"},
	"games/dpt/procon30": {"games/api", "games/dpt", "games/dpt/contest", "games/jsonvalue", "host"},
	"games/dpt/svg":      {"games/dpt", "games/grid"},
	"games/dpt/term":     {"games/dpt", "games/dpt/contest", "games/grid", "host", "host/terminal"},

	"bridge/qemubench/guest":       {"bridge/qemubench"},
	"bridge/qemubench/pinger":      {"bridge"},
	"games/conformance":            {"host", "host/latency", "host/steps", "host/terminal", "internal/phrase"},
	"games/battle2048/conformance": {"games/battle2048", "games/battle2048/contest", "games/conformance", "host"},
	"games/dpt/conformance":        {"games/dpt", "games/dpt/contest", "games/conformance", "host"},
	"games/kakomimasu/conformance": {"games/kakomimasu", "games/kakomimasu/contest", "games/conformance", "host"},
	"games/chaser/conformance":     {"games/chaser", "games/chaser/contest", "games/conformance", "host"},
	"host/steps":                   {"internal/phrase"},
	"games/advice":                 {"host", "internal/phrase"},

	"farm/bus":        {"internal/filelock"},
	"farm/jobs":       {"farm/bus", "farm/ledger", "internal/phrase", "isolation"},
	"farm/ledger":     {},
	"farm/farmtest":   {},
	"farm/slow":       {},
	"farm/slow/proxy": {"farm/slow"},
	"farm/remote":     {"bridge", "host", "internal/phrase", "internal/query"},
	"farm/command":    {"bridge", "farm/bus", "farm/jobs", "farm/ledger", "farm/remote", "games", "host", "host/audit", "host/live", "host/terminal", "host/tournament", "internal/phrase", "internal/stream", "internal/version", "isolation", "output", "player", "printable"},
	"farm/simulate":   {"farm/ledger"},
}

// mayTest lists what tests may import on top of that.
var mayTest = map[string][]string{
	"player":          {"bridge/bridgetest"},
	"internal/phrase": {"internal/phrase"},
	"internal/query":  {"internal/query"},
	"internal/bounds": {"internal/bounds"},

	"host":                 {"host", "host/hosttest"},
	"host/audit":           {"host/hosttest"},
	"host/live":            {"host/hosttest"},
	"host/series":          {"host/audit", "host/hosttest"},
	"host/tournament":      {"host/hosttest"},
	"games":                {"bridge/bridgetest", "host/audit", "host/hosttest", "host/series", "isolation"},
	"isolation":            {"isolation", "bridge/bridgetest"},
	"bridge":               {"bridge", "bridge/bridgetest", "isolation"},
	"trax":                 {"trax"},
	"trax/engine":          {"trax/engine", "trax/engine/openings"},
	"trax/engine/openings": {"trax/engine/openings"},
	"trax/replay":          {"trax/replay"},
	"trax/puzzle":          {"trax/engine", "trax/puzzle"},
	"trax/svg":             {"trax/svg"},
	"trax/conformance":     {"trax/conformance"},
	"trax/contest":         {"trax/contest", "host/hosttest", "bridge", "bridge/bridgetest"},
	"farm/bus":             {"bridge", "farm/remote", "farm/slow", "host", "host/hosttest"},
	"farm/remote":          {"host/hosttest"},
	"farm/command":         {"farm/farmtest", "host/series"},
	"farm/jobs":            {"farm/farmtest"},
	"vectors":              {"vectors"},

	"games/grid/rtl":           {"games/kernel/kerneltest", "hdl"},
	"games/grid/vectors":       {"games/kernel/kerneltest"},
	"games/chaser/rtl":         {"games/kernel/kerneltest", "hdl"},
	"games/chaser/vectors":     {"games/kernel/kerneltest"},
	"games/kernel":             {"games/kernel"},
	"games/battle2048/rtl":     {"games/kernel/kerneltest", "hdl"},
	"games/battle2048/vectors": {"games/kernel/kerneltest"},
	"games/battle2048/contest": {"host/hosttest"},
	"games/chaser/contest":     {"host/hosttest"},
	"games/dpt/contest":        {"host/hosttest"},
	"games/kakomimasu/contest": {"host/hosttest"},
	"games/kakomimasu/web":     {"bridge", "host/hosttest"},
	"games/dpt/procon30":       {"host/hosttest"},

	"trax/vectors": {"trax/vectors"},
	"hdl":          {"trax"},
	"sim":          {"hdl", "sim"},
	"starter":      {"sim", "starter"},
	"trax/rtl":     {"hdl", "trax/engine/board"},
	"cmd/loopline": {"bridge/bridgetest"},

	"bridge/qemubench": {"bridge/qemubench", "bridge/bridgetest", "trax"},
}

// knowsGame is the sentence that the layout follows: host, player, bridge, sim
// and vectors know no game; trax and games/NAME each know one; only games and
// cmd, of which farm/command is a part, know all. It returns the game that a package may know: none (""), one, or
// every one ("*").
func knowsGame(name string) string {
	root, rest, _ := strings.Cut(name, "/")
	switch {
	case root == "cmd" || name == "games" || root == "hdl" || name == "farm/command":
		return "*"
	case root == "trax":
		return "trax"
	case root == "games" && !slices.Contains(kernels, name):
		game, _, _ := strings.Cut(rest, "/")
		return "games/" + game
	}
	return ""
}

// kernels are the packages below games that belong to no game.
var kernels = []string{"games/advice", "games/animation", "games/api", "games/conformance", "games/grid", "games/grid/rtl", "games/grid/vectors", "games/jsonvalue", "games/kernel", "games/kernel/kerneltest"}

// onTheWay are packages whose halves that know Trax have still to move.
var onTheWay = []string{"player"}

// gameOf is the game that a package belongs to, or "".
func gameOf(name string) string {
	if game := knowsGame(name); game != "*" {
		return game
	}
	return ""
}

// listed is what "go list" says about a package.
type listed struct {
	ImportPath   string
	Imports      []string
	Deps         []string // direct and indirect
	TestImports  []string
	XTestImports []string
}

// packages lists the packages of the module by their path below its root. With the profile
// of the program, packages of which it makes others would be listed once more.
func packages(t *testing.T) map[string]listed {
	out, err := exec.Command("go", "list", "-pgo=off", "-json=ImportPath,Imports,Deps,TestImports,XTestImports",
		modulePath+"...").Output()
	require.NoError(t, err)
	all := map[string]listed{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			require.Greater(t, len(all), 20)
			return all
		}
		require.NoError(t, err)
		if name, ok := strings.CutPrefix(p.ImportPath, modulePath); ok {
			all[name] = p
		}
	}
}

// TestFarmIsLeftOut: without the build tag farm nothing of a message server is in
// the program.
func TestFarmIsLeftOut(t *testing.T) {
	for name, p := range packages(t) {
		if !strings.HasPrefix(name, "cmd/") {
			continue
		}
		for _, path := range p.Deps {
			require.NotContains(t, path, "nats", "%s without the tag farm", name)
			require.NotContains(t, path, modulePath+"farm", "%s without the tag farm", name)
		}
	}
	tagged, err := exec.Command("go", "list", "-pgo=off", "-tags", "farm", "-deps", "./cmd/loopline").Output()
	require.NoError(t, err)
	require.Contains(t, string(tagged), "github.com/nats-io/nats-server/v2/server", "with it")
}

// TestGamesAreKnownByFew: host, player, bridge, sim and vectors know no game;
// trax and games/NAME each know one; only games and cmd know all.
func TestGamesAreKnownByFew(t *testing.T) {
	for name, p := range packages(t) {
		knows := knowsGame(name)
		for _, path := range p.Deps {
			ours, ok := strings.CutPrefix(path, modulePath)
			if !ok || knows == "*" {
				continue
			}
			if game := gameOf(ours); game != "" && game != knows && !slices.Contains(onTheWay, name) {
				t.Errorf("%s knows the game of %s, and may know %q", name, ours, knows)
			}
		}
	}
}

// TestImports holds the arrows between packages.
func TestImports(t *testing.T) {
	for name, p := range packages(t) {
		requireImports(t, name, p.Imports, mayImport[name])
		tests := slices.Concat(mayImport[name], mayTest[name], []string{name}) // a test package of its own
		requireImports(t, name+" (tests)", slices.Concat(p.TestImports, p.XTestImports), tests)
		if name == "trax" {
			for _, path := range p.Imports {
				require.NotContains(t, path, ".", "package trax takes the standard library only")
			}
		}
	}
}

func requireImports(t *testing.T, name string, imports, allowed []string) {
	for _, path := range imports {
		if ours, ok := strings.CutPrefix(path, modulePath); ok {
			require.Contains(t, allowed, ours, "%s imports %s", name, ours)
		}
	}
}
