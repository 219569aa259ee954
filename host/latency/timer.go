package latency

import (
	"context"
	"errors"
	"time"

	"github.com/loopline/loopline/host/stalls"
)

// Subject is a player that is timed, and the games that it plays for it.
type Subject interface {
	// Open opens the player, unless it is open.
	Open(context.Context) error
	Close()
	// Cycles counts the clock of a player whose time is simulated, for its last
	// answer; ok is false of any other.
	Cycles() (count int64, took time.Duration, ok bool)
	// Floor measures the floor of the transport into the timer's Run, where the
	// game has a question that needs no thought.
	Floor(context.Context, *Timer) error
	// Play plays game n, from 0, and hands each answer to Timer.Take; it may end
	// the game when Timer.Enough. Strayed says that the player left its script.
	Play(ctx context.Context, n int, t *Timer) (strayed bool, err error)
}

// Timer times the answers of a Subject. The fields are set before Time, which is
// called once; Close ends it. A Timer is not safe for concurrent use.
type Timer struct {
	Run     Run // its settings, and what was timed
	Subject Subject
	Games   int // to play
	Count   int // answers after which to stop; 0 plays all games

	// Heard gets each answer, after its game, and Ticked how many there
	// are, at once; nil are not told.
	Heard  func(*Sample)
	Ticked func(answers int)

	stalls *stalls.Detector // nil when time is simulated
}

// Close closes the player and returns what was timed, whatever ended it.
func (t *Timer) Close() *Run {
	t.Subject.Close()
	if t.stalls != nil {
		t.stalls.Close()
	}
	t.Run.End = time.Now()
	return &t.Run
}

// Time measures the floor and times the games. Its error is the Subject's: that
// of a player that fails is a *check.PlayerError.
func (t *Timer) Time(ctx context.Context) error {
	t.Run.Estimator.Wire, t.Run.Start = t.Run.Wire, time.Now()
	if err := t.Subject.Open(ctx); err != nil {
		return err
	}
	if !t.Simulated() {
		t.stalls = stalls.Start()
	}
	err := t.Subject.Floor(ctx, t)
	for n := 0; n < t.Games && err == nil && !t.Enough(); n++ {
		err = t.play(ctx, n)
	}
	switch {
	case errors.Is(err, context.Canceled):
		t.Run.Partial = "interrupted"
	case err != nil:
		t.Run.Partial = err.Error()
	}
	return err
}

// Simulated reports whether the player counts its own time.
func (t *Timer) Simulated() bool {
	_, _, ok := t.Subject.Cycles()
	return ok
}

// Enough reports whether as many answers were timed as are wanted.
func (t *Timer) Enough() bool { return t.Count > 0 && len(t.Run.Answers) >= t.Count }

// play plays one game and keeps its answers.
func (t *Timer) play(ctx context.Context, n int) error {
	first := len(t.Run.Answers)
	strayed, err := t.Subject.Play(ctx, n, t)
	answers := t.Run.Answers[first:]
	if t.stalls != nil {
		MarkStalls(answers, t.stalls.Stalls)
	}
	if strayed && len(answers) > 0 {
		t.Run.Strayed++
	}
	if t.Heard != nil {
		for _, a := range answers {
			t.Heard(a)
		}
	}
	if err == nil {
		t.Run.Games++
	}
	return err
}

// Take keeps the answer that the player has just given.
func (t *Timer) Take(group string, e Exchange, labels []Label) {
	a := &Sample{Group: group, Exchange: e, Labels: labels}
	if count, took, ok := t.Subject.Cycles(); ok {
		a.Cycles = &Cycles{Count: count, Took: took}
	}
	a.Estimate = t.Run.Estimator.Estimate(&a.Exchange)
	t.Run.Answers = append(t.Run.Answers, a)
	if t.Ticked != nil {
		t.Ticked(len(t.Run.Answers))
	}
}
