package desk

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/entrant"
)

const testPlan = `name = "Desk"
game = "any"
[[entrant]]
name = "Aoi"
address = "desk:aoi"
[[entrant]]
name = "Bo"
address = "desk:bo"
[[stage]]
name = "all"
kind = "round-robin"
map-types = ["A", "B"]
[desk]
max-size = "2MiB"
max-files = 100
check-time = "1m"
[[desk.program]]
command = "python3 main.py"
[[desk.program]]
command = "./main"
`

// openDesk opens a desk in a new folder, whose check passes all that has no file "fails".
func openDesk(t *testing.T, change func(*Desk)) *Desk {
	t.Helper()
	plan, err := config.Parse("cup.toml", testPlan)
	require.NoError(t, err)
	d := &Desk{Dir: filepath.Join(t.TempDir(), "cup"), Plan: plan, Check: func(_ context.Context, _ string, p Player, report io.Writer) error {
		fmt.Fprintln(report, "looked at "+p.Command)
		if _, err := os.Stat(filepath.Join(p.Dir, "fails")); err == nil {
			return fs.ErrInvalid
		}
		return nil
	}}
	if change != nil {
		change(d)
	}
	require.NoError(t, d.Open())
	t.Cleanup(func() { _ = d.Close() })
	return d
}

// checkAll has the desk check all that waits.
func checkAll(t *testing.T, d *Desk) {
	t.Helper()
	for {
		next, ok, _ := d.next()
		if !ok {
			return
		}
		require.NoError(t, d.process(t.Context(), next))
		d.done(next)
	}
}

// handIn has a team hand in a file, which is checked.
func handIn(t *testing.T, d *Desk, team, name string, upload []byte) Version {
	t.Helper()
	return handInWith(t, d, team, name, "", upload)
}

// handInWith is handIn with options.
func handInWith(t *testing.T, d *Desk, team, name, options string, upload []byte) Version {
	t.Helper()
	v, err := d.Receive(team, Upload{Name: name, Options: options, File: bytes.NewReader(upload)})
	require.NoError(t, err)
	checkAll(t, d)
	v, err = d.Version(team, v.Number)
	require.NoError(t, err)
	return v
}

// zipped is a zip of entries; a change may make a header lie.
func zipped(change func(*zip.FileHeader), entries ...[2]string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e[0], Method: zip.Deflate}
		if change != nil {
			change(h)
		}
		f, err := w.CreateHeader(h)
		if err == nil {
			_, err = io.WriteString(f, e[1])
		}
		if err != nil {
			panic(err)
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// with replaces a text in an upload by another of its length.
func with(upload []byte, old, other string) []byte {
	if len(old) != len(other) || !bytes.Contains(upload, []byte(old)) {
		panic(old)
	}
	return bytes.ReplaceAll(upload, []byte(old), []byte(other))
}

// tarred is a tar.gz of headers; a file has the text of its header's Uname.
func tarred(headers ...tar.Header) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for _, h := range headers {
		text := h.Uname
		h.Uname = ""
		if h.Typeflag == 0 || h.Typeflag == tar.TypeReg {
			h.Typeflag, h.Size = tar.TypeReg, int64(len(text))
		}
		if h.Typeflag != tar.TypeXGlobalHeader {
			h.Mode = 0o644
		}
		if err := w.WriteHeader(&h); err != nil {
			panic(err)
		}
		if h.Typeflag == tar.TypeReg {
			if _, err := io.WriteString(w, text); err != nil {
				panic(err)
			}
		}
	}
	_ = w.Close()
	_ = z.Close()
	return b.Bytes()
}

func file(name, text string) tar.Header { return tar.Header{Name: name, Uname: text} }

func link(kind byte, name, to string) tar.Header {
	return tar.Header{Typeflag: kind, Name: name, Linkname: to}
}

func gzipped(text []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(text)
	_ = z.Close()
	return b.Bytes()
}

func many(n int, name string) (all [][2]string) {
	for i := range n {
		all = append(all, [2]string{fmt.Sprintf(name, i), ""})
	}
	return all
}

// rawTar is a header of a tar with a type and a size of its own, with the right checksum.
func rawTar(name string, kind byte, size string) []byte {
	h := make([]byte, 512)
	copy(h, name)
	copy(h[100:], "0000644\x000000000\x000000000\x00")
	copy(h[124:], size)
	copy(h[136:], "00000000000\x00        ")
	h[156] = kind
	copy(h[257:], "ustar\x0000")
	sum := 0
	for _, c := range h {
		sum += int(c)
	}
	copy(h[148:], fmt.Sprintf("%06o\x00 ", sum))
	return h
}

