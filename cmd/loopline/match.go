package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/host"
)

// match is the games that two players play against each other.
type match struct {
	o      *playOptions
	opener opener
	stderr io.Writer
	show   show
	out    *safeWriter
	record *host.RecordFile // nil when none is kept
	pulse  *host.Pulse      // nil when no stall is credited
	lines  *feed[[]byte]    // of the record, to standard output; or nil
	kept   [2]*entrant      // players that stay, by the flag that named them
	been   map[string]bool  // addresses whose player was there
	wins   [2]int
	sum    summary
}

func newMatch(cmd *cobra.Command, o *playOptions) (*match, error) {
	var quiet sync.Mutex
	errout := cmd.ErrOrStderr()
	m := &match{
		o: o, stderr: errout, out: &safeWriter{w: cmd.OutOrStdout()},
		opener: opener{
			connect: o.connect, move: o.config().Move, human: o.human,
			say: func(text string) {
				quiet.Lock()
				defer quiet.Unlock()
				fmt.Fprintln(errout, "loopline:", text)
			},
		},
	}
	if o.hasHuman() {
		// A person has all the time; our own players still take the usual.
		m.opener.move = o.move
		m.opener.keyboard = newKeyboard(cmd.InOrStdin(), errout, newPainter(errout))
	}
	if o.first > 0 {
		m.opener.move = min(m.opener.move, o.first)
	}
	if o.record != "" {
		var err error
		if m.record, err = host.OpenRecord(o.record); err != nil {
			return nil, err
		}
	}
	if o.credit > 0 {
		m.pulse = host.StartPulse()
	}
	m.been = make(map[string]bool)
	m.opener.patient = func(address string) bool { return m.been[address] }
	m.show = o.shows(cmd)
	if o.asJSON {
		m.lines = newFeed(func(line []byte) { _, _ = m.out.Write(line) })
	}
	return m, nil
}

// play plays all games and sums them up.
func (m *match) play(ctx context.Context) error {
	for game := range m.o.games {
		if err := m.game(ctx, game); err != nil {
			return err
		}
		if err := m.out.failed(); err != nil {
			return err
		}
	}
	m.show.finish(m.closing())
	return nil
}

// game plays one game. First is the index of the player who is white.
func (m *match) game(ctx context.Context, number int) error {
	first := number % 2
	hm := m.o.config().Match(
		host.Seat{Address: m.o.address[first]}, host.Seat{Address: m.o.address[1-first]})
	hm.Record, hm.Version = m.recorder(), readVersion().String()
	if m.pulse != nil {
		hm.Credit, hm.Stalls = m.o.credit, m.pulse.Stalls
	}
	players, err := m.open(ctx, hm, first)
	if err != nil {
		return err
	}
	for seat, p := range players {
		hm.Seats[seat].Player, hm.Seats[seat].OwnClock = p, p.ownClock()
		p.logAnswers(func(text string) { hm.Log(seat, text) })
	}
	m.show.begin(hm, m.title(number))
	follow := newFeed(m.show.event)
	hm.Watch = func(e host.Event) {
		m.sum.add(e, m.o.address[first], m.o.address[1-first])
		follow.push(e)
	}
	v, err := hm.Run(ctx)
	follow.close()
	m.part(ctx, players, first, v)
	m.show.end(v)
	switch {
	case err != nil:
		return err
	case v.Void:
		return fmt.Errorf("the match is void: %s", v.Detail)
	}
	if v.Winner >= 0 {
		m.wins[(v.Winner+first)%2]++
	}
	return nil
}

func (m *match) title(number int) string {
	if m.o.games == 1 {
		return ""
	}
	return fmt.Sprintf("game %d of %d", number+1, m.o.games)
}

// recorder is where the events of a game go; nil is nowhere.
func (m *match) recorder() io.Writer {
	switch {
	case m.lines == nil && m.record == nil:
		return nil
	case m.lines == nil:
		return m.record
	}
	return &recordTee{m.record, m.lines}
}

// recordTee shows the lines of a record that is being written.
type recordTee struct {
	record *host.RecordFile // or nil
	lines  *feed[[]byte]
}

// Write fails when the record does. What is only shown may be lost.
func (t *recordTee) Write(p []byte) (int, error) {
	if t.record != nil {
		if n, err := t.record.Write(p); err != nil {
			return n, err
		}
	}
	t.lines.push(append([]byte(nil), p...))
	return len(p), nil
}

// open opens the players that do not stay from the last game, both at once:
// those that connect to us may come in any order.
func (m *match) open(ctx context.Context, hm *host.Match, first int) (players [2]*entrant, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var opening sync.WaitGroup
	var errs [2]error
	for seat := range players {
		who := (seat + first) % 2
		if m.kept[who] != nil && m.kept[who].healthy(ctx) {
			players[seat] = m.kept[who]
			continue
		}
		m.dismiss(who)
		opening.Go(func() {
			e, err := m.opener.open(ctx, hm.Seats[seat].Name, m.o.address[who], m.stderrOf(hm, seat))
			if err != nil {
				errs[seat] = err
				cancel() // nobody to play with: the other need not come
				return
			}
			players[seat] = e
		})
	}
	opening.Wait()
	for seat, p := range players {
		m.kept[(seat+first)%2] = p
		if p != nil {
			m.been[p.address] = true
		}
	}
	return players, firstReal(errs[:])
}

// firstReal returns the error that is not a consequence of another.
func firstReal(errs []error) error {
	var found error
	for _, err := range errs {
		if err != nil && (found == nil || errors.Is(found, context.Canceled)) {
			found = err
		}
	}
	return found
}

// stderrOf takes what a player writes to its standard error.
func (m *match) stderrOf(hm *host.Match, seat int) io.Writer {
	return writerFunc(func(p []byte) (int, error) {
		text := trimLine(string(trimNewline(p)))
		hm.Log(seat, text)
		if m.o.playerStderr {
			m.opener.say(hm.Seats[seat].Name + ": " + text)
		}
		return len(p), nil
	})
}

// part parts from the players that do not stay for another game.
func (m *match) part(ctx context.Context, players [2]*entrant, first int, v host.Verdict) {
	for seat, p := range players {
		fouled := v.Foul != nil && v.Foul.Seat == seat
		if !p.lasting || fouled || ctx.Err() != nil {
			m.dismiss((seat + first) % 2)
		}
	}
}

// dismiss closes a player, if there is one.
func (m *match) dismiss(who int) {
	if m.kept[who] != nil {
		_ = m.kept[who].Close()
		m.kept[who] = nil
	}
}

// closing is what is said at the end of the match.
func (m *match) closing() []string {
	lines := m.sum.lines()
	if m.o.games > 1 {
		lines = append(lines, fmt.Sprintf("match: %s %d, %s %d",
			m.o.address[0], m.wins[0], m.o.address[1], m.wins[1]))
	}
	return lines
}

// close closes everything. Its error is that of the record or the output.
func (m *match) close() error {
	for who := range m.kept {
		m.dismiss(who)
	}
	if m.pulse != nil {
		m.pulse.Close()
	}
	var err error
	if m.lines != nil {
		if lost := m.lines.close(); lost > 0 {
			err = fmt.Errorf("standard output was too slow, %d lines of the record are missing there", lost)
		}
	}
	if m.record != nil {
		err = errors.Join(err, m.record.Close())
	}
	return errors.Join(err, m.show.close(), m.out.failed())
}
