package ports

import "github.com/loopline/loopline/bridge/devices"

// findings returns nil: macOS reports none of the problems.
func findings([]devices.Port) []Finding { return nil }