// hostileUploads are attacks on the desk by what is handed in. Each holds a main.py, too, which alone
// would pass.
func hostileUploads() map[string][]byte {
	main := [2]string{"main.py", "print()"}
	mainFile := file("main.py", "print()")
	mode := func(m fs.FileMode) func(*zip.FileHeader) {
		return func(h *zip.FileHeader) {
			if h.Name != main[0] {
				h.SetMode(m)
			}
		}
	}
	big := strings.Repeat("\x00", 9<<20)
	plain := zipped(nil, main, [2]string{"other.py", strings.Repeat("x", 100)})
	local := bytes.Index(plain, []byte("other.py"))
	lying := slices.Clone(plain) // the directory says that the file has one byte
	central := bytes.LastIndex(lying, []byte("other.py")) - 46
	binary.LittleEndian.PutUint32(lying[central+24:], 1)
	long := slices.Clone(plain) // and that it has 4 GiB
	binary.LittleEndian.PutUint32(long[central+24:], 0xfffffff0)
	counted := slices.Clone(plain) // and that there are 60,000 files
	end := bytes.LastIndex(counted, []byte("PK\x05\x06"))
	binary.LittleEndian.PutUint16(counted[end+8:], 60_000)
	binary.LittleEndian.PutUint16(counted[end+10:], 60_000)
	overlap := slices.Clone(plain) // and both entries at the offset of the first file's end
	binary.LittleEndian.PutUint32(overlap[central+42:], 0x7fffffff)
	encrypted := slices.Clone(plain)
	encrypted[central+8] |= 1
	method := slices.Clone(plain)
	method[central+10] = 99
	_ = local
	sparse := tarred(mainFile)
	whole := tarred(mainFile, file("other.py", strings.Repeat("x", 2000)))
	return map[string][]byte{
		// A folder with bytes, which no system keeps.
		"zip: bytes of a folder":  with(zipped(nil, main, [2]string{"qx", "bytes"}), "qx", "q/"),
		"tar: bytes of a folder":  gzipped(slices.Concat(rawTar("q/", '5', "00000000005\x00"), make([]byte, 512), rawTar("main.py", '0', "00000000000\x00"), make([]byte, 1024))),
		"tar: a file as a folder": gzipped(slices.Concat(rawTar("q/", '0', "00000000005\x00"), make([]byte, 512), rawTar("main.py", '0', "00000000000\x00"), make([]byte, 1024))),

		// Ways out of the folder.
		"zip: parent":              zipped(nil, main, [2]string{"../out.py", "x"}),
		"zip: parent in the midst": zipped(nil, main, [2]string{"a/../../out.py", "x"}),
		"zip: parent at the end":   zipped(nil, main, [2]string{"a/..", "x"}),
		"zip: absolute":            zipped(nil, main, [2]string{"/tmp/loopline-out.py", "x"}),
		"zip: backslashes":         zipped(nil, main, [2]string{`..\out.py`, "x"}),
		"zip: drive":               zipped(nil, main, [2]string{`C:/out.py`, "x"}),
		"zip: stream of a file":    zipped(nil, main, [2]string{`main.txt:out`, "x"}),
		"zip: empty part":          zipped(nil, main, [2]string{"a//b.py", "x"}),
		"zip: dot":                 zipped(nil, main, [2]string{"a/./b.py", "x"}),
		"zip: no name":             zipped(nil, main, [2]string{"", "x"}),
		"zip: folder out":          zipped(nil, main, [2]string{"../out/", ""}),
		"tar: parent":              tarred(mainFile, file("../out.py", "x")),
		"tar: absolute":            tarred(mainFile, file("/tmp/loopline-out.py", "x")),
		"tar: folder out":          tarred(mainFile, tar.Header{Typeflag: tar.TypeDir, Name: "../../out/"}),
		"tar: parent in pax":       tarred(mainFile, tar.Header{Name: "ok.py", Uname: "x", Format: tar.FormatPAX}, file(strings.Repeat("../", 60)+"out.py", "x")),
		"tar: long name of gnu":    tarred(mainFile, tar.Header{Name: strings.Repeat("a/", 150) + "b.py", Uname: "x", Format: tar.FormatGNU}),

		// Links and devices, and what is written through them.
		"zip: link":                   zipped(mode(fs.ModeSymlink|0o777), main, [2]string{"l", "/etc"}),
		"zip: link, then through it":  zipped(mode(fs.ModeSymlink|0o777), main, [2]string{"l", ".."}, [2]string{"l/out.py", "x"}),
		"zip: device":                 zipped(mode(fs.ModeDevice|fs.ModeCharDevice|0o666), main, [2]string{"d", ""}),
		"zip: named pipe":             zipped(mode(fs.ModeNamedPipe|0o666), main, [2]string{"p", ""}),
		"zip: socket":                 zipped(mode(fs.ModeSocket|0o666), main, [2]string{"s", ""}),
		"zip: folder that is a file":  zipped(mode(fs.ModeDir|0o755), main, [2]string{"d", "x"}),
		"tar: symbolic link":          tarred(mainFile, link(tar.TypeSymlink, "l", "/etc/passwd")),
		"tar: link, then through it":  tarred(mainFile, link(tar.TypeSymlink, "l", ".."), file("l/out.py", "x")),
		"tar: link over the file":     tarred(link(tar.TypeSymlink, "main.py", "/etc/passwd"), mainFile),
		"tar: hard link":              tarred(mainFile, link(tar.TypeLink, "l", "/etc/passwd")),
		"tar: hard link inside":       tarred(mainFile, link(tar.TypeLink, "l", "main.py")),
		"tar: character device":       tarred(mainFile, tar.Header{Typeflag: tar.TypeChar, Name: "d", Devmajor: 1, Devminor: 5}),
		"tar: block device":           tarred(mainFile, tar.Header{Typeflag: tar.TypeBlock, Name: "d", Devmajor: 8}),
		"tar: named pipe":             tarred(mainFile, tar.Header{Typeflag: tar.TypeFifo, Name: "p"}),
		"tar: contiguous file":        gzipped(slices.Concat(rawTar("c", '7', "00000000000\x00"), rawTar("main.py", '0', "00000000000\x00"), make([]byte, 1024))),
		"tar: multi-volume":           gzipped(slices.Concat(rawTar("m", 'M', "00000000000\x00"), rawTar("main.py", '0', "00000000000\x00"), make([]byte, 1024))),
		"tar: sparse of old gnu":      gzipped(slices.Concat(rawTar("s", 'S', "00000000000\x00"), rawTar("main.py", '0', "00000000000\x00"), make([]byte, 1024))),
		"tar: sparse of pax":          tarred(mainFile, file("PaxSparse", "x"), link(tar.TypeSymlink, "after", "x")),
		"tar: size that is negative":  gzipped(slices.Concat(rawTar("n", '0', "-0000000001\x00"), rawTar("main.py", '0', "00000000000\x00"), make([]byte, 1024))),
		"tar: size of an exabyte":     gzipped(slices.Concat(rawTar("main.py", '0', "\x80\x00\x00\x00\x0f\xff\xff\xff\xff\xff\xff\xff"), make([]byte, 1024))),
		"tar: size past the end":      gzipped(slices.Concat(rawTar("main.py", '0', "00000077777\x00"), make([]byte, 1024))),
		"tar: checksum of the header": gzipped(with(slices.Concat(rawTar("main.py", '0', "00000000000\x00"), make([]byte, 1024)), "main.py", "pain.py")),

		// Names.
		"zip: name twice":            zipped(nil, main, main),
		"zip: names of one fold":     zipped(nil, main, [2]string{"MAIN.PY", "x"}),
		"zip: folders of one fold":   zipped(nil, main, [2]string{"Lib/a.py", "x"}, [2]string{"lib/b.py", "x"}),
		"zip: composed and not":      zipped(nil, main, [2]string{"\u00e9.py", "x"}, [2]string{"e\u0301.py", "x"}),
		"zip: sharp s":               zipped(nil, main, [2]string{"stra\u00dfe.py", "x"}, [2]string{"STRASSE.py", "x"}),
		"zip: file, then its folder": zipped(nil, main, [2]string{"a", "x"}, [2]string{"a/b.py", "x"}),
		"zip: folder, then its file": zipped(nil, main, [2]string{"a/b.py", "x"}, [2]string{"a", "x"}),
		"zip: line feed":             zipped(nil, main, [2]string{"a\nb.py", "x"}),
		"zip: NUL":                   zipped(nil, main, [2]string{"main.py\x00.txt", "x"}),
		"zip: escape sequence":       zipped(nil, main, [2]string{"\x1b]0;x\x07.py", "x"}),
		"zip: turned text":           zipped(nil, main, [2]string{"\u202eyp.exe", "x"}),
		"zip: zero width":            zipped(nil, main, [2]string{"main\u200b.py", "x"}),
		"zip: no UTF-8":              zipped(func(h *zip.FileHeader) { h.NonUTF8 = true }, main, [2]string{"\x83\x7d.py", "x"}),
		"zip: option":                zipped(nil, main, [2]string{"-rf", "x"}),
		"zip: space at the end":      zipped(nil, main, [2]string{"con .", "x"}),
		"zip: long name":             zipped(nil, main, [2]string{strings.Repeat("n", 200), "x"}),
		"zip: long path":             zipped(nil, main, [2]string{strings.Repeat("abcdefgh/", 11) + strings.Repeat("x", 90) + "/" + strings.Repeat("y", 90), "x"}),
		"zip: deep":                  zipped(nil, main, [2]string{strings.Repeat("d/", 60) + "x.py", "x"}),
		"tar: name twice":            tarred(mainFile, mainFile),
		"tar: name with NUL":         tarred(mainFile, tar.Header{Name: "a\x01b", Uname: "x"}),

		// Sizes.
		"zip: bomb":                   zipped(nil, main, [2]string{"zeros", big}),
		"zip: bomb of many":           zipped(nil, append(slices.Repeat([][2]string{main}, 1), [2]string{"a", big[:3<<20]}, [2]string{"b", big[:3<<20]}, [2]string{"c", big[:3<<20]})...),
		"zip: 10,000 files":           zipped(nil, append(many(10_000, "f%d"), main)...),
		"zip: 10,000 folders":         zipped(nil, append(many(10_000, "f%d/"), main)...),
		"zip: folders by their files": zipped(nil, append(many(60, "f%d/x.py"), main)...),
		"zip: size that is too small": lying,
		"zip: size of 4 GiB":          long,
		"zip: 60,000 files, it says":  counted,
		"zip: offset past the end":    overlap,
		"zip: encrypted":              encrypted,
		"zip: unknown method":         method,
		"zip: wrong checksum":         with(zipped(func(h *zip.FileHeader) { h.Method = zip.Store }, main), "print()", "prin!()"),
		"zip: cut":                    plain[:len(plain)-30],
		"zip: nothing in it":          zipped(nil),
		"zip: only a zip":             zipped(nil, [2]string{"bot.zip", string(plain)}),
		"tar: bomb":                   tarred(mainFile, file("zeros", big)),
		"tar: bomb behind the end":    gzipped(append(make([]byte, 1024), make([]byte, 20<<20)...)),
		"tar: bomb of members":        slices.Concat(slices.Repeat([][]byte{gzipped(make([]byte, 5<<20))}, 4)...),
		"tar: 10,000 files": tarred(func() (all []tar.Header) {
			for i := range 10_000 {
				all = append(all, file(fmt.Sprint("f", i), ""))
			}
			return append(all, mainFile)
		}()...),
		"tar: cut":                   whole[:len(whole)-20],
		"tar: cut between two files": gzipped(slices.Concat(rawTar("main.py", '0', "00000000000\x00")))[:40],
		"tar: wrong sum of the gzip": append(slices.Clone(sparse[:len(sparse)-8]), 1, 2, 3, 4, 5, 6, 7, 8),
		"gzip of no tar":             gzipped([]byte(strings.Repeat("print()\n", 200))),
		"neither":                    []byte("Rar!\x1a\x07\x00main.py"),
	}
}

