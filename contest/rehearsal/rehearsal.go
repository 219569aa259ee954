package rehearsal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/loopline/loopline/contest/command"
	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/director"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/humanize"
)

// What goes wrong in a rehearsal.
const (
	LateBoard   = "late-board"   // an entrant of the first match comes late
	PulledCable = "pulled-cable" // a player is gone during a game, and comes back later
	WrongResult = "wrong-result" // the result of the first game is corrected when others depend on it
	PowerCut    = "power-cut"    // the host goes down while games are played, and comes back later
)

// Faults are the faults that a [Rehearsal] knows.
var Faults = []string{LateBoard, PulledCable, WrongResult, PowerCut}

// Rehearsal plays a whole contest by a clock that runs ahead: stand-ins play its games at once, and the
// clock of the decisions says how long they would have taken. Pairings, decisions, records and what is
// done after a power cut are those of a contest; only the [director.Director], which waits for boards, is left out.
// Fill it in, then call Play once.
type Rehearsal struct {
	Plan  *config.Config
	Dir   string    // its folder, which Play makes
	Start time.Time // when the day begins

	// Fault goes wrong, the cable and the power as soon after At as a game is played; Away is how
	// long the board or the power is away. Empty is nothing.
	Fault string
	At    time.Time
	Away  time.Duration

	// Match makes a game, and Open the stand-in of an entrant for one game.
	Match func(tournament.GameSetup, ...host.Seat) (*host.Game, error)
	Open  func(ctx context.Context, entrant string, seat int) (series.PlayerConn, error)

	// Length is how long a game takes that had so many plies.
	Length func(s tournament.GameSetup, plies int) time.Duration

	Version string
	Env     tournament.Env // its clock is not used

	// After Play: when all is over, the rounds in the order in which they began, the games, and the
	// longest queue.
	End    time.Time
	Rounds []Round
	Games  []Game
	Queue  Queue

	log      *journal.DecisionLog
	day      *tournament.Tournament // of log: nobody else decides meanwhile
	now      time.Time
	playing  []*slot
	arrives  map[int]time.Time // entrants that are away
	missed   map[int]time.Time // since when they were looked for
	happened bool              // the fault
	from     int               // decisions before it
	paired   int               // decisions when dependents were last looked for
	pulled   string            // the game in which the cable was
	told     []string          // of the fault
}

// Round is when the games of a round were played; Round is 0 for all of a ladder.
type Round struct {
	Stage      string
	Round      int
	Begin, End time.Time
	Games      int
}

// Game is when a game was played, at one attempt.
type Game struct {
	ID         string
	Begin, End time.Time
}

// Queue is the most matches that could have been played at once had there been tables.
type Queue struct {
	Matches int
	At      time.Time
}

// slot is a match at a table, and its game.
type slot struct {
	match       string
	entrants    []int
	game        string
	begin, end  time.Time
	result      *tournament.Decision
	record      string
	size, grown int64 // of the record, before and after the game
}

