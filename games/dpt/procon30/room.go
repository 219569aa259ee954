package procon30

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/loopline/loopline/games/api"
	"github.com/loopline/loopline/games/dpt/referee"
)

// The words that the interface has for what is wrong.
const (
	StatusOK           = "OK"
	InvalidToken       = "InvalidToken"
	InvalidMatches     = "InvalidMatches"
	TooEarly           = "TooEarly"
	UnacceptableTime   = "UnacceptableTime"
	InvalidRequest     = "InvalidRequest"     // a body that cannot be read, an agent that is not the team's; not procon30's
	NotFound           = "NotFound"           // no such address; not procon30's
	MethodNotAllowed   = "MethodNotAllowed"   // not procon30's
	RequestNotAccepted = "RequestNotAccepted" // too large, or too many; not procon30's
)

// Room is an api.Wire: the interface on one port.
type Room struct {
	match int // its number in the interface

	mu    sync.Mutex
	seats [2]*seat
	start time.Time // when turn 1 takes actions, of both seats
}

var _ api.Wire = (*Room)(nil)

// NewRoom is a room whose match has that number.
func NewRoom(match int) *Room { return &Room{match: match} }

// Seat implements api.Wire. Two seats of a port need two tokens.
func (r *Room) Seat(name, token string) (api.Seat, error) {
	team := 0
	for team < len(referee.SeatNames) && referee.SeatNames[team] != name {
		team++
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case team == len(r.seats):
		return nil, fmt.Errorf("there is no seat %.40q", name)
	case r.seats[team] != nil:
		return nil, fmt.Errorf("seat %s is taken", name)
	case r.seats[1-team] != nil && r.seats[1-team].token == token:
		return nil, errors.New("two teams on a port need two tokens: write ?token=")
	}
	s := newSeat(r, team, token)
	r.seats[team] = s
	return s, nil
}

// startLead is the least time from the first question to the first turn, which
// begins with a whole second.
const startLead = time.Second

// startAt is when turn 1 takes actions, which the first seat decides that is asked.
func (r *Room) startAt(at time.Time) time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.start.IsZero() {
		r.start = at.Add(startLead + time.Second - time.Nanosecond).Truncate(time.Second)
	}
	return r.start
}

func (r *Room) leave(team int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seats[team] = nil
}

// seatOf finds the seat whose token a request says. A seat without a token is
// that of everybody who says no other seat's.
func (r *Room) seatOf(request *http.Request) *seat {
	said := api.Credentials(request)
	r.mu.Lock()
	defer r.mu.Unlock()
	var open *seat
	for _, s := range r.seats {
		switch {
		case s == nil:
		case s.token == "":
			open = s
		case api.Same(s.token, said):
			return s
		}
	}
	return open
}

// Owner implements api.Wire.
func (r *Room) Owner(credentials []string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	for team, s := range r.seats {
		if s != nil && api.Same(s.token, credentials) {
			return referee.SeatNames[team]
		}
	}
	return ""
}

// status is an answer that is no data.
type status struct {
	Status  string `json:"status"`
	Start   *int64 `json:"startAtUnixTime,omitempty"`
	Message string `json:"message,omitempty"` // for people
}

// Refuse implements api.Wire.
func (r *Room) Refuse(w http.ResponseWriter, code int, words string) {
	api.JSON(w, code, status{Status: RequestNotAccepted, Message: words})
}

// ServeHTTP implements api.Wire.
func (r *Room) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	if words, locked := api.LockedOut(w, request); locked {
		r.Refuse(w, http.StatusTooManyRequests, words)
		return
	}
	s := r.seatOf(request)
	if s == nil {
		api.JSON(w, http.StatusUnauthorized, status{Status: InvalidToken})
		return
	}
	s.came()
	path := strings.Split(strings.Trim(request.URL.Path, "/"), "/")
	switch {
	case len(path) == 1 && path[0] == "ping":
		r.only(w, request, http.MethodGet, func() { api.JSON(w, http.StatusOK, status{Status: StatusOK}) })
	case len(path) == 1 && path[0] == "matches":
		r.only(w, request, http.MethodGet, func() { s.list(request.Context(), w, r.match) })
	case len(path) == 2 && path[0] == "matches":
		r.only(w, request, http.MethodGet, func() { r.ofMatch(w, path[1], func(http.ResponseWriter) { s.show(w) }) })
	case len(path) == 3 && path[0] == "matches" && path[2] == "action":
		r.only(w, request, http.MethodPost, func() {
			r.ofMatch(w, path[1], func(w http.ResponseWriter) { s.post(w, request) })
		})
	default:
		api.JSON(w, http.StatusNotFound, status{Status: NotFound,
			Message: "there are /ping, /matches, /matches/{id} and /matches/{id}/action"})
	}
}

// only answers requests of one method. HEAD is a GET whose answer nobody reads.
func (r *Room) only(w http.ResponseWriter, request *http.Request, method string, answer func()) {
	if request.Method == method || request.Method == http.MethodHead && method == http.MethodGet {
		answer()
		return
	}
	w.Header().Set("Allow", method)
	api.JSON(w, http.StatusMethodNotAllowed, status{Status: MethodNotAllowed, Message: "use " + method})
}

// ofMatch answers for the match of that number.
func (r *Room) ofMatch(w http.ResponseWriter, number string, answer func(http.ResponseWriter)) {
	if n, err := strconv.Atoi(number); err != nil || n != r.match {
		api.JSON(w, http.StatusBadRequest, status{Status: InvalidMatches})
		return
	}
	answer(w)
}
