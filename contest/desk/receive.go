package desk

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/vfs"
)

// Upload is a file on its way, with what the team says of it.
type Upload struct {
	Name    string    // of the file; it is shown, and names nothing here
	File    io.Reader // its bytes
	For     string    // the type of maps that it is for; empty is all
	Want    string    // its kind; empty leaves that to the desk
	Options string    // of a design or a bitstream
}

// Errors of uploads that are refused before they are kept.
var (
	ErrTooLarge = errors.New("too large")
	ErrLate     = errors.New("late")
	ErrBusy     = errors.New("busy")
	ErrFull     = errors.New("no space")
)

// refusal is one of these errors in words.
type refusal struct {
	kind error
	text say.Text
}

// Error is the text in English.
func (r *refusal) Error() string { return r.text.String() }

// Text implements say.Sayer.
func (r *refusal) Text() say.Text { return r.text }

// Unwrap returns the kind.
func (r *refusal) Unwrap() error { return r.kind }

// minFree is the space that uploads leave to the contest, in bytes.
const minFree = 512 << 20

// maxWaiting bounds the versions of a team that wait for their check.
const maxWaiting = 5

// Closed is the error of the deadline once it has passed, or nil. The deadline's second still counts.
func (d *Desk) Closed() error {
	if until := d.Deadline; !until.IsZero() && d.now().Truncate(time.Second).After(until) {
		return &refusal{ErrLate, say.Format("the deadline was %s; this is not taken in", until.Format("2006-01-02 15:04:05"))}
	}
	return nil
}

// Receive takes in an upload of a team. It counts when its last byte is there: then it has a number,
// and is on the disk, or nothing of it is. It may be called concurrently.
func (d *Desk) Receive(team string, u Upload) (v Version, err error) {
	if err := errors.Join(d.Closed(), d.checkWords(u)); err != nil {
		return v, err
	}
	if err := d.room(team); err != nil {
		return v, err
	}
	if err := vfs.MakeDirs(vfs.OS, d.folder(team)); err != nil {
		return v, err
	}
	part, err := os.MkdirTemp(d.folder(team), partPrefix)
	if err != nil {
		return v, err
	}
	defer os.RemoveAll(part)
	v = Version{Name: shown(u.Name), State: Checking, Want: u.Want, Options: u.Options, DeskVersion: config.DeskVersion{For: u.For}}
	if v.Upload, v.Size, err = keep(filepath.Join(part, uploadFile), u.File, int64(d.Plan.Desk.MaxSize)); err != nil {
		return v, err
	}
	d.numbering.Lock()
	defer d.numbering.Unlock()
	if err := errors.Join(d.Closed(), d.room(team)); err != nil {
		return v, err
	}
	numbers, err := d.numbers(team)
	if err != nil {
		return v, err
	}
	v.Number, v.Time = 1, d.now()
	if len(numbers) > 0 {
		v.Number = numbers[len(numbers)-1] + 1
	}
	if err := d.place(team, part, &v); err != nil {
		return v, err
	}
	d.enqueue(team, v.Number)
	return v, nil
}

// place gives a whole upload its number: from the rename on it is there.
func (d *Desk) place(team, part string, v *Version) error {
	to := d.folder(team, strconv.Itoa(v.Number))
	text, err := v.encode()
	if err != nil {
		return err
	}
	if err := writeNew(filepath.Join(part, versionFile), text); err != nil {
		return err
	}
	if err := vfs.OS.SyncDir(part); err != nil {
		return err
	}
	if err := os.Rename(part, to); err != nil {
		return err
	}
	return vfs.OS.SyncDir(filepath.Dir(to))
}

// keep writes an upload to a new file and to the disk.
func keep(name string, r io.Reader, most int64) (sum string, size int64, err error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", 0, err
	}
	hash := sha256.New()
	size, err = io.Copy(io.MultiWriter(f, hash), io.LimitReader(r, most+1))
	if err == nil && size > most {
		err = &refusal{ErrTooLarge, say.Format("the file has more than %s; hand in what is needed to play", rangecheck.FormatSize(most))}
	}
	if err == nil && size == 0 {
		err = say.Errorf("the file is empty")
	}
	if err == nil {
		err = f.Sync()
	}
	return hex.EncodeToString(hash.Sum(nil)), size, errors.Join(err, f.Close())
}

func writeNew(name string, text []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// room wants space for one more version of a team.
func (d *Desk) room(team string) error {
	numbers, err := d.numbers(team)
	if err != nil {
		return err
	}
	if len(numbers) >= maxVersions {
		return &refusal{ErrFull, say.Format("there are %d versions already; ask the organisers", maxVersions)}
	}
	if held, err := d.held(team, numbers); err != nil || held > teamSizes*int64(d.Plan.Desk.MaxSize) {
		return cmp.Or(err, error(&refusal{ErrFull, say.Format("your versions take %s of the contest's disk already; ask the organisers", rangecheck.FormatSize(held>>20<<20))}))
	}
	if d.waiting(team) >= maxWaiting {
		return &refusal{ErrBusy, say.Format("%d versions wait for their check; hand in the next one later", maxWaiting)}
	}
	if free, known := vfs.Free(d.Dir); known && free < minFree+uint64(d.Plan.Desk.MaxSize)*unpackTimes {
		return &refusal{ErrFull, say.Format("the disk of the contest is nearly full; tell the organisers")}
	}
	return nil
}

// held returns how many bytes the versions of a team take: their uploads, and the files of those that passed.
func (d *Desk) held(team string, numbers []int) (bytes int64, err error) {
	for _, number := range numbers {
		v, err := d.Version(team, number)
		if err != nil {
			return 0, err
		}
		if bytes += v.Size; v.State == Passed {
			bytes += v.Files
		}
	}
	return bytes, nil
}

// checkWords looks at what a team says of an upload.
func (d *Desk) checkWords(u Upload) error {
	switch kinds := d.Kinds(); {
	case u.Want != "" && !slices.Contains(kinds, u.Want):
		return say.Errorf("%.40q is nothing that the contest allows; there are %s", u.Want, strings.Join(kinds, ", "))
	case u.For != "" && !slices.Contains(d.Plan.DeskTypes(), u.For):
		return say.Errorf("no map is of type %.20q", u.For)
	}
	_, err := d.parseOptions(u.Options)
	return err
}
