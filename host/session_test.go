package host

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/internal/say"
	"github.com/stretchr/testify/require"
)

// code is a game that asks each seat for a code of two letters, then "go".
func code(ctx context.Context, t *Session) (Verdict, error) {
	isCode := func(line string) bool { return len(line) == 2 && line[0] != '-' }
	for seat := range t.Seats() {
		if _, err := t.AskFor(ctx, seat, "-T", second, isCode); err != nil {
			return Verdict{}, err
		}
	}
	for ply := range 3 {
		for seat := range t.Seats() {
			if err := t.Tell(ctx, seat, "ready"); err != nil {
				return Verdict{Ply: ply}, err
			}
			if _, err := t.Ask(ctx, seat, "go", second); err != nil {
				return Verdict{Ply: ply}, err
			}
		}
	}
	return Verdict{Reason: "done", Ply: 3}, nil
}

// coder answers as code wants it.
func coder(f *fake, text string) {
	switch text {
	case "-T":
		f.Say(time.Millisecond, "AB\n")
	case "go":
		f.Say(time.Millisecond, "ok\n")
	}
}

func TestNoiseBeforeHandshake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		board := hosttest.New(func(f *fake, text string) {
			if text == "-T" {
				f.Say(0, "booting\nv1.0 \xb5C\nready\n")
			}
			coder(f, text)
		})
		board.Say(0, "before anything\n")
		m := between(code, board)
		m.Strict = true
		time.Sleep(second)
		v, text := played(t, m)
		require.Equal(t, "done", v.Reason)
		require.Contains(t, text, `{"type":"stray","seat":0,"text":"before anything"`)
		require.Contains(t, text, `{"type":"noise","seat":0,"text":"booting"`)
		require.Contains(t, text, `{"type":"noise","seat":0,"hex":"76312e3020b543"`)
	})
}

func TestEcho(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		board := hosttest.New(func(f *fake, text string) {
			f.Say(0, text+"\n")
			coder(f, text)
		})
		m := between(code, board)
		m.Strict = true
		v, text := played(t, m)
		require.Equal(t, "done", v.Reason)
		require.Equal(t, 1+3+3, strings.Count(text, `"type":"echo"`))
	})
}

// Only a handshake shows that a seat echoes: later an answer may well be the
// same as the question.
func TestAnswerEqualToQuestionIsNoEcho(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v, text := played(t, between(rounds(2, second), hosttest.Answering("go", 0)))
		require.Equal(t, "done", v.Reason)
		require.NotContains(t, text, `"type":"echo"`)
	})
}

func TestHandshakeFouls(t *testing.T) {
	for _, c := range []struct {
		name   string
		do     func(f *fake, text string)
		kind   Kind
		reason string
		bytes  string
	}{
		{"nothing", func(*fake, string) {}, Silent, ReasonNoByte, ""},
		{"wrong", func(f *fake, _ string) { f.Say(0, "ABC\nhello\n") },
			Protocol, ReasonUnaccepted, "ABC\nhello\n"},
		{"half", func(f *fake, _ string) { f.Say(0, "ABC\nA") },
			Late, ReasonUnfinished, "A"},
		{"late", func(f *fake, _ string) { f.Say(second+time.Millisecond, "AB\n") },
			Late, ReasonOverdue, "AB"},
		{"late and wrong", func(f *fake, _ string) { f.Say(second+time.Millisecond, "ABC\n") },
			Protocol, ReasonUnaccepted, "ABC\n"},
		{"flood", func(f *fake, _ string) { f.Say(0, strings.Repeat("bla\n", 300)) },
			Garbled, ReasonTooMany, strings.Repeat("bla\n", 64)},
		{"fat flood", func(f *fake, _ string) {
			f.Say(0, strings.Repeat(strings.Repeat("x", 1000)+"\n", 20))
		}, Garbled, ReasonTooMany, strings.Repeat("x", 256)},
		{"echo without end", func(f *fake, _ string) { f.Say(0, strings.Repeat("-T\n", 300)) },
			Garbled, ReasonTooMany, strings.Repeat("-T\n", 85) + "-"},
		{"gone", func(f *fake, _ string) { f.Say(0, "panic!\n"); f.Fail(0, errGone) },
			Gone, ReasonClosed, "panic!\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				v, _ := played(t, between(code, hosttest.New(coder), hosttest.New(c.do)))
				require.LessOrEqual(t, time.Since(start), second+60*time.Millisecond)
				require.Equal(t, 0, v.Winner)
				require.Equal(t, c.kind, v.Foul.Kind)
				require.Equal(t, c.reason, v.Foul.Reason)
				require.Equal(t, c.bytes, string(v.Foul.Bytes))
				require.NotRegexp(t, `\b1 lines|\b1 bytes`, v.Foul.Detail)
				if c.name == "late and wrong" {
					require.Equal(t, `sent 1 line in 1s, none an answer to "-T"`, v.Foul.Detail)
				}
			})
		})
	}
}

