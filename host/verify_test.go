package host

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
)

// lateGame is the record of rounds(3) that seat 1 loses by its last answer.
func lateGame(t *testing.T) string {
	t.Helper()
	var text string
	synctest.Test(t, func(t *testing.T) {
		slow := hosttest.On(3, func(f *fake, _ string) { f.Say(second+20*time.Millisecond, "ok\n") })
		_, text = played(t, between(rounds(3, second), hosttest.Answering("ok", 3*time.Millisecond), slow))
	})
	return text
}

func TestForgeriesAreFound(t *testing.T) {
	text := lateGame(t)
	for _, c := range []struct {
		name, from, to string
		want           string
	}{
		{"winner", `"winner":"a"`, `"winner":"b"`, "verdict's winner"},
		{"nobody wins", `"winner":"a"`, `"winner":null`, "verdict's winner"},
		{"reason", `"reason":"late","ply"`, `"reason":"gone","ply"`, "verdict's reason"},
		{"ply", `"ply":5`, `"ply":6`, "verdict's ply"},
		{"void", `"void":false`, `"void":true`, "verdict's void"},
		{"foul's seat", `"foul":{"seat":1`, `"foul":{"seat":0`, "foul's seat"},
		{"foul's kind", `"kind":"late"`, `"kind":"gone"`, "foul's kind"},
		{"foul's reason", `"reason":"overdue"`, `"reason":"unfinished"`, "foul's reason"},
		{"foul's time", `"used":1020000,"limit"`, `"used":1010000,"limit"`, "foul's time"},
		{"no foul", text[strings.Index(text, `"foul":{`):strings.Index(text, `,"times"`)], `"foul":null`, "verdict's foul"},
		{"times", `"median":3000`, `"median":2000`, "answer times"},
		{"answer", `"text":"ok","sent":0,`, `"text":"cheat","sent":0,`, "record"},
		{"note", `"name":"said","at"`, `"name":"sald","at"`, "note's name"},
		{"note's data", `"data":"ok"`, `"data":"ko"`, "note's data"},
		{"question", `"ask","seat":0,"text":"go"`, `"ask","seat":0,"text":"come"`, "seat 0"},
		{"seat", `"answer","seat":0`, `"answer","seat":1`, "seat 0"},
		{"limit", `"limit":1000000`, `"limit":2000000`, "ask's limit"},
		{"in time after all", `"last":1029000,"used":1020000`, `"last":1009000,"used":1000000`,
			"record"},
		{"in time was late", `"last":3000,"used":3000`, `"last":1003000,"used":3000`, "record"},
		{"later than said", `"last":3000,"used":3000`, `"last":4000,"used":3000`, "answer's used"},
		{"used less", `"last":3000,"used":3000`, `"last":3000,"used":2000`, "answer's used"},
		{"strict", `"strict":false`, `"strict":true`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			forged := reseal(changed(t, text, c.from, c.to))
			games, err := record.Read(strings.NewReader(forged))
			require.NoError(t, err)
			_, err = Verify(&games[0], rounds(3, second))
			if c.want == "" {
				require.NoError(t, err, "nothing follows from it here")
				return
			}
			var d *Divergence
			require.ErrorAs(t, err, &d, forged)
			require.ErrorContains(t, err, c.want)
			require.Positive(t, d.Line)
		})
	}
}

// Playing another game than was recorded does not pass.
func TestVerifyAnotherGame(t *testing.T) {
	games, err := record.Read(strings.NewReader(lateGame(t)))
	require.NoError(t, err)
	for _, game := range []Referee{rounds(2, second), rounds(3, 2*second), code} {
		var d *Divergence
		_, err := Verify(&games[0], game)
		require.ErrorAs(t, err, &d)
	}
}

func TestReport(t *testing.T) {
	text := lateGame(t)
	r := verified(t, text, rounds(3, second))
	require.True(t, r.Complete)
	require.Equal(t, 6, r.Answers)
	require.Equal(t, 0, r.Verdict.Winner)
	require.Equal(t, "late", r.Verdict.Reason)

	cut := strings.LastIndex(text, `{"type":"answer"`)
	r = verified(t, text[:cut+30], rounds(3, second))
	require.False(t, r.Complete)
	require.Equal(t, 5, r.Answers)
	require.Equal(t, 5, r.Verdict.Ply)
}

// A record of the same match on another day verifies in no time at all.
func TestVerifyDoesNotWait(t *testing.T) {
	var text string
	synctest.Test(t, func(t *testing.T) {
		m := between(rounds(1000, time.Hour), hosttest.Answering("ok", time.Minute))
		_, text = played(t, m)
	})
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		verified(t, text, rounds(1000, time.Hour))
		require.Zero(t, time.Since(start))
	})
}