// Play plays the day to its end. The folder holds it as a contest's folder does.
func (r *Rehearsal) Play(ctx context.Context) (err error) {
	r.now, r.End, r.arrives, r.missed = r.Start, r.Start, map[int]time.Time{}, map[int]time.Time{}
	if err := r.open(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.log.Close()) }()
	for ctx.Err() == nil {
		if err := r.decide(); err != nil {
			return err
		}
		if err := r.correct(); err != nil {
			return err
		}
		day := r.day
		if standing.Over(day) && len(r.playing) == 0 {
			return nil
		}
		changed, err := r.seat(ctx)
		if err == nil && !changed {
			err = r.advance(ctx)
		}
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// open opens the decisions. A rehearsal needs no disk that keeps them.
func (r *Rehearsal) open() (err error) {
	env := r.Env
	env.Now = func() time.Time { return r.now }
	if r.log, err = journal.OpenIn(env, r.Dir, r.Plan, 1, r.Version); err != nil {
		return err
	}
	r.log.Unsynced = true
	return r.log.View(func(day *tournament.Tournament) { r.day = day })
}

// append takes a decision.
func (r *Rehearsal) append(c *tournament.Decision) error {
	_, err := r.log.Append(func(*tournament.Tournament) (*tournament.Decision, error) { return c, nil })
	return err
}

// decide takes all decisions that follow by themselves.
func (r *Rehearsal) decide() error {
	for {
		c, err := r.log.Append(func(day *tournament.Tournament) (*tournament.Decision, error) {
			for _, e := range day.Entrants {
				if !e.Missing.IsZero() && !e.Withdrawn && !r.away(e.Index) {
					return &tournament.Decision{Type: tournament.Present, Entrant: e.Name}, nil
				}
			}
			return nil, nil
		})
		if c == nil && err == nil {
			c, err = r.log.Follow()
		}
		if c == nil || err != nil {
			return err
		}
	}
}

func (r *Rehearsal) away(entrant int) bool { return r.now.Before(r.arrives[entrant]) }

// absent are the entrants of a match that are away. Over tells that the wait for them is over, or all are there.
func (r *Rehearsal) absent(m *tournament.Match) (missing []int, over bool) {
	over = true
	for _, e := range m.Entrants {
		if r.away(e) {
			missing = append(missing, e)
			since, looked := r.missed[e]
			over = over && looked && !r.now.Before(since.Add(time.Duration(r.Plan.Wait)))
		}
	}
	return missing, over
}

// seat begins games at free tables. Changed tells that something was decided that more can follow from.
func (r *Rehearsal) seat(ctx context.Context) (changed bool, err error) {
	day := r.day
	playing := map[string][]int{}
	for _, s := range r.playing {
		playing[s.match] = s.entrants
	}
	var lookFor []int
	look := func(m *tournament.Match) (away []int, over bool) {
		away, over = r.absent(m)
		for _, e := range away {
			if _, looked := r.missed[e]; !looked {
				r.missed[e] = r.now
				lookFor = append(lookFor, e)
			}
		}
		return away, over
	}
	all := standing.Seating(day, r.now, playing, func(*tournament.Match) bool { return true }, func(m *tournament.Match) (missing, over bool) {
		if r.Fault == LateBoard && !r.happened {
			e := m.Entrants[r.guest(m.Entrants, 0)]
			r.leave(e)
			r.told = append(r.told, fmt.Sprintf("%s comes at %s; wait is %v", day.Entrants[e].Name, clock(r.arrives[e]), time.Duration(r.Plan.Wait)))
		}
		away, over := look(m)
		return len(away) > 0, over
	})
	tables := min(len(all), max(0, day.Config.AllTables()-len(r.playing)))
	if waiting := len(all) - tables; waiting > r.Queue.Matches {
		r.Queue = Queue{waiting, r.now}
	}
	var ready []*tournament.Match
	for _, m := range all[:tables] {
		away, over := look(m)
		if changed = changed || over && len(away) > 0; over { // else its game was begun before, and keeps its table
			ready = append(ready, m)
		}
	}
	for _, e := range lookFor {
		if err := r.append(&tournament.Decision{Type: tournament.Missing, Entrant: day.Entrants[e].Name}); err != nil {
			return false, err
		}
	}
	for _, m := range ready {
		if err := r.begin(ctx, m); err != nil {
			return false, fmt.Errorf("%s: %w", m.ID, err)
		}
	}
	return changed || len(lookFor) > 0, nil
}

// guest is the place of an entrant that isn't of the house: the given one if it can be.
func (r *Rehearsal) guest(entrants []int, place int) int {
	if house := func(e int) bool { return r.day.Entrants[e].House }; house(entrants[place]) {
		return slices.IndexFunc(entrants, func(e int) bool { return !house(e) })
	}
	return place
}

// leave has an entrant be away, because of the fault.
func (r *Rehearsal) leave(entrant int) {
	r.arrives[entrant] = r.now.Add(r.Away)
	r.happen()
}

func (r *Rehearsal) happen() { r.happened, r.from = true, len(r.day.Decisions) }

// begin plays the next game of a match, and has it end later. Those who are not there forfeit.
func (r *Rehearsal) begin(ctx context.Context, m *tournament.Match) error {
	missing, _ := r.absent(m)
	for len(missing) > 0 && m.Next() > 0 {
		c, plays := r.day.Absence(m, missing, "")
		if plays {
			break
		}
		if c == nil {
			return nil
		}
		if err := r.append(c); err != nil {
			return err
		}
	}
	if m.Next() == 0 {
		return nil
	}
	g := r.day.NextGame(m, missing)
	if len(g.Seats) < 2 {
		return nil
	}
	if err := r.append(g.Started()); err != nil {
		return err
	}
	s := &slot{match: m.ID, entrants: m.Entrants, game: g.ID, begin: r.now}
	if err := r.referee(ctx, m, g, s); err != nil {
		return err
	}
	s.end = r.now.Add(max(r.Length(g.Setup, s.result.Ply), time.Second))
	r.playing = append(r.playing, s)
	r.note(m, s)
	return nil
}

// note adds a game to the timetable.
func (r *Rehearsal) note(m *tournament.Match, s *slot) {
	r.Games = append(r.Games, Game{s.game, s.begin, s.end})
	number := m.Round
	if m.Stage.Kind == config.Ladder {
		number = 0
	}
	i := slices.IndexFunc(r.Rounds, func(is Round) bool { return is.Stage == m.Stage.Name && is.Round == number })
	if i < 0 {
		i = len(r.Rounds)
		r.Rounds = append(r.Rounds, Round{Stage: m.Stage.Name, Round: number, Begin: s.begin})
	}
	round := &r.Rounds[i]
	round.Games++
	if s.end.After(round.End) {
		round.End = s.end
	}
	if s.end.After(r.End) {
		r.End = s.end
	}
}

// referee plays a game with stand-ins and records it. The result of the slot is what its verdict leads to.
func (r *Rehearsal) referee(ctx context.Context, m *tournament.Match, g *tournament.NextGame, s *slot) (err error) {
	day := r.day
	game, err := r.Match(g.Setup, g.HostSeats()...)
	if err != nil {
		return err
	}
	s.record = day.Record(m.ID)
	if s.size, err = r.sizeOf(s.record); err != nil {
		return err
	}
	file, err := record.OpenOn(r.Env.FS(), s.record)
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, file.Close()); err == nil {
			s.grown, err = r.sizeOf(s.record)
		}
	}()
	game.ID, game.Record, game.Version = g.ID, file, r.Version
	pulled := tournament.None
	if r.Fault == PulledCable && !r.happened && !r.now.Before(r.At) {
		pulled = r.guest(m.Game(g.Number).Seats, 1)
	}
	for seat, name := range g.Names {
		p, err := r.Open(ctx, name, seat)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, p.Close()) }()
		series.Sit(&game.Seats[seat], p)
		if seat == pulled {
			game.Seats[seat].Player = &pulledPlayer{PlayerConn: p, answers: 1}
		}
	}
	v, err := game.Run(ctx)
	if err != nil {
		return err
	}
	if pulled != tournament.None {
		e := m.Entrants[g.Seats[pulled]]
		r.leave(e)
		r.pulled = g.ID
		r.told = append(r.told, fmt.Sprintf("%s is gone in %s, begun at %s, and comes back at %s", g.Names[pulled], g.ID, clock(r.now), clock(r.arrives[e])))
	}
	s.result, err = day.OutcomeOfVerdict(m, g, v, file.Chain().Sum())
	return err
}

