package check

import (
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
)

// PlayerConn is a player under check, or one of ours.
type PlayerConn interface {
	host.Player
	io.Closer
	// Reusable reports whether the player can play another game without being
	// opened again.
	Reusable() bool
	// Alive reports whether the player is still there.
	Alive(ctx context.Context) bool
	// PollingClient reports whether the player's client polls: see host.Seat.
	PollingClient() bool
}

// PlayerError is the error of a player that ended a test: a check, a timing run or
// a comparison.
type PlayerError struct{ What say.Text }

// Error returns What in English.
func (e *PlayerError) Error() string { return e.What.String() }

// Text implements say.Sayer.
func (e *PlayerError) Text() say.Text { return e.What }

// IsPlayerError reports whether an error is, or wraps, a *PlayerError.
func IsPlayerError(err error) bool {
	_, is := errors.AsType[*PlayerError](err)
	return is
}

// Task is a step that is to be run. Run's error says why the check cannot go on;
// what the player did wrong is in the Step.
type Task struct {
	Name  say.Text
	Run   func(context.Context) (Step, error)
	Plays bool // games by which later tasks judge: it runs for each of those, too
}

// Names lists the names of tasks, in order.
func Names(tasks []Task) (names []say.Text) {
	for _, t := range tasks {
		names = append(names, t.Name)
	}
	return names
}

// Session is one check of one player: its settings, and what all of its steps observe.
// Set the fields of the first part before Run. A Session is not safe for concurrent use.
type Session struct {
	Address   string           // of the player, for reports and records
	Wire      latency.UARTLine // that the player is behind
	Endings   *LineEndings     // counts line ends of the bytes that pass; nil where they aren't counted
	LineEnd   string           // that lines should have
	Move      time.Duration    // limit of a move
	Games     int              // in the step that repeats them
	Only      StepList         // the steps to report
	Record    io.Writer        // gets the record of each game; nil keeps none
	Version   string           // of the program, for the record
	StderrLog *host.StderrLog  // copies what the player writes to standard error into the record; may be nil
	Again     func(int) string // the command that runs a step again; may be nil
	Report    *Report          // gets each step
	Notices   func() []string  // takes the notices about the player since it was called last; may be nil
	Failed    func()           // told when a step has failed, before it is reported; may be nil

	// Stalled returns for how long this machine stalled between two times; nil where nobody
	// measures it. A step that failed because answers came late says so.
	Stalled func(from, to time.Time) time.Duration

	Untimed []string // questions whose answers are not timed as moves
	// Progress is called for each question, the n'th of the game'th game; may be nil.
	Progress func(step say.Text, game, n int)

	Step    int      // the number of the current step
	Name    say.Text // of the current step
	Played  int      // games of the current step
	Asked   int      // questions of the current game
	Answers latency.AnswerTimes
	Strays  []string // unsolicited lines
	Noise   []string // lines before the first answer
	Echoes  int

	limit   time.Duration // of the last question
	asked   time.Time     // when it was asked
	overdue overdue       // in the current step
	all     overdue       // in all steps
}

// overdue counts answers that came too late, or not at all.
type overdue struct {
	answers int
	stalled int           // of them by less than this machine stalled meanwhile
	longest time.Duration // of these stalls
}

func (o *overdue) add(late, stalled time.Duration) {
	o.answers++
	if stalled >= late {
		o.stalled++
		o.longest = max(o.longest, stalled)
	}
}

// excused reports whether no answer would have been late without this machine's stalls.
func (o overdue) excused() bool { return o.answers > 0 && o.stalled == o.answers }

// Run runs the tasks that Only asks for, numbered from 1, and reports each. It
// stops at the first error of a task and returns it.
func (s *Session) Run(ctx context.Context, tasks []Task) error {
	s.Answers.Wire = s.Wire
	judges := slices.ContainsFunc(s.Only, func(n int) bool { return n <= len(tasks) && !tasks[n-1].Plays })
	for i, t := range tasks {
		s.Step, s.Name, s.Played, s.overdue = i+1, t.Name, 0, overdue{}
		wanted := s.Only.wants(s.Step)
		if !wanted && !(t.Plays && judges) {
			continue
		}
		step, err := t.Run(ctx)
		if err != nil {
			return err
		}
		if !wanted {
			continue
		}
		s.report(step)
	}
	return nil
}

