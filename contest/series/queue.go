package series

import "sync"

// maxQueue bounds what may wait for a slow reader; what comes on top is lost.
const maxQueue = 1 << 20

// keptQueue bounds the room for items that is kept while few wait.
const keptQueue = 1 << 12

// queue hands items on to a function in a goroutine of its own, so that who
// gives them never waits: a match goes on when a terminal does not.
type queue[T any] struct {
	mu    sync.Mutex
	items []T
	ended bool
	lost  int
	ready chan struct{}
	done  chan struct{}
}

// newQueue calls f with each item until close. f is called from one goroutine.
func newQueue[T any](f func(T)) *queue[T] {
	q := &queue[T]{ready: make(chan struct{}, 1), done: make(chan struct{})}
	go func() {
		defer close(q.done)
		var items []T
		for range q.ready {
			var ended bool
			items, ended = q.take(items)
			for _, item := range items {
				f(item)
			}
			if ended {
				return
			}
		}
	}()
	return q
}

// take returns what waits, and keeps the room of the items taken before.
func (q *queue[T]) take(before []T) ([]T, bool) {
	if clear(before); cap(before) > keptQueue {
		before = nil
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	items := q.items
	q.items = before[:0]
	return items, q.ended
}

// push hands an item on and returns at once.
func (q *queue[T]) push(item T) {
	q.mu.Lock()
	if len(q.items) < maxQueue && !q.ended {
		q.items = append(q.items, item)
	} else {
		q.lost++
	}
	q.mu.Unlock()
	q.wake()
}

func (q *queue[T]) wake() {
	select {
	case q.ready <- struct{}{}:
	default:
	}
}

// close waits until all items were handed on. It returns how many were lost.
func (q *queue[T]) close() int {
	q.mu.Lock()
	q.ended = true
	q.mu.Unlock()
	q.wake()
	<-q.done
	return q.lost
}