// pulledPlayer is gone after some answers.
type pulledPlayer struct {
	series.PlayerConn
	answers int
}

var errPulled = errors.New("the cable was pulled")

// Receive implements host.Player.
func (p *pulledPlayer) Receive(ctx context.Context) (text string, first, last time.Time, err error) {
	if p.answers == 0 {
		return "", first, last, errPulled
	}
	text, first, last, err = p.PlayerConn.Receive(ctx)
	if err == nil {
		p.answers--
	}
	return text, first, last, err
}

// SendTime implements host.SendTimer.
func (p *pulledPlayer) SendTime(bytes int) time.Duration { return host.SendTime(p.PlayerConn, bytes) }

// Listen implements host.Listener.
func (p *pulledPlayer) Listen() (time.Time, error) { return host.Listen(p.PlayerConn) }

// SendLines implements host.LineEnder where the player does.
func (p *pulledPlayer) SendLines(ctx context.Context, text, end string) (sent, drained time.Time, err error) {
	if is, ok := p.PlayerConn.(host.LineEnder); ok {
		return is.SendLines(ctx, text, end)
	}
	return p.Send(ctx, text)
}

func (r *Rehearsal) sizeOf(name string) (int64, error) {
	info, err := r.Env.FS().Stat(name)
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// advance puts the clock to what happens next: a game ends, a board comes, a wait is over, a stage begins,
// a ladder closes, the power goes. Games that end at once end one after the other, as they began.
func (r *Rehearsal) advance(ctx context.Context) error {
	var ends *slot
	for _, s := range r.playing {
		if ends == nil || s.end.Before(ends.end) {
			ends = s
		}
	}
	if ends != nil && r.Fault == PowerCut && !r.happened && !r.now.Before(r.At) && ends.end.After(r.now) {
		return r.cut(ctx, r.now.Add(ends.end.Sub(r.now)/2))
	}
	var next time.Time
	at := func(t time.Time) {
		if t.After(r.now) && (next.IsZero() || t.Before(next)) {
			next = t
		}
	}
	for e, t := range r.arrives {
		at(t)
		if since, looked := r.missed[e]; looked {
			at(since.Add(time.Duration(r.Plan.Wait)))
		}
	}
	for _, s := range r.day.Stages {
		if s.OpenLadder() {
			at(s.Ends())
		}
		if t, err := config.ParseTime(s.Start, r.now); err == nil && !s.Due(r.now) {
			at(t)
		}
	}
	switch {
	case ends != nil && (next.IsZero() || !next.Before(ends.end)):
		r.now = ends.end
		return r.finish(ctx, ends)
	case next.IsZero():
		return errors.New("nothing more happens, and the contest is not over")
	}
	r.now = next
	return nil
}

// finish ends a game. Its match goes on at its table.
func (r *Rehearsal) finish(ctx context.Context, s *slot) error {
	r.playing = slices.DeleteFunc(r.playing, func(is *slot) bool { return is == s })
	if err := r.append(s.result); err != nil {
		return err
	}
	if err := r.decide(); err != nil { // such as a disqualification
		return err
	}
	m := r.day.Match(s.match)
	if m == nil || m.Next() == 0 || m.Postponed || !slices.Equal(m.Entrants, s.entrants) {
		return nil
	}
	if missing, _ := r.absent(m); len(missing) > 0 {
		return nil
	}
	if err := r.begin(ctx, m); err != nil {
		return fmt.Errorf("%s: %w", m.ID, err)
	}
	return nil
}

// cut has the power go: of the games in play the record has a part, as a disk has then. The contest goes
// on as its next run does.
func (r *Rehearsal) cut(ctx context.Context, at time.Time) error {
	r.now = at
	r.happen()
	var games []string
	for _, s := range r.playing {
		games = append(games, s.game)
		part := (s.grown - s.size) * int64(r.now.Sub(s.begin)) / int64(s.end.Sub(s.begin))
		if err := r.shorten(s.record, s.size+part); err != nil {
			return err
		}
	}
	r.playing = nil
	r.told = append(r.told, fmt.Sprintf("the power goes at %s, and comes back at %s; %s in play: %s", clock(at), clock(at.Add(r.Away)),
		humanize.Plural(len(games), "game", "games"), strings.Join(games, ", ")))
	before := slices.Clone(r.day.Decisions)
	if err := r.log.Close(); err != nil {
		return err
	}
	r.now = at.Add(r.Away)
	if err := r.open(); err != nil {
		return err
	}
	run := &director.Director{Log: r.log, Say: func(string) {}}
	if err := run.Resume(ctx); err != nil {
		return err
	}
	after := r.day.Decisions
	if len(after) < len(before) || after[len(before)-1].Sum != before[len(before)-1].Sum {
		return errors.New("decisions from before the power cut are gone")
	}
	r.told = append(r.told, humanize.Plural(len(before), "decision", "decisions")+" from before are there")
	return nil
}

func (r *Rehearsal) shorten(name string, size int64) error {
	f, err := r.Env.FS().OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Truncate(size), f.Close())
}

