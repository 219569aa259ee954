package games

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/player"
)

// wrong is a bot that says something else now and then.
type wrong struct {
	player.LocalPlayer
	says func(n int, line string) []string // instead of line n, counted from 1
	raw  io.Writer                         // gets halves of lines
}

func (w *wrong) Serve(ctx context.Context, line host.Player) error {
	return w.LocalPlayer.Serve(ctx, &wrongLine{Player: line, wrong: w})
}

type wrongLine struct {
	host.Player
	*wrong
	n int
}

// halfLine is before a line that goes out without an end.
const halfLine = "half:"

func (w *wrongLine) Send(ctx context.Context, text string) (sent, drained time.Time, err error) {
	w.n++
	lines := w.says(w.n, text)
	if lines == nil {
		return sent, drained, io.EOF // hangs up
	}
	for _, line := range lines {
		if begin, ok := strings.CutPrefix(line, halfLine); ok {
			_, err = io.WriteString(w.raw, begin)
			return sent, drained, err
		}
		if sent, drained, err = w.Player.Send(ctx, line); err != nil {
			break
		}
	}
	return sent, drained, err
}

// at says something else instead of one line.
func at(n int, lines ...string) func(int, string) []string {
	return func(i int, line string) []string {
		if i == n {
			return lines
		}
		return []string{line}
	}
}

// values writes the value of tiles where their exponent belongs.
func values(n int, line string) []string {
	words := strings.Fields(line)
	if v, err := strconv.Atoi(words[min(2, len(words)-1)]); n > 1 && err == nil {
		words[2] = strconv.Itoa(1 << v)
	}
	return []string{strings.Join(words, " ")}
}

// twice names the first cell of an attack a second time.
func twice(_ int, line string) []string {
	words := strings.Fields(line)
	if len(words) == 7 {
		words[5], words[6] = words[3], words[4]
	}
	return []string{strings.Join(words, " ")}
}

// wideSteps moves two cells.
func wideSteps(_ int, line string) []string {
	turn, _, _ := strings.Cut(line, " ")
	return []string{turn + " 1 2 2"}
}

// kakomimasuForm is the rule of an answer's form.
const kakomimasuForm = "answers with the turn's number, and four words for each action"

// stays says the turn alone.
func stays(_ int, line string) []string {
	turn, _, _ := strings.Cut(line, " ")
	return []string{turn}
}

// lastWord writes another word at the end of a turn.
func lastWord(word string) func(int, string) []string {
	return func(n int, line string) []string {
		if n == 1 {
			return []string{line}
		}
		return []string{line[:strings.LastIndex(line, " ")+1] + word}
	}
}

// checkedSteps checks a bot that goes wrong, and returns its steps by name.
func checkedSteps(t *testing.T, name string, says func(n int, line string) []string) map[string]check.Step {
	t.Helper()
	g, err := ByName(name)
	require.NoError(t, err)
	bot := func(spec string) (player.LocalPlayer, error) {
		spec, bad := strings.CutPrefix(spec, "bad-")
		p, err := g.NewBot(spec, descriptor.BotOptions{Team: "LL", Limit: time.Minute, Notify: func(string) {}})
		if err == nil && bad {
			p = &wrong{p, says, nil}
		}
		return p, err
	}
	return stepsOf(t, &g, "bot:bad-greedy?seed=2", patient, &player.Opener{Bot: bot}, nil)
}

// patient is a limit that no sound player meets here, on a busy machine either.
const patient = 20 * time.Second