// everything lists a folder with all below it.
func everything(t *testing.T, dir string) (all []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err == nil {
			rest, _ := filepath.Rel(dir, name)
			all = append(all, rest)
			require.True(t, e.IsDir() || e.Type().IsRegular(), name)
		}
		return err
	}))
	return all
}

// Hostile uploads neither get out of their folder nor play: nothing else is changed, and nothing of
// them stays but the upload, its state and its report.
func TestHostileUploads(t *testing.T) {
	uploads := hostileUploads()
	require.GreaterOrEqual(t, len(uploads), 60)
	checked := ""
	d := openDesk(t, func(d *Desk) {
		d.Check = func(_ context.Context, team string, _ Player, _ io.Writer) error {
			checked = team
			return nil
		}
	})
	outside := filepath.Dir(d.Dir)
	require.NoError(t, os.WriteFile(filepath.Join(outside, "mine"), []byte("mine"), 0o644))
	require.Equal(t, Passed, handIn(t, d, "bo", "main.py", []byte("print()")).State)
	require.Equal(t, "bo", checked)
	require.NoError(t, os.MkdirAll(d.folder("aoi"), 0o755))
	for name, upload := range uploads {
		t.Run(name, func(t *testing.T) {
			before := everything(t, outside)
			checked = ""
			v := handIn(t, d, "aoi", "bot.zip", upload)
			require.Equal(t, Failed, v.State)
			require.Empty(t, checked, "it was run")
			require.NotEmpty(t, v.Reason)
			require.NotEqual(t, v.Reason[0], v.Reason[1], "said in both languages")
			added := slices.DeleteFunc(everything(t, outside), func(name string) bool { return slices.Contains(before, name) })
			in := fmt.Sprint("cup/desk/aoi/", v.Number)
			require.Equal(t, []string{in, in + "/report.txt", in + "/upload", in + "/version.json"}, filepaths(added))
			require.NoFileExists(t, "/tmp/loopline-out.py")
			p, err := d.Playing("aoi", "")
			require.NoError(t, err)
			require.Zero(t, p.Next.Number)
			_, err = d.Player("aoi", v.DeskVersion)
			require.ErrorContains(t, err, "is not the one that passed")
		})
	}
	text, err := os.ReadFile(filepath.Join(outside, "mine"))
	require.NoError(t, err)
	require.Equal(t, "mine", string(text))
}

