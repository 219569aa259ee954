package bridgetest

import (
	"bufio"
	"context"
	"io"
	"strings"
	"time"
)

// session is one player at work.
type session struct {
	ctx    context.Context
	rw     io.ReadWriter
	in     *bufio.Reader
	script Script
	given  int // answers that were due
}

// each calls turn for every answer that is due until the other side hangs up,
// which is a good end, or turn fails.
func (k *session) each(turn func(question, answer string) error) error {
	for {
		question, err := k.in.ReadString('\n')
		if err != nil {
			return nil
		}
		question = strings.TrimRight(question, "\r\n")
		answer, due := k.script.Answer(question)
		if !due {
			continue
		}
		if err := turn(question, answer); err != nil {
			return err
		}
		k.given++
	}
}

// badly plays well for the first answers of the script and then calls turn.
func (k *session) badly(turn func(question, answer string) error) error {
	return k.each(func(question, answer string) error {
		if k.given < k.script.Good {
			return k.say(answer + "\n")
		}
		return turn(question, answer)
	})
}

func (k *session) say(bytes string) error {
	_, err := io.WriteString(k.rw, bytes)
	return err
}

func (k *session) pause(d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-k.ctx.Done():
		return k.ctx.Err()
	}
}
