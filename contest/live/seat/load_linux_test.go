package seat

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/livetest"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
)

var (
	loadViewers = flag.Int("viewers", 500, "viewers of BenchmarkViewers")
	loadSeats   = flag.Int("seats", 50, "people of BenchmarkViewers who play in the browser meanwhile")
	loadFor     = flag.Duration("load-time", 5*time.Second, "how long BenchmarkViewers measures")
)

// serverVariable has the test program be the server of BenchmarkViewers.
const serverVariable = "LOOPLINE_LOAD_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(serverVariable) != "" {
		serveLoad()
		return
	}
	os.Exit(m.Run())
}

// measured is what the server says of the time since it was asked last.
type measured struct {
	RSS    int64         // bytes
	CPU    time.Duration // of both kinds
	P50    time.Duration // from the last byte of an answer until it was judged
	P99    time.Duration
	Max    time.Duration
	Judged int // answers

	PlayedP50 time.Duration // from a question to a person in the browser until the answer, which comes at once
	PlayedP99 time.Duration
	Played    int
}

// BenchmarkViewers has many viewers follow one game in which there is a move a
// second, while the same program referees another match as fast as it goes, and people
// who need no time play in the browser. The server is a process of its own; the viewers
// are on the same machine:
//
//	go test ./contest/live/seat -run '^$' -bench Viewers -benchtime 1x -viewers 10000 -load-time 20s
func BenchmarkViewers(b *testing.B) {
	for b.Loop() {
		server := startLoad(b)
		server.play(b)
		time.Sleep(time.Second)
		server.ask(b)
		time.Sleep(*loadFor)
		alone := server.ask(b)
		seen := watchLoad(b, server.address, *loadViewers)
		time.Sleep(3 * time.Second) // they have read what was there before
		server.ask(b)
		seen.begin()
		time.Sleep(*loadFor)
		delays := seen.end()
		with := server.ask(b)
		server.stop()

		require.NotEmpty(b, delays)
		slices.Sort(delays)
		b.ReportMetric(float64(*loadViewers), "viewers")
		b.ReportMetric(float64(len(delays))/loadFor.Seconds(), "events/s")
		b.ReportMetric(ms(delays[len(delays)/2]), "p50-ms")
		b.ReportMetric(ms(delays[len(delays)*99/100]), "p99-ms")
		b.ReportMetric(ms(delays[len(delays)-1]), "max-ms")
		b.ReportMetric(float64(with.RSS)/1e6, "MB")
		b.ReportMetric(with.CPU.Seconds()/loadFor.Seconds(), "cores")
		b.ReportMetric(float64(alone.P99.Microseconds()), "judged-p99-µs-alone")
		b.ReportMetric(float64(with.P99.Microseconds()), "judged-p99-µs")
		b.ReportMetric(float64(alone.Max.Microseconds()), "judged-max-µs-alone")
		b.ReportMetric(float64(with.Max.Microseconds()), "judged-max-µs")
		require.Equal(b, *loadSeats > 0, with.Played > 0, "whether an answer of the people was taken")
		b.ReportMetric(float64(with.Played), "played")
		b.ReportMetric(ms(alone.PlayedP50), "played-p50-ms-alone")
		b.ReportMetric(ms(alone.PlayedP99), "played-p99-ms-alone")
		b.ReportMetric(ms(with.PlayedP50), "played-p50-ms")
		b.ReportMetric(ms(with.PlayedP99), "played-p99-ms")
		b.ReportMetric(0, "ns/op")
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// loadServer is the server process.
type loadServer struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	address string
	links   []string // of seats
}

func startLoad(b *testing.B) *loadServer {
	b.Helper()
	s := &loadServer{cmd: exec.Command(os.Args[0])}
	s.cmd.Env, s.cmd.Stderr = append(os.Environ(), serverVariable+"="+strconv.Itoa(*loadSeats)), os.Stderr
	var err error
	s.in, err = s.cmd.StdinPipe()
	require.NoError(b, err)
	out, err := s.cmd.StdoutPipe()
	require.NoError(b, err)
	s.out = bufio.NewReader(out)
	require.NoError(b, s.cmd.Start())
	b.Cleanup(s.stop)
	line, err := s.out.ReadString('\n')
	require.NoError(b, err)
	s.address = strings.TrimSpace(line)
	for range *loadSeats {
		line, err = s.out.ReadString('\n')
		require.NoError(b, err)
		s.links = append(s.links, strings.TrimSpace(line))
	}
	return s
}

// play has a browser at each seat that answers at once.
func (s *loadServer) play(b *testing.B) {
	b.Helper()
	for _, link := range s.links {
		v := newVisit(b, link)
		status, text := v.post("enter", map[string]any{"code": v.code})
		require.Equal(b, http.StatusNoContent, status, text)
		events := v.events(b.Context())
		b.Cleanup(func() { _ = events.Close() })
		go func() {
			answered := 0
			for u, err := range updates(events) {
				if err != nil {
					return // a part of an event: the server has ended
				}
				if u.Turn == answered || !isAsked(u) {
					continue
				}
				answered = u.Turn
				a, err := v.client.Post(v.page+"reply", "application/json", strings.NewReader(fmt.Sprintf(`{"turn":%d,"answers":["A1/"]}`, u.Turn)))
				if err != nil {
					return // the server has ended
				}
				_ = a.Body.Close()
			}
		}()
	}
}

func (s *loadServer) stop() {
	_ = s.in.Close()
	_ = s.cmd.Wait()
}

// ask asks what was measured since it was asked last.
func (s *loadServer) ask(b *testing.B) (m measured) {
	_, err := io.WriteString(s.in, "\n")
	require.NoError(b, err)
	line, err := s.out.ReadBytes('\n')
	require.NoError(b, err)
	require.NoError(b, json.Unmarshal(line, &m))
	return m
}

// serveLoad is the server process: a move a second on a page that has its time in
// its words, and a match whose answers are counted.
func serveLoad() {
	s := live.NewSite(live.Options{NewView: newCountView, Limits: web.Limits{Viewers: 1 << 20, PerAddress: 1 << 20, Requests: 1 << 20}})
	address, err := s.Listen(context.Background(), "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(address)
	watch, err := s.Watch("1", "count")
	if err != nil {
		panic(err)
	}
	watch(livetest.Opening("x", "y"))
	go func() {
		for i := 0; ; i++ {
			for _, e := range livetest.Ply(i%2, "t"+strconv.FormatInt(time.Now().UnixNano(), 10), time.Millisecond) {
				watch(e)
			}
			time.Sleep(time.Second)
		}
	}()
	var mu sync.Mutex
	var waits, plays []time.Duration
	seats, err := strconv.Atoi(os.Getenv(serverVariable))
	if err != nil {
		panic(err)
	}
	pages := NewServer(newCountView, nil, func(_, link string) { fmt.Println(link) })
	for i := range seats {
		go sit(pages, i, func(d time.Duration) {
			mu.Lock()
			defer mu.Unlock()
			plays = append(plays, d)
		})
	}
	go referee(func(d time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		waits = append(waits, d)
	})
	var before time.Duration
	for in := bufio.NewReader(os.Stdin); ; {
		if _, err := in.ReadString('\n'); err != nil {
			return
		}
		mu.Lock()
		m := measured{RSS: residentBytes(), CPU: processorTime() - before, Judged: len(waits)}
		slices.Sort(waits)
		if n := len(waits); n > 0 {
			m.P50, m.P99, m.Max = waits[n/2], waits[n*99/100], waits[n-1]
		}
		slices.Sort(plays)
		if n := len(plays); n > 0 {
			m.Played, m.PlayedP50, m.PlayedP99 = n, plays[n/2], plays[n*99/100]
		}
		waits, plays = nil, nil
		mu.Unlock()
		before = processorTime()
		line, _ := json.Marshal(m) // its types cannot fail
		fmt.Println(string(line))
	}
}

// sit asks a person in the browser for ever, once a second, and tells how long each answer took.
func sit(pages *Server, number int, tell func(time.Duration)) {
	name := strconv.Itoa(number)
	s, err := pages.Seat(context.Background(), Visitor{Key: name, Who: name, Player: name, Seat: "a", Listen: "127.0.0.1:0"})
	if err != nil {
		panic(err)
	}
	for {
		asked := time.Now()
		if _, err := s.Ask(context.Background(), someTurn()); err != nil {
			panic(err)
		}
		tell(time.Since(asked))
		time.Sleep(time.Second)
	}
}

// referee plays games for ever, 100 answers a second, and tells how long each answer
// lay before it was judged.
func referee(tell func(time.Duration)) {
	for {
		m := livetest.OneMove()
		m.Seats[0].Player = hosttest.New(func(f *hosttest.FakePlayer, _ string) { f.Say(10*time.Millisecond, "ok\n") })
		m.Watch = func(e record.Event) {
			if e.Type == record.EventAnswer {
				tell((e.Judged - e.Last).Duration())
			}
		}
		if _, err := m.Run(context.Background()); err != nil {
			panic(err)
		}
	}
}

func residentBytes() int64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	pages, _ := strconv.ParseInt(strings.Fields(string(text))[1], 10, 64)
	return pages * int64(os.Getpagesize())
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// seen gathers what viewers see.
type seen struct {
	mu     sync.Mutex
	counts bool
	delays []time.Duration
	close  func()
}

func (s *seen) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts = true
}

func (s *seen) end() []time.Duration {
	s.close()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts = false
	return s.delays
}

// watchLoad connects so many viewers, each with little memory.
func watchLoad(b *testing.B, address string, viewers int) *seen {
	b.Helper()
	u, err := url.Parse(address)
	require.NoError(b, err)
	var all []net.Conn
	s := &seen{close: func() {
		for _, c := range all {
			_ = c.Close()
		}
	}}
	for range viewers {
		c, err := net.Dial("tcp", u.Host)
		require.NoError(b, err)
		all = append(all, c)
		_, err = fmt.Fprintf(c, "GET /game/1/events?from=1000000 HTTP/1.1\r\nHost: %s\r\n\r\n", u.Host)
		require.NoError(b, err)
		go s.follow(c)
	}
	return s
}

// follow reads a stream until it is closed.
func (s *seen) follow(c net.Conn) {
	buf := make([]byte, 1024)
	for {
		n, err := c.Read(buf)
		now := time.Now()
		if err != nil {
			return
		}
		_, after, ok := bytes.Cut(buf[:n], []byte(`"words":"t`))
		if !ok || len(after) < 19 {
			continue
		}
		sent, err := strconv.ParseInt(string(after[:19]), 10, 64)
		if err != nil {
			continue
		}
		s.mu.Lock()
		if s.counts {
			s.delays = append(s.delays, now.Sub(time.Unix(0, sent)))
		}
		s.mu.Unlock()
	}
}
