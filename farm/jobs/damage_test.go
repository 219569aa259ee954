package jobs

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/farm/natsconn"
)

// runFolder is the folder of a run that has come to its end: the store of its server and
// the files of its results.
type runFolder struct {
	dir     string
	options natsconn.ServerOptions
	spec    *Spec
}

const (
	storeFolder = "store"
	keptFolder  = "kept"
)

func newRunFolder(t *testing.T, jobs int) *runFolder {
	dir := t.TempDir()
	f := newFarmAt(t, natsconn.ServerOptions{Store: filepath.Join(dir, storeFolder)})
	r := &runFolder{dir, f.options, newSpec(t, jobs, "")}
	c := f.coordinate(r.spec, func(c *Coordinator) { c.Kept = filepath.Join(dir, keptFolder) })
	f.work("one", r.spec, usual)
	<-c.done
	require.NoError(t, c.err)
	f.server.Stop()
	return r
}

// again is what a run says that goes on in a copy of the folder that was spoiled, and
// which jobs it did again. It must come to the results that there were.
func (r *runFolder) again(t *testing.T, what string, spoil func(dir string)) (said string, done []int) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(r.dir)))
	spoil(dir)
	var mu sync.Mutex
	var lines []string
	say := func(text string) {
		mu.Lock()
		defer mu.Unlock()
		lines = append(lines, text)
	}
	f := &farm{t: t, options: r.options}
	f.options.Store, f.options.Notify = filepath.Join(dir, storeFolder), say
	server, err := natsconn.StartServer(f.options)
	require.NoError(t, err, what)
	f.server = server
	defer f.server.Stop()
	conn, at := f.connect(natsconn.Coordinator), f.connect(natsconn.Worker)
	defer conn.Close()
	defer at.Close()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	c := &Coordinator{Spec: r.spec, Conn: conn, Kept: filepath.Join(dir, keptFolder), Say: say}
	w := &Worker{Conn: at, Name: "two", Programs: r.spec.Programs(), ExitWhenDone: true, waits: time.Millisecond}
	w.do = func(ctx context.Context, _ string, j *Job) ([]byte, error) {
		mu.Lock()
		done = append(done, j.Number)
		mu.Unlock()
		text, _ := usual(ctx, j)
		return pack(strings.NewReader(text))
	}
	ended := make(chan struct{})
	c.OnReady = func() {
		go func() {
			defer close(ended)
			_ = w.Run(ctx)
		}()
	}
	_, err = c.Run(ctx)
	mu.Lock()
	said = strings.Join(lines, "\n")
	mu.Unlock()
	require.NoError(t, err, "%s: %s", what, said)
	require.Equal(t, wanted(r.spec), (&running{Coordinator: c}).results(t), "%s: %s", what, said)
	stop()
	<-ended
	slices.Sort(done)
	return said, slices.Compact(done)
}

// files are those of the folder, below it.
func (r *runFolder) files(t *testing.T) (all []string) {
	require.NoError(t, filepath.WalkDir(r.dir, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			below, _ := filepath.Rel(r.dir, name)
			all = append(all, below)
		}
		return err
	}))
	return all
}

// block is the block of the store's messages.
func (r *runFolder) block(t *testing.T) string {
	for _, name := range r.files(t) {
		if strings.HasSuffix(name, ".blk") {
			return name
		}
	}
	require.Fail(t, "no block")
	return ""
}

// Whatever one file of a run's folder loses, a bit, its end or all of it, no result is
// lost: what the store has not any more a file has, and the other way. FLIPS has it tried
// with a bit of each byte.
func TestDamagedFolder(t *testing.T) {
	r := newRunFolder(t, 4)
	every := os.Getenv("FLIPS") != ""
	names := r.files(t)
	if !every { // one of the results is enough
		names = slices.DeleteFunc(names, func(name string) bool { return strings.HasSuffix(name, "000003.result") })
	}
	cases := 0
	try := func(what string, spoil func(name string) error, name string) {
		said, done := r.again(t, what, func(dir string) { require.NoError(t, spoil(filepath.Join(dir, name))) })
		require.Empty(t, done, "%s: jobs were done again: %s", what, said)
		cases++
	}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(r.dir, name))
		require.NoError(t, err)
		size := len(text)
		try(name+" removed", os.Remove, name)
		for _, left := range []int{0, size / 2, size - 1} {
			try(fmt.Sprintf("%s cut at %d", name, left), func(name string) error { return os.Truncate(name, int64(left)) }, name)
		}
		at := []int{0, size / 3, size / 2, size - 1}
		if every {
			at = at[:0]
			for n := range size {
				at = append(at, n)
			}
		}
		for _, n := range at {
			flipped := slices.Clone(text)
			flipped[n] ^= 1 << (n % 8)
			try(fmt.Sprintf("%s flipped at %d", name, n), func(name string) error { return os.WriteFile(name, flipped, 0o600) }, name)
		}
	}
	t.Logf("%d files of the folder, %d times one of them spoiled", len(names), cases)
}

