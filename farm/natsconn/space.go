package natsconn

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// After its disk was full, a store is reopened when minFree is free, which is checked
// at this interval.
const (
	roomNeeded = 32 << 20
	roomEvery  = time.Second
)

// isFull reports whether an error of the server says that a disk is full. It tells so
// by no other way, and takes nothing until it is started again.
func isFull(text string) bool { return strings.Contains(text, "no space left") }

// watchSpace waits for the disk to be full, and opens the store again when there is room.
// It ends with the server.
func (s *Server) watchSpace(o ServerOptions) {
	var told time.Time
	for {
		select {
		case <-s.full:
		case <-s.stopped:
			return
		}
		again := !told.IsZero() && time.Since(told) < fullEvery
		if !again {
			told = time.Now()
			o.notify(fmt.Sprintf("the disk of the store %s is full: free some space there, %d kB or more; nothing that is kept is lost, "+
				"and workers keep their results until then", o.Store, o.minFree()>>10))
		}
		if !s.waitForSpace(o, again) {
			return
		}
	}
}

// waitForSpace opens the store again when there is room, and says so, unless quietly: it was full a moment ago.
// False is the end of the server.
func (s *Server) waitForSpace(o ServerOptions, quietly bool) bool {
	var told time.Time
	tick := time.NewTicker(roomEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-s.stopped:
			return false
		}
		if !hasSpace(o.Store, o.minFree()) {
			continue
		}
		if err := s.reopen(o); err != nil {
			if told.IsZero() || time.Since(told) >= fullEvery {
				told = time.Now()
				o.notify(fmt.Sprintf("the store %s does not open: %v; trying again", o.Store, err))
			}
			continue
		}
		if !quietly {
			o.notify(fmt.Sprintf("the store %s takes results again", o.Store))
		}
		return true
	}
}

// reopen restarts JetStream; connections stay. Errors of the disk from before are
// cleared.
func (s *Server) reopen(o ServerOptions) error {
	if err := s.nats.ShutdownJetStream(); err != nil {
		return err
	}
	select {
	case <-s.full:
	default:
	}
	return s.nats.EnableJetStream(&server.JetStreamConfig{StoreDir: o.Store, MaxStore: o.most()}) // the rest is as it was
}

// hasSpace reports whether a file of a size can be written in a folder.
func hasSpace(dir string, size int64) bool {
	name := filepath.Join(dir, "room.tmp")
	defer os.Remove(name)
	f, err := os.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return false
	}
	block := make([]byte, 64<<10)
	for ; size > 0 && err == nil; size -= int64(len(block)) {
		_, err = f.Write(block)
	}
	return errors.Join(err, f.Sync(), f.Close()) == nil
}

// minFree returns the required free space in bytes.
func (o *ServerOptions) minFree() int64 {
	if o.MinFree > 0 {
		return o.MinFree
	}
	return roomNeeded
}

// most returns the largest size of the store in bytes.
func (o *ServerOptions) most() int64 {
	if o.MaxStore > 0 {
		return o.MaxStore
	}
	return math.MaxInt64 / 2
}

func (o *ServerOptions) notify(text string) {
	if o.Notify != nil {
		o.Notify(text)
	}
}
