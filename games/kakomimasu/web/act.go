package web

import (
	"net/http"
	"slices"
	"time"

	"github.com/loopline/loopline/games/httpapi"
	"github.com/loopline/loopline/games/jsonvalue"
	"github.com/loopline/loopline/games/kakomimasu"
)

// maxKept is the most actions that are kept of a client in a turn.
const maxKept = 256

// act takes the actions of a client. They are merged by agent with those that it
// sent in the turn before; a client of 2021 sends all again.
func (w *Handler) act(rw http.ResponseWriter, r *http.Request, id, shape string) *fault {
	received := time.Now()
	v, f := object(r)
	if f != nil {
		return f
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	if id != w.match.id {
		return faultNoGame
	}
	s := w.acting(httpapi.Credentials(r))
	switch {
	case s == nil && shape == schema2021:
		return refused(rw, r, faultUnauthorized)
	case s == nil:
		return refused(rw, r, faultAuthorization)
	case w.match.between(now) && !(shape == schema2021 && now.Before(w.match.opens())):
		return faultTransition
	}
	list, dry := v.Key("actions"), truth(v, "dryRun")
	actions := make([]kakomimasu.Action, 0, 8)
	for _, e := range list.List() {
		a := actionOf(e, shape == schema2021)
		if v.Err() != nil {
			break
		}
		actions = append(actions, a)
	}
	switch {
	case v.Err() != nil && shape == schema2021:
		return faultAction.with(v.Err().Error())
	case v.Err() != nil:
		return faultRequest.with(v.Err().Error())
	case len(actions) > maxKept:
		return faultRequest.with("too many actions")
	}
	if !dry && !w.match.over {
		if shape == schema2021 {
			s.actions = nil
		}
		s.merge(actions)
		s.acted = received
	}
	httpapi.JSON(rw, http.StatusOK, struct {
		Received int64 `json:"receptionUnixTime"`
		Turn     int   `json:"turn"`
	}{received.Unix(), w.match.shown(now)})
	return nil
}

// acting is the seat whose player code, token or long secret a client shows.
func (w *Handler) acting(credentials []string) *seat {
	i := slices.IndexFunc(w.seats, func(s *seat) bool {
		return s.joined && (httpapi.EqualConstantTime(s.pic, credentials) || httpapi.EqualConstantTime(s.token, credentials) || httpapi.EqualConstantTime(s.secret, credentials))
	})
	if i < 0 {
		return nil
	}
	return w.seats[i]
}

// merge puts actions in the place of those that the same agents had.
func (s *seat) merge(actions []kakomimasu.Action) {
	for _, a := range actions {
		i := slices.IndexFunc(s.actions, func(other kakomimasu.Action) bool { return other.Agent == a.Agent })
		switch {
		case i >= 0:
			s.actions[i] = a
		case len(s.actions) < maxKept:
			s.actions = append(s.actions, a)
		}
	}
}

// farthest bounds the numbers of an action: what is off the board is no error.
const farthest = 1 << 53

// actionOf reads an action. Clients of 2021 name the cell always.
func actionOf(v jsonvalue.Value, all bool) kakomimasu.Action {
	a := kakomimasu.Action{Agent: v.Key("agentId").Int(-farthest, farthest)}
	switch name := v.Key("type").Text(); name {
	case "PUT":
		a.Type = kakomimasu.Put
	case "MOVE":
		a.Type = kakomimasu.Move
	case "REMOVE":
		a.Type = kakomimasu.Remove
	case "NONE":
		a.Type = kakomimasu.None
	default:
		v.Key("type").Fail("is %.20q; there are PUT, MOVE, REMOVE and NONE", name)
	}
	for key, to := range map[string]*int{"x": &a.To.X, "y": &a.To.Y} {
		if all || has(v, key) {
			*to = v.Key(key).Int(-farthest, farthest)
		}
	}
	return a
}
