package latency

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	hdr "github.com/HdrHistogram/hdrhistogram-go"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/say"
)

const µs = time.Microsecond

// at makes an exchange of stamps counted from one moment.
func at(question, answer string, sent, drained, first, last time.Duration) *Exchange {
	start := time.Unix(1000, 0)
	return &Exchange{question, answer,
		start.Add(sent), start.Add(drained), start.Add(first), start.Add(last)}
}

func TestWire(t *testing.T) {
	for _, c := range []struct {
		baud, bytes int
		want        time.Duration
	}{
		{9600, 1, 1041666 * time.Nanosecond},
		{19200, 6, 3125 * µs},
		{115200, 8, 694444 * time.Nanosecond},
		{921600, 8, 86805 * time.Nanosecond},
		{3_000_000, 3, 10 * µs},
		{0, 1000, 0},
	} {
		require.Equal(t, c.want, UART(c.baud).Time(c.bytes), "%d bytes at %d", c.bytes, c.baud)
	}
	require.Equal(t, 11*time.Second/9600, UARTLine{9600, 11}.Time(1))
	require.Equal(t, UART(9600).Time(4+5), UART(9600).Of(&Exchange{Question: "B1+", Answer: "C12/"}))
	require.Equal(t, 333*time.Nanosecond, UART(3_000_000).Bit())
	require.Zero(t, UARTLine{}.Bit())
}

// A wire of the given rate can have carried what took as long as its bytes.
func TestWireCarries(t *testing.T) {
	w := UART(9600)
	of := w.Of(at("-T", "AB", 0, 0, 0, 0))
	require.Equal(t, 6250*µs, of)
	require.True(t, w.Carries(at("-T", "AB", 0, 0, 0, of)))
	require.True(t, w.Carries(at("-T", "AB", 0, 0, 0, of*96/100)))
	require.False(t, w.Carries(at("-T", "AB", 0, 0, 0, of/2)))
	require.True(t, UARTLine{}.Carries(at("-T", "AB", 0, 0, 0, 0)))
}

// The hardware's time is what is left of a round trip whose parts are known,
// and lies within the bounds however the transport varies.
func TestMethodFindsTheHardware(t *testing.T) {
	w := UART(115200)
	rng := rand.New(rand.NewPCG(1, 2))
	transport := func() time.Duration { return 100*µs + time.Duration(rng.IntN(80))*µs }
	const handshake = 7 * µs // of the hardware: in the floor

	var floor []Exchange
	for range 1000 {
		e := at("-T", "AB", 0, 0, 0, 0)
		e.Last = e.Last.Add(w.Of(e) + transport() + handshake)
		floor = append(floor, *e)
	}
	m := Estimator{Wire: w, Floor: NewFloorOf(w, floor)}
	require.Equal(t, w, m.Floor.Wire)
	require.InDelta(t, 107*µs, m.Floor.Least(), float64(2*µs))
	require.InDelta(t, 78*µs, m.Floor.Spread(), float64(3*µs))

	held := 0
	for range 1000 {
		hardware := time.Duration(rng.IntN(5000)) * µs
		e := at("B12+", "C2/", 0, 600*µs, 0, 0)
		e.Last = e.Last.Add(w.Of(e) + transport() + hardware)
		r := m.Estimate(e)
		require.Equal(t, w.Time(9), r.Wire)
		require.Equal(t, r.Round, r.Wire+m.Floor.Least()+r.Hardware)
		if r.Holds(hardware) {
			held++
		}
	}
	require.GreaterOrEqual(t, held, 985)
}

// A rate that nothing keeps, as on a pseudo-terminal, is not taken out.
func TestFloorWithoutAWire(t *testing.T) {
	var quick []Exchange
	for i := range 10 {
		quick = append(quick, *at("-T", "AB", 0, 1*µs, 20*µs, time.Duration(20+i)*µs))
	}
	f := NewFloorOf(UART(9600), quick)
	require.Equal(t, UARTLine{}, f.Wire)
	require.Equal(t, 20*µs, f.Least())
	require.Equal(t, 10, f.Times.Count())
}

func TestClockIsNeverNegative(t *testing.T) {
	require.Zero(t, at("-W", "@0+", 0, 50*µs, 10*µs, 20*µs).Clock())
	require.Equal(t, 20*µs, at("-W", "@0+", 0, 50*µs, 10*µs, 20*µs).Round())
}

func TestDistribution(t *testing.T) {
	d := NewDistribution()
	require.Zero(t, d.Count())
	require.Zero(t, d.Percentile(99))
	require.Zero(t, d.Jitter())
	require.Nil(t, d.Bins(10))
	for i := 1; i <= 1000; i++ {
		d.Add(time.Duration(i) * µs)
	}
	d.Add(-5 * µs)
	require.Equal(t, 1001, d.Count())
	require.Zero(t, d.Min())
	require.Equal(t, 1000*µs, d.Max())
	for percent, want := range map[float64]time.Duration{50: 500 * µs, 90: 900 * µs, 99: 990 * µs, 99.9: 999 * µs} {
		require.InEpsilon(t, want, d.Percentile(percent), 0.003)
	}
	require.Equal(t, d.Max(), d.Percentile(100))
	require.Equal(t, (999*µs+1000*µs)/1000, d.Jitter())
	d.Add(100 * time.Hour)
	require.Equal(t, longest, d.Max())
}

