// Package series referees several games between the same players, who change
// seats after each.
//
// It opens players, keeps those that last from game to game, shows the games,
// writes their record and sums them up. It knows no game: the caller makes each
// match and opens each player.
package series

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/loopline/loopline/contest/rating"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/stream"
)

// PlayerConn is a player that was opened for a series.
type PlayerConn interface {
	host.Player
	io.Closer
	// Reusable reports whether it can play another game without being opened
	// again.
	Reusable() bool
	// Alive reports whether it is still there after a game.
	Alive(ctx context.Context) bool
	// SimulatedTime is host.Seat's.
	SimulatedTime() bool
	// PollingClient is host.Seat's.
	PollingClient() bool
	// Usage is host.Seat's.
	Usage() func() stalls.Usage
	// Uncounted is host.Seat's.
	Uncounted() bool
	// Nice is host.Seat's.
	Nice() int
	// Suspend is host.Seat's.
	Suspend() func(stop bool)
	// LogAnswers has what the player knows of its answers told to log.
	LogAnswers(log func(text string))
}

// Series plays a match: games between the players at some addresses. Fill it in, then call Play once and Close.
type Series struct {
	Players []string // addresses, in the order of the seats of the first game

	// Name returns the name of the player at an address, for screens and the record; nil
	// shows the address.
	Name func(address string) string

	Games int

	// Test, if it is set, ends the games of two players as soon as it has decided
	// whether the first one is better. The record then says how many were meant.
	Test *rating.SPRT

	// NewGame makes a game of the number-th pair, counted from 0; the seats have their
	// addresses. Their names, if empty, are the game's.
	NewGame func(pair int, seats ...host.Seat) (*host.Game, error)

	// PairAddress returns the address that a player, by its place in Players, is opened
	// at for a seat in a pair of games, such as one with a seed; nil is its address. Where it
	// differs it is in the player's log in the record.
	PairAddress func(pair, who, seat int) string

	// Open opens the player at an address for a seat. What it writes to its
	// standard error goes to stderr, line by line.
	Open func(ctx context.Context, seat, address string, stderr io.Writer) (PlayerConn, error)

	// Sides returns a text that names the player of each seat before players are opened, so
	// that operators start the right ones. It gets shown names and addresses by seat. Nothing
	// is printed if it is nil or returns an empty text.
	Sides func(names, addresses []string) string

	Show terminal.Display

	// Watch, if it is not nil, gets each game that begins, and returns
	// the function that gets its events: see host.Game.
	Watch func(m *host.Game) func(record.Event)

	Summary         Summary
	Record          *record.File  // nil when none is kept; Close closes it
	Lines           io.Writer     // gets the lines of the record; nil does not
	Version         string        // of the program, for the record
	MaxCompensation time.Duration // see host.Game; 0 compensates nothing
	VoidCredited    bool          // see host.Game

	// StopUnasked stops players that are programs here while they are not
	// asked: see host.Seat.Suspend.
	StopUnasked bool

	// StopCrowding does so where one of them could take the processors from the others,
	// which is said, and is in the record as a line of each player's log.
	StopCrowding bool

	// Say gets notices; PlayerStderr has it get what players write
	// to their standard error as well. It may be called concurrently.
	Say          func(text string)
	PlayerStderr bool

	stalls      *stalls.Detector  // nil when no stall is credited
	id          string            // of the series, in the record
	chain       record.HashChain  // of Lines, where no record is kept
	summed      bool              // the record's final sum was shown
	lines       *queue[[]byte]    // of the record, to Lines; or nil
	out         stream.FirstError // of Lines
	uncounted   sync.Once         // was said
	stopping    sync.Once         // was said
	kept        []PlayerConn      // those that stay, by their place in Players
	stderrLogs  []*host.StderrLog // of each, by its place in Players
	seen        map[string]bool
	wins        []int
	drawn, void int               // games
	fouls       []host.FoulCounts // of each
	digest      record.Digest     // of the game in play
	digests     map[[32]byte]bool // of the games that counted
	equal       int               // games that are equal to earlier ones
	lost        []int             // games that were void because a player's agent was lost, of each
	test        test
	credits     credits
}

