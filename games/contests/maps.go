package contests

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
)

// Env returns the environment of contests on this machine: what games measure and draw. Files of
// maps are looked for beside the contest's file, which may be the folder of a day.
func Env(file string) tournament.Env {
	return tournament.Env{
		Measure: measured,
		Maps: func(p *config.Config, seed uint64) (map[string][]map[string]string, error) {
			return contestMaps(p, seed, usualMaps, func(g *descriptor.Descriptor, s *config.StageConfig, n int) (map[string]string, error) {
				return g.ReadMap(Settings(p), besides(file, s.Maps[n]), s.MapType(n))
			})
		},
		CheckMaps: checkContestMaps,
		Recorded: func(p *config.Config, options map[string]string, seats int) (map[string]string, error) {
			g, err := games.ByName(p.Game)
			if err != nil {
				return nil, err
			}
			settings := Settings(p)
			settings.Options = options
			m, err := g.NewGame(settings, make([]host.Seat, seats)...)
			if err != nil {
				return nil, err
			}
			return m.Options, nil
		},
		Reseed: func(p *config.Config, address, match string, n, who int) string {
			g, err := games.ByName(p.Game)
			if err != nil {
				return address
			}
			hash := sha256.Sum256([]byte(match))
			return g.PairAddress(address, binary.BigEndian.Uint64(hash[:]), n, who, 0)
		},
	}
}

// defaultMaps is the number of maps drawn for a stage that names none.
const defaultMaps = 16

// usualMaps returns how many maps a stage draws that asks for none: a game whose options say what is played on
// draws none.
func usualMaps(g *descriptor.Descriptor, p *config.Config, s *config.StageConfig) int {
	if g.DrawMap == nil || len(s.Maps) > 0 || len(s.MapTypes) > 0 || len(s.Openings) > 0 {
		return 0
	}
	for _, key := range append([]string{descriptor.OptionSeed}, g.MapOptions...) {
		if _, given := p.Options[key]; given {
			return 0
		}
	}
	return defaultMaps
}

// besides returns a file that the file of a contest names.
func besides(file, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(file), name)
}

func measured(recorded *record.Game) tournament.Measures {
	g, err := games.ByName(recorded.Header().Game)
	if err != nil || g.Measure == nil {
		return nil
	}
	return g.Measure(recorded)
}

// mapReader returns the map of a stage's file, by its index.
type mapReader func(g *descriptor.Descriptor, s *config.StageConfig, n int) (map[string]string, error)

// contestMaps makes the maps of the stages that name some or draw some, or usual ones.
func contestMaps(p *config.Config, seed uint64, usual func(*descriptor.Descriptor, *config.Config, *config.StageConfig) int, read mapReader) (all map[string][]map[string]string, err error) {
	g, err := games.ByName(p.Game)
	if err != nil {
		return nil, err
	}
	for i := range p.Stages {
		s := &p.Stages[i]
		var made []map[string]string
		for k := range s.Maps {
			options, err := read(&g, s, k)
			if err != nil {
				return nil, fmt.Errorf("stage %s: %w", s.Name, err)
			}
			made = append(made, options)
		}
		for k := range usual(&g, p, s) + s.DrawnMaps() {
			options, err := g.DrawMap(Settings(p), mapSeed(seed, s.Name, k), s.MapType(k))
			if err != nil {
				return nil, fmt.Errorf("stage %s: %w", s.Name, err)
			}
			made = append(made, options)
		}
		if len(made) > 0 {
			if all == nil {
				all = map[string][]map[string]string{}
			}
			all[s.Name] = made
		}
	}
	return all, nil
}

// mapSeed returns the seed of a drawn map: the first eight bytes of the SHA-256 of "SEED/STAGE/map/N",
// N counted from 0, halved.
func mapSeed(seed uint64, stage string, n int) uint64 {
	hash := sha256.Sum256(fmt.Appendf(nil, "%d/%s/map/%d", seed, stage, n))
	return binary.BigEndian.Uint64(hash[:]) >> 1
}

