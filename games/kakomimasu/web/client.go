package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/loopline/loopline/games/httpapi"
	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/referee"
)

// Client is one of our own players as an HTTP client. Fill in the fields, then
// call Play.
type Client struct {
	URL     string // of the server, such as http://localhost:8880
	Token   string // of the seat, if it has one
	Name    string
	Chooser referee.Strategy
	HTTP    *http.Client // nil is one that waits 10 s for an answer

	gameID string
	secret string // that the server gave: its long one, or else the player code
	index  int
}

// poll is the interval of a client's requests.
const poll = 100 * time.Millisecond

// Play joins the match and plays it to its end.
func (c *Client) Play(ctx context.Context) error {
	if c.HTTP == nil {
		c.HTTP = &http.Client{Timeout: 10 * time.Second}
	}
	var j seatReply
	if err := c.ask(ctx, http.MethodPost, "/v1/matches/free/players", map[string]string{"guestName": c.Name, "spec": "loopline"}, &j); err != nil {
		return err
	}
	c.gameID, c.secret, c.index = j.GameID, j.Secret, j.Index
	if c.secret == "" {
		c.secret = j.PIC
	}
	begun := false
	for last := -1; ; {
		g, err := c.game(ctx, last)
		if err != nil {
			return err
		}
		s, err := situation(g, c.index)
		if err != nil {
			return err
		}
		if !begun {
			begun = true
			c.Chooser.Begin(s.Opening)
		}
		if g.Status == "ended" {
			c.Chooser.End(s)
			return nil
		}
		if last = g.Turn; last > 0 {
			if err := c.turn(ctx, s); err != nil {
				return err
			}
		}
	}
}

// turn chooses and sends actions. That they come too late costs the turn.
func (c *Client) turn(ctx context.Context, s *referee.TurnState) error {
	actions, err := c.Chooser.Turn(ctx, s)
	if err != nil {
		return err
	}
	type sent struct {
		AgentID int    `json:"agentId"`
		Type    string `json:"type"`
		X       int    `json:"x"`
		Y       int    `json:"y"`
	}
	var body struct {
		Actions []sent `json:"actions"`
	}
	body.Actions = []sent{}
	for _, a := range actions {
		body.Actions = append(body.Actions, sent{a.Agent, a.Type.String(), a.To.X, a.To.Y})
	}
	err = c.ask(ctx, http.MethodPatch, "/v1/matches/"+c.gameID+"/actions", body, nil)
	var refused *fault
	if errors.As(err, &refused) && refused.code == faultTransition.code {
		return nil
	}
	return err
}

// game is the match once it is in another turn, or over.
func (c *Client) game(ctx context.Context, last int) (*gameJSON, error) {
	for {
		var g gameJSON
		err := c.ask(ctx, http.MethodGet, "/v1/matches/"+c.gameID, nil, &g)
		var refused *fault
		switch {
		case errors.As(err, &refused) && refused.code == faultTransition.code:
		case err != nil:
			return nil, err
		case g.Field != nil && (g.Turn != last || g.Status == "ended"):
			return &g, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(poll):
		}
	}
}

// maxAnswer bounds an answer in bytes.
const maxAnswer = 16 << 20

// ask sends a request and reads its answer, and asks again when the server says how
// long to wait. The error is a *fault if the server refused it.
func (c *Client) ask(ctx context.Context, method, path string, body, answer any) error {
	for waits := 0; ; waits++ {
		err := c.once(ctx, method, path, body, answer)
		var busy *busyError
		if !errors.As(err, &busy) || waits == maxWaits {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(busy.wait):
		}
	}
}

// maxWaits is the number of times that a client waits with one request.
const maxWaits = 20

// busyError is the refusal of a server that wants to be asked later.
type busyError struct {
	error
	wait time.Duration
}

func (e *busyError) Unwrap() error { return e.error }

// once sends a request and reads its answer.
func (c *Client) once(ctx context.Context, method, path string, body, answer any) error {
	var text io.Reader
	if body != nil {
		text = bytes.NewReader(marshal(body))
	}
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(c.URL, "/")+path, text)
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	switch {
	case c.secret != "":
		r.Header.Set("Authorization", c.secret)
	case c.Token != "":
		r.Header.Set("Authorization", "Bearer "+c.Token)
	}
	got, err := c.HTTP.Do(r)
	if err != nil {
		return err
	}
	defer got.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(got.Body, maxAnswer))
	if err != nil {
		return err
	}
	if got.StatusCode != http.StatusOK {
		var refused struct {
			Code    int    `json:"errorCode"`
			Message string `json:"message"`
		}
		if json.Unmarshal(raw, &refused) != nil {
			refused.Message = got.Status
		}
		err := fmt.Errorf("%s %s: %w", method, path, &fault{got.StatusCode, refused.Code, refused.Message})
		if got.StatusCode == http.StatusTooManyRequests {
			return &busyError{err, httpapi.RetryAfter(got.Header)}
		}
		return err
	}
	if answer == nil {
		return nil
	}
	if err := json.Unmarshal(raw, answer); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	return nil
}

func situation(g *gameJSON, me int) (*referee.TurnState, error) {
	f := g.Field
	b := &kakomimasu.Field{Width: f.Width, Height: f.Height, Agents: g.Agents, Players: g.PlayerCount, Turns: g.TotalTurn, Points: f.Points}
	if err := b.Check(); err != nil {
		return nil, err
	}
	o := &referee.Opening{Board: b, Me: me,
		Operation: time.Duration(g.Operation * float64(time.Second)), Transition: time.Duration(g.Transition * float64(time.Second))}
	s := &referee.TurnState{Opening: o, Turn: g.Turn, Winner: -1, Position: kakomimasu.New(b)}
	letters := make([]byte, len(f.Tiles))
	for i, t := range f.Tiles {
		tile := kakomimasu.Tile{Wall: t.Type == 1}
		if t.Player != nil {
			tile.Owned, tile.Player = true, *t.Player
		}
		letters[i] = tile.Letter()
	}
	if err := s.Position.SetTiles(string(letters)); err != nil {
		return nil, err
	}
	for player, p := range g.Players {
		if player >= b.Players || len(p.Agents) != b.Agents {
			return nil, fmt.Errorf("player %d has %d agents", player, len(p.Agents))
		}
		for agent, at := range p.Agents {
			if err := s.Position.SetAgent(player, agent, kakomimasu.Cell{X: at.X, Y: at.Y}); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}