// start makes ready for the first game.
func (s *Series) start() {
	s.id, s.seen, s.digests = rand.Text(), map[string]bool{}, map[[32]byte]bool{}
	s.kept, s.wins, s.lost = make([]PlayerConn, len(s.Players)), make([]int, len(s.Players)), make([]int, len(s.Players))
	for range s.Players {
		s.fouls = append(s.fouls, host.FoulCounts{})
		s.stderrLogs = append(s.stderrLogs, &host.StderrLog{OnLine: s.tell})
	}
	if s.MaxCompensation > 0 {
		s.stalls = stalls.Start()
	}
	if s.Lines != nil {
		s.out.W = s.Lines
		s.lines = newQueue(func(line []byte) { _, _ = s.out.Write(line) })
	}
}

// Play plays all games and shows their sum. A void game is played once more, unless it is
// the only one and nothing of it hung on credit; when it is void again it counts as void, and from the second one on that a player's agent
// has cost, as lost by that player. The error comes from the first game that
// could not be refereed to its end, or says that none counts.
func (s *Series) Play(ctx context.Context) error {
	if s.Test != nil && len(s.Players) != 2 {
		return fmt.Errorf("a sequential test compares two players, not %d", len(s.Players))
	}
	s.start()
	for number := range s.Games {
		if err := s.counted(ctx, number); err != nil {
			return err
		}
		if err := s.out.Err(); err != nil {
			return err
		}
		if s.decided(number) {
			break
		}
	}
	if s.void == s.Games {
		return fmt.Errorf("no game counts: %s void", humanize.Plural(s.void, "game was", "games were"))
	}
	lines := s.closingLines()
	if s.Record != nil && s.Lines == nil {
		s.summed = true
		lines = append(lines, s.finalSum())
	}
	s.Show.Finish(lines)
	return nil
}

// SeenBefore reports whether the player at an address was there before.
func (s *Series) SeenBefore(address string) bool { return s.seen[address] }

// seating returns who sits at each seat of a game: after each game every player
// moves on by one seat.
func (s *Series) seating(number int) (who []int) {
	for seat := range s.Players {
		who = append(who, (seat+number)%len(s.Players))
	}
	return who
}

// counted plays a game until it counts.
func (s *Series) counted(ctx context.Context, number int) error {
	title := s.title(number)
	for try, tries := 0, maxTries; ; try++ {
		v, err := s.game(ctx, number, again(title, try))
		switch {
		case err != nil:
			return err
		case s.forfeits(number, title, &v), !v.Void:
			s.count(number, v)
			if distinct := s.distinct(title); s.Test != nil && distinct {
				winner := host.NoWinner
				if v.Winner != host.NoWinner {
					winner = s.seating(number)[v.Winner]
				}
				s.test.add(number, winner, v)
			}
			return nil
		case v.Reason == host.ReasonHost && try < MaxHostVoids:
			tries = try + 1 + maxTries
		case s.Games == 1 && (v.Reason != host.ReasonCredit || try+1 >= tries):
			return fmt.Errorf("the match is void: %s", v.Detail)
		}
		if try+1 >= tries {
			s.Say(fmt.Sprintf("%s is void again: %s; it counts as void", title, v.Detail))
			s.void++
			return nil
		}
		s.Say(fmt.Sprintf("%s is void: %s; it is played again", cmp.Or(title, "the game"), v.Detail))
	}
}

// maxLost limits how often a player's agent may be lost, in the games of two players, until
// a game is lost by it.
const maxLost = 2

// forfeits reports whether a void game is lost because a player's agent was lost, for
// the second time: who could kill it whenever a game is lost would lose none. The
// verdict is then that the other player has won.
func (s *Series) forfeits(number int, title string, v *host.Verdict) bool {
	if !v.Void || len(v.Lost) != 1 || len(s.Players) != 2 || s.Games == 1 {
		return false
	}
	seated := s.seating(number)
	s.lost[seated[v.Lost[0]]]++
	if s.lost[seated[v.Lost[0]]] < maxLost {
		return false
	}
	v.Void, v.Winner = false, 1-v.Lost[0]
	s.Say(fmt.Sprintf("%s is void, and counts as lost by %s, whose agent was lost before: %s", title, s.name(seated[v.Lost[0]]), v.Detail))
	return true
}

// again is the title of a game that is played another time.
func again(title string, try int) string {
	switch {
	case try == 0:
		return title
	case title == "":
		return "again"
	}
	return title + ", again"
}