// A folder of an earlier version has a store alone: it goes on, and has files from then on.
// Of a store that is damaged what is whole counts, and what is not is named.
func TestFolderWithoutFiles(t *testing.T) {
	r := newRunFolder(t, 4)
	require.NoError(t, os.RemoveAll(filepath.Join(r.dir, keptFolder)))
	said, done := r.again(t, "as it was", func(string) {})
	require.Empty(t, done)
	require.Contains(t, said, "the results of 4 jobs (0, 1, 2, 3) were not in ")

	block := r.block(t)
	text, err := os.ReadFile(filepath.Join(r.dir, block))
	require.NoError(t, err)
	for _, at := range []int{0, len(text) / 2, len(text) - 1} {
		for _, index := range []bool{true, false} {
			what := fmt.Sprintf("byte %d of %d, index %v", at, len(text), index)
			said, done := r.again(t, what, func(dir string) {
				flipped := slices.Clone(text)
				flipped[at] ^= 0x10
				require.NoError(t, os.WriteFile(filepath.Join(dir, block), flipped, 0o600))
				if !index {
					require.NoError(t, os.Remove(filepath.Join(dir, filepath.Dir(block), "index.db")))
				}
			})
			require.Len(t, done, 1, what)
			require.Contains(t, said, "is damaged, or was cut short, at byte", what)
			require.Contains(t, said, "results without another copy are computed again", what)
		}
	}
}

// A store that is gone altogether costs nothing; nor do the files.
func TestOneOfTwoIsGone(t *testing.T) {
	r := newRunFolder(t, 4)
	said, done := r.again(t, "no store", func(dir string) { require.NoError(t, os.RemoveAll(filepath.Join(dir, storeFolder))) })
	require.Empty(t, done)
	require.Contains(t, said, "the store had lost the results of 4 jobs (0, 1, 2, 3): they are whole in ")
	said, done = r.again(t, "no files", func(dir string) { require.NoError(t, os.RemoveAll(filepath.Join(dir, keptFolder))) })
	require.Empty(t, done)
	require.Contains(t, said, "they are whole in the store and were copied")
}

// What neither the store nor a file has any more is named and done again, nothing else is.
func TestBothAreDamaged(t *testing.T) {
	r := newRunFolder(t, 4)
	result := func(dir string, number int) string {
		return filepath.Join(dir, keptFolder, r.spec.ID(), fmt.Sprintf("%06d.result", number))
	}
	for what, spoil := range map[string]func(dir string){
		"damaged": func(dir string) {
			for _, number := range []int{1, 3} {
				require.NoError(t, os.Truncate(result(dir, number), 40))
			}
		},
		"gone": func(dir string) {
			for _, number := range []int{1, 3} {
				require.NoError(t, os.Remove(result(dir, number)))
			}
		},
	} {
		said, done := r.again(t, what, func(dir string) {
			spoil(dir)
			require.NoError(t, os.RemoveAll(filepath.Join(dir, storeFolder)))
		})
		require.Equal(t, []int{1, 3}, done, what)
		require.Contains(t, said, "the results of 2 jobs (1, 3) are lost or damaged, in the store and in ", what)
		require.Contains(t, said, "2 jobs are given again", what)
	}
}

// A store that still lists a result, and neither has it nor takes another, holds nobody up:
// that of a server elsewhere, which runs on. When the server starts again it has all.
func TestStoreForgets(t *testing.T) {
	r := newRunFolder(t, 3)
	f := &farm{t: t, options: r.options}
	f.start()
	defer func() { f.server.Stop() }()
	block := filepath.Join(r.dir, r.block(t))
	text, err := os.ReadFile(block)
	require.NoError(t, err)
	text[len(text)-1] ^= 1
	require.NoError(t, os.WriteFile(block, text, 0o600)) // behind its back
	require.NoError(t, os.RemoveAll(filepath.Join(r.dir, keptFolder)))
	c := f.coordinate(r.spec, func(c *Coordinator) { c.Kept = filepath.Join(r.dir, keptFolder) })
	f.work("two", r.spec, usual)
	<-c.done
	require.NoError(t, c.err)
	require.Equal(t, wanted(r.spec), c.results(t))
	require.Equal(t, 2, c.State().AtStart)
	untilSaid(t, c.said, "the results of 1 job (2) are lost or damaged")
	untilSaid(t, c.said, "the new one is in ")
	f.server.Stop()
	f.start()
	again := f.coordinate(r.spec, func(c *Coordinator) { c.Kept = filepath.Join(r.dir, keptFolder) })
	<-again.done
	require.NoError(t, again.err)
	untilSaid(t, again.said, "the store had lost the results of 1 job (2): they are whole in ")
}

