package natsconn

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

// log passes on the server's warnings and keeps its last error.
type log struct {
	say  func(text string)
	full chan<- struct{} // gets something when a disk is full
	mu   sync.Mutex
	last string
	told time.Time // when it was last passed on that a disk is full
}

// fullEvery is the least time between two messages that a disk is full.
const fullEvery = time.Minute

// why is the last error as one.
func (l *log) why() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.last == "" {
		return errors.New("it says nothing about it")
	}
	return errors.New(l.last)
}

// Errorf is an error of the server.
func (l *log) Errorf(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	full := isFull(text)
	l.mu.Lock()
	l.last = text
	again := full && !l.told.IsZero() && time.Since(l.told) < fullEvery
	if full && !again {
		l.told = time.Now()
	}
	l.mu.Unlock()
	if full {
		select {
		case l.full <- struct{}{}:
		default:
		}
	}
	if !again {
		l.pass(text)
	}
}

// Fatalf is an error after which the server does not run.
func (l *log) Fatalf(format string, v ...any) { l.Errorf(format, v...) }

// Warnf is a warning of the server.
func (l *log) Warnf(format string, v ...any) { l.pass(fmt.Sprintf(format, v...)) }

// Noticef drops the server's notices.
func (l *log) Noticef(string, ...any) {}

// Debugf is for who works on the server.
func (l *log) Debugf(string, ...any) {}

// Tracef is for who works on the server.
func (l *log) Tracef(string, ...any) {}

func (l *log) pass(text string) {
	if l.say != nil {
		l.say("server: " + text)
	}
}