// distinct notes the game that was played and reports whether it differs from all
// before. An equal one tells nothing new, so that no test counts it.
func (s *Series) distinct(title string) bool {
	sum := s.digest.Sum()
	if !s.digests[sum] {
		s.digests[sum] = true
		return true
	}
	s.equal++
	if s.Test != nil {
		s.Say(title + " is equal to an earlier one, answer by answer; the test leaves it out")
	}
	return false
}

// maxTries limits how often a game is played that is void.
const maxTries = 2

// MaxHostVoids limits how often more a game is played because the host failed a player in it: by a match, and by a
// contest.
const MaxHostVoids = 5

// count counts a game for whom it was won, and for whom it was lost by a foul.
func (s *Series) count(number int, v host.Verdict) {
	if v.Foul != nil {
		s.fouls[s.seating(number)[v.Foul.Seat]][v.Foul.Kind]++
	}
	switch {
	case v.Winner != host.NoWinner:
		s.wins[s.seating(number)[v.Winner]]++
	case v.Draw:
		s.drawn++
	}
}

// game plays one game.
func (s *Series) game(ctx context.Context, number int, title string) (host.Verdict, error) {
	who := s.seating(number)
	m, err := s.newGame(who, number)
	if err != nil {
		return host.Verdict{}, err
	}
	s.saySides(m, who, title)
	players, err := s.open(ctx, m, who, number/2)
	if err != nil {
		return host.Verdict{}, err
	}
	for seat, p := range players {
		Sit(&m.Seats[seat], p)
		if notice := CreditNotice(p); notice != "" && s.stalls != nil {
			s.uncounted.Do(func() { s.Say(m.Seats[seat].Name + ": " + notice) })
		}
		p.LogAnswers(func(text string) { m.Log(seat, text) })
	}
	s.setSuspend(m, players)
	v, err := s.run(ctx, m, title)
	if f := v.Foul; f != nil {
		f.Diagnose(ctx, players[f.Seat])
	}
	if f := v.Foul; f != nil && f.Mute() {
		f.Stderr = s.stderrLogs[who[f.Seat]].TakeTail()
	}
	s.release(ctx, players, who, v)
	s.Show.End(v)
	return v, err
}

// saySides tells who sits where.
func (s *Series) saySides(m *host.Game, who []int, title string) {
	if s.Sides == nil {
		return
	}
	var names, addresses []string
	for seat, i := range who {
		names, addresses = append(names, m.Seats[seat].Address), append(addresses, s.Players[i])
	}
	if text := s.Sides(names, addresses); text != "" {
		if title != "" {
			text = title + ": " + text
		}
		s.Say(text)
	}
}

// Sit gives a seat to a player, with what the referee knows of it by its methods; External and Waits are optional.
func Sit(s *host.Seat, p PlayerConn) {
	s.Player, s.SimulatedTime, s.Usage, s.Nice, s.PollingClient = p, p.SimulatedTime(), p.Usage(), p.Nice(), p.PollingClient()
	e, ok := p.(interface{ External() bool })
	s.Waits, s.External = waits(p), ok && e.External()
	s.Uncounted = p.Uncounted() && s.Waits == nil
}

// waits returns the Waits of a player's seat: what its method Waits returns, or nil.
func waits(p PlayerConn) func(fresh bool) stalls.Waits {
	if w, ok := p.(interface {
		Waits() func(fresh bool) stalls.Waits
	}); ok {
		return w.Waits()
	}
	return nil
}

// uncountedNotice is the notice for a player whose stalls are not compensated.
const uncountedNotice = "its processor time cannot be counted here, so that host stalls are not credited to it; " +
	"docs/protocol.md says what lets them be"

// unmeasuredNotice is the notice for a program whose waits the system does not count.
const unmeasuredNotice = "how long it waits for a processor cannot be measured here, so that only stalls of the whole host are credited to it; " +
	"keep other programs off this machine"

// CreditNotice returns what is said of a player before its first game: that the host cannot measure what it does to it. It
// is empty if the host can.
func CreditNotice(p PlayerConn) string {
	if waits(p) != nil {
		return ""
	}
	if p.Uncounted() {
		return uncountedNotice
	}
	if u, ok := p.(interface{ Unmeasured() bool }); ok && u.Unmeasured() {
		return unmeasuredNotice
	}
	return ""
}

// Crowding reports whether a player could take the processors of this machine from the
// others: one that has a method Apart() bool, which says no.
func Crowding(players ...PlayerConn) bool {
	return slices.ContainsFunc(players, func(p PlayerConn) bool {
		apart, ok := p.(interface{ Apart() bool })
		return ok && !apart.Apart()
	})
}

