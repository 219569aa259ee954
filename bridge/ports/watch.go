package ports

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/loopline/loopline/bridge/devices"
)

// Watch prints how the ports differ from those that were there before.
type Watch struct {
	Out  io.Writer
	JSON bool // prints objects with an event and a port

	before map[string]devices.Port // by identity
}

type event struct {
	Event string       `json:"event"`
	Port  devices.Port `json:"port"`
}

// Poll prints what has been added, removed and changed since the last look.
func (w *Watch) Poll() error {
	ports, err := All()
	if err != nil {
		return err
	}
	now := make(map[string]devices.Port, len(ports))
	for _, p := range ports {
		key := title(p) + " " + p.USBPath
		now[key] = p
		old, known := w.before[key]
		switch {
		case !known:
			err = w.tell("added", p)
		case !equalJSON(old, p):
			err = w.tell("changed", p)
		}
		if err != nil {
			return err
		}
	}
	for key, p := range w.before {
		if _, still := now[key]; still {
			continue
		}
		if err := w.tell("removed", p); err != nil {
			return err
		}
	}
	w.before = now
	return nil
}

func (w *Watch) tell(what string, p devices.Port) error {
	if w.JSON {
		return json.NewEncoder(w.Out).Encode(event{what, p})
	}
	sign := map[string]string{"added": "+", "removed": "-", "changed": "~"}[what]
	_, err := fmt.Fprintf(w.Out, "%s %s  %s  %s  %s\n", sign, title(p), board(p), openable(p), p.Address())
	return err
}

func equalJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}

// OnChange calls look now, and again whenever devices may have come or gone,
// until ctx ends or look returns an error.
func OnChange(ctx context.Context, look func() error) error {
	hotplug := devices.WatchHotplug()
	defer hotplug.Close()
	for {
		if err := look(); err != nil {
			return err
		}
		if err := hotplug.Wait(ctx); err != nil {
			return err
		}
	}
}