func filepaths(names []string) (all []string) {
	for _, name := range names {
		all = append(all, filepath.ToSlash(name))
	}
	return all
}

// Uploads as teams make them pass.
func TestUploads(t *testing.T) {
	d := openDesk(t, nil)
	for name, c := range map[string]struct {
		file   string
		upload []byte
		base   string
	}{
		"a file":                  {"bot.py", []byte("print()"), "."},
		"a zip":                   {"b.zip", zipped(nil, [2]string{"main.py", "print()"}, [2]string{"lib/", ""}, [2]string{"lib/x.py", ""}), "."},
		"a folder in a zip":       {"b.zip", zipped(nil, [2]string{"my bot/main.py", "print()"}, [2]string{"__MACOSX/x", ""}), "my bot"},
		"a tar of git":            {"b.tgz", tarred(tar.Header{Typeflag: tar.TypeXGlobalHeader, PAXRecords: map[string]string{"comment": "x"}}, tar.Header{Typeflag: tar.TypeDir, Name: "b/"}, file("b/main.py", "x")), "b"},
		"a tar of a folder":       {"b.tar.gz", tarred(tar.Header{Typeflag: tar.TypeDir, Name: "./"}, file("./main.py", "x")), "."},
		"a Linux program":         {"robot", []byte("\x7fELF\x02\x01"), "."},
		"names in Japanese":       {"ボット.zip", zipped(nil, [2]string{"main.py", ""}, [2]string{"データ/盤面.txt", "x"}), "."},
		"any name of an odd file": {"../../x\x1b.py", []byte("print()"), "."},
	} {
		v := handIn(t, d, "aoi", c.file, c.upload)
		require.Equal(t, Passed, v.State, "%s: %s", name, v.Reason)
		require.Equal(t, c.base, v.Base, name)
		p, err := d.Player("aoi", v.DeskVersion)
		require.NoError(t, err, name)
		require.DirExists(t, p.Dir)
	}
	v := handIn(t, d, "aoi", "b.zip", zipped(nil, [2]string{"main.py", ""}, [2]string{"fails", ""}))
	require.Equal(t, Failed, v.State)
	require.Equal(t, "looked at python3 main.py\n", d.Report("aoi", v.Number))
	for _, wrong := range []Upload{{Want: "cobol"}, {For: "C"}, {Options: strings.Repeat("x", 300)}} {
		wrong.Name, wrong.File = "x.py", strings.NewReader("x")
		_, err := d.Receive("aoi", wrong)
		require.Error(t, err)
	}
	_, err := d.Receive("aoi", Upload{Name: "x.py", File: strings.NewReader("")})
	require.ErrorContains(t, err, "the file is empty")
	_, err = d.Receive("aoi", Upload{Name: "x.py", File: strings.NewReader(strings.Repeat("x", 2<<20+1))})
	require.ErrorIs(t, err, ErrTooLarge)
}

