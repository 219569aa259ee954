package procon30

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/referee"
)

// patience is the time to wait for a server.
const patience = 15 * time.Second

// Dial plays at a server what speaks the game's lines: it returns the host's end
// of such lines, and passes them on. Reading ends with io.EOF behind the match, or
// with what went wrong. Ctx ends it, and so does closing.
func Dial(ctx context.Context, address string) (io.ReadWriteCloser, error) {
	server, token, err := ParseServer(address)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	questions, ask := io.Pipe()
	hear, answers := io.Pipe()
	p := &proxyStrategy{ask: ask, answers: bufio.NewReaderSize(hear, 4096), hear: hear}
	c := &Client{Server: server, Token: token, Chooser: p, Patience: patience}
	done := make(chan struct{})
	go func() {
		defer close(done)
		err := c.Play(ctx)
		if p.err != nil {
			err = p.err
		}
		_ = ask.CloseWithError(err) // nil is io.EOF
		_ = hear.Close()
	}()
	return &httpConn{questions, answers, func() error {
		cancel()
		_, _ = questions.Close(), answers.Close()
		<-done
		return nil
	}}, nil
}

// httpConn is the player's end.
type httpConn struct {
	io.Reader
	io.Writer
	close func() error
}

// Close implements io.Closer.
func (d *httpConn) Close() error { return d.close() }

// proxyStrategy is a referee.Strategy that passes questions on and takes answers.
type proxyStrategy struct {
	ask     *io.PipeWriter
	hear    *io.PipeReader
	answers *bufio.Reader
	err     error // the player is gone
}

// Choose implements referee.Strategy.
func (p *proxyStrategy) Choose(ctx context.Context, s *referee.TurnState, _ time.Duration) []dpt.Action {
	if p.err != nil {
		return nil
	}
	stop := context.AfterFunc(ctx, func() { _ = p.hear.CloseWithError(ctx.Err()) })
	defer stop()
	line, err := "", error(nil)
	if _, err = io.WriteString(p.ask, s.Text(referee.AskAction)+"\n"); err == nil {
		line, err = p.answers.ReadString('\n')
	}
	if err != nil {
		p.err = err
		return nil
	}
	actions, err := referee.ParseAnswer(strings.TrimSpace(line), len(s.Field.Agents[0]))
	if err != nil {
		return nil // it stays
	}
	return actions
}

// End implements referee.OnEnd.
func (p *proxyStrategy) End(s *referee.TurnState, how string) {
	if p.err != nil {
		return
	}
	if _, err := io.WriteString(p.ask, s.Text(how)+"\n"); err != nil && !errors.Is(err, io.ErrClosedPipe) {
		p.err = err
	}
}
