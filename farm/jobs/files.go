package jobs

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/minio/highwayhash"

	"github.com/loopline/loopline/farm/natsconn"
	"github.com/loopline/loopline/internal/durable"
	"github.com/loopline/loopline/internal/filelock"
	"github.com/loopline/loopline/internal/humanize"
)

// files keeps the results of a spec beside the store of the servers, a file each, so
// that damage to one costs no other: in a log a damaged length would hide all that
// follows. It may be used by some goroutines at once.
//
// A file is a line that says what it is, a line of JSON that says whose result it is, the
// body, and a sum of all of that: HighwayHash of 256 bits, ten times as fast as SHA-256, which
// files of the first version have. A start derives the sums of all. The list has the number
// of each result, so that what is gone without a trace is missed.
type files struct {
	dir  string
	spec string
	lock *os.File

	mu   sync.Mutex
	has  map[int]bool
	list *os.File
}

// Names in the folder of a spec.
const (
	fileSuffix = ".result"
	listName   = "list"
	badSuffix  = ".damaged"
)

// How the file of a result begins, and one of the first version.
const (
	fileForm    = "loopline-farm result 2\n"
	oldFileForm = "loopline-farm result 1\n"
)

// sumSize is the length of either version's sum.
const sumSize = sha256.Size

// fileSum returns the hash for the checksum of a file format. It detects damage, not
// forgery.
func fileSum(form string) hash.Hash {
	if form == oldFileForm {
		return sha256.New()
	}
	key := sha256.Sum256([]byte(form))
	h, err := highwayhash.New(key[:])
	if err != nil {
		panic(err) // of a key of another length alone
	}
	return h
}

// mostFile is the most bytes that the file of a result has.
const mostFile = natsconn.MaxPayload + 64<<10

// fileHead is whose result a file has.
type fileHead struct {
	Spec   string `json:"spec"`
	Number int    `json:"number"`
	Worker string `json:"worker"`
	Sum    string `json:"sum"`
}

// damagedError is a file that is not as it was written.
type damagedError struct{ file, why string }

// Error names the file.
func (e *damagedError) Error() string { return e.file + " is damaged: " + e.why }

