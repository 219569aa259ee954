package host_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
)

// unflushed is a player that answers when its input is closed, or does not.
type unflushed struct {
	mute
	answers bool
	asked   int
}

func (u *unflushed) AnswersAtEnd(context.Context) bool { u.asked++; return u.answers }

// TestDiagnose: only a player that is there and has sent nothing is looked at again.
func TestDiagnose(t *testing.T) {
	for _, c := range []struct {
		foul    host.Foul
		answers bool
		asked   int
		want    string
	}{
		{host.Foul{Kind: host.Silent, Detail: "not one byte in 1s"}, true, 1,
			"not one byte in 1s; an answer came when its input was closed: flush standard output after each answer, and read a line at a time"},
		{host.Foul{Kind: host.Silent, Detail: "not one byte in 1s"}, false, 1, "not one byte in 1s"},
		{host.Foul{Kind: host.Protocol, Reason: "handshake", Detail: "no team code"}, false, 1, "no team code"},
		{host.Foul{Kind: host.Late, Detail: "late", Bytes: []byte("A")}, true, 0, "late"},
		{host.Foul{Kind: host.Gone, Detail: "gone"}, true, 0, "gone"},
	} {
		p := &unflushed{answers: c.answers}
		c.foul.Diagnose(t.Context(), p)
		require.Equal(t, c.want, c.foul.Detail)
		require.Equal(t, c.want, c.foul.Said().String())
		require.Equal(t, c.asked, p.asked)
		c.foul.Diagnose(t.Context(), mute{}) // no program
	}
}

// board is a board on a port that may reset it.
type board struct {
	mute
	may bool
}

func (b board) MayMissFirst() bool { return b.may }

// TestDiagnoseMissedQuestion: of a board that said only lines that were no answer, for the whole limit, it is said
// what one does that resets when its port is opened.
func TestDiagnoseMissedQuestion(t *testing.T) {
	for _, c := range []struct {
		foul host.Foul
		may  bool
		want bool
	}{
		{host.Foul{Kind: host.Protocol, Bytes: []byte("boot\n"), Used: 5, Limit: 5}, true, true},
		{host.Foul{Kind: host.Protocol, Bytes: []byte("boot\n"), Used: 5, Limit: 5}, false, false},
		{host.Foul{Kind: host.Protocol, Bytes: []byte("boot\n"), Used: 4, Limit: 5}, true, false},
		{host.Foul{Kind: host.Silent, Used: 5, Limit: 5}, true, false},
	} {
		c.foul.Detail = "sent 1 line"
		c.foul.Diagnose(t.Context(), board{may: c.may})
		require.Equal(t, c.want, strings.Contains(c.foul.Detail, "misses the first question"), c.foul.Detail)
	}
}

// TestStderrTail keeps the last lines, short and harmless, until they are taken.
func TestStderrTail(t *testing.T) {
	var b host.StderrLog
	for i := range 9 {
		fmt.Fprintf(&b, "line %d\n", i)
	}
	fmt.Fprintf(&b, "\x1b[31m%s\n", strings.Repeat("é", 1000))
	tail := b.TakeTail()
	require.Len(t, tail, 6)
	require.Equal(t, "line 4", tail[0])
	require.Len(t, []rune(tail[5]), 166)
	require.NotContains(t, tail[5], "\x1b")
	require.Empty(t, b.TakeTail())
}
