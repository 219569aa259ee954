package web

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/loopline/loopline/games/httpapi"
	"github.com/loopline/loopline/games/jsonvalue"
	"github.com/loopline/loopline/games/kakomimasu/referee"
)

// clientInfo is a player as clients see it.
type clientInfo struct {
	player         int // of the game, or none
	id, spec, kind string
}

// players returns the players visible to clients: the seats here that have joined and, once
// the game has begun, all others. A seat whose entrant is not there is one of a player that
// never acts.
func (w *Handler) players() (all []clientInfo) {
	places := w.match.atPlaces()
	for index, name := range referee.SeatNames {
		player := none
		if index < len(places) {
			player = places[index]
		}
		at := slices.IndexFunc(w.seats, func(s *seat) bool { return s.index == index && s.joined })
		switch {
		case at >= 0 && (places == nil || index < len(places)):
			s := w.seats[at]
			all = append(all, clientInfo{player, s.id, s.spec, s.kind})
		case index < len(places):
			all = append(all, clientInfo{player, name, "", "guest"})
		}
	}
	return all
}

// joinReply is the answer to who joins.
type joinReply struct {
	UserID string `json:"userId"`
	Spec   string `json:"spec"`
	GameID string `json:"gameId"`
	Index  int    `json:"index"`
	PIC    string `json:"pic,omitempty"`
}

// seatReply is the answer to who joins a server of Loopline: its long secret is as good as
// the player code, and can't be guessed.
type seatReply struct {
	joinReply
	Secret string `json:"token,omitempty"`
}

type joinRequest struct {
	guest, spec string // its names
	dry         bool   // it only asks whether it could
	ai          bool   // against an AI
	old         bool   // as in 2021
}

// join seats a client: at the match of an id, at any that is free, or against an
// AI, which is whoever sits at the other seats.
func (w *Handler) join(rw http.ResponseWriter, r *http.Request, id string) *fault {
	v, f := object(r)
	if f != nil {
		return f
	}
	ai := word(v, "aiName")
	j := joinRequest{guest: word(v, "guestName"), spec: word(v, "spec"), dry: truth(v, "dryRun"), ai: id == "ai"}
	switch {
	case v.Err() != nil:
		return faultRequest.with(v.Err().Error())
	case j.ai && !isAI(ai):
		return faultNoAI
	case id != "free" && !j.ai && id != w.match.id:
		return faultNoGame
	}
	return w.seatClient(rw, r, &j)
}

// isAI reports whether a name is one of those that clients know.
func isAI(name string) bool { return slices.Contains([]string{"none", "a1", "a2", "a3", "a4"}, name) }

// joinOld seats a client of 2021.
func (w *Handler) joinOld(rw http.ResponseWriter, r *http.Request) *fault {
	v, f := object(r)
	if f != nil {
		return f
	}
	id, j := word(v, "gameId"), joinRequest{spec: word(v, "spec"), old: true}
	if has(v, "option") {
		j.dry = truth(v.Key("option"), "dryRun")
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
	return w.seatClient(rw, r, &j)
}

// seatClient gives a client its seat: that of its token, or else the first that
// is free and wants none.
func (w *Handler) seatClient(rw http.ResponseWriter, r *http.Request, j *joinRequest) *fault {
	if f := refused(rw, r, nil); f != nil {
		return f
	}
	answer, f := w.take(httpapi.Credentials(r), j)
	if f != nil {
		return f
	}
	if !j.dry {
		httpapi.Admit(r, referee.SeatNames[answer.Index])
	}
	if j.ai && !j.dry {
		w.awaitGame(r.Context())
	}
	if j.old {
		answer.PIC, answer.Secret = "", ""
	}
	httpapi.JSON(rw, http.StatusOK, answer)
	return nil
}

// aiWait is the time that a client that joins against an AI may wait for its answer.
const aiWait = 3 * time.Second

// awaitGame waits a while for the game to begin: clients that play an AI may
// think that it has begun when they have joined.
func (w *Handler) awaitGame(ctx context.Context) {
	timer := time.NewTimer(aiWait)
	defer timer.Stop()
	select {
	case <-w.begun:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// take takes the seat of a client. A dry run only looks whether it could.
func (w *Handler) take(credentials []string, j *joinRequest) (seatReply, *fault) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, f := w.seatFor(credentials)
	if f != nil {
		return seatReply{}, f
	}
	if !s.joined {
		if j.dry {
			return seatReply{joinReply: joinReply{j.guest, j.spec, w.match.id, s.index, "000000"}}, nil
		}
		s.joined, s.spec, s.kind, s.id = true, j.spec, "account", j.guest
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
	return seatReply{joinReply{s.id, s.spec, w.match.id, s.index, s.pic}, s.secret}, nil
}

// seatFor is the seat that a client may have. Its own it may have again.
func (w *Handler) seatFor(credentials []string) (*seat, *fault) {
	tokens := false
	for _, s := range w.seats {
		if httpapi.EqualConstantTime(s.token, credentials) || s.joined && (httpapi.EqualConstantTime(s.pic, credentials) || httpapi.EqualConstantTime(s.secret, credentials)) {
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