// correct gives the first game another winner, as soon as games were begun that depend on it, or else
// when all is over.
func (r *Rehearsal) correct() error {
	day := r.day
	if r.Fault != WrongResult || r.happened {
		return nil
	}
	var first *tournament.Decision
	paired, begun := 0, false
	for i := range day.Decisions {
		switch c := &day.Decisions[i]; {
		case c.Type == tournament.Finished && !c.Void && first == nil:
			first = c
		case c.Type == tournament.Paired:
			paired, begun = c.N, false
		case c.Type == tournament.Started:
			begun = true
		}
	}
	over := standing.Over(day) && len(r.playing) == 0
	if first == nil || !over && (paired == r.paired || !begun) {
		return nil
	}
	r.paired = paired
	match, number, _, err := tournament.ParseGameID(first.Game)
	if err != nil {
		return err
	}
	m := day.Match(match)
	winner := day.Entrants[m.Entrants[0]].Name
	if winner == first.Winner {
		winner = day.Entrants[m.Entrants[1]].Name
	}
	o := command.Command{Verb: "amend", Args: []string{fmt.Sprintf("%s/%d", match, number), winner}, By: "rehearsal", Why: "the wrong result was written down"}
	if !over {
		if err := o.Try(day); !errors.As(err, new(*command.DependsError)) {
			return err
		}
	}
	o.Cascade = true
	r.happen()
	given, err := command.ApplyTo(r.log, o)
	if err != nil {
		return err
	}
	r.told = append(r.told, fmt.Sprintf("%s is corrected at %s: %s wins, not %s; begun on it: %s", o.Args[0], clock(r.now),
		winner, cmp.Or(first.Winner, "a draw"), humanize.Plural(len(given.Depends), "match", "matches")))
	for _, depends := range given.Depends {
		r.told = append(r.told, "with --cascade taken back: "+depends)
	}
	r.playing = slices.DeleteFunc(r.playing, func(s *slot) bool { // games that count no more are stopped
		m := r.day.Match(s.match)
		_, number, attempt, _ := tournament.ParseGameID(s.game)
		return m == nil || !slices.Equal(m.Entrants, s.entrants) || m.Game(number).State != tournament.Playing || m.Game(number).Attempt != attempt
	})
	return r.decide()
}

