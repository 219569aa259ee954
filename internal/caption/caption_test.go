package caption

import (
	"encoding/xml"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestName(t *testing.T) {
	text, size := Name("Ann", 200, 28, 18)
	require.Equal(t, "Ann", text)
	require.Equal(t, 28, size)

	name := strings.Repeat("札幌工業高校情報技術", 2)
	text, size = Name(name, 20*20, 28, 18)
	require.Equal(t, name, text)
	require.Equal(t, 19, size) // 20 letters and a pixel for what is rounded

	text, size = Name(name, 180, 28, 18)
	require.Equal(t, "札幌工業高校情報技…", text)
	require.Equal(t, 18, size)

	text, _ = Name("<&>\x00\u0085 Team", 400, 28, 18)
	require.Equal(t, "&lt;&amp;&gt; Team", text)
	text, _ = Name("Team of Sapporo", 110, 18, 18)
	require.Equal(t, "Team of…", text)
	for _, room := range []int{0, -5, 3} {
		text, _ = Name(name, room, 28, 18)
		require.Equal(t, "…", text)
	}
}

// Whatever a name is, it fits the room, unless that is smaller than an ellipsis.
func FuzzName(f *testing.F) {
	f.Add("札幌", 100, 28)
	f.Add("<W>\xff\u202e", 60, 20)
	f.Fuzz(func(t *testing.T, name string, room, most int) {
		most = 10 + most&31
		room = 40 + room&1023
		text, size := Name(name, room, most, 10)
		require.True(t, utf8.ValidString(text))
		var plain string
		require.NoError(t, xml.Unmarshal([]byte("<a>"+text+"</a>"), &plain))
		require.LessOrEqual(t, Width(plain, size), room+1)
	})
}
