package web

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/loopline/loopline/games/api"
	"github.com/loopline/loopline/games/jsonvalue"
	"github.com/loopline/loopline/games/kakomimasu/contest"
)

// who is a player as clients see it.
type who struct {
	index          int
	id, spec, kind string
}

// players are those that clients see: the seats here that have joined and, once
// the game has begun, all others.
func (w *Wire) players() (all []who) {
	count := 0
	if w.match.opening != nil {
		count = w.match.opening.Board.Players
	}
	for index := range max(count, len(contest.SeatNames)) {
		at := slices.IndexFunc(w.seats, func(s *seat) bool { return s.index == index && s.joined })
		switch {
		case at >= 0:
			s := w.seats[at]
			all = append(all, who{index, s.id, s.spec, s.kind})
		case index < count:
			all = append(all, who{index, contest.SeatNames[index], "", "guest"})
		}
	}
	return all
}

// joined is the answer to who joins.
type joined struct {
	UserID string `json:"userId"`
	Spec   string `json:"spec"`
	GameID string `json:"gameId"`
	Index  int    `json:"index"`
	PIC    string `json:"pic,omitempty"`
}

// join seats a client: at the match of an id, at any that is free, or against an
// AI, which is whoever sits at the other seats.
func (w *Wire) join(rw http.ResponseWriter, r *http.Request, id string) *fault {
	v, f := object(r)
	if f != nil {
		return f
	}
	ai, guest := word(v, "aiName"), word(v, "guestName")
	spec, dry := word(v, "spec"), truth(v, "dryRun")
	switch {
	case v.Err() != nil:
		return faultRequest.with(v.Err().Error())
	case id == "ai" && !isAI(ai):
		return faultNoAI
	case id != "free" && id != "ai" && id != w.match.id:
		return faultNoGame
	}
	return w.seatClient(rw, r, guest, spec, dry, false)
}

// isAI reports whether a name is one of those that clients know.
func isAI(name string) bool { return slices.Contains([]string{"none", "a1", "a2", "a3", "a4"}, name) }

// joinOld seats a client of 2021.
func (w *Wire) joinOld(rw http.ResponseWriter, r *http.Request) *fault {
	v, f := object(r)
	if f != nil {
		return f
	}
	spec, id, dry := word(v, "spec"), word(v, "gameId"), false
	if has(v, "option") {
		dry = truth(v.Key("option"), "dryRun")
	}
	var ai jsonvalue.Value
	if truth(v, "useAi") {
		if ai = v.Key("aiOption"); v.Err() == nil && !isAI(word(ai, "aiName")) {
			return faultNoAI
		}
	}
	switch {
	case v.Err() != nil:
		return faultRequest.with(v.Err().Error())
	case id != "" && id != w.match.id:
		return faultNoGame
	}
	return w.seatClient(rw, r, "", spec, dry, true)
}

// seatClient gives a client its seat: that of its token, or else the first that
// is free and wants none.
func (w *Wire) seatClient(rw http.ResponseWriter, r *http.Request, guest, spec string, dry, old bool) *fault {
	credentials := api.Credentials(r)
	w.mu.Lock()
	defer w.mu.Unlock()
	s, f := w.seatFor(credentials)
	if f != nil {
		return f
	}
	if !s.joined {
		if dry {
			api.JSON(rw, http.StatusOK, joined{UserID: guest, Spec: spec, GameID: w.match.id, Index: s.index, PIC: "000000"})
			return nil
		}
		s.joined, s.spec, s.kind, s.id = true, spec, "account", guest
		if s.token == "" {
			s.kind = "guest"
		}
		if s.id == "" {
			s.id = fmt.Sprintf("player-%d", s.index+1)
		}
		w.match.changed()
		close(s.ready)
		w.tell()
	}
	answer := joined{s.id, s.spec, w.match.id, s.index, s.pic}
	if old {
		answer.PIC = ""
	}
	api.JSON(rw, http.StatusOK, answer)
	return nil
}

// seatFor is the seat that a client may have. Its own it may have again.
func (w *Wire) seatFor(credentials []string) (*seat, *fault) {
	tokens := false
	for _, s := range w.seats {
		if api.Same(s.token, credentials) || s.joined && api.Same(s.pic, credentials) {
			return s, nil
		}
		tokens = tokens || s.token != ""
	}
	for _, s := range w.seats {
		if s.token == "" && !s.joined {
			return s, nil
		}
	}
	if tokens {
		return nil, faultUnauthorized
	}
	return nil, faultNotFree
}
