package tournament

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/vfs"
)

// PlaceOf returns the hall in which a match is played; "" is here. It is not fixed where all are bots.
// Those who sit at several places meet here, and heats are played here.
func (d *Tournament) PlaceOf(m *Match) (hall string, fixed bool) {
	for _, e := range m.Entrants {
		is := d.Entrants[e]
		if m.IsHeat() {
			return "", true
		}
		if is.Hall == "" && config.Portable(is.Address) {
			continue
		}
		if fixed && is.Hall != hall {
			return "", true
		}
		hall, fixed = is.Hall, true
	}
	return hall, fixed
}

// ReachedHere reports whether all entrants of a match can be reached from here.
func (d *Tournament) ReachedHere(m *Match) bool {
	return !slices.ContainsFunc(m.Entrants, func(e int) bool { return d.Entrants[e].AddressHere() == "" })
}

// AddressHere is the address by which the director's own machine reaches an entrant; empty where it cannot.
func (e *Entrant) AddressHere() string {
	if e.Hall == "" || config.Portable(e.Address) {
		return e.Address
	}
	return e.Elsewhere
}

// Playing is the game of a match that is played, or nil.
func (m *Match) Playing() *Game {
	if i := slices.IndexFunc(m.Games, func(g *Game) bool { return g.State == Playing }); i >= 0 {
		return m.Games[i]
	}
	return nil
}

// HallStatus is a hall as the decisions know it.
type HallStatus struct {
	Name    string
	Key     string
	Here    bool      // it is connected
	Since   time.Time // when that changed; zero before it first came
	Playing []string  // games
}

// Halls is the state of the other halls, in the order of the file.
func (d *Tournament) Halls() (all []HallStatus) {
	for _, h := range d.Config.Halls {
		s := HallStatus{Name: h.Name, Key: h.Key}
		if is, ok := d.halls[h.Name]; ok {
			s.Here, s.Since = is.Here, is.Since
		}
		d.Matches(func(m *Match) {
			if g := m.Playing(); g != nil && g.Hall == h.Name {
				s.Playing = append(s.Playing, g.AttemptID())
			}
		})
		all = append(all, s)
	}
	return all
}

// HallHere reports whether a hall is connected, as far as the decisions know.
func (d *Tournament) HallHere(name string) bool { return d.halls[name].Here }

// String says it in a line.
func (s HallStatus) String() string {
	text := "hall " + s.Name + ": "
	switch {
	case s.Here:
		text += "connected"
	case s.Since.IsZero():
		text += "has not come yet"
	default:
		text += "cut off since " + s.Since.Local().Format("15:04:05")
	}
	if len(s.Playing) > 0 {
		text += ", plays " + strings.Join(s.Playing, ", ")
	}
	return text
}

// applyHall takes in that a hall came or was cut off.
func (d *Tournament) applyHall(c *Decision) error {
	if d.Config.Hall(c.Hall) == nil {
		return say.Errorf("there is no hall %.40q", c.Hall)
	}
	if d.halls == nil {
		d.halls = map[string]HallStatus{}
	}
	since, _ := time.Parse(time.RFC3339Nano, c.Time) // it is only shown
	d.halls[c.Hall] = HallStatus{Here: c.Type == HallCame, Since: since}
	return nil
}

// HallOrder is a game that a hall is to play. Game has the attempt, which is the order's fencing token: it
// only grows, and a game of an earlier one is not taken.
type HallOrder struct {
	Game    string            `json:"game"`
	After   string            `json:"after,omitempty"` // the sum of the match's record before it
	Move    time.Duration     `json:"move"`
	Options map[string]string `json:"options,omitempty"`
	Changed []HallSetting     `json:"changed,omitempty"` // of the contest's file, in order
	Seats   []HallSeat        `json:"seats"`
}

// HallSetting is a setting that differs from that of the contest's file.
type HallSetting struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// HallSeat has an entrant, and the address by which the hall reaches it.
type HallSeat struct {
	Entrant string `json:"entrant"`
	Address string `json:"address"`            // as the hall reaches it
	PlaysAs bool   `json:"plays_as,omitempty"` // the address is not the entrant's own, as in a play-off
}

// HandIn is a game that a hall has played.
type HandIn struct {
	Game      string `json:"game"`
	Record    []byte `json:"record"`    // its lines, which follow those of the order's After
	Signature string `json:"signature"` // of HandInText, base64
}

// MaxHandIn is the longest record of one game that is handed in, in bytes.
const MaxHandIn = 32 << 20

// SignGame signs a game of a contest for a hall. Contest is the sum of its first decision, sum that of the
// record's last line, which covers the whole record.
func SignGame(key ed25519.PrivateKey, contest, game, sum string) string {
	return base64.RawURLEncoding.EncodeToString(ed25519.Sign(key, signedText(contest, game, sum)))
}

