package natsconn

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// keysEvery is the interval between looks at the keys.
const keysEvery = time.Second

// watchKeys loads added and revoked keys, and a new certificate, into the server.
// Programs with a revoked key are disconnected. It ends with the server.
func (s *Server) watchKeys(o ServerOptions) {
	tick := time.NewTicker(keysEvery)
	defer tick.Stop()
	before := s.keys
	for {
		select {
		case <-tick.C:
		case <-s.stopped:
			return
		}
		now := o.stamped()
		if now == before {
			continue
		}
		before = now
		if err := s.rekey(o); err != nil {
			o.notify(fmt.Sprintf("keys of %s: %v; the server goes on with those of before", o.Keys, err))
			continue
		}
		o.notify("the keys of " + o.Keys + " have changed")
	}
}

// stamped is when the keys were written, in a form that shows every change; empty where
// there are none.
func (o *ServerOptions) stamped() string {
	info, err := os.Stat(filepath.Join(o.Keys, usersFile))
	if err != nil {
		return ""
	}
	return fmt.Sprint(info.ModTime().UnixNano(), info.Size())
}

// rekey has the server read its keys again.
func (s *Server) rekey(o ServerOptions) error {
	config, err := o.config()
	if err != nil {
		return err
	}
	options, err := o.options(config)
	if err != nil {
		return err
	}
	return s.nats.ReloadOptions(options)
}