// What was changed on the disk after its check does not play.
func TestChangedFiles(t *testing.T) {
	d := openDesk(t, nil)
	v := handIn(t, d, "aoi", "x.py", []byte("print()"))
	name := d.file("aoi", 1, filesFolder)
	_, err := d.Player("aoi", v.DeskVersion)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(name, "more.py"), nil, 0o644))
	_, err = d.Player("aoi", v.DeskVersion)
	require.ErrorContains(t, err, "its files were changed")
	require.NoError(t, os.Remove(filepath.Join(name, "more.py")))
	require.NoError(t, os.WriteFile(filepath.Join(name, "main.py"), []byte("other()"), 0o644))
	_, err = d.Player("aoi", v.DeskVersion)
	require.ErrorContains(t, err, "its files were changed")
}

// cutReader is an upload whose sender goes away.
type cutReader struct{ r io.Reader }

func (c cutReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// An upload that is cut leaves nothing, nor does a desk that was killed in the midst of one; a check
// that was cut is made again.
func TestCutUploads(t *testing.T) {
	d := openDesk(t, nil)
	_, err := d.Receive("aoi", Upload{Name: "x.py", File: cutReader{strings.NewReader("print()")}})
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Equal(t, []string{"desk", "desk/aoi"}, filepaths(everything(t, d.Dir))[1:])

	_, err = d.Receive("aoi", Upload{Name: "x.py", File: strings.NewReader("print()")})
	require.NoError(t, err)
	part := d.folder("aoi", partPrefix+"123")
	require.NoError(t, os.MkdirAll(part, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(part, uploadFile), []byte("pri"), 0o644))
	require.NoError(t, os.MkdirAll(d.file("aoi", 1, filesFolder), 0o755)) // of a check that was cut
	require.NoError(t, os.WriteFile(filepath.Join(d.file("aoi", 1, filesFolder), "main.py"), []byte("pri"), 0o644))
	p, err := d.Playing("aoi", "")
	require.NoError(t, err)
	require.Zero(t, p.Next.Number)

	other := &Desk{Dir: d.Dir, Plan: d.Plan}
	require.ErrorContains(t, other.Open(), "another desk is open here")
	require.NoError(t, d.Close())
	again := &Desk{Dir: d.Dir, Plan: d.Plan}
	require.NoError(t, again.Open())
	defer again.Close()
	require.NoDirExists(t, part)
	checkAll(t, again)
	v, err := again.Version("aoi", 1)
	require.NoError(t, err)
	require.Equal(t, Passed, v.State)
	text, err := os.ReadFile(filepath.Join(again.file("aoi", 1, filesFolder), "main.py"))
	require.NoError(t, err)
	require.Equal(t, "print()", string(text))
}

// The deadline's second counts, by the desk's clock and when the last byte is there. What was chosen by then
// stays.
func TestDeadline(t *testing.T) {
	until := time.Date(2026, 11, 28, 17, 0, 0, 0, time.UTC)
	now := until.Add(999 * time.Millisecond)
	d := openDesk(t, func(d *Desk) { d.Deadline, d.Now = until, func() time.Time { return now } })
	handIn(t, d, "aoi", "x.py", []byte("1"))
	handIn(t, d, "aoi", "x.py", []byte("2"))
	require.NoError(t, d.Choose("aoi", "", 1))
	slow := io.MultiReader(strings.NewReader("print()"), readerFunc(func([]byte) (int, error) {
		now = until.Add(time.Second) // while it comes
		return 0, io.EOF
	}))
	_, err := d.Receive("aoi", Upload{Name: "x.py", File: slow})
	require.ErrorIs(t, err, ErrLate)
	_, err = d.Receive("aoi", Upload{Name: "x.py", File: strings.NewReader("x")})
	require.ErrorIs(t, err, ErrLate)
	require.ErrorIs(t, d.Choose("aoi", "", 2), ErrLate)
	require.ErrorIs(t, d.Choose("aoi", "", 0), ErrLate)
	p, err := d.Playing("aoi", "")
	require.NoError(t, err)
	require.Equal(t, 1, p.Next.Number)
	require.True(t, p.Chosen)
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// Uploads at once get different numbers, each with its own bytes; no team has too many that wait.
func TestUploadsAtOnce(t *testing.T) {
	d := openDesk(t, nil)
	errs := make(chan error)
	for i := range 20 {
		go func() {
			_, err := d.Receive([]string{"aoi", "bo"}[i%2], Upload{Name: "x.py", File: strings.NewReader(fmt.Sprint("print()", i))})
			errs <- err
		}()
	}
	busy := 0
	for range 20 {
		if err := <-errs; err != nil {
			require.ErrorIs(t, err, ErrBusy)
			busy++
		}
	}
	require.Equal(t, 20-2*maxWaiting, busy)
	checkAll(t, d)
	for _, team := range []string{"aoi", "bo"} {
		versions, err := d.Versions(team)
		require.NoError(t, err)
		require.Len(t, versions, maxWaiting)
		sums := map[string]bool{}
		for i, v := range versions {
			require.Equal(t, maxWaiting-i, v.Number)
			require.Equal(t, Passed, v.State)
			sums[v.Upload] = true
		}
		require.Len(t, sums, maxWaiting)
	}
}

// A team that hands in again and again what takes much space is refused before the contest's disk is full; the
// others hand in all the same.
func TestTeamFillsTheDisk(t *testing.T) {
	d := openDesk(t, nil)
	d.Plan.Desk.MaxSize = 1 << 16
	most := int64(d.Plan.Desk.MaxSize)
	text := []byte(strings.Repeat("x", int(most)-1000))
	for i := 0; ; i++ {
		require.Less(t, i, teamSizes/2+3)
		v, err := d.Receive("aoi", Upload{Name: "x.py", File: bytes.NewReader(append([]byte(fmt.Sprint("#", i)), text...))})
		if i >= teamSizes/2 && err != nil {
			require.ErrorIs(t, err, ErrFull)
			require.ErrorContains(t, err, "your versions take")
			break
		}
		require.NoError(t, err, "%d", i)
		checkAll(t, d)
		v, err = d.Version("aoi", v.Number)
		require.NoError(t, err)
		require.Equal(t, Passed, v.State, v.Reason)
		require.Greater(t, v.Files, most-1000)
	}
	_, err := d.Receive("bo", Upload{Name: "x.py", File: strings.NewReader("print()")})
	require.NoError(t, err)
}

// A contest that begins knows what passed and was chosen before, and what passes while it runs.
func TestContestKnowsVersions(t *testing.T) {
	d := openDesk(t, nil)
	handIn(t, d, "aoi", "x.py", []byte("1"))
	handIn(t, d, "aoi", "x.py", []byte("2"))
	require.NoError(t, d.Choose("aoi", "", 1))
	log, err := journal.Open(d.Dir, d.Plan, 1, "test")
	require.NoError(t, err)
	defer log.Close()
	require.NoError(t, d.Import(log))
	require.NoError(t, d.Import(log)) // nothing more
	handIn(t, d, "bo", "x.py", []byte("3"))
	v := handIn(t, d, "bo", "bot.zip", zipped(nil, [2]string{"../x", ""}))
	require.Equal(t, Failed, v.State)
	require.NoError(t, d.Choose("aoi", "", 0))
	day, err := tournament.Read(d.Dir)
	require.NoError(t, err)
	var decisions []string
	for _, c := range day.Decisions[1:] {
		decisions = append(decisions, fmt.Sprint(c.Type, " ", c.Entrant, " ", c.Version))
	}
	require.Equal(t, []string{"submitted Aoi 1", "submitted Aoi 2", "chosen Aoi 1", "submitted Bo 1", "chosen Aoi 0"}, decisions)
	p, err := d.Playing("aoi", "A")
	require.NoError(t, err)
	require.Equal(t, 2, p.Next.Number)
}

// A code opens its team's place, however it is typed, until another is drawn; it is kept as a hash.
func TestCodes(t *testing.T) {
	d := openDesk(t, nil)
	code, err := NewCode(d.Dir, "aoi")
	require.NoError(t, err)
	other, err := NewCode(d.Dir, "bo")
	require.NoError(t, err)
	for _, typed := range []string{code, strings.ToLower(code), " " + strings.ReplaceAll(code, "-", "") + " ", strings.ReplaceAll(code, "-", " ")} {
		team, ok := d.Team(typed)
		require.True(t, ok, typed)
		require.Equal(t, "aoi", team)
	}
	text, err := os.ReadFile(filepath.Join(d.Dir, tournament.DeskFolder, codesFile))
	require.NoError(t, err)
	require.NotContains(t, string(text), strings.ReplaceAll(code, "-", ""))
	require.Len(t, strings.ReplaceAll(code, "-", ""), 26) // of 5 bits each
	_, err = NewCode(d.Dir, "aoi")
	require.NoError(t, err)
	for _, wrong := range []string{code, "", "x", strings.Repeat("A", 1000)} {
		_, ok := d.Team(wrong)
		require.False(t, ok)
	}
	team, ok := d.Team(other)
	require.True(t, ok)
	require.Equal(t, "bo", team)
}

// A design is simulated as BOARD of its own makefile says, unless the team gives options.
func TestBoardOfMakefile(t *testing.T) {
	var options, dir, files string
	d := openDesk(t, func(d *Desk) {
		d.Plan.Desk.Designs = true
		d.CheckBoard = func(b entrant.Board) error {
			if clock, _ := b.Option("clk"); clock == "1e10" {
				return fs.ErrPermission
			}
			return nil
		}
		d.Check = func(_ context.Context, _ string, p Player, _ io.Writer) error {
			options, dir, files = p.Board.Options(), filepath.Base(p.Dir), filepath.Base(p.Files)
			return nil
		}
	})
	hand := func(given, name, makefile string) Version {
		t.Helper()
		options, dir = "none", "none"
		return handInWith(t, d, "aoi", "b.zip", given,
			zipped(nil, [2]string{"rtl/top.v", "module top; endmodule"}, [2]string{name, makefile}))
	}
	for _, c := range []struct{ given, name, makefile, options, dir string }{
		{"", "Makefile", "X = 1\nBOARD := rtl?top=top&rst=!btn_n # the board\n", "top=top&rst=!btn_n", "rtl"},
		{"", "loopline.mk", "BOARD := .?clk=12e6\n", "clk=12e6", "files"},
		{"top=other", "Makefile", "BOARD := rtl?top=top\n", "top=other", "files"},
		{"flash=rtl/top.v", "Makefile", "BOARD := rtl?top=top\n", "flash=rtl/top.v", "files"},
		{"", "Makefile", "BOARD := rtl?flash=rtl/top.v\n", "flash=rtl/top.v", "rtl"},
		{"", "Makefile", "BOARD := ulx3s\n", "", "files"},
		{"", "Makefile", "\tBOARDS := rtl?top=top\n", "", "files"},
		{"", "notes.txt", "BOARD := rtl?top=top\n", "", "files"},
	} {
		v := hand(c.given, c.name, c.makefile)
		require.Equal(t, Passed, v.State, "%s: %s", c.makefile, v.Reason)
		require.Equal(t, c.options, options, c.makefile)
		require.Equal(t, c.dir, dir, c.makefile)
		require.Equal(t, "files", files, c.makefile)
	}
	for _, name := range []string{"no.bin", "top.v", "rtl", "../upload", "/etc/passwd", "rtl/../../upload", "rtl/to?.v"} {
		v := hand("", "Makefile", "BOARD := rtl?flash="+name+"\n")
		require.Equal(t, Failed, v.State, name)
		require.Contains(t, v.Reason[0], "is not in what was handed in")
		require.Equal(t, "none", dir, "it was run")
	}
	for makefile, reason := range map[string]string{
		"BOARD := ../../../../rtl?top=top":             "there is no HDL in the folder",
		"BOARD := /etc?top=top":                        "there is no HDL in the folder",
		"BOARD := nowhere?top=top":                     "there is no HDL in the folder",
		"BOARD := $(RTL)?top=top":                      "has a variable",
		"BOARD := rtl?clk=1e10":                        "permission denied",
		"BOARD := rtl?wave=/tmp/x.vcd":                 "is not yours to set",
		"BOARD := rtl?/../../1/files/rtl?top=top":      "is not yours to set",
		"BOARD := rtl/../../../2/files/rtl?top=top":    "there is no HDL in the folder",
		"BOARD := rtl?top=" + strings.Repeat("x", 300): "longer than 200 bytes",
	} {
		v := hand("", "Makefile", makefile)
		require.Equal(t, Failed, v.State, makefile)
		require.Contains(t, v.Reason[0], "BOARD of its Makefile: ")
		require.Contains(t, v.Reason[0], reason)
		require.Equal(t, "none", dir, "it was run")
	}
}

// The weights of a flash may stand beside a bitstream, with the ending that it has.
func TestBitstreamWithItsFlash(t *testing.T) {
	var got Player
	d := openDesk(t, func(d *Desk) {
		d.Plan.Desk.Bitstreams = true
		d.Check = func(_ context.Context, _ string, p Player, _ io.Writer) error { got = p; return nil }
	})
	for given, state := range map[string]string{"": Failed, "flash=weights.bin": Passed} {
		v := handInWith(t, d, "aoi", "b.zip", given, zipped(nil,
			[2]string{"b/top.bin", "x"}, [2]string{"b/weights.bin", "y"}, [2]string{"b/top.pcf", "set_io clk 1"}))
		require.Equal(t, state, v.State, v.Reason)
	}
	for given, wrong := range map[string]string{
		"pcf=top.pcf": "the option \"pcf\" is not yours to set; there are top,", "colour=x": "the option \"colour\" is not yours to set; there are top,",
	} {
		_, err := d.Receive("aoi", Upload{Name: "top.bin", File: strings.NewReader("x"), Options: given})
		require.ErrorContains(t, err, wrong)
	}
	require.Equal(t, "top.bin", filepath.Base(got.Bitstream))
	require.FileExists(t, filepath.Join(got.Files, "weights.bin"))
}
