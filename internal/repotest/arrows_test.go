package repotest

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const modulePath = "github.com/loopline/loopline/"

// arrow is a sentence about who must not know whom, through however many packages of
// ours. A package of ours is named by its folder, one of others by its path behind @,
// and a package with its tests by "NAME tests". NAME/... is NAME and what lies below
// it, "..." everything that is ours, and a star one name.
type arrow struct {
	from, except []string // who must not know, and who of these may
	to, but      []string // whom, and whom of these they may
	why          string
}

// rules are the rules of the games, each of which has a folder with its referee.
var rules = append([]string{"trax"}, foldersWith("referee")...)

// foldersWith are the folders of games that have a folder in them. Package variables
// are made before a test goes anywhere else.
func foldersWith(inside string) (all []string) {
	const root = "../.."
	found, _ := filepath.Glob(root + "/games/*/" + inside)
	for _, name := range found {
		all = append(all, strings.TrimPrefix(filepath.ToSlash(filepath.Dir(name)), root+"/"))
	}
	return all
}

// A game is held to the arrows as soon as it has a referee.
func TestRulesAreFound(t *testing.T) {
	for _, name := range []string{"trax", "games/battle2048", "games/chaser", "games/dpt", "games/kakomimasu"} {
		require.Contains(t, rules, name)
	}
	for _, name := range rules {
		require.NotContains(t, generic, name)
	}
}

// generic are the packages below games that belong to no game.
var generic = []string{
	"games/animation", "games/browser/bundle", "games/descriptor", "games/httpapi", "games/grid/...", "games/jsonvalue", "games/rtlblock/...",
}

// contestRooms are the packages of which a contest is made, the lowest first: each knows those before it alone.
var contestRooms = []string{
	"contest/config", "contest/tournament", "contest/standing", "contest/journal", "contest/report", "contest/command", "contest/director", "contest/rehearsal",
}

// upwards are the arrows from each room of a contest to those above it, and to who uses them.
func upwards() (all []arrow) {
	for i, room := range contestRooms {
		all = append(all, arrow{
			from: []string{room}, except: []string{"contest/* tests"},
			to:  append(slices.Clone(contestRooms[i+1:]), "contest/live/...", "contest/desk"),
			why: "a contest is built from its file up: its file, its state, what follows, who writes it down, who shows and plays it",
		})
	}
	return all
}

