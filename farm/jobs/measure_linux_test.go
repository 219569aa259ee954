package jobs

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/farm/natsconn"
)

// TestMeasure says what a farm of as many jobs as MEASURE says takes, each with a
// result of half a megabyte as of a hundred pairs of games: memory and processor
// time of the process that has the server and the coordinator, and how long a
// coordinator takes to be there again. docs/development/measurements.md has the figures.
func TestMeasure(t *testing.T) {
	jobs, err := strconv.Atoi(os.Getenv("MEASURE"))
	if err != nil {
		t.Skip("MEASURE says how many jobs")
	}
	f := newFarm(t, natsconn.ServerOptions{})
	s := newSpec(t, jobs, "")
	kept := t.TempDir()
	files := func(c *Coordinator) { c.Kept = kept }
	c := f.coordinate(s, files)
	body := noise(512 << 10)
	before, start := cpu(t), time.Now()
	var wg sync.WaitGroup
	next := make(chan int)
	for range 4 {
		w := &Worker{Conn: f.connect(natsconn.Worker), Name: "w", Programs: s.Programs()}
		wg.Go(func() {
			for range next {
				a, err := w.ask(t.Context(), s.ID(), verbTake, request{Programs: w.Programs.hashes()}, nil)
				if err != nil || a.Job == nil {
					t.Errorf("no job: %v", err)
					continue
				}
				a, err = w.ask(t.Context(), s.ID(), verbResult, request{Number: a.Job.Number}, body)
				if err != nil || !a.OK {
					t.Errorf("not kept: %v %v", a, err)
				}
			}
		})
	}
	for n := range jobs - 1 {
		next <- n
	}
	close(next)
	wg.Wait()
	took, used := time.Since(start), cpu(t)-before
	t.Logf("%d jobs: %v each of processor time, %v of time; %d MB of memory", jobs,
		(used / time.Duration(jobs)).Round(time.Microsecond), (took / time.Duration(jobs)).Round(time.Microsecond), memory(t)>>20)
	c.stop()
	<-c.done
	start, used = time.Now(), cpu(t)
	again := f.coordinate(s, files)
	t.Logf("the coordinator was there again after %v, %v of processor time", time.Since(start).Round(time.Millisecond), cpu(t)-used)
	require.Equal(t, jobs-1, again.State().AtStart)
	again.stop()
	<-again.done
	f.server.Stop()
	start, used = time.Now(), cpu(t)
	f.start()
	last := f.coordinate(s, files)
	t.Logf("server and coordinator were there again after %v, %v of processor time; %d MB of memory",
		time.Since(start).Round(time.Millisecond), cpu(t)-used, memory(t)>>20)
	require.Equal(t, jobs-1, last.State().AtStart)
}

// noise is text that does not become smaller than half its size.
func noise(size int) []byte {
	random := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for b.Len() < 2*size {
		fmt.Fprintf(&b, "%016x", random.Uint64())
	}
	body, err := pack(strings.NewReader(b.String()))
	if err != nil {
		panic(err) // it is small enough
	}
	return body
}

// cpu is the processor time of this process.
func cpu(t *testing.T) time.Duration {
	fields := strings.Fields(read(t, "stat"))
	ticks := 0
	for _, field := range fields[13:15] {
		n, err := strconv.Atoi(field)
		require.NoError(t, err)
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// memory is what this process has in memory, in bytes.
func memory(t *testing.T) int {
	pages, err := strconv.Atoi(strings.Fields(read(t, "statm"))[1])
	require.NoError(t, err)
	return pages * os.Getpagesize()
}

func read(t *testing.T, name string) string {
	text, err := os.ReadFile(filepath.Join("/proc/self", name))
	require.NoError(t, err)
	return string(text)
}
