package bridgetest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/internal/tier"
)

// heard is what a player is heard to answer to "ask": lines, and how it ends.
type heard struct {
	lines []string
	end   string // late, gone or garbled, or empty when all lines came
}

// expected is what each player does with the echo script over any wire.
func expected() map[string]heard {
	ask := []string{"ask"}
	return map[string]heard{
		"good": {ask, ""}, "slow": {ask, ""}, "drip": {ask, ""},
		"late": {nil, "late"}, "silent": {nil, "late"}, "deaf": {nil, "late"},
		"babble": {[]string{"thinking", "still thinking", "done", "ask"}, ""},
		"flood":  {[]string{"all work and no play"}, "garbled"},
		"crash":  {nil, "gone"}, "half-line": {nil, "gone"},
		"cheat":          {[]string{"cheated"}, ""},
		"nul":            {[]string{"\x00ask\x00\x00"}, ""},
		"utf8":           {[]string{"aské環\xff\xfe\xc3"}, ""},
		"long-line":      {nil, "garbled"},
		"echo":           {[]string{"ask", "ask"}, ""},
		"banner":         {[]string{"boot v1.0", "self test ok", "> ready", "ask"}, ""},
		"cr":             {ask, ""},
		"crlf":           {ask, ""},
		"trailing-space": {[]string{"ask "}, ""},
	}
}

func TestPlayersOverEveryWire(t *testing.T) {
	tier.Slow(t)
	for _, p := range Players() {
		want, ok := expected()[p.Name]
		require.True(t, ok, "%s is not expected", p.Name)
		require.NotEmpty(t, p.About)
		for _, w := range Transports() {
			t.Run(p.Name+"/"+w.Name, func(t *testing.T) {
				NoLeaks(t)
				address := StartPlayer(t, w.Name, p.Name, "echo", scripts())
				line := lines.New(open(t, address, bridge.Options{}),
					lines.Config{Dialect: lines.SpaceEnded})
				defer line.Close()
				_, _, err := line.Send(t.Context(), "ask")
				require.NoError(t, err)
				require.Equal(t, want, hear(t, line, want))
			})
		}
	}
}

// hear receives as many lines as are wanted, and the end if one is.
func hear(t *testing.T, line *lines.Line, want heard) heard {
	limit := suiteWait
	if want.end == "late" {
		limit = 100 * time.Millisecond
	}
	var got heard
	for {
		if want.end == "" && len(got.lines) == len(want.lines) {
			return got
		}
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		text, _, _, err := line.Receive(ctx)
		cancel()
		if err != nil {
			got.end = kindOf(err)
			return got
		}
		if want.end == "garbled" {
			// So slowly that the queue runs full.
			time.Sleep(100 * time.Microsecond)
			if len(got.lines) == len(want.lines) {
				continue
			}
		}
		got.lines = append(got.lines, text)
	}
}

func kindOf(err error) string {
	var garbled interface{ Garbled() []byte }
	switch {
	case errors.As(err, &garbled):
		return "garbled"
	case errors.Is(err, context.DeadlineExceeded):
		return "late"
	}
	return "gone"
}

func TestGoodAnswersComeFirst(t *testing.T) {
	NoLeaks(t)
	// Where others keep the machine busy the end of a process may come too long behind
	// that of its output, which is told otherwise: then it is tried again.
	said := endOfGood(t)
	for try := 0; try < 4 && said == "process closed its output but runs on"; try++ {
		said = endOfGood(t)
	}
	require.Equal(t, "process exited with status 3", said)
}

// endOfGood is why a line ends whose player crashes behind two good answers.
func endOfGood(t *testing.T) string {
	address := StartPlayer(t, "exec", "crash", "two good", scripts())
	line := lines.New(open(t, address, bridge.Options{}), lines.Config{})
	defer line.Close()
	for _, text := range []string{"one", "two"} {
		_, _, err := line.Send(t.Context(), text)
		require.NoError(t, err)
		require.Equal(t, text, receive(t, line))
	}
	_, _, err := line.Send(t.Context(), "three")
	require.NoError(t, err)
	return receiveError(t, line).Error()
}

func TestPlayerNamedRefusesOthers(t *testing.T) {
	_, err := PlayerNamed("nobody")
	require.ErrorContains(t, err, "nobody")
	names := make(map[string]bool)
	for _, p := range Players() {
		require.False(t, names[p.Name], "%s twice", p.Name)
		require.Equal(t, strings.ToLower(p.Name), p.Name)
		names[p.Name] = true
	}
}