// openFiles opens the folder of a spec's results, or makes it. The caller closes it.
func openFiles(dir, spec string) (*files, error) {
	f := &files{dir: filepath.Join(dir, spec), spec: spec, has: map[int]bool{}}
	if err := os.MkdirAll(f.dir, 0o777); err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	var err error
	if f.lock, err = filelock.OpenDir(f.dir); err == nil {
		if err = filelock.Try(f.lock); err != nil {
			_ = f.lock.Close()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("results in %s: %w; one farm run has a folder", f.dir, err)
	}
	if f.list, err = os.OpenFile(filepath.Join(f.dir, listName), os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o666); err != nil {
		_ = f.lock.Close()
		return nil, fmt.Errorf("results: %w", err)
	}
	return f, nil
}

func (f *files) close() error { return errors.Join(f.list.Close(), f.lock.Close()) }

// name is the file of a result.
func (f *files) name(number int) string {
	return filepath.Join(f.dir, fmt.Sprintf("%06d%s", number, fileSuffix))
}

// scanResult is the state of a folder of results.
type scanResult struct {
	sums    map[int]string // of the results that are whole
	damaged map[int]string // where the files lie now that are not
	missing []int          // results of the list that have no file, in order
}

// scan reads all results below a number of jobs. It sets damaged files aside and
// removes unfinished ones.
func (f *files) scan(jobs int) (*scanResult, error) {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	var numbers []int
	for _, entry := range entries {
		name := filepath.Join(f.dir, entry.Name())
		if strings.HasSuffix(name, durable.Part) {
			_ = os.Remove(name) // it is in the way of nothing
			continue
		}
		text, ok := strings.CutSuffix(entry.Name(), fileSuffix)
		number, err := strconv.Atoi(text)
		if !ok || err != nil || number < 0 || number >= jobs {
			continue
		}
		numbers = append(numbers, number)
	}
	is, err := f.scanNumbers(numbers)
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	is.missing, err = f.readList(is, jobs)
	return is, err
}

// scanReaders is the number of results read at once, each of up to mostFile bytes.
const scanReaders = 8

// scanNumbers reads results, some at once. It returns an error if a damaged file can't
// be set aside.
func (f *files) scanNumbers(numbers []int) (*scanResult, error) {
	is := &scanResult{sums: map[int]string{}, damaged: map[int]string{}}
	var failed error
	var mu sync.Mutex // of all that the readers write
	var group sync.WaitGroup
	next := make(chan int)
	for range min(scanReaders, len(numbers)) {
		group.Go(func() { // ends when next is closed
			var space []byte
			for number := range next {
				var k storedResult
				var err error
				k, space, err = f.readInto(space, number)
				mu.Lock()
				failed = errors.Join(failed, f.classify(is, number, k, err))
				mu.Unlock()
			}
		})
	}
	for _, number := range numbers {
		next <- number
	}
	close(next)
	group.Wait()
	return is, failed
}

// classify records a result that was read as whole, or sets its file aside as damaged.
func (f *files) classify(is *scanResult, number int, k storedResult, err error) error {
	var damaged *damagedError
	switch {
	case errors.As(err, &damaged):
		name := f.name(number)
		is.damaged[number] = name + badSuffix
		return os.Rename(name, name+badSuffix)
	case err == nil:
		is.sums[number] = k.Sum
		f.has[number] = true
	}
	return err
}

// readList reads the list of results that were written. It skips damaged lines: then
// the list only knows less.
func (f *files) readList(is *scanResult, jobs int) (missing []int, err error) {
	text, err := os.ReadFile(f.list.Name())
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	listed := map[int]bool{}
	for line := range strings.Lines(string(text)) {
		number, err := strconv.Atoi(strings.SplitN(line, " ", 2)[0])
		if err == nil && number >= 0 && number < jobs && line == listLine(number) {
			listed[number] = true
		}
	}
	for number := range listed {
		if _, whole := is.sums[number]; !whole && is.damaged[number] == "" {
			missing = append(missing, number)
		}
	}
	slices.Sort(missing)
	if !strings.HasSuffix(string(text), "\n") {
		_, _ = f.list.WriteString("\n") // behind a line that was cut
	}
	for _, number := range slices.Sorted(maps.Keys(is.sums)) {
		if !listed[number] {
			_, _ = f.list.WriteString(listLine(number)) // without it the list says less
		}
	}
	return missing, nil
}

// listLine is a result in the list: its number, and a sum over that.
func listLine(number int) string {
	text := strconv.Itoa(number)
	return fmt.Sprintf("%s %08x\n", text, crc32.ChecksumIEEE([]byte(text)))
}

// write writes a result, or replaces it: it is on the disk when keep returns without an
// error.
func (f *files) write(number int, k storedResult) error {
	head, err := json.Marshal(fileHead{f.spec, number, k.Worker, k.Sum})
	if err != nil {
		return err
	}
	head = append([]byte(fileForm), append(head, '\n')...)
	h := fileSum(fileForm)
	_, _ = h.Write(head) // a hash takes all
	_, _ = h.Write(k.Body)
	if err := durable.Write(f.name(number), head, k.Body, h.Sum(nil)); err != nil {
		return fmt.Errorf("the result cannot be kept in %s: %w; free some space there, or make it writable", f.dir, err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.has[number] {
		f.has[number] = true
		_, _ = f.list.WriteString(listLine(number)) // it is there without
	}
	return nil
}

// get reads a result; false is one that has no file, or none that is whole.
func (f *files) get(number int) (storedResult, bool) {
	f.mu.Lock()
	has := f.has[number]
	f.mu.Unlock()
	if !has {
		return storedResult{}, false
	}
	k, err := f.read(number)
	return k, err == nil
}

// numbers are the results that have files, in order.
func (f *files) numbers() []int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Sorted(maps.Keys(f.has))
}

// read reads the file of a result. One that is not as it was written is a
// *damagedError.
func (f *files) read(number int) (storedResult, error) {
	k, _, err := f.readInto(nil, number)
	return k, err
}

// readInto is read into space, which it returns, made larger where the file needs it. The
// body lies in it.
func (f *files) readInto(space []byte, number int) (storedResult, []byte, error) {
	name := f.name(number)
	info, err := os.Lstat(name)
	if err == nil && (!info.Mode().IsRegular() || info.Size() > mostFile) {
		return storedResult{}, space, &damagedError{name, "it is not a file of a result"}
	}
	var text []byte
	if err == nil {
		text, err = readAll(space, name, info.Size())
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return storedResult{}, space, err
	}
	if err != nil {
		return storedResult{}, space, &damagedError{name, err.Error()} // the disk cannot read it
	}
	head, body, err := cutFile(text)
	switch {
	case err != nil:
		return storedResult{}, text, &damagedError{name, err.Error()}
	case head.Spec != f.spec || head.Number != number:
		return storedResult{}, text, &damagedError{name, fmt.Sprintf("it is the result of job %d of %.40s", head.Number, head.Spec)}
	}
	return storedResult{head.Worker, head.Sum, body}, text, nil
}

// readAll reads a file of a size into space, or into other where that is too small.
func readAll(space []byte, name string, size int64) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if int64(cap(space)) < size {
		space = make([]byte, size)
	}
	text := space[:size]
	_, err = io.ReadFull(file, text)
	return text, err
}

// cutFile takes the file of a result apart.
func cutFile(text []byte) (head fileHead, body []byte, err error) {
	at := len(text) - sumSize
	if at < 0 {
		return head, nil, errors.New("it is cut short")
	}
	form := string(text[:min(at, len(fileForm))])
	if form != fileForm && form != oldFileForm {
		return head, nil, errors.New("it is of another version")
	}
	h := fileSum(form)
	_, _ = h.Write(text[:at])
	if !bytes.Equal(h.Sum(nil), text[at:]) {
		return head, nil, errors.New("its sum is another")
	}
	line, body, cut := bytes.Cut(text[len(form):at], []byte("\n"))
	if !cut {
		return head, nil, errors.New("it has no line that says whose it is")
	}
	return head, body, json.Unmarshal(line, &head)
}

// jobsInWords is some jobs in words, the first of them by number.
func jobsInWords(numbers []int) string {
	const most = 10
	words := make([]string, 0, most)
	for _, number := range numbers[:min(len(numbers), most)] {
		words = append(words, strconv.Itoa(number))
	}
	text := strings.Join(words, ", ")
	if len(numbers) > most {
		text += fmt.Sprintf(" and %d more", len(numbers)-most)
	}
	return humanize.Plural(len(numbers), "job", "jobs") + " (" + text + ")"
}