// stepsOf checks the player at an address, and returns its steps by name.
func stepsOf(t *testing.T, g *descriptor.Descriptor, address string, limit time.Duration, o *player.Opener, endings *check.LineEndings) map[string]check.Step {
	t.Helper()
	o.Lines, o.Say = g.Lines, func(string) {}
	setup := &descriptor.TestSetup{
		Address: address, Seed: 1, Stderr: io.Discard, Opener: o,
		Settings: descriptor.Settings{Move: limit, Handshake: limit, Options: map[string]string{}},
	}
	if endings == nil {
		endings = &check.LineEndings{}
	}
	taps := &player.Taps{Opened: endings.Opened, Sent: endings.Sent, Received: endings.Received}
	var out bytes.Buffer
	require.NoError(t, g.CheckPlayer(t.Context(), &descriptor.PlayerCheck{Test: setup, Taps: taps, Session: check.Session{
		Games: 1, Report: check.NewReport(&out, true), Endings: endings, Again: func(int) string { return "again" },
	}}))
	steps := g.Steps()
	found := map[string]check.Step{}
	for d := json.NewDecoder(&out); ; {
		var s check.Step
		if err := d.Decode(&s); errors.Is(err, io.EOF) {
			break
		} else {
			require.NoError(t, err)
		}
		if s.Number == 0 { // how many rules were met
			require.False(t, d.More())
			continue
		}
		found[s.Name.String()] = s
		require.Equal(t, steps[s.Number-1].String(), s.Name.String())
	}
	require.Len(t, found, len(steps))
	return found
}

// TestCheck: each way to go wrong fails its own step, and no other rule's.
func TestCheck(t *testing.T) {
	for name, players := range map[string]map[string]struct {
		says func(int, string) []string
		want map[string]string // a step's status; the others are ok or skipped
	}{
		"battle2048": {
			"a good one":           {at(-1), nil},
			"no cell":              {at(1, "six"), map[string]string{"names a start cell of the other's board": check.Failed}},
			"a cell off the board": {at(1, "0 1"), map[string]string{"names a start cell of the other's board": check.Failed}},
			"two blanks":           {at(4, "U  1 1 1 1"), map[string]string{"writes a turn as D M V r1 c1 ... rM cM": check.Failed}},
			"a value":              {values, map[string]string{"attacks with tiles that add up to 2^(X+1)": check.Failed, "attacks with exponents, not with values": check.Failed}},
			"onto a tile":          {twice, map[string]string{"attacks empty cells": check.Failed}},
			"off the board":        {lastWord("6"), map[string]string{"attacks on the board": check.Failed}},
			"hangs up":             {at(5), map[string]string{"stays to the end": check.Failed}},
			"talks":                {at(3, "hello", "x"), map[string]string{"writes a turn as D M V r1 c1 ... rM cM": check.Failed}},
		},
		"chaser": {
			"a good one":   {at(-1), nil},
			"no gr":        {at(2, "Gr"), map[string]string{"answers @ with gr": check.Failed}},
			"no method":    {at(3, "xy"), map[string]string{"plays a method: w, l, s or p and u, r, l or d": check.Failed}},
			"no end":       {at(4, "gr"), map[string]string{"ends its turn with #": check.Failed}},
			"lines end LF": {func(_ int, line string) []string { return []string{line + " "} }, map[string]string{"keeps to strict reading: CR LF, and nothing beside it": check.Note}},
			"hangs up":     {at(6), map[string]string{"stays to the end": check.Failed}},
		},
		"dpt": {
			"a good one":     {at(-1), nil},
			"words":          {at(2, "2 move 1 0"), map[string]string{"answers with the turn's number, and three numbers for each agent": check.Failed}},
			"no turn":        {at(3, "right"), map[string]string{"answers with the turn's number, and three numbers for each agent": check.Failed}},
			"a turn to come": {at(2, "9 0 0 0"), map[string]string{"answers the turn that is asked": check.Failed}},
			"wide steps":     {wideSteps, map[string]string{"plays nothing that is against the rules": check.Note}},
			"hangs up":       {at(5), map[string]string{"stays to the end": check.Failed}},
		},
		"kakomimasu": {
			"a good one":      {at(-1), nil},
			"half an action":  {at(3, "2 0 M"), map[string]string{kakomimasuForm: check.Failed}},
			"a turn to come":  {at(2, "9 0 P 0 0"), map[string]string{kakomimasuForm: check.Failed}},
			"names":           {at(2, "1 0 PUT 0 0"), map[string]string{kakomimasuForm: check.Failed}},
			"an agent twice":  {at(2, "1 0 P 0 0 0 P 1 1"), map[string]string{"names agents of its own, each once": check.Note}},
			"another's agent": {at(2, "1 18 P 0 0"), map[string]string{"names agents of its own, each once": check.Note}},
			"off the board":   {at(2, "1 0 P 24 0"), map[string]string{"plays nothing that is against the rules": check.Note}},
			"never puts":      {stays, map[string]string{"puts an agent onto the board": check.Note}},
			"hangs up":        {at(5), map[string]string{"stays to the end": check.Failed}},
		},
	} {
		g, err := ByName(name)
		require.NoError(t, err)
		playing := 2 + g.MinSeats + len(g.Conformance().Trials) // steps that are matches
		for who, p := range players {
			t.Run(name+" "+who, func(t *testing.T) {
				t.Parallel()
				found := checkedSteps(t, name, p.says)
				for step, s := range found {
					want, named := p.want[step]
					switch {
					case named && want == "": // the one or the other
					case named:
						require.Equal(t, want, s.Status, "%+v", s)
					case strings.HasPrefix(step, "plays ") && len(p.want) > 0, s.Number <= playing, strings.HasPrefix(step, "keeps to strict"):
					default:
						require.Contains(t, []string{check.OK, check.Skipped}, s.Status, "%+v", s)
					}
				}
				if len(p.want) == 0 {
					for _, s := range found {
						require.NotEqual(t, check.Failed, s.Status, "%+v", s)
					}
				}
			})
		}
	}
}