// Every time is in exactly one bin, and in the right one.
func TestBins(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct {
		name string
		next func() time.Duration
	}{
		{"equal", func() time.Duration { return 100 * µs }},
		{"nothing", func() time.Duration { return 0 }},
		{"narrow", func() time.Duration { return 100*µs + time.Duration(rng.IntN(500)) }},
		{"wide", func() time.Duration { return time.Duration(rng.ExpFloat64() * float64(time.Millisecond)) }},
		{"decades", func() time.Duration { return time.Duration(1) << rng.IntN(46) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := NewDistribution()
			for range 1000 {
				d.Add(c.next())
			}
			d.Add(d.Max() * 50) // a straggler
			bins := d.Bins(16)
			require.LessOrEqual(t, len(bins), 50)
			sum := 0
			for i, b := range bins {
				require.Less(t, b.From, b.To)
				if i > 0 {
					require.Equal(t, bins[i-1].To, b.From)
				}
				sum += b.Count
			}
			require.Equal(t, d.Count(), sum)
			require.LessOrEqual(t, bins[0].From, d.Min())
			require.Greater(t, bins[len(bins)-1].To, d.Max())
			require.Positive(t, bins[0].Count)
			require.Positive(t, bins[len(bins)-1].Count)
		})
	}
}

func TestBar(t *testing.T) {
	require.Empty(t, Bar(0, 10, 8, false))
	require.Equal(t, "████████", Bar(10, 10, 8, false))
	require.Equal(t, "████", Bar(5, 10, 8, false))
	require.Equal(t, "▏", Bar(1, 100_000, 8, false))
	require.Equal(t, "########", Bar(10, 10, 8, true))
	require.Equal(t, "#", Bar(1, 100_000, 8, true))
}

func TestUnit(t *testing.T) {
	require.Equal(t, "12.30 µs", UnitOf(12300).Text(12300))
	require.Equal(t, "1.234 ms", UnitOf(1234*µs).Text(1234*µs))
	require.Equal(t, "2.500 s", UnitOf(2500*time.Millisecond).Text(2500*time.Millisecond))
}

// The log is read back by HdrHistogram's own reader.
func TestWriteLog(t *testing.T) {
	clock, hardware := NewDistribution(), NewDistribution()
	for i := range 500 {
		clock.Add(time.Duration(i) * 10 * µs)
		hardware.Add(time.Duration(i) * µs)
	}
	var b bytes.Buffer
	start := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	require.NoError(t, WriteLog(&b, start, start.Add(90*time.Second), []string{"partial"},
		TaggedDistribution{"clock", clock}, TaggedDistribution{"hardware", hardware}))
	require.Contains(t, b.String(), "# partial\n#[Histogram log format version 1.3]\n#[StartTime: 1795262400 ")
	require.Contains(t, b.String(), "\nTag=hardware,0.000000,90.000000,0.499")
	r := hdr.NewHistogramLogReader(&b)
	for _, want := range []*Distribution{clock, hardware} {
		h, err := r.NextIntervalHistogram()
		require.NoError(t, err)
		require.EqualValues(t, want.Count(), h.TotalCount())
		require.EqualValues(t, want.Percentile(99), h.ValueAtPercentile(99))
		require.Equal(t, start.UnixMilli(), h.StartTimeMs())
	}

	require.ErrorIs(t, WriteLog(full{}, start, start, nil, TaggedDistribution{"clock", clock}), errFull)
	require.ErrorContains(t, WriteLog(io.Discard, start, start, nil, TaggedDistribution{"a b c", clock}), "histogram a b c")
}

var errFull = errors.New("no space left")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestPlotIsSVG(t *testing.T) {
	d := NewDistribution()
	p := Plot{Title: say.Raw(`serial:/dev/tty"<&>`), Notes: []say.Text{say.Raw("a & b")}, Times: d, ScatterLabel: "tiles on the board"}
	for i := range 300 {
		took := time.Duration(i*i) * µs
		d.Add(took)
		p.Points = append(p.Points, Point{float64(i), took, []string{"opening", "chains <3"}[i%2]})
	}
	for _, plot := range []*Plot{&p, {Title: say.Raw("empty"), Times: NewDistribution()}} {
		var b bytes.Buffer
		require.NoError(t, plot.WriteSVG(&b))
		require.NotContains(t, b.String(), "NaN")
		x := xml.NewDecoder(&b)
		var err error
		for err == nil {
			_, err = x.Token()
		}
		require.ErrorIs(t, err, io.EOF)
	}
	require.ErrorIs(t, p.WriteSVG(full{}), errFull)
	var b strings.Builder
	require.NoError(t, p.WriteSVG(&b))
	require.Equal(t, 300+2, strings.Count(b.String(), "<circle"))
}

// player is one with fixed stamps.
type player struct{ last time.Time }

func (p *player) Send(context.Context, string) (sent, drained time.Time, err error) {
	return p.last.Add(-3), p.last.Add(-2), nil
}

func (p *player) Receive(context.Context) (string, time.Time, time.Time, error) {
	return "C2/", p.last.Add(-1), p.last, nil
}

func TestMeterKeepsNanoseconds(t *testing.T) {
	now := time.Unix(5, 123456789)
	m := NewStampRecorder(&player{now})
	_, _, err := m.Send(t.Context(), "B1+")
	require.NoError(t, err)
	_, _, _, err = m.Receive(t.Context())
	require.NoError(t, err)
	e := m.Last()
	require.Equal(t, Exchange{"B1+", "C2/", now.Add(-3), now.Add(-2), now.Add(-1), now}, e)
	require.Equal(t, 3*time.Nanosecond, e.Round())
}
