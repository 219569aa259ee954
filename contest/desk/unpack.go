package desk

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/say"
)

// Limits bound what an upload unpacks to.
type Limits struct {
	Bytes int64 // of all files
	Files int   // and folders
}

// Limits of names in an archive.
const (
	maxDepth   = 12  // folders in folders
	maxElement = 100 // bytes of a name
	maxPath    = 240 // bytes of a path
)

// fileMode is the mode of all that is unpacked: archives of some systems do not say what is a program.
const fileMode = 0o755

// unpacker writes the files of one upload into a folder, and nothing anywhere else.
type unpacker struct {
	root  *os.Root
	left  Limits
	most  Limits
	names map[string]entry // by their names as systems compare that know no case
	below string           // the folder in root of all names; empty is root itself
}

type entry struct {
	name   string
	folder bool
}

// unpack writes what an upload holds into an empty folder: the files of a zip or a tar.gz, or the one
// file, which gets the given name. What an archive may not hold is an error, and then the folder
// holds some of it.
func unpack(root *os.Root, upload *os.File, single string, most Limits) error {
	u := unpacker{root: root, left: most, most: most, names: map[string]entry{}}
	info, err := upload.Stat()
	if err != nil {
		return err
	}
	start := make([]byte, 4)
	n, err := upload.ReadAt(start, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	switch start = start[:n]; {
	case single != "":
		return u.file(single, io.NewSectionReader(upload, 0, info.Size()))
	case bytes.HasPrefix(start, []byte("PK")):
		return u.zip(upload, info.Size())
	case bytes.HasPrefix(start, []byte{0x1f, 0x8b}):
		return u.tar(io.NewSectionReader(upload, 0, info.Size()))
	}
	return say.Errorf("this is neither a zip, a tar.gz nor a file of a kind that the contest allows; pack it as zip or tar.gz")
}

func (u *unpacker) zip(upload io.ReaderAt, size int64) error {
	archive, err := zip.NewReader(upload, size)
	if err != nil {
		return say.Errorf("the zip cannot be read: %w; pack it again", err)
	}
	if len(archive.File) > u.most.Files {
		return u.tooMany()
	}
	for _, f := range archive.File {
		mode, folder := f.Mode(), strings.HasSuffix(f.Name, "/")
		switch {
		case f.NonUTF8 && !utf8.ValidString(f.Name):
			return say.Errorf("the name %.60q is no UTF-8; use letters that every system knows", f.Name)
		case f.Flags&1 != 0:
			return say.Errorf("%.60q is encrypted; pack it without a password", f.Name)
		case mode.Type()&^fs.ModeDir != 0 || mode.IsDir() != folder:
			return notAFile(f.Name)
		case folder && f.UncompressedSize64 > 0:
			return folderWithBytes(f.Name)
		}
		if folder {
			err = u.folder(f.Name)
		} else {
			err = u.zipped(f)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (u *unpacker) zipped(f *zip.File) error {
	r, err := f.Open()
	if err != nil {
		return say.Errorf("%.60q cannot be read: %w; pack it again", f.Name, err)
	}
	defer r.Close()
	return u.file(f.Name, r)
}

func folderWithBytes(name string) error {
	return say.Errorf("%.60q is a folder with the bytes of a file; pack it again", name)
}

func notAFile(name string) error {
	return say.Errorf("%.60q is neither a file nor a folder, such as a link; put the file itself into the archive", name)
}

// tarHeaders bounds the bytes of a tar besides its files.
const tarHeaders = 1 << 20

func (u *unpacker) tar(upload io.Reader) error {
	stream, err := gzip.NewReader(upload)
	if err != nil {
		return say.Errorf("the tar.gz cannot be read: %w; pack it again", err)
	}
	return u.tarStream(stream)
}

func (u *unpacker) tarStream(stream io.Reader) error {
	bounded := &io.LimitedReader{R: stream, N: u.most.Bytes + 4096*int64(u.most.Files) + tarHeaders}
	archive := tar.NewReader(bounded)
	for {
		h, err := archive.Next()
		switch {
		case bounded.N <= 0:
			return u.tooLarge()
		case errors.Is(err, io.EOF):
			// The end of the stream has its checksum: an archive that was cut may end between two files.
			if _, err = io.Copy(io.Discard, bounded); err == nil && bounded.N <= 0 {
				return u.tooLarge()
			}
			if err != nil {
				return say.Errorf("the tar.gz cannot be read: %w; pack it again", err)
			}
			return nil
		case err != nil:
			return say.Errorf("the tar.gz cannot be read: %w; pack it again", err)
		}
		switch {
		case h.Typeflag == tar.TypeXGlobalHeader:
			continue // what git archive notes
		case h.Typeflag == tar.TypeDir && h.Size > 0:
			err = folderWithBytes(h.Name)
		case h.Typeflag == tar.TypeDir:
			err = u.folder(h.Name)
		case h.Typeflag == tar.TypeReg && !sparse(h) && !strings.HasSuffix(h.Name, "/"):
			err = u.file(h.Name, archive)
		default:
			err = notAFile(h.Name)
		}
		if err != nil {
			return err
		}
	}
}

// sparse reports whether a file of a tar has holes.
func sparse(h *tar.Header) bool {
	for key := range h.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse") {
			return true
		}
	}
	return false
}

func (u *unpacker) tooMany() error {
	return say.Errorf("there are more than %d files and folders; hand in what is needed to play", u.most.Files)
}

func (u *unpacker) tooLarge() error {
	return say.Errorf("it unpacks to more than %s; hand in what is needed to play", rangecheck.FormatSize(u.most.Bytes))
}

// clean is a name of an archive as a path below the folder, or what is wrong with it.
func clean(name string) (string, error) {
	name = strings.TrimPrefix(name, "./")
	wrong := func(err error) (string, error) { return "", say.Errorf("the name %.60q %w", name, err) }
	if !utf8.ValidString(name) {
		return wrong(say.Errorf("is no UTF-8; use letters that every system knows"))
	}
	if len(name) > maxPath || strings.Count(name, "/") > maxDepth {
		return wrong(say.Errorf("is too long, or in too many folders; at most %d bytes and %d folders", maxPath, maxDepth))
	}
	for _, r := range name {
		if r == utf8.RuneError || r == '\\' || r == ':' || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r != ' ' && unicode.IsSpace(r) {
			return wrong(say.Errorf("has the character %U; leave it out", r))
		}
	}
	for element := range strings.SplitSeq(name, "/") {
		switch {
		case element == "" || element == "." || element == "..":
			return wrong(say.Errorf("leads out of its folder, or has an empty part; pack the folder itself"))
		case len(element) > maxElement:
			return wrong(say.Errorf("is too long, or in too many folders; at most %d bytes and %d folders", maxElement, maxDepth))
		case strings.HasPrefix(element, "-") || strings.Trim(element, " ") != element || strings.HasSuffix(element, "."):
			return wrong(say.Errorf("begins with - or a space, or ends with a dot or a space; rename it"))
		}
	}
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return wrong(say.Errorf("leads out of its folder, or has an empty part; pack the folder itself"))
	}
	return name, nil
}

// enter takes in a name, with the folders above it. There is one file of a name, however systems
// compare names.
func (u *unpacker) enter(name string, folder bool) error {
	for i, r := range name + "/" {
		if r != '/' {
			continue
		}
		part := name[:i]
		is := entry{part, folder || i < len(name)}
		key := cases.Fold().String(norm.NFKC.String(part))
		other, there := u.names[key]
		switch {
		case there && other.name != part:
			return say.Errorf("%.60q and %.60q are one name on some systems; rename one", other.name, part)
		case there && (!is.folder || !other.folder):
			return say.Errorf("%.60q is there twice; pack it again", part)
		case there:
			continue
		}
		if u.left.Files--; u.left.Files < 0 {
			return u.tooMany()
		}
		u.names[key] = is
		if is.folder {
			if err := u.root.Mkdir(filepath.FromSlash(part), fileMode); err != nil {
				return err
			}
		}
	}
	return nil
}

func (u *unpacker) folder(name string) error {
	if trimmed := strings.TrimSuffix(name, "/"); trimmed == "." || trimmed == "" && name == "./" {
		return nil // the folder that was packed
	}
	name, err := clean(strings.TrimSuffix(name, "/"))
	if err != nil {
		return err
	}
	return u.enter(path.Join(u.below, name), true)
}

func (u *unpacker) file(name string, r io.Reader) error {
	name, err := clean(name)
	if err != nil {
		return err
	}
	name = path.Join(u.below, name)
	if err := u.enter(name, false); err != nil {
		return err
	}
	f, err := u.root.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return err
	}
	defer f.Close()
	n, err := io.Copy(f, io.LimitReader(r, u.left.Bytes+1))
	if err != nil {
		return say.Errorf("%.60q cannot be read: %w; pack it again", path.Base(name), err)
	}
	if u.left.Bytes -= n; u.left.Bytes < 0 {
		return u.tooLarge()
	}
	return f.Close()
}
