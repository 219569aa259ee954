package bridgetest

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/lines"
)

const tape = `{"start":"2026-11-20T20:13:05Z","name":"white"}
{"us":10,"dir":"in","text":"boot\r\n"}
{"us":20,"dir":"out","text":"-W\n"}
{"us":30,"dir":"in","hex":"00ff"}
{"us":31,"dir":"in","text":"@0/\n"}
{"us":40,"event":"end","detail":"unplugged"}
{"us":41,"dir":"i`

func TestPlaybackGivesTheSessionAgain(t *testing.T) {
	NoLeaks(t)
	p, err := NewPlayback(strings.NewReader(tape))
	require.NoError(t, err)
	line := lines.New(p, lines.Config{})
	defer line.Close()
	require.Equal(t, "boot", receive(t, line))
	_, _, err = line.Send(t.Context(), "-W")
	require.NoError(t, err)
	require.Equal(t, "\x00\xff@0/", receive(t, line))
	require.ErrorIs(t, receiveError(t, line), io.EOF)
	require.Empty(t, p.Remaining())
}

func TestPlaybackNoticesOtherBytes(t *testing.T) {
	p, err := NewPlayback(strings.NewReader(tape))
	require.NoError(t, err)
	n, err := p.Write([]byte("-B\n"))
	require.Equal(t, 1, n)
	require.ErrorContains(t, err, `wrote 'B' where the tape has 'W'`)
	_, again := p.Read(make([]byte, 8))
	require.Equal(t, err, again)
	require.Contains(t, string(p.Remaining()), "boot")
	require.NoError(t, p.Close())
}

func TestPlaybackRefusesABrokenTape(t *testing.T) {
	for name, text := range map[string]string{
		"broken in the middle": `{"us":` + "\n" + `{"us":1,"dir":"in","text":"x"}`,
		"bad hex":              `{"dir":"in","hex":"0g"}` + "\n{}\n",
		"bytes lost":           `{"event":"lost","lost":4}` + "\n{}\n",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := NewPlayback(strings.NewReader(text))
			require.ErrorContains(t, err, "tap line 1")
		})
	}
}

func TestTapOfASessionPlaysBack(t *testing.T) {
	var taped bytes.Buffer
	address := StartPlayer(t, "exec", "good", "echo", scripts())
	line := lines.New(lines.NewTap(open(t, address, bridge.Options{}),
		"white", &taped), lines.Config{})
	talkThrough(t, line)
	require.NoError(t, line.Close())

	p, err := NewPlayback(&taped)
	require.NoError(t, err)
	again := lines.New(p, lines.Config{})
	talkThrough(t, again)
	require.NoError(t, again.Close())
	require.Empty(t, p.Remaining())
}

func talkThrough(t *testing.T, line *lines.Line) {
	for _, text := range []string{"one", "tw\x00o", "drei é"} {
		_, _, err := line.Send(t.Context(), text)
		require.NoError(t, err)
		require.Equal(t, text, receive(t, line))
	}
}
