package web

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/referee"
)

// Dial plays at a server what speaks the line form: it returns the host's end of
// such lines, and passes them on. The address is http://HOST:PORT?token=T.
// Reading ends with io.EOF behind the match, or with what went wrong. Ctx ends
// it, and so does closing.
func Dial(ctx context.Context, address string) (io.ReadWriteCloser, error) {
	base, token, err := splitToken(address)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	questions, ask := io.Pipe()
	hear, answers := io.Pipe()
	c := &Client{URL: base, Token: token, Name: "loopline", Chooser: &proxyStrategy{ask: ask, answers: bufio.NewReader(hear)}}
	stop := context.AfterFunc(ctx, func() {
		_, _ = hear.CloseWithError(context.Canceled), ask.CloseWithError(context.Canceled)
	})
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer stop()
		_ = ask.CloseWithError(c.Play(ctx)) // nil is io.EOF
		_ = hear.Close()
	}()
	return &httpConn{questions, answers, func() { cancel(); <-done }}, nil
}

// splitToken takes the token off the address of a server.
func splitToken(address string) (base, token string, err error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return "", "", fmt.Errorf("invalid server address %.60q; write http://HOST:PORT?token=T", address)
	}
	return u.Scheme + "://" + u.Host, u.Query().Get("token"), nil
}

// httpConn is the player's end.
type httpConn struct {
	io.Reader
	io.Writer
	end func()
}

// Close implements io.Closer.
func (d *httpConn) Close() error {
	d.end()
	return nil
}

// proxyStrategy is a referee.Strategy that passes questions on and takes answers.
type proxyStrategy struct {
	ask     *io.PipeWriter
	answers *bufio.Reader
}

// put puts a question and takes the answer.
func (p *proxyStrategy) put(question string) (string, error) {
	if _, err := io.WriteString(p.ask, question+"\n"); err != nil {
		return "", err
	}
	line, err := p.answers.ReadString('\n')
	return strings.TrimSpace(line), err
}

// Begin implements referee.Strategy. A player that is gone is found in its turn.
func (p *proxyStrategy) Begin(o *referee.Opening) string {
	name, _ := p.put(o.Text())
	return name
}

// Turn implements referee.Strategy. After an invalid answer all agents stay.
func (p *proxyStrategy) Turn(_ context.Context, s *referee.TurnState) ([]kakomimasu.Action, error) {
	line, err := p.put(s.Text())
	if err != nil {
		return nil, err
	}
	actions, err := referee.ParseAnswer(s.Turn, line)
	if err != nil {
		return nil, nil
	}
	return actions, nil
}

// End implements referee.Strategy.
func (p *proxyStrategy) End(s *referee.TurnState) {
	s.Turn = 0
	s.Winner, _ = s.Position.Winner()
	_, _ = io.WriteString(p.ask, s.Text()+"\n") // a player that is gone need not know
}
