package games

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/contest/live/question"
	"github.com/loopline/loopline/contest/live/seat"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/games/httpapi"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/player/contract"
)

// TestContract prints the columns of the contract's table for a page and for a client of an HTTP interface, each behind
// a port that listens: the far ends send requests.
func TestContract(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	contract.Run(t, []contract.Way{
		{Name: addr.SchemeWeb, Open: openPage},
		{Name: addr.SchemeAPI, Open: openAPI, Stays: "a client over HTTP has no connection to end: it is silent then"},
	})
}

// contractGame is a game of pages and interfaces that do the steps of a row.
func contractGame(steps []contract.Step) descriptor.Descriptor {
	g := descriptor.Descriptor{Name: "contract"}
	g.NewVisitor = func(seat *seat.Seat, _ descriptor.BotOptions) player.LocalPlayer { return &contractPage{seat, steps} }
	ports := &httpapi.Server{New: func(string, func(string)) httpapi.Handler { return &contractAPI{} }}
	g.Open = func(ctx context.Context, seat string, a addr.Address, say func(string)) (player.LocalPlayer, error) {
		return ports.Open(ctx, seat, a, say)
	}
	return g
}

// unasked reports whether a step speaks while nobody asks, which a page does not let a person do.
func unasked(steps []contract.Step, i int) bool {
	return i == 0 && steps[0].Lines == 0 && len(steps) > 1
}

// contractPage is a page that asks at each step of a row.
type contractPage struct {
	seat  *seat.Seat
	steps []contract.Step
}

// Serve implements player.LocalPlayer.
func (p *contractPage) Serve(ctx context.Context, line host.Player) error {
	for i, s := range p.steps {
		for range s.Lines {
			if _, _, _, err := line.Receive(ctx); err != nil {
				return err
			}
		}
		if unasked(p.steps, i) {
			continue
		}
		for range max(1, len(saidLines(s))) {
			var options []question.Option
			for _, text := range saidLines(s) {
				options = append(options, question.Option{Answer: text})
			}
			turn := question.Turn{Parts: []question.Part{{Choices: []question.Choice{{Name: "A1", Options: options}}}}}
			answers, err := p.seat.Ask(ctx, turn)
			if err != nil {
				return err
			}
			if _, _, err := line.Send(ctx, answers[0]); err != nil {
				return err
			}
		}
	}
	<-ctx.Done()
	return nil
}

// saidLines are the lines of a step.
func saidLines(s contract.Step) (all []string) {
	for text := range strings.Lines(s.Say) {
		all = append(all, strings.TrimSpace(text))
	}
	return all
}

// openPage opens a person at a page, whose browser does the steps.
func openPage(t *testing.T, row int) host.Player {
	t.Helper()
	steps := contract.Rows[row].Steps
	g := contractGame(steps)
	gone := make(chan struct{})
	pages := SeatServer(func(string) {}, func(_, link string) {
		go func() {
			defer close(gone)
			browse(t, hosttest.NewBrowser(link), steps)
		}()
	})
	o := g.Opener(time.Minute, time.Minute, func(string) {})
	o.Visitor = g.Visitors(pages, func(player.Visit) (key, name string) { return "person", "web" }, descriptor.BotOptions{})
	p, err := o.Open(t.Context(), "player", "web", io.Discard)
	require.NoError(t, err)
	t.Cleanup(func() {
		p.Close()
		pages.Close()
		<-gone
	})
	return p
}

// browse does the steps at a page, until that ends.
func browse(t *testing.T, b *hosttest.Browser, steps []contract.Step) {
	ctx := context.WithoutCancel(t.Context()) // the page ends it
	send := func(to string, body map[string]any, want int) {
		status, text, err := b.Post(ctx, to, body, nil)
		if err != nil || status != want {
			t.Errorf("%s %v: status %d: %s, %v", to, body, status, text, err)
		}
	}
	var replies []func(turn int) int
	for i, s := range steps {
		if unasked(steps, i) {
			send("enter", map[string]any{"code": b.Code}, http.StatusNoContent)
			send("reply", map[string]any{"turn": 1, "answers": saidLines(s)}, http.StatusConflict)
			continue
		}
		for n := range saidLines(s) {
			replies = append(replies, func(int) int {
				if n == 0 {
					time.Sleep(s.Wait)
				}
				return n
			})
		}
		if s.Hang {
			replies = append(replies, func(turn int) int {
				time.Sleep(s.Wait)
				send("reply", map[string]any{"turn": turn, "leave": true}, http.StatusNoContent)
				return -1
			})
		}
	}
	turn := 0
	// An answer that the page no longer takes is an error: the row sees its verdict.
	_, _ = b.Play(ctx, func(int) int {
		turn++
		return replies[turn-1](turn)
	}, func(int, []string) {})
}

