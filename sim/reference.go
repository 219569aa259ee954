package sim

import (
	"maps"
	"strconv"

	"github.com/loopline/loopline/sim/sources"
)

// Reference returns how a reference board is simulated: the settings with a source,
// its top, and the parameters ClockHz and Baud that follow from its clock and baud
// rate, unless the settings have them.
func (c BoardConfig) Reference(source sources.Source, top string) BoardConfig {
	params := map[string]string{
		"ClockHz": strconv.FormatFloat(c.Clock, 'f', 0, 64),
		"Baud":    strconv.FormatFloat(c.Baud, 'f', 0, 64),
	}
	maps.Copy(params, c.Params)
	c.Source, c.Top, c.Params = source, top, params
	return c
}