// report reports the current step.
func (s *Session) report(step Step) {
	step.Number, step.Name = s.Step, s.Name
	if o := s.overdue; step.Status == Failed && o.excused() {
		step = stalledStep(step, o)
	}
	if step.Status == Failed && s.Failed != nil {
		s.Failed()
	}
	if step.Status == Skipped && len(s.Only) > 0 {
		s.Report.NotRun = append(s.Report.NotRun, step)
	}
	if (step.Status == Failed || step.Status == Skipped && len(s.Only) > 0) && s.StderrLog != nil {
		step.Stderr = s.StderrLog.TakeTail()
	}
	if step.Status == Failed && s.Again != nil {
		step.Again = s.Again(s.Step)
	}
	if s.Notices != nil {
		step.Notices = s.Notices()
	}
	s.Report.Add(step)
}

// stalledStep is a step that failed by answers that would have come in time without stalls of this
// machine: it tells nothing about the player.
func stalledStep(step Step, o overdue) Step {
	step.Status = Note
	step.Detail = say.Format("%s; this machine is overloaded and stalled for %s meanwhile: run the step again when it is idle",
		step.Detail, humanize.Duration(o.longest))
	return step
}

// Excuse returns a step about all answers that failed because some came late: it is a note where none
// would have been late without stalls of this machine.
func (s *Session) Excuse(step Step) Step {
	if s.all.excused() {
		return stalledStep(step, s.all)
	}
	return step
}

// NextGame counts a game of the current step, and its questions from 0 again.
func (s *Session) NextGame() {
	s.Played++
	s.Asked = 0
}

// Observe observes an event of the player's.
func (s *Session) Observe(e *record.Event) {
	switch e.Type {
	case record.EventAsk, record.EventHear:
		s.limit, s.asked = e.Limit.Duration(), time.Now()
		if s.Asked++; s.Progress != nil {
			s.Progress(s.Name, s.Played, s.Asked)
		}
	case record.EventFault:
		if e.Kind == record.FaultTimeout {
			s.late(s.limit)
		}
	case record.EventAnswer:
		if late := e.Used.Duration() - s.limit; late > 0 {
			s.late(late)
		}
		if !slices.Contains(s.Untimed, e.Question) || e.Question == "" {
			s.Answers.Add(e.Used.Duration(), s.limit, len(e.Received())+1)
		}
	case record.EventStray:
		s.Strays = append(s.Strays, e.Received())
	case record.EventNoise:
		s.Noise = append(s.Noise, e.Received())
	case record.EventEcho:
		s.Echoes++
	}
}

// late counts an answer that missed its limit by the given time.
func (s *Session) late(by time.Duration) {
	stalled := time.Duration(-1)
	if s.Stalled != nil {
		stalled = s.Stalled(s.asked, time.Now())
	}
	s.overdue.add(by, stalled)
	s.all.add(by, stalled)
}

// Pace is the step about the clock of a player whose answers all came in time.
func (s *Session) Pace() Step {
	step := Step{Detail: s.Answers.Text()}
	if s.Answers.Percentile(99) > s.Move*8/10 {
		step.Status = Note
		step.Detail = say.Format("%s; that leaves little of %s", step.Detail, humanize.Duration(s.Move))
	}
	return step
}

// Unasked is the step about unsolicited lines: noise is the format of a
// number of lines before the first answer and one of them, and idle the reason to
// skip the step when no answer came.
func (s *Session) Unasked(noise, idle string) Step {
	switch {
	case len(s.Strays) > 0:
		return Step{Status: Note, Detail: say.Format("%s, such as %q; hosts may take them for answers, or be strict",
			say.Plural(len(s.Strays), "%d line", "%d lines"), s.Strays[0])}
	case len(s.Noise) > 0:
		return Step{Status: Note, Detail: say.Format(noise, say.Plural(len(s.Noise), "%d line", "%d lines"), s.Noise[0])}
	case s.Answers.Count() == 0:
		return Without(say.Word(idle))
	}
	return Step{Detail: say.Format("in %s", say.Plural(s.Answers.Count(), "%d answer", "%d answers"))}
}

// NoLine is the reason to skip a step about lines when none came.
const NoLine = "no line came"

// LineEnds is the step about how lines look on the wire. The player is closed
// before, so that the taps have passed on everything.
func (s *Session) LineEnds() Step {
	if s.Endings == nil || s.Endings.Lines() == 0 {
		return Without(say.Word(NoLine))
	}
	notes := s.Endings.Notes(s.LineEnd)
	if s.Echoes > 0 {
		notes = append(notes, say.Word("our lines come back as an echo"))
	}
	if len(notes) > 0 {
		return Step{Status: Note, Detail: say.Join(", ", notes...)}
	}
	return Step{}
}
