package procon30

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/referee"
	"github.com/loopline/loopline/games/httpapi"
)

// Client plays over the interface, on whatever server speaks it. Fill in the
// exported fields, then call Play.
type Client struct {
	Server  string // such as http://127.0.0.1:8880
	Token   string
	Chooser referee.Strategy
	Poll    time.Duration // between two requests; 0 is 100 ms

	// Patience is the time to wait for a server that answers and knows the token.
	Patience time.Duration

	match match
}

// maxAnswer bounds what a server answers, in bytes.
const maxAnswer = 4 << 20

// requestTimeout bounds a request; the list of matches may wait.
const requestTimeout = listWait + 10*time.Second

// ParseServer takes an address of a server apart: its token is behind ?token=.
func ParseServer(address string) (server, token string, err error) {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return "", "", fmt.Errorf("invalid server address %.80q; write http://HOST:PORT?token=TOKEN", address)
	}
	token = u.Query().Get("token")
	u.RawQuery, u.Fragment = "", ""
	return u.String(), token, nil
}

// Play plays the one match that the server has, to its end.
func (c *Client) Play(ctx context.Context) error {
	if err := c.find(ctx); err != nil {
		return err
	}
	for played := 0; ; {
		state, err := c.state(ctx)
		if err != nil {
			return err
		}
		switch {
		case state == nil:
		case ended(state, c.match.Turns):
			return c.end(state)
		case state.Turn > played:
			s, err := c.situation(state)
			if err != nil {
				return err
			}
			if err := c.act(ctx, s); err != nil {
				return err
			}
			played = state.Turn
			continue
		}
		if err := c.wait(ctx); err != nil {
			return err
		}
	}
}

// wait waits until the next request.
func (c *Client) wait(ctx context.Context) error {
	pause := c.Poll
	if pause <= 0 {
		pause = 100 * time.Millisecond
	}
	select {
	case <-time.After(pause):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// find waits for a match. A server that is just starting is waited for.
func (c *Client) find(ctx context.Context) error {
	for began := time.Now(); ; {
		var all []match
		_, err := c.ask(ctx, http.MethodGet, "/matches", nil, &all)
		if err != nil && (ctx.Err() != nil || time.Since(began) > c.Patience) {
			return err
		}
		if len(all) > 0 {
			c.match = all[0]
			return nil
		}
		if err := c.wait(ctx); err != nil {
			return err
		}
	}
}

// state is the state, nil before the first turn.
func (c *Client) state(ctx context.Context) (*dpt.State, error) {
	var state dpt.State
	refused, err := c.ask(ctx, http.MethodGet, fmt.Sprintf("/matches/%d", c.match.ID), nil, &state)
	if err != nil || refused == TooEarly {
		return nil, err
	}
	return &state, nil
}

// act sends what the chooser wants. That it comes too late costs the turn.
func (c *Client) act(ctx context.Context, s *referee.TurnState) error {
	body := acceptedReply{Actions: []actionRequest{}}
	for i, a := range c.Chooser.Choose(ctx, s, s.Limit) {
		if i < len(s.Field.Agents[0]) {
			body.Actions = append(body.Actions, actionRequest{AgentID: s.Field.AgentID(0, i), DX: a.DX, DY: a.DY, Type: a.Type.String(), Turn: s.Turn})
		}
	}
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	_, err = c.ask(ctx, http.MethodPost, fmt.Sprintf("/matches/%d/action", c.match.ID), text, nil)
	return err
}

// maxWaits is the number of times that a client waits with one request because the server says so.
const maxWaits = 20

// ask sends a request, and asks again when the server wants that. Refused is TooEarly or
// UnacceptableTime where that was answered; any other refusal is an error.
func (c *Client) ask(ctx context.Context, method, path string, body []byte, into any) (refused string, err error) {
	for waits := 0; ; waits++ {
		wait := time.Duration(0)
		if refused, wait, err = c.once(ctx, method, path, body, into); wait == 0 || waits == maxWaits {
			return refused, err
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(wait):
		}
	}
}

// once sends a request. Wait is how long the server wants the client to wait before it
// asks again, 0 where it does not say so.
func (c *Client) once(ctx context.Context, method, path string, body []byte, into any) (refused string, wait time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, c.Server+path, bytes.NewReader(body))
	if err != nil {
		return "", 0, err
	}
	request.Header.Set("Authorization", c.Token)
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", 0, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1))
	switch {
	case err != nil:
		return "", 0, fmt.Errorf("%s %s: %w", method, path, err)
	case len(text) > maxAnswer:
		return "", 0, fmt.Errorf("%s %s: the answer has more than %d bytes", method, path, maxAnswer)
	case answer.StatusCode/100 == 2 && into == nil:
		return "", 0, nil
	case answer.StatusCode/100 == 2:
		if err := json.Unmarshal(text, into); err != nil {
			return "", 0, fmt.Errorf("%s %s: %w", method, path, err)
		}
		return "", 0, nil
	}
	var why status
	if json.Unmarshal(text, &why) == nil && (why.Status == TooEarly || why.Status == UnacceptableTime) {
		return why.Status, 0, nil
	}
	if answer.StatusCode == http.StatusTooManyRequests {
		wait = httpapi.RetryAfter(answer.Header)
	}
	return "", wait, fmt.Errorf("%s %s: the server answers %s: %.200q", method, path, answer.Status, text)
}

// ended reports whether the last turn was played.
func ended(state *dpt.State, turns int) bool {
	for _, a := range state.Actions {
		if a.Turn >= turns {
			return true
		}
	}
	return false
}

// end tells the chooser how the match ended.
func (c *Client) end(state *dpt.State) error {
	e, ok := c.Chooser.(referee.OnEnd)
	if !ok {
		return nil
	}
	s, err := c.situation(state)
	if err != nil {
		return err
	}
	how := referee.EndDrawn
	switch winner, _ := dpt.Decide(s.Points); winner {
	case 0:
		how = referee.EndWon
	case 1:
		how = referee.EndLost
	}
	e.End(s, how)
	return nil
}

// situation is the state as the client's team sees it.
func (c *Client) situation(state *dpt.State) (*referee.TurnState, error) {
	field, err := dpt.ReadField(state.JSON())
	if err != nil {
		return nil, fmt.Errorf("the server's state: %w", err)
	}
	s := &referee.TurnState{
		Turn: state.Turn, Turns: c.match.Turns, Field: field,
		Limit: time.Duration(c.match.TurnMillis) * time.Millisecond, Pause: time.Duration(c.match.Interval) * time.Millisecond,
	}
	own := -1
	p := dpt.NewPosition(field, false)
	for team := range field.Agents {
		s.Points[team] = p.Points(team)
		s.Last[team] = make([]dpt.Action, len(field.Agents[team]))
		s.Applied[team] = make([]dpt.ActionStatus, len(field.Agents[team]))
		for i := range field.Agents[team] {
			s.Last[team][i], s.Applied[team][i] = last(state, field.AgentID(team, i))
		}
		if field.TeamID(team) == c.match.TeamID {
			own = team
		}
	}
	if own < 0 {
		return nil, errors.New("the server's state has no team of ours")
	}
	return s.Of(own), nil
}

func last(state *dpt.State, agent int) (dpt.Action, dpt.ActionStatus) {
	for i := len(state.Actions) - 1; i >= 0; i-- {
		if a := &state.Actions[i]; a.AgentID == agent {
			t, _ := dpt.ParseType(a.Type)
			return dpt.Action{Type: t, DX: a.DX, DY: a.DY}, a.Apply
		}
	}
	return dpt.Action{}, dpt.Done
}
