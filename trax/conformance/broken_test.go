package conformance_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"github.com/loopline/loopline/host/check"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/trax/conformance"
	"github.com/loopline/loopline/trax/playertest"
)

// memoryPlayer is a player in this process: answer returns what it says to a line,
// empty if nothing.
type memoryPlayer struct {
	answer func(line string) string
	lines  []string
}

func (p *memoryPlayer) Send(_ context.Context, line string) (sent, drained time.Time, err error) {
	if answer := p.answer(line); answer != "" {
		p.lines = append(p.lines, answer)
	}
	return time.Now(), time.Now(), nil
}

func (p *memoryPlayer) Receive(ctx context.Context) (text string, first, last time.Time, err error) {
	if len(p.lines) == 0 {
		<-ctx.Done()
		return "", first, last, ctx.Err()
	}
	text, p.lines = p.lines[0], p.lines[1:]
	return text, time.Now(), time.Now(), nil
}

func (p *memoryPlayer) Close() error               { return nil }
func (p *memoryPlayer) Reusable() bool             { return true }
func (p *memoryPlayer) PollingClient() bool        { return false }
func (p *memoryPlayer) Alive(context.Context) bool { p.lines = nil; return true }

// config is the check of a player as the command does it by default.
func config(answer func(string) string, seed uint64) conformance.Config {
	return conformance.Config{
		Session: check.Session{Address: "memory", Games: 4}, Seed: seed,
		Open:   func(context.Context) (check.PlayerConn, error) { return &memoryPlayer{answer: answer}, nil },
		Limits: playertest.Limits{Move: time.Second, First: time.Second, Handshake: time.Second, Plies: 300},
	}
}

// checked is what a check printed.
type checked struct {
	steps  []conformance.Step
	rules  map[string]conformance.RuleCount
	met    check.RulesMet
	failed int
}

func run(t *testing.T, c conformance.Config) checked {
	var out bytes.Buffer
	c.Report = check.NewReport(&out, true)
	require.NoError(t, conformance.NewChecker(c).Run(t.Context()))
	r := checked{rules: map[string]conformance.RuleCount{}, failed: c.Report.Failed()}
	for d := json.NewDecoder(&out); d.More(); {
		var line struct {
			conformance.Step
			conformance.RuleCount
			check.RulesMet
			Steps json.RawMessage `json:"steps"`
		}
		require.NoError(t, d.Decode(&line))
		if line.Of > 0 {
			r.met = line.RulesMet
		} else if line.Rule != "" {
			r.rules[line.Rule] = line.RuleCount
		} else {
			r.steps = append(r.steps, line.Step)
		}
	}
	return r
}

// faults are players with one rule wrong each, and the rule.
var faults = []struct {
	fault
	rule playertest.Rule
}{
	{fault{name: "any first move", first: true}, playertest.FirstMove},
	{fault{name: "isolated moves", isolated: true}, playertest.OwnMove},
	{fault{name: "moves on tiles", occupied: true}, playertest.OwnMove},
	{fault{name: "colours do not matter", notColour: true}, playertest.OwnMove},
	{fault{name: "lower case", small: true}, playertest.OwnMove},
	{fault{name: "no growth to the left", stuckLeft: true}, playertest.ReadLeft},
	{fault{name: "no growth to the top", stuckTop: true}, playertest.ReadTop},
	{fault{name: "reads AA as A", readLetters: true}, playertest.ReadTwoLetters},
	{fault{name: "writes AA as [", writeLetters: true}, playertest.WriteTwoLetters},
	{fault{name: "reads one digit", readDigits: true}, playertest.ReadTwoDigits},
	{fault{name: "keeps the board", keepsBoard: true}, playertest.NewGame},
	{fault{name: "board of 16", wrap: 16}, playertest.ReadTwoDigits},
	{fault{name: "no forced play", noForced: true}, playertest.ForcedTile},
	{fault{name: "forced play of one step", oneStep: true}, playertest.ForcedChain},
	{fault{name: "no forced play with a third edge", noThird: true}, playertest.ForcedThird},
	{fault{name: "forced play of 4 tiles", queue: 4}, playertest.LongChain},
	{fault{name: "forced play of 8 tiles", queue: 8}, playertest.LongChain},
	{fault{name: "forced play of 64 tiles", queue: 64}, playertest.LongerChain},
	{fault{name: "no contradictions", noContradiction: true}, playertest.Forbidden},
	{fault{name: "contradictions of four edges alone", onlyFour: true}, playertest.Forbidden},
	{fault{name: "no loops", noLoop: true}, playertest.EndLoop},
	{fault{name: "loops of four tiles alone", smallLoops: true}, playertest.EndLargeLoop},
	{fault{name: "loops through the written tile alone", nearLoop: true}, playertest.EndFarLoop},
	{fault{name: "no lines", noLine: true}, playertest.EndColumns},
	{fault{name: "no lines across", noAcross: true}, playertest.EndColumns},
	{fault{name: "no lines down", noDown: true}, playertest.EndRows},
	{fault{name: "lines of 9", lineOver: 9}, playertest.EndColumns},
	{fault{name: "lines of 7", lineOver: 7}, playertest.OnAtColumns},
	{fault{name: "lines inside the board", lineInside: true}, playertest.OnInside},
	{fault{name: "lines through the written tile alone", nearLine: true}, playertest.EndFarLine},
	{fault{name: "lines that begin straight alone", straightLine: true}, playertest.EndCurved},
	{fault{name: "ends for the mover alone", moverOnly: true}, playertest.EndForOther},
	{fault{name: "ends for the other alone", otherOnly: true}, playertest.EndForMover},
	{fault{name: "answers after the end", answersAll: true}, playertest.EndLoop},
}

