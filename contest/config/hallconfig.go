package config

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/loopline/loopline/internal/say"
)

// HallConfig is another hall of the file: a machine elsewhere, with a referee whom the
// organiser trusts, at which games of the contest are played.
type HallConfig struct {
	Name   string `toml:"name"`
	Key    string `toml:"key"`    // with which it signs its games: see HallKey
	Tables int    `toml:"tables"` // games at once
}

// hallKeyStart begins the public key of a hall in the file.
const hallKeyStart = "ed25519:"

// HallKey is a public key as the file has it.
func HallKey(key ed25519.PublicKey) string {
	return hallKeyStart + base64.RawURLEncoding.EncodeToString(key)
}

// ParseHallKey reads a public key of the file.
func ParseHallKey(text string) (ed25519.PublicKey, error) {
	digits, ok := strings.CutPrefix(text, hallKeyStart)
	key, err := base64.RawURLEncoding.Strict().DecodeString(digits)
	if !ok || err != nil || len(key) != ed25519.PublicKeySize {
		return nil, say.Errorf("key: %.80q is no key of a hall; loopline-farm hall prints it when it is started there", text)
	}
	return key, nil
}

// Fingerprint is a short name of a hall's key, for people to compare.
func Fingerprint(key string) string {
	hash := sha256.Sum256([]byte(key))
	return hex.EncodeToString(hash[:8])
}

const (
	maxHalls        = 16
	defaultHallWait = 10 * time.Minute
)

// Hall finds a hall of the file by its name; nil where there is none.
func (p *Config) Hall(name string) *HallConfig {
	for i := range p.Halls {
		if p.Halls[i].Name == name {
			return &p.Halls[i]
		}
	}
	return nil
}

// AllTables counts the games that can be played at once, in all halls together.
func (p *Config) AllTables() int {
	n := p.Tables
	for _, h := range p.Halls {
		n += h.Tables
	}
	return n
}

// AddressesIn returns those of the entrants whom a hall reaches, or the contest's own host if hall is empty, in
// the order of the file.
func (p *Config) AddressesIn(hall string) (addresses []string) {
	for _, e := range p.Entrants {
		switch {
		case e.Hall == hall:
			addresses = append(addresses, e.Address)
		case hall == "" && e.Elsewhere != "":
			addresses = append(addresses, e.Elsewhere)
		}
	}
	return addresses
}

// defaultHalls fills in what the file does not say of halls.
func (p *Config) defaultHalls() {
	if p.HallWait == 0 {
		p.HallWait = Duration(defaultHallWait)
	}
	for i := range p.Halls {
		if p.Halls[i].Tables == 0 {
			p.Halls[i].Tables = 1
		}
	}
}

// checkHalls looks at the halls, and at the entrants who sit in them.
func (p *Config) checkHalls() *Error {
	if len(p.Halls) > maxHalls {
		return p.At("hall", maxHalls, "name", fmt.Sprintf("there are %d halls, want %d at most", len(p.Halls), maxHalls))
	}
	if w := time.Duration(p.HallWait); w < time.Second || w > 24*time.Hour {
		return p.At("", 0, "hall-wait", fmt.Sprintf("hall-wait = %v is outside %v to %v", w, time.Second, 24*time.Hour))
	}
	keys := map[string]string{}
	for i, h := range p.Halls {
		at := func(key, format string, args ...any) *Error {
			return p.At("hall", i, key, fmt.Sprintf("hall %d: ", i+1)+fmt.Sprintf(format, args...))
		}
		switch _, err := ParseHallKey(h.Key); {
		case !isID(h.Name):
			return at("name", "name %.40q has 1 to 20 characters a to z, 0 to 9 and -", h.Name)
		case p.Hall(h.Name) != &p.Halls[i]:
			return at("name", "name %q: another hall has it", h.Name)
		case err != nil:
			return at("key", "%v", err)
		case keys[h.Key] != "":
			return at("key", "%s has this key too: each hall makes its own", keys[h.Key])
		case h.Tables < 1 || h.Tables > maxTables:
			return at("tables", "tables = %d is outside 1 to %d", h.Tables, maxTables)
		}
		keys[h.Key] = h.Name
	}
	return p.checkSeatedInHalls()
}

// checkSeatedInHalls wants everybody to be reached by those whom they meet.
func (p *Config) checkSeatedInHalls() *Error {
	places := map[string]bool{}
	for _, e := range p.Entrants {
		if !Portable(e.Address) || e.Hall != "" {
			places[e.Hall] = true
		}
	}
	for _, address := range p.HouseAddresses() {
		if !Portable(address) {
			places[""] = true
		}
	}
	if slices.ContainsFunc(p.Stages, func(s StageConfig) bool { return s.Kind == Tables }) {
		places[""] = true
	}
	for i, e := range p.Entrants {
		at := func(key, format string, args ...any) *Error {
			return p.At("entrant", i, key, fmt.Sprintf("entrant %d, %s: ", i+1, e.Name)+fmt.Sprintf(format, args...))
		}
		_, _, atDesk := ParseDesk(e.Address)
		switch {
		case e.Hall == "" && e.Elsewhere != "":
			return at("elsewhere", "elsewhere is of an entrant with a hall")
		case e.Hall == "":
		case p.Hall(e.Hall) == nil:
			return at("hall", "there is no [[hall]] named %.40q", e.Hall)
		case atDesk:
			return at("hall", "what is handed in at the desk is played where the desk is; leave hall out")
		case strings.HasPrefix(e.Address, "web"):
			return at("hall", "people play at the pages of the contest's host; leave hall out")
		case e.Elsewhere == "" && !Portable(e.Address) && len(places) > 1:
			return at("hall", "it meets entrants who are not in %s; say how they reach it, such as "+
				`elsewhere = "remote:NAME?at=tls://HOST:4222&key=host.access"`, e.Hall)
		}
	}
	return nil
}

// Portable reports whether a player is the same at every place: a bot.
func Portable(address string) bool {
	scheme, _, _ := strings.Cut(address, ":")
	return scheme == "bot"
}
