package host

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/say"
)

// What a foul says in another language is made of the fields that a record has of it.
func TestFoulIsSaidByItsFields(t *testing.T) {
	const second = time.Second
	for _, c := range []struct {
		foul Foul
		want string
	}{
		{Foul{Kind: Late, Reason: ReasonOverdue, Detail: "took 2s of 1s", Bytes: []byte("A1+"), Used: 2 * second, Limit: second}, "1s のところ 2s かかりました"},
		{Foul{Kind: Late, Reason: ReasonUnfinished, Detail: `"A1" without a line end in 1s`, Bytes: []byte("A1"), Used: second, Limit: second}, `1s の間、"A1" に改行がありません`},
		{Foul{Kind: Silent, Reason: ReasonNoByte, Detail: "not one byte in 1s", Used: second, Limit: second}, "1s の間、1 バイトも届きません"},
		{Foul{Kind: Silent, Reason: ReasonUnread, Detail: "did not take the line sent to it", Limit: second}, "送った行を受け取りませんでした"},
		{Foul{Kind: Protocol, Reason: ReasonUnaccepted, Detail: `sent 3 lines in 1s, none an answer to "-T"`, Question: "-T", Used: second, Limit: second}, `1s の間に行を送りましたが、"-T" への答えがありません`},
		{Foul{Kind: Protocol, Reason: ReasonStray, Detail: `sent "x" unasked`, Bytes: []byte("x")}, `問われないのに "x" を送りました`},
		{Foul{Kind: Garbled, Reason: ReasonBinary, Detail: `answered bytes that are not text: "\xff"`, Bytes: []byte{0xff}}, `文字でないバイト列を返しました: "\xff"`},
		{Foul{Kind: Garbled, Reason: ReasonTooMany, Detail: "sent 99 lines, 100 bytes, that nobody asked for"}, "問われない行を多く送りすぎました"},
		{Foul{Kind: Gone, Reason: ReasonHalfLine, Detail: `"A1" without a line end, then it ended`, Bytes: []byte("A1")}, `"A1" に改行がなく、その後に切断されました`},
		{Foul{Kind: Gone, Reason: ReasonClosed, Detail: "exit status 3"}, "exit status 3"},
		{Foul{Kind: Gone, Reason: ReasonClosed, Detail: "connection closed by the peer"}, "相手が接続を閉じました"},
		{Foul{Kind: Illegal, Reason: "of a game", Detail: "ok; late"}, "ok; late"},
	} {
		recorded := FoulOf(c.foul.event())
		require.Equal(t, c.foul.event(), recorded.event())
		require.Equal(t, c.want, say.Japanese.Say(recorded.Said()))
		require.Equal(t, c.foul.Detail, say.English.Say(recorded.Said()))
	}
}
