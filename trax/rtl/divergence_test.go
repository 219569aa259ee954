package rtl

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// TestFieldsOfForcedTile: a tile that lies as it should, with the wrong mark of forced
// play, is neither missing nor too many.
func TestFieldsOfForcedTile(t *testing.T) {
	tile := func(col int, forced bool) trax.Placement {
		return trax.Placement{Cell: trax.Cell{Col: col, Row: 3}, Tile: trax.Tile(0b0110), Forced: forced}
	}
	for _, c := range []struct {
		name      string
		want, got []trax.Placement
		fields    []string
	}{
		{"low", []trax.Placement{tile(1, false), tile(2, true)}, []trax.Placement{tile(1, false), tile(2, false)},
			[]string{"trace_forced_o is low with tile B3s, it should be high"}},
		{"high", []trax.Placement{tile(1, false)}, []trax.Placement{tile(1, true)},
			[]string{"trace_forced_o is high with tile A3s, it should be low"}},
		{"missing", []trax.Placement{tile(1, false), tile(2, true)}, []trax.Placement{tile(1, false)},
			[]string{"tile B3s (forced) is missing"}},
		{"twice", []trax.Placement{tile(1, false)}, []trax.Placement{tile(1, false), tile(1, true)},
			[]string{"tile A3s (forced) should not be there"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := Divergence{Want: Result{Placed: c.want}, Got: Result{Placed: c.got}}
			require.Equal(t, c.fields, d.Fields())
		})
	}
}
