package simulate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"regexp"
	"strings"
	"time"

	"github.com/loopline/loopline/contest/command"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
)

// neverEnds is the context of a run: it ends by dying.
var neverEnds = context.Background()

// result is a line that tells of a game's end.
var result = regexp.MustCompile(`^(\S+/\d+/\d+/\d+/\d+): (.* wins|draw|void) \(`)

// said takes each line that the run prints.
func (d *day) said(l *life, text string) {
	d.mu.Lock()
	dead := l.dead
	d.mu.Unlock()
	m := result.FindStringSubmatch(text)
	if dead || m == nil {
		return
	}
	lines := d.decisions()
	for i, c := range lines {
		if c.Type == tournament.Finished && c.Game == m[1] {
			d.told(i + 1)
			return
		}
	}
	d.fail("the run printed %q without a decision", text)
}

// watched takes each event that the run shows on pages.
func (d *day) watched(l *life, game string, e record.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if l.dead {
		return
	}
	switch e.Type {
	case record.EventGame:
		d.report.Games++
	case record.EventVerdict:
		if e.Void && (e.Reason == host.ReasonInterrupted || e.Reason == host.ReasonError) {
			return
		}
		s := shown{reason: e.Reason}
		if e.Winner != nil {
			s.winner = *e.Winner
		}
		d.shown[game] = s
	}
}

// survived checks the disk after an end: all that the run printed must be there, and
// verdicts on the disk have to count.
func (d *day) survived() {
	d.kept()
	if d.failed() != nil {
		return
	}
	playing := map[string]bool{}
	for _, c := range d.decisions() {
		switch c.Type {
		case tournament.Started:
			playing[c.Game] = true
		case tournament.Finished, tournament.Voided, tournament.Adjudicated, tournament.Amended, tournament.Replayed:
			delete(playing, c.Game)
		}
	}
	p := d.disk.Process("look")
	files, err := p.ReadDir(path.Join(folder, tournament.RecordsFolder))
	if err != nil {
		return
	}
	for _, f := range files {
		for id, sum := range d.whole(path.Join(folder, tournament.RecordsFolder, f.Name())) {
			if playing[id] {
				d.mu.Lock()
				d.owed[id] = sum
				d.mu.Unlock()
			}
		}
	}
}

// whole are the sums of the verdicts of games that a record holds, on the disk.
func (d *day) whole(name string) map[string]string {
	sums := map[string]string{}
	text, _ := d.disk.Kept(name)
	for g, err := range record.Games(bytes.NewReader(text)) {
		if err != nil {
			break
		}
		if v := g.Verdict(); v != nil && v.Reason != host.ReasonInterrupted && v.Reason != host.ReasonError {
			sums[g.Header().ID] = v.Sum
		}
	}
	return sums
}

// order is an order of the director, by a program of its own.
func (d *day) order() {
	r := d.chance("order")
	o, ok := d.draw(r)
	if !ok {
		return
	}
	d.give(o)
	if o.Verb != "pause" {
		return
	}
	for range 60 { // until it is resumed: also by a run that begins
		time.Sleep(jitter(r, 3*time.Second))
		is, err := d.env("viewer").Read(folder)
		if err == nil && !is.Paused {
			return
		}
		d.give(command.Command{Verb: "resume", By: "director"})
	}
}

// draw draws an order.
func (d *day) draw(r *rand.Rand) (o command.Command, ok bool) {
	is, err := d.env("viewer").Read(folder)
	if err != nil {
		return o, false
	}
	o = command.Command{By: "director", Why: "drawn"}
	o.Cascade = r.IntN(2) == 0
	o.Keep = !o.Cascade
	var games []*tournament.Game
	is.Matches(func(m *tournament.Match) { games = append(games, m.Games...) })
	name := is.Entrants[r.IntN(len(is.Entrants))].Name
	o.Verb = pick(r, "pause", "void", "replay", "adjudicate", "amend", "amend", "withdraw", "readdress", "add")
	switch o.Verb {
	case "pause":
	case "withdraw":
		o.Args = []string{name}
	case "readdress":
		o.Args = []string{name, fmt.Sprint("bot:", 100+r.IntN(900))}
	case "add":
		o.Args = []string{fmt.Sprint("Late", r.IntN(100)), fmt.Sprint("bot:", 1000+r.IntN(900))}
	default:
		if len(games) == 0 {
			return o, false
		}
		g := games[r.IntN(len(games))]
		o.Args = []string{g.ID}
		if o.Verb == "adjudicate" || o.Verb == "amend" {
			winner := "draw"
			if r.IntN(3) > 0 {
				winner = is.Entrants[g.Seats[r.IntN(2)]].Name
			}
			o.Args = append(o.Args, winner)
		}
	}
	return o, true
}

// give gives an order.
func (d *day) give(o command.Command) {
	p := d.disk.Process("order")
	r := d.chance("end of order")
	d.mu.Lock()
	if !d.quiet && !d.fault.FullDisk && r.IntN(2) == 0 {
		powerLoss := r.IntN(2) == 0
		p.EndsAt(1+r.IntN(5), powerLoss, func() {
			if powerLoss {
				d.died(nil, true)
			}
		})
	}
	d.mu.Unlock()
	given, err := command.ApplyIn(d.envOf(p), folder, o)
	var unread *tournament.FileError
	var disk *fs.PathError
	switch {
	case err == nil:
		d.told(given.Decision.N)
		d.mu.Lock()
		d.report.Orders++
		d.mu.Unlock()
	case errors.As(err, &unread) && !errors.As(err, &disk) && !errors.Is(err, tournament.ErrNotBegun):
		d.fail("an order cannot be given: %w", err)
	}
}

// decisions are the decisions as programs see them, read without the tournament's own
// code.
func (d *day) decisions() (all []tournament.Decision) {
	text, _ := d.disk.Seen(path.Join(folder, tournament.DecisionsFile))
	for line := range strings.Lines(string(text)) {
		c, ok := decoded(line)
		if !ok {
			break
		}
		all = append(all, c)
	}
	return all
}
