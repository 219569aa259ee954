package sim

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/internal/entrant"
	"github.com/loopline/loopline/internal/interrupt"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/model"
)

// What an entrant says of its own board stays within what the contest grants.
func TestBounds(t *testing.T) {
	most := model.DefaultBounds()
	for options, fits := range map[string]string{
		"":                    "",
		"clk=12MHz":           "",
		"clk=100MHz&boot=1s":  "",
		"clk=200e6":           "",
		"clk=10GHz&baud=1e8":  "a clock of 1e+10 Hz is faster than 200000000; write at most clk=200000000",
		"clk=201MHz":          "is faster than",
		"clk=1e6&boot=1001ms": "a boot of 1.001s is longer than 1s",
		"clk=inf":             "outside 1 kHz to 10 GHz",
		"clk=nan":             "outside 1 kHz to 10 GHz",
		"boot=-1s":            "boot",
	} {
		for _, bits := range []bool{false, true} {
			b, err := entrant.ParseOptions(options)
			require.NoError(t, err, options)
			_, err = ParseEntrant(b, bits, most)
			if fits == "" {
				require.NoError(t, err, options)
			} else {
				require.ErrorContains(t, err, fits, options)
			}
		}
	}
	for hz, want := range map[float64]time.Duration{1e6: model.DefaultCycleTime, 12e6: 4166 * time.Nanosecond, 100e6: 500, 200e6: 250} {
		require.Equal(t, want, most.CycleTime(hz, 0))
		require.Equal(t, time.Duration(100), most.CycleTime(hz, 100))
	}
	require.Equal(t, time.Second, model.Bounds{}.CycleTime(1e10, time.Second))
}

// slowBoard is a mute board whose answer takes minutes to simulate.
func slowBoard(t *testing.T, more func(*Board)) (p *Player, drained time.Time) {
	t.Helper()
	c := teamBoard()
	c.Pins.Reset = "nrst"                                 // it is active low: the board is mute
	c.Clock, c.Baud, c.Boot = 1e10, 1e8, time.Microsecond // minutes for each second
	b := start(t, c)
	if more != nil {
		more(b)
	}
	p = newPlayer(t, b)
	_, drained, err := p.Send(t.Context(), "-T")
	require.NoError(t, err)
	return p, drained
}

// A host that waits long for a processor sends late: that is no fault of a board that is simulated. One that was
// interrupted sends nothing.
func TestSentBehindTheDeadline(t *testing.T) {
	tier.NoRace(t)
	p := newPlayer(t, start(t, teamBoard()))
	ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	_, drained, err := p.Send(ctx, "-T")
	require.NoError(t, err)
	late, stop := context.WithDeadline(t.Context(), drained.Add(time.Second))
	defer stop()
	text, _, _, err := p.Receive(late)
	require.NoError(t, err)
	require.Equal(t, "VX", text)
	game, end := context.WithCancel(t.Context())
	end()
	_, _, err = p.Send(game, "-T")
	require.ErrorIs(t, err, context.Canceled)
}

// A board that is simulated on behind the deadline of its answer, as its time is simulated, ends all the
// same when what asked it is cancelled.
func TestCancelledBehindTheDeadline(t *testing.T) {
	tier.NoRace(t)
	for _, explains := range []bool{false, true} {
		p, drained := slowBoard(t, nil)
		if explains {
			p.ExplainSilence()
		}
		game, stop := context.WithCancel(t.Context())
		ctx, cancel := context.WithDeadline(interrupt.With(game), drained.Add(10*time.Millisecond))
		if !explains {
			cancel()
			ctx, cancel = context.WithDeadline(interrupt.With(game), drained.Add(time.Minute))
		}
		defer cancel()
		ended := make(chan error, 1)
		go func() {
			_, _, _, err := p.Receive(ctx)
			ended <- err
		}()
		if explains {
			<-ctx.Done()
		}
		time.Sleep(100 * time.Millisecond)
		stop()
		select {
		case err := <-ended:
			require.ErrorIs(t, err, context.Canceled)
		case <-time.After(20 * time.Second): // of an hour, or of the minute of the probes
			t.Fatal("it goes on")
		}
	}
}

// Of a time on the wall that is over the board is to blame that computed or slept, and the host where it waited.
func TestStarved(t *testing.T) {
	for _, c := range []struct {
		used, held int // of 100
		counted    bool
		want       bool
	}{
		{90, 5, true, false}, {5, 90, true, true}, {5, 5, true, false}, {45, 55, true, true},
		{90, 0, false, false}, {5, 0, false, true},
	} {
		require.Equal(t, c.want, starved(100, time.Duration(c.used), time.Duration(c.held), c.counted), "%+v", c)
	}
	err := error(&lines.DisconnectedError{Why: say.Word("x"), Err: &model.StarvedError{Model: "m", What: "an answer", Most: time.Minute}})
	var failed interface{ HostFailed() bool }
	require.ErrorAs(t, err, &failed)
	require.True(t, failed.HostFailed())
}

// The time of an answer, and of all answers of a game, is bounded, on the wall too; for processor time a busy machine
// makes no difference.
func TestProcessorTimeOfAnswers(t *testing.T) {
	tier.NoRace(t)
	for _, most := range []model.Bounds{
		{Answer: 200 * time.Millisecond}, {Game: 200 * time.Millisecond},
		{AnswerWall: 200 * time.Millisecond}, {GameWall: 200 * time.Millisecond},
	} {
		p, drained := slowBoard(t, func(b *Board) { b.config.bounds = most })
		ctx, cancel := context.WithDeadline(interrupt.With(t.Context()), drained.Add(time.Minute))
		_, _, _, err := p.Receive(ctx)
		cancel()
		var overrun *model.OverrunError
		var starved *model.StarvedError
		if most.AnswerWall+most.GameWall > 0 && errors.As(err, &starved) {
			continue // the machine is busy
		}
		require.ErrorAs(t, err, &overrun)
		require.Regexp(t, "took more than 200ms (of processor time )?for a", err.Error())
	}
}