// TestEveryRuleIsMet: a check of a sound player, by as many games as a check has, meets every rule of each game.
func TestEveryRuleIsMet(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	for _, g := range All() {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			var said bytes.Buffer
			report := check.NewReport(&said, false)
			setup := &descriptor.TestSetup{
				Address: "bot:random", Seed: 1, Stderr: io.Discard, Opener: g.Opener(time.Minute, patient, func(string) {}),
				Settings: descriptor.Settings{Move: patient, Handshake: patient, Options: map[string]string{}},
			}
			defer setup.Opener.Close()
			endings := &check.LineEndings{}
			require.NoError(t, g.CheckPlayer(t.Context(), &descriptor.PlayerCheck{
				Test: setup, Taps: &player.Taps{Opened: endings.Opened, Sent: endings.Sent, Received: endings.Received}, Limits: descriptor.Limits{Move: patient, First: patient, Handshake: patient},
				Session: check.Session{Games: 4, Report: report, Endings: endings, Again: func(int) string { return "again" }},
			}))
			require.Positive(t, report.Rules.Of)
			require.Equal(t, report.Rules.Of, report.Rules.Met, "%s\n%s", report.Rules.Text(), &said)
		})
	}
}

// TestStrictLineEnds: a step about strict reading is not ok where lines end with LF.
func TestStrictLineEnds(t *testing.T) {
	g, err := ByName("chaser")
	require.NoError(t, err)
	endings := &check.LineEndings{}
	endings.Received([]byte("gr\n"))
	bot := func(spec string) (player.LocalPlayer, error) {
		return g.NewBot(spec, descriptor.BotOptions{Team: "LL", Limit: time.Minute, Notify: func(string) {}})
	}
	steps := stepsOf(t, &g, "bot:greedy", patient, &player.Opener{Bot: bot}, endings)
	strict := steps["keeps to strict reading: CR LF, and nothing beside it"]
	require.Equal(t, check.Note, strict.Status)
	require.Contains(t, strict.Detail.String(), "; but lines end with LF and not with CR LF")
}
