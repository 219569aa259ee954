package host

import (
	"bytes"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/tier"
)

// coded is the record of a short match in fake time, with a line of every kind that a
// player can bring about.
func coded(t *testing.T) string {
	t.Helper()
	var text string
	synctest.Test(t, func(t *testing.T) {
		board := hosttest.New(func(f *fake, text string) {
			f.Say(0, text+"\n")
			if text == "-T" {
				f.Say(0, "boot \"\\\t\x01\n")
			}
			coder(f, text)
			if text == "go" {
				f.Say(1500*time.Microsecond, "stray\n")
			}
		})
		mute := 0
		m := between(code, board, hosttest.New(func(f *fake, text string) {
			if mute++; mute < 4 {
				coder(f, text)
			}
		}))
		m.Limits = map[string]time.Duration{"move": second, "code": second}
		m.Options = map[string]string{"b": "x", "a": "ü\n"}
		m.Log(0, "stderr")
		_, text = played(t, m)
	})
	return text
}

// The tests of the record's format read what a match still writes.
func TestSample(t *testing.T) {
	text, err := os.ReadFile("record/testdata/sample.jsonl")
	require.NoError(t, err)
	zone := regexp.MustCompile(`"time":"[^"]*"`)
	require.Equal(t, reseal(zone.ReplaceAllString(string(text), "")), reseal(zone.ReplaceAllString(coded(t), "")))
}

func TestEachEventIsOneWrite(t *testing.T) {
	var writes writeCounter
	m := between(rounds(3, second), hosttest.Answering("ok", 0))
	events := 0
	m.Record, m.Watch = &writes, func(record.Event) { events++ }
	_, err := m.Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1+3*3+1, events)
	require.Equal(t, events, writes.whole)
	require.Zero(t, writes.broken)
}

type writeCounter struct{ whole, broken int }

func (w *writeCounter) Write(p []byte) (int, error) {
	if bytes.Count(p, []byte{'\n'}) == 1 && p[len(p)-1] == '\n' {
		w.whole++
	} else {
		w.broken++
	}
	return len(p), nil
}

// failing is a disk that is full after some writes.
type failing struct {
	left int
	buf  bytes.Buffer
}

var errFull = errors.New("write game.jsonl: no space left on device")

func (w *failing) Write(p []byte) (int, error) {
	if w.left--; w.left < 0 {
		return 0, errFull
	}
	return w.buf.Write(p)
}

func TestDiskFull(t *testing.T) {
	const events = 1 + 3*2 + 1
	for left := range events {
		m := between(rounds(2, second), hosttest.Answering("ok", 0))
		disk := &failing{left: left}
		m.Record = disk
		v, err := m.Run(t.Context())
		require.ErrorIs(t, err, errFull)
		if left == events-1 {
			require.Equal(t, "done", v.Reason, "the game was finished")
			continue
		}
		require.True(t, v.Void)
		require.Contains(t, v.Detail, "game.jsonl")
		games, err := record.Read(&disk.buf)
		require.NoError(t, err)
		require.LessOrEqual(t, len(games), 1)
	}
}

// A record cut at any byte verifies as far as it goes.
func TestCutRecordsVerify(t *testing.T) {
	tier.NoRace(t)
	first := coded(t)
	text := reseal(first + first)[:len(first)*5/4]
	for cut := 0; cut < len(text); cut += 16 {
		games, err := record.Read(strings.NewReader(text[:cut]))
		require.NoError(t, err, "cut at %d", cut)
		for i := range games {
			_, err := Verify(&games[i], code)
			require.NoError(t, err, "cut at %d", cut)
		}
	}
}