// forbidden are the arrows that must not be.
var forbidden = append(append(ownGame(), upwards()...),
	arrow{
		from: rules, to: []string{"..."}, but: []string{"games/grid", "games/jsonvalue", "internal/tier"},
		why: "rules are the oracle that RTL and records are judged by, so they stand on nothing that is judged",
	},
	arrow{
		from: rules, except: []string{"trax tests", "games/* tests"}, to: []string{"@os/...", "@net/...", "@time", "@log/...", "@*.*/..."},
		why: "rules do no I/O, read no clock and need no library, so that the same moves have the same result everywhere",
	},
	arrow{
		from: []string{"host/...", "contest/...", "player", "bridge/...", "sim/...", "vectors"}, except: []string{"bridge/qemutest tests"},
		to: []string{"trax/...", "games/..."}, why: "a game is a function that calls the host; a word about one game there would hold for all",
	},
	arrow{
		from: []string{"games/descriptor"}, to: []string{"trax/...", "games/..."}, but: generic,
		why: "the form says what a game may fill in; a word about one game there would stand in all",
	},
	arrow{
		from: []string{"host/...", "contest/..."}, to: []string{"bridge/...", "player", "sim/...", "sandbox"},
		why: "the referee judges stamped lines, whatever connection brought them",
	},
	arrow{
		from: []string{"contest/live/web"}, except: []string{"contest/live/web tests"}, to: []string{"contest/...", "host/..."},
		why: "strangers are served alike, whatever the pages show",
	},
	arrow{
		from: []string{"contest/live/analysis"}, except: []string{"contest/live/analysis tests"}, to: []string{"contest/..."},
		but: []string{"contest/live/web"}, why: "a game is whatever gets evaluations",
	},
	arrow{
		from: []string{"contest/live"}, except: []string{"contest/live tests"}, to: []string{"contest/..."},
		but: []string{"contest/live/web", "contest/live/analysis"}, why: "pages of games know nothing of contests and seats, which know them",
	},
	arrow{
		from: []string{"contest/live/deskpages"}, except: []string{"contest/live/deskpages tests"}, to: []string{"contest/live/..."},
		but: []string{"contest/live/web"}, why: "who hands in sees no game",
	},
	arrow{
		from: []string{"host/..."}, to: []string{"contest/..."},
		why: "one game knows nothing of the contest that it is part of",
	},
	arrow{
		from: []string{"host/record"}, to: []string{"..."}, but: []string{"internal/...", "safefile", "termsafe"},
		why: "records are read where nobody referees, and no word of them depends on who judges",
	},
	arrow{
		from: []string{"host/stalls"}, to: []string{"..."},
		why: "what the host lost is measured, and owed, whatever is played and recorded",
	},
	arrow{
		from: []string{"bridge/..."}, except: []string{"bridge/qemutest tests"}, to: []string{"host/...", "contest/...", "player", "sim/..."},
		why: "a connection carries lines and stamps them; it knows nobody who judges by the stamps",
	},
	arrow{
		from: []string{"sim/tooling", "sim/sources/...", "sim/finding", "sim/coverage", "sim/waves", "sim/model", "sim/lint", "sim/simtest", "sim/internal/..."},
		to:   []string{"sim", "sim/adopt", "sim/reproduce"}, why: "what a board is made of knows no board",
	},
	arrow{
		from: []string{"sim/tooling", "sim/sources", "sim/finding", "sim/coverage", "sim/waves", "sim/internal/levels", "sim/internal/netlist", "sim/internal/pinout", "sim/internal/flow", "sim/internal/vhdl"},
		to:   []string{"sim/model", "sim/lint", "sim/internal/ice40"}, why: "a design is read before anything is built of it",
	},
	arrow{
		from:   []string{"bridge/addr", "bridge/lines", "bridge/devices", "bridge/exec", "bridge/serial", "bridge/usb"},
		except: []string{"bridge/* tests"}, to: []string{"bridge", "bridge/ports"},
		why: "who opens a player knows every way to one, and no way knows who opens it",
	},
	arrow{
		from: []string{"sandbox"}, except: []string{"sandbox tests"}, to: []string{"..."}, but: []string{"internal/..."},
		why: "every stranger's program is started there, so it stays small enough to be read as a whole",
	},
	arrow{
		from: []string{"vectors", "trax/vectors", "games/*/vectors"}, except: []string{"games/*/vectors tests"},
		to: []string{"sim/...", "bridge/...", "host/...", "contest/..."}, why: "vectors know no model: who is asked, and how, is a Target",
	},
	arrow{
		from: []string{"hdl"}, except: []string{"hdl tests"}, to: []string{"..."},
		why: "the RTL and the oracle share no code: they meet in vectors and in lock-step alone",
	},
	arrow{
		from: []string{"internal/..."}, to: []string{"..."}, but: []string{"internal/...", "safefile", "termsafe"},
		why: "what every package may use knows none of them, or they would know each other by way of it",
	},
	arrow{
		from: []string{"..."}, except: []string{"cmd/..."}, to: []string{"cmd/..."},
		why: "a command parses flags, calls and prints: what another package needs of it belongs below",
	},
	arrow{
		from: []string{"..."}, except: []string{"tools/..."}, to: []string{"tools/..."},
		why: "what makes files of the repository is in no program",
	},
	arrow{
		from: []string{"..."}, except: []string{"farm/...", "cmd/loopline-farm"}, to: []string{"farm/...", "@github.com/nats-io/..."},
		why: "who plays on one machine has no message server in the program",
	},
	arrow{
		from: []string{"cmd/..."}, except: []string{"cmd/* tests", "cmd/internal/* tests"},
		to:  []string{"host/hosttest", "contest/live/livetest", "bridge/bridgetest", "bridge/devices/devicestest", "sim/simtest", "sim/sources/sourcestest", "sim/internal/netlist/netlisttest", "player/contract", "games/rtlblock/rtlblocktest", "farm/farmtest", "contest/tournamenttest", "internal/pageworker/workertest", "@github.com/stretchr/..."},
		why: "what helps tests is in no program",
	},
)

// ownGame are the arrows from each game to the others.
func ownGame() (all []arrow) {
	for _, game := range rules {
		all = append(all, arrow{
			from: []string{game + "/..."}, to: []string{"trax/...", "games/..."}, but: append(slices.Clone(generic), game+"/..."),
			why: "a game knows itself alone; only games and cmd know all",
		})
	}
	return all
}

