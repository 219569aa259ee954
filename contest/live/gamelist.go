package live

import (
	"slices"
	"sync"
)

// keptGames limits how many games that are over are in memory.
const keptGames = 64

// gameList holds the games in memory, by their keys: those in play, and the last that were. It is safe for concurrent
// use.
type gameList struct {
	mu    sync.Mutex
	byKey map[string]*GameFeed
	order []string // of the keys, that of the oldest game first
}

// add puts a game behind the others, whose viewers it tells, and returns the games that it forgets: the oldest that
// are over.
func (l *gameList) add(g *GameFeed) (forgotten []*GameFeed) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := len(l.order); n > 0 {
		l.byKey[l.order[n-1]].follow(g.key)
	}
	if l.byKey == nil {
		l.byKey = map[string]*GameFeed{}
	}
	if l.byKey[g.key] == nil {
		l.order = append(l.order, g.key)
	}
	l.byKey[g.key] = g
	over := 0
	for _, key := range l.order {
		if l.byKey[key].Over() {
			over++
		}
	}
	for i := 0; over > keptGames && i < len(l.order); {
		key := l.order[i]
		if !l.byKey[key].Over() {
			i++
			continue
		}
		forgotten = append(forgotten, l.byKey[key])
		delete(l.byKey, key)
		l.order = slices.Delete(l.order, i, i+1)
		over--
	}
	return forgotten
}

// get returns the game with a key, nil where there is none.
func (l *gameList) get(key string) *GameFeed {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.byKey[key]
}

// newest returns the game that began last, nil when there is none.
func (l *gameList) newest() *GameFeed {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.order) == 0 {
		return nil
	}
	return l.byKey[l.order[len(l.order)-1]]
}

// all returns the games, the oldest first.
func (l *gameList) all() []*GameFeed {
	l.mu.Lock()
	defer l.mu.Unlock()
	games := make([]*GameFeed, 0, len(l.order))
	for _, key := range l.order {
		games = append(games, l.byKey[key])
	}
	return games
}

// InMemory returns the game with a key that is in play, or was not long ago; nil where there is none.
func (s *Site) InMemory(key string) *GameFeed { return s.games.get(key) }

// AllInMemory returns those games, the oldest first.
func (s *Site) AllInMemory() []*GameFeed { return s.games.all() }

// Newest returns the game that began last, nil where there is none.
func (s *Site) Newest() *GameFeed { return s.games.newest() }
