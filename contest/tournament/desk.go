package tournament

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/internal/say"
)

// PlayedVersion is the version of an entrant that plays a game.
type PlayedVersion struct {
	Entrant string `json:"entrant"`
	config.DeskVersion
}

// handedIn are the versions of an entrant, by what they are for.
type handedIn struct {
	versions []config.DeskVersion // that passed, in the order of their numbers
	chosen   map[string]int       // by what a version is for; missing is the newest
}

// Versions returns the versions that the entrant handed in and that passed the check, the oldest first.
func (e *Entrant) Versions() []config.DeskVersion { return slices.Clone(e.handedIn.versions) }

// Choices returns the versions that the entrant chose, by the type of maps, "" for all; 0 is the newest.
// It is never nil.
func (e *Entrant) Choices() map[string]int {
	all := map[string]int{}
	maps.Copy(all, e.handedIn.chosen)
	return all
}

// DeskTeam returns the team of the desk that the entrant's address names, or else the one with which it entered. False
// is of an entrant that never handed anything in.
func (e *Entrant) DeskTeam() (team string, ok bool) {
	if team, _, ok = config.ParseDesk(e.Address); !ok {
		team, _, ok = config.ParseDesk(e.entryAddress)
	}
	return team, ok
}

// PickVersion returns the version that plays on a type of maps: of those for it, and if there is none
// of those for all, the chosen one or the last. Versions are in the order of their numbers.
func PickVersion(versions []config.DeskVersion, chosen map[string]int, mapType string) (v config.DeskVersion, ok bool) {
	for _, want := range []string{mapType, ""} {
		for _, is := range slices.Backward(versions) {
			if is.For == want && (chosen[want] == 0 || chosen[want] == is.Number) {
				return is, true
			}
		}
	}
	return v, false
}

// Playing returns the version that plays on a type of maps in matches that begin from now on; ok is
// false while none has passed.
func (e *Entrant) Playing(mapType string) (v config.DeskVersion, ok bool) {
	return PickVersion(e.handedIn.versions, e.handedIn.chosen, mapType)
}

// fixedVersion is the key of a version that plays in a match once that has begun.
type fixedVersion struct {
	entrant int
	mapType string
}

// versionOf is the version of an entrant that plays a game.
func (d *Tournament) versionOf(m *Match, number, entrant int) (v config.DeskVersion, ok bool) {
	e := d.Entrants[entrant]
	if _, _, atDesk := config.ParseDesk(e.Address); !atDesk {
		return v, false
	}
	mapType := d.mapType(m, number)
	if v, ok := m.versions[fixedVersion{entrant, mapType}]; ok {
		return v, true
	}
	return e.Playing(mapType)
}

// PlaysAt is the address of an entrant for a game.
func (d *Tournament) PlaysAt(m *Match, number, entrant int) string {
	return d.playsFrom(m, number, entrant, d.Entrants[entrant].AddressHere())
}

// playsFrom is PlaysAt where the entrant is reached by address.
func (d *Tournament) playsFrom(m *Match, number, entrant int, address string) string {
	e := d.Entrants[entrant]
	team, _, atDesk := config.ParseDesk(e.Address)
	if v, ok := d.versionOf(m, number, entrant); atDesk && ok {
		return v.Address(team)
	}
	if set := (number - 1) / m.Stage.StageConfig.Games; set > 0 && d.Env.Reseed != nil {
		return d.Env.Reseed(d.Config, address, fmt.Sprintf("%d/%s", d.Seed, m.ID), set, slices.Index(m.Entrants, entrant))
	}
	return address
}

// MayPlayAt reports whether an entrant may be opened at an address: it is its own, or that of a version
// that plays somewhere.
func (d *Tournament) MayPlayAt(entrant int, address string) bool {
	e := d.Entrants[entrant]
	team, v, atDesk := config.ParseDesk(address)
	if !atDesk || v.Number == 0 {
		next := false // in a play-off
		d.Matches(func(m *Match) {
			next = next || slices.Contains(m.Entrants, entrant) && m.Next() > 0 && d.PlaysAt(m, m.Next(), entrant) == address
		})
		return next || e.AddressHere() == address && (!atDesk || len(e.handedIn.versions) == 0)
	}
	if own, _, ok := config.ParseDesk(e.Address); !ok || own != team {
		return false
	}
	for _, mapType := range append(d.Config.DeskTypes(), "") {
		if is, ok := e.Playing(mapType); ok && is.Address(team) == address {
			return true
		}
	}
	fixed := false
	d.Matches(func(m *Match) {
		for key, is := range m.versions {
			fixed = fixed || key.entrant == entrant && is.Address(team) == address && !m.Over()
		}
	})
	return fixed
}

// versionsOf are the versions that play a game, in the order of its seats.
func (d *Tournament) versionsOf(m *Match, number int) (all []PlayedVersion) {
	for _, e := range m.Game(number).Seats {
		if v, ok := d.versionOf(m, number, e); ok {
			all = append(all, PlayedVersion{d.Entrants[e].Name, v})
		}
	}
	return all
}

// fixVersions keeps the versions of a match that begins, which no later choice changes.
func (d *Tournament) fixVersions(m *Match, number int) {
	for _, e := range m.Game(number).Seats {
		if v, ok := d.versionOf(m, number, e); ok {
			if m.versions == nil {
				m.versions = map[fixedVersion]config.DeskVersion{}
			}
			m.versions[fixedVersion{e, d.mapType(m, number)}] = v
		}
	}
}

// applyVersion takes in that an entrant handed in a version, or chose one.
func (d *Tournament) applyVersion(e *Entrant, c *Decision) error {
	if _, _, ok := config.ParseDesk(e.Address); !ok {
		return say.Errorf("%s hands nothing in: its address is %s", e.Name, e.Address)
	}
	if c.For != "" && !slices.Contains(d.Config.DeskTypes(), c.For) {
		return say.Errorf("no map is of type %.20q", c.For)
	}
	h := &e.handedIn
	at, there := slices.BinarySearchFunc(h.versions, c.Version, func(v config.DeskVersion, n int) int { return cmp.Compare(v.Number, n) })
	if c.Type == Submitted {
		v := config.DeskVersion{Number: c.Version, For: c.For, Upload: c.Upload}
		if err := v.Valid(); err != nil {
			return err
		}
		if there {
			return say.Errorf("%s has handed in version %d already", e.Name, c.Version)
		}
		h.versions = slices.Insert(h.versions, at, v)
		return nil
	}
	if c.Version != 0 && (!there || h.versions[at].For != c.For) {
		return say.Errorf("%s has no version %d that passed", e.Name, c.Version)
	}
	if h.chosen == nil {
		h.chosen = map[string]int{}
	}
	h.chosen[c.For] = c.Version
	return nil
}

// AtDesk finds the entrant of a team of the desk; nil where there is none that plays.
func (d *Tournament) AtDesk(team string) *Entrant {
	for _, e := range d.Entrants {
		if own, _, ok := config.ParseDesk(e.Address); ok && own == team && !e.Withdrawn {
			return e
		}
	}
	return nil
}

// PlaysNow returns the match that an entrant plays now, and with which version; "" for none.
func (d *Tournament) PlaysNow(e *Entrant) (match string, v config.DeskVersion) {
	m := d.tableOf(e.Index)
	if m == nil {
		return "", v
	}
	for _, g := range m.Games {
		if g.State == Playing {
			v, _ = d.versionOf(m, g.Number, e.Index)
		}
	}
	return m.ID, v
}