// seeds is how many seeds of the opponent and of the player are tried.
var seeds = flag.Uint64("seeds", 1, "try each broken player with so many seeds; above 1, with whole checks")

// A player with a rule wrong fails a check as it is by default, or the check says
// that it has not met the rule often enough.
func TestBrokenRules(t *testing.T) {
	tier.NoRace(t)
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			for seed := range *seeds {
				synctest.Test(t, func(t *testing.T) {
					if *seeds == 1 && failsAStep(t, newNaive(f.fault, seed).answer, seed+1) {
						return
					}
					r := run(t, config(newNaive(f.fault, seed).answer, seed+1))
					met := r.rules[string(f.rule)]
					require.True(t, r.failed > 0 || met.Met < met.Need, "seed %d: %+v", seed, r.steps)
				})
			}
		})
	}
}

// A player that knows the line -O, and has a rule wrong, fails a check: it is led to where the rule
// bites. It moves by chance, so that one game in some goes by without its fault.
func TestBrokenRulesBehindOpenings(t *testing.T) {
	tier.NoRace(t)
	tier.Slow(t)
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			f.opens = true
			failed := 0
			for seed := range max(*seeds, 3) {
				synctest.Test(t, func(t *testing.T) {
					if r := run(t, config(newNaive(f.fault, seed).answer, seed+1)); r.failed > 0 {
						failed++
					}
				})
			}
			require.GreaterOrEqual(t, failed, 2)
		})
	}
}

// A player that has every rule right meets every rule when it knows the line -O.
func TestEveryRuleBehindOpenings(t *testing.T) {
	tier.NoRace(t)
	tier.Slow(t)
	for _, f := range []fault{{opens: true}, {opens: true, takesWins: true}} {
		for seed := range max(*seeds, 3) {
			synctest.Test(t, func(t *testing.T) {
				r := run(t, config(newNaive(f, seed).answer, seed+1))
				require.Zero(t, r.failed, "%+v", r.steps)
				require.Equal(t, "31 of 31 rules met", say.English.Say(r.met.Text()), "seed %d", seed)
			})
		}
	}
}

// A player that does not know -O is checked as before, and the report says why rules were not met.
func TestNoOpenings(t *testing.T) {
	tier.NoRace(t)
	tier.Slow(t)
	synctest.Test(t, func(t *testing.T) {
		r := run(t, config(newNaive(fault{inOrder: true}, 1).answer, 2))
		require.Zero(t, r.failed)
		require.Less(t, r.met.Met, r.met.Of)
		require.Contains(t, say.English.Say(r.met.Text()), "the player does not know the line -O")
	})
}

// failsAStep reports whether a player fails one of the steps before that of the long
// chains, for which our side computes longest, or of those behind it.
func failsAStep(t *testing.T, answer func(string) string, seed uint64) bool {
	for _, step := range []int{3, 4, 5, 6, 7, 8, 9, 11, 12} {
		c := config(answer, seed)
		c.Only = check.StepList{step}
		if run(t, c).failed > 0 {
			return true
		}
	}
	return false
}

// Contradictions are ignored by players that choose in other ways than by chance:
// one that takes wins fails, and of one that takes the first move the check at
// least says that it does, and that this move was forbidden too rarely.
func TestIgnoredContradictions(t *testing.T) {
	tier.NoRace(t)
	for _, f := range []fault{
		{name: "takes wins", noContradiction: true, takesWins: true},
		{name: "takes wins, in order", noContradiction: true, takesWins: true, inOrder: true},
		{name: "takes the first move", noContradiction: true, inOrder: true},
	} {
		t.Run(f.name, func(t *testing.T) {
			for seed := range *seeds {
				synctest.Test(t, func(t *testing.T) {
					c := config(newNaive(f, seed).answer, seed+1)
					c.Only = check.StepList{11}
					step := run(t, c).steps[0]
					require.Contains(t, []string{conformance.Failed, conformance.Note}, step.Status)
					if !f.inOrder {
						require.Equal(t, conformance.Failed, step.Status)
					}
				})
			}
		})
	}
}

// A player that has every rule right fails nothing.
func TestWholeRules(t *testing.T) {
	tier.NoRace(t)
	for seed := range *seeds {
		synctest.Test(t, func(t *testing.T) {
			r := run(t, config(newNaive(fault{}, seed).answer, seed+1))
			for _, s := range r.steps {
				require.NotEqual(t, conformance.Failed, s.Status, "seed %d: %+v", seed, s)
			}
		})
	}
}
