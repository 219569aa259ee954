//go:build linux

package qemutest

import (
	"compress/gzip"
	"debug/elf"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Kernel is an unpacked Debian kernel package: dir/boot/vmlinuz-RELEASE and
// dir/lib/modules/RELEASE.
type Kernel struct {
	Dir, Release string
}

// FindKernel answers the newest kernel that is unpacked in a folder of dir.
func FindKernel(dir string) (Kernel, error) {
	found, err := filepath.Glob(filepath.Join(dir, "*/boot/vmlinuz-*"))
	if err != nil || len(found) == 0 {
		return Kernel{}, fmt.Errorf("no kernel in %s: scripts/qemu-test --fetch gets one", dir)
	}
	slices.Sort(found)
	newest := found[len(found)-1]
	return Kernel{
		Dir:     filepath.Dir(filepath.Dir(newest)),
		Release: strings.TrimPrefix(filepath.Base(newest), "vmlinuz-"),
	}, nil
}

// Image holds the initramfs of a machine.
type Image struct {
	Kernel  Kernel
	Init    string            // a static program of this package, see guest
	Files   map[string]string // path in the guest to path here; programs bring their libraries
	Texts   map[string]string // contents by path in the guest
	Modules []string          // loaded at boot, with those they need
	Spare   []string          // modules that are only there, with those they need

	// Root has the guest move to a root that can be exchanged for another one
	// (pivot_root), as bwrap does: that of an initramfs cannot.
	Root bool
}

const (
	// modulesFile lists the modules that init loads.
	modulesFile = "/etc/bench-modules"

	// rootFile is there in an image with a Root.
	rootFile = "/etc/bench-root"

	// moduleFolder holds all modules, and what each needs.
	moduleFolder = "/lib/modules/"
)

// Build writes the initramfs.
func (i Image) Build(name string) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() {
		if closed := f.Close(); err == nil {
			err = closed
		}
	}()
	// The fastest level: the guest unpacks it once.
	z, err := gzip.NewWriterLevel(f, gzip.BestSpeed)
	if err != nil {
		return err
	}
	p := packer{archive: newArchive(z), packed: make(map[string]bool)}
	if err := p.pack(i); err != nil {
		return fmt.Errorf("packing the initramfs: %w", err)
	}
	return z.Close()
}

type packer struct {
	*archive
	packed map[string]bool
}

func (p *packer) pack(i Image) error {
	for _, folder := range []string{"/proc", "/sys", "/dev", "/tmp", "/run", "/root"} {
		p.folder(folder)
	}
	if err := p.program("/init", i.Init); err != nil {
		return err
	}
	for name, from := range i.Files {
		if err := p.program(name, from); err != nil {
			return err
		}
	}
	for name, text := range i.Texts {
		p.file(name, 0o644, []byte(text))
	}
	if i.Root {
		p.file(rootFile, 0o644, nil)
	}
	if len(i.Modules)+len(i.Spare) == 0 {
		p.file(modulesFile, 0o644, nil)
		return p.close()
	}
	if err := p.modules(i.Kernel, slices.Concat(i.Modules, i.Spare)); err != nil {
		return err
	}
	p.file(modulesFile, 0o644, []byte(strings.Join(i.Modules, "\n")+"\n"))
	return p.close()
}

// program packs a program with the libraries it is linked to.
func (p *packer) program(name, from string) error {
	if p.packed[name] {
		return nil
	}
	p.packed[name] = true
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	p.file(name, 0o755, data)
	f, err := elf.Open(from)
	if err != nil {
		return nil // a script, or data
	}
	defer f.Close()
	libraries, err := f.ImportedLibraries()
	if err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	if loader := interpreter(f); loader != "" {
		if err := p.program(loader, loader); err != nil {
			return err
		}
	}
	for _, library := range libraries {
		if err := p.library(library); err != nil {
			return fmt.Errorf("%s: %w", from, err)
		}
	}
	return nil
}

func (p *packer) library(name string) error {
	for _, folder := range []string{
		"/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64", "/lib", "/usr/lib",
	} {
		if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
			return p.program(path.Join("/lib", name), filepath.Join(folder, name))
		}
	}
	return fmt.Errorf("library %s: %w", name, os.ErrNotExist)
}

// interpreter is the loader that a program names, or empty.
func interpreter(f *elf.File) string {
	for _, part := range f.Progs {
		if part.Type == elf.PT_INTERP {
			text := make([]byte, part.Filesz)
			if _, err := part.ReadAt(text, 0); err == nil {
				return strings.TrimRight(string(text), "\x00")
			}
		}
	}
	return ""
}

// modules packs modules, those they need, and beside each a list of these.
func (p *packer) modules(k Kernel, names []string) error {
	files, err := moduleFiles(filepath.Join(k.Dir, "lib/modules", k.Release))
	if err != nil {
		return err
	}
	for len(names) > 0 {
		name := names[0]
		names = names[1:]
		if p.packed[name] {
			continue
		}
		p.packed[name] = true
		file, ok := files[name]
		if !ok {
			return fmt.Errorf("kernel %s has no module %s", k.Release, name)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		needs := moduleNeeds(file)
		p.file(moduleFolder+name+".ko", 0o644, data)
		p.file(moduleFolder+name+".needs", 0o644, []byte(strings.Join(needs, "\n")))
		names = append(names, needs...)
	}
	return nil
}

// moduleFiles finds the kernel's modules by name.
func moduleFiles(root string) (map[string]string, error) {
	text, err := os.ReadFile(filepath.Join(root, "modules.order"))
	if err != nil {
		return nil, err
	}
	files := make(map[string]string)
	for line := range strings.FieldsSeq(string(text)) {
		name := moduleName(strings.TrimSuffix(filepath.Base(line), ".ko"))
		files[name] = filepath.Join(root, line)
	}
	return files, nil
}

// moduleName is the name that the kernel knows a module by.
func moduleName(s string) string { return strings.ReplaceAll(s, "-", "_") }

// moduleNeeds reads the line depends=a,b of a module's .modinfo: a package that
// was unpacked and not installed has no modules.dep.
func moduleNeeds(file string) []string {
	f, err := elf.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	section := f.Section(".modinfo")
	if section == nil {
		return nil
	}
	info, err := section.Data()
	if err != nil {
		return nil
	}
	for _, line := range strings.Split(string(info), "\x00") {
		if list, ok := strings.CutPrefix(line, "depends="); ok && list != "" {
			names := strings.Split(list, ",")
			for i := range names {
				names[i] = moduleName(names[i])
			}
			return names
		}
	}
	return nil
}