// contractAPI is an interface whose client reads the lines of its seat, and says lines.
type contractAPI struct{ seat *contractSeat }

type contractSeat struct {
	token       string
	ready       chan struct{}
	heard, said chan string
}

// Reject implements httpapi.Handler.
func (a *contractAPI) Reject(w http.ResponseWriter, status int, words string) {
	httpapi.JSON(w, status, words)
}

// Owner implements httpapi.Handler.
func (a *contractAPI) Owner(credentials []string) string {
	if httpapi.EqualConstantTime(a.seat.token, credentials) {
		return "player"
	}
	return ""
}

// Seat implements httpapi.Handler.
func (a *contractAPI) Seat(_, token string) (httpapi.Seat, error) {
	a.seat = &contractSeat{token, make(chan struct{}), make(chan string, 16), make(chan string, 16)}
	return a.seat, nil
}

// ServeHTTP implements http.Handler.
func (a *contractAPI) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := httpapi.Body(r)
	switch {
	case httpapi.SeatOf(r) == "":
		a.Reject(w, http.StatusUnauthorized, "no token")
		return
	case err != nil:
		a.Reject(w, http.StatusBadRequest, err.Error())
		return
	}
	switch r.URL.Path {
	case "/join":
		close(a.seat.ready)
	case "/line":
		select {
		case <-a.seat.heard:
		case <-r.Context().Done():
		}
	case "/say":
		a.seat.said <- string(body)
	}
	httpapi.JSON(w, http.StatusOK, "ok")
}

// Ready implements httpapi.Seat.
func (s *contractSeat) Ready() <-chan struct{} { return s.ready }

// Leave implements httpapi.Seat.
func (s *contractSeat) Leave() {}

// Serve implements httpapi.Seat.
func (s *contractSeat) Serve(ctx context.Context, line host.Player) error {
	go func() {
		for {
			text, _, _, err := line.Receive(ctx)
			if err != nil {
				return
			}
			s.heard <- text
		}
	}()
	for {
		select {
		case text := <-s.said:
			if _, _, err := line.Send(ctx, text); err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// openAPI opens a client over HTTP that does the steps.
func openAPI(t *testing.T, row int) host.Player {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	at := l.Addr().(*net.TCPAddr)
	require.NoError(t, l.Close())
	g := contractGame(contract.Rows[row].Steps)
	ctx, end := context.WithCancel(t.Context())
	gone := make(chan struct{})
	begin := sync.OnceFunc(func() {
		go func() {
			defer close(gone)
			pollSteps(ctx, t, "http://"+at.String(), contract.Rows[row].Steps)
		}()
	})
	o := g.Opener(time.Minute, time.Minute, func(string) { begin() }) // the first notice is that it waits for its client
	p, err := o.Open(t.Context(), "player", fmt.Sprintf("api:%d?token=SECRET", at.Port), io.Discard)
	require.NoError(t, err)
	t.Cleanup(func() {
		p.Close()
		end()
		<-gone
	})
	return p
}

// pollSteps does the steps as a client, until the context ends.
func pollSteps(ctx context.Context, t *testing.T, base string, steps []contract.Step) {
	post := func(to, body string) {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, base+to, bytes.NewReader([]byte(body)))
		if err != nil {
			t.Error(err)
			return
		}
		r.Header.Set("Authorization", "SECRET")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return // the game is over
		}
		defer answer.Body.Close()
		if text, _ := io.ReadAll(answer.Body); answer.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d: %s", to, answer.StatusCode, text)
		}
	}
	post("/join", "")
	for _, s := range steps {
		for range s.Lines {
			post("/line", "")
		}
		time.Sleep(s.Wait)
		for _, text := range saidLines(s) {
			post("/say", text)
		}
	}
}
