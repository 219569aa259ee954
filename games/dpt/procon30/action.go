package procon30

import (
	"bytes"
	"fmt"
	"math"
	"net/http"
	"strings"
	"time"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/httpapi"
	"github.com/loopline/loopline/games/jsonvalue"
)

// actionRequest is one action of a client's POST request.
type actionRequest struct {
	AgentID int    `json:"agentID"`
	DX      int    `json:"dx"`
	DY      int    `json:"dy"`
	Type    string `json:"type"`
	Turn    int    `json:"turn"`

	action dpt.Action
}

// parseActionRequests reads the body of POST /matches/{id}/action. A list without the
// object around it is taken too, and blanks around a type.
func parseActionRequests(text []byte) ([]actionRequest, error) {
	text = jsonvalue.WithoutMark(bytes.TrimSpace(text))
	if bytes.HasPrefix(text, []byte("[")) {
		text = append(append([]byte(`{"actions":`), text...), '}')
	}
	v, err := jsonvalue.Object(text)
	if err != nil {
		return nil, err
	}
	orders := []actionRequest{}
	for _, a := range v.Key("actions").List() {
		o := actionRequest{AgentID: a.Key("agentID").Int(0, math.MaxInt32)}
		kind := a.Key("type")
		var wrong error
		if o.action.Type, wrong = dpt.ParseType(strings.ToLower(strings.TrimSpace(kind.Text()))); wrong != nil {
			kind.Fail("is wrong: %w", wrong)
		}
		o.Type = o.action.Type.String()
		if o.action.Type != dpt.Stay || a.Has("dx") && a.Has("dy") {
			o.DX, o.DY = step(a.Key("dx")), step(a.Key("dy"))
		}
		o.action.DX, o.action.DY = o.DX, o.DY
		orders = append(orders, o)
	}
	return orders, v.Err()
}

// step is a part of a step. One that is too wide is illegal, and its response says so.
func step(v jsonvalue.Value) int { return v.Int(math.MinInt, math.MaxInt) }

// maxStep bounds a step where it is passed on.
const maxStep = 9

// bounded is an action with steps that have room in a line.
func bounded(a dpt.Action) dpt.Action {
	a.DX, a.DY = min(max(a.DX, -maxStep), maxStep), min(max(a.DY, -maxStep), maxStep)
	return a
}

// acceptedReply is the answer to actions that were taken.
type acceptedReply struct {
	Actions []actionRequest `json:"actions"`
}

// post takes the actions of a request: all of them or, with an error, none. Of
// several requests in a turn the last one for an agent counts.
func (s *seat) post(w http.ResponseWriter, request *http.Request) {
	refuse := func(err error) {
		httpapi.JSON(w, http.StatusBadRequest, status{Status: InvalidRequest, Message: err.Error()})
	}
	text, err := httpapi.Body(request)
	if err != nil {
		refuse(err)
		return
	}
	orders, err := parseActionRequests(text)
	if err != nil {
		refuse(err)
		return
	}
	at := time.Now()
	switch phase, start, err := s.order(orders, at); {
	case phase == waiting:
		refused(w, TooEarly, start)
	case phase != playing:
		refused(w, UnacceptableTime, start)
	case err != nil:
		refuse(err)
	default:
		httpapi.JSON(w, http.StatusCreated, acceptedReply{orders})
	}
}

// order takes orders if they come in time and can be read.
func (s *seat) order(orders []actionRequest, at time.Time) (phase, time.Time, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now, start := s.phase(at), s.startsAt(at)
	if now != playing || s.wants == nil {
		return min(now, pausing), start, nil
	}
	wants, err := s.ordered(orders)
	if err != nil {
		return now, start, err
	}
	s.wants, s.acted = wants, at
	for i := range orders {
		orders[i].Turn = s.now.Turn
	}
	return now, start, nil
}

// ordered are the actions of all agents behind these orders, under mu.
func (s *seat) ordered(orders []actionRequest) ([]dpt.Action, error) {
	wants := append([]dpt.Action(nil), s.wants...)
	named := make([]bool, len(wants))
	for _, o := range orders {
		i := s.agent(o.AgentID)
		switch {
		case i < 0:
			return nil, fmt.Errorf("agent %d is not in the team", o.AgentID)
		case named[i]:
			return nil, fmt.Errorf("agent %d has two actions", o.AgentID)
		}
		named[i] = true
		wants[i] = bounded(o.action)
	}
	return wants, nil
}

// agent is the index of the team's agent with a number, or -1.
func (s *seat) agent(id int) int {
	for i := range s.wants {
		if s.now.Field.AgentID(s.team, i) == id {
			return i
		}
	}
	return -1
}