// matches reports whether a package is one of those that patterns name.
func matches(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		if pattern == "..." {
			return !strings.HasPrefix(name, "@")
		}
		short := name
		if base, below := strings.CutSuffix(pattern, "/..."); below {
			pattern = base
			parts := strings.Split(name, "/")
			short = strings.Join(parts[:min(len(parts), 1+strings.Count(base, "/"))], "/")
		}
		ok, err := path.Match(pattern, short)
		return err == nil && ok
	})
}

// violations are the forbidden arrows that imports make, each as the way that it takes
// and the reason. Imports are those of each package, and of "NAME tests".
func violations(imports map[string][]string) (all []string) {
	for name := range imports {
		base, _, tests := strings.Cut(name, " ")
		alone := reached(imports, base)
		for known, way := range reached(imports, name) {
			if known == base || tests && alone[known] != nil {
				continue // the package itself, or told of it already
			}
			for _, a := range forbidden {
				forbids := func(to string) bool { return matches(a.to, to) && !matches(a.but, to) }
				if matches(a.from, base) && !matches(a.except, base) && !matches(a.except, name) &&
					slices.IndexFunc(way[1:], forbids) == len(way)-2 { // the first on the way that it must not know
					all = append(all, strings.Join(way, " → ")+": "+a.why)
				}
			}
		}
	}
	slices.Sort(all)
	return all
}

// reached are the packages that a package knows, each with a shortest way there.
func reached(imports map[string][]string, name string) map[string][]string {
	ways := map[string][]string{}
	for next := [][]string{{name}}; len(next) > 0; next = next[1:] {
		way := next[0]
		for _, to := range imports[way[len(way)-1]] {
			if ways[to] == nil {
				ways[to] = append(slices.Clone(way), to)
				next = append(next, ways[to])
			}
		}
	}
	return ways
}

// importsOf lists what each package of the module imports, and its tests; -e also what Go
// itself refuses, such as a circle, so that the arrow is named. With the profile of the
// program, packages of which it makes others would be listed once more.
func importsOf(t *testing.T) map[string][]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-e", "-pgo=off", "-json=ImportPath,Imports,TestImports,XTestImports", modulePath+"...").Output()
	require.NoError(t, err)
	all := map[string][]string{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath                         string
			Imports, TestImports, XTestImports []string
		}
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			require.Greater(t, len(all), 100)
			return all
		}
		require.NoError(t, err)
		name := shortened(p.ImportPath)
		for _, path := range p.Imports {
			all[name] = append(all[name], shortened(path))
		}
		all[name+" tests"] = slices.Clone(all[name])
		for _, path := range slices.Concat(p.TestImports, p.XTestImports) {
			all[name+" tests"] = append(all[name+" tests"], shortened(path))
		}
	}
}

// shortened is the name of a package in arrows.
func shortened(path string) string {
	if ours, ok := strings.CutPrefix(path, modulePath); ok {
		return ours
	}
	return "@" + path
}

// TestForbiddenArrows wants none of them in the module, on any system that is
// released for.
func TestForbiddenArrows(t *testing.T) {
	atRoot(t)
	for _, system := range []string{"linux", "windows", "darwin"} {
		t.Setenv("GOOS", system)
		for _, found := range violations(importsOf(t)) {
			t.Errorf("on %s: %s", system, found)
		}
	}
}

// TestFarmIsBuiltIn: the program for many machines has a message server, the other has
// none.
func TestFarmIsBuiltIn(t *testing.T) {
	atRoot(t)
	imports := importsOf(t)
	const server = "@github.com/nats-io/nats-server/v2/server"
	require.Contains(t, reached(imports, "cmd/loopline-farm"), server)
	require.NotContains(t, reached(imports, "cmd/loopline"), server)
}