// checkContestMaps compares the maps of a contest's first decision with its file and its seed: those that
// were drawn come out again, and there are as many as the file says. A contest that began before there were maps, or
// usual ones, has none.
func checkContestMaps(p *config.Config, seed uint64, have map[string][]map[string]string) error {
	usual := func(g *descriptor.Descriptor, p *config.Config, s *config.StageConfig) int {
		if len(have[s.Name]) <= s.DrawnMaps() {
			return 0
		}
		return usualMaps(g, p, s)
	}
	want, err := contestMaps(p, seed, usual, func(_ *descriptor.Descriptor, s *config.StageConfig, n int) (map[string]string, error) {
		if n >= len(have[s.Name]) {
			return nil, fmt.Errorf("the first decision has no map for %s", s.Maps[n])
		}
		return have[s.Name][n], nil
	})
	if err != nil {
		return err
	}
	for _, s := range p.Stages {
		if !slices.EqualFunc(have[s.Name], want[s.Name], maps.Equal) {
			return fmt.Errorf("the maps of stage %s are not those that the file and the seed give", s.Name)
		}
	}
	if len(have) != len(want) {
		return fmt.Errorf("the first decision has maps of %d stages, and the file of %d", len(have), len(want))
	}
	return nil
}

// checkContest finds what the game of a contest does not know. The error is a
// *config.Error.
func checkContest(g *descriptor.Descriptor, p *config.Config) error {
	for i := range p.Stages {
		s := &p.Stages[i]
		at := func(key, format string, args ...any) error {
			return p.At("stage", i, key, fmt.Sprintf("stage %d: ", i+1)+fmt.Sprintf(format, args...))
		}
		for _, reason := range s.Reasons() {
			if known := slices.Concat(g.Reasons, g.Quantities); !slices.Contains(known, reason) {
				return at("tie-breaks", "no game of %s is won by %q; there are %s", g.Name, reason, strings.Join(g.Reasons, ", "))
			}
		}
		for _, f := range [][2]string{{"points-win", s.PointsWin}, {"points-loss", s.PointsLoss}, {"points-draw", s.PointsDraw}} {
			formula, err := config.ParseFormula(f[1])
			if f[1] == "" || err != nil {
				continue // the file was checked
			}
			known := slices.Concat(config.Quantities, g.Quantities)
			for _, name := range formula.Names {
				if !slices.Contains(known, name) {
					return at(f[0], "%s: %s has no quantity %q; there are %s", f[0], g.Name, name, strings.Join(known, ", "))
				}
			}
		}
		for _, name := range s.MapTypes {
			if !slices.Contains(g.MapTypes, name) {
				return at("map-types", "%s has no maps of type %.20q; %s", g.Name, name, orNone("there are ", g.MapTypes))
			}
		}
		if len(s.Maps) > 0 && g.ReadMap == nil {
			return at("maps", "maps: %s reads no map files in contests; openings takes its options", g.Name)
		}
		if s.DrawnMaps() > 0 && g.DrawMap == nil {
			return at("tie-breaks", "new-map: %s draws no maps; end the list in \"lots\"", g.Name)
		}
	}
	return nil
}

func orNone(before string, names []string) string {
	if len(names) == 0 {
		return "it has no types of maps"
	}
	return before + strings.Join(names, ", ")
}

// CheckMaps reads and checks the maps that a contest's file names. The error is a
// *config.Error at the first that is wrong.
func CheckMaps(file string, p *config.Config) error {
	g, err := games.ByName(p.Game)
	if err != nil {
		return err
	}
	for i := range p.Stages {
		s := &p.Stages[i]
		for k, name := range s.Maps {
			if _, err := g.ReadMap(Settings(p), besides(file, name), s.MapType(k)); err != nil {
				return InFile(file, p.At("stage", i, "maps", fmt.Sprintf("stage %d: %v", i+1, err)))
			}
		}
	}
	return nil
}
