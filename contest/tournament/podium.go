package tournament

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/loopline/loopline/internal/vfs"
	"github.com/loopline/loopline/safefile"
)

// When pages show the places of a contest that is over.
const (
	PodiumAtOnce   = "at-once"
	PodiumCeremony = "ceremony" // when the director reveals them
)

// The words of PodiumFile.
const (
	podiumSecret   = "secret"
	podiumRevealed = "revealed"
)

// PodiumIsSecret reports whether the places of the contest in a folder are kept for its ceremony. They are if
// the file that says so is there and cannot be read, or says something else.
func PodiumIsSecret(dir string) bool {
	word, err := podiumWord(dir)
	return !errors.Is(err, os.ErrNotExist) && word != podiumRevealed
}

// KeepPodium sets whether the places of the contest in a folder are secret. It holds until it is set again,
// also for programs that show the folder.
func KeepPodium(dir string, secret bool) error {
	word := podiumRevealed
	if secret {
		word = podiumSecret
	}
	return safefile.Write(filepath.Join(dir, PodiumFile), safefile.FileType{Name: "podium"}, true, []byte(word+"\n"))
}

// BeginPodium sets what KeepPodium does for a contest that begins. With PodiumCeremony, a contest goes on
// as its director left it.
func BeginPodium(dir, when string) error {
	word, err := podiumWord(dir)
	if err == nil && (when == PodiumCeremony || word == podiumRevealed) {
		return nil
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return KeepPodium(dir, when == PodiumCeremony)
}

func podiumWord(dir string) (string, error) {
	name := filepath.Join(dir, PodiumFile)
	if err := vfs.CheckRegular(vfs.OS, name); err != nil {
		return "", err
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(string(text)), nil
}
