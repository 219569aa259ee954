//go:build !linux

package sandbox

// places is empty: this system has no control groups.
type places struct{}

func findPlaces() places { return places{} }

// room is unknown.
func (places) room() int64 { return 0 }

// prune does nothing.
func (places) prune() {}
