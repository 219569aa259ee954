package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// systemDirs hold a system's programs and libraries.
var systemDirs = [...]string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix", "/gnu"}

// systemFiles lists the files outside those folders that starting a program reads.
var systemFiles = [...]string{"/etc/ld.so.cache", "/etc/alternatives"}

// libraryDirs hold a system's libraries alone.
var libraryDirs = [...]string{
	"/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32", "/usr/local/lib", "/usr/local/lib64",
	"/lib", "/lib32", "/lib64", "/libx32", "/nix", "/gnu",
}

// shell hands a program its standard files.
const shell = "/bin/sh"

// view returns what the program sees.
func (p *Program) view() View {
	if view := p.Policy.row().View; view != ViewHost || p.Visible == nil {
		return view
	}
	return ViewSystem
}

// seesAll reports whether a program sees all of the host's files.
func (p *Program) seesAll() bool { return p.view() == ViewHost }

// minimal reports whether it sees no programs, no /proc and no /dev.
func (p *Program) minimal() bool { return p.view() == ViewLibraries }

// rootArgs are bwrap's for the file system a program sees: all of the host's,
// or the system's programs and what is named.
func (p *Program) rootArgs() []string {
	if p.seesAll() {
		return []string{"--ro-bind", "/", "/"}
	}
	dirs, files := systemDirs[:], systemFiles[:]
	var args []string
	if p.minimal() {
		dirs, files = libraryDirs[:], files[:1]
		if real, err := filepath.EvalSymlinks(shell); err == nil {
			args = append(args, "--ro-bind", real, shell)
		}
	}
	for _, dir := range dirs {
		if to, err := os.Readlink(dir); err == nil {
			args = append(args, "--symlink", to, dir)
		} else {
			args = append(args, "--ro-bind-try", dir, dir)
		}
	}
	for _, file := range files {
		args = append(args, "--ro-bind-try", file, file)
	}
	return args
}

// visibleArgs returns bwrap's arguments for the files named on the command line, and
// for the writable ones.
func (p *Program) visibleArgs() []string {
	var args []string
	for _, path := range p.Visible {
		if p.minimal() || !inSystem(path) {
			args = append(args, "--ro-bind-try", path, path)
		}
	}
	for _, path := range p.Writable {
		args = append(args, "--bind", path, path)
	}
	if !p.seesAll() {
		args = append(args, "--remount-ro", "/")
	}
	return args
}

func inSystem(path string) bool {
	for _, dir := range systemDirs {
		if path == dir || strings.HasPrefix(path, dir+"/") {
			return true
		}
	}
	return false
}

// Tool lists what a program needs to see of its own installation: the folder it
// is in and those beside it, behind links too, and the same of Python for a program in a
// virtual environment. A path that is not absolute is below the program's own working directory: nothing
// of the host's is shown for it.
func Tool(path string) []string {
	if strings.Contains(path, "/") && !filepath.IsAbs(path) {
		return nil
	}
	path, err := exec.LookPath(path)
	if err != nil {
		return nil
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil
	}
	seen := installation(path)
	for _, bin := range slices.Clone(seen) {
		settings := filepath.Join(filepath.Dir(bin), "pyvenv.cfg")
		if _, err := os.Stat(settings); err == nil {
			seen = append(append(seen, settings), installation(filepath.Join(bin, "python3"))...)
		}
	}
	slices.Sort(seen)
	return slices.Compact(seen)
}

// beside lists the folders beside that of a program which belong to it; py3bin is one of
// oss-cad-suite.
var beside = [...]string{"lib", "lib64", "libexec", "share", "include", "py3bin"}

// installation lists the folder of a program and those beside it that belong to it, for each
// link on the way to it.
func installation(program string) (seen []string) {
	files := []string{program}
	if real, err := filepath.EvalSymlinks(program); err == nil {
		files = append(files, real)
	}
	for range 40 { // as many as the system follows
		to, err := os.Readlink(program)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(program), to)
		}
		program, files = to, append(files, to)
	}
	for _, file := range files {
		bin := filepath.Dir(file)
		if inSystem(bin) {
			continue // and so is all that belongs to it
		}
		names := append([]string{filepath.Base(bin)}, beside[:]...)
		if isDir(filepath.Join(filepath.Dir(bin), "Cellar")) { // Homebrew's, with the libraries of other packages
			names = append(names, "Cellar", "opt")
		}
		for _, name := range names {
			if folder := filepath.Join(filepath.Dir(bin), name); isDir(folder) {
				seen = append(seen, folder)
			}
		}
	}
	return seen
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
