package web

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/games/httpapi"
	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/referee"
)

// served is a match in play on a port, with a turn that does not end.
func served(b *testing.B) (url string, wire *Handler, seats []*seat) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(b, err)
	port := listener.Addr().(*net.TCPAddr).Port
	require.NoError(b, listener.Close())
	wire = New("test", func(string) {})
	server := &httpapi.Server{New: func(string, func(string)) httpapi.Handler { return wire }}
	opened := make(chan error, 2)
	for i, token := range []string{"A", "B"} {
		a, err := addr.Parse(fmt.Sprintf("api:%d?token=%s", port, token))
		require.NoError(b, err)
		waiting := make(chan string, 1)
		go func() {
			_, err := server.Open(b.Context(), referee.SeatNames[i], a, func(text string) { waiting <- text })
			opened <- err
		}()
		<-waiting
	}
	url = fmt.Sprintf("http://127.0.0.1:%d", port)
	for _, token := range []string{"A", "B"} {
		c := &Client{URL: url, Token: token, HTTP: http.DefaultClient}
		require.NoError(b, c.ask(b.Context(), http.MethodPost, "/v1/matches/free/players", map[string]string{"guestName": token}, &joinReply{}))
		require.NoError(b, <-opened)
	}
	board := kakomimasu.RandomField(1)
	o := &referee.Opening{Board: board, Operation: time.Hour, Transition: time.Second}
	wire.mu.Lock()
	defer wire.mu.Unlock()
	wire.match.begin(o, time.Now().Add(-startDelay*time.Second))
	wire.match.next(&referee.TurnState{Opening: o, Turn: 1, Position: kakomimasu.New(board)}, time.Now())
	return url, wire, wire.seats
}

// get asks for the match.
func get(b *testing.B, c *http.Client, url string) {
	answer, err := c.Get(url)
	if err == nil {
		_, err = io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
	}
	if err != nil && b.Context().Err() == nil {
		b.Error(err)
	}
}

// BenchmarkPoll asks for a match of a large board, and says what two clients
// that do so every 100 ms cost of a core, client and server together.
func BenchmarkPoll(b *testing.B) {
	url, wire, _ := served(b)
	url += "/v1/matches/" + wire.match.id
	var before, after syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &before))
	asked := 0
	// A connection of its own is one that is asked 100 times a second at most.
	clients := make([]http.Client, 64)
	for i := range clients {
		clients[i].Transport = &http.Transport{}
	}
	for b.Loop() {
		time.Sleep(time.Millisecond)
		get(b, &clients[asked%len(clients)], url)
		asked++
	}
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &after))
	cpu := time.Duration(after.Utime.Nano() + after.Stime.Nano() - before.Utime.Nano() - before.Stime.Nano())
	each := cpu / time.Duration(asked)
	b.ReportMetric(float64(each.Microseconds()), "cpu-us/request")
	b.ReportMetric(20*each.Seconds()*100, "%core/2-clients")
}

// BenchmarkTurnUnderPolls says how late a turn ends without anybody who polls, and
// while 200 clients poll every 100 ms.
func BenchmarkTurnUnderPolls(b *testing.B) {
	for _, clients := range []int{0, 200} {
		b.Run(fmt.Sprint(clients), func(b *testing.B) { turnsUnderPolls(b, clients) })
	}
}

func turnsUnderPolls(b *testing.B, clients int) {
	url, wire, seats := served(b)
	url += "/v1/matches/" + wire.match.id
	ctx, cancel := context.WithCancel(b.Context())
	var polls sync.WaitGroup
	defer polls.Wait()
	defer cancel()
	for i := range clients {
		polls.Go(func() {
			c := http.Client{Transport: &http.Transport{}}
			time.Sleep(time.Duration(i) * poll / time.Duration(clients))
			for ctx.Err() == nil {
				get(b, &c, url)
				time.Sleep(poll)
			}
		})
	}
	turn, late := 1, []time.Duration{}
	for b.Loop() {
		turn++
		wire.mu.Lock()
		o := *wire.match.opening
		o.Operation, o.Transition = 20*time.Millisecond, time.Millisecond
		wire.match.opening = &o
		wire.match.turn = turn - 1
		wire.match.started = time.Now().Add(-time.Duration(turn-1) * wire.match.pace())
		s := &referee.TurnState{Opening: &o, Turn: turn, Position: kakomimasu.New(o.Board)}
		wire.mu.Unlock()
		service := &service{seats[0], ctx.Done()}
		_, err := service.Turn(ctx, s)
		require.NoError(b, err)
		wire.mu.Lock()
		late = append(late, time.Since(wire.match.closes()))
		wire.mu.Unlock()
	}
	slices.Sort(late)
	b.ReportMetric(float64(late[len(late)/2].Microseconds()), "us-late-median")
	b.ReportMetric(float64(late[len(late)*99/100].Microseconds()), "us-late-p99")
}
