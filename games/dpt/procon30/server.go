package procon30

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/loopline/loopline/games/dpt/referee"
	"github.com/loopline/loopline/games/httpapi"
)

// The error words of the interface.
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

// Server is an httpapi.Handler: the interface on one port.
type Server struct {
	match int // its number in the interface

	mu    sync.Mutex
	seats [2]*seat
	start time.Time // when turn 1 takes actions, of both seats
}

var _ httpapi.Handler = (*Server)(nil)

// NewServer is a room whose match has that number.
func NewServer(match int) *Server { return &Server{match: match} }

// Seat implements httpapi.Handler. Two seats of a port need two tokens.
func (r *Server) Seat(name, token string) (httpapi.Seat, error) {
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
func (r *Server) startAt(at time.Time) time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.start.IsZero() {
		r.start = at.Add(startLead + time.Second - time.Nanosecond).Truncate(time.Second)
	}
	return r.start
}

func (r *Server) leave(team int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seats[team] = nil
}

// seatOf finds the seat whose token a request says. A seat without a token is
// that of everybody who says no other seat's.
func (r *Server) seatOf(request *http.Request) *seat {
	said := httpapi.Credentials(request)
	r.mu.Lock()
	defer r.mu.Unlock()
	var open *seat
	for _, s := range r.seats {
		switch {
		case s == nil:
		case s.token == "":
			open = s
		case httpapi.EqualConstantTime(s.token, said):
			return s
		}
	}
	return open
}

// Owner implements httpapi.Handler.
func (r *Server) Owner(credentials []string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	for team, s := range r.seats {
		if s != nil && httpapi.EqualConstantTime(s.token, credentials) {
			return referee.SeatNames[team]
		}
	}
	return ""
}

// status is a response without data.
type status struct {
	Status  string `json:"status"`
	Start   *int64 `json:"startAtUnixTime,omitempty"`
	Message string `json:"message,omitempty"` // as text
}

// Reject implements httpapi.Handler.
func (r *Server) Reject(w http.ResponseWriter, code int, words string) {
	httpapi.JSON(w, code, status{Status: RequestNotAccepted, Message: words})
}

// ServeHTTP implements httpapi.Handler.
func (r *Server) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	if words, locked := httpapi.LockedOut(w, request); locked {
		r.Reject(w, http.StatusTooManyRequests, words)
		return
	}
	s := r.seatOf(request)
	if s == nil {
		httpapi.JSON(w, http.StatusUnauthorized, status{Status: InvalidToken})
		return
	}
	s.joined()
	path := strings.Split(strings.Trim(request.URL.Path, "/"), "/")
	switch {
	case len(path) == 1 && path[0] == "ping":
		r.only(w, request, http.MethodGet, func() { httpapi.JSON(w, http.StatusOK, status{Status: StatusOK}) })
	case len(path) == 1 && path[0] == "matches":
		r.only(w, request, http.MethodGet, func() { s.list(request.Context(), w, r.match) })
	case len(path) == 2 && path[0] == "matches":
		r.only(w, request, http.MethodGet, func() { r.ofMatch(w, path[1], func(http.ResponseWriter) { s.show(w) }) })
	case len(path) == 3 && path[0] == "matches" && path[2] == "action":
		r.only(w, request, http.MethodPost, func() {
			r.ofMatch(w, path[1], func(w http.ResponseWriter) { s.post(w, request) })
		})
	default:
		words := "there are /ping, /matches, /matches/{id} and /matches/{id}/action"
		if near := httpapi.Nearest(request, "GET /ping", "GET /matches", "GET /matches/{id}", "POST /matches/{id}/action"); near != "" {
			words = "use " + near + "; " + words
		}
		httpapi.JSON(w, http.StatusNotFound, status{Status: NotFound, Message: words})
	}
}

// only answers requests of one method. HEAD is a GET without a body.
func (r *Server) only(w http.ResponseWriter, request *http.Request, method string, answer func()) {
	if request.Method == method || request.Method == http.MethodHead && method == http.MethodGet {
		answer()
		return
	}
	w.Header().Set("Allow", method)
	httpapi.JSON(w, http.StatusMethodNotAllowed, status{Status: MethodNotAllowed, Message: "use " + method})
}

// ofMatch answers for the match of that number.
func (r *Server) ofMatch(w http.ResponseWriter, number string, answer func(http.ResponseWriter)) {
	if n, err := strconv.Atoi(number); err != nil || n != r.match {
		httpapi.JSON(w, http.StatusBadRequest, status{Status: InvalidMatches})
		return
	}
	answer(w)
}
