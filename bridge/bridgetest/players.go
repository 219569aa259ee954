package bridgetest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Play is the conduct of a player on a connection. It returns when the other
// side hangs up, when it is through, or when ctx ends and the connection is
// closed.
type Play func(ctx context.Context, rw io.ReadWriteCloser) error

// ScriptedPlayer is a scripted player by name.
type ScriptedPlayer struct {
	Name  string
	About string // one line
	play  func(*session) error
}

// ErrCrash is the error of a crashing player. Over exec its process ends with status 3.
var ErrCrash = errors.New("crashed as scripted")

// Play is the conduct of the player with a script. The connection is closed
// when it returns.
func (p ScriptedPlayer) Play(script Script) Play {
	return func(ctx context.Context, rw io.ReadWriteCloser) error {
		defer rw.Close()
		stop := context.AfterFunc(ctx, func() { rw.Close() })
		defer stop()
		return p.play(&session{
			ctx: ctx, rw: rw, in: bufio.NewReader(rw),
			script: script.withDefaults(),
		})
	}
}

// PlayerNamed finds one of Players.
func PlayerNamed(name string) (ScriptedPlayer, error) {
	for _, p := range Players() {
		if p.Name == name {
			return p, nil
		}
	}
	return ScriptedPlayer{}, fmt.Errorf("no scripted player %q", name)
}

// Players are the published players. Those that are bad give as many good
// answers as their script says before they turn.
func Players() []ScriptedPlayer {
	return []ScriptedPlayer{
		{"good", "answers at once", good},
		{"slow", "thinks long, within the limit", slow},
		{"late", "thinks beyond the limit, then answers", late},
		{"silent", "reads and answers nothing more", silent},
		{"deaf", "reads nothing from the start and says nothing", deaf},
		{"drip", "answers one byte at a time", drip},
		{"babble", "says three lines before each answer", babble},
		{"flood", "sends lines without end", flood},
		{"crash", "ends without a word instead of an answer", crash},
		{"cheat", "gives the answer that is against the rules", cheat},
		{"half-line", "sends half an answer and hangs up", halfLine},
		{"nul", "puts NUL bytes into its answer", nul},
		{"utf8", "puts letters beyond ASCII, and broken ones, into its answer", utf8},
		{"long-line", "answers with a line of 1 MiB", longLine},
		{"echo", "repeats each question, then answers", echo},
		{"banner", "prints a boot banner first, then plays well", banner},
		{"cr", "ends its lines with CR", ending("\r")},
		{"crlf", "ends its lines with CR LF", ending("\r\n")},
		{"trailing-space", "ends its answers with a space and no line end", ending(" ")},
	}
}

func good(k *session) error { return ending("\n")(k) }

func ending(end string) func(*session) error {
	return func(k *session) error {
		return k.each(func(_, answer string) error { return k.say(answer + end) })
	}
}

func slow(k *session) error {
	return k.each(func(_, answer string) error {
		return errors.Join(k.pause(k.script.Slow), k.say(answer+"\n"))
	})
}

func late(k *session) error {
	return k.badly(func(_, answer string) error {
		return errors.Join(k.pause(k.script.Late), k.say(answer+"\n"))
	})
}

func silent(k *session) error {
	return k.badly(func(string, string) error { return nil })
}

func deaf(k *session) error {
	<-k.ctx.Done()
	return nil
}

func drip(k *session) error {
	return k.each(func(_, answer string) error {
		for _, b := range []byte(answer + "\n") {
			if err := errors.Join(k.say(string([]byte{b})), k.pause(k.script.Drip)); err != nil {
				return err
			}
		}
		return nil
	})
}

func babble(k *session) error {
	return k.badly(func(_, answer string) error {
		return k.say("thinking\nstill thinking\ndone\n" + answer + "\n")
	})
}

func flood(k *session) error {
	return k.badly(func(string, string) error {
		chunk := strings.Repeat("all work and no play\n", 100)
		for {
			if err := k.say(chunk); err != nil {
				return nil
			}
		}
	})
}

func crash(k *session) error {
	return k.badly(func(string, string) error { return ErrCrash })
}

func cheat(k *session) error {
	return k.badly(func(string, string) error { return k.say(k.script.Cheat + "\n") })
}

// errThrough ends a player that has done what it does.
var errThrough = errors.New("through")

func halfLine(k *session) error {
	err := k.badly(func(_, answer string) error {
		return errors.Join(k.say(answer[:(len(answer)+1)/2]), errThrough)
	})
	if errors.Is(err, errThrough) {
		return nil
	}
	return err
}

func nul(k *session) error {
	return k.badly(func(_, answer string) error {
		return k.say("\x00" + answer + "\x00\x00\n")
	})
}

func utf8(k *session) error {
	return k.badly(func(_, answer string) error {
		return k.say(answer + "é環\xff\xfe\xc3\n")
	})
}

func longLine(k *session) error {
	return k.badly(func(string, string) error {
		return k.say(strings.Repeat("0123456789abcdef", 1<<16) + "\n")
	})
}

func echo(k *session) error {
	return k.each(func(question, answer string) error {
		return k.say(question + "\n" + answer + "\n")
	})
}

func banner(k *session) error {
	if err := k.say("\r\nboot v1.0\r\nself test ok\r\n> ready\r\n"); err != nil {
		return err
	}
	return good(k)
}
