package host

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/say"
)

func TestResult(t *testing.T) {
	for _, c := range []struct {
		v              Verdict
		want, japanese string
	}{
		{Verdict{Winner: 1, Reason: "loop", Ply: 11}, "red wins (loop) after 11 plies", "赤の勝ち（ループ、11 手）"},
		{Verdict{Winner: NoWinner, Draw: true, Reason: "points", Ply: 1}, "drawn (points) after 1 ply", "引き分け（点、1 手）"},
		{Verdict{Winner: NoWinner, Reason: "stuck", Ply: 2}, "nobody wins (stuck) after 2 plies", "勝者なし（stuck、2 手）"},
		{Verdict{Winner: NoWinner, Void: true, Reason: "host"}, "void (host) after 0 plies", "無効（host、0 手）"},
	} {
		result := c.v.Result(say.Word("red"))
		require.Equal(t, c.want, result.String())
		require.Equal(t, c.japanese, say.Japanese.Say(result))
	}
}
