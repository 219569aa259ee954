package main

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

// program holds this program's source. Results depend on it because it writes the engines' scripts.
//
//go:embed *.go
var program embed.FS

// self is the program's source without its tests, for keys.
func self() (map[string]string, error) {
	files, err := program.ReadDir(".")
	if err != nil {
		return nil, err
	}
	sources := map[string]string{}
	for _, f := range files {
		if strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		text, err := program.ReadFile(f.Name())
		if err != nil {
			return nil, err
		}
		sources[f.Name()] = string(text)
	}
	return sources, nil
}

// cache stores passed tasks. A key is the hash of everything a task depends on: sources, settings,
// tools, and this program. Failures are never cached.
type cache struct {
	dir string
	off bool
}

// key hashes anything that JSON can write.
func key(parts ...any) (string, error) {
	text, err := json.Marshal(parts)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

func (c cache) has(key string) bool {
	if c.off {
		return false
	}
	_, err := os.Stat(filepath.Join(c.dir, key))
	return err == nil
}

// put stores a passed task. It ignores errors, which only cost time later.
func (c cache) put(key, what string) {
	if os.MkdirAll(c.dir, 0o755) == nil {
		_ = os.WriteFile(filepath.Join(c.dir, key), []byte(what+"\n"), 0o644)
	}
}