// TestPlantedArrows: each arrow that must not be is found, by tests and by way of other
// packages too, and nothing else is.
func TestPlantedArrows(t *testing.T) {
	for _, c := range []struct {
		way  string // from package to package
		want string // "" is allowed
	}{
		{"trax → internal/humanize", "stand on nothing"},
		{"games/dpt → games/grid", ""},
		{"games/dpt → games/grid/rtl", "stand on nothing"},
		{"trax → @os/exec", "no I/O"},
		{"games/chaser → @time", "no I/O"},
		{"games/chaser → @golang.org/x/text/width", "no I/O"},
		{"games/chaser → @strings", ""},
		{"trax tests → @os", ""},
		{"host → trax", "calls the host"},
		{"contest/live → host/view → games/dpt/svg", "calls the host"},
		{"player → games/jsonvalue", "calls the host"},
		{"sim tests → trax/referee", "calls the host"},
		{"bridge/qemutest tests → trax", ""},
		{"vectors → trax", "calls the host"},
		{"host → bridge", "whatever connection"},
		{"contest/tournament → sandbox", "whatever connection"},
		{"contest/live → @net/http", ""},
		{"contest/live/web → host/record", "served alike"},
		{"contest/live/web tests → contest/live/livetest", ""},
		{"contest/live/analysis → contest/live", "whatever gets evaluations"},
		{"contest/live → contest/tournament", "which know them"},
		{"contest/live → contest/live/analysis", ""},
		{"contest/live/contestpages → contest/live", ""},
		{"contest/live/deskpages → contest/live", "sees no game"},
		{"contest/tournament → contest/standing", "from its file up"},
		{"contest/standing → contest/tournament → contest/config", ""},
		{"contest/config → contest/pairing → contest/journal", "from its file up"},
		{"contest/director → contest/live", "from its file up"},
		{"contest/config tests → contest/tournamenttest → contest/journal", ""},
		{"host/record → host", "nobody referees"},
		{"host/record → safefile → internal/vfs", ""},
		{"host/record → host/stalls", "nobody referees"},
		{"host/record tests → host/hosttest", "nobody referees"},
		{"host/record → internal/humanize", ""},
		{"bridge → host", "who judges"},
		{"bridge tests → host/hosttest", "who judges"},
		{"bridge/ports → player", "who judges"},
		{"bridge/lines → bridge", "who opens it"},
		{"bridge/serial → bridge/devices → bridge/ports", "who opens it"},
		{"bridge/exec tests → bridge", ""},
		{"bridge → bridge/exec → bridge/lines", ""},
		{"sim/model → sim", "knows no board"},
		{"sim/internal/vhdl → sim/model", "before anything is built"},
		{"sim/lint → sim/model → sim/internal/vhdl → sim/sources", ""},
		{"sim/sources tests → trax", "calls the host"},
		{"sandbox → safefile", "read as a whole"},
		{"sandbox tests → bridge/bridgetest", ""},
		{"sandbox → internal/humanize", ""},
		{"trax/vectors → sim", "a Target"},
		{"games/chaser/vectors → games/rtlblock → sim", "a Target"},
		{"hdl → sim", "lock-step"},
		{"internal/say → bridge", "by way of it"},
		{"host → contest/rating", "that it is part of"},
		{"trax → tools/train", "stand on nothing"},
		{"trax/engine → tools/train", "in no program"},
		{"tools/synth → sim", ""},
		{"internal/say → internal/humanize", ""},
		{"games → cmd/loopline", "belongs below"},
		{"internal/say tests → cmd/loopline", "belongs below"},
		{"cmd/loopline-farm → cmd/internal/cli", ""},
		{"cmd/loopline → farm/command", "no message server"},
		{"player → farm/remote", "no message server"},
		{"games → @github.com/nats-io/nats.go", "no message server"},
		{"farm/command → farm/natsconn → @github.com/nats-io/nats.go", ""},
		{"cmd/loopline → games/rtlblock/rtlblocktest", "in no program"},
		{"cmd/loopline → games → @github.com/stretchr/testify/require", "in no program"},
		{"cmd/loopline tests → bridge/bridgetest", ""},
		{"games/dpt/bots → games/chaser", "itself alone"},
		{"trax/playertest → games/animation", ""},
		{"trax/playertest → games/dpt/bots", "itself alone"},
		{"games → trax", ""},
		{"games → games/chaser/game → games/descriptor", ""},
		{"games/contests → games → trax/game", ""},
		{"games/descriptor → games/httpapi", ""},
		{"games/descriptor → games/chaser", "stand in all"},
		{"games/descriptor → trax/gamefile", "stand in all"},
		{"games/descriptor tests → trax", "stand in all"},
		{"games/chaser/game → games/dpt", "itself alone"},
		{"games/chaser/game → games", "itself alone"},
		{"trax/game → games/descriptor", ""},
	} {
		imports := map[string][]string{}
		way := strings.Split(c.way, " → ")
		for i, name := range way[1:] {
			imports[way[i]] = []string{name}
		}
		found := strings.Join(violations(imports), "\n")
		if c.want == "" {
			require.Empty(t, found, c.way)
		} else {
			require.Contains(t, found, c.way+": ", c.way)
			require.Contains(t, found, c.want, c.way)
		}
	}
	for _, a := range forbidden {
		require.NotEmpty(t, a.why)
	}
}
