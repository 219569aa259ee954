package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// packager is the command that writes packages: GoReleaser's, of which
// docs/dependencies.md has more.
const packager = "github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.45.0"

// installPackager builds it, and returns its path.
func installPackager(folder string) (string, error) {
	install := exec.Command("go", "install", packager)
	install.Env = append(os.Environ(), "GOFLAGS=", "CGO_ENABLED=0", "GOBIN="+folder)
	return filepath.Join(folder, "nfpm"), run(install)
}

// about holds the description of each package: a summary line, then details.
var about = map[string]string{
	"loopline": `referee for contests of FPGA boards
Loopline plays matches between boards, programs and people over serial lines,
pipes and TCP, keeps their clocks, judges their moves by the rules of the game,
and writes records from which every verdict can be derived again.`,
	"loopline-farm": `referee for contests of FPGA boards, on many machines
Loopline-farm is loopline with a message server: it spreads work over many
machines, and plays against boards that stand elsewhere.`,
}

// recommends and suggests are packages, by their names in both Debian and Fedora.
var (
	recommends = map[string][]string{"loopline": {"bubblewrap"}, "loopline-farm": {"loopline", "bubblewrap"}}
	suggests   = map[string][]string{"loopline": {"verilator", "iverilog", "yosys", "ghdl"}}
)

// recipe is the packager's input: https://nfpm.goreleaser.com/docs/configuration/.
type recipe struct {
	Name        string       `json:"name"`
	Arch        string       `json:"arch"`
	Version     string       `json:"version"`
	Schema      string       `json:"version_schema"`
	Release     string       `json:"release,omitempty"`
	Section     string       `json:"section"`
	Priority    string       `json:"priority"`
	Maintainer  string       `json:"maintainer"`
	Description string       `json:"description"`
	Homepage    string       `json:"homepage"`
	License     string       `json:"license"`
	Literal     bool         `json:"disable_globbing"`
	Time        time.Time    `json:"mtime"`
	Recommends  []string     `json:"recommends,omitempty"`
	Suggests    []string     `json:"suggests,omitempty"`
	Contents    []ingredient `json:"contents"`
	RPM         struct {
		Host    string `json:"buildhost"`
		Summary string `json:"summary,omitempty"`
	} `json:"rpm"`
}

type ingredient struct {
	From string `json:"src,omitempty"`
	To   string `json:"dst"`
	Type string `json:"type,omitempty"`
	Info struct {
		Mode  int64     `json:"mode"`
		Owner string    `json:"owner"`
		Group string    `json:"group"`
		Time  time.Time `json:"mtime"`
	} `json:"file_info"`
}

// format is a kind of package.
type format struct {
	name    string
	release string // what follows the version
	file    func(name, version, processor string) string
}

var formats = []format{
	{"deb", "", func(name, version, processor string) string {
		return fmt.Sprintf("%s_%s_%s.deb", name, version, processor)
	}},
	{"rpm", "1", func(name, version, processor string) string {
		processor = map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[processor]
		return fmt.Sprintf("%s-%s-1.%s.rpm", name, version, processor)
	}},
}

// packages writes those for Linux from the files of the archive.
func (r *release) packages(t target, p program, files []file, archive string) error {
	work, err := os.MkdirTemp("", "package")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	for _, kind := range formats {
		made := recipe{
			Name: p.name, Arch: t.processor, Version: r.version, Schema: "none", Release: kind.release,
			Section: "games", Priority: "optional", Maintainer: "Loopline <loopline@users.noreply.github.com>",
			Description: about[p.name], Homepage: "https://github.com/loopline/loopline", License: "Apache-2.0",
			Literal: true, Time: r.made, Recommends: recommends[p.name], Suggests: suggests[p.name],
		}
		made.RPM.Host = "localhost"
		for i, f := range files {
			f, err := installed(p, kind, f, strings.TrimPrefix(f.name, archive+"/"))
			if err != nil {
				return err
			}
			if f.name == "" {
				continue
			}
			from := ingredient{From: filepath.Join(work, fmt.Sprint(i)), To: "/" + f.name}
			from.Info.Mode, from.Info.Owner, from.Info.Group, from.Info.Time = f.mode(), "root", "root", r.made
			if err := os.WriteFile(from.From, f.data, 0o644); err != nil {
				return err
			}
			made.Contents = append(made.Contents, from)
		}
		if kind.name == "rpm" { // which removes no folder that it was not told of
			made.RPM.Summary, made.Description, _ = strings.Cut(made.Description, "\n")
			made.Contents = append(made.Contents, r.owned(p, made.Contents)...)
		}
		text, err := json.Marshal(made) // which is YAML too
		if err != nil {
			return err
		}
		config := filepath.Join(work, "nfpm.yaml")
		if err := os.WriteFile(config, text, 0o644); err != nil {
			return err
		}
		to := filepath.Join(r.folder, kind.file(p.name, r.version, t.processor))
		if err := run(exec.Command(r.packager, "package", "-f", config, "-p", kind.name, "-t", to)); err != nil {
			return err
		}
	}
	return nil
}

// owned are the folders that hold the contents and nothing of another package.
func (r *release) owned(p program, contents []ingredient) (all []ingredient) {
	var files []file
	for _, c := range contents {
		files = append(files, file{name: strings.TrimPrefix(c.To, "/")})
	}
	for _, dir := range folders(files) {
		if strings.HasPrefix(dir, "usr/share/doc/"+p.name+"/") || strings.HasPrefix(dir, installedLibrary("")) {
			owned := ingredient{To: "/" + dir, Type: "dir"}
			owned.Info.Mode, owned.Info.Owner, owned.Info.Group, owned.Info.Time = 0o755, "root", "root", r.made
			all = append(all, owned)
		}
	}
	return all
}

// installed returns where a file of the archive is installed, and as which type; the
// name is empty if it isn't installed.
func installed(p program, kind format, f file, name string) (file, error) {
	docs, zsh := "usr/share/doc/"+p.name+"/", "usr/share/zsh/site-functions/"
	if kind.name == "deb" {
		zsh = "usr/share/zsh/vendor-completions/"
	}
	switch base := filepath.Base(name); {
	case name == p.name:
		f.name = "usr/bin/" + name
	case name == rulesName:
		f.name = "usr/lib/udev/rules.d/" + base
	case strings.HasPrefix(name, libraryFolder):
		f.name = installedLibrary(name)
	case strings.HasPrefix(name, "man/"):
		return zipped(f, "usr/share/"+name+".gz")
	case strings.HasPrefix(name, "completions/") && strings.HasSuffix(name, ".bash"):
		f.name = "usr/share/bash-completion/completions/" + strings.TrimSuffix(base, ".bash")
	case strings.HasPrefix(name, "completions/_"):
		f.name = zsh + base
	case strings.HasPrefix(name, "completions/") && strings.HasSuffix(name, ".fish"):
		f.name = "usr/share/fish/vendor_completions.d/" + base
	case strings.HasPrefix(name, "completions/"): // PowerShell's
		f.name = ""
	case name == "LICENSE" && kind.name == "deb":
		f.name = docs + "copyright"
	case name == "CHANGELOG.md" && kind.name == "deb":
		return zipped(f, docs+"changelog.gz")
	default:
		f.name = docs + name
	}
	return f, nil
}

// zipped is a file as gzip -n writes it.
func zipped(f file, name string) (file, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(f.data); err != nil {
		return file{}, err
	}
	if err := w.Close(); err != nil {
		return file{}, err
	}
	return file{name: name, data: b.Bytes()}, nil
}