// Middle is when the middle one of the games began.
func (r *Rehearsal) Middle() time.Time {
	if len(r.Games) == 0 {
		return r.Start
	}
	return r.Games[len(r.Games)/2].Begin
}

// clock is a time as timetables have it.
func clock(t time.Time) string { return t.Format(config.TimeOfDay) }

// WriteTimetable writes when each round was played, when the day ended, and the longest queue.
func (r *Rehearsal) WriteTimetable(w io.Writer) error {
	var text strings.Builder
	for _, round := range r.Rounds {
		what := round.Stage
		if round.Round > 0 {
			what = fmt.Sprintf("%s, round %d", round.Stage, round.Round)
		}
		fmt.Fprintf(&text, "%s to %s  %s: %s\n", clock(round.Begin), clock(round.End), what, humanize.Plural(round.Games, "game", "games"))
	}
	fmt.Fprintf(&text, "the day ends at %s, after %v\n", clock(r.End), r.End.Sub(r.Start).Round(time.Second))
	if r.Queue.Matches > 0 {
		fmt.Fprintf(&text, "longest queue: %s without a table at %s\n", humanize.Plural(r.Queue.Matches, "match", "matches"), clock(r.Queue.At))
	} else {
		fmt.Fprintln(&text, "longest queue: none; no match waited for a table")
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// WriteFault writes what followed from the fault, and how much later the day ended than the one without it.
func (r *Rehearsal) WriteFault(w io.Writer, without *Rehearsal) error {
	lines := r.told
	if !r.happened {
		lines = []string{"it did not come to it: no game was played then"}
	} else {
		lines = slices.Concat(lines, r.followed())
	}
	switch later := r.End.Sub(without.End).Round(time.Second); {
	case later > 0:
		lines = append(lines, fmt.Sprintf("the day ends at %s, %v later", clock(r.End), later))
	case later < 0:
		lines = append(lines, fmt.Sprintf("the day ends at %s, %v earlier", clock(r.End), -later))
	default:
		lines = append(lines, fmt.Sprintf("the day ends at %s as without it", clock(r.End)))
	}
	_, err := fmt.Fprintf(w, "%s:\n  %s\n", r.Fault, strings.Join(lines, "\n  "))
	return err
}

// followed are the decisions since the fault that would not be there without it, in lines.
func (r *Rehearsal) followed() (lines []string) {
	var again []string
	forfeits := map[string]int{}
	for i := range r.day.Decisions[r.from:] {
		c := &r.day.Decisions[r.from+i]
		match, _, attempt, _ := tournament.ParseGameID(c.Game)
		switch c.Type {
		case tournament.Missing, tournament.Present, tournament.Withdrawn, tournament.Disqualified:
			at, _ := time.Parse(time.RFC3339Nano, c.Time)
			lines = append(lines, fmt.Sprintf("%s %s: %s", clock(at.In(r.Start.Location())), c.Type, c.Entrant))
		case tournament.Forfeited:
			line := fmt.Sprintf("forfeited: %s, without %s", match, strings.Join(c.Absent, ", "))
			if forfeits[line]++; forfeits[line] == 1 {
				lines = append(lines, line)
			}
		case tournament.Finished:
			if c.Game == r.pulled {
				lines = append(lines, c.Game+": "+c.Words())
			}
		case tournament.Started:
			if attempt > 1 {
				again = append(again, c.Game)
			}
		}
	}
	for i, line := range lines {
		if n := forfeits[line]; n > 0 {
			lines[i] = fmt.Sprintf("%s: %s", line, humanize.Plural(n, "game", "games"))
		}
	}
	if len(again) > 0 {
		lines = append(lines, fmt.Sprintf("played again: %s", strings.Join(again, ", ")))
	}
	return lines
}
