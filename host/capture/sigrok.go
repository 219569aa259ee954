package capture

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Capture holds the samples of a logic analyser. Its channels are in the order of their bits.
type Capture struct {
	Rate     float64  // samples a second
	Channels []string // by bit
	unit     int      // bytes a sample
	samples  []byte
}

// maxSamples bounds the bytes of samples that are read.
const maxSamples = 1 << 30

// ReadSigrok reads a capture of sigrok-cli or PulseView, a zip file (.sr, version 2) of
// logic channels. The error names what is wrong with the file.
func ReadSigrok(r io.ReaderAt, size int64) (*Capture, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("not a capture of sigrok, which is a zip file: %w; save it as .sr", err)
	}
	meta, err := z.Open("metadata")
	if err != nil {
		return nil, fmt.Errorf("not a capture of sigrok: it holds no metadata")
	}
	defer meta.Close()
	c := &Capture{}
	file := ""
	lines := bufio.NewScanner(io.LimitReader(meta, 1<<20))
	for lines.Scan() {
		key, value, _ := strings.Cut(lines.Text(), "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		switch {
		case key == "samplerate":
			if c.Rate, err = sampleRate(value); err != nil {
				return nil, err
			}
		case key == "unitsize":
			c.unit, _ = strconv.Atoi(value)
		case key == "capturefile":
			file = value
		case strings.HasPrefix(key, "probe"):
			if n, err := strconv.Atoi(key[len("probe"):]); err == nil && n >= 1 && n <= 64 {
				for len(c.Channels) < n {
					c.Channels = append(c.Channels, "")
				}
				c.Channels[n-1] = value
			}
		}
	}
	switch {
	case errors.Is(lines.Err(), bufio.ErrTooLong):
		return nil, fmt.Errorf("not a capture of sigrok: a line of its metadata has more than %d bytes", bufio.MaxScanTokenSize)
	case lines.Err() != nil:
		return nil, fmt.Errorf("its metadata is damaged: %w", lines.Err())
	case c.Rate == 0:
		return nil, fmt.Errorf("the capture names no sample rate")
	case file == "" || len(c.Channels) == 0:
		return nil, fmt.Errorf("the capture has no logic channels; capture D0 and D1")
	case c.unit < 1 || c.unit > 8 || len(c.Channels) > 8*c.unit:
		return nil, fmt.Errorf("the capture has %d channels in samples of %d bytes, which cannot be", len(c.Channels), c.unit)
	}
	for n := 1; ; n++ {
		part, err := z.Open(fmt.Sprintf("%s-%d", file, n))
		if err != nil && n == 1 {
			part, err = z.Open(file)
		}
		if err != nil {
			break
		}
		more, err := io.ReadAll(io.LimitReader(part, maxSamples+1-int64(len(c.samples))))
		part.Close()
		if err != nil {
			return nil, fmt.Errorf("the samples are damaged: %w", err)
		}
		if c.samples = append(c.samples, more...); len(c.samples) > maxSamples {
			return nil, fmt.Errorf("the capture has more than %d MiB of samples; capture one game", maxSamples>>20)
		}
	}
	if len(c.samples) < c.unit {
		return nil, fmt.Errorf("the capture holds no samples")
	}
	return c, nil
}

// sampleRate reads a rate such as "24 MHz".
func sampleRate(s string) (float64, error) {
	number, unit, _ := strings.Cut(s, " ")
	rate, err := strconv.ParseFloat(number, 64)
	scale, ok := map[string]float64{"": 1, "Hz": 1, "kHz": 1e3, "MHz": 1e6, "GHz": 1e9}[unit]
	if rate *= scale; err != nil || !ok || !(rate > 0 && rate <= maxRate) {
		return 0, fmt.Errorf("the capture has the sample rate %.40q, which is none", s)
	}
	return rate, nil
}

// maxRate is more samples a second than any logic analyser takes.
const maxRate = 1e12

// A Sampled is a byte in a capture.
type Sampled struct {
	Byte  byte
	Start int // the sample in which the line fell
}

// minSamples is the number of samples that a bit needs.
const minSamples = 4

// Bytes decodes a channel as 8N1. The error says why no bytes can be read: a sample rate
// that is too low, an inverted or dead line, another bit rate.
func (c *Capture) Bytes(channel string, baud float64) ([]Sampled, error) {
	at := -1
	for i, name := range c.Channels {
		if name == channel {
			at = i
		}
	}
	if at < 0 {
		return nil, fmt.Errorf("the capture has no channel %.40q; it has %s", channel, strings.Join(c.Channels, ", "))
	}
	bit := c.Rate / baud
	if bit < minSamples {
		return nil, fmt.Errorf("a bit at %g baud has %.1f samples at %g samples a second; capture with at least %g", baud, bit, c.Rate, minSamples*baud)
	}
	n := len(c.samples) / c.unit
	level := func(i int) bool { return c.samples[i*c.unit+at/8]>>(at%8)&1 != 0 }
	low := 0
	for i := range n {
		if !level(i) {
			low++
		}
	}
	switch {
	case low == 0:
		return nil, fmt.Errorf("%s never falls, so there is no start bit; is it connected to the right pin?", channel)
	case low == n:
		return nil, fmt.Errorf("%s is low all the time; is it connected, and the board powered?", channel)
	case low > n/2 && !level(0):
		return nil, fmt.Errorf("%s is low while idle: it is inverted, or another pin", channel)
	}
	var bytes []Sampled
	bad := 0
	for i := 1; i < n; {
		if level(i) || !level(i-1) {
			i++
			continue
		}
		middle := func(k int) int { return i + int((float64(k)+0.5)*bit) }
		if middle(9) >= n {
			break // the capture ends in it
		}
		var value byte
		for k := range 8 {
			if level(middle(k + 1)) {
				value |= 1 << k
			}
		}
		if level(middle(0)) || !level(middle(9)) {
			bad++
			i++
			continue
		}
		bytes = append(bytes, Sampled{value, i})
		i = middle(9)
	}
	if bad > len(bytes)/4 {
		return bytes, fmt.Errorf("%s: %d of %d bytes have no start or stop bit at %g baud and %g samples a second; "+
			"is the bit rate or the sample rate another one?", channel, bad, bad+len(bytes), baud, c.Rate)
	}
	return bytes, nil
}
