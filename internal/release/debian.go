package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// control describes the packages. The programs are static.
const control = `Package: %s
Version: %s
Architecture: %s
Maintainer: Loopline <loopline@users.noreply.github.com>
Installed-Size: %d
Section: games
Priority: optional
Homepage: https://github.com/loopline/loopline
`

// about is the rest, by the program.
var about = map[string]string{
	"loopline": `Recommends: bubblewrap
Suggests: verilator, g++, iverilog, yosys, ghdl
Description: referee for contests of FPGA boards
 Loopline plays matches between boards, programs and people over serial lines,
 pipes and TCP, keeps their clocks, judges their moves by the rules of the game,
 and writes records from which every verdict can be derived again.
`,
	"loopline-farm": `Recommends: loopline, bubblewrap
Description: referee for contests of FPGA boards, on many machines
 Loopline-farm is loopline with a message server: it spreads work over many
 machines, and plays against boards that stand elsewhere.
`,
}

// debian writes the package for Debian from the files of the archive.
func (r *release) debian(t target, p program, files []file, archive string) error {
	root, err := os.MkdirTemp("", "debian")
	if err != nil {
		return err
	}
	defer os.RemoveAll(root)
	if err := os.Chmod(root, 0o755); err != nil {
		return err
	}
	size := 0
	for _, f := range files {
		f, err = installed(p, f, strings.TrimPrefix(f.name, archive+"/"))
		if err != nil {
			return err
		}
		if f.name == "" {
			continue
		}
		size += len(f.data)
		if err := lay(root, f); err != nil {
			return err
		}
	}
	text := fmt.Sprintf(control, p.name, r.version, t.processor, size/1024) + about[p.name]
	if err := lay(root, file{name: "DEBIAN/control", data: []byte(text)}); err != nil {
		return err
	}
	name := fmt.Sprintf("%s_%s_%s.deb", p.name, r.version, t.processor)
	pack := exec.Command("dpkg-deb", "--root-owner-group", "-Zgzip", "--build", root, filepath.Join(r.folder, name))
	pack.Env = append(os.Environ(), fmt.Sprint("SOURCE_DATE_EPOCH=", r.made.Unix()))
	return run(pack)
}

// installed is where a file of the archive lies on Debian, and as what; without a name
// where it is not installed.
func installed(p program, f file, name string) (file, error) {
	base := filepath.Base(name)
	switch {
	case name == p.name:
		f.name = "usr/bin/" + name
	case name == rulesName:
		f.name = "usr/lib/udev/rules.d/" + base
	case strings.HasPrefix(name, "man/"):
		return zipped(f, "usr/share/"+name+".gz")
	case name == "completions/loopline.bash":
		f.name = "usr/share/bash-completion/completions/loopline"
	case base == "_loopline":
		f.name = "usr/share/zsh/vendor-completions/_loopline"
	case base == "loopline.fish":
		f.name = "usr/share/fish/vendor_completions.d/loopline.fish"
	case base == "loopline.ps1":
		f.name = ""
	case name == "LICENSE":
		f.name = "usr/share/doc/" + p.name + "/copyright"
	case name == "CHANGELOG.md":
		return zipped(f, "usr/share/doc/"+p.name+"/changelog.gz")
	default:
		f.name = "usr/share/doc/" + p.name + "/" + name
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

// lay writes a file below a folder, readable by everybody whatever the umask.
func lay(root string, f file) error {
	path := root
	parts := strings.Split(f.name, "/")
	for _, part := range parts[:len(parts)-1] {
		path = filepath.Join(path, part)
		if err := os.MkdirAll(path, 0o755); err != nil {
			return err
		}
		if err := os.Chmod(path, 0o755); err != nil {
			return err
		}
	}
	path = filepath.Join(root, filepath.FromSlash(f.name))
	if err := os.WriteFile(path, f.data, os.FileMode(f.mode())); err != nil {
		return err
	}
	return os.Chmod(path, os.FileMode(f.mode()))
}
