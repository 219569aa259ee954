package capture

import (
	"archive/zip"
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/record"
)

const baud = 115200

// line is the levels of a channel: bytes that begin at the given samples.
type line struct{ levels []byte }

func newLine(samples int) *line {
	return &line{bytes.Repeat([]byte{1}, samples)}
}

func (l *line) put(start int, value byte, bit float64) {
	for k := range 10 {
		level := byte((uint16(value)<<1|1<<9)>>k) & 1
		for i := start + int(float64(k)*bit); i < start+int(float64(k+1)*bit); i++ {
			l.levels[i] = level
		}
	}
}

// archive is a capture as sigrok writes it, of D0 and D1.
func archive(t *testing.T, rate string, d0, d1 *line) []byte {
	samples := make([]byte, len(d0.levels))
	for i := range samples {
		samples[i] = d0.levels[i] | d1.levels[i]<<1
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	half := len(samples) / 2
	for name, text := range map[string][]byte{
		"version":   []byte("2"),
		"metadata":  []byte("[global]\nsigrok version=0.5.2\n\n[device 1]\ncapturefile=logic-1\ntotal probes=2\nsamplerate=" + rate + "\nprobe1=D0\nprobe2=D1\nunitsize=1\n"),
		"logic-1-1": samples[:half], "logic-1-2": samples[half:],
	} {
		w, err := z.Create(name)
		require.NoError(t, err)
		_, err = w.Write(text)
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return b.Bytes()
}

func read(t *testing.T, file []byte) *Capture {
	c, err := ReadSigrok(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	return c
}

// TestShiftsComeBack: bytes with known shifts are given back to the sample.
func TestShiftsComeBack(t *testing.T) {
	const rate = 24e6
	random := rand.New(rand.NewPCG(1, 2))
	tx, rx := newLine(2_000_000), newLine(2_000_000)
	var want [2][]Sampled
	var w Wire
	var shifts []int // of rx, in samples
	for i := range 300 {
		at := 10_000 + 6000*i + random.IntN(300)
		value := byte(random.IntN(256))
		tx.put(at, value, rate/baud)
		want[0] = append(want[0], Sampled{value, at})
		w.TX = append(w.TX, Frame{value, time.Duration(at) * time.Second / rate})
		late := random.IntN(500)
		shifts = append(shifts, late)
		rx.put(at+2500, ^value, rate/baud)
		want[1] = append(want[1], Sampled{^value, at + 2500})
		w.RX = append(w.RX, Frame{^value, time.Duration(at+2500+late) * time.Second / rate})
	}
	c := read(t, archive(t, "24 MHz", tx, rx))
	for i, channel := range []string{"D0", "D1"} {
		got, err := c.Bytes(channel, baud)
		require.NoError(t, err)
		require.Equal(t, want[i], got)
	}
	compared, err := Compare(w, want[0], want[1], rate)
	require.NoError(t, err)
	require.Zero(t, compared.TX.Min)
	require.LessOrEqual(t, compared.TX.Max, time.Nanosecond)
	require.Equal(t, 300, compared.RX.Count)
	slices.Sort(shifts)
	for i, shift := range []time.Duration{compared.RX.Min, compared.RX.Median, compared.RX.Max} {
		require.InDelta(t, shifts[[]int{0, 150, 299}[i]], shift.Seconds()*rate, 0.5) // samples
	}

	// Bytes before the game are skipped, another game is not found.
	game := Wire{TX: w.TX[5:20], RX: w.RX[5:20]}
	compared, err = Compare(game, want[0], want[1], rate)
	require.NoError(t, err)
	require.Equal(t, 5, compared.Skipped)
	game.RX = append([]Frame(nil), game.RX...)
	game.RX[7].Byte ^= 1
	_, err = Compare(game, want[0], want[1], rate)
	require.ErrorContains(t, err, "rx: the game's bytes are not in the capture: byte 8 is")
	_, err = Compare(w, want[0][:100], want[1], rate)
	require.EqualError(t, err, "tx: the capture has 100 bytes, the game 300; capture the whole game")
}

func TestBadCapturesAreNamed(t *testing.T) {
	good := newLine(200_000)
	for i := range 20 {
		good.put(1000+8000*i, 'U', 24e6/baud)
	}
	inverted := newLine(200_000)
	for i, level := range good.levels {
		inverted.levels[i] = 1 - level
	}
	flat := newLine(200_000)
	for _, c := range []struct {
		rate string
		d0   *line
		want string
	}{
		{"24 MHz", flat, "D0 never falls, so there is no start bit"},
		{"24 MHz", inverted, "D0 is low while idle: it is inverted, or another pin"},
		{"24 MHz", &line{make([]byte, 200_000)}, "D0 is low all the time"},
		{"400 kHz", good, "a bit at 115200 baud has 3.5 samples at 400000 samples a second; capture with at least 460800"},
		{"16 MHz", good, "is the bit rate or the sample rate another one?"},
	} {
		_, err := read(t, archive(t, c.rate, c.d0, flat)).Bytes("D0", baud)
		require.ErrorContains(t, err, c.want)
	}
	_, err := read(t, archive(t, "24 MHz", good, flat)).Bytes("D7", baud)
	require.EqualError(t, err, `the capture has no channel "D7"; it has D0, D1`)
	for text, want := range map[string]string{
		"":     "not a capture of sigrok, which is a zip file",
		"sr":   "not a capture of sigrok, which is a zip file",
		"rate": `the capture has the sample rate "fast", which is none`,
	} {
		file := []byte(text)
		if text == "rate" {
			file = archive(t, "fast", good, flat)
		}
		_, err := ReadSigrok(bytes.NewReader(file), int64(len(file)))
		require.ErrorContains(t, err, want)
	}
}

func TestVCDHasTheBytes(t *testing.T) {
	g := &record.Game{Name: "r.jsonl", Events: []record.Event{
		{Type: record.EventGame, Seats: []record.EventSeat{{Name: "white"}}},
		{Type: record.EventAsk, Text: "-T", Sent: 10, Drained: 300},
		{Type: record.EventAnswer, Text: "AB", Last: 5000},
		{Type: record.EventTell, Seat: 1, Text: "no"},
	}}
	w := Of(g, 0, baud, "\n")
	require.Equal(t, []byte("-T\n"), []byte{w.TX[0].Byte, w.TX[1].Byte, w.TX[2].Byte})
	require.Len(t, w.RX, 3)
	end := w.RX[2].Start + 86805*time.Nanosecond
	require.InDelta(t, 5*time.Millisecond, end, 2)
	var b strings.Builder
	require.NoError(t, w.WriteVCD(&b, baud))
	require.Contains(t, b.String(), "$timescale 1 ns $end")

	// What is read back of the levels is what was written.
	levels := map[byte]*line{'t': newLine(6_000_000), 'r': newLine(6_000_000)}
	at := 0
	for l := range strings.Lines(b.String()) {
		var level, id byte
		if n, _ := fmt.Sscanf(l, "#%d", &at); n == 1 {
			continue
		}
		if n, _ := fmt.Sscanf(l, "%1d%c", &level, &id); n == 2 && levels[id] != nil {
			for i := at; i < len(levels[id].levels); i++ {
				levels[id].levels[i] = level
			}
		}
	}
	c := read(t, archive(t, "1 GHz", levels['t'], levels['r']))
	for channel, frames := range map[string][]Frame{"D0": w.TX, "D1": w.RX} {
		got, err := c.Bytes(channel, baud)
		require.NoError(t, err)
		require.Len(t, got, len(frames))
		for i, f := range frames {
			require.Equal(t, f.Byte, got[i].Byte)
			require.InDelta(t, f.Start.Nanoseconds(), got[i].Start, 1)
		}
	}
}

// TestHostileCaptures: what a stranger's capture says of itself is refused in words.
func TestHostileCaptures(t *testing.T) {
	for rate, says := range map[string]string{
		"Inf": "sample rate", "1e300": "sample rate", "1e308 GHz": "sample rate", "NaN": "sample rate", "-1 Hz": "sample rate",
		strings.Repeat("9", 100_000): "a line of its metadata",
	} {
		file := archive(t, rate, newLine(100), newLine(100))
		_, err := ReadSigrok(bytes.NewReader(file), int64(len(file)))
		require.ErrorContains(t, err, says, "%.20s", rate)
	}
}

// FuzzSigrok reads captures of any rate and samples.
func FuzzSigrok(f *testing.F) {
	for _, rate := range []string{"1 MHz", "Inf", "1e300", "1e308 GHz", "0x1p70", "460800", "1e12"} {
		f.Add(rate, []byte("\x03\x02\x01\x00\x03"))
	}
	f.Fuzz(func(t *testing.T, rate string, levels []byte) {
		file := archive(t, rate, &line{levels}, &line{levels})
		c, err := ReadSigrok(bytes.NewReader(file), int64(len(file)))
		if err == nil {
			_, _ = c.Bytes("D0", baud)
		}
	})
}