// Stopping is the notice where players are suspended because one could take the
// processors from the others.
const Stopping = "programs stand still while they are not asked, because nothing on this machine shares its processors " +
	"out between them; ponder on lets them go on, and docs/security.md says what shares them out"

// StoppedInLog is the line for this in the log of a suspended player.
const StoppedInLog = "ponder off: it stands still while it is not asked"

// setSuspend has players stopped that are not asked, if they are to be.
func (s *Series) setSuspend(m *host.Game, players []PlayerConn) {
	crowd := s.StopCrowding && Crowding(players...)
	for seat, p := range players {
		if !s.StopUnasked && !crowd {
			return
		}
		m.Seats[seat].Suspend = p.Suspend()
		m.Seats[seat].Apart = m.Seats[seat].Suspend != nil
		if crowd && m.Seats[seat].Apart {
			m.Log(seat, StoppedInLog)
		}
	}
	if crowd {
		s.stopping.Do(func() { s.Say(Stopping) })
	}
}

// name is the name of a player, by its place in Players.
func (s *Series) name(who int) string {
	if s.Name == nil {
		return s.Players[who]
	}
	return s.Name(s.Players[who])
}

// newGame makes the match of a game.
func (s *Series) newGame(who []int, number int) (*host.Game, error) {
	seats := make([]host.Seat, len(who))
	for seat, i := range who {
		seats[seat].Address = s.name(i)
	}
	m, err := s.NewGame(number/2, seats...)
	if err != nil {
		return nil, err
	}
	m.Record, m.Version = s.recorder(), s.Version
	m.Match = host.MatchRef{ID: s.id, Number: number + 1, Games: s.Games}
	if s.stalls != nil {
		m.MaxCompensation, m.Stalls, m.VoidCredited = s.MaxCompensation, s.stalls, s.VoidCredited
	}
	return m, nil
}

// run referees and shows one match.
func (s *Series) run(ctx context.Context, m *host.Game, title string) (host.Verdict, error) {
	s.Show.Begin(m.Seats, title)
	show := newQueue(s.Show.Event)
	watch := func(record.Event) {}
	if s.Watch != nil {
		watch = s.Watch(m)
	}
	s.digest = record.Digest{}
	m.Watch = func(e record.Event) {
		s.digest.Add(&e)
		s.Summary.Add(e, m.Seats)
		show.push(e)
		watch(e)
	}
	v, err := m.Run(ctx)
	show.close()
	s.credits.add(title, m, &v)
	return v, err
}

func (s *Series) title(number int) string {
	if s.Games == 1 {
		return ""
	}
	return fmt.Sprintf("game %d of %d", number+1, s.Games)
}

func (s *Series) closingLines() []string {
	lines := s.Summary.Lines()
	if s.Games > 1 {
		text := "match: "
		for i := range s.Players {
			if i > 0 {
				text += ", "
			}
			text += fmt.Sprintf("%s %d", s.name(i), s.wins[i])
		}
		if s.drawn > 0 {
			text += fmt.Sprintf(", drawn %d", s.drawn)
		}
		if s.void > 0 {
			text += fmt.Sprintf(", void %d", s.void)
		}
		lines = append(lines, text)
		for i := range s.Players {
			lines = append(lines, s.fouls[i].Lines(s.name(i))...)
		}
	}
	if s.equal > 0 {
		lines = append(lines, fmt.Sprintf("%s equal to earlier ones, answer by answer: other seeds, maps or openings tell more",
			humanize.Plural(s.equal, "game was", "games were")))
	}
	if s.Test != nil {
		lines = append(lines, s.testLine())
	}
	return append(lines, s.credits.summary()...)
}

// Close closes everything. Its error comes from the record or the output.
func (s *Series) Close() error {
	for who := range s.kept {
		s.closePlayer(who)
	}
	if s.stalls != nil {
		s.stalls.Close()
	}
	var err error
	if s.lines != nil {
		if lost := s.lines.close(); lost > 0 {
			err = fmt.Errorf("standard output was too slow, %s of the record did not get there", humanize.Plural(lost, "line", "lines"))
		}
	}
	if s.Record != nil {
		err = errors.Join(err, s.Record.Close())
		if !s.summed && s.Record.Chain().Sum() != "" {
			s.Say(s.finalSum())
		}
	}
	return errors.Join(err, s.Show.Close(), s.out.Err())
}
