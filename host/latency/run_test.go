package latency

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/say"
)

// timedRun is a run of three answers in two groups, one of them stalled.
func timedRun() *Run {
	start := time.Unix(0, 0)
	r := &Run{
		Address: "x", Limit: time.Second, Probe: "-T", Across: "stones", AcrossWords: "stones on the table",
		Games: 1, Start: start, End: start.Add(time.Second), FloorFault: "not measured",
	}
	for i, group := range []string{"few", "many", "many"} {
		sent := start.Add(time.Duration(i) * 100 * time.Millisecond)
		e := Exchange{
			Question: "<a>", Answer: "b \r", Sent: sent, Drained: sent.Add(time.Millisecond),
			First: sent.Add(10 * time.Millisecond), Last: sent.Add(time.Duration(11+i) * time.Millisecond),
		}
		r.Answers = append(r.Answers, &Sample{
			Group: group, Exchange: e, Estimate: r.Estimator.Estimate(&e),
			Labels: []Label{{"part", group}, {"stones", 10 * (i + 1)}},
		})
	}
	r.Answers[2].Stalled = 5 * time.Millisecond
	return r
}

// A run is reported by the labels that its answers have, whatever the game.
func TestRunReport(t *testing.T) {
	run := timedRun()
	r := run.Report()
	require.Equal(t, 3, r.Answers)
	require.Equal(t, 1, r.Stalled)
	require.Equal(t, Micros(11*time.Millisecond), r.Clock.P50.round())
	require.Equal(t, 2, r.Hardware.Count, "what the host stalled in says nothing of the hardware")
	require.InDelta(t, 0.012, r.Share, 0.0001)

	text, err := json.Marshal(r)
	require.NoError(t, err)
	require.Contains(t, string(text), `"parts":[{"part":"few","max_stones":10,"hardware_us":{"count":1,`)
	require.Contains(t, string(text), `{"part":"many","max_stones":20,`)

	line, err := compactJSON(run.Answers[0])
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(line),
		`{"type":"answer","part":"few","stones":10,"question":"<a>","answer":"b","clock_us":10000.000,`), string(line))

	var b strings.Builder
	r.Print(&b, false)
	for _, words := range []string{"3 answers in 1 game", "stones", "its floor was not measured", "left out: 1 answer during which this host stalled"} {
		require.Contains(t, b.String(), words)
	}
	plot := r.Plot()
	require.Len(t, plot.Points, 2)
	plot.Language, plot.ScatterLabel, plot.Points[0].Group, plot.Points[1].Group = say.Japanese, "tiles on the board", "opening", "long chains"
	b.Reset()
	require.NoError(t, plot.WriteSVG(&b))
	for _, text := range regexp.MustCompile(`<text[^>]*>([^<]*)`).FindAllStringSubmatch(b.String(), -1) {
		require.NotRegexp(t, "[a-z]{4}", text[1], "a picture in Japanese")
	}
}

// TestPartsKeepTheirOrder: a stall during the first answer of a part does not move
// the part behind those that come later.
func TestPartsKeepTheirOrder(t *testing.T) {
	run := timedRun()
	run.Answers[2].Group = "few"
	run.Answers[0].Stalled, run.Answers[2].Stalled = time.Millisecond, 0
	parts := run.Report().Parts
	require.Len(t, parts, 2)
	require.Equal(t, "few", parts[0].Name)
	require.Equal(t, "many", parts[1].Name)
}

// round cuts what a histogram adds.
func (m Micros) round() Micros { return Micros(time.Duration(m).Round(time.Millisecond)) }

func TestRunCSV(t *testing.T) {
	run := timedRun()
	var b strings.Builder
	require.NoError(t, run.WriteCSV(&b))
	lines := strings.Split(b.String(), "\n")
	require.Equal(t, "part,stones,question,answer,sent_us,drained_us,first_us,last_us,clock_us,wire_us,"+
		"hardware_us,below_us,above_us,stalled_us,cycles", lines[0])
	require.Equal(t, "few,10,<a>,b,0.000,1000.000,10000.000,11000.000,10000.000,0.000,11000.000,0.000,0.000,0.000,", lines[1])
	require.True(t, IsCSV(b.String()))
	run.Partial = "it hung up"
	b.Reset()
	require.NoError(t, run.WriteCSV(&b))
	require.True(t, IsCSV(b.String()))
	require.False(t, IsCSV("game,part\n1,2\n"))
}