// A result that cannot be kept in a file, on a disk that is full for one, is not done: its
// worker has it until it can.
func TestFileCannotBeKept(t *testing.T) {
	f := newFarm(t, natsconn.ServerOptions{})
	s := newSpec(t, 3, "")
	kept := t.TempDir()
	blocked := filepath.Join(kept, s.ID(), "000001.result")
	c := f.coordinate(s, func(c *Coordinator) { c.Kept = kept })
	require.NoError(t, os.MkdirAll(filepath.Join(blocked, "x"), 0o700))
	times := 0
	f.work("one", s, func(ctx context.Context, j *Job) (string, error) {
		if j.Number == 1 {
			times++
		}
		return usual(ctx, j)
	})
	for range 2 {
		untilSaid(t, c.said, "the result cannot be kept in "+filepath.Dir(blocked))
	}
	require.NotContains(t, []int{2, 3}, c.State().Done)
	require.NoError(t, os.RemoveAll(blocked))
	<-c.done
	require.NoError(t, c.err)
	require.Equal(t, wanted(s), c.results(t))
	require.Equal(t, 1, times)
	require.FileExists(t, blocked)
}

// So it is on a disk that is full, where the store's has room. FULL_DISK is a folder on a
// disk of 2 MB.
func TestFullDiskOfFiles(t *testing.T) {
	dir := os.Getenv("FULL_DISK")
	if dir == "" {
		t.Skip("FULL_DISK names no folder on a small disk")
	}
	ballast := filepath.Join(dir, "ballast")
	require.Error(t, os.WriteFile(ballast, make([]byte, 4<<20), 0o600))
	kept := filepath.Join(dir, "kept")
	require.NoError(t, os.Truncate(ballast, 1<<20))
	defer os.RemoveAll(kept)
	f := newFarm(t, natsconn.ServerOptions{})
	s := newSpec(t, 30, "")
	c := f.coordinate(s, func(c *Coordinator) { c.Kept = kept })
	noise := func(_ context.Context, j *Job) (string, error) {
		random, text := rand.New(rand.NewPCG(1, uint64(j.Number))), make([]byte, 100<<10)
		for i := range text {
			text[i] = byte(random.Uint32())
		}
		return string(text), nil
	}
	f.work("one", s, noise)
	untilSaid(t, c.said, "free some space there")
	require.Less(t, c.State().Done, 30)
	c.stop()
	<-c.done
	require.NoError(t, os.Remove(ballast))
	s.Seeds = c.State().Done + 2 // which the disk has room for
	again := f.coordinate(s, func(c *Coordinator) { c.Kept = kept })
	<-again.done
	require.NoError(t, again.err)
	for number, text := range again.results(t) {
		want, _ := noise(t.Context(), &Job{Number: number})
		require.Equal(t, want, text)
	}
	require.Len(t, again.results(t), s.Jobs())
}

// One run at a time has a folder of results.
func TestOneRunAFolder(t *testing.T) {
	dir := t.TempDir()
	f, err := openFiles(dir, "spec")
	require.NoError(t, err)
	_, err = openFiles(dir, "spec")
	require.ErrorContains(t, err, "one farm run has a folder")
	require.NoError(t, f.close())
	f, err = openFiles(dir, "spec")
	require.NoError(t, err)
	require.NoError(t, f.close())
}

// A file that is another's is damaged, whatever its sum is.
func TestForeignFile(t *testing.T) {
	f, err := openFiles(t.TempDir(), "spec")
	require.NoError(t, err)
	defer f.close()
	require.NoError(t, f.write(7, storedResult{"w", "sum", []byte("body")}))
	k, ok := f.get(7)
	require.True(t, ok)
	require.Equal(t, storedResult{"w", "sum", []byte("body")}, k)
	require.NoError(t, os.Rename(f.name(7), f.name(8)))
	_, ok = f.get(7)
	require.False(t, ok)
	is, err := f.scan(10)
	require.NoError(t, err)
	require.Empty(t, is.sums)
	require.Equal(t, []int{7}, is.missing)
	require.Equal(t, map[int]string{8: f.name(8) + badSuffix}, is.damaged)
}

// TestResultsOfTheFirstVersion: a run goes on with files whose sums are SHA-256, as programs
// before wrote them, and finds damage in them too.
func TestResultsOfTheFirstVersion(t *testing.T) {
	f, err := openFiles(t.TempDir(), "spec")
	require.NoError(t, err)
	defer f.close()
	for number := range 2 {
		text := []byte(fmt.Sprintf("%s{\"spec\":\"spec\",\"number\":%d,\"worker\":\"w\",\"sum\":\"s\"}\nbody", oldFileForm, number))
		sum := sha256.Sum256(text)
		if number == 1 {
			text[len(text)-1] ^= 1
		}
		require.NoError(t, os.WriteFile(f.name(number), append(text, sum[:]...), 0o644))
	}
	require.NoError(t, f.write(2, storedResult{"w", "s", []byte("body")}))
	text, err := os.ReadFile(f.name(2))
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(text), fileForm))
	is, err := f.scan(3)
	require.NoError(t, err)
	require.Equal(t, map[int]string{0: "s", 2: "s"}, is.sums)
	require.Equal(t, map[int]string{1: f.name(1) + badSuffix}, is.damaged)
	k, ok := f.get(0)
	require.True(t, ok)
	require.Equal(t, storedResult{"w", "s", []byte("body")}, k)
}
