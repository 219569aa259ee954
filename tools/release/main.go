// Command release makes what a release consists of: an archive for each system and
// processor, packages for Debian and Fedora, and their sums. The bytes follow from the commit and
// the version of Go alone, those of libloopline from that of gcc too; without a cross compiler there
// is none for that processor.
//
//	go run ./tools/release -out build/release
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	out := flag.String("out", "build/release", "the folder for all of it")
	flag.Parse()
	if err := makeAll(*out); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// targets are the systems and processors that entrants have.
var targets = []target{
	{"linux", "amd64"}, {"linux", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"},
}

type target struct{ system, processor string }

func (t target) String() string { return t.system + "/" + t.processor }

// program is a program that is released, in an archive and a package of its own.
type program struct {
	name   string   // of the folder below cmd, too
	most   int64    // bytes: people fetch it over the network of a contest
	manual string   // the package whose test writes its manual pages
	texts  []string // pages of the repository that lie beside it
}

// programs lists the released programs. Loopline-farm contains a message server and is
// for users with many machines.
var programs = []program{
	{"loopline", 31_500_000, "./cmd/internal/cli", []string{"README.md", "CHANGELOG.md", "LICENSE"}},
	{"loopline-farm", 44_000_000, "./cmd/loopline-farm", []string{"docs/farm.md", "CHANGELOG.md", "LICENSE"}},
}

// file returns the program's file name on a system.
func (p program) file(t target) string {
	if t.system == "windows" {
		return p.name + ".exe"
	}
	return p.name
}

// release holds the inputs that all targets share.
type release struct {
	folder   string // of the results
	version  string
	made     time.Time         // the commit's
	shared   map[string][]file // in every archive of a program: pages, manual, completions
	rules    []byte            // for udev, in those of loopline for Linux
	library  map[target][]file // libloopline, in those of loopline
	packager string            // the path of what writes packages
}

func makeAll(out string) error {
	r, err := begin(out)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := enter(filepath.Join(work, "source")); err != nil {
		return err
	}
	if err := run(exec.Command("go", "generate", "./trax/browser/bundle", "./games/browser/bundle")); err != nil {
		return fmt.Errorf("the engine of the pages: %w", err)
	}
	built := func(t target, p program) string { return filepath.Join(work, t.system+"-"+t.processor, p.file(t)) }
	for _, t := range targets {
		for _, p := range programs {
			if err := r.build(t, p, built(t, p)); err != nil {
				return fmt.Errorf("%s for %s: %w", p.name, t, err)
			}
		}
	}
	for _, p := range programs {
		if err := r.share(p, filepath.Join(work, "man-"+p.name), built(target{runtime.GOOS, runtime.GOARCH}, p)); err != nil {
			return err
		}
	}
	for _, t := range libraryTargets {
		if gcc, installed := compiler(t); !installed && gcc != "gcc" {
			fmt.Fprintf(os.Stderr, "release: %s isn't installed: no libloopline for %s\n", gcc, t)
		} else if r.library[t], err = library(t, filepath.Join(work, "library-"+t.processor)); err != nil {
			return err
		}
	}
	if r.packager, err = installPackager(work); err != nil {
		return err
	}
	for _, t := range targets {
		for _, p := range programs {
			if err := r.pack(t, p, built(t, p)); err != nil {
				return fmt.Errorf("%s for %s: %w", p.name, t, err)
			}
		}
	}
	return r.sums()
}

// begin asks git what is released, and empties the folder.
func begin(out string) (*release, error) {
	if changed, err := command("git", "status", "--porcelain"); err != nil {
		return nil, err
	} else if changed != "" {
		return nil, fmt.Errorf("the tree has changes that are not committed, so the release could not be reproduced: commit them\n%s", changed)
	}
	seconds, err := command("git", "log", "-1", "--format=%ct")
	if err != nil {
		return nil, err
	}
	made, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return nil, err
	}
	commit, err := command("git", "rev-parse", "--short=12", "HEAD")
	if err != nil {
		return nil, err
	}
	if out, err = filepath.Abs(out); err != nil {
		return nil, err
	}
	r := &release{folder: out, made: time.Unix(made, 0).UTC(), shared: make(map[string][]file), library: make(map[target][]file)}
	r.version = "0.0.0+" + r.made.Format("20060102") + "." + commit
	if tag, err := command("git", "describe", "--tags", "--exact-match", "--match", "v[0-9]*"); err == nil {
		r.version = strings.TrimPrefix(tag, "v")
	}
	if err := os.RemoveAll(out); err != nil {
		return nil, err
	}
	return r, os.MkdirAll(out, 0o755)
}

