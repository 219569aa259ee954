package referee

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax"
)

// Why a move is illegal is found anew in the position, so that it can be said in another
// language; in English it stays as it was recorded.
func TestExplain(t *testing.T) {
	pos := trax.NewPosition()
	require.NoError(t, pos.PlayText("@0/"))
	for move, want := range map[string]string{
		"":    `"": 着手は列（@ または大文字 A〜Z）で始めます`,
		"A":   `"A": 列の次には 10 進数の行が必要です`,
		"A1+": `"A1+": A1 には 1 手目から S があります`,
		"A9/": `"A9/": A9 は盤の外です。盤は @0 から B2 までです`,
		"B2+": `"B2+": B2 はどのタイルにも接していません`,
	} {
		f := IllegalFoul(0, "-W", host.Answer{Text: move}, 0, pos.Clone().PlayText(move))
		require.Equal(t, f.Detail, say.English.Say(Explain(f, pos)))
		require.Equal(t, want, say.Japanese.Say(Explain(f, pos)), move)
	}
	require.Equal(t, 1, pos.Ply())
	team := &host.Foul{Kind: host.Protocol, Reason: ReasonHandshake, Question: AskTeam, Detail: "no team code: x"}
	require.Equal(t, "チームコードが届きませんでした", say.Japanese.Say(Explain(team, pos)))
	require.Equal(t, "no team code: x", say.English.Say(Explain(team, pos)))
}