// Simultaneous turns, in which being late costs only the turn.
func TestEachAndPlayOn(t *testing.T) {
	game := func(ctx context.Context, t *Session) (Verdict, error) {
		passes := make([]int, t.Seats())
		for range 3 {
			errs := t.Each(ctx, func(ctx context.Context, seat int) error {
				_, err := t.Ask(ctx, seat, "go", second)
				return err
			})
			for seat, err := range errs {
				var foul *Foul
				if errors.As(err, &foul) && foul.Kind == Silent {
					passes[seat]++
				} else if err != nil {
					return Verdict{}, err
				}
			}
			if err := t.Note("passes", passes); err != nil {
				return Verdict{}, err
			}
		}
		if passes[0] < passes[1] {
			return Verdict{Winner: 0, Reason: "fewer passes"}, nil
		}
		return Verdict{Winner: 1, Reason: "fewer passes"}, nil
	}
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		m := between(game, hosttest.On(2, func(*fake, string) {}), hosttest.Answering("ok", second/2))
		v, text := played(t, m)
		require.Equal(t, 1, v.Winner)
		require.Contains(t, text, `"data":[1,0]`)
		require.Equal(t, 2*second+30*time.Millisecond, time.Since(start))
	})
}

func TestGameMisusesTable(t *testing.T) {
	for _, c := range []struct {
		name string
		use  func(ctx context.Context, t *Session) error
		want string
	}{
		{"seat", func(ctx context.Context, t *Session) error { return t.Tell(ctx, 1, "x") },
			"seat 1 does not exist, there are 1"},
		{"line end", func(ctx context.Context, t *Session) error { return t.Tell(ctx, 0, "a\r\nb") },
			"holds a carriage return: set LineEnd instead"},
		{"line feed at the end", func(ctx context.Context, t *Session) error { return t.Tell(ctx, 0, "a\n") },
			"ends with a line feed: that is added"},
		{"many lines", func(ctx context.Context, t *Session) error {
			return t.Tell(ctx, 0, strings.Repeat("a\n", 300)+"a")
		}, "more than 256 lines"},
		{"line end of a player that has one", func(ctx context.Context, t *Session) error {
			return t.TellWith(ctx, 0, Question{Text: "a", LineEnd: "\r\n"})
		}, `player of seat a cannot end a line with "\r\n"`},
		{"text to hear", func(ctx context.Context, t *Session) error {
			_, err := t.Hear(ctx, 0, Question{Text: "a", Limit: second})
			return err
		}, "nothing is sent; use AskWith"},
		{"foul of nobody", func(_ context.Context, t *Session) error { return t.Foul(&Foul{Seat: 1}) },
			"foul of seat 1, which does not exist"},
		{"not text", func(ctx context.Context, t *Session) error { return t.Tell(ctx, 0, "\xff") },
			"is not UTF-8"},
		{"long", func(ctx context.Context, t *Session) error {
			return t.Tell(ctx, 0, strings.Repeat("x", 1<<20))
		}, "more than 65536"},
		{"note", func(_ context.Context, t *Session) error { return t.Note("n", math.NaN()) },
			"note n"},
		{"huge note", func(_ context.Context, t *Session) error {
			return t.Note("n", strings.Repeat("x", 1<<20))
		}, "longer than 1048576"},
	} {
		t.Run(c.name, func(t *testing.T) {
			game := func(ctx context.Context, t *Session) (Verdict, error) {
				return Verdict{}, c.use(ctx, t)
			}
			player := struct{ Player }{hosttest.Answering("ok", 0)} // with one line end
			v, _, err := recorded(t.Context(), between(game, player))
			require.ErrorContains(t, err, c.want)
			require.True(t, v.Void)
		})
	}
}

func TestLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := between(rounds(1, second), hosttest.Answering("ok", 0))
		m.Log(0, "before")
		m.Log(7, "nobody sits there")
		m.Log(-1, "nor there")
		game := m.Referee
		m.Referee = func(ctx context.Context, t *Session) (Verdict, error) {
			t.Log(0, strings.Repeat("x", 5000))
			for range maxLogLines + 100 {
				t.Log(0, "much")
			}
			return game(ctx, t)
		}
		_, text := played(t, m)
		m.Log(0, "after")
		require.Contains(t, text, `{"type":"log","seat":0,"text":"before"`)
		require.NotContains(t, text, "there\"")
		require.NotContains(t, text, "after")
		require.Contains(t, text, `"`+strings.Repeat("x", 4096)+`"`)
		require.Equal(t, 1, strings.Count(text, "the rest is dropped"))
		require.LessOrEqual(t, strings.Count(text, `"type":"log"`), maxLogLines+1)
	})
}

// A line from before the question answers it, in no time, where the game takes
// early ones; elsewhere it is stray.
func TestEarly(t *testing.T) {
	for _, strict := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			game := func(ctx context.Context, t *Session) (Verdict, error) {
				for range 3 {
					if _, err := t.AskWith(ctx, 0, Question{Text: "go", Limit: second, Early: true}); err != nil {
						return Verdict{}, err
					}
				}
				return Verdict{Winner: NoWinner, Reason: "done"}, nil
			}
			p := hosttest.New(nil)
			p.Say(0, "one\ntwo\n")
			p.Say(2*time.Millisecond, "three\n")
			m := between(game, p)
			m.Strict = strict
			time.Sleep(time.Millisecond)
			v, text := played(t, m)
			require.Equal(t, "done", v.Reason)
			require.Equal(t, 3, strings.Count(text, `"type":"answer"`))
			require.NotContains(t, text, `"type":"stray"`)
			require.Contains(t, text, `"text":"two","sent":0,"drained":0,"first":-1000,"last":-1000,"used":0`)
		})
	}
}

// A player that sends back what it gets, and nothing else, is told so in the game's first foul, and by its record.
func TestEchoIsAllThatCame(t *testing.T) {
	const only = "it sends back what it gets: the wire and the rate are right, the player is missing"
	illegal := func(question string) Referee {
		return func(ctx context.Context, t *Session) (Verdict, error) {
			if err := t.Tell(ctx, 0, "size 3\nturns 4"); err != nil {
				return Verdict{}, err
			}
			a, err := t.Ask(ctx, 0, question, second)
			if err != nil {
				return Verdict{}, err
			}
			f := &Foul{Kind: Illegal, Reason: "answer", Detail: "not an action", Question: question, Bytes: []byte(a.Text), Used: a.Used, Limit: second}
			if err := t.Foul(f); err != nil {
				return Verdict{}, err
			}
			return Verdict{}, f
		}
	}
	parrot := func(f *fake, text string) { f.Say(0, text+"\n") }
	for _, c := range []struct {
		name string
		game Referee
		do   func(f *fake, text string)
		want bool
	}{
		{"handshake", code, parrot, true},
		{"several lines", illegal("turn 1\n0 0 0"), parrot, true},
		{"silent", code, func(*fake, string) {}, false},
		{"a banner too", code, func(f *fake, text string) { f.Say(0, "ready\n"+text+"\n") }, false},
		{"late", code, func(f *fake, text string) { f.Say(second+time.Millisecond, text+"\n") }, true},
		{"a line of its own before", func(ctx context.Context, t *Session) (Verdict, error) {
			if _, err := t.Ask(ctx, 0, "name", second); err != nil {
				return Verdict{}, err
			}
			return illegal("turn 1")(ctx, t)
		}, func(f *fake, text string) {
			if text == "name" {
				text = "me"
			}
			parrot(f, text)
		}, false},
		{"silent after an answer that was its question", func(ctx context.Context, t *Session) (Verdict, error) {
			if _, err := t.Ask(ctx, 0, "0", second); err != nil {
				return Verdict{}, err
			}
			_, err := t.Ask(ctx, 0, "1", second)
			return Verdict{}, err
		}, func(f *fake, text string) {
			if text == "0" {
				parrot(f, text)
			}
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				v, text := played(t, between(c.game, hosttest.New(c.do)))
				require.NotNil(t, v.Foul)
				require.Equal(t, c.want, v.Foul.Echo(), v.Foul.Detail)
				require.Equal(t, c.want, v.Foul.Detail == only, v.Foul.Detail)
				require.Equal(t, c.want, strings.Contains(text, only), text)
				again := FoulOf(v.Foul.event())
				require.Equal(t, c.want, again.Echo())
				require.Equal(t, c.want, say.Japanese.Say(again.Said()) == "受け取ったものをそのまま送り返しています。接続とレートは正しく、プレイヤーがまだありません")
			})
		})
	}
}
