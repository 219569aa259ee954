package halls

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/loopline/loopline/internal/durable"
	"github.com/loopline/loopline/internal/vfs"
)

// keyFile holds the secret key of a hall, in its folder.
const keyFile = "hall.key"

// Key is the key with which the hall of a folder signs its games. It is made where there is none, and kept.
func Key(dir string) (key ed25519.PrivateKey, made bool, err error) {
	name := filepath.Join(dir, keyFile)
	if err := vfs.CheckRegular(vfs.OS, name); err != nil {
		return nil, false, err
	}
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		_, key, _ = ed25519.GenerateKey(nil) // the system's randomness never fails
		text = []byte(base64.RawURLEncoding.EncodeToString(key.Seed()) + "\n")
		return key, true, durable.Write(name, text) // for its owner alone
	}
	if err != nil {
		return nil, false, err
	}
	seed, err := base64.RawURLEncoding.Strict().DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(seed) != ed25519.SeedSize {
		return nil, false, fmt.Errorf("%s holds no key of a hall; take another --dir, whose new key then goes into the contest's file", name)
	}
	return ed25519.NewKeyFromSeed(seed), false, nil
}
