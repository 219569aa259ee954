package desk

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/durable"
	"github.com/loopline/loopline/internal/vfs"
)

// codesFile has the hash of each team's code. A code is nowhere else but on the team's paper.
const codesFile = "codes.json"

// codes are the teams by the hashes of their codes.
type codes map[string]string

// NewCode draws a code of 130 bits for a team, which replaces the one before, and keeps its hash in the
// contest's folder.
func NewCode(dir, team string) (code string, err error) {
	all, err := readCodes(dir)
	if err != nil {
		return "", err
	}
	for hash, of := range all {
		if of == team {
			delete(all, hash)
		}
	}
	code = rand.Text()
	all[hashOf(code)] = team
	folder := filepath.Join(dir, tournament.DeskFolder)
	if err := vfs.MakeDirs(vfs.OS, folder); err != nil {
		return "", err
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return "", err
	}
	return spelled(code), durable.Write(filepath.Join(folder, codesFile), append(text, '\n'))
}

// HasCode reports whether a team has a code.
func HasCode(dir, team string) (bool, error) {
	all, err := readCodes(dir)
	for _, of := range all {
		if of == team {
			return true, err
		}
	}
	return false, err
}

// spelled is a code as people can type it.
func spelled(code string) string {
	var b strings.Builder
	for i, r := range code {
		if i > 0 && i%5 == 0 && i < 25 {
			b.WriteByte('-')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// hashOf is the hash of a code however it is spelled. A code has too many bits to be found by its hash.
func hashOf(code string) string {
	plain := strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(strings.TrimSpace(code)))
	sum := sha256.Sum256([]byte("loopline desk " + plain))
	return hex.EncodeToString(sum[:])
}

func readCodes(dir string) (codes, error) {
	name := filepath.Join(dir, tournament.DeskFolder, codesFile)
	all := codes{}
	err := readJSON(name, &all, "remove the file, and draw new codes")
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	return all, nil
}

// Team returns the team that has a code; false where none has.
func (d *Desk) Team(code string) (team string, ok bool) {
	if len(code) > maxWord {
		return "", false
	}
	all, err := readCodes(d.Dir) // each time: an organiser may draw another code meanwhile
	if err != nil {
		d.say(err.Error())
	}
	team, ok = all[hashOf(code)]
	return team, ok
}