func signedText(contest, game, sum string) []byte {
	return fmt.Appendf(nil, "loopline hall 1\n%s\n%s\n%s\n", contest, game, sum)
}

// Signed reports whether a hall signed a game.
func (d *Tournament) Signed(hall, game, sum, signature string) bool {
	h := d.Config.Hall(hall)
	if h == nil || len(d.Decisions) == 0 {
		return false
	}
	key, err := config.ParseHallKey(h.Key)
	if err != nil {
		return false
	}
	text, err := base64.RawURLEncoding.Strict().DecodeString(signature)
	return err == nil && ed25519.Verify(key, signedText(d.Decisions[0].Sum, game, sum), text)
}

// checkSigned wants the result of a game of a hall to be signed by it, and no other to be.
func (d *Tournament) checkSigned(c *Decision, g *Game) error {
	switch {
	case g.Hall == "" && c.Signature != "":
		return say.Errorf("game %s was played in no hall, and is signed", c.Game)
	case g.Hall != "" && !d.Signed(g.Hall, c.Game, c.Record, c.Signature):
		return say.Errorf("game %s: its signature is not that of the hall %s", c.Game, g.Hall)
	}
	return nil
}

// StartOf is the index of the decision by which an attempt at a game began, or -1.
func (d *Tournament) StartOf(game string) int {
	return slices.IndexFunc(d.Decisions, func(c Decision) bool { return c.Type == Started && c.Game == game })
}

// HallOf is the hall from which an attempt at a game was ordered; empty for one that is played at the
// contest's own host, or was never begun.
func (d *Tournament) HallOf(game string) string {
	if i := d.StartOf(game); i >= 0 {
		return d.Decisions[i].Hall
	}
	return ""
}

// Order is the order for a game of a hall, by the settings with which it began, and what makes the game.
func (d *Tournament) Order(game string) (o HallOrder, setup GameSetup, err error) {
	then, err := d.At(d.StartOf(game) + 1)
	if err != nil {
		return o, setup, err
	}
	for _, c := range then.Decisions {
		if c.Type == Replanned && !strings.Contains(c.Key, ".") {
			o.Changed = append(o.Changed, HallSetting{c.Key, c.Value})
		}
	}
	match, number, _, err := ParseGameID(game)
	m := then.Match(match)
	if err != nil || m == nil {
		return o, setup, say.Errorf("game %.60q was never begun", game)
	}
	g := m.Game(number)
	setup = then.setup(m, g)
	o.Game, o.After, o.Move, o.Options = game, g.After, setup.Move, setup.Options
	for _, e := range g.Seats {
		is := then.Entrants[e]
		at := then.playsFrom(m, number, e, is.Address)
		o.Seats = append(o.Seats, HallSeat{Entrant: is.Name, Address: at, PlaysAs: at != is.Address})
	}
	return o, setup, nil
}

// RecordSum is the sum of the record of a match, empty where there is none. A line that was cut gets its end.
func (d *Tournament) RecordSum(m *Match) (string, error) {
	text, err := d.readRecord(m)
	if err != nil || len(text) == 0 {
		return "", err
	}
	r, err := record.OpenOn(d.Env.FS(), d.Record(m.ID))
	if err != nil {
		return "", err
	}
	_, err = r.Write(nil)
	return r.Chain().Sum(), errors.Join(err, r.Close())
}

// AppendRecord brings a game behind the line of its match's record that has a sum, on the disk. What a hand-in
// that came to no decision left there is written over.
func (d *Tournament) AppendRecord(m *Match, after string, text []byte) (err error) {
	files, name := d.Env.FS(), d.Record(m.ID)
	defer func() {
		if vfs.IsFull(err) {
			err = &vfs.FullError{File: name, Err: err}
		}
	}()
	before, err := d.readRecord(m)
	if err != nil {
		return err
	}
	at, ok := record.EndOf(before, after)
	if !ok {
		return fmt.Errorf("%s holds no line whose sum is %s any more, behind which a game of a hall belongs", name, after)
	}
	f, err := files.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := f.Truncate(int64(at)); err != nil {
		return err
	}
	if _, err := f.WriteAt(text, int64(at)); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	return files.SyncDir(d.Path(RecordsFolder))
}

// readRecord reads the record of a match; nothing where there is none.
func (d *Tournament) readRecord(m *Match) ([]byte, error) {
	f, err := d.Env.OpenRead(d.Record(m.ID))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	text := make([]byte, info.Size())
	_, err = f.ReadAt(text, 0)
	return text, err
}
