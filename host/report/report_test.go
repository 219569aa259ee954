package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/internal/say"
)

// full is a report with all its parts.
func full() *Report {
	run := &latency.Run{Address: "a", Limit: time.Second}
	run.Answers = append(run.Answers, &latency.Sample{Estimate: latency.Estimate{Clock: 3 * time.Millisecond, Hardware: 2 * time.Millisecond}})
	load, timer := 0.5, 16
	r := &Report{
		Title: "Trax", Game: "trax", Began: time.Unix(0, 0).UTC(), Took: Seconds(time.Second),
		Player: Player{
			Address: `serial:/dev/ttyUSB0?name=<script>alert(1)</script>`, Kind: "serial", Physical: true, Baud: 115200, Bits: 10,
			Port: &Port{Device: "/dev/ttyUSB0", Driver: "ftdi_sio", USB: "0403:6010", Product: "iCE|Breaker\n", LatencyTimer: &timer, Board: "iCEBreaker"},
		},
		Host:      Host{Loopline: "loopline 1", System: "linux", Processors: 2, Load: &load, Verilator: "Verilator 5"},
		Check:     Check{Part: Part{State: Done}, Rules: check.RulesMet{Met: 30, Of: 31, Missing: say.Raw("one")}},
		Positions: Positions{Part: Part{State: Done}, Wanted: 2, Reached: 2, Golden: 1, Openings: 1, Right: 2, Bot: "search", Compared: 2, Same: 1, Lost: .1},
		Latency:   Latency{Part: Part{State: Done}, Times: run.Report(), Limit: Seconds(time.Second), SVG: "<svg/>"},
		Match:     Match{Part: Part{State: Done}, Opponent: "bot:greedy", Record: "match.jsonl"},
	}
	r.Check.Add(check.Step{Number: 1, Name: say.Word("plays white"), Status: check.OK, Detail: say.Raw("<b>")})
	r.Match.Add(Game{Seat: "white", Outcome: Won, Reason: "loop", Plies: 9, Picture: "<svg/>"})
	return r
}

func TestResult(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Report)
		want   string
	}{
		"all is right":               {func(*Report) {}, Passed},
		"a step failed":              {func(r *Report) { r.Check.Add(check.Step{Status: check.Failed}) }, Failed},
		"a note":                     {func(r *Report) { r.Check.Add(check.Step{Status: check.Note}) }, Passed},
		"a wrong answer":             {func(r *Report) { r.Positions.Right-- }, Failed},
		"a lost game":                {func(r *Report) { r.Match.Add(Game{Outcome: Lost}) }, Passed},
		"a game lost by a foul":      {func(r *Report) { r.Match.Add(Game{Outcome: Lost, Foul: true}) }, Failed},
		"interrupted":                {func(r *Report) { r.Latency.State = Partial }, Incomplete},
		"not begun":                  {func(r *Report) { r.Match.Part = Part{} }, Incomplete},
		"wrong, and not to its end":  {func(r *Report) { r.Positions.Right, r.Match.State = 1, Partial }, Failed},
		"cycles contradict a stamps": {func(r *Report) { r.Latency.Times.Cycles = &latency.CyclesReport{Outside: 1} }, Failed},
	} {
		r := full()
		c.change(r)
		r.Finish()
		require.Equal(t, c.want, r.Result, name)
		require.Equal(t, c.want, r.Badge[2], name)
		require.Equal(t, c.want == Failed, !r.Problems().IsZero(), name)
	}
}

// A row of the table of boards is for boards that are there.
func TestHardwareRow(t *testing.T) {
	r := full()
	r.Finish()
	require.Equal(t, `| iCEBreaker | iCE\|Breaker  0403:6010, ftdi_sio, 115200 baud | linux; loopline 1 | 1 ok, 0 failed, 0 notes; 30 of 31 rules | `+
		`1 won, 0 lost, 0 drawn against bot:greedy |`, r.HardwareRow)
	r.Player.Physical = false
	r.Finish()
	require.Empty(t, r.HardwareRow)
}

var (
	tag        = regexp.MustCompile(`<(style|title)[^>]*>(?s:.*?)</(style|title)>|<[^>]*>`)
	elsewhere  = regexp.MustCompile(`(src|href)="[^d]|url\(|@import|<script|<link|<iframe`)
	latin      = regexp.MustCompile(`[a-z]{5,}`)
	notInJa    = regexp.MustCompile(`serial:\S+|alert|loopline|Loopline|match\.jsonl|report\.json|verify|search|ttyUSB\w*|Breaker|Verilator|ftdi_sio|script|jitter|greedy|linux|again`)
	documented = regexp.MustCompile("`([a-z0-9_.]+)`")
)

// The page needs no other file, nothing that a board says acts in it, and it is wholly in its language.
func TestPage(t *testing.T) {
	for _, in := range []say.Language{say.English, say.Japanese} {
		r := full()
		r.Check.Add(check.Step{Number: 2, Name: say.Word("plays red"), Status: check.Failed, Expected: say.Raw("X"), Got: say.Raw("<i>Y</i>"), Drawn: "@ A", Again: "again"})
		r.Positions.AddWrong(Wrong{Moves: "@0+", Board: []string{"+"}, Expected: "a legal move", Got: "<u>"})
		r.Positions.NoOpenings, r.Latency.State, r.Latency.Why = true, Partial, say.Word("interrupted")
		r.Finish()
		var page bytes.Buffer
		require.NoError(t, r.WritePage(&page, in))
		text := page.String()
		require.NotRegexp(t, elsewhere, text)
		require.NotContains(t, text, "<i>")
		require.NotContains(t, text, "<script>alert")
		require.Contains(t, text, "&lt;i&gt;Y&lt;/i&gt;")
		require.Contains(t, text, fmt.Sprintf("<html lang=%q>", in))
		if in == say.Japanese {
			words := notInJa.ReplaceAllString(tag.ReplaceAllString(text, " "), "")
			require.Empty(t, strings.Join(latin.FindAllString(words, -1), " "))
		}
	}
}

// errFull is a disk without room.
var errFull = errors.New("no space left on device")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestFullDisk(t *testing.T) {
	r := full()
	r.Finish()
	require.ErrorIs(t, r.WritePage(fullDisk{}, say.English), errFull)
	require.ErrorIs(t, r.WriteJSON(fullDisk{}), errFull)
}

// Each field is in docs/report.md.
func TestFieldsAreDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../docs/report.md")
	require.NoError(t, err)
	var known []string
	for _, m := range documented.FindAllStringSubmatch(string(doc), -1) {
		known = append(known, m[1])
	}
	r := full()
	r.Positions.AddWrong(Wrong{Why: "w"})
	r.Check.Why, r.Match.Games[0].Detail = say.Raw("w"), say.Raw("d")
	r.Finish()
	var text bytes.Buffer
	require.NoError(t, r.WriteJSON(&text))
	var value map[string]any
	require.NoError(t, json.Unmarshal(text.Bytes(), &value))
	fields := 0
	var each func(value any)
	each = func(value any) {
		switch value := value.(type) {
		case map[string]any:
			for name, inner := range value {
				fields++
				require.True(t, slices.Contains(known, name), "docs/report.md does not explain %q", name)
				if name != "times" && name != "steps" && name != "rules" { // other pages have these
					each(inner)
				}
			}
		case []any:
			for _, inner := range value {
				each(inner)
			}
		}
	}
	each(value)
	require.Greater(t, fields, 60)
	require.Equal(t, Format, value["format"])
}