// enter makes a clone of the commit and goes there. Go stamps a commit into what it
// builds in a clone, not in a work tree that is linked to one.
func enter(source string) error {
	commit, err := command("git", "rev-parse", "HEAD")
	if err != nil {
		return err
	}
	if _, err := command("git", "clone", "-q", "--shared", "--no-checkout", ".", source); err != nil {
		return err
	}
	if err := os.Chdir(source); err != nil {
		return err
	}
	_, err = command("git", "checkout", "-q", "--detach", commit)
	return err
}

// build makes a program for a target.
func (r *release) build(t target, p program, to string) error {
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w -buildid=", "-o", to, "./cmd/"+p.name)
	build.Env = append(os.Environ(), "GOFLAGS=", "CGO_ENABLED=0", "GOOS="+t.system, "GOARCH="+t.processor, "GOAMD64=v1", "GOARM64=v8.0")
	if err := run(build); err != nil {
		return err
	}
	return p.small(to)
}

// small is the error of a program that has grown too large.
func (p program) small(file string) error {
	info, err := os.Stat(file)
	if err == nil && info.Size() > p.most {
		err = fmt.Errorf("%s has %d bytes, more than %d; see what is large: go tool nm -size -sort size", file, info.Size(), p.most)
	}
	return err
}

// share gathers what is in every archive of a program.
func (r *release) share(p program, manual, built string) error {
	for _, name := range p.texts {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		r.shared[p.name] = append(r.shared[p.name], file{name: filepath.Base(name), data: text})
	}
	for _, c := range []struct{ shell, name string }{
		{"bash", p.name + ".bash"}, {"zsh", "_" + p.name}, {"fish", p.name + ".fish"}, {"powershell", p.name + ".ps1"},
	} {
		text, err := exec.Command(built, "completion", c.shell).Output()
		if err != nil {
			return fmt.Errorf("completion for %s: %w", c.shell, err)
		}
		r.shared[p.name] = append(r.shared[p.name], file{name: "completions/" + c.name, data: text})
	}
	var err error
	if r.rules, err = exec.Command(built, "doctor", "--udev-rules").Output(); err != nil {
		return fmt.Errorf("udev rules: %w", err)
	}
	pages, err := r.manual(p, manual)
	r.shared[p.name] = append(r.shared[p.name], pages...)
	return err
}

// manual makes the manual pages of a program in a folder. Those of the commands for
// many machines are loopline-farm's.
func (r *release) manual(p program, folder string) (pages []file, err error) {
	if err := os.Mkdir(folder, 0o755); err != nil {
		return nil, err
	}
	write := exec.Command("go", "test", p.manual, "-count=1", "-run=^TestManual$", "-manual="+folder)
	write.Env = append(os.Environ(), fmt.Sprint("SOURCE_DATE_EPOCH=", r.made.Unix()))
	if err := run(write); err != nil {
		return nil, err
	}
	found, err := filepath.Glob(filepath.Join(folder, "*.1"))
	if err != nil {
		return nil, err
	}
	slices.Sort(found)
	for _, name := range found {
		base := filepath.Base(name)
		if p.name == "loopline" && (base == "loopline-farm.1" || base == "loopline-offer.1") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		pages = append(pages, file{name: "man/man1/" + base, data: text})
	}
	return pages, nil
}

func command(name string, args ...string) (string, error) {
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// run runs a command that prints its own errors.
func run(cmd *exec.Cmd) error {
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, out)
	}
	return nil
}
